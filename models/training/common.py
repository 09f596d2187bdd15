"""What the three trainings share: reading rows, cutting texts on all cores, batches, the schedule, the log."""

import math
import random
import re
import time
import unicodedata
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
from network import Network
from rows import MARKED, is_held, is_vietnamese, read_rows, without_marks  # noqa: F401, the trainings take them from here
from wordpiece import WordPiece

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
#: A processor without instructions for it would be slower in half the bits.
IN_HALF = DEVICE == "cuda" or "avx512_bf16" in Path("/proc/cpuinfo").read_text()


def seed_all(seed: int) -> None:
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def start_log():
    began = time.time()
    return lambda *words: print(f"[{time.time() - began:6.1f}]", *words, flush=True)


def read_pairs(folder: Path, tiny: bool = False) -> list[dict]:
    """pairs.jsonl.xz without the questions of left-out.txt: those that others are measured with."""
    left_out = set((folder / "left-out.txt").read_text(encoding="utf8").splitlines())
    return [row for row in read_rows(folder / "pairs.jsonl.xz", tiny) if row["q"].strip() not in left_out]


def sentences(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+", text) if part.strip()]


# ---- texts to rows of the vocabulary

_tokenizer: WordPiece | None = None


def _open(vocabulary: list[str]) -> None:
    global _tokenizer
    _tokenizer = WordPiece(vocabulary)


def _cut(work: tuple[str, int]) -> list[int]:
    return _tokenizer.encode(*work)


def cut_all(vocabulary: list[str], texts: list[str], rows: int) -> list[list[int]]:
    """Marks included; equal texts are cut once."""
    different = list(dict.fromkeys(texts))
    if len(different) < 2_000:
        _open(vocabulary)
        found = [_cut((text, rows)) for text in different]
    else:
        with get_context("fork").Pool(initializer=_open, initargs=(vocabulary,)) as pool:
            found = pool.map(_cut, [(text, rows) for text in different], chunksize=500)
    at = dict(zip(different, found))
    return [at[text] for text in texts]


def pad(sequences: list[list[int]]) -> torch.Tensor:
    length = max(map(len, sequences))
    rows = np.zeros((len(sequences), length), np.int64)
    for number, sequence in enumerate(sequences):
        rows[number, : len(sequence)] = sequence
    return torch.from_numpy(rows).to(DEVICE, non_blocking=True)


def one(network: Network, sequences: list[list[int]]) -> torch.Tensor:
    rows = pad(sequences)
    with torch.autocast(DEVICE, torch.bfloat16, enabled=IN_HALF):
        return network(rows, torch.zeros_like(rows), rows != 0).float()


def two(network: Network, pairs: list[tuple[list[int], list[int]]]) -> torch.Tensor:
    """First text with its marks, second without the opening one: as src/meaning joins them."""
    rows = pad([first + second[1:] for first, second in pairs])
    starts = torch.tensor([len(first) for first, _ in pairs], device=DEVICE)[:, None]
    types = (torch.arange(rows.shape[1], device=DEVICE)[None] >= starts) & (rows != 0)
    with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
        return network(rows, types.long(), rows != 0).float()


@torch.no_grad()
def in_batches(network: Network, call, work: list, batch: int = 512) -> torch.Tensor:
    """Of like length together; the order of the work is kept."""
    network.eval()
    size = lambda item: len(item) if isinstance(item[0], int) else len(item[0]) + len(item[1])
    order = np.argsort([size(item) for item in work])
    out = None
    for start in range(0, len(order), batch):
        chosen = order[start : start + batch]
        found = call(network, [work[at] for at in chosen])
        out = found.new_empty(len(work), *found.shape[1:]) if out is None else out
        out[torch.tensor(chosen, device=out.device)] = found
    return out


# ---- the schedule


def adamw(parameters, rate: float, decay: float) -> torch.optim.AdamW:
    return torch.optim.AdamW(parameters, lr=rate, weight_decay=decay, **({"fused": True} if DEVICE == "cuda" else {}))


class Schedule:
    """Warm, then down with half a cosine, over a number of seconds (what a machine can do in them is used) or of steps."""

    def __init__(self, optimiser, seconds: float, rate: float, warm: int = 100, steps: int | None = None):
        self.optimiser, self.seconds, self.rate, self.warm, self.most = optimiser, seconds, rate, warm, steps
        self.began, self.steps = time.time(), 0
        for group in optimiser.param_groups:
            group.setdefault("share", 1.0)

    def goes_on(self) -> bool:
        share = self.steps / self.most if self.most else (time.time() - self.began) / self.seconds
        if share >= 1:
            return False
        now = self.rate * min(1, (self.steps + 1) / self.warm) * (0.5 + 0.5 * math.cos(math.pi * share))
        for group in self.optimiser.param_groups:
            group["lr"] = now * group["share"]
        return True

    def step(self, network: Network, loss: torch.Tensor) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        self.optimiser.step()
        self.steps += 1


def joined(folder: Path, seeds: list[int]) -> dict:
    """The mean of the networks that several seeds gave."""
    states = [torch.load(folder / f"seed-{seed}.pt", map_location=DEVICE, weights_only=True) for seed in seeds]
    return {name: sum(state[name].float() for state in states) / len(states) for name in states[0]}


# ---- figures


def ndcg(ranked: list, relevant: set, most: int = 10) -> float:
    found = sum(1 / math.log2(at + 2) for at, name in enumerate(ranked[:most]) if name in relevant)
    return found / sum(1 / math.log2(at + 2) for at in range(min(most, len(relevant))))


class Bm25:
    """Plain BM25 over words (with pairs of syllables for Vietnamese), to fuse with while a share is being chosen."""

    def __init__(self, texts: list[str], k1: float = 0.9, b: float = 0.4):
        self.k1, self.b, self.posts = k1, b, {}
        lengths = []
        for number, text in enumerate(texts):
            counts: dict[str, int] = {}
            for word in self.words(text):
                counts[word] = counts.get(word, 0) + 1
            lengths.append(sum(counts.values()))
            for word, count in counts.items():
                self.posts.setdefault(word, []).append((number, count))
        self.lengths = np.array(lengths, np.float32)
        self.mean = self.lengths.mean() or 1

    @staticmethod
    def words(text: str) -> list[str]:
        found = re.findall(r"\w+", unicodedata.normalize("NFC", text).lower())
        return found + [f"{a} {b}" for a, b in zip(found, found[1:])] if is_vietnamese(text) else found

    def scores(self, query: str) -> np.ndarray:
        out = np.zeros(len(self.lengths), np.float32)
        for word in set(self.words(query)):
            posts = self.posts.get(word)
            if posts:
                at, counts = (np.array(column) for column in zip(*posts))
                idf = math.log(1 + (len(out) - len(at) + 0.5) / (len(at) + 0.5))
                length = 1 - self.b + self.b * self.lengths[at] / self.mean
                out[at] += idf * counts * (self.k1 + 1) / (counts + self.k1 * length)
        return out


def fuse(lexical: np.ndarray, dense: np.ndarray, share: float) -> np.ndarray:
    return (1 - share) * lexical / max(float(lexical.max()), 1e-6) + share * dense / max(float(dense.max()), 1e-6)
