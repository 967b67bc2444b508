"""``sklearn.svm.LinearSVC``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.empty_columns import narrowed
from perfcast.trial.libraries.sklearn.function_calls import Call, check_lengths
from perfcast.trial.libraries.sklearn.labels import labels_of
from perfcast.trial.libraries.sklearn.linear_classifiers import TELLING, codes_of
from perfcast.trial.libraries.sklearn.models import Model, learned, note_width

#: Rows that are enough to tell the lines, and the most turns.
_ENOUGH: Final = 2_000
_MOST_TURNS: Final = 20
#: Turns that are short at first.
_AT_FIRST: Final = 2
#: Slope at which it ends, as a part of the one at first.
_FLAT: Final = 1e-2
#: Nanoseconds of an element in a turn, and the same held with its place.
_ELEMENT: Final = 12.0
_ENTRIES: Final = 2.0
#: Bytes of an element, which is copied with its place, and of a row.
_COPIED: Final = 16.0
_ROW: Final = 152.0
_HERE: Final = 0.05


def _fit(call: Call, own: Instance, X: Any, y: Any, sample_weight: Any = None) -> Instance:
    narrow, labels = narrowed(call, X), labels_of(call, y)
    table = narrow.table
    check_lengths(table, labels)
    note_width(own, X, narrow.width)
    classes, codes = codes_of(call, labels)
    places = [1] if len(classes) == 2 else range(len(classes))
    begins = own.attributes["fit_intercept"]
    some = table[:_ENOUGH]
    if begins:
        some = np.column_stack([some, np.full(len(some), float(own.attributes["intercept_scaling"]))])
    lines, turns = [], 0
    for place in places:
        line, taken = _apart(call, some, np.where(codes[:_ENOUGH] == place, 1.0, -1.0), float(own.attributes["C"]))
        lines.append(line)
        turns += taken
    found = np.array(lines)
    elements = table.size if call.filled == 1.0 else _ENTRIES * call.entries
    call.pays("LinearSVC.fit", table.size, _ELEMENT * turns * elements, _COPIED * elements + _ROW * len(table))
    width = table.shape[1]
    return learned(
        call,
        own,
        classes_=classes,
        coef_=narrow.widened(found[:, :width]),
        intercept_=found[:, width] if begins else np.zeros(len(found)),
        n_iter_=turns // len(found),
    )


def _apart(call: Call, table: Array, sign: Array, strength: float) -> tuple[Array, int]:
    """A line, and after how many turns it is found: each goes where a bowl would have its ground."""
    width = table.shape[1]
    line, first = np.zeros(width), 0.0
    for turn in range(_MOST_TURNS):
        call.allows(table.size * width, _HERE)
        lacks = 1.0 - sign * (table @ line)
        is_within = lacks > 0.0
        near = table[is_within]
        slope = line - 2.0 * strength * (near.T @ (sign * lacks)[is_within])
        steep = float(np.linalg.norm(slope))
        first = first or steep
        if steep <= _FLAT * min(1.0, 1e4 / len(table)) * first:
            return line, turn + _AT_FIRST
        bowl = np.eye(width) + 2.0 * strength * (near.T @ near)
        line = line - np.linalg.solve(bowl, slope)
    return line, _MOST_TURNS


_GIVEN: Final = {
    "penalty": "l2", "loss": "squared_hinge", "dual": "auto", "tol": 1e-4, "C": 1.0, "multi_class": "ovr",
    "fit_intercept": True, "intercept_scaling": 1, "class_weight": None, "verbose": 0, "random_state": None,
    "max_iter": 1000,
}  # fmt: skip
CLASSES: Final = {
    "LinearSVC": Model(
        ("ClassifierMixin",), _GIVEN, {"fit": _fit, **TELLING}, frozenset({"C", "fit_intercept", "max_iter", "dual"})
    )
}
