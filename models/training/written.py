"""Reads what was written for the training: pairs of support, and questions with passages (models/training/data)."""

import json
import lzma
from pathlib import Path


def read_questions(folder: Path) -> list[dict]:
    """Questions: text, language, passage, passage_id, document, sentences, answers (numbers of sentences; none: a near miss)."""
    passages = {row["id"]: row for row in _rows(folder / "passages.jsonl.xz")}
    found = []
    for row in _rows(folder / "questions.jsonl.xz"):
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
    return _rows(folder / "support.jsonl.xz")


def _rows(path: Path) -> list[dict]:
    with lzma.open(path, "rt", encoding="utf8") as lines:
        return [json.loads(line) for line in lines]
