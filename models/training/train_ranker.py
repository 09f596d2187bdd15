"""Trains the ranker: does this passage, or this sentence, answer the question?

    python models/training/train_ranker.py --data DATA --encoder models/encoder --out runs/ranker --seed 1 [--tiny]
    python models/training/train_ranker.py --data DATA --encoder models/encoder --out runs/ranker --join 1 2 3
    python models/training/train_ranker.py --measure models/ranker

The encoder's first layers with a head of one output. Lists (one right passage among others that the encoder finds near)
teach the order; written questions, right and nearly right, teach the log-odds. Among the near ones, those that the encoder
holds for about as good as the right one are left out: too many of them are right answers that nobody marked.
"""

import argparse
import random
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from common import (DEVICE, Bm25, Schedule, cut_all, fuse, in_batches, is_held, is_vietnamese, joined, ndcg, one,
                    read_pairs, read_rows, seed_all, start_log, two, without_marks)  # fmt: skip
from export import read_model, to_network
from network import Network
from train_encoder import read_development
from wordpiece import WordPiece
from written import read_questions

QUESTION_ROWS, PASSAGE_ROWS = 96, 128
LAYERS = 3
LISTS, OTHERS, SINGLES = 48, 7, 160
NEAREST, TOO_NEAR = 50, 0.95
UNMARKED = 0.25
#: Passages on the same focus that answer another kind of question are the best near misses there are.
SISTERS = 3


def main() -> None:
    options = read_options()
    seed_all(options.seed)
    log = start_log()
    vocabulary = WordPiece.from_folder(options.encoder).vocabulary
    encoder, network = open_networks(options.encoder)
    held = read_held(options, vocabulary)
    if options.measure:
        return log(options.measure, measure(to_network(*read_model(options.measure)).to(DEVICE), held))
    if options.join:
        network.load_state_dict(joined(options.out, options.join))
        log("seeds", *options.join, "joined", measure(network, held))
        for name, each in read_development(options, vocabulary).items():
            log(name, "by the ranker's share", reordered(encoder, network, each))
    else:
        lists, singles = read_sets(options, vocabulary, encoder, log)
        log("lists", len(lists), "singles", len(singles))
        train(network, lists, singles, options, log)
        log("seed", options.seed, measure(network, held))
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), options.out / ("network.pt" if options.join else f"seed-{options.seed}.pt"))


def open_networks(folder: Path) -> tuple[Network, Network]:
    header, state = read_model(folder)
    encoder = to_network(header, state).to(DEVICE)
    network = to_network({**header, "layers": LAYERS, "outputs": 1, "pool": "mean"}, with_head(state, 1)).to(DEVICE)
    return encoder, network


def with_head(state: dict, outputs: int, width: int = 384, layers: int = LAYERS) -> dict:
    """The layers that stay, evenly taken from those there are, and a new head."""
    there = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers."))
    kept = {old: new for new, old in enumerate(np.linspace(0, there - 1, layers).round().astype(int))}
    out = {name: values for name, values in state.items() if not name.startswith("layers.")}
    for name, values in state.items():
        if name.startswith("layers."):
            _, number, rest = name.split(".", 2)
            if int(number) in kept:
                out[f"layers.{kept[int(number)]}.{rest}"] = values
    head = np.random.default_rng(0).normal(0, 0.02, (outputs, width)).astype(np.float32)
    return out | {"head.weight": head, "head.bias": np.zeros(outputs, np.float32)}


# ---- training


def train(network: Network, lists: list, singles: list, options, log) -> None:
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=0.01, fused=DEVICE == "cuda")
    schedule = Schedule(optimiser, options.seconds, options.rate)
    network.train()
    while schedule.goes_on():
        pairs = []
        for questions, right, others in random.sample(lists, 4 if options.tiny else LISTS):
            question = random.choices(questions, (1 - UNMARKED, UNMARKED))[0]
            wrong = random.choices(others, k=OTHERS - 1) + [random.choice(lists)[1]]
            pairs += [(question, passage) for passage in (right, *wrong)]
        few = random.sample(singles, 8 if options.tiny else SINGLES)
        pairs += [(random.choices(questions, (1 - UNMARKED, UNMARKED))[0], text) for questions, text, _ in few]
        scores = two(network, pairs)[:, 0]
        ordered, alone = scores[: len(scores) - len(few)].view(-1, OTHERS + 1), scores[len(scores) - len(few) :]
        loss = F.cross_entropy(ordered, torch.zeros(len(ordered), dtype=torch.long, device=DEVICE))
        marks = torch.zeros_like(ordered)
        marks[:, 0] = 1
        loss = loss + 0.3 * F.binary_cross_entropy_with_logits(ordered, marks)
        wanted = torch.tensor([float(answers) for *_, answers in few], device=DEVICE)
        loss = loss + F.binary_cross_entropy_with_logits(alone, wanted * 0.94 + 0.03)
        schedule.step(network, loss)
        if schedule.steps % 200 == 0:
            log("step", schedule.steps, "loss", round(loss.item(), 3))
    log("steps", schedule.steps)


def read_sets(options, vocabulary: list[str], encoder: Network, log):
    """Lists: (question, the same without marks), the passage that answers, others. Singles: a text and its verdict."""
    pools: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for row in read_pairs(options.data, options.tiny):
        if row["src"] in ("ei_title_abstract", "ei_ico_abstract", "bioasq7-9_q_doc", "pubmedqa_q_ctx"):
            pools["literature"].append((row["q"], row["p"], ""))
    focus = lambda row: (row.get("focus") or "").lower()
    for row in read_rows(options.data / "clean/medquad_qa.jsonl.xz", options.tiny):
        pools["consumers"].append((row["query"], row["passage"], focus(row)))
    for name in ("squad_dev_vi_mt", "xquad_vi", "xquad_en", "viwiki_medical"):
        for row in read_rows(options.data / f"clean/{name}.jsonl.xz", options.tiny):
            pools["vietnamese" if name != "xquad_en" else "general"].append((row["query"], row["passage"], ""))
    written = [q for q in read_questions(options.written, options.data) if not is_held(q["document"])][: 200 if options.tiny else None]
    for question in written:
        if question["answers"]:
            pools["written"].append((question["text"], question["passage"], question["document"]))

    cut = lambda texts, rows: cut_all(vocabulary, texts, rows)
    lists = []
    for name, pool in pools.items():
        asked, bare = (cut([how(q) for q, _, _ in pool], QUESTION_ROWS) for how in (str, without_marks))
        passages = cut([p for _, p, _ in pool], PASSAGE_ROWS)
        near = nearest(encoder, asked, passages, pool)
        ready = zip(asked, bare, passages, near)
        made = [((a, b), p, [passages[at] for at in others]) for a, b, p, others in ready if others]
        lists += made * (3 if name == "written" else 1)
        log(name, len(pool), "with others", len(made))

    texts, bare_texts, parts, answers = [], [], [], []
    for question in written:
        for part, is_answer in judged_parts(question):
            texts.append(question["text"])
            bare_texts.append(without_marks(question["text"]))
            parts.append(part)
            answers.append(is_answer)
    cuts = cut(texts, QUESTION_ROWS), cut(bare_texts, QUESTION_ROWS), cut(parts, PASSAGE_ROWS)
    return lists, [((a, b), p, y) for a, b, p, y in zip(*cuts, answers)]


def judged_parts(question: dict):
    """The passage whole, shorter runs of its sentences, and single sentences, each with whether the answer is in it."""
    lines, right = question["sentences"], {number - 1 for number in question["answers"]}
    titled = lambda these: f"{question['title']}. {' '.join(lines[at] for at in these)}"
    everything = range(len(lines))
    yield titled(everything), bool(right)
    yield titled(everything), bool(right)
    start = random.randrange(len(lines))
    window = [at for at in range(start, min(start + 3, len(lines)))]
    if right <= set(window) or not right & set(window):
        yield titled(window), bool(right) and right <= set(window)
    for at in right if len(right) == 1 else ():
        yield lines[at], True
        yield titled([at]), True
    others = [at for at in everything if at not in right]
    for at in random.sample(others, min(2, len(others))):
        yield (titled([at]) if random.random() < 0.5 else lines[at]), False


@torch.no_grad()
def nearest(encoder: Network, asked, passages, pool) -> list[list[int]]:
    """Near the question, yet clearly less near than what answers it; and others on the same focus."""
    questions, found = in_batches(encoder, one, asked), in_batches(encoder, one, passages)
    right: dict[str, set] = defaultdict(set)
    sisters: dict[str, list[int]] = defaultdict(list)
    for at, (question, passage, focus) in enumerate(pool):
        right[question].add(passage[:80])
        if focus:
            sisters[focus].append(at)
    out = []
    for start in range(0, len(pool), 1024):
        scores = questions[start : start + 1024] @ found.T
        best = scores.topk(min(NEAREST + 5, len(pool)))
        own = (questions[start : start + 1024] * found[start : start + 1024]).sum(-1)
        for row, (values, places) in enumerate(zip(best.values.tolist(), best.indices.tolist())):
            question, _, focus = pool[start + row]
            limit = TOO_NEAR * own[row].item()
            others = [at for value, at in zip(values, places) if value < limit and pool[at][1][:80] not in right[question]]
            mine = [at for at in sisters[focus] if pool[at][1][:80] not in right[question]] if focus else []
            if mine:
                others = others[: NEAREST // 2] + random.sample(mine, min(SISTERS, len(mine))) * 4
            out.append(others)
    return out


# ---- figures, on documents that no training saw


def read_held(options, vocabulary: list[str]) -> list[dict]:
    """Each held question with the passages that words bring near, its own first; near misses on their own."""
    written = read_questions(options.written, options.data)
    passages = {q["passage_id"]: q for q in written}
    names, lexical = list(passages), Bm25([q["passage"] for q in passages.values()])
    out = []
    for question in [q for q in written if is_held(q["document"])][: 12 if options.tiny else None]:
        best = [names[at] for at in np.argsort(-lexical.scores(question["text"]))[:9]]
        near = [name for name in best if name != question["passage_id"]]
        texts = [question["passage"], *(passages[name]["passage"] for name in near[:8])]
        asked = cut_all(vocabulary, [question["text"]], QUESTION_ROWS)[0]
        lines = [f"{question['title']}. {line}" for line in question["sentences"]]
        out.append({
            "language": question["language"], "marked": is_vietnamese(question["text"]), "answers": question["answers"],
            "pairs": [(asked, p) for p in cut_all(vocabulary, texts, PASSAGE_ROWS)],
            "lines": [(asked, p) for p in cut_all(vocabulary, lines, PASSAGE_ROWS)],
        })  # fmt: skip
    return out


def measure(network: Network, held: list[dict]) -> dict:
    work = [pair for each in held for pair in each["pairs"] + each["lines"]]
    scores = iter(in_batches(network, two, work)[:, 0].tolist())
    results = defaultdict(lambda: defaultdict(list))
    for each in held:
        own = [next(scores) for _ in each["pairs"]]
        lines = [next(scores) for _ in each["lines"]]
        mine = results[each["language"] if each["language"] == "en" else "vi" if each["marked"] else "vi bare"]
        if each["answers"]:
            mine["right first"].append(own[0] >= max(own))
            mine["sentence first"].append(1 + int(np.argmax(lines)) in each["answers"])
            mine["yes"].append(own[0])
        else:
            mine["no"].append(own[0])
    network.train()
    out = {}
    for name, mine in results.items():
        yes, no = np.array(mine["yes"]), np.array(mine["no"])
        out[name] = {
            "questions": len(yes), "right first": round(float(np.mean(mine["right first"])), 3),
            "sentence first": round(float(np.mean(mine["sentence first"])), 3),
            "told apart": round(float((yes[:, None] > no[None]).mean()), 3),
            "yes kept at 0": round(float((yes > 0).mean()), 3),
            "near misses refused at 0": round(float((no <= 0).mean()), 3),
        }  # fmt: skip
    return out


#: How many of the fused order are read again, and in how many windows each.
READ_AGAIN, WINDOWS = 10, 2


@torch.no_grad()
def reordered(encoder: Network, network: Network, each: dict) -> dict:
    """nDCG@10 when the first of the fused order are ordered again with the ranker, by its share in the score."""
    dense = (in_batches(encoder, one, each["queries"]) @ in_batches(encoder, one, each["documents"]).T).cpu().numpy()
    fused = [fuse(lexical, vector, 0.5) for lexical, vector in zip(each["lexical"], dense)]
    first = [list(np.argsort(-scores)[:READ_AGAIN]) for scores in fused]
    pairs, owner = [], []
    for number, (query, places) in enumerate(zip(each["queries"], first)):
        for place in places:
            inner = each["documents"][place][1:-1]
            for window in range(WINDOWS):
                part = inner[window * (PASSAGE_ROWS - 2) :][: PASSAGE_ROWS - 2]
                if part:
                    pairs.append((query[: QUESTION_ROWS - 1] + query[-1:], [query[0], *part, query[-1]]))
                    owner.append((number, place))
    best: dict = {}
    for key, score in zip(owner, in_batches(network, two, pairs)[:, 0].tolist()):
        best[key] = max(score, best.get(key, -99.0))
    out = {}
    for share in (0, 0.1, 0.2, 0.35, 0.5, 0.7, 1):
        orders = []
        for number, places in enumerate(first):
            top = max(fused[number][place] for place in places)
            chance = lambda place: 1 / (1 + np.exp(-best[number, place] / 2))
            mixed = lambda place: (1 - share) * fused[number][place] / top + share * chance(place)
            orders.append([each["names"][place] for place in sorted(places, key=mixed, reverse=True)])
        out[share] = round(float(np.mean([ndcg(o, r) for o, r in zip(orders, each["relevant"])])), 4)
    return out


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder with clean/, pairs.jsonl.xz and left-out.txt")
    parser.add_argument("--written", type=Path, default=Path(__file__).parent / "data")
    parser.add_argument("--encoder", type=Path, default=Path(__file__).parents[1] / "encoder")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--measure", type=Path, help="print the figures of a model as it ships, and train nothing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--join", type=int, nargs="+")
    parser.add_argument("--seconds", type=float, default=150)
    parser.add_argument("--rate", type=float, default=1.2e-4)
    parser.add_argument("--tiny", action="store_true", help="a few hundred rows, to see that it runs")
    return parser.parse_args()


if __name__ == "__main__":
    main()
