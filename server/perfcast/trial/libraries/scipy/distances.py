"""``scipy.spatial.distance``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import Arguments, Native

_TABLE: Final = 2
#: What each pair takes besides, as so many numbers more.
_PAIR: Final = 5.0


def _euclidean(x: Any, y: Any) -> Any:
    return np.sqrt(_squared(x, y))


def _squared(x: Any, y: Any) -> Any:
    return ((x - y) ** 2).sum(axis=-1)


def _city_block(x: Any, y: Any) -> Any:
    return np.abs(x - y).sum(axis=-1)


def _chebyshev(x: Any, y: Any) -> Any:
    return np.abs(x - y).max(axis=-1)


def _cosine(x: Any, y: Any) -> Any:
    return 1.0 - (x * y).sum(axis=-1) / np.sqrt((x * x).sum(axis=-1) * (y * y).sum(axis=-1))


def _correlation(x: Any, y: Any) -> Any:
    return _cosine(x - x.mean(axis=-1, keepdims=True), y - y.mean(axis=-1, keepdims=True))


def _hamming(x: Any, y: Any) -> Any:
    return (x != y).mean(axis=-1)


def _jaccard(x: Any, y: Any) -> Any:
    has, other = x != 0, y != 0
    there = (has | other).sum(axis=-1)
    return np.where(there == 0, 0.0, (has ^ other).sum(axis=-1) / np.maximum(there, 1))


#: Each gives the distance of vectors, or of a vector from rows.
METRICS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "euclidean": _euclidean,
    "sqeuclidean": _squared,
    "cityblock": _city_block,
    "chebyshev": _chebyshev,
    "cosine": _cosine,
    "correlation": _correlation,
    "hamming": _hamming,
    "jaccard": _jaccard,
}


def _between(metric: Callable[[Any, Any], Any]) -> Native:
    def distance(u: Any, v: Any) -> Any:
        first, second = np.asarray(u), np.asarray(v)
        if first.ndim != 1 or second.ndim != 1:
            raise ValueError("Input vector should be 1-D.")
        return np.float64(metric(_doubles(first), _doubles(second)))

    return Native(distance)


def _doubles(values: Any) -> Any:
    return values if values.dtype.kind in "fc" else values.astype(np.float64)


def _of_name(name: Any, p: Any) -> Callable[[Any, Any], Any]:
    if name == "minkowski":
        return lambda x, y: (np.abs(x - y) ** p).sum(axis=-1) ** (1.0 / p)
    if name not in METRICS:
        raise Unsupported("another metric")
    return METRICS[name]


def _table(values: Any) -> Any:
    found = np.asarray(values)
    if found.ndim != _TABLE:
        raise ValueError("A 2-dimensional array must be passed.")
    return found.astype(np.float64)


def _all_pairs(XA: Any, XB: Any, metric: Any = "euclidean", *, p: Any = 2) -> Any:
    run, first, second = _of_name(metric, p), _table(XA), _table(XB)
    if first.shape[1] != second.shape[1]:
        raise ValueError("XA and XB must have the same number of columns")
    if len(first) > len(second):
        return _all_pairs(second, first, metric, p=p).T.copy()
    found = np.empty((len(first), len(second)))
    for place, row in enumerate(first):
        found[place] = run(row, second)
    return found


def _own_pairs(X: Any, metric: Any = "euclidean", *, p: Any = 2) -> Any:
    run, rows = _of_name(metric, p), _table(X)
    found = [run(row, rows[place + 1 :]) for place, row in enumerate(rows[:-1])]
    return np.concatenate(found) if found else np.empty(0)


def _rearranged(X: Any, force: Any = "no", checks: Any = True) -> Any:
    values = np.asarray(X)
    if force != "no":
        raise Unsupported("a forced shape")
    if values.ndim == _TABLE:
        if values.shape[0] != values.shape[1]:
            raise ValueError("The matrix argument must be square.")
        if checks and not (np.allclose(values, values.T) and not np.diag(values).any()):
            raise ValueError("Distance matrix 'X' must be symmetric.")
        return values[np.triu_indices(len(values), 1)]
    rows = _rows_of(values.size)
    if rows * (rows - 1) != 2 * values.size:
        raise ValueError("Incompatible vector size.")
    found = np.zeros((rows, rows), dtype=values.dtype)
    found[np.triu_indices(rows, 1)] = values
    return found + found.T


def _rows_of(pairs: int) -> int:
    return round((1.0 + sqrt(1.0 + 8.0 * pairs)) / 2.0)


def _pair_steps(arguments: Arguments) -> float:
    rows = float(np.shape(arguments["XA"])[0] * max(1, len(arguments["XB"])))
    return rows * (_PAIR + float(np.shape(arguments["XA"])[-1]))


def _own_steps(arguments: Arguments) -> float:
    rows, width = len(arguments["X"]), np.shape(arguments["X"])[-1]
    return rows * (rows - 1) / 2 * (_PAIR + float(width))


def _rearranging(arguments: Arguments) -> float:
    values = arguments["X"]
    return float(np.size(values) if np.ndim(values) == _TABLE else _rows_of(int(np.size(values))) ** 2)


FUNCTIONS: Final[Mapping[str, Native]] = {
    **{name: _between(metric) for name, metric in METRICS.items()},
    "cdist": Native(_all_pairs, _pair_steps, here=6),
    "pdist": Native(_own_pairs, _own_steps, here=6),
    "squareform": Native(_rearranged, _rearranging, here=20),
}
