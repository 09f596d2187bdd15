"""Writes the held-out questions as collections in the layout of BEIR, for `galen eval retrieval --folder`.

    python models/training/to_beir.py --data DATA --out /tmp/written
    npx galen eval retrieval --folder /tmp/written/vi --language vi --split test

Every collection has all passages, those that were trained on too. Its questions are of held-out documents: half of them,
by document, to choose settings with (train), the other half to measure (test). Those over MedQuAD are left out: its passages
are in the training pairs as well. `vi-bare` are the questions of `vi` without
their marks; what was written without marks in the first place is in it as well. `vi-test` and `vi-test-bare` are questions that
another writer wrote last, over held-out documents of `knowledge/`: nothing was chosen by them, and all are for `--split test`.
"""

import argparse
import json
from hashlib import sha256
from pathlib import Path

from rows import is_held, is_vietnamese, read_rows, without_marks
from written import read_passages, read_questions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--written", type=Path, default=Path(__file__).parent / "data")
    parser.add_argument("--data", type=Path, help="for the passages that are not ours: the folder of the trainings")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    passages = list(read_passages(options.written, options.data).values())
    corpus = [{"_id": row["id"], "title": row["title"], "text": " ".join(row["sentences"]), "language": row["language"]}
              for row in passages]  # fmt: skip
    written = [q for q in read_questions(options.written, options.data) if q["answers"] and not q["document"].startswith("medquad:")]
    held = [q for q in written if is_held(q["document"])]
    of = lambda language: [q for q in held if q["language"] == language]
    marked = [q for q in of("vi") if is_vietnamese(q["text"])]
    bare = [{**q, "text": without_marks(q["text"])} for q in of("vi")]
    for name, questions in (("en", of("en")), ("vi", marked), ("vi-bare", bare)):
        write(options.out / name, corpus, questions)
        print(name, len(questions), "questions,", len(corpus), "passages")
    write_test(options, corpus)


def write_test(options, corpus: list[dict]) -> None:
    """Questions with marks, and those that were typed without."""
    own = [row for row in read_rows(options.written / "test-passages.jsonl.xz")]
    corpus = corpus + [{"_id": row["id"], "title": row["title"], "text": " ".join(row["sentences"]), "language": row["language"]}
                       for row in own]  # fmt: skip
    asked = [{"text": row["question"], "passage_id": row["passage"], "document": ""}
             for row in read_rows(options.written / "test-questions.jsonl.xz") if row["answers"]]  # fmt: skip
    for name, is_marked in (("vi-test", True), ("vi-test-bare", False)):
        questions = [question for question in asked if is_vietnamese(question["text"]) == is_marked]
        write(options.out / name, corpus, questions, all_in="test")
        print(name, len(questions), "questions,", len(corpus), "passages")


def write(folder: Path, corpus: list[dict], questions: list[dict], all_in: str | None = None) -> None:
    (folder / "qrels").mkdir(parents=True, exist_ok=True)
    named = [(f"q{number}", question) for number, question in enumerate(questions)]
    write_lines(folder / "corpus.jsonl", corpus)
    write_lines(folder / "queries.jsonl", [{"_id": name, "text": question["text"]} for name, question in named])
    for part in ("train", "test"):
        rows = [f"{name}\t{question['passage_id']}\t1" for name, question in named if (all_in or half_of(question["document"])) == part]
        (folder / f"qrels/{part}.tsv").write_text("\n".join(["query-id\tcorpus-id\tscore", *rows, ""]), encoding="utf8")


def write_lines(path: Path, rows: list[dict]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf8")


def half_of(document: str) -> str:
    """By another byte than the one that holds documents out."""
    return "train" if sha256(document.encode()).digest()[1] % 2 == 0 else "test"


if __name__ == "__main__":
    main()
