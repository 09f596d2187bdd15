"""Trains the gate: does this message tell of an emergency now, of thoughts of suicide, or try to make Galen disobey?

    python models/training/train_gate.py --data DATA --encoder models/encoder --out runs/gate --seed 1 [--tiny]
    python models/training/train_gate.py --data DATA --encoder models/encoder --out runs/gate --join 1 2 3
    python models/training/train_gate.py --measure models/gate
    python models/training/train_gate.py … --without emergency-6 injection-2   # measured on the writers it did not see
    python models/training/train_gate.py … --start models/gate                 # going on from weights as they shipped

Half of the encoder's layers with a head of three outputs, each the log-odds of one of the three, over the mean of all rows. The word
vectors stay the encoder's. What was written for it carries all three marks; texts that were written for other ends are taken for
harmless, with less weight, since a few of them are not.
"""

import argparse
import csv
import random
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from common import (DEVICE, IN_HALF, Schedule, adamw, cut_all, is_vietnamese, joined, pad, read_rows, seed_all, start_log, without_marks)  # fmt: skip
from export import read_model, to_network
from network import Network
from train_ranker import with_head
from wordpiece import WordPiece
from written import passages_of, read_questions

ROOT = Path(__file__).parents[2]
ROWS = 128
#: Of the encoder's layers, and how many of them stay as they are.
LAYERS, FROZEN = 3, 0
MARKS = {"now": 0, "crisis": 1, "attack": 2}
UNMARKED, MISTYPED = 0.35, 0.4
#: How often a written message is taken, beside one of an ordinary kind.
TAKEN = {"crisis": 2.0, "attack": 1.5}
#: Of each batch: written for the gate, those in a longer story, and others by what they are.
SHARES = {"written": 0.60, "long": 0.08, "questions": 0.12, "letters": 0.04, "documents": 0.08, "prompts": 0.08}
#: How much each mark weighs: a question may tell of an emergency although nobody marked it, but none of them is an attack.
WEIGHTS = {"written": (1, 1, 1), "long": (1, 1, 1), "questions": (0.3, 0.3, 1), "letters": (0.3, 0.3, 1), "documents": (0.5, 0.5, 1), "prompts": (0.3, 0.3, 1)}
#: About what the gate reads at once, in characters.
LONGEST = 320
PART = 32
#: Ways in which a written message is typed, and texts of every other kind.
VARIANTS, MOST = 2, 2500


def main() -> None:
    options = read_options()
    torch.set_num_threads(options.threads)
    seed_all(options.seed)
    log = start_log()
    vocabulary = WordPiece.from_folder(options.encoder).vocabulary
    header, state = read_model(options.encoder)
    start = with_head(state, len(MARKS), width=header["width"], layers=LAYERS)
    network = to_network({**header, "layers": LAYERS, "outputs": len(MARKS), "pool": "mean"}, start).to(DEVICE)
    written = read_rows(options.written / "gate.jsonl.xz", options.tiny)
    strangers = read_strangers([row for row in written if row["writer"] in options.without])
    if options.measure:
        network = to_network(*read_model(options.measure)).to(DEVICE)
        return log(options.measure, *measure(network, vocabulary, strangers))
    if options.join:
        network.load_state_dict(joined(options.out, options.join))
        log("seeds", *options.join, "joined", *measure(network, vocabulary, strangers))
    else:
        if options.start and options.start.suffix == ".pt":
            network.load_state_dict(torch.load(options.start, map_location=DEVICE))
        elif options.start:
            network = to_network(*read_model(options.start)).to(DEVICE)
        mine = [row for row in written if row["writer"] not in options.without]
        examples = read_examples(network, vocabulary, mine, options)
        log({kind: len(found) for kind, found in examples.items()})
        train(network, examples, options, log)
        log("seed", options.seed, *measure(network, vocabulary, strangers))
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), options.out / ("network.pt" if options.join else f"seed-{options.seed}.pt"))


# ---- training


def train(network: Network, examples: dict[str, list["Example"]], options, log) -> None:
    for part in (network.words, network.positions, network.types, network.norm, *network.layers[:FROZEN]):
        part.requires_grad_(False)
    odds = [TAKEN.get(example.label, 1.0) for example in examples["written"]]
    optimiser = adamw([values for values in network.parameters() if values.requires_grad], options.rate, 0.05)
    schedule = Schedule(optimiser, options.seconds, options.rate, warm=30, steps=options.steps)
    network.train()
    while schedule.goes_on():
        chosen = []
        for kind, share in SHARES.items():
            count = max(1, round(share * (8 if options.tiny else options.batch)))
            some = random.choices(examples[kind], odds if kind == "written" else None, k=count)
            chosen += [(random.choice(example.variants), example.label, WEIGHTS[kind]) for example in some]
        # In parts of like length, so that less of it is padding.
        chosen.sort(key=lambda each: len(each[0]))
        parts = [chosen[at : at + PART] for at in range(0, len(chosen), PART)]
        with torch.autocast(DEVICE, torch.bfloat16, enabled=IN_HALF):
            scores = torch.cat([above(network, [text for text, *_ in part]) for part in parts]).float()
        wanted = torch.tensor([[float(label == mark) for mark in MARKS] for _, label, _ in chosen], device=DEVICE)
        weights = torch.tensor([weight for *_, weight in chosen], device=DEVICE)
        loss = F.binary_cross_entropy_with_logits(scores, wanted * 0.96 + 0.02, reduction="none")
        schedule.step(network, (loss * weights).mean())
        if schedule.steps % 20 == 0:
            log("step", schedule.steps, "loss", round(loss.mean().item(), 3))
    log("steps", schedule.steps)


class Example(NamedTuple):
    label: str
    #: What the layers that stay make of it: as it was written, and as others would have typed it.
    variants: list[torch.Tensor]


def read_examples(network: Network, vocabulary: list[str], written: list[dict], options) -> dict[str, list[Example]]:
    texts = {"written": [(row["text"], row["label"]) for row in written], "long": stories(written)}
    texts |= {kind: [(text, "none") for text in found] for kind, found in read_others(options).items()}
    texts["prompts"] = read_prompts(options.prompts) if options.prompts else texts["questions"]
    out = {}
    for kind, found in texts.items():
        times = VARIANTS if kind == "written" else 1
        typed = [[text, *(retyped(text) for _ in range(times - 1))] if times > 1 else [retyped(text)] for text, _ in found]
        below = iter(below_all(network, cut_all(vocabulary, [text for group in typed for text in group], ROWS)))
        out[kind] = [Example(label, [next(below) for _ in group]) for group, (_, label) in zip(typed, found)]
    return out


@torch.no_grad()
def below_all(network: Network, sequences: list[list[int]], batch: int = 64) -> list[torch.Tensor]:
    """The rows of each text after the layers that stay: computed once, since no training changes them."""
    network.eval()
    order = sorted(range(len(sequences)), key=lambda at: len(sequences[at]))
    out: list = [None] * len(sequences)
    for start in range(0, len(order), batch):
        some = order[start : start + batch]
        rows = pad([sequences[at] for at in some])
        with torch.autocast(DEVICE, torch.bfloat16, enabled=IN_HALF):
            x = network.hidden(rows, torch.zeros_like(rows), rows != 0, FROZEN).bfloat16()
        for at, found in zip(some, x):
            out[at] = found[: len(sequences[at])].clone()
    return out


def above(network: Network, texts: list[torch.Tensor]) -> torch.Tensor:
    mask = torch.arange(max(map(len, texts)), device=DEVICE)[None] < torch.tensor([len(text) for text in texts], device=DEVICE)[:, None]
    return network.above(torch.nn.utils.rnn.pad_sequence(texts, batch_first=True).float(), mask, FROZEN)


def retyped(text: str) -> str:
    if is_vietnamese(text) and random.random() < UNMARKED:
        text = without_marks(text)
    if random.random() < 0.3:
        text = text.lower().replace(",", "").replace(".", "")
    letters = list(text)
    if random.random() < MISTYPED:
        for _ in range(max(1, len(letters) // 40)):
            at = random.randrange(len(letters))
            if letters[at].isalpha():
                letters[at] = random.choice(("", letters[at] * 2, letters[at - 1] if at else letters[at]))
    return "".join(letters)


def stories(written: list[dict]) -> list[tuple[str, str]]:
    """Messages inside others that are harmless, of the same language and place: what is said in passing counts as much."""
    place = lambda row: (row["lang"], row.get("where", "message"))
    harmless: dict = {}
    for row in written:
        if row["label"] == "none" and len(row["text"]) < LONGEST / 2:
            harmless.setdefault(place(row), []).append(row["text"])
    out = []
    for row in random.sample(written, min(len(written), MOST)):
        others = harmless.get(place(row))
        if not others or len(row["text"]) > LONGEST * 0.7:
            continue
        said = [row["text"]]
        while len(" ".join(said)) < LONGEST * 0.6:
            said.insert(random.choice((0, len(said))), random.choice(others))
        out.append((" ".join(said), row["label"]))
    return out


def is_mine(text: str) -> bool:
    """One half of what is public is for training, the other is what alarms are counted on."""
    return sha256(text.encode()).digest()[1] % 2 == 0


def read_others(options) -> dict[str, list[str]]:
    """Questions that were asked or written for search, letters to counsellors, and paragraphs of documents."""
    clean = lambda name: read_rows(options.data / f"clean/{name}.jsonl.xz", options.tiny)
    asked = [row["text"] for name in ("meqsum", "vihealthbert_faq") for row in clean(name) if row.get("text")]
    searched = [question["text"] for question in read_questions(options.written, options.data)]
    # Where a counsellor speaks of suicide, the letter may have.
    letters = clean("counsel_chat")
    doubtful = {row["question"] for row in letters if "suicid" in f"{row['question']} {row['answer']}".lower()}
    letters = sorted({row["question"] for row in letters} - doubtful)
    documents = [" ".join(lines) for row in clean("medlineplus_topics") for lines in passages_of(row["text"])]
    documents += [row["passage"] for row in clean("viwiki_medical") + random.sample(clean("viwiki_general"), 300 if options.tiny else 2000)]
    documents += [row["note"] for row in clean("mts_dialog") if len(row["note"]) > 60]
    documents += [part for file in sorted((ROOT / "knowledge").rglob("*.md")) for part in file.read_text(encoding="utf8").split("\n\n")]
    some = lambda texts, most: random.sample(texts, min(len(texts), most))
    return {
        "questions": [piece_of(text) for text in some([text for text in asked if is_mine(text)], MOST - 500) + some(searched, 500)],
        "letters": [piece_of(text) for text in letters if is_mine(text)],
        "documents": [piece_of(text) for text in some([text for text in documents if len(text) > 40 and is_mine(text)], MOST)],
    }


def read_prompts(file: Path) -> list[tuple[str, str]]:
    """Public prompts to assistants of any kind, orders among them: the half that `galen eval gates` does not count."""
    with file.open(encoding="utf8", newline="") as lines:
        rows = [(row["text"], "attack" if row["label"] == "1" else "none") for row in csv.DictReader(lines)]
    return [(text[:LONGEST], label) for text, label in rows if sha256(text.encode()).digest()[0] % 2 == 0]


def piece_of(text: str) -> str:
    """As much as the gate reads at once, from somewhere in the text."""
    at = random.randrange(max(1, len(text) - LONGEST)) if random.random() < 0.5 else 0
    return text[at : at + LONGEST]


# ---- figures, on messages of writers whom no training saw


def read_strangers(left_out: list[dict]) -> dict[str, list[dict]]:
    seen = [row for kind in ("emergency", "injection", "exam") for row in read_rows(ROOT / f"evals/gates/{kind}-seen.jsonl")]
    return {"seen": seen, **{writer: [row for row in left_out if row["writer"] == writer] for writer in {row["writer"] for row in left_out}}}


def measure(network: Network, vocabulary: list[str], sets: dict[str, list[dict]]) -> list[str]:
    lines = []
    for name, rows in sets.items():
        scores = score(network, below_all(network, cut_all(vocabulary, [row["text"] for row in rows], ROWS)))
        for language in ("en", "vi", "vi bare"):
            for where in ("message", "document"):
                mine = [(row["label"], odds) for row, odds in zip(rows, scores)
                        if kind_of(row) == language and row.get("where", "message") == where]  # fmt: skip
                help_wanted = np.array([odds[:2].max() for _, odds in mine])
                for label, at in {"now or crisis": help_wanted, **{m: np.array([o[i] for _, o in mine]) for m, i in MARKS.items()}}.items():
                    is_one = np.array([known in label.split(" or ") for known, _ in mine], bool)
                    if is_one.any() and not is_one.all():
                        lines.append(f"\n  {name}, {language}, {where}, {label}: {told_apart(at[is_one], at[~is_one])}")
    network.train()
    return lines


@torch.no_grad()
def score(network: Network, texts: list[torch.Tensor], batch: int = 64) -> np.ndarray:
    network.eval()
    return np.concatenate([above(network, texts[at : at + batch]).cpu().numpy() for at in range(0, len(texts), batch)])


def told_apart(yes: np.ndarray, no: np.ndarray) -> str:
    cuts = "  ".join(f"{cut}: {(yes >= cut).mean():.3f} / {(no < cut).mean():.3f}" for cut in (-1, 0, 1, 2, 3))
    return f"{len(yes)} + {len(no)}, told apart {(yes[:, None] > no[None]).mean():.3f}, {cuts}"


def kind_of(row: dict) -> str:
    return "en" if row["lang"] == "en" else "vi" if is_vietnamese(row["text"]) else "vi bare"


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder with clean/ and pairs.jsonl.xz")
    parser.add_argument("--written", type=Path, default=Path(__file__).parent / "data")
    parser.add_argument("--encoder", type=Path, default=Path(__file__).parents[1] / "encoder")
    parser.add_argument("--prompts", type=Path, help="a CSV of public prompts, text and label (1: an attack)")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--measure", type=Path, help="print the figures of a model as it ships, and train nothing")
    parser.add_argument("--without", nargs="+", default=[], help="writers to leave out, and to measure on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="a model as it shipped, or what a seed wrote, to go on from")
    parser.add_argument("--join", type=int, nargs="+")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--steps", type=int, help="in place of seconds")
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--tiny", action="store_true", help="a few hundred rows, to see that it runs")
    return parser.parse_args()


if __name__ == "__main__":
    main()
