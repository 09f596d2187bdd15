"""Trains the support model: does the source carry this sentence, deny it, or say neither?

    python models/training/train_support.py --data DATA --encoder models/encoder --out runs/support --seed 1 [--tiny]
    python models/training/train_support.py --data DATA --encoder models/encoder --out runs/support --join 1 2 3
    python models/training/train_support.py --measure models/support

The encoder with a head of three outputs over the first row and the mean of the sentence. Written pairs come in groups: the
faithful and the false sentences of one source are judged side by side, so that what differs between them is what is learnt.
Public sets of entailment and errors made by code keep it general. Whole documents are held out.
"""

import argparse
import random
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from common import (DEVICE, Schedule, adamw, cut_all, in_batches, is_held, is_vietnamese, joined, read_pairs, read_rows,
                    seed_all, sentences, start_log, two)  # fmt: skip
from errors import reword, spoil
from export import read_model, to_network
from network import Network
from train_ranker import with_head
from wordpiece import WordPiece
from written import read_support

SOURCE_ROWS, SENTENCE_ROWS = 160, 72
LAYERS = 6
LABELS = {"support": 0, "contradict": 1, "neutral": 2, "not_support": 3, "partial": 3}
#: Sets of questions and claims that have nothing to do with Galen's own figures; half of the plainest.
PUBLIC = {"evidence_inference": 1.0, "scifact": 1.0, "fever_eraser": 0.8, "fever_dev": 1.0, "wice": 1.0, "begin": 1.0,
          "factcheck_gpt": 1.0, "mnli_sample": 1.0, "snli_devtest": 0.5, "cad_nli": 1.0, "breaking_nli": 0.4}  # fmt: skip
GROUPS, ALONE = 26, 150
BY_CODE, PARALLEL = 40_000, 24_000
SMOOTHING, BESIDE = 0.06, 0.6
ORDER = ("comparator", "role", "direction", "certainty", "stronger", "aim", "cause")


def main() -> None:
    options = read_options()
    seed_all(options.seed)
    log = start_log()
    vocabulary = WordPiece.from_folder(options.encoder).vocabulary
    header, state = read_model(options.encoder)
    start = with_head(state, 3, width=768, layers=LAYERS)
    network = to_network({**header, "layers": LAYERS, "outputs": 3, "pool": "cls+second"}, start).to(DEVICE)
    written = read_support(options.written)
    held = [row for row in written if is_held(row["document"])][: 60 if options.tiny else None]
    cuts = [cut_all(vocabulary, [row[side] for row in held], rows)
            for side, rows in (("premise", SOURCE_ROWS), ("hypothesis", SENTENCE_ROWS))]  # fmt: skip
    pairs = list(zip(*cuts))
    if options.measure:
        return log(options.measure, measure(to_network(*read_model(options.measure)).to(DEVICE), held, pairs))
    if options.join:
        network.load_state_dict(joined(options.out, options.join))
        log("seeds", *options.join, "joined", measure(network, held, pairs))
    else:
        train(network, vocabulary, [row for row in written if not is_held(row["document"])], options, log)
        log("seed", options.seed, measure(network, held, pairs))
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), options.out / ("network.pt" if options.join else f"seed-{options.seed}.pt"))


# ---- training


def train(network: Network, vocabulary: list[str], written: list[dict], options, log) -> None:
    groups, alone = grouped(written), public_rows(options) + made_rows(options)
    log("written", len(written), "in groups", len(groups), "others", len(alone))
    cut = lambda texts, rows: cut_all(vocabulary, texts, rows)
    all_sources, all_lines = ([text for group in groups for text in group[side]] for side in (0, 1))
    source_cuts = dict(zip(all_sources, cut(all_sources, SOURCE_ROWS)))
    line_cuts = dict(zip(all_lines, cut(all_lines, SENTENCE_ROWS)))
    group_cuts = [([source_cuts[text] for text in sources], [line_cuts[text] for text in lines], labels)
                  for sources, lines, labels in groups]  # fmt: skip
    alone_cuts = list(zip(cut([row[0] for row in alone], SOURCE_ROWS), cut([row[1] for row in alone], SENTENCE_ROWS),
                          [row[2] for row in alone]))  # fmt: skip
    log("cut")
    optimiser = adamw(network.parameters(), options.rate, 0.02)
    schedule = Schedule(optimiser, options.seconds, options.rate, warm=200)
    network.train()
    while schedule.goes_on():
        pairs, labels, owner = [], [], []
        for number, (sources, lines, marks) in enumerate(random.sample(group_cuts, 3 if options.tiny else GROUPS)):
            source = random.choice(sources)
            pairs += [(source, line) for line in lines]
            labels += marks
            owner += [number] * len(lines)
        few = random.sample(alone_cuts, 8 if options.tiny else ALONE)
        pairs += [(source, line) for source, line, _ in few]
        wanted = torch.tensor(labels + [label for *_, label in few], device=DEVICE)
        scores = two(network, pairs)
        owners, count = torch.tensor(owner, device=DEVICE), len(labels)
        loss = judge(scores, wanted) + BESIDE * beside(scores[:count], wanted[:count], owners)
        schedule.step(network, loss)
        if schedule.steps % 200 == 0:
            log("step", schedule.steps, "loss", round(loss.item(), 3))
    log("steps", schedule.steps)


def judge(scores: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Three ways; of some sets it is only known that the sentence is not carried."""
    known = F.cross_entropy(scores, wanted.clamp(max=2), reduction="none", label_smoothing=SMOOTHING)
    not_carried = -torch.log((1 - scores.softmax(-1)[:, 0]).clamp(min=1e-4))
    return torch.where(wanted == 3, not_carried, known).mean()


def beside(scores: torch.Tensor, wanted: torch.Tensor, owner: torch.Tensor) -> torch.Tensor:
    """Within a source each faithful sentence stands above each false one."""
    odds = scores[:, 0] - scores[:, 1:].logsumexp(-1)
    pairs = (owner[:, None] == owner[None]) & (wanted[:, None] == 0) & (wanted[None] > 0)
    return F.softplus(1.5 - (odds[:, None] - odds[None]))[pairs].mean()


def grouped(written: list[dict]) -> list[tuple[list[str], list[str], list[int]]]:
    """A source, alone and among others of its document; its sentences; their labels. A neighbour's sentence is neutral."""
    by_source, by_document = defaultdict(list), defaultdict(list)
    for row in written:
        by_source[row["source"]].append(row)
    for name, rows in by_source.items():
        by_document[rows[0]["document"]].append(name)
    out = []
    for name, rows in by_source.items():
        premise = rows[0]["premise"]
        others = [by_source[other] for other in by_document[rows[0]["document"]] if other != name]
        others = [other for other in others if other[0]["premise"] not in premise and premise not in other[0]["premise"]]
        around = [random.choice(others)[0]["premise"] for _ in range(3)] if others else []
        sources = [premise] * 3 + [f"{premise} {other}" for other in around] + [f"{other} {premise}" for other in around]
        lines, labels = [row["hypothesis"] for row in rows], [LABELS[row["label"]] for row in rows]
        # Word for word is faithful too: beside false sentences that change a word or two it has to be shown.
        out.append((sources, [*lines, random.choice(sentences(premise))], [*labels, 0]))
        if others and random.random() < 0.5:
            faithful = [row["hypothesis"] for row in random.choice(others) if row["label"] == "support"]
            another = (random.choice(faithful), 2) if faithful else (lines[0], labels[0])
            out.append(([premise], [*lines[:2], another[0]], [*labels[:2], another[1]]))
    return out


def public_rows(options) -> list[tuple[str, str, int]]:
    out = []
    for name, share in PUBLIC.items():
        rows = read_rows(options.data / f"clean/{name}.jsonl.xz", options.tiny)
        out += [(row["premise"], row["hypothesis"], LABELS[row["label"]]) for row in rows if random.random() < share]
    return out


def made_rows(options) -> list[tuple[str, str, int]]:
    """A sentence of a paper and those around it: as it was, lightly reworded, or spoilt; and the same across languages."""
    texts = [lines for row in read_pairs(options.data, options.tiny)
             if len(lines := [line for line in sentences(row["p"]) if 40 < len(line) < 300]) > 1]  # fmt: skip
    rows = read_rows(options.data / "clean/en_vi_parallel.jsonl.xz", options.tiny)
    parallel = [row for row in rows if is_vietnamese(row["vi"])]
    out: list[tuple[str, str, int]] = []
    while len(out) < (200 if options.tiny else BY_CODE):
        lines = random.choice(texts)
        at = random.randrange(len(lines))
        low, high = max(0, at - random.choice((0, 0, 1))), min(len(lines), at + 1 + random.choice((0, 0, 1)))
        source, line, chance = " ".join(lines[low:high]), lines[at], random.random()
        if chance < 0.35:
            out.append((source, reword(line, "en"), 0))
        elif chance < 0.88:
            if spoilt := spoil(line, "en"):
                out.append((source, reword(spoilt, "en") if random.random() < 0.5 else spoilt, 1))
        elif rest := lines[:low] + lines[high:]:
            out.append((source, random.choice(rest), 2))
    end = len(out) + (200 if options.tiny else PARALLEL)
    while len(out) < end:
        row, chance = random.choice(parallel), random.random()
        source = row["en"] if random.random() < 0.5 else row["vi"]
        if chance < 0.4:
            out.append((source, reword(row["vi"], "vi"), 0))
        elif chance < 0.9:
            if spoilt := spoil(row["vi"], "vi"):
                out.append((source, spoilt, 1))
        else:
            out.append((source, random.choice(parallel)["vi"], 2))
    return out


# ---- figures, on documents that no training saw


def measure(network: Network, held: list[dict], pairs: list) -> dict:
    chances = in_batches(network, two, pairs).softmax(-1)[:, 0].cpu().numpy()
    network.train()
    out = {}
    for language in ("en", "vi"):
        mine = [(row, chance) for row, chance in zip(held, chances) if row["language"] == language]
        faithful = np.array([chance for row, chance in mine if row["label"] == "support"])
        false = np.array([chance for row, chance in mine if row["label"] != "support"])
        order = np.array([chance for row, chance in mine if row["label"] != "support" and row["kind"] in ORDER])
        out[language] = {"faithful": len(faithful), "false": len(false)} | {
            f"at {at}": f"kept {(faithful >= at).mean():.3f}, caught {(false < at).mean():.3f}, "
            f"where order or certainty decides {(order < at).mean():.3f}"
            for at in (0.3, 0.5, 0.7)
        }
        out[language]["told apart"] = round(float((faithful[:, None] > false[None]).mean()), 3)
    kinds = defaultdict(list)
    for row, chance in zip(held, chances):
        if row["label"] != "support":
            kinds[row["kind"]].append(chance < 0.5)
    told = {kind: f"{np.mean(caught):.2f} of {len(caught)}" for kind, caught in sorted(kinds.items()) if len(caught) > 9}
    return out | {"caught by kind at 0.5": told}


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder with clean/ and pairs.jsonl.xz")
    parser.add_argument("--written", type=Path, default=Path(__file__).parent / "data")
    parser.add_argument("--encoder", type=Path, default=Path(__file__).parents[1] / "encoder")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--measure", type=Path, help="print the figures of a model as it ships, and train nothing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--join", type=int, nargs="+")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--rate", type=float, default=1.2e-4)
    parser.add_argument("--tiny", action="store_true", help="a few hundred rows, to see that it runs")
    return parser.parse_args()


if __name__ == "__main__":
    main()
