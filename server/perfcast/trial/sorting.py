"""Sorting, and searching what is sorted."""

from __future__ import annotations

import bisect
import heapq
from collections.abc import Collection, Sequence
from typing import Any, Final

from perfcast.trial.machine import Machine
from perfcast.trial.prices import MOVED

#: They look at the logarithm of a list's elements.
SEARCHING: Final = frozenset(
    {heapq.heappush, heapq.heappop, heapq.heapreplace, heapq.heappushpop}
    | {bisect.bisect, bisect.bisect_left, bisect.bisect_right, bisect.insort, bisect.insort_left, bisect.insort_right}
)
_INSERTING: Final = frozenset({bisect.insort, bisect.insort_left, bisect.insort_right})
#: Bytes of an element's place in a list.
_POINTER: Final = 8


def searched(machine: Machine, function: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Of a heap or a sorted list only a few elements are looked at, and what is put in is moved to its place."""
    length = max((len(value) for value in args if isinstance(value, list)), default=0)
    machine.pass_over(length.bit_length())
    if function in _INSERTING:
        machine.counts.native += MOVED * length
    for value in args:
        if isinstance(value, list):
            machine.changes(value)
            if function in _INSERTING:
                machine.grown(value, _POINTER)
    return function(*args, **kwargs)


def sorted_as(machine: Machine, sort: Any, values: Collection[Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Sorts, with half of the list aside for merging, and all the keys where there are any.

    What is in order as it is, or in the opposite one, is gone through but once.

    Args:
        sort: ``sorted`` or a list's method.
        values: that it sorts.
        args, kwargs: that it is called with.
    """
    before, price = machine.counts.allocated, machine.price
    has_keys = kwargs.get("key") is not None
    given = list(values)
    found = sort(*args, **kwargs)
    ordered = values if found is None else found
    machine.price = price
    length = len(given)
    is_mixed = has_keys or (ordered != given and ordered != given[::-1])
    machine.pass_over(length * max(1, length.bit_length() // 2) if is_mixed else length)
    machine.briefly(4 * length + (8 * length + machine.counts.allocated - before if has_keys else 0))
    return found
