"""Counts which marked syllable an unmarked one stands for, by the syllable before it, for src/language/restore-marks.ts.

    python models/training/count_marks.py --data DATA [--out data/language]

Reads openly licensed Vietnamese texts of DATA and what is written here: knowledge/ and the messages of data/gate.jsonl.xz, never a
question that search is measured with. Writes marked-syllables.tsv (the forms of every syllable that has more than one) and
syllable-pairs.bin (pairs of neighbours). A tenth of the real questions is kept out, and how many of their syllables come back
is printed.
"""

import argparse
import math
import re
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from rows import MARKED, is_vietnamese, read_rows, without_marks

ROOT = Path(__file__).parents[2]
TEXTS = ("viwiki_general", "viwiki_medical", "en_vi_parallel", "squad_dev_vi_mt", "xquad_vi", "acrdraid_vi", "vihealthbert_faq")
MEASURED = "vihealthbert_faq"
ONE_IN = 10
#: So often a form, or a pair, has to be seen.
MIN_FORM, MIN_PAIR = 5, 2
#: What a pair that was never seen is worth, beside its second syllable alone.
UNSEEN = 0.1
#: A logarithm is kept in steps of this many to one, in a byte.
STEPS = 12
#: This share of marked letters makes a text Vietnamese, not one that quotes a name.
MIN_MARKED = 0.08


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=ROOT / "data/language")
    options = parser.parse_args()
    counted, measured = read_texts(options.data)
    forms, pairs = count(counted)
    choices = defaultdict(list)
    for form in forms:
        choices[without_marks(form)].append(form)
    choices = {bare: some for bare, some in choices.items() if some != [bare]}
    total = sum(forms.values())
    alone = {form: step(seen / total) for form, seen in forms.items()}
    together = {pair: step(chance) for pair, chance in pairs.items() if is_telling(pair, choices)}
    write(options.out, {form: alone[form] for some in choices.values() for form in some}, together)
    print(sum(map(len, choices.values())), "forms of", len(choices), "syllables,", len(together), "pairs")
    measure(measured, choices, alone, together)


def read_texts(data: Path) -> tuple[list[str], list[str]]:
    counted, measured = [], []
    for name in TEXTS:
        for place, row in enumerate(read_rows(data / "clean" / f"{name}.jsonl.xz")):
            is_kept_out = name == MEASURED and place % ONE_IN == 0
            (measured if is_kept_out else counted).extend(filter(is_text, strings(row)))
    for file in (ROOT / "knowledge").rglob("*.*"):
        counted.extend(filter(is_text, file.read_text(encoding="utf8").split("\n")))
    for row in read_rows(ROOT / "models/training/data/gate.jsonl.xz"):
        counted.extend(filter(is_text, strings(row)))
    return counted, measured


def strings(value) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in strings(part)]


def is_text(text: str) -> bool:
    return is_vietnamese(text) and len(MARKED.findall(text.lower())) > MIN_MARKED * len(text)


def runs(text: str) -> list[list[str]]:
    """Words in small letters, in stretches that no stop divides."""
    parts = re.split(r"[.!?;:,()\n\"“”]+", unicodedata.normalize("NFC", text).lower())
    return [words for part in parts if (words := re.findall(r"[^\W\d_]+|\d+", part))]


def count(texts: list[str]) -> tuple[dict[str, int], dict[tuple[str, str], float]]:
    forms, pairs, begins = Counter(), Counter(), 0
    for text in texts:
        for words in runs(text):
            forms.update(words)
            pairs.update(zip(["", *words], words))
            begins += 1
    kept = {form: seen for form, seen in forms.items() if seen >= MIN_FORM}
    before = {**kept, "": begins}
    return kept, {
        (first, second): (seen - 0.5) / before[first]
        for (first, second), seen in pairs.items()
        if seen >= MIN_PAIR and first in before and second in kept
    }


def is_telling(pair: tuple[str, str], choices: dict[str, list[str]]) -> bool:
    return any(without_marks(word) in choices for word in pair)


def step(chance: float) -> int:
    return min(255, round(-STEPS * math.log(chance)))


def write(folder: Path, alone: dict[str, int], together: dict[tuple[str, str], int]) -> None:
    rows = [f"{form}\t{steps}\ttexts\n" for form, steps in sorted(alone.items())]
    (folder / "marked-syllables.tsv").write_text("form\tsteps\tsource\n" + "".join(rows), encoding="utf8")
    hashed = sorted((fnv(f"{first} {second}"), steps) for (first, second), steps in together.items())
    numbers = np.array([number for number, _ in hashed], dtype="<u4")
    values = np.array([steps for _, steps in hashed], dtype="u1")
    (folder / "syllable-pairs.bin").write_bytes(numbers.tobytes() + values.tobytes())


def fnv(text: str) -> int:
    """FNV-1a over the letters."""
    value = 0x811C9DC5
    for letter in text:
        value = (value ^ ord(letter)) * 0x01000193 & 0xFFFFFFFF
    return value


def measure(texts, choices, alone, together) -> None:
    right = total = 0
    for words in (words for text in texts for words in runs(text)):
        bare = [without_marks(word) for word in words]
        told = restore(bare, choices, alone, together)
        asked = [place for place, word in enumerate(bare) if word in choices]
        total += len(asked)
        right += sum(words[place] == told[place] for place in asked)
    print(f"held-out questions: {right}/{total} = {right / total:.4f} of the syllables that have marked forms")


def restore(words: list[str], choices, alone, together) -> list[str]:
    unseen = step(UNSEEN)
    best = {"": (0, [])}
    for word in words:
        best = {
            form: min(
                (cost + together.get((last, form), unseen + alone.get(form, 255)), [*told, form])
                for last, (cost, told) in best.items()
            )
            for form in choices.get(word, [word])
        }
    return min(best.values())[1]


if __name__ == "__main__":
    main()
