"""Joins an encoder's layers and English rows with another's rows for syllables, and moves models that share its words along.

    python models/training/graft.py --layers NEW --syllables models/encoder --version NAME --moved ranker --out OUT

The ranker reads with the encoder's word vectors. A new encoder whose syllables have other rows, in another order, would
cost it its Vietnamese; English rows hardly move in training (8 % of their length), and the ranker does not notice. So a new encoder
can ship without a new ranker: its layers and English rows are taken, the rows of the marked syllables stay what they were.
Each model's golden vectors are written anew.
"""

import argparse
from pathlib import Path

import numpy as np
from export import ROOT, read_model, write_golden, write_model
from wordpiece import WordPiece

ENGLISH_ROWS = 30_522


def main() -> None:
    options = read_options()
    header, new = read_model(options.layers)
    _, old = read_model(options.syllables)
    vocabulary = WordPiece.from_folder(options.syllables).vocabulary
    if WordPiece.from_folder(options.layers).vocabulary[:ENGLISH_ROWS] != vocabulary[:ENGLISH_ROWS]:
        raise SystemExit("the two have other English rows")
    words = np.concatenate([new["words.weight"][:ENGLISH_ROWS], old["words.weight"][ENGLISH_ROWS:]])
    state = {**new, "words.weight": words}
    moved = {name: read_model(options.syllables.parent / name) for name in options.moved}
    encoder = options.out / "encoder"
    write_model(encoder, "encoder", options.version, state, vocabulary, header["pool"], tuple(header["limits"].values()))
    write_golden(options.golden / "encoder-golden.json", encoder, state)
    shipped = read_model(encoder)[1]["words.weight"]
    for name, (own, weights) in moved.items():
        weights = {**weights, "words.weight": shipped}
        limits = tuple(own["limits"].values())
        write_model(options.out / name, name, own["version"], weights, vocabulary, own["pool"], limits, encoder)
        write_golden(options.golden / f"{name}-golden.json", options.out / name, weights)


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layers", type=Path, required=True, help="the encoder whose layers and English rows are taken")
    parser.add_argument("--syllables", type=Path, default=ROOT / "models/encoder")
    parser.add_argument("--version", required=True)
    parser.add_argument("--moved", nargs="*", default=["ranker"], help="models beside it that read with its words")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--golden", type=Path, default=ROOT / "src/meaning/testing")
    return parser.parse_args()


if __name__ == "__main__":
    main()
