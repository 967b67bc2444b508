"""Bytes of temporary arrays of telling different elements, and of what arrays have together as sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.libraries.numpy.sorting import as_sets, is_hashed, membership, rows_compared

#: Elements of arrays that are smaller come from a cache of NumPy's.
CACHED: Final = 1_024
#: Of a whole number in a table of different ones, of how many the table has room from the first, if there are as many
#: elements (`unique.cpp` of NumPy), and of what comes before it; of what sorts instead, of many elements and of few.
_HASHED: Final = 24
_CHAINS: Final = 1_024
_PREPARED: Final = 2_590
_SORTED: Final = (500, 2_270)
#: Of giving the places of different elements, the second one of few as well.
_TOLD: Final = (900, 2_500)
#: Of rows as records, and of what tells of one of their parts.
_RECORDS: Final = 1_600
_RECORD_PART: Final = 430
#: Of a place of the table.
_WIDE: Final = 8
#: Masks of all elements of both that are there when those that are asked for are taken from them.
_MASKS: Final = {"intersect1d": 1, "setxor1d": 2}


def uncached(size: int) -> int:
    """Of an array of so many bytes."""
    return size if size >= CACHED else 0


def distinct_bytes(array: Any, options: Mapping[str, Any], found: Any) -> int:
    """Of telling an array's different elements: a copy; where it is sorted, a mask, and places that are asked for.

    Args:
        found: the different elements.
    """
    if is_hashed(array, options):
        distinct = int(np.size(found))
        chains = min(int(array.size), _CHAINS) if distinct <= _CHAINS else 1 << (distinct - 1).bit_length()
        return max(_PREPARED, uncached(int(array.nbytes)) + _WIDE * chains + _HASHED * distinct)
    if rows := rows_compared(array, options):
        return _distinct_row_bytes(array, rows, options, found)
    is_small = array.nbytes < CACHED
    taken = _SORTED[is_small] + (0 if is_small else int(array.nbytes + array.size))
    if options.get("return_inverse") or options.get("return_index"):
        taken += _TOLD[is_small] + (0 if is_small else 24 * int(array.size))
    if options.get("return_counts"):
        taken += 8 * int(np.size(found))
    return taken


def _distinct_row_bytes(array: Any, rows: int, options: Mapping[str, Any], found: Any) -> int:
    """Of telling rows apart: a copy, what tells of their parts, a mask, and places that are asked for."""
    parts = max(1, int(array.size) // rows)
    taken = uncached(int(array.nbytes)) + _RECORDS + _RECORD_PART * parts + rows
    if options.get("return_inverse") or options.get("return_index"):
        taken += uncached(int(array.nbytes)) + 3 * _WIDE * rows
    if options.get("return_counts"):
        taken += 2 * _WIDE * (int(np.size(found)) // parts)
    return taken


def operation_bytes(name: str, first: Any, second: Any, options: Mapping[str, Any], found: Any) -> int:
    """Of an operation on two arrays as sets, beside what was found: the different elements of each come first."""
    kind = np.result_type(first, second)
    if name == "union1d":
        both = np.concatenate((first, second), axis=None)
        return uncached(int(both.nbytes)) + distinct_bytes(both, options, found)
    ours, theirs = as_sets(first, second, options)
    parts = [uncached(int(part.nbytes)) for part in (ours, theirs)]
    telling = 0
    if options.get("assume_unique"):
        parts = [0, 0]
    else:
        telling = max(distinct_bytes(first, {}, ours) + parts[0], sum(parts) + distinct_bytes(second, {}, theirs))
    result = uncached(int(np.asarray(found).nbytes))
    if name == "setdiff1d":
        choosing = uncached(int(ours.size)) + max(membership(ours, theirs, are_distinct=True)[1], result)
    else:
        number = int(ours.size + theirs.size)
        choosing = uncached(number * kind.itemsize) + _MASKS[name] * uncached(number) + result
    return max(telling, sum(parts) + choosing) - result
