"""What it costs to put NumPy's arrays in order, to look values up in them, and to tell which ones they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2
from typing import Any

import numpy as np

from perfcast.trial import array_prices as prices

_INDEXING = ("return_index", "return_inverse")


def ordering(name: str, arrays: Sequence[Any], args: Sequence[Any], options: Mapping[str, Any]) -> float:
    """Nanoseconds of sorting; the short rows of a matrix are sorted by vector units."""
    first = arrays[0]
    narrow = max(prices.NARROW_SORTING, first.itemsize / 8.0)
    row = first.size if name == "unique" else _row(first, args, options)
    if name in prices.ROW_SORTING and 0 < row < first.size:
        element, level = prices.ROW_SORTING[name]
        element += level * max(0.0, log2(row / prices.SHORT_ROW)) + prices.SORTED_ROW / row
        return float(element * first.size * narrow)
    if name == "unique" and any(options.get(option) for option in _INDEXING):
        name = "argsort"
    return float(prices.SORTING[name] * sum(array.size for array in arrays) * log2(row + 1) * narrow)


def _row(array: Any, args: Sequence[Any], options: Mapping[str, Any]) -> int:
    """How many elements are put in order together."""
    axis = options.get("axis", next((value for value in args if value is None or type(value) is int), -1))
    if axis is None or not array.ndim:
        return int(array.size)
    return int(array.shape[axis]) if type(axis) is int and -array.ndim <= axis < array.ndim else array.shape[-1]


def searching(among: int, made: Sequence[Any]) -> float:
    """Nanoseconds of looking values up, of which there are as many as places are found."""
    return float(prices.SEARCHED * np.size(made[0]) * log2(among + 2))


def membership(values: Any, others: Any) -> tuple[float, int]:
    """Nanoseconds and bytes aside of telling which values are among the others."""
    values, others = np.asarray(values), np.asarray(others)
    both = values.size + others.size
    if values.dtype.kind in "biu" and others.dtype.kind in "biu":
        return prices.MEMBER * values.size + prices.TABLE_MEMBER * others.size, 3 * values.size + 15 * others.size
    # Few are compared one by one.
    if others.size < 10 * values.size**0.145:
        return prices.COMPARED_MEMBER * values.size * others.size, values.size
    return prices.SORTED_MEMBER * both * log2(both + 1), 39 * both
