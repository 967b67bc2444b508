"""Boosted trees as the operator that holds them in tensors: the same numbers in a third of the bytes.

The converter of LightGBM's trees writes `TreeEnsembleRegressor` of the first version of ai.onnx.ml, which names the
kind of every node by a text and gives leaves all that forks have. `TreeEnsemble` of version 5 (ONNX 1.16) does not:
https://onnx.ai/onnx/operators/onnx_aionnxml_TreeEnsemble.html. Neither that converter nor ONNX's own converter of
versions knows it.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import onnx
from onnx import helper, numpy_helper

_LEAF: Final = b"LEAF"
#: Kinds of forks, by their numbers in the newer operator.
_LEAST: Final = b"BRANCH_LEQ"
_MODES: Final = {_LEAST: 0, b"BRANCH_LT": 1, b"BRANCH_GTE": 2, b"BRANCH_GT": 3}
_SUM: Final = 1
_AS_THEY_ARE: Final = 0


def compact(model: onnx.ModelProto) -> onnx.ModelProto:
    """The graph of one regressor with the newer operator.

    Raises:
        ValueError: the operator does more than to add up leaves.
    """
    old = model.graph.node[0]
    given: dict[str, Any] = {one.name: helper.get_attribute_value(one) for one in old.attribute}
    if old.op_type != "TreeEnsembleRegressor" or given["post_transform"] != b"NONE" or "base_values" in given:
        raise ValueError("a graph of other trees is expected")
    is_leaf = np.array([mode == _LEAF for mode in given["nodes_modes"]])
    nodes = list(zip(given["nodes_treeids"], given["nodes_nodeids"], strict=True))
    place_of = {node: place for place, node in enumerate(nodes)}
    # Forks and leaves are numbered by themselves.
    number = np.where(is_leaf, np.cumsum(is_leaf), np.cumsum(~is_leaf)) - 1
    forks = np.flatnonzero(~is_leaf)
    roots = [place_of[tree, 0] for tree in sorted({tree for tree, _ in nodes})]
    # A tree begins with a fork: one that is a single leaf gets one whose branches both lead there.
    alone = [root for root in roots if is_leaf[root]]
    first = dict(zip(alone, range(len(forks), len(forks) + len(alone)), strict=True))

    def of_forks(name: str, otherwise: Any) -> list[Any]:
        return [given[name][fork] for fork in forks] + [otherwise] * len(alone)

    def branch(name: str) -> dict[str, list[int]]:
        places = [place_of[nodes[fork][0], given[name][fork]] for fork in forks] + alone
        leafs = name.replace("nodeids", "leafs")
        return {name: number[places].tolist(), leafs: is_leaf[places].astype(int).tolist()}

    targets = zip(given["target_treeids"], given["target_nodeids"], strict=True)
    weights = dict(zip(targets, given["target_weights"], strict=True))
    missing = of_forks("nodes_missing_value_tracks_true", 0)
    name, output = model.graph.input[0].name, model.graph.output[0].name
    node = helper.make_node(
        "TreeEnsemble",
        [name],
        [output],
        domain="ai.onnx.ml",
        n_targets=1,
        aggregate_function=_SUM,
        post_transform=_AS_THEY_ARE,
        tree_roots=[first.get(root, int(number[root])) for root in roots],
        nodes_featureids=of_forks("nodes_featureids", 0),
        nodes_splits=_floats(of_forks("nodes_values", 0.0)),
        nodes_modes=numpy_helper.from_array(
            np.array([_MODES[mode] for mode in of_forks("nodes_modes", _LEAST)], dtype=np.uint8)
        ),
        **branch("nodes_truenodeids"),
        **branch("nodes_falsenodeids"),
        leaf_targetids=[0] * int(is_leaf.sum()),
        leaf_weights=_floats([weights[nodes[leaf]] for leaf in np.flatnonzero(is_leaf)]),
        **({"nodes_missing_value_tracks_true": missing} if any(missing) else {}),
    )
    result = helper.make_tensor_value_info(output, onnx.TensorProto.FLOAT, [None, 1])
    graph = helper.make_graph([node], model.graph.name, [model.graph.input[0]], [result])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("ai.onnx.ml", 5)], ir_version=10)


def _floats(values: list[float]) -> onnx.TensorProto:
    return numpy_helper.from_array(np.array(values, dtype=np.float32))
