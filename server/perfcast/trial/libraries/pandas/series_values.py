"""Element-wise methods of series."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.clipping import clipped_column
from perfcast.trial.libraries.pandas.elementwise import check_digits, computed, given, operated, unwrapped
from perfcast.trial.libraries.pandas.filling_from_others import first_of_columns
from perfcast.trial.libraries.pandas.hash_tables import telling_apart
from perfcast.trial.libraries.pandas.membership import is_among
from perfcast.trial.libraries.pandas.prices import COLUMN, TRUTH_ADDED
from perfcast.trial.libraries.pandas.products import of_column
from perfcast.trial.libraries.pandas.reductions import (
    PRICED_AS,
    REDUCING,
    along,
    differences,
    filled,
    present,
    reducing,
    shifted,
    spread_bytes,
)
from perfcast.trial.libraries.pandas.values import (
    Array,
    Categories,
    Column,
    check_calls,
    check_room,
    exchanged,
    is_missing,
    objects_of,
    of_objects,
)

#: Bytes of a moment while the spans between moments are found.
_MOMENT: Final = 24
#: Bytes of a value's category, and of its place among the sorted ones.
_CODE: Final = 9
#: Nanoseconds of a value that is told by those around it.
_INTERPOLATED: Final = 75.0
#: Bytes of the marks of which values are exchanged.
_MASK: Final = 2
#: Types of Python that columns are made of.
_PLAIN: Final = frozenset({int, float, bool, str, object})


#: What looks at missing values too.
_WITH_MISSING: Final = frozenset({"size", "idxmax", "idxmin"})


_NAMES: Final = {"int": np.int64, "float": np.float64, "bool": np.bool_, "double": np.float64, "string": str}


#: Methods that do what operators do.
OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
    "truediv": operator.truediv, "floordiv": operator.floordiv, "mod": operator.mod, "pow": operator.pow,
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
    "radd": lambda a, b: operator.add(b, a), "rsub": lambda a, b: operator.sub(b, a),
    "rmul": lambda a, b: operator.mul(b, a), "rdiv": lambda a, b: operator.truediv(b, a),
    "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv,
}  # fmt: skip


def converted(values: Array, kind: Any) -> Array:
    """As another type. Raises Unsupported, ValueError."""
    if isinstance(kind, str):
        kind = _NAMES.get(kind, kind)
    if kind in (str, "str") and values.dtype.kind == "M":
        return objects_of(np.datetime_as_string(values, unit="D").tolist())
    if kind in (str, "str", "object", object):
        return objects_of([str(value) for value in values.tolist()] if kind in (str, "str") else values.tolist())
    if kind == "category":
        return values
    if not isinstance(kind, str | type | np.dtype):
        raise Unsupported("a data type that is not known")
    if values.dtype.kind == "O":
        convert = {"i": int, "f": float, "b": bool}.get(np.dtype(kind).kind)
        if convert is None:
            raise Unsupported("objects as another type")
        return np.array([convert(value) for value in values.tolist()], dtype=kind)
    dtype = np.dtype(kind)
    if dtype.kind not in "biufmM" or dtype.itemsize > 8:
        raise Unsupported("a data type that is not known")
    if dtype.kind in "iu" and is_missing(values).any():
        raise ValueError("Cannot convert non-finite values (NA or inf) to integer")
    return values.astype(dtype)


def unkind(kind: Any) -> Any:
    """A type as code names it. Raises Unsupported."""
    if isinstance(kind, str | np.dtype) or (
        isinstance(kind, type) and (kind in _PLAIN or issubclass(kind, np.generic))
    ):
        return kind
    raise Unsupported("a data type that is not known")


def _elementwise(name: str, run: Callable[..., Array]) -> Callable[..., Any]:
    def method(column: Column, *args: Any, **kwargs: Any) -> Any:
        return settled(COLUMN, name, column.like(run(column.values, *args, **kwargs)), column)

    return method


def _astype(column: Column, kind: Any, copy: Any = None) -> Any:
    name = "astype"
    if kind in (str, "str"):
        name = {"f": "fractions_to_text", "M": "times_to_text"}.get(column.values.dtype.kind, "to_text")
    elif kind == "category":
        name = "texts_to_category" if column.values.dtype.kind == "O" else "to_category"
    values = converted(column.values, unkind(kind))
    # What has the type already is shared until one of both is changed.
    aside = 0 if name == "astype" and values.dtype == column.values.dtype else None
    found = column.like(column.values if aside == 0 and values.dtype.kind != "O" else values)
    if kind == "category":
        found = Categories(found.machine, found.values, found.labels, found.name)
        if name == "to_category":
            rows, distinct = len(column), len(np.unique(column.values))
            aside = int(telling_apart(column.machine, rows, distinct)) + _CODE * rows
    return settled(COLUMN, name, found, column, aside=aside)


def codes_of(column: Categories) -> Column:
    """As ``cat.codes``: which category each value is, in the order of these."""
    kept = sorted(set(present(column.values).tolist()))
    places = {value: place for place, value in enumerate(kept)}
    values = np.array([places.get(value, -1) for value in column.values.tolist()])
    column.machine.pass_over(len(column))
    found = Column(column.machine, values.astype(np.min_scalar_type(-max(1, len(kept)))), column.labels)
    settled(COLUMN, "codes", found, column)
    return found


def _reduced(name: str) -> Callable[..., Any]:
    price = PRICED_AS.get(name, name)

    def method(
        column: Column,
        axis: Any = None,
        skipna: bool = True,
        numeric_only: bool = False,
        ddof: int = 1,
        dropna: bool = True,
    ) -> Any:
        found = reducing(name, ddof)(column.values if name in _WITH_MISSING else present(column.values))
        if name in {"idxmax", "idxmin"}:
            found = column.labels.values[int(found)]
        is_counted = name == "nunique" and column.values.dtype.kind != "O"
        aside: float | None = telling_apart(column.machine, len(column), int(found)) if is_counted else None
        if name == "sum" and column.values.dtype == np.bool_:
            aside = TRUTH_ADDED * column.machine.buffered(len(column))
        elif price == "std":
            aside = spread_bytes(column.machine, len(column))
        return settled(COLUMN, price, found, column, aside=aside)

    return method


def _along(name: str) -> Callable[..., Any]:
    price = "cumsum" if name in {"cumsum", "cumprod"} else "cummax"
    return lambda column, axis=None, skipna=True: settled(
        COLUMN, price, column.like(along(name, column.values)), column
    )


def _fillna(column: Column, value: Any = None, method: Any = None) -> Any:
    if method is not None:
        return _ffill(column, backward=method in {"bfill", "backfill"})
    missing = is_missing(column.values)
    filling = value.aligned(column.labels) if isinstance(value, Column) else given(value)
    found = exchanged(column.values, missing, filling) if missing.any() else column.values
    return settled(COLUMN, "fillna", column.like(found), column)


def _ffill(column: Column, *, backward: bool = False) -> Any:
    return settled(COLUMN, "ffill", column.like(filled(column.values, backward=backward)), column)


def _dropna(column: Column, axis: Any = None) -> Any:
    missing = is_missing(column.values)
    return settled(COLUMN, "dropna", column.rows(~missing) if missing.any() else column.like(column.values), column)


def _where(column: Column, mask: Any, other: Any = np.nan, *, wanted: bool = True) -> Any:
    gone = np.asarray(unwrapped(_called(column, mask))) != wanted
    if not gone.any():
        # The values are shared.
        return settled(COLUMN, "where", column.like(column.values), column, aside=_MASK * len(column))
    return settled(COLUMN, "where", column.like(exchanged(column.values, gone, given(other))), column)


def _called(column: Column, value: Any) -> Any:
    """What a function in place of a value gives."""
    return guarded(column.machine, value)(column) if callable(value) else value


def _between(column: Column, left: Any, right: Any, inclusive: str = "both") -> Any:
    low = operator.ge if inclusive in {"both", "left"} else operator.gt
    high = operator.le if inclusive in {"both", "right"} else operator.lt
    found = computed(low, column.values, given(left)) & computed(high, column.values, given(right))
    return settled(COLUMN, "between", column.like(found), column)


def _shift(column: Column, periods: int = 1, fill_value: Any = np.nan) -> Any:
    return settled(COLUMN, "shift", column.like(shifted(column.values, periods, fill_value)), column)


def _diff(column: Column, periods: int = 1) -> Any:
    found = column.like(differences(column.values, periods))
    return settled(
        COLUMN, "diff", found, column, aside=_MOMENT * len(column) if found.values.dtype.kind == "m" else None
    )


def _pct_change(column: Column, periods: int = 1, fill_method: None = None) -> Any:
    if fill_method is not None:
        raise ValueError(f"fill_method must be None; got fill_method={fill_method!r}.")
    found = column.values / shifted(column.values, periods) - 1.0
    return settled(COLUMN, "pct_change", column.like(found), column)


def _replace(column: Column, old: Any, new: Any = None, regex: bool = False) -> Any:
    if regex:
        raise Unsupported("replacing patterns")
    pairs = old if isinstance(old, dict) else dict.fromkeys(old, new) if isinstance(old, list) else {old: new}
    if column.values.dtype.kind == "O":
        found = of_objects([pairs.get(value, value) for value in column.values.tolist()])
    else:
        found = column.values
        check_calls(column.machine, len(pairs))
        check_room(len(pairs) * len(found))
        for before, after in pairs.items():
            found = exchanged(found, found == given(before), np.nan if after is None else given(after))
    are_others = column.values.dtype.kind == "O" and not all(isinstance(value, str) for value in found.tolist())
    name = "replace_by_others" if are_others else "replace"
    return settled(COLUMN, name, column.like(found), column)


def _interpolate(column: Column, method: str = "linear", limit_direction: str = "forward", limit: Any = None) -> Any:
    values, places = column.values * 1.0, np.arange(len(column))
    there = ~is_missing(values)
    found = np.interp(places, places[there], values[there]) if there.any() else values
    aside = COLUMN["interpolate"].aside * len(column)
    if missing := len(column) - int(there.sum()):
        price = COLUMN["interpolated" if limit is None else "interpolated_to_limit"]
        pay(column, price.call, price.cell * len(column) + _INTERPOLATED * missing)
        aside += price.aside * len(column)
    return settled(COLUMN, "interpolate", column.like(found), column, aside=aside)


def _round(values: Array, decimals: int = 0) -> Array:
    check_digits(decimals)
    return np.round(values, decimals)


def _combine(column: Column, name: str, other: Any, level: Any = None, fill_value: Any = None, axis: Any = None) -> Any:
    if fill_value is not None and isinstance(other, Column):
        column = column.like(np.where(is_missing(column.values), fill_value, column.values))
        other = other.like(np.where(is_missing(other.values), fill_value, other.values))
    return operated(OPERATORS[name], column, other)


def _argsort(column: Column, kind: Any = None) -> Any:
    return settled(COLUMN, "argsort", column.like(np.argsort(column.values, kind="stable")), column)


def _searchsorted(column: Column, value: Any, side: str = "left") -> Any:
    return settled(
        COLUMN, "searchsorted", column.values.searchsorted(given(value), "right" if side == "right" else "left"), column
    )


def _equals(column: Column, other: Any) -> Any:
    return settled(COLUMN, "equals", bool(np.array_equal(column.values, unwrapped(other))), column)


METHODS: Final[dict[str, Callable[..., Any]]] = {
    **{name: _reduced(name) for name in REDUCING if name not in {"first", "last", "size"}},
    **{name: _along(name) for name in ("cumsum", "cumprod", "cummax", "cummin")},
    **{
        name: (lambda column, *args, _name=name, **named: _combine(column, _name, *args, **named)) for name in OPERATORS
    },
    "astype": _astype,
    "round": _elementwise("round", _round),
    "abs": _elementwise("abs", np.abs),
    "isna": _elementwise("isna", is_missing),
    "isnull": _elementwise("isna", is_missing),
    "notna": _elementwise("isna", lambda values: ~is_missing(values)),
    "notnull": _elementwise("isna", lambda values: ~is_missing(values)),
    "clip": clipped_column,
    "fillna": _fillna,
    "combine_first": first_of_columns,
    "ffill": _ffill,
    "bfill": partial(_ffill, backward=True),
    "dropna": _dropna,
    "where": _where,
    "mask": partial(_where, wanted=False),
    "between": _between,
    "isin": is_among,
    "shift": _shift,
    "diff": _diff,
    "pct_change": _pct_change,
    "replace": _replace,
    "interpolate": _interpolate,
    "searchsorted": _searchsorted,
    "equals": _equals,
    "dot": of_column,
    "argsort": _argsort,
}
