"""Trains the gate: does this message tell of an emergency now, of thoughts of suicide, or try to make Galen disobey?

    python models/training/train_gate.py --data DATA --encoder models/encoder --out runs/gate --seed 1 [--tiny]
    python models/training/train_gate.py --data DATA --encoder models/encoder --out runs/gate --join 1 2 3
    python models/training/train_gate.py --measure models/gate

Half of the encoder's layers with a head of three outputs, each the log-odds of one of the three, over the mean of all rows. The word
vectors stay the encoder's. What was written for it carries all three marks; ordinary questions that were written or asked for
other ends are taken for harmless, with less weight, since a few of them are not.
"""

import argparse
import random
from hashlib import sha256
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from common import (DEVICE, Schedule, adamw, cut_all, in_batches, is_vietnamese, joined, one, read_rows, seed_all, start_log,
                    without_marks)  # fmt: skip
from export import read_model, to_network
from network import Network
from train_ranker import with_head
from wordpiece import WordPiece
from written import read_questions

ROWS = 128
LAYERS = 3
MARKS = {"now": 0, "crisis": 1, "attack": 2}
#: One message in this many is held out of training, by its text.
HELD = 10
#: Real messages of public sets: one half is for training, the other is what alarms are counted on.
ORDINARY = ("meqsum", "vihealthbert_faq")
UNMARKED, MISTYPED = 0.35, 0.2
#: For so many written messages one other.
OTHERS_SHARE = 3
OTHERS_WEIGHT = 0.3
PART = 22


def main() -> None:
    options = read_options()
    seed_all(options.seed)
    log = start_log()
    vocabulary = WordPiece.from_folder(options.encoder).vocabulary
    header, state = read_model(options.encoder)
    start = with_head(state, len(MARKS), width=header["width"], layers=LAYERS)
    network = to_network({**header, "layers": LAYERS, "outputs": len(MARKS), "pool": "mean"}, start).to(DEVICE)
    written = read_rows(options.written / "gate.jsonl.xz", options.tiny)
    held = [row for row in written if is_held_text(row["text"])]
    if options.measure:
        return log(options.measure, measure(to_network(*read_model(options.measure)).to(DEVICE), vocabulary, held))
    if options.join:
        network.load_state_dict(joined(options.out, options.join))
        log("seeds", *options.join, "joined", measure(network, vocabulary, held))
    else:
        if options.start:
            network.load_state_dict(torch.load(options.start, map_location=DEVICE))
        train(network, vocabulary, [row for row in written if not is_held_text(row["text"])], options, log)
        log("seed", options.seed, measure(network, vocabulary, held))
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), options.out / ("network.pt" if options.join else f"seed-{options.seed}.pt"))


def is_held_text(text: str) -> bool:
    return sha256(text.encode()).digest()[0] % HELD == 0


# ---- training


def train(network: Network, vocabulary: list[str], written: list[dict], options, log) -> None:
    network.words.weight.requires_grad_(False)
    others = read_others(options)
    log("written", len(written), "others", len(others))
    own = list(zip(cut_variants(vocabulary, [row["text"] for row in written], 4), map(marks_of, written)))
    rest = cut_variants(vocabulary, others, 1)
    log("cut")
    learnt = [values for values in network.parameters() if values.requires_grad]
    optimiser = adamw(learnt, options.rate, 0.05)
    schedule = Schedule(optimiser, options.seconds, options.rate)
    network.train()
    while schedule.goes_on():
        some = random.sample(own, min(len(own), 8 if options.tiny else options.batch))
        few = random.sample(rest, min(len(rest), 4 if options.tiny else options.batch // OTHERS_SHARE))
        chosen = [(random.choice(variants), marks, 1.0) for variants, marks in some]
        chosen += [(random.choice(variants), [0.0] * len(MARKS), OTHERS_WEIGHT) for variants in few]
        # In parts of like length, so that less of it is padding.
        chosen.sort(key=lambda each: len(each[0]))
        parts = [chosen[at : at + PART] for at in range(0, len(chosen), PART)]
        scores = torch.cat([one(network, [text for text, *_ in part]) for part in parts])
        wanted = torch.tensor([marks for _, marks, _ in chosen], device=DEVICE)
        weights = torch.tensor([weight for *_, weight in chosen], device=DEVICE)
        loss = F.binary_cross_entropy_with_logits(scores, wanted * 0.96 + 0.02, reduction="none")
        schedule.step(network, (loss.mean(-1) * weights).mean())
        if schedule.steps % 20 == 0:
            log("step", schedule.steps, "loss", round(loss.mean().item(), 3))
    log("steps", schedule.steps)


def marks_of(row: dict) -> list[float]:
    return [float(row["label"] == label) for label in MARKS]


def cut_variants(vocabulary: list[str], texts: list[str], variants: int) -> list[list[list[int]]]:
    """Each as it was written, and as others would have typed it."""
    typed = [[text, *(retyped(text) for _ in range(variants))] for text in texts]
    rows = iter(cut_all(vocabulary, [text for group in typed for text in group], ROWS))
    return [[next(rows) for _ in group] for group in typed]


def retyped(text: str) -> str:
    if is_vietnamese(text) and random.random() < UNMARKED:
        text = without_marks(text)
    if random.random() < 0.3:
        text = text.lower().replace(",", "").replace(".", "")
    letters = list(text)
    if random.random() < MISTYPED * 2:
        for _ in range(max(1, len(letters) // 40)):
            at = random.randrange(len(letters))
            if letters[at].isalpha():
                letters[at] = random.choice(("", letters[at] * 2, letters[at - 1] if at else letters[at]))
    return "".join(letters)


def read_others(options) -> list[str]:
    """Half of the public questions, and those that were written for search."""
    texts = [q["text"] for q in read_questions(options.written, options.data)]
    for name in ORDINARY:
        rows = read_rows(options.data / f"clean/{name}.jsonl.xz", options.tiny)
        real = [row["text"] for row in rows if row.get("text")]
        texts += [text[:600] for text in real if sha256(text.encode()).digest()[1] % 2 == 0]
    return texts


# ---- figures, on messages that no training saw


def measure(network: Network, vocabulary: list[str], held: list[dict]) -> dict:
    scores = in_batches(network, one, cut_all(vocabulary, [row["text"] for row in held], ROWS)).cpu().numpy()
    network.train()
    out = {}
    for language in ("en", "vi", "vi bare"):
        mine = [(row, odds) for row, odds in zip(held, scores) if kind_of(row) == language]
        for label, at in MARKS.items():
            yes = np.array([odds[at] for row, odds in mine if row["label"] == label])
            no = np.array([odds[at] for row, odds in mine if row["label"] != label])
            if len(yes) and len(no):
                caught = {f"at {cut}": f"{(yes > cut).mean():.3f} / {(no <= cut).mean():.3f}" for cut in (-2, -1, 0, 1)}
                out[f"{language} {label}"] = {"of": (len(yes), len(no)), **caught,
                                              "told apart": round(float((yes[:, None] > no[None]).mean()), 3)}  # fmt: skip
    return out


def kind_of(row: dict) -> str:
    return "en" if row["lang"] == "en" else "vi" if is_vietnamese(row["text"]) else "vi bare"


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder with clean/ and pairs.jsonl.xz")
    parser.add_argument("--written", type=Path, default=Path(__file__).parent / "data")
    parser.add_argument("--encoder", type=Path, default=Path(__file__).parents[1] / "encoder")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--measure", type=Path, help="print the figures of a model as it ships, and train nothing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights of an earlier training to go on from")
    parser.add_argument("--join", type=int, nargs="+")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--batch", type=int, default=192)
    parser.add_argument("--tiny", action="store_true", help="a few hundred rows, to see that it runs")
    return parser.parse_args()


if __name__ == "__main__":
    main()
