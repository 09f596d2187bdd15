"""Reads what was written for the training: pairs of support, and questions with passages (models/training/data)."""

from pathlib import Path

from common import read_rows


def read_questions(folder: Path) -> list[dict]:
    """Each with its passage and the numbers of the sentences that answer it; none of them: a near miss."""
    passages = {row["id"]: row for row in read_rows(folder / "passages.jsonl.xz")}
    found = []
    for row in read_rows(folder / "questions.jsonl.xz"):
        passage = passages[row["passage"]]
        text = " ".join(passage["sentences"])
        found.append({
            "text": row["question"], "language": row["language"], "style": row["style"], "answers": row["answers"],
            "passage_id": row["passage"], "passage": f"{passage['title']}. {text}", "title": passage["title"],
            "sentences": passage["sentences"], "document": passage["document"],
        })  # fmt: skip
    return found


def read_support(folder: Path) -> list[dict]:
    """Pairs: source, document, premise, hypothesis, label (support, contradict, neutral), kind, language, writer."""
    return read_rows(folder / "support.jsonl.xz")
