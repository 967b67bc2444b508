"""Built-in functions that interpreted code may call, and their costs.

A built-in function runs to its end once it is called, so what could take long is looked at before: iterators and ranges
that are given to it are paid for element by element, containers by their length, numbers that become lengths are
bounded. Functions that it calls back are called by these same rules. What a call takes by what it is given, and holds
while it makes something, is told in `accounting`; what stands for functions that keep the rules by themselves, in
`objects`.
"""

from __future__ import annotations

import gc
import heapq
import itertools
import math
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, ItemsView, Iterator
from functools import partial
from operator import length_hint
from types import GenericAlias
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting import ordered_dicts
from perfcast.trial.interpreter.accounting.argument_costs import NOTES, pay_for_parts, pay_for_product
from perfcast.trial.interpreter.accounting.builtin_temporaries import (
    COLLECTING,
    CONSUMED,
    consumed,
    elements_behind,
    hint_for_tuple,
    note_making,
    note_place,
    size_of_new,
)
from perfcast.trial.interpreter.accounting.collected_iterators import listed
from perfcast.trial.interpreter.accounting.exhausted_iterators import Keeping
from perfcast.trial.interpreter.accounting.generators import alive_with, one_by_one
from perfcast.trial.interpreter.accounting.held_by_calls import EXTREMES, held_by_call, note_tuples
from perfcast.trial.interpreter.accounting.limits import check_call, check_length, whole
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_entries, check_nesting, text_length
from perfcast.trial.interpreter.accounting.object_sizes import (
    ITERATOR,
    LARGEST_SMALL,
    LEAST_SMALL,
    POINTER,
    RAW,
    shallow,
)
from perfcast.trial.interpreter.accounting.prices import (
    CALL,
    CALLS,
    COPIED,
    ELEMENTS,
    GROUPED,
    MERGED_BY_NUMBER,
    MERGED_IN_ORDER,
    MERGED_WITH_OTHERS,
    NO_NUMBER,
    NO_WHOLE_NUMBER,
    NUMBERED,
    OPERATOR,
    PAIRED,
    VIEWED,
    ZEROED,
)
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.elements import CONTAINERS, HELD, entries, is_iterator, looked_at, says_elements
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance, contained
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.value_subclasses import Valued
from perfcast.trial.interpreter.stops import TooLarge, Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_ELEMENTS
from perfcast.trial.libraries.numpy.prices import FOUND_NUMBER, LOOPED_NUMBER
from perfcast.trial.libraries.pandas.elementwise import CHANGING
from perfcast.trial.libraries.pandas.values import Tabular
from perfcast.trial.stdlib.containers.iterators import POOLED, each_at, pooled, teed, zipped
from perfcast.trial.stdlib.containers.sorting import SEARCHING, searched, sorted_as
from perfcast.trial.stdlib.numbers.sums import summed
from perfcast.trial.stdlib.text.formatting_times import note_text

#: NumPy's.
_NUMBERS: Final = (np.number, np.bool_)
_ATOMS: Final = frozenset({int, float, bool, type(None)})
#: References to what only a list holds, as it is taken out of it.
_OF_LIST: Final = 2
_NUMBERS_ALONE: Final = frozenset({int, float})
OWN: Final = (Function, Method, Class, Instance, Guarded)
#: Iterators that hold what they go over until nobody has them.
_KEEPING: Final = (Keeping, Guarded)
_LISTS: Final = frozenset({list, tuple})
_TABLES: Final = frozenset({set, frozenset, dict})
_PLAIN: Final = frozenset({list, tuple, set, frozenset, dict})
_VIEWS: Final = ordered_dicts.VIEWS | {type({}.keys()), type({}.values()), type({}.items())}
#: Copied as they are, at so much an element.
_COPIED: Final[dict[Any, dict[type, float]]] = {
    list: {list: OPERATOR, tuple: OPERATOR, memoryview: VIEWED},
    tuple: {list: OPERATOR, tuple: 0.0, memoryview: VIEWED},
    dict: {dict: COPIED, defaultdict: COPIED, Counter: COPIED},
    set: {set: COPIED, frozenset: COPIED},
    frozenset: {set: COPIED, frozenset: 0.0},
    Counter: {dict: COPIED, Counter: COPIED},
    bytes: dict.fromkeys(RAW, 0.0),
    bytearray: dict.fromkeys(RAW, 0.0),
}
#: Looked at, not gone through.
_WHOLE: Final = frozenset(
    {len, isinstance, issubclass, iter, next, reversed, bool, callable, hash, range, slice, abs, ord, chr}
    | {memoryview}
)
#: They ask one of the unit's own objects for its text, and do not go through it.
_SHOWING: Final = frozenset({str, repr, ascii, format})
#: They ask objects of the unit's own for numbers, and do not go through them.
_OF_NUMBERS: Final = frozenset({round, pow, int, float, complex})
#: They go through all that is within what they are given, or compare it.
_GOING_THROUGH: Final = _SHOWING | {sorted, min, max, set, frozenset}
#: They hash the first of each pair that they are given.
_KEYED: Final = frozenset({dict, OrderedDict, defaultdict})
#: Their first argument is a type or a factory.
_TYPED: Final = frozenset({isinstance, issubclass, defaultdict})
#: They take their elements one by one, when they are asked for them.
_LAZY: Final = frozenset(
    {map, enumerate, filter, itertools.pairwise, itertools.chain, itertools.starmap, itertools.takewhile}
    | {itertools.dropwhile, itertools.accumulate, itertools.islice, itertools.zip_longest}
)
#: How often a container is referred to that is made for a call alone, of those that are asked for their elements one by
#: one; and the ends of a range.
_GIVING_ALONE: Final = counted(5, lent=2)
_END_ALONE: Final = counted(4, lent=3)
#: They read numbers from texts.
_READING: Final = {int: NO_WHOLE_NUMBER, float: NO_NUMBER}
#: They give what is of their type as it is.
_AS_IT_IS: Final = frozenset({str, bytes, tuple, frozenset})
#: Values of these cannot be called; code may try whether they can.
_UNCALLABLE: Final = frozenset({str, bytes, int, float, bool, list, tuple, dict, set})
#: Bytes of a range without its numbers.
_RANGE: Final = 48
#: Of those that choose the least or largest, for each that is asked for a tuple of it and its order, in a list; bytes.
_KEPT: Final = 97
#: What they are called with by name, and how often what a key's function has made is referred to.
_BEST_NAMES: Final = ("n", "iterable", "key")
_RETURNED: Final = counted(2, lent=1)
#: Bytes of a generator that merges others, and of what it holds of each.
_MERGING: Final = 650
_MERGED: Final = 210
#: How often a list is referred to that is there to be merged alone.
_MERGED_ALONE: Final = counted(4, lent=2)
#: Bytes of the frames' objects of those functions.
_CHOOSING: Final = 300


def called(machine: Machine, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Calls a built-in function of the closed world."""
    if type(function) is type and issubclass(function, _NUMBERS):
        machine.scalar(FOUND_NUMBER)
        return machine.made(function(*args))
    try:
        is_known, made = function in ALLOWED, MADE.get(function)
    except TypeError:
        is_known, made = False, None
    if made is not None:
        return made(machine, args, kwargs)
    if not is_known:
        return _called_otherwise(machine, function, args, kwargs)
    if function in EXTREMES and len(args) == 2 and not kwargs and _NUMBERS_ALONE.issuperset(map(type, args)):
        # As below, by far most often.
        machine.counts.native += CALLS.get(function.__name__, CALL)
        NOTES[function](machine, args)
        if machine.held + machine.aside + ITERATOR > machine.counts.peak:
            # They are gone through as any.
            machine.briefly(ITERATOR)
        return noted(machine, function(*args))
    before, table_before = machine.call(getattr(function, "__name__", "")), machine.table_aside
    aside = held_by_call(machine, function, args, kwargs)
    if function in _LIGHT:
        try:
            return _lightly(machine, function, args, kwargs, aside, before)
        finally:
            machine.table_aside = table_before
    if aside:
        machine.put_aside(aside)
    if function is deque:
        machine.has_queue = True
    note_tuples(machine, function, args)
    try:
        return _run(machine, function, args, kwargs)
    finally:
        machine.price = before
        machine.aside -= aside
        machine.table_aside = table_before


def _called_otherwise(machine: Machine, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Calls ``list[int]`` and the like, and instances of classes that extend a number, a text or the like; raises what
    calling anything else does."""
    if type(function) is GenericAlias:
        return called(machine, function.__origin__, args, kwargs)
    if not isinstance(function, Valued):
        raise _refusal(function)
    own = function.of.find("__call__")
    if own is MISSING:
        raise function.of.lacks("__call__", TypeError(f"'{function.of.name}' object is not callable"))
    return own(function, *args, **kwargs)


def _refusal(function: Any) -> BaseException:
    """Why something that is none of these functions is not called."""
    if type(function) in _UNCALLABLE:
        return TypeError(f"'{type(function).__name__}' object is not callable")
    return Unsupported(
        f"calling {getattr(function, '__name__', None) or getattr(function, 'name', type(function).__name__)}"
    )


def _lightly(
    machine: Machine, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], aside: int, before: float
) -> Any:
    """As `_run`, of what only looks at its arguments."""
    if aside:
        machine.put_aside(aside)
    try:
        if Module in map(type, args):
            raise Unsupported("something of a library that is not known")
        if function is range:
            return _range_of(machine, args)
        if function is iter and len(args) == 1:
            machine.pay(machine.first_entries.time(args[0]))
        return function(*args, **kwargs)
    finally:
        machine.price = before
        machine.aside -= aside


def _range_of(machine: Machine, args: tuple[Any, ...]) -> range:
    """A range; for a moment it is there, with its length and ends, beside its iterator."""
    made = range(*args)
    bits = max(made.start.bit_length(), made.stop.bit_length())
    if machine.begins_range(bits):
        ends = [
            one for one in args if type(one) is int and sys.getrefcount(one) <= _END_ALONE + machine.references(one)
        ]
        machine.numbered(_RANGE + ITERATOR, len(ends) + 1, bits)
    return made


def _run(  # noqa: PLR0911, PLR0912
    machine: Machine, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    if Module in map(type, args):
        raise Unsupported("something of a library that is not known")
    if function is defaultdict:
        _check_factory(args)
    if function in _KEYED:
        args = tuple([entries(machine, value) for value in args])
    _check_parts(function, args)
    if function in CHANGING and args and isinstance(args[0], Tabular):
        return CHANGING[function](*args)
    if function in _AS_IT_IS and len(args) == 1 and not kwargs and type(args[0]) is function:
        return args[0]
    _note_arguments(machine, function, args, kwargs)
    if function in _WHOLE:
        return function(*args, **kwargs)
    if function in _SHOWING and args and (type(args[0]) is Instance or isinstance(args[0], type)):
        return noted(machine, function(*args, **kwargs))
    if function is math.prod and args and isinstance(args[0], Iterator | set):
        # Of factors that are not there yet nobody knows how long the product will be.
        args = (list(fed(machine, args[0])), *args[1:])
    check_call(function, args, kwargs)
    if function in SEARCHING:
        check_nesting(args[1:])
        return noted(machine, searched(machine, function, args, _all_fed(machine, kwargs)))
    if function is itertools.tee:
        return teed(machine, args[0], _lazily(machine, args[0]), *args[1:], **kwargs)
    if function is zip:
        return zipped(machine, args, [_lazily(machine, value) for value in args], **kwargs)
    if function in POOLED:
        return pooled(machine, function, [fed(machine, value) for value in args], **kwargs)
    if function in _LAZY:
        return function(*[_lazily(machine, value) for value in args], **_all_fed(machine, kwargs))
    if args and function in _COPIED and type(args[0]) in _COPIED[function]:
        machine.pay(_COPIED[function][type(args[0])] * len(args[0]))
        copied = machine.copied_table(function(args[0], **kwargs))
        machine.made_by_call(function)
        return machine.made(copied)
    if args and function in _WAYS and _has_way(function, args[0]):
        return noted(machine, _WAYS[function][0](machine, args, _all_fed(machine, kwargs)))
    # What dict() is given by name is kept, not gone through.
    is_typed = function in _TYPED or (function is dict and not args)
    # Of several values the least or largest: they are compared, not gone through.
    is_whole = is_typed or (function in EXTREMES and len(args) > 1)
    are_asked = function in _OF_NUMBERS
    is_whole |= function in _SHOWING and bool(args) and isinstance(args[0], np.ndarray)
    given = [value if is_whole or (are_asked and type(value) is Instance) else fed(machine, value) for value in args]
    if function in RAW and args and type(args[0]) is int:
        machine.price = ZEROED
    if function in _GOING_THROUGH and not is_whole:
        given = [looked_at(value) if is_iterator(value) else value for value in given]
    beside, hint = sum(map(consumed, args)), hint_for_tuple(function, args)
    behind = elements_behind(args[0]) if len(args) == 1 else []
    found = _found(machine, function, args, given, kwargs if is_typed else _all_fed(machine, kwargs))
    note_making(machine, function, args, found, beside)
    if function in _SHOWING and args and type(found) is str:
        note_text(machine, args[0], found)
    if function is math.prod:
        pay_for_product(machine, args[0], found)
    _look_beside(machine, args, behind, found)
    note_place(machine, function, found, hint)
    if function in EXTREMES:
        # It is one of those that were given, and not gone through.
        machine.price = 0.0
    return noted(machine, found)


def _look_beside(machine: Machine, args: tuple[Any, ...], behind: list[Any], found: Any) -> None:
    """Looks at what was made beside what it was made of.

    Args:
        behind: see `elements_behind`.
    """
    if type(found) in _LISTS and any(isinstance(value, Iterator | ItemsView) for value in args):
        # Numbers and pairs are not noted when they are made.
        tables = [table for value in args if isinstance(value, ItemsView) for table in gc.get_referents(value)]
        machine.gathered(found, gone=(*tables, *args, *behind), size=shallow(found) + sum(map(size_of_new, found)))
    elif behind and type(found) in _TABLES:
        machine.gathered(found, gone=(*args, *behind), size=shallow(found) + sum(map(shallow, found)))


def _note_arguments(machine: Machine, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    if function in NOTES:
        NOTES[function](machine, args)
    if function in EXTREMES and len(args) == 1 and not kwargs:
        pay_for_parts(machine, args[0])


def _found(machine: Machine, function: Any, args: tuple[Any, ...], given: list[Any], kwargs: dict[str, Any]) -> Any:
    """
    Args:
        given: the arguments as the function goes through them.
    """
    if function in COLLECTING and len(args) == 1 and not kwargs and is_iterator(args[0]):
        make = partial(_as_long_as_told, length_hint(args[0])) if function is list else function
        return COLLECTING[function](machine, given[0], make)
    try:
        return function(*given, **kwargs)
    except ValueError as error:
        _note_unread(machine, function, args, error)
        raise


def _as_long_as_told(hint: int, found: list[Any]) -> list[Any]:
    """A list of what says how much it gives has no more places than that from the first."""
    return found.copy() if hint == len(found) else found


def _check_parts(function: Any, args: tuple[Any, ...]) -> None:
    """Looks at what the function goes through, compares or hashes within its arguments."""
    if function in RAW and any(isinstance(value, np.ndarray) and value.dtype.hasobject for value in args):
        raise Unsupported("the bytes of objects")
    if function in _GOING_THROUGH:
        check_nesting(args)
        if function in _SHOWING and args:
            check_length(text_length(args[0]))
    if function in _KEYED:
        for value in args:
            check_entries(value)
    elif function is Counter and args and not isinstance(args[0], dict):
        check_nesting(args)


def _note_unread(machine: Machine, function: Any, args: tuple[Any, ...], error: ValueError) -> None:
    """A text that says no number is put into what the error says, all of it beside that."""
    if function in _READING:
        machine.pay(_READING[function])
        if type(args[0]) is str:
            machine.briefly(sys.getsizeof(repr(args[0])) + sys.getsizeof(str(error)))


def _all_fed(machine: Machine, kwargs: dict[str, Any]) -> dict[str, Any]:
    return {name: fed(machine, value) for name, value in kwargs.items()}


def _sum(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return summed(machine, fed(machine, args[0]), *args[1:], **kwargs)


def _until(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any], *, function: Any) -> Any:
    """Whether any or all elements of a container are true: gone through up to the first one that tells."""
    elements, count = iter(args[0]), len(args[0])
    # Each is asked once: one of the unit's own may count how often.
    answer = function(elements, *args[1:], **kwargs)
    machine.pass_over(count - length_hint(elements))
    return answer


def _sorted(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if isinstance(args[0], Iterator):
        return _sorted_from(machine, args[0], kwargs)
    machine.pass_over(len(args[0]) // 4)
    return sorted_as(machine, sorted, contained(args[0]), args, kwargs)


def _sorted_from(machine: Machine, values: Iterator[Any], kwargs: dict[str, Any]) -> Any:
    """A list is made first of what an iterator gives."""
    price, machine.price = machine.price, ELEMENTS["list"]
    behind = elements_behind(values)
    found: list[Any] = listed(machine, looked_at(fed(machine, values)))
    if behind:
        machine.gathered(found, gone=(values, *behind), size=shallow(found) + sum(map(shallow, found)))
    del behind
    machine.price = price
    # What is sorted is that list itself.
    sorted_as(machine, list.sort, found, (found,), kwargs)
    machine.briefly(CONSUMED)
    return found


def _grouped(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[Any]:
    check_nesting(args[:1])
    # A container that nobody else has is held until the last group.
    values, *key = [_lazily(machine, value) for value in args]
    groups = itertools.groupby(looked_at(values) if is_iterator(args[0]) else values, *key, **kwargs)
    return each_at(machine, GROUPED, groups)


def _merged(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[Any]:
    check_nesting(args)
    given = [looked_at(value) if is_iterator(value) else value for value in (fed(machine, value) for value in args)]
    machine.pay(MERGED_WITH_OTHERS * len(args))
    price = MERGED_IN_ORDER + MERGED_BY_NUMBER * math.log2(len(args))
    # Nearly all are there until the end of the longest one, and the others' places as long as the generator.
    alone = sum(
        shallow(value)
        for value in args
        if type(value) is list and sys.getrefcount(value) <= _MERGED_ALONE + machine.references(value)
    )
    return alive_with(
        machine, _MERGING + _MERGED * len(args) + alone, each_at(machine, price, heapq.merge(*given, **kwargs))
    )


def _best(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any], *, function: Any) -> Any:
    """The largest or smallest ones, each of which waits in a tuple, with what it is ordered by, until the end."""
    if len(args) > len(_BEST_NAMES):
        return function(*args, **kwargs)
    fed_ones = [fed(machine, value) for value in args[1:]]
    given = dict(zip(_BEST_NAMES, (*args[:1], *fed_ones), strict=False)) | kwargs
    if is_iterator(given.get("iterable")):
        given["iterable"] = looked_at(given["iterable"])
    key: Any = given.get("key")
    new = 0

    def keyed_by(value: Any) -> Any:
        nonlocal new
        found = key(value)
        new = shallow(found) if sys.getrefcount(found) <= _RETURNED + machine.references(found) else 0
        return found

    found = function(**given | ({} if key is None else {"key": keyed_by}))
    if len(found) > 1 and not _are_all(args):
        kept = _CHOOSING + (_KEPT + new + (0 if key is None else POINTER)) * len(found)
        machine.gathered_beside(kept, found, size=shallow(found) + sum(map(size_of_new, found)))
    return found


def _are_all(args: tuple[Any, ...]) -> bool:
    """Whether all elements are asked for, which are sorted then."""
    return len(args) > 1 and isinstance(args[1], CONTAINERS) and whole(args[0]) >= len(args[1])


#: Functions with ways of their own, but for a first argument of these types.
_WAYS: Final[dict[Any, tuple[Callable[..., Any], Any]]] = {
    itertools.groupby: (_grouped, ()),
    heapq.merge: (_merged, ()),
    **{function: (partial(_best, function=function), ()) for function in (heapq.nlargest, heapq.nsmallest)},
    sum: (_sum, np.ndarray | range),
    sorted: (_sorted, ()),
    **{function: (partial(_until, function=function), ()) for function in (any, all)},
}


def _has_way(function: Any, first: Any) -> bool:
    """Whether it goes through its first argument in a way of its own: an array's rows are added up as arrays are."""
    if function is sum and isinstance(first, np.ndarray):
        return first.ndim > 1
    if function in (any, all):
        return type(first) in _PLAIN
    return not isinstance(first, _WAYS[function][1])


#: Those of `_WHOLE` of which nothing is noted.
_LIGHT: Final = _WHOLE - NOTES.keys() - CHANGING.keys()


def _is_new(machine: Machine, parts: list[Any]) -> bool:
    """Whether nothing but the list holds its parts, by one in the middle: iterators keep their first or last one."""
    middle = len(parts) // 2
    return sys.getrefcount(parts[middle]) <= _OF_LIST + machine.references(parts[middle])


def noted(machine: Machine, value: Any) -> Any:
    """The result of a built-in function, whose size is paid for."""
    kind = type(value)
    if kind is int:
        if value.bit_length() > 30:
            machine.counts.allocated += 32
        return value
    if isinstance(value, CONTAINERS):
        machine.pass_over(len(value) // 4)
        if type(value) is list and value and type(value[0]) is tuple and _is_new(machine, value):
            machine.pay(PAIRED * len(value))
        return machine.made(value)
    if kind is float:
        machine.counts.allocated += 32
    return value


def fed(machine: Machine, value: Any) -> Any:  # noqa: PLR0911
    """An argument for a built-in function: paid for, callbacks guarded."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if isinstance(value, CONTAINERS) or kind in _VIEWS or (kind is memoryview and value.ndim):
        machine.pass_over(len(value))
        ordered_dicts.pay_for_links(machine, value)
        return value
    if kind is Instance and not says_elements(value):
        return fed(machine, contained(value))
    if kind is Instance and value.of.find("__iter__") is MISSING:
        return value
    if kind is range:
        return _numbers(machine, value)
    if isinstance(value, Iterator):
        counted_ones = machine.counted(value)
        return Keeping(counted_ones, value) if isinstance(value, _KEEPING) else counted_ones
    if isinstance(value, OWN):
        return value
    if isinstance(value, np.ndarray):
        # Each element becomes an object of NumPy's.
        machine.array(value.size, 0.0, LOOPED_NUMBER * len(value) if value.ndim else 0.0)
        return value
    return guarded(machine, value) if callable(value) else value


def _numbers(machine: Machine, values: range) -> Iterator[int]:
    """A range's, of which larger ones are made anew."""
    for value in machine.counted(values):
        if not LEAST_SMALL <= value <= LARGEST_SMALL:
            machine.counts.native += NUMBERED
        yield value


def guarded(machine: Machine, function: Any) -> Any:
    """A function for what calls it by itself: the unit's own as it is, others by the rules of `called`, which refuse
    those of libraries that are not known."""
    if isinstance(function, OWN) or not (callable(function) or type(function) is Module):
        return function
    return Guarded(lambda *args, **kwargs: called(machine, function, args, kwargs))


def called_back(machine: Machine, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What a function gives that another one was given: the unit's own as it is, others by the rules of `called`."""
    if isinstance(function, OWN):
        return function(*args, **kwargs)
    return called(machine, function, args, kwargs)


def contained_in(machine: Machine, kind: type, args: tuple[Any, ...]) -> Any:
    """The container that a new instance of a class of the unit's extends.

    Raises Unsupported for one of too many elements, or of a factory that is not known.
    """
    if kind is defaultdict:
        _check_factory(args)
    if issubclass(kind, dict):
        args = tuple([entries(machine, value) for value in args])
    return kind(*[_bounded(machine, value) for value in args])


def _bounded(machine: Machine, value: Any) -> Any:
    if type(value) is range and len(value) > MOST_ELEMENTS:
        raise TooLarge("objects too large")
    if type(value) is Instance and not says_elements(value):
        return contained(value)
    return _few(machine, value) if isinstance(value, Iterator) else value


def _few(machine: Machine, values: Iterator[Any]) -> Iterator[Any]:
    for number, value in enumerate(values):
        machine.allows()
        if number >= MOST_ELEMENTS:
            raise TooLarge("objects too large")
        yield value


def _check_factory(args: tuple[Any, ...]) -> None:
    """Called without arguments, what is known is quick."""
    if args and args[0] is not None and not isinstance(args[0], OWN) and not _is_allowed(args[0]):
        raise Unsupported("a factory that is not known")


def _is_allowed(function: Any) -> bool:
    if type(function) is GenericAlias:
        return _is_allowed(function.__origin__)
    try:
        return function in ALLOWED or function in MADE
    except TypeError:
        return False


def _lazily(machine: Machine, value: Any) -> Any:
    """As `fed`, but a container's elements are paid for as they are asked for."""
    if type(value) is Instance and not says_elements(value):
        value = contained(value)
    if not isinstance(value, CONTAINERS):
        return fed(machine, value)
    # Where this is asked, the call has its own reference already.
    return one_by_one(
        machine, value, type(value) in HELD and sys.getrefcount(value) <= _GIVING_ALONE + machine.references(value)
    )


#: Every built-in function that interpreted code may call; the world adds those of modules.
ALLOWED: Final[set[Any]] = {
    *(len, isinstance, issubclass, iter, next, reversed, bool, callable, hash, range, slice, abs, ord, chr),
    *(
        int,
        float,
        complex,
        str,
        bytes,
        bytearray,
        list,
        tuple,
        dict,
        set,
        frozenset,
        object,
        enumerate,
        zip,
        map,
        filter,
    ),
    *(sum, min, max, sorted, any, all, round, pow, bin, hex, oct, repr, ascii, format, memoryview),
    *(Counter, OrderedDict, defaultdict, deque),
}
#: Types that are made by rules of their own, which the world adds.
MADE: Final[dict[Any, Callable[[Machine, tuple[Any, ...], dict[str, Any]], Any]]] = {}
