"""Fine-tunes the encoder on pairs in both languages, then goes part of the way back to where it began.

    python models/training/train_encoder.py --data DATA --syllables runs/syllables --out runs/encoder --seed 1 [--tiny]
    python models/training/train_encoder.py --data DATA --syllables runs/syllables --out runs/encoder --join 1 2 3

Fine-tuning alone forgets how consumers speak; between the two lies a network that keeps both (the share is chosen on
development sets). `--join` takes the mean of several seeds' networks and measures it as it measured each of them.
"""

import argparse
import random
from hashlib import sha256
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from common import (DEVICE, Bm25, Schedule, adamw, cut_all, fuse, in_batches, is_held, is_vietnamese, joined, ndcg, one,
                    read_pairs, read_rows, seed_all, start_log, without_marks)  # fmt: skip
from network import Network, read_base
from wordpiece import WordPiece
from written import read_questions

QUERY_ROWS, PASSAGE_ROWS = 96, 180
TEMPERATURE = 0.03
#: How much of the fine-tuned layers and English rows is kept; syllables are new, and kept as trained.
SHARES = (0.3, 0.4, 0.5, 0.65, 0.8)
#: How often a batch is of this kind.
KINDS = {"literature": 0.36, "consumers": 0.27, "vietnamese": 0.37}
PULLED, PULL = 192, 4.0
#: How often a claim of SciFact's train part is seen beside other literature.
CLAIMS = 4
#: Of the many sections of full texts that have only a title for a question, so many are taken.
SECTIONS = 20_500
TINY_BATCH, TINY_PASSAGES = 16, 60
UNMARKED = 0.4
#: The vectors' share in fusion: words do not cross from Vietnamese questions to English passages.
FUSED = {"en": 0.5, "vi": 0.8}


def main() -> None:
    options = read_options()
    seed_all(options.seed)
    log = start_log()
    vocabulary, start = read_start(options)
    network = Network(vocabulary=len(vocabulary)).to(DEVICE)
    network.load_state_dict(start)
    development = read_development(options, vocabulary)
    log("development", {name: len(each["queries"]) for name, each in development.items()})
    if options.join:
        network.load_state_dict(joined(options.out, options.join))
        log("seeds", *options.join, "joined", measure(network, development))
        torch.save(network.state_dict(), options.out / "network.pt")
        return
    log("before", measure(network, development))
    train(network, vocabulary, options, log)
    end = {name: values.clone() for name, values in network.state_dict().items()}
    known = len(WordPiece.from_tokenizer_json(options.data / "base/tokenizer.json").vocabulary)
    best = None
    for share in [options.share] if options.share else SHARES[:1] if options.tiny else SHARES:
        network.load_state_dict(between(start, end, share, known))
        figures = measure(network, development)
        goal = sum(each["fused"] for name, each in figures.items() if name != "scifact test") / (len(figures) - 1)
        log("share", share, "goal", round(goal, 4), figures)
        if best is None or goal > best[0]:
            best = goal, share, {name: values.clone() for name, values in network.state_dict().items()}
    log("kept share", best[1])
    options.out.mkdir(parents=True, exist_ok=True)
    torch.save(best[2], options.out / f"seed-{options.seed}.pt")


def between(start: dict, end: dict, share: float, known: int) -> dict:
    mixed = {name: start[name].to(DEVICE) * (1 - share) + end[name] * share for name in end}
    mixed["words.weight"][known:] = end["words.weight"][known:]
    return mixed


# ---- training


def train(network: Network, vocabulary: list[str], options, log) -> None:
    sets, parallel = read_sets(options)
    log({kind: len(pairs) for kind, pairs in sets.items()}, "parallel", len(parallel))
    cut = lambda texts, rows: cut_all(vocabulary, texts, rows)
    ready = {}
    for kind, pairs in sets.items():
        asked = cut([q for q, _ in pairs], QUERY_ROWS)
        bare = cut([without_marks(q) for q, _ in pairs], QUERY_ROWS) if kind == "vietnamese" else asked
        ready[kind] = list(zip(asked, bare, cut([p for _, p in pairs], PASSAGE_ROWS), [p[:80] for _, p in pairs]))
    english, vietnamese = (cut([pair[side] for pair in parallel], 64) for side in (0, 1))
    bare = cut([without_marks(vi) for _, vi in parallel], 64)
    with torch.no_grad():
        teacher = in_batches(network, one, english)
    log("cut")

    words, rest = network.words.weight, [p for n, p in network.named_parameters() if n != "words.weight"]
    groups = [{"params": [words], "share": 3.0}, {"params": rest}]
    optimiser = adamw(groups, options.rate, 0.01)
    schedule = Schedule(optimiser, options.seconds, options.rate)
    batch = TINY_BATCH if options.tiny else options.batch
    network.train()
    while schedule.goes_on():
        kind = random.choices(list(KINDS), KINDS.values())[0]
        chosen = random.sample(ready[kind], min(batch, len(ready[kind])))
        asked = one(network, [b if random.random() < UNMARKED else a for a, b, _, _ in chosen])
        found = one(network, [p for _, _, p, _ in chosen])
        loss = contrast(asked, found, [key for *_, key in chosen])
        pulled = random.sample(range(len(parallel)), min(batch, PULLED, len(parallel)))
        mine = one(network, [bare[at] if random.random() < UNMARKED else vietnamese[at] for at in pulled])
        loss = loss + PULL * (1 - (mine * teacher[torch.tensor(pulled, device=DEVICE)]).sum(-1)).mean()
        schedule.step(network, loss)
        if schedule.steps % 100 == 0:
            log("step", schedule.steps, kind, "loss", round(loss.item(), 3))
    log("steps", schedule.steps)


def contrast(asked: torch.Tensor, found: torch.Tensor, keys: list[str]) -> torch.Tensor:
    """Every question to its own passage, and back; another copy of the own passage is no wrong answer."""
    scores, own = asked @ found.T / TEMPERATURE, torch.arange(len(keys), device=DEVICE)
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    same = torch.tensor([numbers[key] for key in keys], device=DEVICE)
    copies = (same[:, None] == same[None]) & ~torch.eye(len(keys), dtype=torch.bool, device=DEVICE)
    scores = scores.masked_fill(copies, -1e4)
    return F.cross_entropy(scores, own) + 0.5 * F.cross_entropy(scores.T, own)


def read_sets(options):
    clean = lambda name: read_rows(options.data / "clean" / f"{name}.jsonl.xz", options.tiny)
    literature, consumers, sections = [], [], []
    for row in read_pairs(options.data, options.tiny):
        title, _, section = row["q"].partition(" | ")
        question = title if not section or random.random() < 0.5 else f"{title}: {section}"
        mine = {"medquad_q_a": consumers, "ei_title+section_paragraph": sections}.get(row["src"], literature)
        mine.append((question, row["p"]))
    literature += random.sample(sections, min(SECTIONS, len(sections)))
    consumers += [(row["text"], row["summary"]) for row in clean("meqsum")] * 2
    lay = clean("lay_terms_en")
    consumers += [(row["lay"], row["medical"]) for row in random.sample(lay, min(8_000, len(lay)))]
    consumers += [(row["query"], row["passage"]) for row in clean("xquad_en")]
    titled = lambda name: [(row["query"], row["passage"]) for row in clean(name)]
    faq = [(row.get("text"), row.get("summary")) for row in clean("vihealthbert_faq")]
    vietnamese = [pair for pair in faq if all(pair)] * 3
    vietnamese += titled("viwiki_medical") * 3 + titled("squad_dev_vi_mt") * 2 + titled("xquad_vi") * 2
    vietnamese += [pair for pair in titled("viwiki_general") if not pair[0].lstrip("(")[:1].isdigit()]
    literature += read_claims(options.data / "scifact", is_development=False) * CLAIMS
    for question in read_questions(options.written, options.data):
        if question["answers"] and not is_held(question["document"]):
            mine = vietnamese if question["language"] == "vi" else consumers
            mine += [(question["text"], question["passage"])] * 3
    parallel = [(row["en"], row["vi"]) for row in clean("en_vi_parallel") if is_vietnamese(row["vi"])]
    return {"literature": literature, "consumers": consumers, "vietnamese": vietnamese}, parallel


def read_claims(folder: Path, is_development: bool) -> list[tuple[str, str]]:
    """SciFact's train claims with their abstracts: two thirds to learn from, the rest to choose by. Never a test claim."""
    if not folder.exists():
        return []
    corpus = {row["_id"]: f"{row['title']} {row['text']}" for row in read_rows(folder / "corpus.jsonl")}
    claims = {row["_id"]: row["text"] for row in read_rows(folder / "queries.jsonl")}
    found = []
    for line in (folder / "qrels/train.tsv").read_text().splitlines()[1:]:
        claim, document, score = line.split("\t")
        if int(score) > 0 and is_development_claim(claims[claim]) == is_development:
            found.append((claims[claim], corpus[document]))
    return found


def is_development_claim(text: str) -> bool:
    return sha256(text.encode()).digest()[0] % 3 == 0


# ---- development sets


def read_development(options, vocabulary: list[str]) -> dict:
    found, most = {}, TINY_PASSAGES if options.tiny else None
    folder = options.data / "scifact"
    if folder.exists():
        corpus = {row["_id"]: f"{row['title']} {row['text']}" for row in read_rows(folder / "corpus.jsonl")[:most]}
        queries = {row["_id"]: row["text"] for row in read_rows(folder / "queries.jsonl")}
        for part in ("train", "test"):
            relevant: dict[str, set] = {}
            for line in (folder / f"qrels/{part}.tsv").read_text().splitlines()[1:]:
                query, document, score = line.split("\t")
                learnt = part == "train" and not is_development_claim(queries[query])
                if int(score) > 0 and document in corpus and not learnt:
                    relevant.setdefault(query, set()).add(document)
            asked = [(queries[query], documents) for query, documents in relevant.items()]
            found[f"scifact {'dev' if part == 'train' else part}"] = corpus, asked
    written = read_questions(options.written, options.data)[:most]
    corpus = {q["passage_id"]: q["passage"] for q in written}
    held = [q for q in written if q["answers"] and is_held(q["document"])]
    of = lambda language: [(q["text"], {q["passage_id"]}) for q in held if q["language"] == language]
    marked = [(text, ids) for text, ids in of("vi") if is_vietnamese(text)]
    found |= {"written en": (corpus, of("en")), "written vi": (corpus, marked),
              "written vi bare": (corpus, [(without_marks(text), ids) for text, ids in marked])}  # fmt: skip
    return {name: prepare(*each, vocabulary) for name, each in found.items() if each[1]}


def prepare(corpus: dict, asked: list, vocabulary: list[str]) -> dict:
    lexical = Bm25(list(corpus.values()))
    return {"names": list(corpus), "documents": cut_all(vocabulary, list(corpus.values()), 256),
            "queries": cut_all(vocabulary, [text for text, _ in asked], 128), "relevant": [ids for _, ids in asked],
            "lexical": [lexical.scores(text) for text, _ in asked]}  # fmt: skip


def measure(network: Network, development: dict) -> dict:
    network.eval()
    out = {}
    for name, each in development.items():
        dense = (in_batches(network, one, each["queries"]) @ in_batches(network, one, each["documents"]).T).cpu().numpy()
        top = lambda scores: [each["names"][at] for at in np.argsort(-scores)[:10]]
        mean = lambda order: round(float(np.mean([ndcg(top(o), r) for o, r in zip(order, each["relevant"])])), 4)
        share = FUSED["vi" if " vi" in name else "en"]
        fused = [fuse(lexical, vector, share) for lexical, vector in zip(each["lexical"], dense)]
        out[name] = {"bm25": mean(each["lexical"]), "dense": mean(dense), "fused": mean(fused)}
    network.train()
    return out


def read_start(options) -> tuple[list[str], dict]:
    syllables = (options.syllables / "syllables.txt").read_text(encoding="utf8").split()
    vocabulary = WordPiece.from_tokenizer_json(options.data / "base/tokenizer.json", syllables).vocabulary
    state = {name: torch.tensor(values) for name, values in read_base(str(options.data / "base/minilm-l6-v2.npz")).items()}
    rows = torch.tensor(np.load(options.syllables / "rows.npz")["rows"].astype(np.float32))
    state["words.weight"] = torch.cat([state["words.weight"], rows])
    return vocabulary, state


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="base/, clean/, pairs.jsonl.xz, left-out.txt, scifact/")
    parser.add_argument("--written", type=Path, default=Path(__file__).parent / "data")
    parser.add_argument("--syllables", type=Path, required=True, help="what train_syllables.py wrote")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--join", type=int, nargs="+")
    parser.add_argument("--share", type=float, help="take this share of the fine-tuned weights instead of choosing")
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--batch", type=int, default=768)
    parser.add_argument("--tiny", action="store_true", help="a few hundred rows, to see that it runs")
    return parser.parse_args()


if __name__ == "__main__":
    main()
