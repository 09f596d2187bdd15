"""Teaches the English base Vietnamese: new rows for marked syllables, everything else as it was.

    python models/training/train_syllables.py --data ../shared/train --out runs/syllables [--tiny]
    python models/training/export.py --name encoder --version NAME --state runs/syllables/network.pt \
        --added runs/syllables/syllables.txt --tokenizer ../shared/train/base/tokenizer.json

The layers and the English rows stay frozen, so English vectors are exactly those of the base. Each Vietnamese sentence
of a parallel pair is pulled to the base's vector of its English sister and away from other sentences'; Vietnamese
questions and titles are pulled to their passages.
"""

import argparse
import random
import re
import time
import unicodedata
from collections import Counter
from pathlib import Path

import numpy as np
import scipy.sparse as sparse
import torch
import torch.nn.functional as F
from common import DEVICE, MARKED, cut_all, in_batches, one, read_rows, seed_all, start_log
from network import Network, read_base
from wordpiece import WordPiece

WORD = re.compile(r"[^\W\d_]+")
TEMPERATURE = 0.05
QUERY_ROWS, PASSAGE_ROWS, SENTENCE_ROWS = 40, 72, 48
MOST_SYLLABLES, LEAST_COUNT = 5_400, 2
HELD_SENTENCES = 400
#: A syllable starts from its closest English company, where it has any that is closer than this (Dice).
LEAST_COMPANY = 0.05


def main() -> None:
    options = read_options()
    seed_all(options.seed)
    log = start_log()

    parallel, pairs = read_sets(options)
    syllables = marked_syllables([vi for _, vi in parallel] + [text for pair in pairs for text in pair])
    tokenizer = WordPiece.from_tokenizer_json(options.data / "base/tokenizer.json")
    known = len(tokenizer.vocabulary)
    syllables = [syllable for syllable in syllables if syllable not in tokenizer.rows]
    tokenizer = WordPiece(tokenizer.vocabulary + syllables)
    log("syllables", len(syllables), "parallel", len(parallel), "pairs", len(pairs))

    network = open_network(options.data / "base/minilm-l6-v2.npz", len(syllables))
    words = network.words.weight
    words.data[known:] = aligned_rows(words.data.cpu(), tokenizer, known, parallel).to(DEVICE)
    for parameter in network.parameters():
        parameter.requires_grad = parameter is words
    # Only the new rows learn.
    words.register_hook(lambda gradient: torch.cat([torch.zeros_like(gradient[:known]), gradient[known:]]))

    cut = lambda texts, rows: cut_all(tokenizer.vocabulary, texts, rows)
    sources, targets = (cut([pair[side] for pair in parallel], SENTENCE_ROWS) for side in (0, 1))
    teacher = in_batches(network, one, sources)
    asked = list(zip(cut([q for q, _ in pairs], QUERY_ROWS), cut([p for _, p in pairs], PASSAGE_ROWS)))
    held = random.Random(1).sample(range(len(parallel)), min(HELD_SENTENCES, len(parallel) // 10))
    learning = sorted(set(range(len(parallel))) - set(held))
    check = lambda: found_first(network, targets, teacher, held)
    log("held sentences that find their sister first, before", check())
    train(network, options, learning, targets, teacher, asked, log)
    log("held sentences that find their sister first, after", check())
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "syllables.txt").write_text("".join(f"{syllable}\n" for syllable in syllables), encoding="utf8")
    torch.save(network.state_dict(), options.out / "network.pt")
    np.savez_compressed(options.out / "rows.npz", rows=words.data[known:].cpu().numpy().astype(np.float16))


def train(network, options, learning, targets, teacher, asked, log) -> None:
    optimiser = torch.optim.Adam([network.words.weight], lr=options.rate, betas=(0.9, 0.98))
    began, step = time.time(), 0
    while (share := (time.time() - began) / options.seconds) < 1:
        optimiser.param_groups[0]["lr"] = options.rate * min(1, (step + 1) / 30) * (1 - share) + 1e-6
        if random.random() < 0.6:
            chosen = random.sample(learning, min(options.batch, len(learning)))
            found, wanted = one(network, [targets[row] for row in chosen]), teacher[torch.tensor(chosen, device=DEVICE)]
            loss = contrast(found, wanted) + 2 * (1 - (found * wanted).sum(-1)).mean()
        else:
            chosen = random.sample(range(len(asked)), min(options.batch * 3 // 4, len(asked)))
            questions, passages = ([asked[row][side] for row in chosen] for side in (0, 1))
            loss = contrast(one(network, questions), one(network, passages))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        step += 1
        if step % 200 == 0:
            log("step", step, "loss", round(loss.item(), 3))
    log("steps", step)


def contrast(left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    scores, own = left @ right.T / TEMPERATURE, torch.arange(len(left), device=DEVICE)
    return F.cross_entropy(scores, own) + 0.5 * F.cross_entropy(scores.T, own)


def found_first(network, targets, teacher, held) -> float:
    """Share of held Vietnamese sentences whose nearest English vector is their own sister's."""
    found = in_batches(network, one, [targets[row] for row in held]) @ teacher[torch.tensor(held, device=DEVICE)].T
    return round((found.argmax(1) == torch.arange(len(held), device=DEVICE)).float().mean().item(), 3)


def open_network(base: Path, added: int) -> Network:
    state = {name: torch.tensor(values) for name, values in read_base(str(base)).items()}
    old = state["words.weight"]
    state["words.weight"] = torch.cat([old, torch.zeros(added, old.shape[1])])
    network = Network(vocabulary=len(old) + added)
    network.load_state_dict(state)
    return network.to(DEVICE).eval()


def aligned_rows(words: torch.Tensor, tokenizer: WordPiece, known: int, parallel) -> torch.Tensor:
    """A syllable starts as the mean of the English pieces that keep it company, and of its own unmarked pieces."""
    cells: dict[str, tuple[list[int], list[int]]] = {"en": ([], []), "vi": ([], [])}
    for number, (en, vi) in enumerate(parallel):
        pieces = {"en": set(tokenizer.pieces(en, 512)), "vi": {row for row in tokenizer.pieces(vi, 512) if row >= known}}
        for language, rows in pieces.items():
            cells[language][0].extend([number] * len(rows))
            cells[language][1].extend(row - (known if language == "vi" else 0) for row in rows)
    added = len(tokenizer.vocabulary) - known
    table = lambda at, width: sparse.csr_matrix((np.ones(len(at[0])), at), shape=(len(parallel), width))
    english, vietnamese = table(cells["en"], len(tokenizer.vocabulary)), table(cells["vi"], added)
    together = (vietnamese.T @ english).tocsr()
    seen_en, seen_vi = np.asarray(english.sum(0))[0], np.asarray(vietnamese.sum(0))[0]
    plain = WordPiece(tokenizer.vocabulary[:known])
    rows = torch.empty(added, words.shape[1])
    for row, syllable in enumerate(tokenizer.vocabulary[known:]):
        own = words[torch.tensor(plain.pieces(syllable, 16))].mean(0)
        at = slice(together.indptr[row], together.indptr[row + 1])
        dice = 2 * together.data[at] / (seen_en[together.indices[at]] + seen_vi[row])
        best = np.argsort(-dice)[:4]
        if len(best) and dice[best[0]] > LEAST_COMPANY:
            shares = torch.tensor(dice[best] ** 2 / (dice[best] ** 2).sum(), dtype=torch.float32)[:, None]
            own = 0.2 * own + 0.8 * (words[torch.tensor(together.indices[at][best])] * shares).sum(0)
        rows[row] = own + torch.randn_like(own) * 0.01
    return rows


def marked_syllables(texts: list[str]) -> list[str]:
    """The commonest Vietnamese syllables that their marks tell apart."""
    counts = Counter(word for text in texts for word in WORD.findall(plain(text)) if MARKED.search(word))
    return [word for word, count in counts.most_common(MOST_SYLLABLES) if count >= LEAST_COUNT]


def plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).lower()


def read_sets(options):
    clean = lambda name: read_rows(options.data / "clean" / f"{name}.jsonl.xz")
    titles = lambda name: [(row["query"], row["passage"]) for row in clean(name)]
    parallel = [(row["en"], row["vi"]) for row in clean("en_vi_parallel") if MARKED.search(plain(row["vi"]))]
    faq = [(row.get("title") or row.get("summary"), row.get("text")) for row in clean("vihealthbert_faq")]
    titled = [pair for name in ("viwiki_medical", "squad_dev_vi_mt", "xquad_vi") for pair in titles(name)]
    general = [pair for pair in titles("viwiki_general") if not pair[0].lstrip("(")[:1].isdigit()]
    pairs = [pair for pair in faq if all(pair)] * 4 + titled + random.sample(general, 9_000)
    return (parallel[:300], pairs[:200]) if options.tiny else (parallel, pairs)


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with base/ and clean/")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tiny", action="store_true", help="a few hundred rows, to see that it runs")
    return parser.parse_args()


if __name__ == "__main__":
    main()
