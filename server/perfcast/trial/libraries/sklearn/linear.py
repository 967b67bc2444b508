"""``sklearn.linear_model``: regression."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call, check_lengths
from perfcast.trial.libraries.sklearn.models import Model, check_features, know, learned, note_features

_REGRESSOR: Final = ("RegressorMixin",)
#: Turns over the columns after which weights of little use are found, and the most.
_TURNS: Final = 12
#: Of the allowance for a step of an equation.
_HERE: Final = 0.03


def _data(call: Call, own: Instance, X: Any, y: Any) -> tuple[Array, Array, Array, Any]:
    """The table and the target, both without their means, the means of columns, and that of the target."""
    table, target = call.table(X), call.numbers(y)
    check_lengths(table, target)
    note_features(own, X, table)
    call.allows(table.size * min(table.shape), _HERE)
    if not own.attributes["fit_intercept"]:
        return table, target, np.zeros(table.shape[1]), 0.0
    means, mean = table.mean(axis=0), target.mean(axis=0)
    return table - means, target - mean, means, mean


def _least_squares_time(rows: int, columns: int) -> float:
    """Nanoseconds besides those of elements, as of equations by singular values."""
    short = float(min(rows, columns))
    return 20.0 * rows + 0.19 * rows * columns * short + 0.24 * short**3


def _ridge_time(rows: int, columns: int) -> float:
    """The same of equations of as many numbers as there are columns, or rows."""
    short = float(min(rows, columns))
    return 14.0 * rows + 0.018 * rows * columns * short + 0.04 * short**3


def _line(call: Call, own: Instance, weights: Array, means: Array, mean: Any, **found: Any) -> Instance:
    start = mean - means @ weights if own.attributes["fit_intercept"] else 0.0
    return learned(call, own, coef_=weights.T, intercept_=start, **found)


def _fit_least_squares(call: Call, own: Instance, X: Any, y: Any) -> Instance:
    table, target, means, mean = _data(call, own, X, y)
    rows, columns = table.shape
    weights, _, found, singular = np.linalg.lstsq(table, target, rcond=None)
    call.pays("LinearRegression.fit", table.size, _least_squares_time(rows, columns), 16 * rows)
    if target.ndim == 1:
        # They stand where the target's copy did.
        room = np.zeros(max(rows, columns))
        room[:columns] = weights
        weights = room[:columns]
    return _line(call, own, weights, means, mean, rank_=int(found), singular_=singular)


def _fit_ridge(call: Call, own: Instance, X: Any, y: Any) -> Instance:
    if np.ndim(own.attributes["alpha"]):
        raise Unsupported("a penalty for each target")
    table, target, means, mean = _data(call, own, X, y)
    rows, columns = table.shape
    if columns > rows:
        weights = table.T @ np.linalg.solve(table @ table.T + own.attributes["alpha"] * np.eye(rows), target)
    else:
        weights = np.linalg.solve(table.T @ table + own.attributes["alpha"] * np.eye(columns), table.T @ target)
    call.pays("Ridge.fit", table.size, _ridge_time(rows, columns), 8 * rows)
    return _line(call, own, weights, means, mean, n_iter_=None, solver_="cholesky")


def _fit_sparse(call: Call, own: Instance, X: Any, y: Any) -> Instance:
    """As the ``fit`` of those that put weights to nothing, one column after the other."""
    table, target, means, mean = _data(call, own, X, y)
    if target.ndim > 1:
        raise Unsupported("several targets")
    rows, columns = table.shape
    turns = min(_TURNS, own.attributes["max_iter"])
    call.allows(turns * table.size)
    share = own.attributes.get("l1_ratio", 1.0)
    one, two = own.attributes["alpha"] * share * rows, own.attributes["alpha"] * (1.0 - share) * rows
    weights, rest, squares = np.zeros(columns), target.astype(np.float64), (table * table).sum(axis=0)
    taken = 0
    while taken < turns:
        taken += 1
        before = weights.copy()
        for place in range(columns):
            if not squares[place]:
                continue
            pull = table[:, place] @ rest + squares[place] * weights[place]
            now = np.sign(pull) * max(abs(pull) - one, 0.0) / (squares[place] + two)
            rest += table[:, place] * (weights[place] - now)
            weights[place] = now
        if np.abs(weights - before).max() <= 1e-4 * max(np.abs(weights).max(), 1e-12):
            break
    call.pays("Lasso.fit", table.size, taken * float(table.size), 16 * rows)
    return _line(call, own, weights, means, mean, n_iter_=taken, dual_gap_=0.0)


def predict(call: Call, own: Instance, X: Any) -> Any:
    """As that method of all lines."""
    weights = know(own, "coef_")
    table = call.table(X)
    check_features(own, table)
    found = table @ weights.T + own.attributes["intercept_"]
    return call.gives("line", found, table.size, found.size)


_LEAST_SQUARES: Final = {
    "fit_intercept": True, "copy_X": True, "tol": 1e-6, "n_jobs": None, "positive": False,
}  # fmt: skip
_RIDGE: Final = {
    "alpha": 1.0, "fit_intercept": True, "copy_X": True, "max_iter": None, "tol": 1e-4, "solver": "auto",
    "positive": False, "random_state": None,
}  # fmt: skip
_LASSO: Final = {
    "alpha": 1.0, "fit_intercept": True, "precompute": False, "copy_X": True, "max_iter": 1000, "tol": 1e-4,
    "warm_start": False, "positive": False, "random_state": None, "selection": "cyclic",
}  # fmt: skip
_HEEDED: Final = frozenset({"alpha", "fit_intercept", "l1_ratio", "max_iter"})
CLASSES: Final = {
    "LinearRegression": Model(
        ("MultiOutputMixin", *_REGRESSOR), _LEAST_SQUARES, {"fit": _fit_least_squares, "predict": predict}, _HEEDED
    ),
    "Ridge": Model(("MultiOutputMixin", *_REGRESSOR), _RIDGE, {"fit": _fit_ridge, "predict": predict}, _HEEDED),
    "Lasso": Model(_REGRESSOR, _LASSO, {"fit": _fit_sparse, "predict": predict}, _HEEDED),
    "ElasticNet": Model(
        _REGRESSOR, {"alpha": 1.0, "l1_ratio": 0.5, **_LASSO}, {"fit": _fit_sparse, "predict": predict}, _HEEDED
    ),
}
