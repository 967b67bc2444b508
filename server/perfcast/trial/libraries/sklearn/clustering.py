"""``sklearn.cluster``."""

from __future__ import annotations

from math import ceil, log
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS
from perfcast.trial.libraries.sklearn.arrays import Array, squares_between
from perfcast.trial.libraries.sklearn.function_calls import Call, source_of
from perfcast.trial.libraries.sklearn.models import Model, check_features, know, learned, note_features

#: Nanoseconds of a turn: at all, of each row, of each cluster of a row, and of each element.
_TURN: Final = (25_000.0, 14.0, 1.0, 0.3)
#: Of choosing the first centres: of each cluster at all, and of each row of these.
_BEGUN: Final = (35_000.0, 28.0)
#: Rows that are enough to tell the centres, and the power of how many more there are by which it takes more turns. They
#: are told so often, as how many turns it takes is much a matter of chance; it takes so many times as many there.
_ENOUGH: Final = 1_000
_MORE: Final = 0.35
_OFTEN: Final = 3
#: Clusters besides two from which on it grows so.
_MANY: Final = 3
_MORE_TURNS: Final = 1.1
#: Bytes of a row besides its features.
_ROW: Final = 56.0
#: Of the allowance for an element and cluster of a turn.
_HERE: Final = 0.05
#: The same for a row that may become a centre.
_TRIED: Final = 150.0


def _fit(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    table = call.table(X)
    note_features(own, X, table)
    wanted = int(own.attributes["n_clusters"])
    clusters = call.at_most(wanted, len(table), f"n_samples={len(table)} should be >= n_clusters={wanted}.")
    times = own.attributes["n_init"]
    times = int(times) if times != "auto" else 1 if own.attributes["init"] == "k-means++" else 10
    some = table[:_ENOUGH] if len(table) > max(_ENOUGH, clusters) else table
    source = source_of(own.attributes["random_state"])
    found = [_moved(call, some, clusters, own, source) for _ in range(_OFTEN)]
    centres, taken = found[0][0], _MORE_TURNS * sum(turns for _, turns in found) / _OFTEN
    more = _MORE * min(1.0, max(0, clusters - 2) / _MANY)
    turns = min(own.attributes["max_iter"], ceil(taken * (len(table) / len(some)) ** more))
    rows, columns = table.shape
    turn = _TURN[0] + rows * (_TURN[1] + _TURN[2] * clusters + _TURN[3] * columns)
    begun = clusters * (_BEGUN[0] + _BEGUN[1] * rows)
    call.allows(table.size * (clusters + 1), _HERE)
    call.pays("KMeans.fit", table.size, times * (turns * turn + begun), _ROW * rows)
    labels, inertia = _nearest(table, centres)
    return learned(
        call,
        own,
        cluster_centers_=centres,
        labels_=labels,
        inertia_=float(inertia.sum()),
        n_iter_=turns,
    )


def _moved(call: Call, table: Array, clusters: int, own: Instance, source: np.random.RandomState) -> tuple[Array, int]:
    """Centres, and after how many turns they stay where they are."""
    tries = 2 + int(log(max(1, clusters)))
    call.machine.allows(clusters * tries * (_TRIED + _HERE * table.size))
    centres = _begun(table, clusters, tries, source)
    least = float(own.attributes["tol"]) * float(table.var(axis=0).mean())
    labels = np.full(len(table), -1)
    for turn in range(1, int(own.attributes["max_iter"]) + 1):
        call.allows(table.size * (clusters + 10), _HERE)
        before, (labels, _) = labels, _nearest(table, centres)
        counts = np.bincount(labels, minlength=clusters)
        sums = np.zeros_like(centres)
        np.add.at(sums, labels, table)
        moved = np.where(counts[:, np.newaxis] > 0, sums / np.maximum(counts, 1)[:, np.newaxis], centres)
        shift = float(((moved - centres) ** 2).sum())
        centres = moved
        if shift <= least or (before == labels).all():
            return centres, turn
    return centres, int(own.attributes["max_iter"])


def _begun(table: Array, clusters: int, tries: int, source: np.random.RandomState) -> Array:
    """Centres far apart, of several that are drawn each time the best."""
    found = [table[source.randint(len(table))]]
    nearest = ((table - found[0]) ** 2).sum(axis=1)
    while len(found) < clusters:
        drawn = np.searchsorted(np.cumsum(nearest), source.random_sample(tries) * nearest.sum())
        drawn = np.minimum(drawn, len(table) - 1)
        each = [np.minimum(nearest, ((table - table[one]) ** 2).sum(axis=1)) for one in drawn]
        best = int(np.argmin([one.sum() for one in each]))
        found.append(table[drawn[best]])
        nearest = each[best]
    return np.array(found)


def _nearest(table: Array, centres: Array) -> tuple[Array, Array]:
    """The centre next to each row, and how far it is, squared."""
    labels, nearest = np.empty(len(table), dtype=np.int32), np.empty(len(table))
    # Not of all rows at once, which with many centres are too many pairs.
    rows = max(1, MOST_CELLS // len(centres))
    for begin in range(0, len(table), rows):
        squares = squares_between(table[begin : begin + rows], centres)
        some = labels[begin : begin + rows] = squares.argmin(axis=1)
        nearest[begin : begin + rows] = squares[np.arange(len(some)), some]
    return labels, np.maximum(nearest, 0.0)


def _predict(call: Call, own: Instance, X: Any) -> Any:
    centres = know(own, "cluster_centers_")
    table = call.table(X)
    check_features(own, table)
    call.allows(table.size * len(centres), _HERE)
    labels, _ = _nearest(table, centres)
    return call.gives("KMeans.predict", labels, table.size, len(table) * (6.0 + 0.5 * len(centres)), 8 * len(table))


def _distances(call: Call, own: Instance, X: Any) -> Any:
    """As ``transform``."""
    centres = know(own, "cluster_centers_")
    table = call.table(X)
    check_features(own, table)
    call.counts(len(table) * len(centres))
    call.allows(table.size * len(centres), _HERE)
    squares = squares_between(table, centres)
    return call.gives("pairs", np.sqrt(np.maximum(squares, 0.0)), squares.size, squares.size * table.shape[1])


def _fit_predict(call: Call, own: Instance, X: Any, y: Any = None) -> Any:
    return _fit(call, own, X).attributes["labels_"]


_GIVEN: Final = {
    "n_clusters": 8, "init": "k-means++", "n_init": "auto", "max_iter": 300, "tol": 1e-4, "verbose": 0,
    "random_state": None, "copy_x": True, "algorithm": "lloyd",
}  # fmt: skip
CLASSES: Final = {
    "KMeans": Model(
        ("TransformerMixin", "ClusterMixin"),
        _GIVEN,
        {"fit": _fit, "predict": _predict, "fit_predict": _fit_predict, "transform": _distances},
        frozenset({"n_clusters", "n_init", "max_iter"}),
    )
}
