"""fp32 graphs -> INT8: weights per channel, activations as they come (dynamic)."""

from __future__ import annotations

from pathlib import Path

import onnx
from optimum.onnxruntime import ORTQuantizer
from optimum.onnxruntime.configuration import AutoQuantizationConfig

from model_export.export.graphs import RegressionConfig


def quantise(graph: Path, folder: Path) -> Path:
    """Writes the INT8 form of a graph under the same name into `folder`; returns its path.

    Only products with a matrix of weights are quantised: the embedding is a look-up, the head is kept exact since the
    digits of a numeral are told apart by small differences, and of two matrices that are both computed the second would
    be quantised to unsigned numbers, with which products are slower than those of fp32 where CPUs have AMX.
    """
    folder.mkdir(parents=True, exist_ok=True)
    quantizer = ORTQuantizer(graph, RegressionConfig())
    settings = AutoQuantizationConfig.avx512_vnni(
        is_static=False,
        per_channel=True,
        operators_to_quantize=["MatMul"],
        nodes_to_exclude=_exact_products(graph),
    )
    quantizer.quantize(settings, save_dir=folder, file_suffix="")
    return folder / graph.name


def _exact_products(path: Path) -> list[str]:
    graph = onnx.load(str(path)).graph
    # An initializer that is equal to another is a copy of it.
    weights = {array.name for array in graph.initializer}
    weights |= {node.output[0] for node in graph.node if node.op_type == "Identity" and node.input[0] in weights}
    return [
        node.name
        for node in graph.node
        if node.op_type == "MatMul" and ("/head/" in node.name or weights.isdisjoint(node.input))
    ]
