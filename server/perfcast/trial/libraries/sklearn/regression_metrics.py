"""``sklearn.metrics`` of predicted numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call, check_lengths

#: Bytes from which NumPy computes what is made for a moment in its own place, and figures that gain by it.
_IN_PLACE: Final = 1 << 18
_SQUARED: Final = frozenset({"mean_squared_error", "root_mean_squared_error", "r2_score"})
_EPSILON: Final = float(np.finfo(np.float64).eps)


def _pair(call: Call, y_true: Any, y_pred: Any, sample_weight: Any) -> tuple[Array, Array]:
    if sample_weight is not None:
        raise Unsupported("weights of samples")
    right, found = (_tall(call.numbers(one)) for one in (y_true, y_pred))
    check_lengths(right, found)
    if right.shape != found.shape:
        raise ValueError("y_true and y_pred have different number of output")
    return right.astype(np.float64, copy=False), found.astype(np.float64, copy=False)


def _tall(numbers: Array) -> Array:
    return numbers.reshape(-1, 1) if numbers.ndim == 1 else numbers


def _error(name: str, run: Callable[[Array, Array], Array]) -> Callable[..., Any]:
    """A figure that is told of each column first."""

    def figure(
        call: Call, y_true: Any, y_pred: Any, *, sample_weight: Any = None, multioutput: Any = "uniform_average"
    ) -> Any:
        right, found = _pair(call, y_true, y_pred, sample_weight)
        each = run(right, found)
        # A short one is not computed in its own place.
        aside = right.nbytes if right.nbytes < _IN_PLACE and name in _SQUARED else 0
        if isinstance(multioutput, str) and multioutput == "raw_values":
            return call.gives(name, each, right.size, aside=aside)
        if not isinstance(multioutput, str) or multioutput != "uniform_average":
            raise Unsupported("columns that weigh otherwise")
        return call.gives(name, float(np.average(each)), right.size, aside=aside)

    return figure


def _explained(right: Array, rest: Array) -> Array:
    whole = ((right - right.mean(axis=0)) ** 2).sum(axis=0)
    left = (rest**2).sum(axis=0)
    return np.where(whole == 0.0, np.where(left == 0.0, 1.0, 0.0), 1.0 - left / np.where(whole == 0.0, 1.0, whole))


def _share_explained(right: Array, found: Array) -> Array:
    rest = right - found
    return _explained(right, rest - rest.mean(axis=0))


def _largest(call: Call, y_true: Any, y_pred: Any) -> Any:
    right, found = _pair(call, y_true, y_pred, None)
    return call.gives("max_error", float(np.abs(right - found).max()), right.size)


_RUNS: Final[dict[str, Callable[[Array, Array], Array]]] = {
    "mean_squared_error": lambda y, p: ((y - p) ** 2).mean(axis=0),
    "root_mean_squared_error": lambda y, p: np.sqrt(((y - p) ** 2).mean(axis=0)),
    "mean_absolute_error": lambda y, p: np.abs(y - p).mean(axis=0),
    "mean_absolute_percentage_error": lambda y, p: (np.abs(y - p) / np.maximum(np.abs(y), _EPSILON)).mean(axis=0),
    "median_absolute_error": lambda y, p: np.median(np.abs(y - p), axis=0),
    "mean_squared_log_error": lambda y, p: ((np.log1p(y) - np.log1p(p)) ** 2).mean(axis=0),
    "r2_score": lambda y, p: _explained(y, y - p),
    "explained_variance_score": _share_explained,
}
r2_score: Final = _error("r2_score", _RUNS["r2_score"])
FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    **{name: _error(name, run) for name, run in _RUNS.items()},
    "max_error": _largest,
}
