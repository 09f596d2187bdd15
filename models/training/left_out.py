"""Writes left-out.txt: the questions that search is measured with, so that no training sees them.

    python models/training/left_out.py --folder ../shared/eval/retrieval/bioasq --data DATA

BioASQ has one file of judgements; `galen eval retrieval` halves it by a hash of the query's id (evals/retrieval/load-beir.ts),
and this is the same half.
"""

import argparse
from pathlib import Path

from rows import read_rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True, help="the collection in the layout of BEIR")
    parser.add_argument("--data", type=Path, required=True, help="where left-out.txt goes")
    options = parser.parse_args()
    texts = {str(row["_id"]): row["text"].strip() for row in read_rows(options.folder / "queries.jsonl")}
    judged = {line.split("\t")[0] for line in (options.folder / "qrels/dev.tsv").read_text().splitlines()[1:]}
    left_out = [text for name, text in texts.items() if name in judged and is_test(name)]
    (options.data / "left-out.txt").write_text("".join(f"{text}\n" for text in left_out), encoding="utf8")
    print(len(left_out), "questions left out")


def is_test(name: str) -> bool:
    """FNV-1a of the id is odd."""
    value = 0x811C9DC5
    for letter in name:
        value = (value ^ ord(letter)) * 0x01000193 & 0xFFFFFFFF
    return value & 1 == 1


if __name__ == "__main__":
    main()
