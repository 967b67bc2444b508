"""Sorting, and searching what is sorted."""

from __future__ import annotations

import bisect
import datetime
import gc
import heapq
import sys
from collections import Counter
from collections.abc import Collection, MappingView, Sequence
from decimal import Decimal
from math import log, log2
from operator import eq
from typing import Any, Final

from perfcast.trial.interpreter.accounting.comparison_costs import comparing_alike
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import POINTER, shallow
from perfcast.trial.interpreter.accounting.prices import ELEMENTS, MOVED
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.accounting.scattered_memory import size_among, time_among
from perfcast.trial.stdlib.containers.counted_comparisons import comparisons

#: They look at the logarithm of a list's elements.
_BISECTING: Final = frozenset(
    {bisect.bisect, bisect.bisect_left, bisect.bisect_right, bisect.insort, bisect.insort_left, bisect.insort_right}
)
SEARCHING: Final = _BISECTING | {heapq.heappush, heapq.heappop, heapq.heapreplace, heapq.heappushpop}
_INSERTING: Final = frozenset({bisect.insort, bisect.insort_left, bisect.insort_right})
#: How many times as much as by its price a step along a heap takes that numbers and texts are in, and one that others
#: are, mostly tuples: what is put in goes up a step or two, what is taken out has another one sink all the way. What
#: others take more than numbers where a list is made a heap, in nanoseconds.
_RISING: Final = (0.5, 1.15)
_SINKING: Final = (0.7, 1.8)
_HEAPED: Final = 20.0
#: Elements of the longest list, or half of that with keys, that is merged without taking memory.
_ON_STACK: Final = 512
#: Elements of the longest list whose keys have no place of their own.
_KEYS_ON_STACK: Final = 127
#: The part of a list's elements that is taken for all of them: of different values a few stay by chance.
_MOST_MOVED: Final = 0.75
#: How much longer than whole numbers it takes to hold texts against each other, and floats.
_OF_TEXTS: Final = 1.4
_OF_FLOATS: Final = 0.65
#: The same of moments, days, spans of time and decimals; and of what these take more than numbers do, how often tuples
#: that begin with one take that: parts are first asked whether they are the same.
_OF_OTHERS: Final[dict[type, float]] = {
    datetime.datetime: 2.3, datetime.date: 2.0, datetime.timedelta: 1.4, Decimal: 4.2,
}  # fmt: skip
_TAKEN_IN_PARTS: Final = 1.5
#: The same of tuples whose first parts are numbers, or texts; of those whose first parts are alike, so that second ones
#: tell, which are numbers or texts; and what lists take more.
_OF_PARTS: Final = 3.0
_OF_PARTS_OF_TEXT: Final = 4.5
_OF_ALIKE: Final = 5.8
_OF_ALIKE_BEFORE_TEXT: Final = 7.5
_OF_LISTS: Final = 1.2
#: Elements of a list from which on no processor foresees its comparisons, though it was sorted before; and nanoseconds
#: that a comparison takes more then. Of a list of half as many it takes half of that, on the logarithmic scale from
#: there to where all are foreseen.
_UNFORESEEN: Final = 10_000
_FORESEEN: Final = 1_000
_GUESSED: Final = 4.0
#: The part of a lookup in what is as large that a comparison takes, of numbers, texts and others.
_NUMBERS_FETCHED: Final = 0.015
_TEXTS_FETCHED: Final = 0.035
_OTHERS_FETCHED: Final = 0.16
_PLAIN: Final = frozenset({int, float, bool, str, bytes})
#: Comparisons of one element that take as long as going through it does.
_COMPARED: Final = 1.75
#: Nanoseconds of one of numbers.
_OF_NUMBERS: Final = ELEMENTS["sorted"] / _COMPARED
#: Whether what falls is turned round even where some neighbours are alike, instead of merging these; since 3.13.
_TURNS_ALIKE: Final = sys.version_info >= (3, 13)


def searched(machine: Machine, function: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Of a heap or a sorted list only a few elements are looked at, and what is put in is moved to its place."""
    lists = [value for value in args if isinstance(value, list)]
    longest = max(lists, key=len, default=[])
    machine.pass_over(len(longest).bit_length() * (1.0 if function in _BISECTING else _by_kind(function, longest)))
    if function in _INSERTING:
        machine.counts.native += MOVED * len(longest)
    if function in _BISECTING - _INSERTING:
        return function(*args, **kwargs)
    for value in lists:
        machine.changes(value)
        if function in _INSERTING:
            machine.grown(value, POINTER)
    if function is heapq.heappush:
        return _pushed(machine, args, kwargs)
    return machine.shrinks(args[0] if args else None, lambda: function(*args, **kwargs))


def _by_kind(function: Any, heap: Sequence[Any]) -> float:
    """How many times as much as by its price a step along that heap takes."""
    of_plain, of_others = _RISING if function is heapq.heappush else _SINKING
    return of_plain if not heap or type(heap[0]) in _PLAIN else of_others


def heaped(machine: Machine, args: Sequence[Any]) -> None:
    """Notes that a list is made a heap."""
    if args and isinstance(args[0], list) and args[0] and type(args[0][0]) not in _PLAIN:
        machine.pay(_HEAPED * len(args[0]))


def _pushed(machine: Machine, args: Sequence[Any], kwargs: dict[str, Any]) -> None:
    size = sys.getsizeof(args[0]) if args else 0
    try:
        heapq.heappush(*args, **kwargs)
    finally:
        # It is there before it is held against others.
        if args and sys.getsizeof(args[0]) > size:
            machine.grown(args[0], sys.getsizeof(args[0]) - size)


def merging(machine: Machine, length: int, lists: int = 1) -> int:
    """Bytes that are held aside while so many elements are merged, in one list or in two alike.

    A list that has more of them at the workload's own sizes is merged as that one is.
    """
    return lists * POINTER * (length // 2) if machine.exceeds(length, _ON_STACK / lists) else 0


def _merged_last(values: Sequence[Any]) -> int:
    """Twice the fewer elements of either half that change places when both are merged, each of which is in order; all
    where it is most of them.

    What is no larger than the least of the other half stays, as does what is no less than its largest (`merge_at` in
    CPython's listobject.c): where few values recur, that is much.
    """
    if len(set(map(type, values))) != 1 or type(values[0]) not in _PLAIN:
        return len(values)
    first, second = values[: len(values) // 2], values[len(values) // 2 :]
    if not first:
        return len(values)
    least, largest = min(second), max(first)
    moved = 2 * min(sum(bool(one > least) for one in first), sum(bool(one < largest) for one in second))
    return moved if moved < _MOST_MOVED * len(values) else len(values)


#: How often a key is referred to that was made for this, in the question itself too.
_ALONE: Final = counted(2, lent=1)
#: The same of a part of a key: there, in a loop and in the question.
_OF_TUPLE: Final = counted(3, lent=2)
#: Bytes of a list's method that ``sorted`` calls.
_METHOD: Final = 72


def _own_parts(machine: Machine, order: Sequence[Any]) -> int:
    """Bytes of what only this key holds."""
    return sum(shallow(part) for part in order if sys.getrefcount(part) <= _OF_TUPLE + machine.references(part))


def _times_numbers(value: Any) -> float:
    """How many times as long as numbers it takes to hold the value against another one of its type."""
    return _OF_OTHERS.get(type(value)) or 1 + comparing_alike(value) / _OF_NUMBERS


def _dearness(values: Sequence[Any]) -> float:
    """How many times as long as numbers it takes to hold these against each other, which are all like the first."""
    first = values[0] if values else None
    if isinstance(first, str | bytes):
        return _OF_TEXTS
    if isinstance(first, float):
        return _OF_FLOATS
    if not isinstance(first, tuple | list) or not first:
        return _times_numbers(first)
    leading = [value[0] for value in values if isinstance(value, tuple | list) and value]
    is_plain = _PLAIN.issuperset(map(type, leading))
    alike = 1 - len(set(leading)) / len(leading) if is_plain else 0.0
    of_different = _OF_PARTS_OF_TEXT if isinstance(first[0], str | bytes) else _OF_PARTS
    of_different += _TAKEN_IN_PARTS * (_times_numbers(first[0]) - 1)
    of_alike = _OF_ALIKE_BEFORE_TEXT if isinstance(first[-1], str | bytes) else _OF_ALIKE
    return of_different + alike * (of_alike - of_different) + (_OF_LISTS if isinstance(first, list) else 0.0)


def _time_beyond_caches(number: float, example: Any) -> float:
    """What a comparison takes more among so many elements, in nanoseconds."""
    guessed = _GUESSED * min(1.0, log(number / _FORESEEN) / log(_UNFORESEEN / _FORESEEN))
    part = _OTHERS_FETCHED
    if isinstance(example, int | float):
        part = _NUMBERS_FETCHED
    elif isinstance(example, str | bytes):
        part = _TEXTS_FETCHED
    return guessed + part * time_among(number * (POINTER + size_among(example)))


def sorted_as(machine: Machine, sort: Any, values: Collection[Any], args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Sorts, with half of the list and of the keys aside for merging, and all the keys where there are any.

    What is in order as it is, or in the opposite one, is gone through but once (`count_run` in CPython's listobject.c).

    Args:
        sort: ``sorted`` or a list's method.
        values: that it sorts.
        args, kwargs: that it is called with.
    """
    price = machine.price
    key = kwargs.get("key")
    given, held = list(values), 0
    compared = given
    tuples = Counter[int]()
    if key is not None:
        compared, have_place = [], machine.exceeds(len(given), _KEYS_ON_STACK)

        def kept(value: Any) -> Any:
            nonlocal held
            order = key(value)
            # What others refer to was there before.
            held += POINTER if have_place else 0
            if sys.getrefcount(order) <= _ALONE + machine.references(order):
                held += shallow(order)
                if type(order) in {tuple, list}:
                    held += _own_parts(machine, order)
                if type(order) is tuple:
                    tuples[len(order)] += 1
            compared.append(order)
            return order

        kwargs = kwargs | {"key": kept}
    found = sort(*args, **kwargs)
    ordered = values if found is None else found
    machine.price = price
    length = len(given)
    is_mixed = ordered != given
    falls = is_mixed and ordered == given[::-1]
    if falls and (_TURNS_ALIKE or not any(map(eq, given, given[1:]))):
        is_mixed = False
    machine.price *= _dearness(compared)
    # Where the greatest come first, the list is turned round before and after.
    in_turn = compared[::-1] if kwargs.get("reverse") else compared
    if falls and is_mixed:
        # Those that are alike are merged.
        machine.pass_over(length * 2)
    elif is_mixed:
        counted = comparisons(machine, in_turn)
        machine.pass_over(length * max(1, length.bit_length() // 2) if counted is None else counted / _COMPARED)
        compared_times = length * log2(max(2, length)) if counted is None else counted
        if machine.exceeds(length, _FORESEEN):
            machine.counts.native += compared_times * _time_beyond_caches(machine.whole(length), compared[0])
    else:
        # What is in order is told by comparisons that are all foreseen.
        machine.pass_over(length // 2)
    machine.price = price
    # A view may be all that holds its dictionary.
    machine.glance(ordered, *(gc.get_referents(values) if isinstance(values, MappingView) else ()))
    lists = 1 if key is None else 2
    aside = merging(machine, _merged_last(in_turn), lists) if is_mixed else 0
    machine.works_with(held + aside + (_METHOD if sort is sorted else 0))
    for elements, times in tuples.items():
        machine.leaves_tuples(elements, times)
    return found
