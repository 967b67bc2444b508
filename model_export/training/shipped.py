"""A bundle -> the network that it was exported from, as exactly as INT8 has kept it.

The two graphs hold every parameter between them: the cross keys and values of the decoder's layers are made in the
encoder's graph, the embedding is in both. A weight is known by the node that uses it, whose name is the path of its
module: initializers of equal values are merged at export, and those of matrix products have lost their names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor

from model_export.training.model import RegressionLanguageModel, Shape
from perfcast.rlm import bundle

Arrays = Mapping[str, npt.NDArray[np.generic]]

#: Operator -> which of its inputs is a weight.
_WEIGHT: Final = {"Gather": 0, "LayerNormalization": 1, "MatMul": 1, "MatMulInteger": 1}
#: Layers ask for their cross keys and values outside their own scope, in order: cross_kv, cross_kv_1, ...
_CROSS: Final = re.compile(r"cross_kv(?:_(\d+))?")
#: Endings that quantisation puts to the name of a weight.
_QUANTISED, _SCALE, _ZERO_POINT = "_quantized", "_scale", "_zero_point"


def read_bundle(folder: Path) -> tuple[Shape, dict[str, Tensor]]:
    """Shape and fp32 weights of a bundle, each weight within half a step of INT8 of the one that was trained.

    Neither the bundle's format nor its sums are asked for: what changes with the next format, such as the features
    that guesses rest on, need not keep a network from being trained further.

    Raises:
        ValueError: a parameter of the network is in neither graph or has another shape there, or a graph has a weight
            that the network has not.
    """
    shape = Shape(**json.loads((folder / bundle.MANIFEST).read_text(encoding="utf-8"))["model"]["shape"])
    weights = graph_weights(folder / bundle.ENCODER)
    for name, weight in graph_weights(folder / bundle.DECODER).items():
        if name in weights and not torch.equal(weights[name], weight):
            raise ValueError(f"{folder}: {name} is not the same in {bundle.ENCODER} and {bundle.DECODER}")
        weights[name] = weight
    with torch.device("meta"):
        expected = {name: parameter.shape for name, parameter in RegressionLanguageModel(shape).named_parameters()}
    for name, size in expected.items():
        if name not in weights:
            raise ValueError(f"{folder}: {name} is in neither graph")
        if weights[name].shape != size:
            raise ValueError(f"{folder}: {name} is {list(weights[name].shape)} there, and should be {list(size)}")
    if unknown := sorted(weights.keys() - expected.keys()):
        raise ValueError(f"{folder}: the graphs have weights that the network has not: {', '.join(unknown)}")
    return shape, weights


def graph_weights(path: Path) -> dict[str, Tensor]:
    """The weights of one graph in fp32, by the names and in the layout of the network's parameters.

    Raises:
        ValueError: two nodes have different weights for one parameter.
    """
    graph = onnx.load(str(path)).graph
    arrays: Arrays = {array.name: numpy_helper.to_array(array) for array in graph.initializer}
    # What is left of an initializer that was equal to another.
    same = {node.output[0]: node.input[0] for node in graph.node if node.op_type == "Identity"}
    weights: dict[str, Tensor] = {}
    for node in graph.node:
        place = _WEIGHT.get(node.op_type)
        if place is None:
            continue
        given = same.get(node.input[place], node.input[place])
        if given not in arrays:
            continue
        name = _parameter(node.name)
        weight = torch.from_numpy(_exact(given, arrays))
        # A matrix product has inputs times outputs, a linear layer outputs times inputs.
        weight = weight.T.contiguous() if node.op_type.startswith("MatMul") else weight
        if name in weights and not torch.equal(weights[name], weight):
            raise ValueError(f"{path}: two nodes have different weights for {name}")
        weights[name] = weight
    return weights


def _parameter(node: str) -> str:
    """A node's name, such as ``/encoder.0/qkv/MatMul_quant``, -> the parameter of its module."""
    module = ".".join(node.strip("/").split("/")[:-1])
    if cross := _CROSS.fullmatch(module):
        module = f"decoder.{int(cross[1] or 0)}.cross_kv"
    return f"{module}.weight"


def _exact(name: str, arrays: Arrays) -> npt.NDArray[np.float32]:
    """An initializer in fp32; scales and zero points are those of its last axis, or one for all."""
    if not name.endswith(_QUANTISED):
        return arrays[name].astype(np.float32)
    original = name.removesuffix(_QUANTISED)
    steps = arrays[name].astype(np.float32) - arrays[original + _ZERO_POINT].astype(np.float32)
    return steps * arrays[original + _SCALE].astype(np.float32)
