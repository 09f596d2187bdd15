"""Writes a model as Galen ships it: int8 layers, six-bit word vectors, checksums; and the golden vectors of its test.

    python models/training/export.py --name encoder --version NAME --state STATE --tokenizer tokenizer.json
        [--added syllables.txt] [--pool mean] [--limits 256 0] [--out models/encoder]

STATE is the base (minilm-l6-v2.npz), or a state of `Network` as .pt or .npz. The format is described in models/README.md.
"""

import argparse
import base64
import hashlib
import json
from pathlib import Path

import numpy as np
import torch
from network import Network, read_base, run, run_spans
from wordpiece import WordPiece

ROOT = Path(__file__).resolve().parents[2]
FILE_BYTES = 16_000_000
MODEL_BYTES = 22_000_000
ALIGNMENT = 16
HEAD_WIDTH = 32


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--name", required=True, choices=["encoder", "ranker", "support", "gate"])
    parser.add_argument("--version", required=True)
    parser.add_argument("--state", required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--added", help="marked syllables, one a line, in the order of their rows")
    parser.add_argument("--pool", default="mean", choices=["mean", "cls", "cls+second"])
    parser.add_argument("--limits", type=int, nargs=2, default=[256, 0], help="rows of the first and the second text")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--words", type=Path, help="the model whose word vectors and vocabulary it shares")
    parser.add_argument("--golden", type=Path, help="where the vectors for the test go")
    args = parser.parse_args()
    out = args.out or ROOT / "models" / args.name
    added = Path(args.added).read_text(encoding="utf8").split() if args.added else []
    tokenizer = WordPiece.from_tokenizer_json(args.tokenizer, added)
    state = read_state(args.state)
    write_model(out, args.name, args.version, state, tokenizer.vocabulary, args.pool, args.limits, args.words)
    golden = args.golden or ROOT / "src/meaning/testing" / f"{args.name}-golden.json"
    write_golden(golden, out, state)


def read_state(path: str) -> dict[str, np.ndarray]:
    if path.endswith(".pt"):
        return {k: v.float().numpy() for k, v in torch.load(path, map_location="cpu", weights_only=True).items()}
    arrays = np.load(path)
    return read_base(path) if "emb_q" in arrays else {k: arrays[k].astype(np.float32) for k in arrays.files}


# ---- writing


def write_model(
    out: Path, name: str, version: str, state: dict, vocabulary: list[str], pool: str, limits, words: Path | None = None
) -> None:
    rows, width = state["words.weight"].shape
    if rows != len(vocabulary):
        raise SystemExit(f"{rows} word vectors for {len(vocabulary)} words")
    layers = 1 + max(int(key.split(".")[1]) for key in state if key.startswith("layers."))
    tensors = _Tensors()
    theirs = {} if words is None else read_model(words)[1]
    # What training left as it was is the encoder's, and ships with it.
    is_theirs = lambda start: all(
        name in theirs and np.allclose(values, theirs[name], atol=1e-6) for name, values in state.items() if name.startswith(start)
    )
    if words is None:
        tensors.rounded("words", state["words.weight"], bits=6)
    elif not is_theirs("words."):
        raise SystemExit(f"its word vectors are not those of {words}")
    if not is_theirs("positions."):
        tensors.rounded("positions", state["positions.weight"], bits=8)
    if not is_theirs("types."):
        tensors.exact("types", state["types.weight"])
    if not is_theirs("norm."):
        tensors.norm("norm", state)
    for i in range(layers):
        if is_theirs(f"layers.{i}."):
            continue
        qkv = [f"layers.{i}.{part}" for part in ("query", "key", "value")]
        tensors.linear(f"layers.{i}.qkv", *(np.concatenate([state[f"{n}.{p}"] for n in qkv]) for p in ("weight", "bias")))
        for part in ("out", "up", "down"):
            tensors.linear(f"layers.{i}.{part}", state[f"layers.{i}.{part}.weight"], state[f"layers.{i}.{part}.bias"])
        tensors.norm(f"layers.{i}.norm1", state)
        tensors.norm(f"layers.{i}.norm2", state)
    if "head.weight" in state:
        tensors.exact("head.weight", state["head.weight"])
        tensors.exact("head.bias", state["head.bias"])

    out.mkdir(parents=True, exist_ok=True)
    for old in [*out.glob("weights-*.bin"), *out.glob("vocabulary.txt")]:
        old.unlink()
    parts = [bytes(tensors.bytes[at : at + FILE_BYTES]) for at in range(0, len(tensors.bytes), FILE_BYTES)]
    files = {} if words else {"vocabulary.txt": "".join(f"{word}\n" for word in vocabulary).encode()}
    files |= {f"weights-{i + 1}.bin": part for i, part in enumerate(parts)}
    for file, content in files.items():
        (out / file).write_bytes(content)
    header = {
        "format": 1,
        "name": name,
        "version": version,
        **({"words": json.loads((words / "model.json").read_text())["version"]} if words else {}),
        "layers": layers,
        "width": width,
        "heads": width // HEAD_WIDTH,
        "inner": state["layers.0.up.weight"].shape[0],
        "vocabulary": rows,
        "positions": state["positions.weight"].shape[0],
        "pool": pool,
        "outputs": len(state.get("head.bias", ())),
        "limits": {"first": limits[0], "second": limits[1]},
        "files": [
            {"name": file, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for file, content in files.items()
        ],
        "tensors": tensors.table,
    }
    (out / "model.json").write_text(_json(header))
    total = sum(map(len, files.values()))
    print(f"{out}: {total:,} bytes in {len(files)} files")
    if total > MODEL_BYTES:
        raise SystemExit(f"more than {MODEL_BYTES:,} bytes")


class _Tensors:
    def __init__(self):
        self.bytes, self.table = bytearray(), []

    def add(self, name: str, kind: str, shape: tuple[int, ...], content: bytes) -> None:
        self.bytes.extend(b"\0" * (-len(self.bytes) % ALIGNMENT))
        rows, columns = (1, *shape)[-2:]
        self.table.append(
            {"name": name, "type": kind, "rows": rows, "columns": columns, "offset": len(self.bytes)}
        )
        self.bytes.extend(content)

    def exact(self, name: str, values: np.ndarray) -> None:
        self.add(name, "f32", values.shape, np.ascontiguousarray(values, "<f4").tobytes())

    def rounded(self, name: str, values: np.ndarray, bits: int) -> None:
        codes, scales = quantise(values, bits)
        self.add(name, f"i{bits}", values.shape, pack6(codes) if bits == 6 else codes.tobytes())
        self.exact(f"{name}.scales", scales)

    def linear(self, name: str, weight: np.ndarray, bias: np.ndarray) -> None:
        self.rounded(name, weight, bits=8)
        self.exact(f"{name}.bias", bias)

    def norm(self, name: str, state: dict) -> None:
        for part in ("weight", "bias"):
            self.exact(f"{name}.{part}", state[f"{name}.{part}"])


def quantise(values: np.ndarray, bits: int) -> tuple[np.ndarray, np.ndarray]:
    """Each row as whole numbers of at most 2^(bits-1) - 1, with the step that loses least: outliers may be cut."""
    most = 2 ** (bits - 1) - 1
    largest = np.abs(values).max(1, keepdims=True).clip(1e-12)
    best_codes, best_scales, least = None, None, None
    for share in np.linspace(0.7, 1, 16):
        scales = (largest * share / most).astype(np.float32)
        codes = np.rint(values / scales).clip(-most, most)
        loss = ((codes * scales - values) ** 2).sum(1, keepdims=True)
        if least is None:
            best_codes, best_scales, least = codes, scales, loss
        else:
            better = loss < least
            best_codes = np.where(better, codes, best_codes)
            best_scales, least = np.where(better, scales, best_scales), np.where(better, loss, least)
    return best_codes.astype(np.int8), best_scales[:, 0]


def pack6(codes: np.ndarray) -> bytes:
    """Four values, each plus 32, in three bytes, the first value in the lowest bits."""
    a, b, c, d = ((codes.reshape(-1, 4)[:, i].astype(np.int32) + 32) for i in range(4))
    word = a | b << 6 | c << 12 | d << 18
    return np.stack([word & 255, word >> 8 & 255, word >> 16], -1).astype(np.uint8).tobytes()


def _json(header: dict) -> str:
    """Laid out as the formatter of the project wants it: an entry of a list on one line."""
    lines = []
    for key, value in header.items():
        if isinstance(value, list):
            entries = ",\n".join(f"    {_object(entry)}" for entry in value)
            lines.append(f'  "{key}": [\n{entries}\n  ]')
        else:
            lines.append(f'  "{key}": {_object(value) if isinstance(value, dict) else json.dumps(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _object(entry: dict) -> str:
    line = "{ " + ", ".join(f'"{k}": {json.dumps(v)}' for k, v in entry.items()) + " }"
    if len(line) < 105:
        return line
    return "{\n" + ",\n".join(f'      "{k}": {json.dumps(v)}' for k, v in entry.items()) + "\n    }"


# ---- reading back


def read_model(folder: Path) -> tuple[dict, dict[str, np.ndarray]]:
    """The header, and the state of a Network that computes in full precision with the weights as they were rounded."""
    header = json.loads((folder / "model.json").read_text())
    weights = b"".join((folder / f["name"]).read_bytes() for f in header["files"] if f["name"].startswith("weights-"))
    raw = {t["name"]: _tensor(weights, t) for t in header["tensors"]}
    for name in [name for name in raw if f"{name}.scales" in raw]:
        raw[name] = raw[name].astype(np.float32) * raw.pop(f"{name}.scales").reshape(-1, 1)
    state = {}
    for name, values in raw.items():
        if name.endswith((".weight", ".bias")) and "qkv" not in name:
            state[name] = values
        elif "qkv" in name:
            part = "bias" if name.endswith(".bias") else "weight"
            for third, values in zip(("query", "key", "value"), np.split(values, 3)):
                state[f"{name.split('.qkv')[0]}.{third}.{part}"] = values
        else:
            state[f"{name}.weight"] = values
    if "words" in header:
        theirs = read_model(folder.parent / "encoder")[1]
        deepest = tuple(f"layers.{i}." for i in range(header["layers"], 99))
        state = {name: values for name, values in theirs.items() if not name.startswith(deepest)} | state
    return header, state


def _tensor(weights: bytes, entry: dict) -> np.ndarray:
    count = entry["rows"] * entry["columns"]
    shape = (entry["rows"], entry["columns"])
    if entry["type"] == "i6":
        packed = np.frombuffer(weights, np.uint8, count * 3 // 4, entry["offset"]).reshape(-1, 3).astype(np.int32)
        word = packed[:, 0] | packed[:, 1] << 8 | packed[:, 2] << 16
        return (np.stack([word >> shift & 63 for shift in (0, 6, 12, 18)], -1) - 32).reshape(shape)
    values = np.frombuffer(weights, "<f4" if entry["type"] == "f32" else np.int8, count, entry["offset"])
    is_vector = entry["rows"] == 1 and entry["name"] != "head.weight"
    return values if is_vector else values.reshape(shape)


def to_network(header: dict, state: dict[str, np.ndarray]) -> Network:
    sizes = {k: header[k] for k in ("vocabulary", "layers", "width", "heads", "inner", "positions", "outputs", "pool")}
    network = Network(**sizes)
    network.load_state_dict({k: torch.tensor(np.array(v)) for k, v in state.items()})
    return network


# ---- the golden vectors

TEXTS = [
    "warfarin",
    "blood thinner and painkiller for arthritis together",
    "What is the dose of amoxicillin in a child of 14 kg with otitis media?",
    "Patients on warfarin should avoid non-steroidal anti-inflammatory drugs (NSAIDs), which raise the risk of "
    "gastrointestinal bleeding; if one is needed, the INR is checked within 3–5 days and a proton-pump inhibitor is added.",
    "CT: 2.5 cm lesion, segment VIII; Hb 9.8 g/dL (13.0–17.0), eGFR <30 mL/min/1.73 m² — naïve café résumé",
    "Thuốc chống đông và thuốc giảm đau cho bệnh viêm khớp có dùng chung được không?",
    "Bệnh nhân đái tháo đường típ 2 nên kiểm tra HbA1c mỗi 3 tháng.",
    "thuoc chong dong va thuoc giam dau cho benh viem khop",
    "x",
    "",
    "The trial compared apixaban with aspirin in 5,599 patients with atrial fibrillation for whom vitamin K antagonist "
    "therapy was unsuitable. " * 8,
]


def write_golden(path: Path, folder: Path, exact: dict[str, np.ndarray]) -> None:
    """What TypeScript must compute from the files in the folder, and what the weights gave before they were rounded."""
    header, state = read_model(folder)
    own = folder if "words" not in header else folder.parent / "encoder"
    tokenizer, limits = WordPiece.from_folder(own), tuple(header["limits"].values())
    if header["limits"]["second"]:
        pairs = list(zip(TEXTS, TEXTS[1:]))
        sequences = [tokenizer.encode_pair(*pair, limits) for pair in pairs]
    else:
        pairs = [(text,) for text in TEXTS]
        sequences = [(rows, [0] * len(rows)) for rows in (tokenizer.encode(text, limits[0]) for text in TEXTS)]
    shipped, full = (run(to_network(header, s), sequences) for s in (state, exact))
    encoded = lambda values: base64.b64encode(values.astype("<f4").tobytes()).decode()
    cases = [
        {**dict(zip(("text", "second"), pair)), "rows": " ".join(map(str, rows)),
         "shipped": encoded(s), "exact": encoded(e)}  # fmt: skip
        for pair, (rows, _), s, e in zip(pairs, sequences, shipped, full)
    ]
    if header["outputs"] == 2:
        network = to_network(header, state)
        for case, (rows, types) in zip(cases, sequences):
            second, end = types.index(1), len(rows) - 1
            third = (end - second) // 3
            spans = [(second, second + third), (second + third, end)] if third else [(second, end)] if end > second else []
            case["spans"] = spans
            case["sentences"] = encoded(run_spans(network, rows, types, spans)) if spans else ""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"version": header["version"], "cases": cases}, ensure_ascii=False, indent=2) + "\n")
    cosines = (shipped * full).sum(-1) / np.linalg.norm(shipped, axis=-1) / np.linalg.norm(full, axis=-1)
    print(f"{path}: cosine of rounded and exact weights {cosines.min():.5f} at least, {cosines.mean():.5f} on average")


if __name__ == "__main__":
    main()
