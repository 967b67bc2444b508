"""Built-in functions that interpreted code may use, and what they cost.

A built-in function runs to its end once it is called, so what could take long is looked at before: iterators and ranges
that are given to it are paid for element by element, containers by their length, numbers that become lengths are
bounded. Functions that it calls back are called by these same rules.
"""

from __future__ import annotations

import gc
import heapq
import itertools
import math
import statistics
import sys
from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, ItemsView, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import partial
from operator import length_hint
from types import GeneratorType
from typing import Any, Final

import numpy as np

from perfcast.trial.accounting.collecting import listed, set_of
from perfcast.trial.accounting.generators import alive_with, one_by_one
from perfcast.trial.accounting.growing_tables import entries_at_growth, old_places
from perfcast.trial.accounting.keeping import Keeping
from perfcast.trial.accounting.limits import bits, check_call, check_length, whole
from perfcast.trial.accounting.machine import Machine
from perfcast.trial.accounting.memory import (
    EMPTY_LIST,
    EMPTY_TUPLE,
    ITERATOR,
    LARGEST_SMALL,
    LEAST_SMALL,
    POINTER,
    shallow,
)
from perfcast.trial.accounting.nesting import check_entries, check_nesting, keyed, text_length
from perfcast.trial.accounting.prices import (
    CALL,
    CALLS,
    CHOICE,
    CHOSEN_FIRST,
    CHOSEN_INSTEAD,
    COPIED,
    DIGITS,
    DIVISOR,
    ELEMENTS,
    ENTERED,
    EXPONENT,
    FACTOR,
    FLOAT_FILLED,
    GROUPED,
    HYPOTENUSE,
    KEY,
    LONG_FACTORIAL,
    LONG_MULTIPLIED,
    MADE_FIRST,
    MADE_FRACTION,
    MADE_TEXT,
    MEDIAN,
    MERGED_BY_NUMBER,
    MERGED_IN_ORDER,
    MERGED_WITH_OTHERS,
    MODULAR,
    MULTIPLIED_IN_PARTS,
    NO_NUMBER,
    NO_WHOLE_NUMBER,
    NUMBER_READ,
    NUMBERED,
    OPERATOR,
    PAIRED,
    POWER,
    RAISED,
    REAL_ROUNDED,
    SQUARED_FIRST,
    TEXT_SHOWN,
    VIEWED,
    ZEROED,
)
from perfcast.trial.accounting.references import counted
from perfcast.trial.accounting.walk import KEYS, LONGEST_TUPLE, TABLE
from perfcast.trial.arrays.memory import allocated
from perfcast.trial.arrays.prices import COMPARED_NUMBER, FOUND_NUMBER, LOOPED_NUMBER
from perfcast.trial.objects.kinds import Class, Either, Function, Instance, Method, Module, contained
from perfcast.trial.objects.missing import MISSING
from perfcast.trial.standard.iterating import POOLED, each_at, pooled, teed, zipped
from perfcast.trial.standard.sorting import SEARCHING, merging, searched, sorted_as
from perfcast.trial.standard.summing import summed
from perfcast.trial.standard.text_times import WRITTEN_OUT, note_text, pay_for_text, shown
from perfcast.trial.stops import TooLarge, Unsupported
from perfcast.trial.syntax.operators import MOST_ELEMENTS
from perfcast.trial.tables.elementwise import CHANGING
from perfcast.trial.tables.values import Tabular

#: Bytes of a function that holds nothing.
_BARE: Final = 56


class Guarded:
    """A built-in function that keeps the rules by itself.

    Attributes:
        attributes: what interpreted code may reach behind a dot.
        nbytes: of the object.
    """

    __slots__ = ("attributes", "nbytes", "run")

    def __init__(
        self, run: Callable[..., Any], attributes: Mapping[str, Any] | None = None, *, nbytes: int = _BARE
    ) -> None:
        self.run = run
        self.nbytes = nbytes
        self.attributes = attributes or {}

    @property
    def is_bare(self) -> bool:
        """Whether it is a function and no more, as methods of what a library makes are."""
        return type(self) is Guarded and self.nbytes == _BARE and not self.attributes

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        try:
            return self.run(*args, **kwargs)
        except TypeError as error:
            if _lacks_argument(error):
                raise Unsupported(f"a function with other arguments: {error}") from None
            raise


def _lacks_argument(error: TypeError) -> bool:
    """Whether an error says that a built-in function was given what its like here does not take: it comes from calling
    that, or what that calls at once. An error of the unit's comes from further within."""
    trace, text = error.__traceback__, str(error)
    is_near = trace is None or trace.tb_next is None or trace.tb_next.tb_next is None
    return is_near and ("unexpected keyword" in text or ("positional argument" in text and "given" in text))


class Extendable(Guarded):
    """One that classes of the unit's may extend.

    Attributes:
        as_class: gives what they extend then.
    """

    __slots__ = ("as_class",)
    as_class: Callable[[], Class]


class Kind(Guarded):
    """A class of a library's, for calling it and for asking for it."""

    __slots__ = ("_kind", "_which")

    def __init__(
        self,
        kind: type | tuple[type, ...],
        make: Callable[..., Any],
        attributes: Mapping[str, Any] | None = None,
        which: Callable[[Any], bool] | None = None,
    ) -> None:
        """
        Args:
            kind: of its instances; which: whether one of that kind is among them, all where it is None.
        """
        super().__init__(make, attributes)
        self._kind, self._which = kind, which

    def __or__(self, other: Any) -> Either:
        return Either.of(self, other)

    def __ror__(self, other: Any) -> Either:
        return Either.of(other, self)

    def has(self, value: Any) -> bool:
        """Whether a value is one of its instances."""
        return isinstance(value, self._kind) and (self._which is None or self._which(value))


class Unbound(Guarded):
    """One that stays what it is where a class holds it, as what is written in C does, or is no function."""

    __slots__ = ()


class Settable(Unbound):
    """One whose attributes code may set."""

    __slots__ = ()

    def put(self, name: str, value: Any) -> None:
        self.attributes = {**self.attributes, name: value}


class Bindable(Guarded):
    """One that a class binds to its instances for certain, as what is written in Python."""

    __slots__ = ()


class Elementwise(Guarded):
    """A ``ufunc`` of NumPy's."""

    __slots__ = ()


class Partial(Unbound):
    """What ``functools.partial`` gives."""

    __slots__ = ()


def nothing(*args: Any, **_: Any) -> Any:
    """A decorator that leaves things as they are, with arguments and without."""
    return args[0] if args else Guarded(nothing)


#: NumPy's.
_NUMBERS: Final = (np.number, np.bool_)
_ATOMS: Final = frozenset({int, float, bool, type(None)})
_NUMBERS_ALONE: Final = frozenset({int, float})
_NEW_ALONE: Final = _NUMBERS_ALONE | {tuple}
_NEW_IN_TABLES: Final = _NEW_ALONE | {str}
_ROWS: Final = frozenset({list, dict})
OWN: Final = (Function, Method, Class, Instance, Guarded)
#: Iterators that hold what they go over until nobody has them.
_KEEPING: Final = (Keeping, Guarded)
_WITH_PARTS: Final = (tuple, list, Instance)
_CONTAINERS: Final = (list, tuple, set, frozenset, dict, deque, str, bytes, bytearray, array)
_NO_ITERATORS: Final = frozenset({*_ATOMS, *_CONTAINERS, range})
_LISTS: Final = frozenset({list, tuple})
#: How often an element is that only a list holds, in a function that it is given to.
_OF_LIST: Final = counted(4, lent=3)
_VIEWS: Final = frozenset({type({}.keys()), type({}.values()), type({}.items())})
#: Copied as they are, at so much an element.
_COPIED: Final[dict[Any, dict[type, float]]] = {
    list: {list: OPERATOR, tuple: OPERATOR, memoryview: VIEWED},
    tuple: {list: OPERATOR, tuple: 0.0, memoryview: VIEWED},
    dict: {dict: COPIED, defaultdict: COPIED, Counter: COPIED},
    set: {set: COPIED, frozenset: COPIED},
    Counter: {dict: COPIED, Counter: COPIED},
    bytes: {bytes: 0.0, bytearray: 0.0},
    bytearray: {bytes: 0.0, bytearray: 0.0},
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
#: The natural logarithm of what a digit of a long whole number can be.
_LONG_DIGIT: Final = 30.0 * math.log(2.0)
#: How often the bytes of how many choices there are are held while these are counted.
_HALVES: Final = 7.0
#: Floats that take longer to be averaged than those behind them.
_FIRST_AVERAGED: Final = 10
#: They look at an object's bytes.
_RAW: Final = frozenset({bytes, bytearray, memoryview})
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
#: Types and functions that make a tuple of their arguments, and functions that make a dictionary of what they are given
#: by name.
_TUPLED: Final = frozenset(
    {int, str, bytes, bytearray, complex, map, deque, Counter, defaultdict, min, max}
    | {itertools.chain, itertools.accumulate, itertools.pairwise, itertools.islice, itertools.cycle}
)
_NAMED: Final = frozenset({min, max})
#: So many values the price of the call is for.
_FEW_COMPARED: Final = 4
#: What pairs elements makes tuples of its arguments, of their iterators and of each pair.
_PAIRING: Final = frozenset({zip, itertools.zip_longest})
_TUPLES: Final = 3
_NAMES: Final = 48
_OF_ITERTOOLS: Final = (itertools.groupby, itertools.accumulate, itertools.product, itertools.zip_longest)
#: Functions that are given a dictionary of what comes by name; places of others that stay when they have run.
_BY_NAME: Final[frozenset[Any]] = _NAMED | {zip, deque, *_OF_ITERTOOLS}
_LEAVING: Final[dict[Any, tuple[int, ...]]] = {Counter: (TABLE, TABLE, TABLE, 1, 1), Fraction: (1,)}
#: Containers that may be made for a call alone, and how often such a one is referred to; those that are asked for their
#: elements one by one, and the ends of a range.
HELD: Final = frozenset({list, tuple, set, dict, str, bytes, bytearray, array})
_ALONE: Final = counted(3, lent=2)
_GIVING_ALONE: Final = counted(5, lent=2)
_END_ALONE: Final = counted(4, lent=3)
#: Bytes that a call takes besides, most of them of functions written in Python.
_RUNNING: Final[dict[Any, int]] = {
    Counter: 112,
    Fraction: 56,
    **dict.fromkeys((statistics.mean, statistics.stdev, statistics.pstdev), 2_600),
    **dict.fromkeys((statistics.variance, statistics.pvariance), 2_600),
}
#: Arguments that are held on the stack.
_FEW: Final = 16
#: Bytes of a table of counts, besides the table.
_COUNTING: Final = 350
#: They sort what they are given apart.
_SORTING: Final[tuple[Any, ...]] = (statistics.median, statistics.median_low, statistics.median_high)
#: Tables that are filled one by one.
_FILLED: Final = frozenset({dict, set, frozenset, Counter, OrderedDict})
#: They read numbers from texts.
_READING: Final = {int: NO_WHOLE_NUMBER, float: NO_NUMBER}
#: They write texts into a place that grows by a quarter.
_WRITING: Final = frozenset({str, repr, ascii})
#: They give what is of their type as it is.
_AS_IT_IS: Final = frozenset({str, bytes, tuple, frozenset})
#: The natural logarithm of what fits into 64 bits.
_IN_TABLE: Final = 64 * math.log(2)
#: Bits of numbers that floating point holds exactly.
_EXACT: Final = 53
#: Bytes of a range without its numbers.
_RANGE: Final = 48
#: Bits of the longest product that is made without objects.
_LONG_PRODUCT: Final = 63
#: Bytes of an iterator that calls a function; of a generator that was gone through, with its function.
_CALLING: Final = 48
_CONSUMED: Final = 400
#: The same of a chain over what a generator gives, besides.
_CHAINED: Final = 96
#: Places that a tuple and a list begin with where it is not known how many elements there will be.
_FIRST_IN_TUPLE: Final = 10
_FIRST_LISTED: Final = 8
_LISTING: Final = frozenset({tuple, list})
#: What makes them of an iterator, so that what they have is seen meanwhile.
_COLLECTING: Final[dict[Any, Callable[..., Any]]] = {list: listed, tuple: listed, set: set_of, frozenset: set_of}
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


def called(  # noqa: PLR0912
    machine: Machine, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
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
        raise Unsupported(
            f"calling {getattr(function, '__name__', None) or getattr(function, 'name', type(function).__name__)}"
        )
    if function in _NAMED and len(args) == 2 and not kwargs and _NUMBERS_ALONE.issuperset(map(type, args)):
        # As below, by far most often.
        machine.counts.native += CALLS.get(function.__name__, CALL)
        _NOTES[function](machine, args)
        if machine.held + machine.aside + ITERATOR > machine.counts.peak:
            # They are gone through as any.
            machine.briefly(ITERATOR)
        return noted(machine, function(*args))
    before = machine.call(getattr(function, "__name__", ""))
    aside = _held_by_call(machine, function, args, kwargs)
    if function in _LIGHT:
        return _lightly(machine, function, args, kwargs, aside, before)
    if aside:
        machine.put_aside(aside)
    if function is deque:
        machine.has_queue = True
    if function in _TUPLED:
        kept = len(args) - (function is map)
        if 0 < kept <= LONGEST_TUPLE and kept != 2:
            machine.passes(kept)
    elif function in _PAIRING and 0 < len(args) <= LONGEST_TUPLE:
        machine.passes(*(len(args),) * _TUPLES)
    try:
        return _run(machine, function, args, kwargs)
    finally:
        machine.price = before
        machine.aside -= aside


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


def _held_by_call(machine: Machine, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> int:
    """Bytes that are there while a built-in function runs and are gone then."""
    if kwargs and function in _BY_NAME:
        machine.passes(TABLE, KEYS)
    elif function in _LEAVING:
        # The last place is that of a tuple of what it is given.
        machine.passes(*_LEAVING[function][: None if args else -1])
    held = _RUNNING.get(function, 0) + (_NAMES if function in _NAMED and kwargs else 0)
    for value in args:
        if type(value) in HELD and sys.getrefcount(value) <= _ALONE + machine.references(value):
            held += machine.aside_of(value)
        elif _is_row(value) and sys.getrefcount(value) <= _ALONE + machine.references(value):
            held += machine.aside_of(value, allocated(value))
        elif type(value) is Function:
            held += value.nbytes + _CALLING
    for value in kwargs.values():
        if type(value) is Function:
            held += value.nbytes + _CALLING
    if function in _SORTING and args and isinstance(args[0], _CONTAINERS):
        held += POINTER * len(args[0]) + merging(machine, len(args[0]))
    return held


def _is_row(value: Any) -> bool:
    """Whether it is an array of numbers; the rows of one of several axes hold it."""
    return type(value) is np.ndarray and value.ndim == 1


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
    if function in _NOTES:
        _NOTES[function](machine, args)
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
    if args and function in _WAYS and not isinstance(args[0], _WAYS[function][1]):
        return noted(machine, _WAYS[function][0](machine, args, _all_fed(machine, kwargs)))
    # What dict() is given by name is kept, not gone through.
    is_typed = function in _TYPED or (function is dict and not args)
    # Of several values the least or largest: they are compared, not gone through.
    is_whole = is_typed or (function in _NAMED and len(args) > 1)
    are_asked = function in _OF_NUMBERS
    is_whole |= function in _SHOWING and bool(args) and isinstance(args[0], np.ndarray)
    given = [value if is_whole or (are_asked and type(value) is Instance) else fed(machine, value) for value in args]
    if function in _RAW and args and type(args[0]) is int:
        machine.price = ZEROED
    if function in _GOING_THROUGH:
        given = [_looked_at(value) if _is_iterator(value) else value for value in given]
    beside, hint = sum(map(consumed, args)), _hint_for_tuple(function, args)
    found = _found(machine, function, args, given, kwargs if is_typed else _all_fed(machine, kwargs))
    _note_making(machine, function, args, found, beside)
    if function in _SHOWING and args and type(found) is str:
        note_text(machine, args[0], found)
    if function is math.prod:
        _pay_for_product(machine, args[0], found)
    if type(found) in _LISTS and any(isinstance(value, Iterator | ItemsView) for value in args):
        # Numbers and pairs are not noted when they are made.
        tables = [table for value in args if isinstance(value, ItemsView) for table in gc.get_referents(value)]
        machine.gathered(found, gone=(*tables, *args), size=shallow(found) + sum(map(_size_of_new, found)))
    _note_place(machine, function, found, hint)
    if function in _NAMED:
        # It is one of those that were given, and not gone through.
        machine.price = 0.0
    return noted(machine, found)


def _found(machine: Machine, function: Any, args: tuple[Any, ...], given: list[Any], kwargs: dict[str, Any]) -> Any:
    """
    Args:
        given: the arguments as the function goes through them.
    """
    if function in _COLLECTING and len(args) == 1 and not kwargs and _is_iterator(args[0]):
        make = partial(_as_long_as_told, length_hint(args[0])) if function is list else function
        return _COLLECTING[function](machine, given[0], make)
    try:
        return function(*given, **kwargs)
    except ValueError as error:
        _note_unread(machine, function, args, error)
        raise


def _as_long_as_told(hint: int, found: list[Any]) -> list[Any]:
    """A list of what says how much it gives has no more places than that from the first."""
    return found.copy() if hint == len(found) else found


def _hint_for_tuple(function: Any, args: tuple[Any, ...]) -> int | None:
    """How many places a tuple begins with that is made of an iterator; None of what else is made."""
    return length_hint(args[0], _FIRST_IN_TUPLE) if function is tuple and args and _is_iterator(args[0]) else None


def _note_place(machine: Machine, function: Any, found: Any, hint: int | None) -> None:
    """
    Args:
        hint: see `_hint_for_tuple`.
    """
    if hint is None:
        machine.made_by_call(function)
    elif hint != len(found):
        machine.resized_tuple(len(found))


def _looked_at(values: Iterator[Any]) -> Iterator[Any]:
    """The elements, each of which is about to be hashed or compared."""
    for value in values:
        if isinstance(value, _WITH_PARTS):
            check_nesting(value)
        yield value


def entries(machine: Machine, value: Any) -> Any:
    """Of a mapping of the unit's own, as dictionaries take them; other values as they are."""
    if type(value) is not Instance or not says_elements(value):
        return value
    held, keys = contained(value), value.of.find("keys")
    if keys is MISSING and not isinstance(held, dict):
        return value
    return {keyed(key): value[key] for key in machine.counted(held.keys() if keys is MISSING else keys(value))}


def says_elements(value: Instance) -> bool:
    """Whether its class says what it holds, not the container that it extends."""
    return value.of.container is None or value.of.find("__iter__") is not MISSING


def _check_parts(function: Any, args: tuple[Any, ...]) -> None:
    """Looks at what the function goes through, compares or hashes within its arguments."""
    if function in _RAW and any(isinstance(value, np.ndarray) and value.dtype.hasobject for value in args):
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


def consumed(value: Any) -> int:
    """Bytes of a generator that is gone through, and of what goes through it: they are there until all that is made of
    its elements is."""
    if type(value) is GeneratorType:
        return _CONSUMED
    parts = gc.get_referents(value) if type(value) is itertools.chain else ()
    # What it is given is counted, see `fed`.
    froms = [part.gi_frame.f_locals.get("values") for part in parts if type(part) is GeneratorType and part.gi_frame]
    return _CONSUMED + _CHAINED if any(type(one) is GeneratorType for one in froms) else 0


def _room_for(found: Any) -> int:
    """Bytes of a tuple or a list of what an iterator gives, with the places that it had before it was known how many
    are taken."""
    if type(found) is not tuple:
        return shallow(found) if found else EMPTY_LIST + POINTER * _FIRST_LISTED
    room = _FIRST_IN_TUPLE
    while room < len(found):
        room = (room + _FIRST_IN_TUPLE) * 5 // 4
    return EMPTY_TUPLE + POINTER * room


def _note_making(machine: Machine, function: Any, args: tuple[Any, ...], found: Any, beside: int) -> None:
    """Notes what was held besides while the result was made.

    Args:
        beside: bytes of generators that it was made of.
    """
    if function in _FILLED and args:
        _pay_for_keys(machine, found)
    if function in _COLLECTING and machine.is_known(found):
        # It was seen beside what it is made of.
        machine.briefly(beside)
    elif function in _FILLED and args:
        machine.aside += beside
        # One that is ordered has links besides, of which no half is of before.
        machine.filled(found, 0 if function is OrderedDict else _new_at_growth(found))
        machine.aside -= beside
        if function is dict:
            machine.pay(ENTERED * len(found))
    elif function is dict:
        machine.named_one_by_one(found)
    elif beside:
        machine.briefly((_room_for(found) if function in _LISTING else shallow(found)) + beside)
    elif function is tuple and args and not found and length_hint(args[0], 1):
        # The one with room for the first elements is gone as a whole.
        machine.passes(_FIRST_IN_TUPLE)
    elif function in _WRITING and type(found) is str:
        machine.briefly(sys.getsizeof(found) * 5 // 4)


def _new_at_growth(table: Any) -> int:
    """Bytes of texts, numbers and tuples that a table alone held when it last grew."""
    entries = entries_at_growth(table)
    parts = (table, table.values()) if isinstance(table, dict) else (table,)
    return sum(sum(map(_size_in_table, itertools.islice(part, entries))) for part in parts)


def _size_in_table(value: Any) -> int:
    return shallow(value) if type(value) in _NEW_IN_TABLES and sys.getrefcount(value) <= _OF_LIST else 0


def _size_of_new(value: Any) -> int:
    """Bytes of a number, tuple or row that is held by a list alone. The parts of a row are as a rule alike."""
    if type(value) in _ROWS and value and sys.getrefcount(value) <= _OF_LIST:
        first = next(iter(value.values() if type(value) is dict else value))
        return shallow(value) + len(value) * shallow(first)
    return shallow(value) if type(value) in _NEW_ALONE and sys.getrefcount(value) <= _OF_LIST else 0


def _pay_for_keys(machine: Machine, table: Any) -> None:
    """Tuples are as a rule all as long as the first one."""
    first = next(iter(table), None)
    if type(first) is tuple:
        machine.pay(KEY * len(first) * len(table))


def _all_fed(machine: Machine, kwargs: dict[str, Any]) -> dict[str, Any]:
    return {name: fed(machine, value) for name, value in kwargs.items()}


def _sum(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return summed(machine, fed(machine, args[0]), *args[1:], **kwargs)


def _sorted(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if isinstance(args[0], Iterator):
        return _sorted_from(machine, args[0], kwargs)
    machine.pass_over(len(args[0]) // 4)
    return sorted_as(machine, sorted, contained(args[0]), args, kwargs)


def _sorted_from(machine: Machine, values: Iterator[Any], kwargs: dict[str, Any]) -> Any:
    """A list is made first of what an iterator gives."""
    price, machine.price = machine.price, ELEMENTS["list"]
    found: list[Any] = listed(machine, _looked_at(fed(machine, values)))
    machine.price = price
    # What is sorted is that list itself.
    sorted_as(machine, list.sort, found, (found,), kwargs)
    machine.briefly(_CONSUMED)
    return found


def _grouped(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[Any]:
    check_nesting(args[:1])
    # A container that nobody else has is held until the last group.
    values, *key = [_lazily(machine, value) for value in args]
    groups = itertools.groupby(_looked_at(values) if _is_iterator(args[0]) else values, *key, **kwargs)
    return each_at(machine, GROUPED, groups)


def _merged(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[Any]:
    check_nesting(args)
    given = [_looked_at(value) if _is_iterator(value) else value for value in (fed(machine, value) for value in args)]
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
    if _is_iterator(given.get("iterable")):
        given["iterable"] = _looked_at(given["iterable"])
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
        machine.gathered_beside(kept, found, size=shallow(found) + sum(map(_size_of_new, found)))
    return found


def _are_all(args: tuple[Any, ...]) -> bool:
    """Whether all elements are asked for, which are sorted then."""
    return len(args) > 1 and isinstance(args[1], _CONTAINERS) and whole(args[0]) >= len(args[1])


#: Functions with ways of their own, but for a first argument of these types.
_WAYS: Final[dict[Any, tuple[Callable[..., Any], Any]]] = {
    itertools.groupby: (_grouped, ()),
    heapq.merge: (_merged, ()),
    **{function: (partial(_best, function=function), ()) for function in (heapq.nlargest, heapq.nsmallest)},
    sum: (_sum, np.ndarray | range),
    sorted: (_sorted, ()),
}


def _hashed(machine: Machine, args: tuple[Any, ...]) -> None:
    if type(args[0]) is tuple:
        check_nesting(args[0])
        machine.pay(KEY * len(args[0]))


def _chosen(machine: Machine, args: tuple[Any, ...]) -> None:
    wanted = args[0] if args and isinstance(args[0], int) else 0
    there = len(args[1]) if len(args) > 1 and isinstance(args[1], _CONTAINERS) else MOST_ELEMENTS
    if wanted >= there:
        machine.briefly(2 * POINTER * there)
    if 1 < wanted < there < MOST_ELEMENTS:
        # As many as come among the first ones of so many in no order.
        machine.pay(CHOSEN_FIRST * wanted + CHOSEN_INSTEAD * wanted * math.log(there / wanted))


def _compared(machine: Machine, args: tuple[Any, ...]) -> None:
    """Each number of an array is compared with another one as an object of NumPy's; of many values that are given one
    by one, each as an element."""
    if len(args) == 1 and isinstance(args[0], np.ndarray) and args[0].ndim == 1:
        machine.array(0, 0.0, COMPARED_NUMBER * args[0].size)
    elif len(args) > _FEW_COMPARED:
        machine.pay(ELEMENTS["max"] * (len(args) - _FEW_COMPARED))


def _ordered(machine: Machine, args: tuple[Any, ...]) -> None:
    if len(args) == 1 and isinstance(args[0], np.ndarray) and args[0].ndim == 1:
        machine.array(0, 0.0, COMPARED_NUMBER * args[0].size * math.log2(args[0].size + 1))


def _least(machine: Machine, args: tuple[Any, ...]) -> None:
    _compared(machine, args)
    if len(args) == 2 and type(args[0]) is type(args[1]) is int:
        machine.bounded(*args)
        machine.bounded(*args[::-1])


def _part(machine: Machine, args: tuple[Any, ...]) -> None:
    if len(args) == 2 and isinstance(args[0], list | str | tuple):
        machine.bounded(len(args[0]), args[1])


def _written(machine: Machine, args: tuple[Any, ...]) -> None:
    if args and type(args[0]) is not str:
        machine.pay(MADE_TEXT)
    _shown(machine, args)


def _shown(machine: Machine, args: tuple[Any, ...]) -> None:
    if args and isinstance(args[0], str | bytes):
        machine.price = TEXT_SHOWN
    elif args and isinstance(args[0], WRITTEN_OUT):
        machine.price = 0.0
        pay_for_text(machine, args[0])
    machine.pay(sum(map(shown, args[:1])))


def _hypotenuse(machine: Machine, args: tuple[Any, ...]) -> None:
    machine.pay(HYPOTENUSE * len(args))
    # Of more than a few it makes an array of C's.
    machine.briefly(POINTER * len(args) if len(args) > _FEW else 0)


def _divided(machine: Machine, args: tuple[Any, ...]) -> None:
    machine.pay(DIVISOR * len(args))


#: Bytes of rounding one of NumPy's numbers, which it makes an array of.
_ROUNDED: Final = 1_780


def _rounded(machine: Machine, args: tuple[Any, ...]) -> None:
    if args and type(args[0]) is not int:
        machine.pay(REAL_ROUNDED + FLOAT_FILLED * (len(args) > 1 and type(args[0]) is float))
    if len(args) > 1 and isinstance(args[0], np.floating):
        machine.briefly(_ROUNDED)


def _read(machine: Machine, args: tuple[Any, ...]) -> None:
    if args and type(args[0]) is not int and type(args[0]) is not float:
        machine.pay(NUMBER_READ)


def _multiplied(machine: Machine, args: tuple[Any, ...]) -> None:
    if args and type(args[0]) is int:
        number = max(0, args[0])
        digits = math.lgamma(number + 1) / _LONG_DIGIT
        machine.pay(FACTOR * number + LONG_FACTORIAL * digits * digits)
        if digits >= MULTIPLIED_IN_PARTS:
            # Both factors, their halves, and the sums and products of these.
            machine.briefly(int(5.0 * 4.0 * digits))


def _raised(machine: Machine, args: tuple[Any, ...]) -> None:
    if any(isinstance(value, Decimal) for value in args):
        raise Unsupported("a power of a decimal number")
    if len(args) == 3:
        machine.pay(POWER + MODULAR * max(1, bits(args[1]) - 1) * (1 + bits(args[2]) // 30))
    elif len(args) == 2 and type(args[0]) is type(args[1]) is int:
        digits = args[0].bit_length() * max(0, args[1]) // 30
        machine.pay(POWER + EXPONENT * bits(args[1]) + RAISED * digits * digits)


def _pay_for_product(machine: Machine, factors: Any, product: Any) -> None:
    """Of one of many digits, which grew with each factor."""
    if type(product) is int and product.bit_length() > _LONG_PRODUCT and isinstance(factors, list | tuple):
        longer = len(factors) * (1 - _LONG_PRODUCT / product.bit_length())
        machine.pay((LONG_MULTIPLIED + DIGITS * product.bit_length() / 60) * longer)


def _choices(machine: Machine, args: tuple[Any, ...]) -> None:
    """A factor after the other, of numbers that grow up to the answer; a small one stands in a table."""
    if len(args) == 2 and all(type(value) is int and value >= 0 for value in args):
        number, chosen = args[0], min(args[1], args[0] - args[1])
        if chosen <= 0 or number.bit_length() > _EXACT:
            # Nothing is chosen among so many, see `perfcast.trial.accounting.limits`.
            return
        log = math.lgamma(number + 1) - math.lgamma(chosen + 1) - math.lgamma(number - chosen + 1)
        if log > _IN_TABLE:
            machine.pay(CHOICE * chosen * log)
            # It is put together of halves, which are put together in turn.
            machine.briefly(int(_HALVES * 4.0 * log / _LONG_DIGIT))


def _averaged(first: float, machine: Machine, args: tuple[Any, ...]) -> None:
    """Floats become fractions, whose digits are fewer at first.

    Args:
        first: nanoseconds that each of the first few takes more.
    """
    if args and isinstance(args[0], list | tuple) and args[0] and type(args[0][0]) is float:
        machine.pay(MADE_FRACTION * len(args[0]) + first * min(len(args[0]), _FIRST_AVERAGED))


def _counted(machine: Machine, args: tuple[Any, ...]) -> None:
    """They are counted in a table first, which grows as it is filled."""
    if args and isinstance(args[0], _CONTAINERS):
        counts = dict.fromkeys(args[0])
        machine.briefly(sys.getsizeof(counts) + old_places(counts) + _COUNTING)


def _in_order(machine: Machine, args: tuple[Any, ...]) -> None:
    if args and isinstance(args[0], _CONTAINERS):
        machine.pay(MEDIAN * len(args[0]) * math.log2(len(args[0]) + 1))


def _distant(machine: Machine, args: tuple[Any, ...]) -> None:
    """Lists become tuples first, and what lies between them an array of C's."""
    made = sum(len(value) for value in args if isinstance(value, list))
    machine.briefly(POINTER * (made + len(args[0])) if made else 0)


#: What is noted of a call's arguments before it.
_NOTES: Final[dict[Any, Callable[[Machine, tuple[Any, ...]], None]]] = {
    hash: _hashed,
    heapq.nlargest: _chosen,
    heapq.nsmallest: _chosen,
    min: _least,
    max: _compared,
    sorted: _ordered,
    itertools.islice: _part,
    str: _written,
    repr: _shown,
    round: _rounded,
    math.hypot: _hypotenuse,
    math.dist: _distant,
    statistics.mean: partial(_averaged, MADE_FIRST),
    **dict.fromkeys((statistics.stdev, statistics.pstdev), partial(_averaged, SQUARED_FIRST)),
    **dict.fromkeys((statistics.variance, statistics.pvariance), partial(_averaged, SQUARED_FIRST)),
    **dict.fromkeys(_SORTING, _in_order),
    **dict.fromkeys((statistics.mode, statistics.multimode), _counted),
    math.gcd: _divided,
    math.lcm: _divided,
    math.factorial: _multiplied,
    math.comb: _choices,
    pow: _raised,
    float: _read,
}


#: Those of `_WHOLE` of which nothing is noted.
_LIGHT: Final = _WHOLE - _NOTES.keys() - CHANGING.keys()


def noted(machine: Machine, value: Any) -> Any:
    """The result of a built-in function, whose size is paid for."""
    kind = type(value)
    if kind is int:
        if value.bit_length() > 30:
            machine.counts.allocated += 32
        return value
    if isinstance(value, _CONTAINERS):
        machine.pass_over(len(value) // 4)
        if type(value) is list and value and type(value[0]) is tuple:
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
    if isinstance(value, _CONTAINERS) or kind in _VIEWS:
        machine.pass_over(len(value))
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


def _is_iterator(value: Any) -> bool:
    """Instances are asked by their classes: they have all special methods themselves."""
    return (
        type(value) not in _NO_ITERATORS
        and isinstance(value, Iterator)
        and (type(value) is not Instance or value.of.find("__next__") is not MISSING)
    )


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
    try:
        return function in ALLOWED or function in MADE
    except TypeError:
        return False


def _lazily(machine: Machine, value: Any) -> Any:
    """As `fed`, but a container's elements are paid for as they are asked for."""
    if type(value) is Instance and not says_elements(value):
        value = contained(value)
    if not isinstance(value, _CONTAINERS):
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
