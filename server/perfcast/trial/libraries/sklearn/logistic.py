"""``sklearn.linear_model.LogisticRegression``."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import ceil
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.empty_columns import narrowed
from perfcast.trial.libraries.sklearn.function_calls import Call, check_lengths
from perfcast.trial.libraries.sklearn.labels import labels_of
from perfcast.trial.libraries.sklearn.linear_classifiers import sides_of
from perfcast.trial.libraries.sklearn.models import Model, learned, note_width

_TWO: Final = 2
#: Pairs of steps and changes of the slope that the next step goes by.
_KEPT: Final = 10
#: Slope at which it ends, where nothing else is said, and the most halvings of a step.
_FLAT: Final = 1e-4
_HALVINGS: Final = 20
#: Nanoseconds of each row of two labels, and of more labels, of each label of a row, in one turn; of an element
#: likewise; of a turn.
_ROW: Final = (31.0, 42.0, 13.7)
_ELEMENT: Final = (0.31, 1.26, 0.1)
_TURN: Final = (40_000.0, 85_000.0)
#: Of each row besides.
_ONCE: Final = 60.0
#: Of the allowance for an element of a turn.
_HERE: Final = 0.1
#: Rows that are enough to tell the lines, and the power of how many more there are by which it takes fewer turns. It
#: takes so many times as many turns here.
_ENOUGH: Final = 2_000
_FEWER: Final = -0.15
_MORE_TURNS: Final = 1.25

#: How many times as long an element takes that is held with its place.
_ENTRIES: Final = 6.0
#: Numbers for each weight where features are many.
_HELD_WIDE: Final = 44
Loss = Callable[[Array], tuple[float, Array]]


def _fit(call: Call, own: Instance, X: Any, y: Any) -> Instance:
    narrow, labels = narrowed(call, X), labels_of(call, y)
    table = narrow.table
    check_lengths(table, labels)
    note_width(own, X, narrow.width)
    classes, codes = np.unique(labels, return_inverse=True)
    if len(classes) < _TWO and call.is_shrunk:
        classes = np.repeat(classes, _TWO)
    if len(classes) < _TWO:
        raise ValueError("This solver needs samples of at least 2 classes in the data.")
    begins = own.attributes["fit_intercept"]
    outputs = 1 if len(classes) == _TWO else len(classes)
    some, told = table[:_ENOUGH], codes[:_ENOUGH]
    loss = _of_two(call, some, told, own) if outputs == 1 else _of_several(call, some, told, outputs, own)
    weights, taken = _descended(loss, outputs * (table.shape[1] + 1), own.attributes["max_iter"])
    turns = ceil(taken / _MORE_TURNS * (len(table) / len(some)) ** _FEWER)
    call.pays(
        "LogisticRegression.fit",
        1,
        _time(len(table), table.size if call.filled == 1.0 else _ENTRIES * call.entries, len(classes), turns),
    )
    held = (34 if outputs == 1 else 18 + 16 * outputs) * len(table)
    if not table.flags.c_contiguous and call.filled == 1.0:
        held += table.nbytes
    call.takes(held + (35_000 if outputs == 1 else 45_000 + 1_500 * outputs))
    lines = weights.reshape(outputs, -1)
    if narrow.width > table.shape[1]:
        # Weights of all features, and pairs of steps that hold as many.
        call.takes(8.0 * _HELD_WIDE * outputs * narrow.width)
    return learned(
        call,
        own,
        classes_=classes,
        coef_=narrow.widened(lines[:, :-1]),
        intercept_=lines[:, -1] if begins else np.zeros(outputs),
        n_iter_=np.array([turns], dtype=np.int32),
    )


def _time(rows: int, elements: float, classes: int, turns: int) -> float:
    """Nanoseconds besides those of the call."""
    if classes == _TWO:
        return _ONCE * rows + turns * (_TURN[0] + _ROW[0] * rows + _ELEMENT[0] * elements)
    row, element = _ROW[1] + _ROW[2] * classes, _ELEMENT[1] + _ELEMENT[2] * classes
    return _ONCE * rows + turns * (_TURN[1] + row * rows + element * elements)


def _pull(own: Instance, rows: int) -> float:
    """How much it weighs that weights are large."""
    strength = own.attributes["C"]
    return 0.0 if own.attributes["penalty"] is None or strength == np.inf else 1.0 / (float(strength) * rows)


def _of_two(call: Call, table: Array, codes: Array, own: Instance) -> Loss:
    pull, is_one = _pull(own, len(table)), codes == 1

    def loss(weights: Array) -> tuple[float, Array]:
        call.allows(table.size + 12 * len(table), _HERE)
        lines, start = weights[:-1], weights[-1] if own.attributes["fit_intercept"] else 0.0
        raw = table @ lines + start
        value = float((np.logaddexp(0.0, raw) - np.where(is_one, raw, 0.0)).mean()) + pull * float(lines @ lines) / 2
        rest = (1.0 / (1.0 + np.exp(-raw)) - is_one) / len(table)
        slope = np.append(table.T @ rest + pull * lines, rest.sum() if own.attributes["fit_intercept"] else 0.0)
        return value, slope

    return loss


def _of_several(call: Call, table: Array, codes: Array, outputs: int, own: Instance) -> Loss:
    pull, rows = _pull(own, len(table)), np.arange(len(table))

    def loss(weights: Array) -> tuple[float, Array]:
        call.allows(table.size + 12 * outputs * len(table), _HERE)
        both = weights.reshape(outputs, -1)
        lines = both[:, :-1]
        raw = table @ lines.T + (both[:, -1] if own.attributes["fit_intercept"] else 0.0)
        raw -= raw.max(axis=1, keepdims=True)
        parts = np.exp(raw)
        whole = parts.sum(axis=1, keepdims=True)
        value = float((np.log(whole[:, 0]) - raw[rows, codes]).mean()) + pull * float((lines * lines).sum()) / 2
        rest = parts / whole
        rest[rows, codes] -= 1.0
        rest /= len(table)
        sums = rest.sum(axis=0) if own.attributes["fit_intercept"] else np.zeros(outputs)
        return value, np.column_stack([rest.T @ table + pull * lines, sums]).ravel()

    return loss


def _descended(loss: Loss, count: int, most: Any) -> tuple[Array, int]:
    """Weights of little loss, and after how many turns: by limited memory of earlier ones."""
    weights, turns = np.zeros(count), 0
    value, slope = loss(weights)
    pairs: deque[tuple[Array, Array]] = deque(maxlen=_KEPT)
    while turns < most and np.abs(slope).max() > _FLAT:
        turns += 1
        way = _direction(slope, pairs)
        step = 1.0 if pairs else min(1.0, 1.0 / max(float(np.abs(slope).sum()), 1e-12))
        for _ in range(_HALVINGS):
            there, found = loss(weights + step * way)
            if there <= value + 1e-4 * step * float(slope @ way):
                break
            step /= 2
        else:
            break
        moved, changed = step * way, found - slope
        if moved @ changed > 1e-12:
            pairs.append((moved, changed))
        weights, slope, before, value = weights + moved, found, value, there
        if before - value <= 64 * np.finfo(np.float64).eps * max(abs(before), abs(value), 1.0):
            break
    return weights, turns


def _direction(slope: Array, pairs: deque[tuple[Array, Array]]) -> Array:
    way, shares = -slope, []
    for moved, changed in reversed(pairs):
        share = (moved @ way) / (moved @ changed)
        shares.append(share)
        way = way - share * changed
    if pairs:
        moved, changed = pairs[-1]
        way = way * (moved @ changed) / (changed @ changed)
    for (moved, changed), share in zip(pairs, reversed(shares), strict=True):
        way = way + moved * (share - (changed @ way) / (moved @ changed))
    return way


def _raw(call: Call, own: Instance, X: Any) -> tuple[Array, Array]:
    return sides_of(call, own, X)


def _decided(call: Call, own: Instance, X: Any) -> Any:
    table, raw = _raw(call, own, X)
    return call.gives("line", raw[:, 0] if raw.shape[1] == 1 else raw, table.size, raw.size)


def _predict(call: Call, own: Instance, X: Any) -> Any:
    table, raw = _raw(call, own, X)
    rows, outputs = raw.shape
    codes = (raw[:, 0] > 0).astype(np.int64) if outputs == 1 else raw.argmax(axis=1)
    time = rows * (2.3 if outputs == 1 else 9.0 + 2.4 * outputs)
    aside = rows * (16 if outputs == 1 else 16 * outputs)
    return call.gives("LogisticRegression.predict", own.attributes["classes_"][codes], table.size, time, aside)


def _likely(call: Call, own: Instance, X: Any) -> Any:
    """As ``predict_proba``."""
    table, raw = _raw(call, own, X)
    rows, outputs = raw.shape
    if outputs == 1:
        there = 1.0 / (1.0 + np.exp(-raw[:, 0]))
        found = np.column_stack([1.0 - there, there])
    else:
        parts = np.exp(raw - raw.max(axis=1, keepdims=True))
        found = parts / parts.sum(axis=1, keepdims=True)
    time = rows * (8.0 if outputs == 1 else 55.0 + 4.5 * outputs)
    aside = rows * (16 if outputs == 1 else 8 * outputs)
    return call.gives("LogisticRegression.predict_proba", found, table.size, time, aside)


def _log_likely(call: Call, own: Instance, X: Any) -> Any:
    found = _likely(call, own, X)
    call.pay(1, 6.0 * found.size, found.size)
    return call.machine.made_of(np.log(found), [found])


_SOLVERS: Final = frozenset({"lbfgs"})


def _checked(call: Call, own: Instance, X: Any, y: Any) -> Instance:
    if own.attributes["penalty"] not in {"deprecated", "l2", None} or own.attributes["solver"] not in _SOLVERS:
        raise Unsupported("another solver or penalty")
    return _fit(call, own, X, y)


_GIVEN: Final = {
    "penalty": "deprecated", "C": 1.0, "l1_ratio": 0.0, "dual": False, "tol": 1e-4, "fit_intercept": True,
    "intercept_scaling": 1, "class_weight": None, "random_state": None, "solver": "lbfgs", "max_iter": 100,
    "verbose": 0, "warm_start": False, "n_jobs": None,
}  # fmt: skip
_HEEDED: Final = frozenset({"penalty", "C", "fit_intercept", "solver", "max_iter"})
CLASSES: Final = {
    "LogisticRegression": Model(
        ("ClassifierMixin",),
        _GIVEN,
        {
            "fit": _checked,
            "predict": _predict,
            "predict_proba": _likely,
            "predict_log_proba": _log_likely,
            "decision_function": _decided,
        },
        _HEEDED,
    )
}
