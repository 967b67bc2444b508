"""What linear classifiers have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.empty_columns import narrowed
from perfcast.trial.libraries.sklearn.function_calls import Call
from perfcast.trial.libraries.sklearn.models import check_width, know

_TWO: Final = 2


def codes_of(call: Call, labels: Array) -> tuple[Array, Array]:
    """Labels that there are, and the number of each one's. Raises ValueError where all are the same."""
    classes, codes = np.unique(labels, return_inverse=True)
    if len(classes) < _TWO and call.is_shrunk:
        return np.repeat(classes, _TWO), np.arange(len(codes)) % _TWO
    if len(classes) < _TWO:
        raise ValueError("The number of classes has to be greater than one; got 1 class")
    return classes, codes


def sides_of(call: Call, own: Instance, X: Any) -> tuple[Array, Array]:
    """The table, and on which side of each line its rows are."""
    lines = know(own, "coef_")
    narrow = narrowed(call, X)
    check_width(own, narrow.width)
    call.counts(len(narrow.table) * len(lines))
    return narrow.table, narrow.table @ narrow.narrow(lines).T + own.attributes["intercept_"]


def _decided(call: Call, own: Instance, X: Any) -> Any:
    table, sides = sides_of(call, own, X)
    return call.gives("line", sides[:, 0] if sides.shape[1] == 1 else sides, table.size, sides.size)


def _labels(call: Call, own: Instance, X: Any) -> Any:
    table, sides = sides_of(call, own, X)
    rows, lines = sides.shape
    codes = (sides[:, 0] > 0).astype(np.int64) if lines == 1 else sides.argmax(axis=1)
    time = rows * (2.3 if lines == 1 else 9.0 + 2.4 * lines)
    found = own.attributes["classes_"][codes]
    return call.gives("LogisticRegression.predict", found, table.size, time, 16.0 * lines * rows)


TELLING: Final[dict[str, Callable[..., Any]]] = {"predict": _labels, "decision_function": _decided}
