"""fp32 graphs -> INT8: weights per channel, activations as they come (dynamic)."""

from __future__ import annotations

from pathlib import Path

import onnx
from optimum.onnxruntime import ORTQuantizer
from optimum.onnxruntime.configuration import AutoQuantizationConfig

from model_export.export.graphs import RegressionConfig


def quantise(graph: Path, folder: Path) -> Path:
    """Writes the INT8 form of a graph under the same name into `folder`; returns its path.

    Only matrix products are quantised: the embedding is a look-up, and the head is kept exact since the digits of a
    numeral are told apart by small differences.
    """
    folder.mkdir(parents=True, exist_ok=True)
    quantizer = ORTQuantizer(graph, RegressionConfig())
    settings = AutoQuantizationConfig.avx512_vnni(
        is_static=False,
        per_channel=True,
        operators_to_quantize=["MatMul"],
        nodes_to_exclude=[name for name in _matrix_products(graph) if "/head/" in name],
    )
    quantizer.quantize(settings, save_dir=folder, file_suffix="")
    return folder / graph.name


def _matrix_products(graph: Path) -> list[str]:
    return [node.name for node in onnx.load(str(graph)).graph.node if node.op_type == "MatMul"]
