"""Sorting, and searching what is sorted."""

from __future__ import annotations

import bisect
import heapq
import sys
from collections.abc import Collection, Sequence
from typing import Any, Final

from perfcast.trial.machine import Machine
from perfcast.trial.memory import POINTER, shallow
from perfcast.trial.prices import MOVED

#: They look at the logarithm of a list's elements.
SEARCHING: Final = frozenset(
    {heapq.heappush, heapq.heappop, heapq.heapreplace, heapq.heappushpop}
    | {bisect.bisect, bisect.bisect_left, bisect.bisect_right, bisect.insort, bisect.insort_left, bisect.insort_right}
)
_INSERTING: Final = frozenset({bisect.insort, bisect.insort_left, bisect.insort_right})
#: Elements of the longest list, or half of that with keys, that is merged without taking memory.
_ON_STACK: Final = 512
#: How much longer it takes to hold tuples and lists against each other.
_OF_PARTS: Final[dict[Any, float]] = {tuple: 2.5, list: 4.0}


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
                machine.grown(value, POINTER)
    return machine.shrinks(args[0] if args else None, lambda: function(*args, **kwargs))


def merging(length: int, lists: int = 1) -> int:
    """Bytes that are held aside while so many elements are merged, in one list or in two alike."""
    return lists * POINTER * (length // 2) if lists * length > _ON_STACK else 0


#: How often a key is referred to that was made for this, in the question itself too.
_ALONE: Final = 2
#: Bytes of a list's method that ``sorted`` calls.
_METHOD: Final = 72


def sorted_as(machine: Machine, sort: Any, values: Collection[Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Sorts, with half of the list and of the keys aside for merging, and all the keys where there are any.

    What is in order as it is, or in the opposite one, is gone through but once.

    Args:
        sort: ``sorted`` or a list's method.
        values: that it sorts.
        args, kwargs: that it is called with.
    """
    price = machine.price
    key = kwargs.get("key")
    given, held, first = list(values), 0, next(iter(values), None) if key is None else None
    if key is not None:

        def kept(value: Any) -> Any:
            nonlocal held
            nonlocal first
            order = key(value)
            first = order if first is None else first
            # What others refer to was there before.
            held += POINTER + (shallow(order) if sys.getrefcount(order) <= _ALONE + machine.references(order) else 0)
            return order

        kwargs = kwargs | {"key": kept}
    found = sort(*args, **kwargs)
    ordered = values if found is None else found
    machine.price = price
    length = len(given)
    is_mixed = ordered != given and ordered != given[::-1]
    machine.price *= _OF_PARTS.get(type(first), 1.0)
    machine.pass_over(length * max(1, length.bit_length() // 2) if is_mixed else length)
    machine.price = price
    machine.glance(values if found is None else found)
    lists = 1 if key is None else 2
    aside = merging(length, lists) if is_mixed else 0
    machine.briefly(held + aside + (_METHOD if sort is sorted else 0))
    return found
