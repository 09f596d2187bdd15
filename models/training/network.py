"""The one network behind all three models: a small BERT whose mean over tokens is the text's vector."""

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

WIDTH, HEADS, INNER, LAYERS, POSITIONS = 384, 12, 1536, 6, 256


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.up, self.down = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)

    def forward(self, x, mask):
        batch, length, _ = x.shape
        split = lambda y: y.view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)
        seen = F.scaled_dot_product_attention(split(self.query(x)), split(self.key(x)), split(self.value(x)), attn_mask=mask)
        x = self.norm1(x + F.dropout(self.out(seen.transpose(1, 2).reshape(batch, length, WIDTH)), 0.1, self.training))
        return self.norm2(x + F.dropout(self.down(F.gelu(self.up(x))), 0.1, self.training))


class Network(nn.Module):
    def __init__(self, pieces: int, added: int, layers: int = LAYERS):
        super().__init__()
        self.pieces, self.syllables = nn.Embedding(pieces, WIDTH), nn.Embedding(max(1, added), WIDTH)
        self.positions, self.segments = nn.Embedding(POSITIONS, WIDTH), nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))

    def forward(self, ids, mask, segments=None):
        known = self.pieces.num_embeddings
        old = self.pieces(ids.clamp(max=known - 1))
        new = self.syllables((ids - known).clamp(min=0))
        words = torch.where((ids < known)[..., None], old, new)
        kind = self.segments.weight[0] if segments is None else self.segments(segments)
        x = self.norm(words + self.positions.weight[: ids.shape[1]] + kind)
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :].bool())
        return x


def vectors(network: Network, sequences: list[list[int]]) -> torch.Tensor:
    """Mean over tokens, length one."""
    ids, mask = pad(sequences, next(network.parameters()).device)
    x, weight = network(ids, mask), mask[..., None].float()
    return F.normalize((x.float() * weight).sum(1) / weight.sum(1), dim=-1)


def pad(sequences: list[list[int]], device) -> tuple[torch.Tensor, torch.Tensor]:
    length = (max(map(len, sequences)) + 7) // 8 * 8
    ids = torch.zeros(len(sequences), length, dtype=torch.long)
    for row, sequence in enumerate(sequences):
        ids[row, : len(sequence)] = torch.tensor(sequence)
    ids = ids.to(device)
    return ids, ids != 0


@torch.no_grad()
def embed(network: Network, sequences: list[list[int]], batch: int = 128) -> torch.Tensor:
    network.eval()
    order = np.argsort([len(sequence) for sequence in sequences])
    out = torch.empty(len(sequences), WIDTH)
    for start in range(0, len(order), batch):
        rows = order[start : start + batch]
        out[torch.tensor(rows)] = vectors(network, [sequences[row] for row in rows]).cpu()
    return out


def load_base(path: Path, rows: list[int], added: int) -> Network:
    """The published base: layers in 4 bits by blocks of 32, word vectors in 8 bits by row."""
    base, network = np.load(path), Network(len(rows), added)
    tensor = lambda values: torch.tensor(np.array(values, dtype=np.float32))
    network.pieces.weight.data = tensor(base["emb_q"].astype(np.float32) * base["emb_s"])[torch.tensor(rows)]
    network.positions.weight.data = tensor(base["model.embeddings.position_embeddings.weight"])[:POSITIONS]
    network.segments.weight.data = tensor(base["model.embeddings.token_type_embeddings.weight"])
    names = {"query": "attn.q_proj", "key": "attn.k_proj", "value": "attn.v_proj", "out": "attn.o_proj", "up": "mlp.fc1", "down": "mlp.fc2"}
    norms = [(network.norm, "model.layers.-1.embeddings_norm_layernorm")]
    for number, layer in enumerate(network.layers):
        prefix = f"model.layers.{number}."
        for ours, theirs in names.items():
            packed = base[f"{prefix}{theirs}.MatMul.weight_Q4"]
            scale = base[f"{prefix}{theirs}.MatMul.weight_scales"].reshape(*packed.shape[:2], 1)
            whole = np.empty((*packed.shape[:2], 32), np.float32)
            whole[..., 0::2], whole[..., 1::2] = (packed & 15).astype(np.float32) - 8, (packed >> 4).astype(np.float32) - 8
            getattr(layer, ours).weight.data = tensor((whole * scale).reshape(packed.shape[0], -1))
            getattr(layer, ours).bias.data = tensor(base[f"{prefix}{theirs}.Add.bias"])
        norms += [(layer.norm1, f"{prefix}attention_output_norm_layernorm"), (layer.norm2, f"{prefix}mlp_output_norm_layernorm")]
    for norm, name in norms:
        norm.weight.data, norm.bias.data = tensor(base[f"{name}.weight"]), tensor(base[f"{name}.bias"])
    return network
