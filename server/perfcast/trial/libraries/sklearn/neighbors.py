"""``sklearn.neighbors``."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log2
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.libraries.sklearn.arrays import Array, squares_between
from perfcast.trial.libraries.sklearn.function_calls import Call, check_lengths
from perfcast.trial.libraries.sklearn.labels import labels_of
from perfcast.trial.libraries.sklearn.models import Model, check_features, know, learned, note_features

#: Features up to which rows are put into a tree.
_MOST_IN_TREE: Final = 15
#: Nanoseconds of a row in a tree, for each binary order of rows: at all, and of each feature.
_GROWN: Final = (10.0, 4.0)
#: Of a row that a question comes by in the tree, likewise. How many these are, of uniform numbers: so many times the
#: rows to a power, each by the features, and by neighbours that are asked for.
_SEEN: Final = (3.5, 1.0)
_FIRST: Final = (85.0, -0.147)
_POWER: Final = 0.06
_ASKED: Final = (5.0, 0.8)
#: Of a pair of rows where all are gone through, likewise.
_PAIR: Final = (2.3, 0.05)
#: Of the allowance for a pair, and pairs that are looked at here.
_HERE: Final = 0.02
_MOST_PAIRS: Final = 2_000_000


def _fit(call: Call, own: Instance, X: Any) -> Instance:
    table = call.table(X)
    note_features(own, X, table)
    rows, columns = table.shape
    in_tree = _is_in_tree(own, rows, columns)
    time = rows * log2(max(2, rows)) * (_GROWN[0] + _GROWN[1] * columns) if in_tree else 0.0
    call.pays("NearestNeighbors.fit", table.size, time, 14 * rows if in_tree else 0)
    return learned(
        call,
        own,
        _fit_X=table,
        n_samples_fit_=rows,
        effective_metric_="euclidean",
        _tree=np.zeros(13 * rows, dtype=np.int8) if in_tree else None,
    )


def _is_in_tree(own: Instance, rows: int, columns: int) -> bool:
    if own.attributes["algorithm"] != "auto":
        return bool(own.attributes["algorithm"] != "brute")
    return columns <= _MOST_IN_TREE and own.attributes["n_neighbors"] < rows // 2


def _fit_labels(call: Call, own: Instance, X: Any, y: Any) -> Instance:
    labels = labels_of(call, y, has_several=True)
    check_lengths(X, labels)
    classes, codes = np.unique(labels, return_inverse=True)
    call.pays("KNeighborsClassifier.fit", len(labels))
    return learned(call, _fit(call, own, X), classes_=classes, _y=codes)


def _fit_numbers(call: Call, own: Instance, X: Any, y: Any) -> Instance:
    numbers = call.numbers(y)
    check_lengths(X, numbers)
    call.pays("KNeighborsRegressor.fit", 1)
    return learned(call, _fit(call, own, X), _y=numbers)


def _next(call: Call, own: Instance, X: Any, count: Any = None) -> tuple[Array, Array]:
    """Distances and places of what is next to each row."""
    known = know(own, "_fit_X")
    count = int(own.attributes["n_neighbors"] if count is None else count)
    table = known if X is None else call.table(X)
    check_features(own, table)
    rows, columns = known.shape
    count = call.at_most(count, rows, f"Expected n_neighbors <= n_samples_fit, but n_neighbors = {count}")
    if own.attributes["_tree"] is None:
        each = rows * (_PAIR[0] + _PAIR[1] * columns)
    else:
        seen = _FIRST[0] * exp(_FIRST[1] * columns) * rows ** (_POWER * columns)
        each = min(rows, seen * (count / _ASKED[0]) ** _ASKED[1]) * (_SEEN[0] + _SEEN[1] * columns)
    call.pays("kneighbors", len(table), each * len(table), 24 * count * len(table))
    return _found(call, known, table, count)


def _found(call: Call, known: Array, table: Array, count: int) -> tuple[Array, Array]:
    """Of all pairs where these are few; of many, what is next among some."""
    some = known[: max(count + 1, _MOST_PAIRS // max(1, len(table) * known.shape[1]))]
    call.allows(len(some) * table.size, _HERE)
    squares = squares_between(table, some)
    places = np.argsort(squares, axis=1)[:, :count].copy()
    return np.sqrt(np.maximum(np.take_along_axis(squares, places, axis=1), 0.0)), places


def _neighbours(call: Call, own: Instance, X: Any = None, n_neighbors: Any = None, return_distance: Any = True) -> Any:
    """As ``kneighbors``."""
    distances, places = _next(call, own, X, n_neighbors)
    return call.gives("told", (distances, places) if return_distance else places, len(places))


def _labels(call: Call, own: Instance, X: Any) -> Any:
    _, places = _next(call, own, X)
    chances = _counted(call, own, places)
    call.pays("KNeighborsClassifier.predict", len(places), 0.0, 130 * len(places))
    return call.gives("told", own.attributes["classes_"][chances.argmax(axis=1)], len(places))


def _chances(call: Call, own: Instance, X: Any) -> Any:
    _, places = _next(call, own, X)
    call.pays("KNeighborsClassifier.predict", len(places), 0.0, 130 * len(places))
    return call.gives("told", _counted(call, own, places) / places.shape[1], len(places))


def _counted(call: Call, own: Instance, places: Array) -> Array:
    codes, labels = own.attributes["_y"][places], len(own.attributes["classes_"])
    call.counts(len(places) * labels)
    rows = np.arange(len(places))[:, np.newaxis]
    found = np.zeros((len(places), labels))
    np.add.at(found, (np.broadcast_to(rows, codes.shape), codes), 1.0)
    return found


def _numbers(call: Call, own: Instance, X: Any) -> Any:
    _, places = _next(call, own, X)
    return call.gives("told", own.attributes["_y"][places].mean(axis=1), len(places))


def _checked(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    return _fit(call, own, X)


_GIVEN: Final[Mapping[str, Any]] = {
    "n_neighbors": 5, "weights": "uniform", "algorithm": "auto", "leaf_size": 30, "p": 2, "metric": "minkowski",
    "metric_params": None, "n_jobs": None,
}  # fmt: skip
_ALONE: Final = {"n_neighbors": 5, "radius": 1.0, **{name: one for name, one in _GIVEN.items() if name != "weights"}}
_HEEDED: Final = frozenset({"n_neighbors", "algorithm", "radius"})
CLASSES: Final = {
    "NearestNeighbors": Model((), _ALONE, {"fit": _checked, "kneighbors": _neighbours}, _HEEDED),
    "KNeighborsClassifier": Model(
        ("ClassifierMixin",),
        _GIVEN,
        {"fit": _fit_labels, "predict": _labels, "predict_proba": _chances, "kneighbors": _neighbours},
        _HEEDED,
    ),
    "KNeighborsRegressor": Model(
        ("RegressorMixin",), _GIVEN, {"fit": _fit_numbers, "predict": _numbers, "kneighbors": _neighbours}, _HEEDED
    ),
}
