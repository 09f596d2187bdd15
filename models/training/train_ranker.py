"""Trains the ranker: does this passage answer the question, and which of its sentences does?

    python models/training/train_ranker.py --data DATA --encoder models/encoder --out runs/ranker --seed 1 [--tiny]
    python models/training/train_ranker.py --data DATA --encoder models/encoder --out runs/ranker --join 1 2 3
    python models/training/train_ranker.py --data DATA --measure models/ranker

The encoder with a head of two outputs: the log-odds of the passage (from the first row and the mean of the
passage), and those of a sentence (from the first row and the mean of the sentence, read within its passage). Lists (one right passage
among others that the encoder finds near) teach the order; written questions, right and nearly right, teach the log-odds.
Among the near ones, those that the encoder holds for about as good as the right one are left out: too many of them are right
answers that nobody marked. The word vectors stay the encoder's, so that they ship once.
"""

import argparse
import random
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from common import (DEVICE, Bm25, Schedule, adamw, cut_all, fuse, in_batches, is_held, is_vietnamese, joined, ndcg, one, pad,
                    read_pairs, read_rows, seed_all, sentences, start_log, without_marks)  # fmt: skip
from export import read_model, to_network
from network import Network
from train_encoder import CLAIMS, read_claims, read_development
from wordpiece import WordPiece
from written import read_questions

QUESTION_ROWS, PASSAGE_ROWS = 96, 128
LAYERS = 6
LISTS, OTHERS, SINGLES = 48, 7, 192
PARTS = 3
#: Characters of sentences that are read together, as in src/retrieval/models/own-reranker.ts.
WINDOW = 420
NEAREST, TOO_NEAR = 50, 0.95
UNMARKED = 0.25
#: Passages on the same focus that answer another kind of question are the best near misses there are.
SISTERS = 3


def main() -> None:
    options = read_options()
    seed_all(options.seed)
    log = start_log()
    vocabulary = WordPiece.from_folder(options.encoder).vocabulary
    encoder, network = open_networks(options.encoder, options.layers)
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


def open_networks(folder: Path, layers: int) -> tuple[Network, Network]:
    header, state = read_model(folder)
    encoder = to_network(header, state).to(DEVICE)
    network = to_network({**header, "layers": layers, "outputs": 2, "pool": "cls+second"}, with_head(state, 2, layers=layers)).to(DEVICE)
    return encoder, network


def with_head(state: dict, outputs: int, width: int = 768, layers: int = LAYERS) -> dict:
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


# ---- what is read together


class Window:
    """A run of sentences under a title, as rows; where each sentence lies in them; which of them answer."""

    def __init__(self, title: list[int], lines: list[list[int]], answers: list[bool]):
        self.rows, self.spans, self.answers = [title[0], *title[1:-1]], [], []
        for line, is_answer in zip(lines, answers):
            start = len(self.rows)
            if start >= PASSAGE_ROWS - 1:
                break
            self.rows += line[1:-1]
            self.spans.append((start, min(len(self.rows), PASSAGE_ROWS - 1)))
            self.answers.append(is_answer)
        self.rows = [*self.rows[: PASSAGE_ROWS - 1], title[-1]]


def runs_of(lines: list[str], start: int = 0) -> list[list[int]]:
    """Numbers of sentences that are read together."""
    runs, length = [[]], 0
    for at in range(start, len(lines)):
        if runs[-1] and length + len(lines[at]) > WINDOW:
            runs.append([])
            length = 0
        runs[-1].append(at)
        length += len(lines[at]) + 1
    return runs


def judged(network: Network, pairs: list[tuple[list[int], list[int] | Window]]) -> tuple[torch.Tensor, torch.Tensor]:
    """The log-odds of each pair's passage, and of the sentences of all windows behind each other.

    Read in parts of like length, so that less of it is padding."""
    lengths = [len(first) + len(second.rows if isinstance(second, Window) else second) for first, second in pairs]
    counts = [len(second.spans) if isinstance(second, Window) else 0 for _, second in pairs]
    starts = np.cumsum([0, *counts])
    passages, lines, places = [], [], []
    for part in np.array_split(np.argsort(lengths), min(PARTS, len(pairs))):
        found = judged_part(network, [pairs[at] for at in part])
        passages.append(found[0])
        lines.append(found[1])
        places += [place for at in part for place in range(starts[at], starts[at + 1])]
    order = lambda values: torch.tensor(np.argsort(values), device=DEVICE, dtype=torch.long)
    return torch.cat(passages)[order(np.argsort(lengths))], torch.cat(lines)[order(places)]


def judged_part(network: Network, pairs: list) -> tuple[torch.Tensor, torch.Tensor]:
    texts = [second.rows if isinstance(second, Window) else second for _, second in pairs]
    rows = pad([first + text[1:] for (first, _), text in zip(pairs, texts)])
    starts = torch.tensor([len(first) for first, _ in pairs], device=DEVICE)[:, None]
    types = (torch.arange(rows.shape[1], device=DEVICE)[None] >= starts) & (rows != 0)
    spans = [
        (number, len(first) + start - 1, len(first) + end - 1)
        for number, (first, second) in enumerate(pairs) if isinstance(second, Window)
        for start, end in second.spans
    ]  # fmt: skip
    with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
        x = network.hidden(rows, types.long(), rows != 0)
    passages = network.head(network.pooled(x, types.long(), rows != 0))[:, 0]
    sentences = network.of_spans(x, torch.tensor(spans, device=DEVICE))[:, 1] if spans else x.new_zeros(0)
    return passages, sentences


@torch.no_grad()
def judge_all(network: Network, pairs: list, batch: int = 384) -> list[tuple[float, list[float]]]:
    network.eval()
    out = []
    for start in range(0, len(pairs), batch):
        part = pairs[start : start + batch]
        passages, lines = (values.tolist() for values in judged(network, part))
        rest = iter(lines)
        for score, (_, second) in zip(passages, part):
            out.append((score, [next(rest) for _ in second.spans] if isinstance(second, Window) else []))
    return out


# ---- training


def train(network: Network, lists: list, singles: list, options, log) -> None:
    network.words.weight.requires_grad_(False)
    learnt = [values for values in network.parameters() if values.requires_grad]
    optimiser = adamw(learnt, options.rate, 0.01)
    schedule = Schedule(optimiser, options.seconds, options.rate)
    softly = lambda scores, marks: F.binary_cross_entropy_with_logits(scores, marks * 0.94 + 0.03)
    network.train()
    while schedule.goes_on():
        pairs = []
        for questions, right, others in random.sample(lists, 4 if options.tiny else LISTS):
            question = random.choices(questions, (1 - UNMARKED, UNMARKED))[0]
            wrong = random.choices(others, k=OTHERS - 1) + [random.choice(lists)[1]]
            pairs += [(question, passage) for passage in (right, *wrong)]
        few = random.sample(singles, 8 if options.tiny else SINGLES)
        pairs += [(random.choices(questions, (1 - UNMARKED, UNMARKED))[0], window) for questions, window in few]
        passages, lines = judged(network, pairs)
        ordered, alone = passages[: len(passages) - len(few)].view(-1, OTHERS + 1), passages[len(passages) - len(few) :]
        loss = F.cross_entropy(ordered, torch.zeros(len(ordered), dtype=torch.long, device=DEVICE))
        marks = torch.zeros_like(ordered)
        marks[:, 0] = 1
        loss = loss + 0.3 * F.binary_cross_entropy_with_logits(ordered, marks)
        flags = lambda values: torch.tensor([float(value) for value in values], device=DEVICE)
        loss = loss + softly(alone, flags(any(window.answers) for _, window in few))
        loss = loss + softly(lines, flags(answer for _, window in few for answer in window.answers))
        schedule.step(network, loss)
        if schedule.steps % 200 == 0:
            log("step", schedule.steps, "loss", round(loss.item(), 3))
    log("steps", schedule.steps)


def read_sets(options, vocabulary: list[str], encoder: Network, log):
    """Lists: (question, the same without marks), the passage that answers, others. Singles: the question and a window."""
    pools: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for row in read_pairs(options.data, options.tiny):
        if row["src"] in ("ei_title_abstract", "ei_ico_abstract", "bioasq7-9_q_doc", "pubmedqa_q_ctx"):
            pools["literature"].append((row["q"], row["p"], ""))
    pools["literature"] += [(claim, abstract, "") for claim, abstract in read_claims(options.data / "scifact", False) * CLAIMS]
    focus = lambda row: (row.get("focus") or "").lower()
    for row in read_rows(options.data / "clean/medquad_qa.jsonl.xz", options.tiny):
        pools["consumers"].append((row["query"], row["passage"], focus(row)))
    marked = [q for q in read_questions(options.written, options.data) if not is_held(q["document"])][: 200 if options.tiny else None]
    for question in marked:
        if question["answers"]:
            run = next(run for run in runs_of(question["sentences"]) if question["answers"][0] - 1 in run)
            text = f"{question['title']}. {' '.join(question['sentences'][at] for at in run)}"
            pools["written"].append((question["text"], text, question["document"]))
    for name in ("squad_dev_vi_mt", "xquad_vi", "xquad_en", "viwiki_medical"):
        for row in read_rows(options.data / f"clean/{name}.jsonl.xz", options.tiny):
            pools["vietnamese" if name != "xquad_en" else "general"].append((row["query"], row["passage"], ""))
            lines = sentences(row["passage"])
            answers = [at + 1 for at, line in enumerate(lines) if row.get("answer") and row["answer"] in line]
            if len(answers) == 1:
                marked.append({"text": row["query"], "title": "", "sentences": lines, "answers": answers})

    cut = lambda texts, rows: cut_all(vocabulary, texts, rows)
    lists = []
    for name, pool in pools.items():
        asked, bare = (cut([how(q) for q, _, _ in pool], QUESTION_ROWS) for how in (str, without_marks))
        passages = cut([p for _, p, _ in pool], PASSAGE_ROWS)
        near = nearest(encoder, asked, passages, pool)
        ready = zip(asked, bare, passages, near)
        made = [((a, b), p, [passages[at] for at in others]) for a, b, p, others in ready if others]
        lists += made * (2 if name == "written" else 1)
        log(name, len(pool), "with others", len(made))

    asked, bare = (cut([how(q["text"]) for q in marked], QUESTION_ROWS) for how in (str, without_marks))
    singles = []
    for a, b, windows in zip(asked, bare, cut_windows(vocabulary, marked, some_runs)):
        singles += [((a, b), window) for window in windows]
    return lists, singles


def cut_windows(vocabulary: list[str], questions: list[dict], choose) -> list[list[Window]]:
    titles = cut_all(vocabulary, [f"{q['title']}." if q["title"] else "" for q in questions], PASSAGE_ROWS)
    lines = iter(cut_all(vocabulary, [line for q in questions for line in q["sentences"]], PASSAGE_ROWS))
    out = []
    for question, title in zip(questions, titles):
        own = [next(lines) for _ in question["sentences"]]
        is_answer = [at + 1 in question["answers"] for at in range(len(own))]
        runs = choose(question["sentences"])
        out.append([Window(title, [own[at] for at in run], [is_answer[at] for at in run]) for run in runs])
    return out


def some_runs(lines: list[str]) -> list[list[int]]:
    """All of the passage as it is read later, one run from somewhere within, and one sentence alone."""
    start = random.randrange(len(lines))
    return [*runs_of(lines), runs_of(lines, start)[0], [random.randrange(len(lines))]]


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
    held = [q for q in written if is_held(q["document"])][: 12 if options.tiny else None]
    windows = dict(zip(names, cut_windows(vocabulary, [{**q, "answers": []} for q in passages.values()], runs_of)))
    out = []
    for question, asked in zip(held, cut_all(vocabulary, [q["text"] for q in held], QUESTION_ROWS)):
        best = [names[at] for at in np.argsort(-lexical.scores(question["text"]))[:9]]
        near = [name for name in best if name != question["passage_id"]]
        out.append({
            "language": question["language"], "marked": is_vietnamese(question["text"]), "answers": question["answers"],
            "runs": [run for run, window in zip(runs_of(question["sentences"]), windows[question["passage_id"]])
                     for run in [run[: len(window.spans)]]],
            "own": [(asked, window) for window in windows[question["passage_id"]]],
            "near": [[(asked, window) for window in windows[name]] for name in near[:8]],
        })  # fmt: skip
    return out


def measure(network: Network, held: list[dict]) -> dict:
    work = [pair for each in held for group in (each["own"], *each["near"]) for pair in group]
    verdicts = iter(judge_all(network, work))
    results = defaultdict(lambda: defaultdict(list))
    for each in held:
        own = [next(verdicts) for _ in each["own"]]
        near = [max(next(verdicts)[0] for _ in group) for group in each["near"]]
        score = max(passage for passage, _ in own)
        lines = [(odds, 1 + at) for run, (_, all_odds) in zip(each["runs"], own) for at, odds in zip(run, all_odds)]
        mine = results[each["language"] if each["language"] == "en" else "vi" if each["marked"] else "vi bare"]
        if each["answers"]:
            mine["right first"].append(score >= max(near, default=score))
            mine["sentence first"].append(max(lines)[1] in each["answers"])
            mine["yes"].append(score)
            mine["yes line"].append(max(lines)[0])
        else:
            mine["no"].append(score)
            mine["no line"].append(max(lines)[0])
    network.train()
    out = {}
    for name, mine in results.items():
        yes, no, yes_line, no_line = (np.array(mine[part]) for part in ("yes", "no", "yes line", "no line"))
        out[name] = {
            "questions": len(yes), "right first": round(float(np.mean(mine["right first"])), 3),
            "sentence first": round(float(np.mean(mine["sentence first"])), 3),
            "told apart": round(float((yes[:, None] > no[None]).mean()), 3),
            "by sentences": round(float((yes_line[:, None] > no_line[None]).mean()), 3),
            "by both": round(float(((yes + yes_line)[:, None] > (no + no_line)[None]).mean()), 3),
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
    for key, (score, _) in zip(owner, judge_all(network, pairs)):
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
    parser.add_argument("--layers", type=int, default=LAYERS)
    parser.add_argument("--tiny", action="store_true", help="a few hundred rows, to see that it runs")
    return parser.parse_args()


if __name__ == "__main__":
    main()
