"""``sklearn.cluster.DBSCAN``."""

from __future__ import annotations

from collections import deque
from math import log2
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.libraries.sklearn.arrays import Array, squares_between
from perfcast.trial.libraries.sklearn.function_calls import Call
from perfcast.trial.libraries.sklearn.models import Model, learned, note_features

#: Features up to which rows are put into a tree, and rows of its leaves.
_MOST_IN_TREE: Final = 15
_LEAF: Final = 30
#: Rows that others are counted around, and the most pairs that are looked at at once.
_ASKED: Final = 200
_MOST_PAIRS: Final = 1_000_000
#: The most elements of a table that is made as large as the workload's; what is added to features in the power of how
#: far from each other rows lie (Scott's rule).
_MOST_ELEMENTS: Final = 300_000
_DENSER: Final = 4
#: Nanoseconds of a row for each binary order of rows and feature, as the tree grows; of a node of the tree that is
#: come by, and of a row in a leaf that is: at all, and of each feature.
_GROWN: Final = 8.0
_NODE: Final = (35.0, 13.5)
_ROW: Final = (2.0, 1.8)
#: Of a pair of rows where there is no tree: at all, and of each feature.
_PAIR: Final = (2.3, 0.05)
#: Of a row that is asked about, and of a neighbour that is found.
_QUESTION: Final = 3_000.0
_FOUND: Final = 6.0
#: Bytes of a row, and of a neighbour.
_EACH: Final = 165.0
_NEIGHBOUR: Final = 16.0
#: Of the allowance for an element of a pair.
_HERE: Final = 0.05


def _fit(call: Call, own: Instance, X: Any, y: Any = None, sample_weight: Any = None) -> Instance:
    table = call.table(X)
    note_features(own, X, table)
    rows, columns = table.shape
    far = float(own.attributes["eps"])
    if far <= 0.0:
        raise ValueError(f"The 'eps' parameter of DBSCAN must be a float in the range (0.0, inf). Got {far} instead.")
    asked = table[np.linspace(0, rows - 1, min(rows, _ASKED)).astype(np.int64)]
    call.allows(len(asked) * table.size, _HERE)
    found = float(np.mean([(_squares(one, table) <= far * far).sum() for one in asked]))
    # A row is within reach of itself, and the more there are the more others are.
    whole = call.machine.whole(rows)
    found = 1.0 + (found - 1.0) * (whole - 1) / max(1, rows - 1)
    in_tree = columns <= _MOST_IN_TREE and own.attributes["algorithm"] in {"auto", "kd_tree", "ball_tree"}
    if in_tree:
        leaves, seen = _looked_into(call, _as_many(call, table, whole), asked, far)
        nodes = leaves * (2.0 + log2(max(1.0, whole / _LEAF / max(1.0, leaves))))
        each = _QUESTION + (_NODE[0] + _NODE[1] * columns) * nodes + (_ROW[0] + _ROW[1] * columns) * seen
        each += _GROWN * columns * log2(max(2.0, whole))
    else:
        each = (_PAIR[0] + _PAIR[1] * columns) * whole
    aside = rows * (_EACH + _NEIGHBOUR * found) + (0.0 if in_tree else 8.0 * min(rows * rows, _MOST_PAIRS))
    call.pays("DBSCAN.fit", table.size, rows * (each + _FOUND * found), aside)
    labels, cores = _clusters(call, table, far, int(own.attributes["min_samples"]))
    return learned(call, own, labels_=labels, core_sample_indices_=cores, components_=table[cores])


def _squares(one: Array, table: Array) -> Array:
    squares: Array = ((table - one) ** 2).sum(axis=1)
    return squares


def _as_many(call: Call, table: Array, whole: float) -> Array:
    """As many rows as the workload has, as far as they can be made here: each lies beside one that there is."""
    rows, columns = table.shape
    many = int(min(whole, _MOST_ELEMENTS / columns))
    if many <= rows:
        return table
    call.allows(many * columns, _HERE)
    source = np.random.default_rng(0)
    near = rows ** (-1.0 / (columns + _DENSER)) * table.std(axis=0)
    drawn = table[source.integers(0, rows, many)] + near * source.standard_normal((many, columns))
    drawn[:rows] = table
    kept: Array = np.clip(drawn, table.min(axis=0), table.max(axis=0))
    return kept


def _looked_into(call: Call, table: Array, asked: Array, far: float) -> tuple[float, float]:
    """How many leaves of a tree a question comes by, and rows in them."""
    parts = [table]
    while len(parts[0]) > 2 * _LEAF:
        call.allows(table.size, _HERE)
        parts = [half for part in parts for half in _halves(part)]
    low, high = (np.array([fold(part, axis=0) for part in parts]) for fold in (np.min, np.max))
    call.allows(len(asked) * low.size, _HERE)
    is_near = np.array([(np.maximum(0.0, np.maximum(low - one, one - high)) ** 2).sum(axis=1) for one in asked])
    is_near = is_near <= far * far
    return float(is_near.sum(axis=1).mean()), float((is_near @ np.array([len(part) for part in parts])).mean())


def _halves(part: Array) -> tuple[Array, Array]:
    """Those of less, and those of more along the way in which they differ most."""
    column = int(np.argmax(part.max(axis=0) - part.min(axis=0)))
    order = np.argpartition(part[:, column], len(part) // 2)
    return part[order[: len(part) // 2]], part[order[len(part) // 2 :]]


def _clusters(call: Call, table: Array, far: float, least: int) -> tuple[Array, Array]:
    """The cluster of each row, -1 for none, and the places of those in the midst of one.

    Of many rows only as many are looked at as there are pairs; the others are in the cluster of the one next to them.
    """
    some = table[: max(1, int((2 * _MOST_PAIRS / table.shape[1]) ** 0.5))]
    wanted = max(1.0, least * len(some) / len(table)) if len(some) < len(table) else least
    call.allows(len(some) * some.size, _HERE)
    near = squares_between(some, some) <= far * far
    is_core = near.sum(axis=1) >= wanted
    labels = np.full(len(some), -1, dtype=np.int64)
    clusters = 0
    for begin in np.flatnonzero(is_core).tolist():
        if labels[begin] >= 0:
            continue
        call.allows(len(some))
        labels[begin] = clusters
        waiting = deque([begin])
        while waiting:
            place = waiting.popleft()
            call.allows(len(some), _HERE)
            reached = np.flatnonzero(near[place] & (labels < 0))
            labels[reached] = clusters
            waiting += reached[is_core[reached]].tolist()
        clusters += 1
    cores = np.flatnonzero(is_core)
    if len(some) < len(table):
        whole = np.resize(labels, len(table))
        return whole, np.flatnonzero(np.resize(is_core, len(table)))
    return labels, cores


def _fit_predict(call: Call, own: Instance, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
    return _fit(call, own, X).attributes["labels_"]


_GIVEN: Final = {
    "eps": 0.5, "min_samples": 5, "metric": "euclidean", "metric_params": None, "algorithm": "auto", "leaf_size": 30,
    "p": None, "n_jobs": None,
}  # fmt: skip
CLASSES: Final = {
    "DBSCAN": Model(
        ("ClusterMixin",),
        _GIVEN,
        {"fit": _fit, "fit_predict": _fit_predict},
        frozenset({"eps", "min_samples", "algorithm"}),
    )
}
