"""``clip``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import settled
from perfcast.trial.libraries.pandas.elementwise import given
from perfcast.trial.libraries.pandas.method_calls import rowwise
from perfcast.trial.libraries.pandas.prices import COLUMN, TABLE
from perfcast.trial.libraries.pandas.values import Array, Column, Table


def clipped_column(column: Column, lower: Any = None, upper: Any = None, axis: Any = None) -> Any:
    """Raises ValueError, Unsupported."""
    if rowwise(axis):
        raise ValueError(f"No axis named {axis}")
    lower, upper = _in_order(lower, upper)
    low, high = (_beside(column, bound) for bound in (lower, upper))
    found = _within(column.values, low, high, are_many=bool(np.ndim(high)))
    aside = None if np.ndim(low) or np.ndim(high) else _bytes_aside([column.values], low, high) * len(column)
    return settled(COLUMN, "clip", column.like(found), column, aside=aside)


def clipped_table(table: Table, lower: Any = None, upper: Any = None, axis: Any = None) -> Any:
    """Raises ValueError, Unsupported."""
    along_rows = rowwise(axis)
    lower, upper = _in_order(lower, upper)
    are_single = all(bound is None or np.isscalar(bound) for bound in (lower, upper))
    if not are_single and axis is None:
        # What goes with which is told by versions of pandas in their own ways.
        raise Unsupported("bounds of rows or columns")
    given_arrays = list(table.data.values())
    lows, highs = (_for_columns(table, bound, along_rows=along_rows) for bound in (lower, upper))
    are_many = upper is not None and not np.isscalar(upper)
    arrays = [
        _within(values, low, high, are_many=are_many)
        for values, low, high in zip(given_arrays, lows, highs, strict=True)
    ]
    is_changed = any(one is not before for one, before in zip(arrays, given_arrays, strict=True))
    found = table.like(arrays) if is_changed else table.shared()
    if not are_single:
        return settled(TABLE, "clip", found, table)
    price = "clip" if lower is not None and upper is not None else "clip_once"
    return settled(TABLE, price, found, table, aside=_bytes_aside(given_arrays, lower, upper) * table.cells)


def _in_order(lower: Any, upper: Any) -> tuple[Any, Any]:
    """The bounds without those that are missing; of two numbers the smaller one is the lower one. Raises
    Unsupported."""
    for bound in (lower, upper):
        if isinstance(bound, str | bool | np.flexible | np.bool_):
            raise Unsupported("bounds that are no numbers")
    lower, upper = (None if isinstance(one, float | np.floating) and np.isnan(one) else one for one in (lower, upper))
    are_reversed = all(isinstance(bound, int | float | np.number) for bound in (lower, upper)) and upper < lower
    return (upper, lower) if are_reversed else (lower, upper)


def _beside(of: Column | Table, bound: Any) -> Any:
    """The bound of all rows, or one of each. Raises ValueError, Unsupported."""
    if isinstance(bound, Column) and not bound.labels.is_like(of.labels):
        raise Unsupported("bounds of other rows")
    found = given(bound)
    if isinstance(found, np.ndarray):
        _check(found, len(of))
    return found


def _for_columns(table: Table, bound: Any, *, along_rows: bool) -> Sequence[Any]:
    """For each column the bound of all its rows, or one of each. Raises ValueError, Unsupported."""
    if not along_rows or bound is None or np.isscalar(bound):
        return [_beside(table, bound)] * len(table.data)
    if isinstance(bound, Column):
        places = bound.labels.where_of(list(table.data))
        if (places < 0).any() or len(bound) != len(table.data):
            raise Unsupported("bounds of other columns")
        bound = bound.values[places]
    found = given(bound)
    _check(found, len(table.data))
    return list(found)


def _check(bounds: Array, number: int) -> None:
    if bounds.ndim != 1 or bounds.dtype.kind not in "iuf":
        raise Unsupported("bounds that are no numbers, or of rows and columns")
    if len(bounds) != number:
        raise ValueError("Length of values does not match length of index")


def _within(values: Array, lower: Any, upper: Any, *, are_many: bool) -> Array:
    """The values themselves if none is beyond the bounds; what is missing is not. Raises Unsupported.

    Args:
        are_many: several upper bounds are given, with which pandas compares the values as they were before the lower.
    """
    if values.dtype.kind not in "if":
        raise Unsupported("what is no number within bounds")
    found = values if lower is None else _exchanged(values, values < lower, np.asarray(lower))
    compared = values if are_many else found
    return found if upper is None else _exchanged(found, compared > upper, np.asarray(upper))


def _exchanged(values: Array, is_beyond: Array, bounds: Array) -> Array:
    if not is_beyond.any():
        return values
    with np.errstate(invalid="ignore"):
        are_of_type = bounds.astype(values.dtype) == bounds
    if values.dtype.kind == "f":
        are_of_type |= np.isnan(bounds)
    # A bound that is not of the values' type makes all of them numbers with a fraction, used or not.
    found = values.astype(values.dtype if are_of_type.all() else np.float64)
    found[is_beyond] = bounds[is_beyond] if bounds.ndim else bounds
    return found


def _bytes_aside(arrays: Sequence[Array], lower: Any, upper: Any) -> int:
    """Bytes besides of each value that is kept within single bounds, by masks of those that are and that are missing.
    A second bound is looked at beside what the first one changed."""
    is_low = lower is not None and any((values < lower).any() for values in arrays)
    is_high = upper is not None and any((values > upper).any() for values in arrays)
    if is_low and is_high:
        return 12
    return 6 if lower is not None and upper is not None else 4 if is_low or is_high else 5
