"""Teaches the English base Vietnamese: new rows for marked syllables, everything else as it was.

    python train_encoder.py --data ../../../shared/train --out runs/encoder --seconds 3600 [--tiny]

The layers and the English rows stay frozen, so English vectors are exactly those of the base. Each Vietnamese sentence
of a parallel pair is pulled to the base's vector of its English sister and away from other sentences'; Vietnamese
questions and titles are pulled to their passages.
"""

import argparse
import random
import time
from pathlib import Path

import numpy as np
import scipy.sparse as sparse
import torch
import torch.nn.functional as F

from network import embed, load_base, vectors
from text import FIRST_TOKENS, MARKED, WORD, Vocabulary, marked_syllables, plain, pruned_pieces, read_rows

TEMPERATURE = 0.05
QUERY_TOKENS, PASSAGE_TOKENS, SENTENCE_TOKENS = 40, 72, 48


def main() -> None:
    options = read_options()
    random.seed(options.seed), np.random.seed(options.seed), torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    began = time.time()
    log = lambda *words: print(f"[{time.time() - began:7.1f}]", *words, flush=True)

    parallel, pairs, english = read_sets(options)
    vietnamese = [vi for _, vi in parallel] + [text for pair in pairs for text in pair]
    pieces = pruned_pieces(options.data / "base/tokenizer.json", english + [en for en, _ in parallel] + vietnamese)
    vocabulary = Vocabulary([token for token, _ in pieces], marked_syllables(vietnamese))
    log("pieces", vocabulary.pieces, "syllables", len(vocabulary.added), "parallel", len(parallel), "pairs", len(pairs))

    network = load_base(options.data / "base/minilm-l6-v2.npz", [row for _, row in pieces], len(vocabulary.added))
    for parameter in network.parameters():
        parameter.requires_grad = False
    sources = [vocabulary.encode(en, SENTENCE_TOKENS) for en, _ in parallel]
    network.syllables.weight.data = aligned_rows(network, vocabulary, parallel)
    network.syllables.weight.requires_grad = True
    teacher = embed(network, sources)
    log("teacher's vectors made")

    targets = [vocabulary.encode(vi, SENTENCE_TOKENS) for _, vi in parallel]
    asked = [(vocabulary.encode(q, QUERY_TOKENS), vocabulary.encode(p, PASSAGE_TOKENS)) for q, p in pairs]
    held = random.Random(1).sample(range(len(parallel)), min(400, len(parallel) // 10))
    kept_out = set(held)
    learning = [row for row in range(len(parallel)) if row not in kept_out]
    log("held parallel, before", found_first(network, targets, teacher, held))
    train(network, options, learning, targets, teacher, asked, log, lambda: found_first(network, targets, teacher, held), vocabulary)
    save(network, vocabulary, options.out)


def train(network, options, learning, targets, teacher, asked, log, check, vocabulary) -> None:
    rows = network.syllables.weight
    optimiser = torch.optim.Adam([rows], lr=options.rate, betas=(0.9, 0.98))
    began, step = time.time(), 0
    while (share := (time.time() - began) / options.seconds) < 1:
        optimiser.param_groups[0]["lr"] = options.rate * min(1, (step + 1) / 30) * (1 - share) + 1e-6
        if random.random() < 0.6:
            chosen = random.sample(learning, min(options.batch, len(learning)))
            found, wanted = vectors(network, [targets[row] for row in chosen]), teacher[torch.tensor(chosen)]
            loss = contrast(found, wanted) + 2 * (1 - (found * wanted).sum(-1)).mean()
        else:
            chosen = random.sample(range(len(asked)), min(options.batch * 3 // 4, len(asked)))
            loss = contrast(vectors(network, [asked[row][0] for row in chosen]), vectors(network, [asked[row][1] for row in chosen]))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        step += 1
        if step % 25 == 0:
            log("step", step, "loss", round(loss.item(), 3))
        if step % 200 == 0:
            log("held parallel", check())
            save(network, vocabulary, options.out)
    log("steps", step, "held parallel, after", check())


def contrast(left, right):
    scores, own = left @ right.T / TEMPERATURE, torch.arange(len(left))
    return F.cross_entropy(scores, own) + 0.5 * F.cross_entropy(scores.T, own)


def found_first(network, targets, teacher, held) -> float:
    """Share of held Vietnamese sentences whose nearest English vector is their own sister's."""
    found = embed(network, [targets[row] for row in held]) @ teacher[torch.tensor(held)].T
    return round((found.argmax(1) == torch.arange(len(held))).float().mean().item(), 3)


def aligned_rows(network, vocabulary: Vocabulary, parallel) -> torch.Tensor:
    """A syllable starts as the mean of the English pieces that keep it company, and of its own unmarked pieces."""
    company = ([], []), ([], [])
    for number, (en, vi) in enumerate(parallel):
        for piece in set(vocabulary.tokenizer.encode(en).ids) - set(range(len(FIRST_TOKENS))):
            company[0][0].append(number), company[0][1].append(piece)
        for word in set(WORD.findall(plain(vi))):
            if word in vocabulary.rows and vocabulary.rows[word] >= vocabulary.pieces:
                company[1][0].append(number), company[1][1].append(vocabulary.rows[word] - vocabulary.pieces)
    table = lambda cells, width: sparse.csr_matrix((np.ones(len(cells[0])), cells), shape=(len(parallel), width))
    english, added = table(company[0], vocabulary.pieces), table(company[1], len(vocabulary.added))
    together = (added.T @ english).tocsr()
    sums = np.asarray(english.sum(0))[0], np.asarray(added.sum(0))[0]
    old = network.pieces.weight.data
    rows = torch.empty(len(vocabulary.added), old.shape[1])
    for row, syllable in enumerate(vocabulary.added):
        own = old[torch.tensor(vocabulary.tokenizer.encode(syllable).ids)].mean(0)
        cells = slice(together.indptr[row], together.indptr[row + 1])
        dice = 2 * together.data[cells] / (sums[0][together.indices[cells]] + sums[1][row])
        best = np.argsort(-dice)[:4]
        if len(best) and dice[best[0]] > 0.05:
            weights = torch.tensor(dice[best] ** 2 / (dice[best] ** 2).sum(), dtype=torch.float32)[:, None]
            own = 0.2 * own + 0.8 * (old[torch.tensor(together.indices[cells][best])] * weights).sum(0)
        rows[row] = own + torch.randn_like(own) * 0.01
    return rows


def read_sets(options):
    clean = options.data / "clean"
    parallel = [(row["en"], row["vi"]) for row in read_rows(clean, "en_vi_parallel") if MARKED.search(plain(row["vi"]))]
    faq = [(row.get("title") or row.get("summary"), row["text"]) for row in read_rows(clean, "vihealthbert_faq") if row.get("text")]
    titled = [(row["query"], row["passage"]) for name in ("viwiki_medical", "squad_dev_vi_mt", "xquad_vi") for row in read_rows(clean, name)]
    general = [(row["query"], row["passage"]) for row in read_rows(clean, "viwiki_general") if not row["query"][:2].strip("(").isdigit()]
    pairs = [pair for pair in faq if pair[0]] * 4 + titled + random.sample(general, min(9_000, len(general)))
    english = [text for row in read_rows(options.data, "pairs") for text in (row["q"], row["p"])]
    english += [row[key] for row in read_rows(clean, "lay_terms_en") for key in ("lay", "medical")]
    english += [row["text"] for row in read_rows(clean, "meqsum")]
    english += (options.data / "mesh_terms.tsv").read_text(encoding="utf-8").splitlines()
    if options.tiny:
        return parallel[:300], pairs[:200], english[:2_000]
    return parallel, pairs, english


def save(network, vocabulary: Vocabulary, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    vocabulary.save(out / "vocabulary.txt")
    torch.save(network.state_dict(), out / "network.pt")


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=3_600)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tiny", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
