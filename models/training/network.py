"""The network of all three models: BERT with layer norm behind each half of a layer, as all-MiniLM-L6-v2 has it."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class Layer(nn.Module):
    def __init__(self, width: int, heads: int, inner: int, dropout: float):
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)
        self.norm1, self.norm2 = (nn.LayerNorm(width, eps=1e-12) for _ in range(2))

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        batch, length, width = x.shape
        q, k, v = (
            part(x).view(batch, length, self.heads, -1).transpose(1, 2) for part in (self.query, self.key, self.value)
        )
        seen = attend(q, k, v, mask).transpose(1, 2).reshape(batch, length, width)
        x = self.norm1(x + F.dropout(self.out(seen), self.dropout, self.training))
        return self.norm2(x + F.dropout(self.down(F.gelu(self.up(x))), self.dropout, self.training))


def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    if q.is_cuda:
        return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    # PyTorch 1, as Debian has it, lacks it; on a processor its way back is slow for heads of 32.
    scores = (q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5).masked_fill(~mask, -1e9)
    return scores.softmax(-1) @ v


class Network(nn.Module):
    """`pool` says what the head sees, or what the vector of a text is: see `pooled`."""

    def __init__(self, vocabulary=30522, layers=6, width=384, heads=12, inner=1536, positions=512, outputs=0,
                 pool="mean", dropout=0.1):  # fmt: skip
        super().__init__()
        self.pool = pool
        self.words, self.positions, self.types = (nn.Embedding(n, width) for n in (vocabulary, positions, 2))
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(width, heads, inner, dropout) for _ in range(layers))
        if outputs:
            self.head = nn.Linear(width * (2 if pool == "cls+second" else 1), outputs)

    def forward(self, rows: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Unit vectors without a head, its outputs with one."""
        x = self.pooled(self.hidden(rows, types, mask), types, mask)
        return self.head(x) if hasattr(self, "head") else F.normalize(x, dim=-1)

    def hidden(self, rows: torch.Tensor, types: torch.Tensor, mask: torch.Tensor, layers: int | None = None) -> torch.Tensor:
        """Of so many layers from below; of all unless it is said."""
        x = self.norm(self.words(rows) + self.positions.weight[: rows.shape[1]] + self.types(types))
        for layer in self.layers[:layers]:
            x = layer(x, mask[:, None, None, :])
        return x.float()

    def above(self, x: torch.Tensor, mask: torch.Tensor, layers: int) -> torch.Tensor:
        """The head's outputs from what `hidden` gave for so many layers; only where the mean is pooled."""
        for layer in self.layers[layers:]:
            x = layer(x, mask[:, None, None, :])
        return self.head(self.pooled(x.float(), mask, mask))

    def of_spans(self, x: torch.Tensor, spans: torch.Tensor) -> torch.Tensor:
        """The head's outputs for parts of the second text (text, from, to): the first row and the mean of the part."""
        sums = F.pad(x.cumsum(1), (0, 0, 1, 0))
        text, start, end = spans.T
        mean = (sums[text, end] - sums[text, start]) / (end - start).clamp(min=1)[:, None]
        return self.head(torch.cat([x[text, 0], mean], -1))

    def pooled(self, x: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """mean: of all rows; cls: the first row; cls+second: that and the mean of the second text, side by side."""
        if self.pool == "cls":
            return x[:, 0]
        part = (mask if self.pool == "mean" else mask & (types == 1))[..., None].to(x.dtype)
        mean = (x * part).sum(1) / part.sum(1).clamp(min=1)
        return mean if self.pool == "mean" else torch.cat([x[:, 0], mean], -1)


def run(network: Network, sequences: list[tuple[list[int], list[int]]]) -> np.ndarray:
    """Each sequence alone, without padding: slow, and nothing else can have a part in the result."""
    network.eval()
    with torch.no_grad():
        return np.stack([
            network(torch.tensor([rows]), torch.tensor([types]), torch.ones(1, len(rows), dtype=torch.bool))[0].numpy()
            for rows, types in sequences
        ])  # fmt: skip


def run_spans(network: Network, rows: list[int], types: list[int], spans: list[tuple[int, int]]) -> np.ndarray:
    """The second output for parts of the second text."""
    network.eval()
    with torch.no_grad():
        x = network.hidden(torch.tensor([rows]), torch.tensor([types]), torch.ones(1, len(rows), dtype=torch.bool))
        return network.of_spans(x, torch.tensor([(0, *span) for span in spans]))[:, 1].numpy()


def read_base(path: str) -> dict[str, np.ndarray]:
    """all-MiniLM-L6-v2 as a state of Network, from shared/train/base/minilm-l6-v2.npz."""
    z = np.load(path)
    state = {
        "words.weight": z["emb_q"].astype(np.float32) * z["emb_s"],
        "positions.weight": z["model.embeddings.position_embeddings.weight"],
        "types.weight": z["model.embeddings.token_type_embeddings.weight"],
    }
    names = {"query": "attn.q_proj", "key": "attn.k_proj", "value": "attn.v_proj", "out": "attn.o_proj",
             "up": "mlp.fc1", "down": "mlp.fc2"}  # fmt: skip
    norms = {"norm1": "attention_output_norm_layernorm", "norm2": "mlp_output_norm_layernorm"}
    for part in ("weight", "bias"):
        state[f"norm.{part}"] = z[f"model.layers.-1.embeddings_norm_layernorm.{part}"]
    for layer in range(6):
        for ours, theirs in names.items():
            name = f"model.layers.{layer}.{theirs}"
            state[f"layers.{layer}.{ours}.weight"] = _unpack4(
                z[f"{name}.MatMul.weight_Q4"], z[f"{name}.MatMul.weight_scales"]
            )
            state[f"layers.{layer}.{ours}.bias"] = z[f"{name}.Add.bias"]
        for ours, theirs in norms.items():
            for part in ("weight", "bias"):
                state[f"layers.{layer}.{ours}.{part}"] = z[f"model.layers.{layer}.{theirs}.{part}"]
    return state


def _unpack4(packed: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Blocks of 32 values of four bits, the low half of a byte first."""
    rows, blocks, _ = packed.shape
    values = np.empty((rows, blocks, 32), np.float32)
    values[..., 0::2] = (packed & 15).astype(np.float32) - 8
    values[..., 1::2] = (packed >> 4).astype(np.float32) - 8
    return (values * scales.reshape(rows, blocks, 1)).reshape(rows, blocks * 32)
