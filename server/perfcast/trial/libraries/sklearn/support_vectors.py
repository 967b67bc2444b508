"""``sklearn.svm.SVC``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.sklearn.arrays import Array, squares_between
from perfcast.trial.libraries.sklearn.function_calls import Call, check_lengths
from perfcast.trial.libraries.sklearn.labels import labels_of
from perfcast.trial.libraries.sklearn.models import Model, check_features, know, learned, note_features

#: Rows of two labels that are enough to tell the border.
_ENOUGH: Final = 400
#: Nanoseconds of a row in a turn; of a pair of rows that are compared, at all and of each feature.
_TURN: Final = 5.0
_PAIR: Final = {"rbf": (15.0, 0.25), "sigmoid": (25.0, 0.25), "poly": (22.0, 0.25), "linear": (4.0, 0.25)}
#: Rows that are compared with all others, for each that lies at the border.
_COMPARED: Final = 1.15
#: Of a pair where rows are told apart.
_TOLD: Final = (22.0, 0.6)
#: Bytes of a pair of rows that is kept, and of a megabyte of these.
_KEPT: Final = 4
_MEGABYTE: Final = 2**20
#: What it takes to tell how likely labels are: the same five times more with four fifths of the rows.
_CHANCES: Final = 4.3
#: Where it ends, and turns for each row at which it does in any case.
_APART: Final = 1e-3
_MOST_TURNS: Final = 20
_LEAST_CURVE: Final = 1e-12
#: Of the allowance for a row in a turn, and for an element of a pair.
_ROW: Final = 0.5
_HERE: Final = 0.1
_TWO: Final = 2


class _Border(NamedTuple):
    """What tells two labels apart.

    Attributes:
        first, second: their numbers; rows: those at the border among some; weights: of each of these.
        start: what is told of nothing; turns: that it took; share: how many of the rows these are.
    """

    first: int
    second: int
    rows: Array
    weights: Array
    start: float
    turns: int
    share: float


def _compared(own: Instance, one: Array, other: Array) -> Array:
    kernel, gamma = own.attributes["kernel"], own.attributes["_gamma"]
    if kernel == "rbf":
        found: Array = np.exp(-gamma * np.maximum(squares_between(one, other), 0.0))
        return found
    products: Array = one @ other.T
    if kernel == "linear":
        return products
    scaled: Array = gamma * products + own.attributes["coef0"]
    return np.tanh(scaled) if kernel == "sigmoid" else scaled ** int(own.attributes["degree"])


def _fit(call: Call, own: Instance, X: Any, y: Any, sample_weight: Any = None) -> Instance:
    said = own.attributes
    if said["kernel"] not in _PAIR or sample_weight is not None:
        raise Unsupported("SVC with another kernel or weights")
    table, labels = call.table(X), labels_of(call, y)
    check_lengths(table, labels)
    note_features(own, X, table)
    classes, codes = np.unique(labels, return_inverse=True)
    if len(classes) < _TWO and call.is_shrunk:
        classes, codes = np.repeat(classes, _TWO), np.arange(len(codes)) % _TWO
    if len(classes) < _TWO:
        raise ValueError("The number of classes has to be greater than one; got 1 class")
    learned(call, own, classes_=classes, _gamma=_gamma(own, table))
    call.allows(len(classes) ** 2, 10.0)
    borders, time, most = [], 0.0, 0.0
    for first, second in combinations(range(len(classes)), _TWO):
        of_both = np.flatnonzero((codes == first) | (codes == second))
        border = _border(call, own, table, np.where(codes == first, 1.0, -1.0), of_both)._replace(
            first=first, second=second
        )
        borders.append(border)
        whole = len(of_both)
        compared = min(whole, _COMPARED * border.share * whole)
        pair = _PAIR[said["kernel"]]
        time += whole * (_TURN * border.turns + compared * (pair[0] + pair[1] * table.shape[1]))
        most = max(most, _kept(call, own, whole, compared))
    at_border = sorted(set(_whole(borders, len(table))))
    chances = 1.0 + _CHANCES * bool(said["probability"])
    call.pays("SVC.fit", table.size, chances * time, most + 8.0 * (table.size + len(at_border) * table.shape[1]))
    return learned(
        call,
        own,
        support_=np.array(at_border, dtype=np.int32),
        support_vectors_=table[at_border],
        n_support_=np.bincount(codes[at_border], minlength=len(classes)).astype(np.int32),
        n_iter_=np.array([one.turns for one in borders], dtype=np.int32),
        dual_coef_=np.zeros((len(classes) - 1, len(at_border))),
        intercept_=np.array([one.start for one in borders]),
        _borders=borders,
    )


def _kept(call: Call, own: Instance, rows: int, compared: float) -> float:
    """Bytes of pairs that are kept: of the workload's rows no more than there is room for, of these the part."""
    whole = max(float(rows), call.machine.whole(rows))
    room = float(own.attributes["cache_size"]) * _MEGABYTE
    return min(_KEPT * whole * compared * whole / rows, room) * rows / whole


def _gamma(own: Instance, table: Array) -> float:
    gamma = own.attributes["gamma"]
    if gamma == "scale":
        return 1.0 / max(float(table.size / len(table) * table.var()), _LEAST_CURVE)
    each: float = 1.0 / table.shape[1]
    return each if gamma == "auto" else float(gamma)


def _whole(borders: list[_Border], rows: int) -> Iterator[int]:
    """Places of as many rows as there are at the borders."""
    share = 1.0
    for border in borders:
        share *= 1.0 - border.share
    count = max(1, round((1.0 - share) * rows)) if len(borders) > 1 else max(1, round(borders[0].share * rows))
    yield from np.linspace(0, rows - 1, min(rows, count)).astype(np.int64).tolist()


def _border(call: Call, own: Instance, table: Array, signs: Array, places: Array) -> _Border:
    """By pairs of rows whose weights are changed together, those that are farthest from where they may be."""
    some = places[:: max(1, len(places) // _ENOUGH)][:_ENOUGH]
    rows, sign, most = table[some], signs[some], float(own.attributes["C"])
    call.allows(len(some) * rows.size, _HERE)
    pairs = _compared(own, rows, rows)
    curves = np.diag(pairs)
    weights, slope = np.zeros(len(some)), -np.ones(len(some))
    turns = 0
    while turns < _MOST_TURNS * len(some):
        call.allows(len(some), _ROW)
        pull = -sign * slope
        may_rise = np.where(sign > 0, weights < most, weights > 0)
        may_fall = np.where(sign > 0, weights > 0, weights < most)
        one = int(np.argmax(np.where(may_rise, pull, -np.inf)))
        apart = pull[one] - pull
        is_other = may_fall & (apart > 0)
        if not is_other.any() or apart[is_other].max() < _APART:
            break
        turns += 1
        curve = np.maximum(curves[one] + curves - 2.0 * pairs[one], _LEAST_CURVE)
        other = int(np.argmax(np.where(is_other, apart * apart / curve, -np.inf)))
        step = apart[other] / curve[other]
        step = min(step, most - weights[one] if sign[one] > 0 else weights[one])
        step = min(step, weights[other] if sign[other] > 0 else most - weights[other])
        weights[one] += sign[one] * step
        weights[other] -= sign[other] * step
        slope += step * sign * (pairs[one] - pairs[other])
    at_border = np.flatnonzero(weights > 0.0)
    pull = -sign * slope
    is_free = (weights > 0) & (weights < most)
    start = float(pull[is_free].mean()) if is_free.any() else float(pull.mean())
    share = len(at_border) / max(1, len(some))
    taken = round(turns * len(places) / max(1, len(some)))
    return _Border(0, 1, rows[at_border], (sign * weights)[at_border], start, taken, share)


def _between(call: Call, own: Instance, X: Any) -> tuple[Array, Array]:
    """The table, and on which side of each border its rows are."""
    borders: list[_Border] = know(own, "_borders")
    table = call.table(X)
    check_features(own, table)
    call.counts(len(table) * len(borders))
    found = np.empty((len(table), len(borders)))
    for place, border in enumerate(borders):
        call.allows(len(border.rows) * table.size, _HERE)
        found[:, place] = _compared(own, table, border.rows) @ border.weights + border.start
    pairs = len(table) * len(own.attributes["support_"])
    return found, np.array(pairs * (_TOLD[0] + _TOLD[1] * table.shape[1]))


def _votes(own: Instance, sides: Array) -> Array:
    borders = own.attributes["_borders"]
    votes = np.zeros((len(sides), len(own.attributes["classes_"])))
    for place, border in enumerate(borders):
        is_first = sides[:, place] > 0
        votes[:, border.first] += is_first
        votes[:, border.second] += ~is_first
    return votes


def _labels(call: Call, own: Instance, X: Any) -> Any:
    sides, time = _between(call, own, X)
    found = own.attributes["classes_"][_votes(own, sides).argmax(axis=1)]
    return call.gives("SVC.predict", found, len(found), float(time), 36.0 * len(found))


def _decided(call: Call, own: Instance, X: Any) -> Any:
    sides, time = _between(call, own, X)
    found = -sides[:, 0] if sides.shape[1] == 1 else _votes(own, sides)
    return call.gives("SVC.predict", found, len(found), float(time), 36.0 * len(found))


def _chances(call: Call, own: Instance, X: Any) -> Any:
    if not own.attributes["probability"]:
        raise AttributeError("predict_proba is not available when probability=False")
    sides, time = _between(call, own, X)
    found = _votes(own, sides) + 0.1
    return call.gives("SVC.predict", found / found.sum(axis=1, keepdims=True), len(found), float(time))


_GIVEN: Final = {
    "C": 1.0, "kernel": "rbf", "degree": 3, "gamma": "scale", "coef0": 0.0, "shrinking": True, "probability": False,
    "tol": 1e-3, "cache_size": 200, "class_weight": None, "verbose": False, "max_iter": -1,
    "decision_function_shape": "ovr", "break_ties": False, "random_state": None,
}  # fmt: skip
CLASSES: Final = {
    "SVC": Model(
        ("ClassifierMixin",),
        _GIVEN,
        {"fit": _fit, "predict": _labels, "decision_function": _decided, "predict_proba": _chances},
        frozenset({"C", "kernel", "degree", "gamma", "coef0", "probability"}),
    )
}
