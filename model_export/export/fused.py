"""The encoder's attention as one operator of the runtime's, which keeps no matrix of all tokens by all.

Spelled out, such a matrix goes through memory once an operation, which took half of the encoder's time at 512 tokens.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from model_export.training.model import self_attention

_DOMAIN = "com.microsoft"


class _Fused(torch.autograd.Function):
    """As `self_attention` without bias; exported as RotaryEmbedding and MultiHeadAttention of ONNX Runtime."""

    @staticmethod
    def forward(
        _: Any, queries: Tensor, keys: Tensor, values: Tensor, cosines: Tensor, sines: Tensor, heads: int
    ) -> Tensor:
        return self_attention(queries, keys, values, None, cosines, sines, heads)

    @staticmethod
    def symbolic(graph: Any, queries: Any, keys: Any, values: Any, cosines: Any, sines: Any, heads: int) -> Any:
        first = graph.op("Constant", value_t=torch.zeros(1, dtype=torch.int64))
        axes = graph.op("Constant", value_t=torch.tensor([0, 1]))
        # [S, D / 2] each: the first token's row is that of position 0.
        tables = [graph.op("Squeeze", table, axes) for table in (cosines, sines)]
        rotated = [
            graph.op(f"{_DOMAIN}::RotaryEmbedding", states, first, *tables, num_heads_i=heads)
            for states in (queries, keys)
        ]
        mixed = graph.op(f"{_DOMAIN}::MultiHeadAttention", *rotated, values, num_heads_i=heads)
        return mixed.setType(values.type())


def fused_attention(
    queries: Tensor, keys: Tensor, values: Tensor, bias: Tensor | None, cosines: Tensor, sines: Tensor, heads: int
) -> Tensor:
    """As `self_attention`, of sources without padding.

    Raises:
        ValueError: there is a bias.
    """
    if bias is not None:
        raise ValueError("the graph's sources have no padding")
    mixed: Tensor = _Fused.apply(queries, keys, values, cosines, sines, heads)  # type: ignore[no-untyped-call]
    return mixed
