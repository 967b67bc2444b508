"""Costs of sorting, searching and ``unique``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log2, prod
from typing import Any, Final

import numpy as np

from perfcast.trial.libraries.numpy import prices

#: They put a few elements in their places, of all or along an axis.
SELECTING: Final = frozenset({"median", "nanmedian", "percentile", "quantile", "nanpercentile", "nanquantile"})
_MEMBERSHIP: Final = frozenset({"isin", "in1d"})
_STABLE: Final = frozenset({"stable", "mergesort"})
PARTING: Final = frozenset({"partition", "argpartition"})
ORDERED: Final = SELECTING | PARTING | _MEMBERSHIP | {*prices.SORTING, *prices.SETS, "unique"}
SEARCHING: Final = frozenset({"searchsorted", "digitize", "interp"})
_INDEXING: Final = ("return_index", "return_inverse")
_TELLING: Final = (*_INDEXING, "return_counts")


def ordering(
    name: str,
    arrays: Sequence[Any],
    args: Sequence[Any],
    options: Mapping[str, Any],
    made: Sequence[Any],
    whole: Callable[[int], float],
) -> float:
    """Nanoseconds of sorting; the short rows of a matrix are sorted by vector units."""
    first = arrays[0]
    if name in _MEMBERSHIP:
        return membership(args[0], args[1])[0] if len(args) > 1 else 0.0
    if name in prices.SETS:
        return _without(args, options) if name == "setdiff1d" and len(args) > 1 else _of_sets(name, arrays)
    if name == "unique":
        return _distinct(first, options, int(np.size(made[0])))
    if name in SELECTING:
        return _selecting(first, _row(name, first, args, options), whole(int(first.size)))
    return _putting(name, arrays, args, options)


def _selecting(array: Any, row: int, whole: float) -> float:
    """Nanoseconds of finding what stands in a place of each row, were it in order.

    Args:
        whole: elements at the workload's own sizes: of a run's, few as they are, comparisons are learnt.
    """
    unforeseen = max(0.0, 1.0 - prices.LEARNT_PARTED / max(1.0, whole))
    rows = prices.SELECTED_ROW * (array.size / row - 1.0) if row else 0.0
    return float((prices.SELECTED + prices.UNFORESEEN_PARTED * unforeseen) * array.size + rows)


def _putting(name: str, arrays: Sequence[Any], args: Sequence[Any], options: Mapping[str, Any]) -> float:
    """Nanoseconds of putting arrays in order, or parts of them."""
    first = arrays[0]
    narrow = max(prices.NARROW_SORTING, first.itemsize / 8.0)
    row = first.size if name == "histogram_edges" else _row(name, first, args, options)
    if name in PARTING:
        element = prices.PARTED * min(prices.PARTED_LEVELS, log2(row + 1))
        return float((element + (prices.PARTED_PLACE if name == "argpartition" else 0.0)) * first.size)
    if name in prices.SORTING and first.dtype.kind in prices.SORTING_BY_CALLS:
        each = prices.SORTING_BY_CALLS[first.dtype.kind] * (prices.OUT_OF_LINE if _is_out_of_line(first.dtype) else 1.0)
        return float(each * log2(row + 1) * first.size)
    if name in prices.ROW_SORTING and 0 < row < first.size:
        element, level = prices.ROW_SORTING[name]
        element += level * max(0.0, log2(row / prices.SHORT_ROW)) + prices.SORTED_ROW / row
        return float(element * first.size * narrow)
    return float(_sorted_element(name, row) * sum(array.size for array in arrays) * narrow)


def _is_out_of_line(kind: np.dtype[Any]) -> bool:
    """Whether records have a part that begins where none of its type does by itself."""
    parts = kind.fields.values() if kind.fields is not None else ()
    return any(part[1] % part[0].alignment for part in parts)


def _sorted_element(name: str, size: int) -> float:
    """Nanoseconds of an element of so many that are put in order: the fewer there are, the more of its comparisons the
    processor has learnt."""
    return float(prices.SORTING[name] * log2(size + 1) ** 2)


def _of_sets(name: str, arrays: Sequence[Any]) -> float:
    """Nanoseconds of telling what several arrays have together; of whole numbers the different ones come first."""
    both = sum(int(array.size) for array in arrays)
    if all(array.dtype.kind in "biu" and array.size for array in arrays):
        distinct = sum(min(int(array.size), int(array.max()) - int(array.min()) + 1) for array in arrays)
        return float(prices.WHOLE_SETS * (prices.HASHED + prices.HASHED_LEVEL * log2(distinct + 1)) * both)
    return float(prices.SETS[name] * log2(both + 1) ** 2 * both)


def _without(args: Sequence[Any], options: Mapping[str, Any]) -> float:
    """Nanoseconds of telling which elements of an array are not among another one's: the different ones of each come
    first."""
    values, others = map(np.asarray, args[:2])
    ours, theirs = as_sets(values, others, options)
    telling = 0.0
    if not options.get("assume_unique"):
        telling = _distinct(values, {}, int(ours.size)) + _distinct(others, {}, int(theirs.size))
    return telling + membership(ours, theirs, are_distinct=True)[0]


def as_sets(first: Any, second: Any, options: Mapping[str, Any]) -> tuple[Any, Any]:
    """The different elements of both arrays of an operation on sets."""
    if options.get("assume_unique"):
        return np.ravel(first), np.ravel(second)
    return np.unique(first), np.unique(second)


def is_stable(name: str, options: Mapping[str, Any]) -> bool:
    """Whether what is alike stays as it was, for which half of the elements, or of their places, are put aside."""
    return name == "lexsort" or (name in {"sort", "argsort"} and options.get("kind") in _STABLE)


def is_hashed(array: Any, options: Mapping[str, Any]) -> bool:
    """Whether its different elements are found by a table of them: whole numbers, of which nothing else is asked."""
    is_asked = any(options.get(option) for option in _TELLING) or options.get("axis") is not None
    return array.dtype.kind in "biu" and not is_asked


def rows_compared(array: Any, options: Mapping[str, Any]) -> int:
    """How many rows along an axis are told apart as a whole, each as a record; 0 where elements are."""
    axis = options.get("axis")
    return int(array.shape[axis]) if axis is not None and array.ndim > 1 else 0


def _distinct_rows(array: Any, axis: int, rows: int) -> float:
    """Nanoseconds of telling rows apart: where first parts are alike the next ones are compared, too."""
    if not array.size:
        return 0.0
    levels = log2(rows + 1)
    first = np.moveaxis(array, axis, 0).reshape(rows, -1)[:, 0]
    alike = max(0.0, levels - log2(len(np.unique(first)) + 1))
    call, part, element = prices.DISTINCT_ROWS
    ordered = prices.SORTING_BY_CALLS["V"] * rows * (levels + alike)
    return float(call + part * array.size / rows + element * array.size + ordered)


def _distinct(array: Any, options: Mapping[str, Any], distinct: int) -> float:
    """Nanoseconds of telling an array's different elements, or rows."""
    if rows := rows_compared(array, options):
        return _distinct_rows(array, options["axis"], rows)
    if is_hashed(array, options):
        ordered = _sorted_element("sort", distinct) * distinct
        found = (prices.HASHED + prices.HASHED_LEVEL * log2(distinct + 1)) * array.size
        return float(found + prices.NEW_HASHED * distinct + ordered)
    name = "argsort" if any(options.get(option) for option in _INDEXING) else "sort"
    # Elements that are alike are soon in order.
    levels = min(log2(array.size + 1), log2(distinct + 1) + prices.DISTINCT_LEVELS)
    element = min(prices.DISTINCT[name] * levels, _sorted_element(name, array.size)) + prices.COMPARED_DISTINCT
    told = prices.TOLD_DISTINCT if any(options.get(option) for option in _TELLING) else 0.0
    return float(told + element * array.size * max(prices.NARROW_SORTING, array.itemsize / 8.0))


def _row(name: str, array: Any, args: Sequence[Any], options: Mapping[str, Any]) -> int:
    """How many elements are put in order together."""
    axis = options.get("axis", next((value for value in args if value is None or type(value) is int), -1))
    if name in PARTING and "axis" not in options:
        # What they part comes before the place, and the axis behind it.
        behind = args[2:] if args and args[0] is array else args[1:]
        axis = behind[0] if behind else -1
    if axis is None or not array.ndim:
        return int(array.size)
    if type(axis) is tuple and all(type(one) is int and -array.ndim <= one < array.ndim for one in axis):
        return prod(array.shape[one] for one in axis)
    return int(array.shape[axis]) if type(axis) is int and -array.ndim <= axis < array.ndim else array.shape[-1]


def searching(
    name: str, arrays: Sequence[Any], args: Sequence[Any], options: Mapping[str, Any], made: Sequence[Any]
) -> float:
    """Nanoseconds of looking values up, of which there are as many as places are found."""
    first = arrays[0]
    places = args[min(1, len(args) - 1)] if name == "interp" else options.get("bins", args[-1])
    among = first.size if name == "searchsorted" else max(1, int(np.size(places)))
    sought = arrays[-1] if name == "searchsorted" else first
    is_in_order = isinstance(sought, np.ndarray) and sought.ndim == 1 and bool((sought[:-1] <= sought[1:]).all())
    if name == "interp" and isinstance(places, np.ndarray) and isinstance(sought, np.ndarray) and places.ndim == 1:
        return interpolating(places, sought, is_in_order=is_in_order)
    steps = np.size(made[0]) * log2(among + 2)
    if is_in_order:
        return float(prices.SEARCHED_IN_ORDER * steps)
    return _unforeseen(steps)


def _unforeseen(steps: float) -> float:
    """Nanoseconds of comparisons, of which the processor learns what comes of few."""
    return float((prices.LEARNT + prices.SEARCHED * log2(steps + 1) ** 3) * steps)


def interpolating(places: Any, sought: Any, *, is_in_order: bool) -> float:
    """What is beyond the first and the last place is not looked for among those between, and what is at most one place
    away from the one before is found at once."""
    beyond = prices.INTERPOLATED_BEYOND * sought.size
    if not (places.size and bool((places[1:] >= places[:-1]).all())):
        # Among places that are in no order looking ends soon.
        return float(beyond)
    found = np.searchsorted(places, np.ravel(sought), side="right")
    inner = (found > 0) & (found < places.size)
    far = inner & (np.abs(np.diff(found, prepend=0)) > 1)
    steps = int(np.count_nonzero(far)) * log2(places.size + 2)
    if is_in_order:
        return float(beyond + prices.SEARCHED_IN_ORDER * steps)
    learnt, unforeseen = prices.INTERPOLATED_STEP
    fewest, most = prices.INTERPOLATED_LEARNT
    share = min(1.0, max(0.0, (log2(steps + 1) - fewest) / (most - fewest)))
    return float(beyond + (learnt + share * (unforeseen - learnt)) * steps)


def membership(values: Any, others: Any, *, are_distinct: bool = False) -> tuple[float, int]:
    """Nanoseconds and bytes aside of telling which values are among the others.

    Args:
        are_distinct: whether the elements of each are known to be different, and are in order.
    """
    values, others = np.asarray(values), np.asarray(others)
    both = values.size + others.size
    if values.dtype.kind in "biu" and others.dtype.kind in "biu" and others.size:
        least, most = int(others.min()), int(others.max())
        table = most - least + 1
        if table <= prices.LONGEST_TABLE * both:
            inner = int(np.count_nonzero((values >= least) & (values <= most)))
            taken = prices.MEMBER * values.size + prices.INNER_MEMBER * inner + prices.TABLE_MEMBER * others.size
            return taken, table + max(8 * others.size, 3 * values.size + 15 * inner)
    # Few are compared one by one.
    if others.size < 10 * values.size**0.145:
        return prices.COMPARED_MEMBER * values.size * others.size, values.size
    if are_distinct:
        # They are merged.
        return prices.MERGED_MEMBER * both, 27 * both
    return prices.SORTED_MEMBER * both * log2(both + 1), 48 * both
