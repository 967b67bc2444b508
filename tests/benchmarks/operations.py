"""Operations of the graphs: counted in their weights, and worked out from the model's shape."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import onnx

_BYTES = {onnx.TensorProto.INT8, onnx.TensorProto.UINT8}


def weight_operations(graph: Path) -> tuple[int, int]:
    """Multiplications and additions a token of all products with constant matrices: in INT8, and in floating point.

    A matrix of K x N takes 2 K N. Embeddings are looked up, not multiplied.
    """
    loaded = onnx.load(str(graph)).graph
    matrices = {tensor.name: tensor for tensor in loaded.initializer if len(tensor.dims) == 2}
    counts = {True: 0, False: 0}
    for node in loaded.node:
        if "MatMul" in node.op_type or node.op_type in {"Gemm", "QAttention", "Attention"}:
            for name in node.input:
                if name in matrices:
                    tensor = matrices[name]
                    counts[tensor.data_type in _BYTES] += 2 * tensor.dims[0] * tensor.dims[1]
    return counts[True], counts[False]


def encoder_weight_operations(shape: Mapping[str, int]) -> int:
    """The same of an encoder of this shape, by its layers: what there is to be multiplied, and no more.

    Args:
        shape: as in the bundle's manifest.
    """
    width = shape["width"]
    layer = 4 * width * width + 2 * width * shape["feedforward"]
    cross = 2 * width * width * shape["decoder_layers"]
    return 2 * (shape["encoder_layers"] * layer + cross)


def encoder_operations(shape: Mapping[str, int], tokens: int) -> int:
    """Multiplications and additions that reading a source of so many tokens takes, attention included."""
    attention = 4 * tokens * shape["width"] * shape["encoder_layers"]
    return tokens * (encoder_weight_operations(shape) + attention)
