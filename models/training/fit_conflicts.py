"""Measures whether a head on the support network, as it ships, can say that two rules cannot both hold. None ships: it cannot.

    python models/training/fit_conflicts.py [--tiny] [--seed 1]

Logistic regression over what the network computes for a pair, the mean of both directions (so the order is no matter), fitted on
`data/rule-pairs.jsonl.xz` with whole subjects, kinds or languages left out, and on part `tune` of evals/desk/conflicts.json. Beside
it the network's own verdict and the encoder's cosine. For each: how often a contradiction scores above another pair ("told apart"),
and the share that is found where one in twenty of the others is called a contradiction too.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from common import DEVICE, cut_all, in_batches, one, read_rows, seed_all, start_log, two
from export import ROOT, read_model, to_network
from scipy.optimize import minimize
from wordpiece import WordPiece

FALSE_SHARE = 0.05
SUBJECTS, FOLDS = 20, 10
PENALTIES = (0.01, 0.03, 0.1, 0.3)
#: How much of the written pairs the head is fitted on, to see whether more of them would help.
SHARES = (0.25, 0.5, 1)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", type=Path, default=ROOT / "models")
    parser.add_argument("--written", type=Path, default=Path(__file__).parent / "data")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tiny", action="store_true")
    options = parser.parse_args()
    seed_all(options.seed)
    torch.set_num_threads(1)
    log = start_log()

    written = read_rows(options.written / "rule-pairs.jsonl.xz")
    written = written[::8] if options.tiny else written
    is_written = np.array([row["label"] == "contradict" for row in written])
    tune = read_tune(options.tiny)
    is_tune = np.array([row["conflict"] for row in tune])
    log("written", len(written), "of them contradictions", is_written.sum(), "tune", len(tune), is_tune.sum())
    seen, seen_tune = (Seen(options.models, rows) for rows in (written, tune))
    log("read")

    log("support's verdict: written", figures(seen.verdict, is_written), "tune", figures(seen_tune.verdict, is_tune))
    log("encoder's cosine:  written", figures(seen.cosine, is_written), "tune", figures(seen_tune.cosine, is_tune))
    subjects = group(seen.middle, SUBJECTS, options.seed) % FOLDS
    both = np.concatenate([seen.features, seen_tune.features]), np.concatenate([is_written, is_tune])
    both_subjects = group(np.concatenate([seen.middle, seen_tune.middle]), SUBJECTS, options.seed) % FOLDS
    for penalty in PENALTIES:
        left_out = scores_left_out(seen.features, is_written, subjects, penalty)
        on_tune = fit(seen.features, is_written, penalty)(seen_tune.features)
        together = scores_left_out(*both, both_subjects, penalty)[len(written) :]
        log(f"head, penalty {penalty}: written, subjects left out", figures(left_out, is_written),
            "tune, fitted on written", figures(on_tune, is_tune),
            "tune, fitted on both, subjects left out", figures(together, is_tune))  # fmt: skip

    penalty = 0.1
    for name, key in (("kinds", "kind"), ("languages", "lang")):
        names = sorted({row[key] for row in written})
        folds = np.array([names.index(row[key]) for row in written])
        log(f"head, {name} left out:", figures(scores_left_out(seen.features, is_written, folds, penalty), is_written))
    for share in SHARES:
        kept = np.random.default_rng(options.seed).random(len(written)) < share
        scores = scores_left_out(seen.features, is_written, subjects, penalty, kept)
        log(f"head, fitted on {share:.0%} of the written pairs:", figures(scores, is_written))
    for label in ("agree", "other"):
        chosen = np.array([row["label"] in ("contradict", label) for row in written])
        scores = scores_left_out(seen.features[chosen], is_written[chosen], subjects[chosen], penalty)
        log(f"head, contradictions against {label} alone:", figures(scores, is_written[chosen]))


def read_tune(tiny: bool) -> list[dict]:
    """The part that may be looked at."""
    rows = json.loads((ROOT / "evals/desk/conflicts.json").read_text(encoding="utf8"))
    rows = [row for row in rows if row["split"] == "tune"]
    return [{"a": row["a"]["text"], "b": row["b"]["text"], "conflict": row["conflict"]} for row in rows[:: 4 if tiny else 1]]


class Seen:
    """What the models that ship make of pairs of rules."""

    def __init__(self, models: Path, rows: list[dict]):
        header, state = read_model(models / "support")
        network = to_network(header, state).to(DEVICE)
        head = network.head
        # What the head would see.
        network.head = torch.nn.Identity()
        vocabulary = WordPiece.from_folder(models / "support").vocabulary
        first, second = (
            {key: cut_all(vocabulary, [row[key] for row in rows], limit) for key in ("a", "b")}
            for limit in (header["limits"]["first"], header["limits"]["second"])
        )
        ways = [in_batches(network, two, list(zip(first[x], second[y])), 32) for x, y in (("a", "b"), ("b", "a"))]
        self.features = (sum(ways) / 2).cpu().numpy()
        verdicts = [head(way).log_softmax(-1)[:, 1] for way in ways]
        self.verdict = (sum(verdicts) / 2).detach().cpu().numpy()

        header, state = read_model(models / "encoder")
        encoder, vocabulary = to_network(header, state).to(DEVICE), WordPiece.from_folder(models / "encoder").vocabulary
        a, b = (
            in_batches(encoder, one, cut_all(vocabulary, [row[key] for row in rows], 256), 32).cpu().numpy()
            for key in ("a", "b")
        )
        self.cosine, self.middle = (a * b).sum(1), a + b


def fit(features: np.ndarray, is_conflict: np.ndarray, penalty: float):
    """Logistic regression on features of like spread; gives what scores others."""
    middle, spread = features.mean(0), features.std(0)
    x, sign = (features - middle) / spread, np.where(is_conflict, 1.0, -1.0)

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        margin = sign * (x @ weights[:-1] + weights[-1])
        slope = -sign / (1 + np.exp(margin.clip(-50, 50))) / len(x)
        gradient = np.append(x.T @ slope + penalty * weights[:-1], slope.sum())
        return np.logaddexp(0, -margin).mean() + penalty / 2 * (weights[:-1] ** 2).sum(), gradient

    best = minimize(loss, np.zeros(x.shape[1] + 1), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    return lambda others: (others - middle) / spread @ best[:-1] + best[-1]


def scores_left_out(features, is_conflict, folds, penalty: float, kept: np.ndarray | None = None) -> np.ndarray:
    """Each pair scored by a head that saw nothing of its fold; `kept` are those that a head may be fitted on at all."""
    scores = np.zeros(len(features))
    for fold in np.unique(folds):
        others = (folds != fold) & (kept if kept is not None else True)
        scores[folds == fold] = fit(features[others], is_conflict[others], penalty)(features[folds == fold])
    return scores


def group(vectors: np.ndarray, count: int, seed: int) -> np.ndarray:
    """Which of `count` subjects each pair is about: spherical k-means."""
    vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    centres = vectors[np.random.default_rng(seed).choice(len(vectors), count, replace=False)]
    for _ in range(30):
        nearest = (vectors @ centres.T).argmax(1)
        centres = np.stack([vectors[nearest == i].sum(0) if (nearest == i).any() else centres[i] for i in range(count)])
        centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    return nearest


def figures(scores: np.ndarray, is_conflict: np.ndarray) -> dict:
    real, others = scores[is_conflict], np.sort(scores[~is_conflict])[::-1]
    threshold = others[int(FALSE_SHARE * len(others))]
    apart = (real[:, None] > others).mean() + (real[:, None] == others).mean() / 2
    return {"told apart": round(float(apart), 3), "found": round(float((real > threshold).mean()), 3)}


if __name__ == "__main__":
    main()
