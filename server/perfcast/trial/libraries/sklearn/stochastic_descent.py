"""``sklearn.linear_model.SGDClassifier`` and ``SGDRegressor``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.empty_columns import narrowed
from perfcast.trial.libraries.sklearn.function_calls import Call, check_lengths
from perfcast.trial.libraries.sklearn.labels import labels_of
from perfcast.trial.libraries.sklearn.linear import predict
from perfcast.trial.libraries.sklearn.linear_classifiers import TELLING, codes_of, sides_of
from perfcast.trial.libraries.sklearn.models import Model, learned, note_features, note_width

#: Nanoseconds of a row each time that it is gone through, of labels and of numbers, and of a feature of it.
_ROW: Final = (45.0, 38.0)
_FEATURE: Final = (1.0, 2.2)
_ENTRIES: Final = 3.0
#: Of a row besides where there is an exponential to be taken.
_CURVED: Final = 12.0
_CURVES: Final = frozenset({"log_loss", "modified_huber"})
#: How often labels are gone through: of so many rows and features, and by what powers of these.
_TIMES: Final = 45.0
_AT: Final = (1_000.0, 10.0)
_POWERS: Final = (-0.15, 0.25)
#: Of few rows, but more than features, so many times for each row to a power.
_OF_FEW: Final = (10.0, 0.25)
#: The same of numbers, however many, of more rows than features and of fewer.
_OF_NUMBERS: Final = (7.5, 15.0)
#: How often at least, which is what is looked at whether it still gets better.
_LEAST: Final = 6
#: Bytes of a row, likewise.
_EACH: Final = (24.0, 16.0)
#: How much it weighs that weights are large.
_PULL: Final = 1e-3
_HERE: Final = 0.05
_LOSSES: Final = _CURVES | {"hinge", "squared_hinge", "perceptron", "squared_error", "huber", "epsilon_insensitive"}


def _solved(call: Call, table: Array, targets: Array) -> tuple[Array, Array]:
    """Lines, and where they begin: those of least squares, which these come near. Raises Unsupported, TooLarge."""
    rows, columns = table.shape
    least = min(rows, columns)
    call.counts(least**2)
    call.allows(table.size * least + least**3, _HERE)
    means, middle = table.mean(axis=0), targets.mean(axis=0)
    rest, others = table - means, targets - middle
    pull = _PULL * rows * np.eye(least)
    # Of fewer rows than columns, the lines are sums of rows.
    if rows < columns:
        lines = rest.T @ np.linalg.solve(rest @ rest.T + pull, others)
    else:
        lines = np.linalg.solve(rest.T @ rest + pull, rest.T @ others)
    return lines.T, np.asarray(middle - means @ lines)


def _times(own: Instance, rows: int, columns: int) -> float:
    few: float = _OF_FEW[0] * rows ** _OF_FEW[1]
    whole: float = _TIMES * (rows / _AT[0]) ** _POWERS[0] * (columns / _AT[1]) ** _POWERS[1]
    return min(float(own.attributes["max_iter"]), max(_LEAST, min(few, whole) if rows > columns else whole))


def _elements(call: Call, table: Array) -> float:
    return float(table.size) if call.filled == 1.0 else _ENTRIES * call.entries


def _fit_labels(call: Call, own: Instance, X: Any, y: Any) -> Instance:
    _check(own)
    narrow, labels = narrowed(call, X), labels_of(call, y)
    table = narrow.table
    check_lengths(table, labels)
    note_width(own, X, narrow.width)
    classes, codes = codes_of(call, labels)
    lines = 1 if len(classes) == 2 else len(classes)
    call.counts(len(table) * lines)
    targets = np.where(codes[:, np.newaxis] == ([1] if lines == 1 else np.arange(lines)), 1.0, -1.0)
    found, begins = _solved(call, table, targets)
    times = _times(own, *table.shape)
    row = _ROW[0] + _CURVED * (own.attributes["loss"] in _CURVES)
    time = lines * times * (row * len(table) + _FEATURE[0] * _elements(call, table))
    call.pays("SGDClassifier.fit", table.size, time, _EACH[0] * len(table))
    return learned(call, own, classes_=classes, coef_=narrow.widened(found), intercept_=begins, n_iter_=round(times))


def _check(own: Instance) -> None:
    if own.attributes["loss"] not in _LOSSES or own.attributes["penalty"] not in {"l2", "l1", "elasticnet", None}:
        raise Unsupported("another loss or penalty")


def _fit_numbers(call: Call, own: Instance, X: Any, y: Any) -> Instance:
    _check(own)
    table, target = call.table(X), call.numbers(y)
    check_lengths(table, target)
    if target.ndim > 1:
        raise Unsupported("several targets")
    note_features(own, X, table)
    found, begins = _solved(call, table, target)
    times = min(float(own.attributes["max_iter"]), _OF_NUMBERS[table.shape[0] <= table.shape[1]])
    time = times * (_ROW[1] * len(table) + _FEATURE[1] * _elements(call, table))
    call.pays("SGDRegressor.fit", table.size, time, _EACH[1] * len(table))
    return learned(call, own, coef_=found, intercept_=begins.reshape(1), n_iter_=round(times))


def _chances(call: Call, own: Instance, X: Any) -> Any:
    """As ``predict_proba``."""
    if own.attributes["loss"] not in _CURVES:
        raise AttributeError(f"probability estimates are not available for loss={own.attributes['loss']!r}")
    table, sides = sides_of(call, own, X)
    there = 1.0 / (1.0 + np.exp(-sides))
    found = np.column_stack([1.0 - there, there]) if sides.shape[1] == 1 else there / there.sum(axis=1, keepdims=True)
    return call.gives("LogisticRegression.predict_proba", found, table.size, 8.0 * found.size, 8.0 * found.size)


_GIVEN: Final = {
    "loss": "hinge", "penalty": "l2", "alpha": 1e-4, "l1_ratio": 0.15, "fit_intercept": True, "max_iter": 1000,
    "tol": 1e-3, "shuffle": True, "verbose": 0, "epsilon": 0.1, "n_jobs": None, "random_state": None,
    "learning_rate": "optimal", "eta0": 0.01, "power_t": 0.5, "early_stopping": False, "validation_fraction": 0.1,
    "n_iter_no_change": 5, "class_weight": None, "warm_start": False, "average": False,
}  # fmt: skip
_OF_NUMBERS_GIVEN: Final = {
    **{name: one for name, one in _GIVEN.items() if name not in {"n_jobs", "class_weight"}},
    "loss": "squared_error", "learning_rate": "invscaling", "power_t": 0.25,
}  # fmt: skip
_HEEDED: Final = frozenset({"loss", "penalty", "alpha", "l1_ratio", "max_iter", "eta0", "learning_rate"})
CLASSES: Final = {
    "SGDClassifier": Model(
        ("ClassifierMixin",), _GIVEN, {"fit": _fit_labels, "predict_proba": _chances, **TELLING}, _HEEDED
    ),
    "SGDRegressor": Model(("RegressorMixin",), _OF_NUMBERS_GIVEN, {"fit": _fit_numbers, "predict": predict}, _HEEDED),
}
