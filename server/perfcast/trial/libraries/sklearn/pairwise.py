"""``sklearn.metrics.pairwise``, and the silhouette score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS
from perfcast.trial.libraries.scipy.sparse.values import Sparse, dense_of
from perfcast.trial.libraries.sklearn.arrays import Array, squares_between
from perfcast.trial.libraries.sklearn.function_calls import Call, check_lengths

#: Of the allowance for a pair and feature.
_HERE: Final = 0.03
#: The same for a row and label.
_CLASS: Final = 0.5
#: Nanoseconds of each pair of numbers that sparse rows hold both.
_BOTH: Final = 1.0


def _sides(call: Call, X: Any, Y: Any) -> tuple[Array, Array]:
    first = dense_of(X) if isinstance(X, Sparse) else call.table(X)
    second = first if Y is None else dense_of(Y) if isinstance(Y, Sparse) else call.table(Y)
    if first.shape[1] != second.shape[1]:
        raise ValueError("Incompatible dimension for X and Y matrices")
    if len(first) * len(second) > MOST_CELLS:
        raise Unsupported("arrays too large")
    call.allows(len(first) * len(second) * first.shape[1], _HERE)
    return first, second


def _given(call: Call, name: str, found: Array, X: Any, first: Array) -> Any:
    if isinstance(X, Sparse):
        # Their products go by what both hold, not by how wide they are.
        shared = X.count / max(1, first.size)
        return call.gives(name, found, found.size, found.size * first.shape[1] * shared * shared * _BOTH / 0.02)
    return call.gives(name, found, found.size, found.size * first.shape[1])


def _unit(table: Array) -> Array:
    lengths = np.sqrt((table * table).sum(axis=1, keepdims=True))
    found: Array = table / np.where(lengths == 0.0, 1.0, lengths)
    return found


def _squares(first: Array, second: Array) -> Array:
    found: Array = np.maximum(squares_between(first, second), 0.0)
    return found


def _by_city(first: Array, second: Array) -> Array:
    return np.array([np.abs(row - second).sum(axis=1) for row in first])


def cosine_similarity(call: Call, X: Any, Y: Any = None, dense_output: Any = True) -> Any:
    """As that function."""
    first, second = _sides(call, X, Y)
    return _given(call, "cosine_similarity", _unit(first) @ _unit(second).T, X, first)


def cosine_distances(call: Call, X: Any, Y: Any = None) -> Any:
    """As that function."""
    first, second = _sides(call, X, Y)
    return _given(call, "cosine_distances", np.clip(1.0 - _unit(first) @ _unit(second).T, 0.0, 2.0), X, first)


def linear_kernel(call: Call, X: Any, Y: Any = None, dense_output: Any = True) -> Any:
    """As that function."""
    first, second = _sides(call, X, Y)
    return _given(call, "linear_kernel", first @ second.T, X, first)


def euclidean_distances(call: Call, X: Any, Y: Any = None, *, squared: Any = False) -> Any:
    """As that function."""
    first, second = _sides(call, X, Y)
    found = _squares(first, second)
    return _given(call, "pairs", found if squared else np.sqrt(found), X, first)


def rbf_kernel(call: Call, X: Any, Y: Any = None, gamma: Any = None) -> Any:
    """As that function."""
    first, second = _sides(call, X, Y)
    width = 1.0 / first.shape[1] if gamma is None else float(gamma)
    return _given(call, "rbf_kernel", np.exp(-width * _squares(first, second)), X, first)


def manhattan_distances(call: Call, X: Any, Y: Any = None) -> Any:
    """As that function."""
    first, second = _sides(call, X, Y)
    return _given(call, "manhattan_distances", _by_city(first, second), X, first)


_METRICS: Final[dict[str, Callable[..., Any]]] = {
    "euclidean": euclidean_distances,
    "l2": euclidean_distances,
    "cosine": cosine_distances,
    "manhattan": manhattan_distances,
    "cityblock": manhattan_distances,
}


def pairwise_distances(call: Call, X: Any, Y: Any = None, metric: Any = "euclidean", *, n_jobs: Any = None) -> Any:
    """As that function."""
    if metric not in _METRICS:
        raise Unsupported("another metric")
    return _METRICS[metric](call, X, Y)


def silhouette_score(
    call: Call, X: Any, labels: Any, *, metric: Any = "euclidean", sample_size: Any = None, random_state: Any = None
) -> Any:
    """As that function."""
    if metric != "euclidean" or sample_size is not None:
        raise Unsupported("another metric, or a part of the samples")
    first, second = _sides(call, X, None)
    known = call.column(labels)
    check_lengths(first, known)
    classes, codes, counts = np.unique(known, return_inverse=True, return_counts=True)
    if not 2 <= len(classes) < len(known) and not call.is_shrunk:
        raise ValueError("Number of labels must be 2 or more and less than the number of samples")
    distances = np.sqrt(_squares(first, second))
    call.counts(len(classes) * len(known), _CLASS)
    sums = np.column_stack([distances[:, codes == place].sum(axis=1) for place in range(len(classes))])
    rows = np.arange(len(known))
    within = sums[rows, codes] / np.maximum(counts[codes] - 1, 1)
    beyond = sums / counts
    beyond[rows, codes] = np.inf
    nearest = beyond.min(axis=1)
    apart = np.where(counts[codes] > 1, (nearest - within) / np.maximum(np.maximum(nearest, within), 1e-300), 0.0)
    return call.gives("silhouette_score", float(apart.mean()), distances.size, distances.size * first.shape[1])


PAIRWISE: Final[dict[str, Callable[..., Any]]] = {
    one.__name__: one
    for one in (
        cosine_similarity, cosine_distances, linear_kernel, euclidean_distances, rbf_kernel, manhattan_distances,
        pairwise_distances,
    )
}  # fmt: skip
FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "silhouette_score": silhouette_score,
    "pairwise_distances": pairwise_distances,
    "euclidean_distances": euclidean_distances,
}
