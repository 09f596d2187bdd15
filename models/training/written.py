"""Reads what was written for the training: pairs of support, and questions with passages (models/training/data).

Questions were also written over passages of MedlinePlus and MedQuAD. Those texts are not ours and not in this repository: the data
only names them, and they are cut again from the folder that the trainings read.
"""

import re
from hashlib import sha256
from pathlib import Path

from rows import read_rows

SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-ZÀ-Ỹ0-9“\"(Đ])")
#: A passage ends with the sentence that brings it to this many words; shorter and longer ones were left out.
ENDS_FROM, LEAST_WORDS, MOST_WORDS, MEDQUAD_WORDS = 75, 25, 170, 140


def read_questions(folder: Path, data: Path | None) -> list[dict]:
    """Each with its passage and the numbers of the sentences that answer it; none of them: a near miss.

    Without the data folder only those over our own passages."""
    passages = read_passages(folder, data)
    found = []
    for row in read_rows(folder / "questions.jsonl.xz"):
        passage = passages.get(row["passage"])
        if passage is None:
            continue
        text = " ".join(passage["sentences"])
        found.append({
            "text": row["question"], "language": row["language"], "style": row["style"], "answers": row["answers"],
            "passage_id": row["passage"], "passage": f"{passage['title']}. {text}", "title": passage["title"],
            "sentences": passage["sentences"], "document": passage["document"],
        })  # fmt: skip
    return found


def read_passages(folder: Path, data: Path | None) -> dict[str, dict]:
    others = {} if data is None else cut_again(data)
    found = {}
    for row in read_rows(folder / "passages.jsonl.xz"):
        sentences = row.get("sentences") or others.get(row["fingerprint"])
        if sentences:
            found[row["id"]] = {**row, "sentences": sentences}
    return found


def cut_again(data: Path) -> dict[str, list[str]]:
    """The passages of MedlinePlus and MedQuAD as they were given to the writers, by fingerprint."""
    topics = [row["text"] for row in read_rows(data / "clean/medlineplus_topics.jsonl.xz")]
    answers = [" ".join(row["passage"].split()[:MEDQUAD_WORDS]) for row in read_rows(data / "clean/medquad_qa.jsonl.xz")]
    return {
        sha256(" ".join(lines).encode()).hexdigest()[:16]: lines for text in topics + answers for lines in passages_of(text)
    }


def passages_of(text: str):
    lines: list[str] = []
    for line in [*(part.strip() for part in SENTENCE_END.split(text.replace("\n", " ")) if part.strip()), None]:
        if line is not None:
            lines.append(line)
        words = sum(len(each.split()) for each in lines)
        if lines and (line is None or words >= ENDS_FROM):
            if LEAST_WORDS <= words < MOST_WORDS and len(lines) > 1:
                yield lines
            lines = []


def read_support(folder: Path) -> list[dict]:
    """Pairs: source, document, premise, hypothesis, label (support, contradict, neutral), kind, language, writer."""
    return read_rows(folder / "support.jsonl.xz")
