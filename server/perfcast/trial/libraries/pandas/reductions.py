"""Reductions and cumulative operations that skip missing values."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.temporaries import WRITTEN_OVER
from perfcast.trial.libraries.pandas.values import Array, is_missing, of_objects

#: Bytes of a number with a fraction.
_WIDE: Final = 8


def present(values: Array) -> Array:
    """Without those that are missing."""
    if values.dtype.kind in "biu":
        return values
    missing = is_missing(values)
    return values[~missing] if missing.any() else values


def _spread(values: Array, ddof: int) -> float:
    return float(np.var(values.astype(np.float64), ddof=ddof)) if len(values) > ddof else float("nan")


def spread_bytes(machine: Machine, cells: int, found: int = 0) -> float:
    """Bytes of the squares of what values differ from their means by: a mask, a copy, and the differences, which become
    the squares where they are enough for that.

    Args:
        found: figures that are found, before each of which there are counts and a mean.
    """
    squared = 17 if machine.exceeds(cells, (WRITTEN_OVER - 1) / _WIDE) else 25
    return max(squared * cells + 2 * _WIDE * found, 17 * cells + 4 * _WIDE * found)


#: Figures that squares are divided for by how many values there are, less a number that is told.
_SPREADS: Final[dict[str, Callable[[int, Array], Any]]] = {
    "std": lambda ddof, values: np.float64(np.sqrt(_spread(_numbers(values), ddof))),
    "var": lambda ddof, values: np.float64(_spread(_numbers(values), ddof)),
    "sem": lambda ddof, values: np.float64(np.sqrt(_spread(_numbers(values), ddof) / max(1, len(values)))),
}


def _of_some(run: Callable[[Array], Any]) -> Callable[[Array], Any]:
    """Nothing where there is nothing to choose from."""
    return lambda values: run(values) if len(values) else np.float64("nan")


#: How far up the values are that a description tells besides the least and the largest.
QUARTERS: Final = (0.25, 0.5, 0.75)


def quantile(values: Array, part: Any) -> Any:
    """Nothing where there is nothing to choose from."""
    return np.quantile(values, part) if len(values) else np.nan


#: One number of all values that are there.
REDUCING: Final[dict[str, Callable[[Array], Any]]] = {
    "sum": lambda values: values.sum() if values.dtype.kind != "O" else _joined(values),
    "mean": _of_some(lambda values: np.mean(_numbers(values))),
    **{name: partial(spread, 1) for name, spread in _SPREADS.items()},
    "min": _of_some(lambda values: values.min() if values.dtype.kind != "O" else min(values.tolist())),
    "max": _of_some(lambda values: values.max() if values.dtype.kind != "O" else max(values.tolist())),
    "median": _of_some(lambda values: np.median(_numbers(values))),
    **dict.fromkeys(("prod", "product"), lambda values: _numbers(values).prod()),
    "count": len,
    "any": lambda values: np.bool_(any(values.tolist())) if values.dtype.kind == "O" else values.any(),
    "all": lambda values: np.bool_(all(values.tolist())) if values.dtype.kind == "O" else values.all(),
    "nunique": lambda values: len(set(values.tolist())),
    "first": _of_some(lambda values: values[0]),
    "last": _of_some(lambda values: values[-1]),
    "skew": lambda values: _moment(_numbers(values), 3),
    **dict.fromkeys(("kurt", "kurtosis"), lambda values: _moment(_numbers(values), 4)),
    "size": len,
    "idxmax": lambda values: place_of("idxmax", values),
    "idxmin": lambda values: place_of("idxmin", values),
}
#: Which prices they have.
PRICED_AS: Final = {
    "var": "std", "sem": "std", "max": "min", "all": "any", "idxmin": "idxmax", "argmax": "idxmax", "argmin": "idxmax",
    "first": "sum", "last": "sum", "size": "count", "kurt": "skew", "kurtosis": "skew",
    "product": "prod",
}  # fmt: skip


def reducing(name: str, ddof: Any = 1) -> Callable[[Array], Any]:
    """What finds the figure of that name. Raises Unsupported."""
    if ddof == 1:
        return REDUCING[name]
    if name not in _SPREADS or type(ddof) is not int or ddof < 0:
        raise Unsupported("another number that squares are divided by")
    return partial(_SPREADS[name], ddof)


def ranked(values: Array, method: str = "average", *, ascending: bool = True, pct: bool = False) -> Array:
    """The rank of each value, from 1."""
    keys = _sortable(values)
    found, places, counts = np.unique(keys, return_inverse=True, return_counts=True)
    if not ascending:
        places, counts = len(found) - 1 - places, counts[::-1]
    ends = np.cumsum(counts)
    ranks = {
        "average": ends - (counts - 1) / 2,
        "min": ends - counts + 1.0,
        "max": ends * 1.0,
        "dense": np.arange(1.0, len(counts) + 1),
        "first": ends - counts + 1.0,
    }[method][places]
    if method == "first":
        order = np.argsort(places, kind="stable")
        ranks = np.empty(len(values))
        ranks[order] = np.arange(1.0, len(values) + 1)
    missing = is_missing(values)
    ranks[missing] = np.nan
    return ranks / max(1, len(values) - int(missing.sum())) if pct else ranks


def along(name: str, values: Array) -> Array:
    """``cumsum`` and its like, over what is missing."""
    run: dict[str, Callable[[Array], Array]] = {
        "cumsum": np.cumsum,
        "cumprod": np.cumprod,
        "cummax": np.maximum.accumulate,
        "cummin": np.minimum.accumulate,
    }
    if values.dtype.kind == "O":
        raise Unsupported("objects along a column")
    missing = is_missing(values)
    if not missing.any():
        return run[name](values)
    found = np.full(len(values), np.nan)
    found[~missing] = run[name](values[~missing])
    return found


def filled(values: Array, *, backward: bool = False) -> Array:
    """With the last one that was there where one is missing."""
    if backward:
        return filled(values[::-1])[::-1]
    places = np.where(is_missing(values), 0, np.arange(len(values)))
    found: Array = values[np.maximum.accumulate(places)] if len(values) else values
    return found


def shifted(values: Array, by: int, filling: Any = np.nan) -> Array:
    if values.dtype.kind in "biu" and filling != filling:  # noqa: PLR0124
        values = values.astype(np.float64)
    if values.dtype.kind in "mM" and filling != filling:  # noqa: PLR0124
        filling = values.dtype.type("NaT")
    found = np.empty_like(values)
    if abs(by) >= len(values):
        found[:] = filling
    elif by > 0:
        found[:by], found[by:] = filling, values[:-by]
    elif by < 0:
        found[by:], found[:by] = filling, values[-by:]
    else:
        found[:] = values
    return found


def differences(values: Array, by: int) -> Array:
    """Of values and those so many rows before; of moments, spans of time."""
    return (values if values.dtype.kind in "mM" else values * 1.0) - shifted(values, by)


def unique(values: Array) -> Array:
    """In the order in which they are met."""
    return _of_kind(list(dict.fromkeys(values.tolist())), values)


def in_order(values: Array, *, ascending: bool = True) -> Array:
    """Places of the values in order, missing ones last."""
    keys = _sortable(values)
    # Equal ones stay in their order, whichever way it goes.
    order = (
        np.argsort(keys, kind="stable") if ascending else len(keys) - 1 - np.argsort(keys[::-1], kind="stable")[::-1]
    )
    missing = is_missing(values)[order]
    return np.concatenate([order[~missing], order[missing]])


def place_of(name: str, values: Array) -> int:
    """Where the largest or smallest value is, which is not among those that are missing."""
    find = np.argmax if name == "idxmax" else np.argmin
    if values.dtype.kind != "f":
        return int(find(_sortable(values)))
    return int(find(np.where(np.isnan(values), -np.inf if name == "idxmax" else np.inf, values)))


def covariance(left: Array, right: Array) -> float:
    keeps = ~(is_missing(left) | is_missing(right))
    return float(np.cov(left[keeps], right[keeps])[0, 1]) if keeps.sum() > 1 else float("nan")


def correlation(left: Array, right: Array) -> float:
    keeps = ~(is_missing(left) | is_missing(right))
    if keeps.sum() < 2:
        return float("nan")
    return float(np.corrcoef(_numbers(left[keeps]), _numbers(right[keeps]))[0, 1])


def _of_kind(found: list[Any], values: Array) -> Array:
    return np.array(found, dtype=values.dtype) if values.dtype.kind != "O" else of_objects(found)


def _sortable(values: Array) -> Array:
    if values.dtype.kind != "O":
        return values
    order = sorted(set(values.tolist()), key=lambda one: (one is None or one != one, one))  # noqa: PLR0124
    found = {value: place for place, value in enumerate(order)}
    return np.array([found[value] for value in values.tolist()], dtype=np.int64)


def _numbers(values: Array) -> Array:
    if values.dtype.kind == "O":
        if not all(isinstance(value, int | float | np.number) for value in values.tolist()):
            raise TypeError("not numeric")
        return values.astype(np.float64)
    return values


def _joined(values: Array) -> Any:
    if any(isinstance(part, str) for part in values.tolist()):
        raise Unsupported("texts put together")
    return _numbers(values).sum()


def _moment(values: Array, power: int) -> Any:
    if len(values) < power or not np.std(values):
        return np.float64("nan")
    return np.mean(((values - values.mean()) / values.std()) ** power) - (3.0 if power == 4 else 0.0)
