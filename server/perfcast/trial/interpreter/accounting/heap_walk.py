"""A walk over the heap that adds up the sizes of objects, shared ones once."""

from __future__ import annotations

import ast
import gc
import itertools
import re
import sys
from array import array
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, chain, compress, filterfalse, repeat
from pathlib import PurePath
from types import GeneratorType
from typing import Any

import numpy as np
import numpy.typing as npt

from perfcast.trial.interpreter.accounting.exhausted_iterators import Keeping
from perfcast.trial.interpreter.accounting.generator_sizes import TYPICAL, has_begun, held_by, stands_for_one
from perfcast.trial.interpreter.accounting.instance_sizes import shallow_instance
from perfcast.trial.interpreter.accounting.largest_table import NO_TABLE, Table, table_of
from perfcast.trial.interpreter.accounting.object_sizes import (
    EMPTY_TUPLE,
    FEW_ENTRIES,
    FLOAT,
    ITERATOR,
    LARGEST_SMALL,
    LEAST_SMALL,
    NUMBER,
    POINTER,
    SHARED_BELOW,
    SINGLE,
    SMALLEST_DICTIONARY,
    SMALLEST_TABLE,
    is_shared,
    step_of,
)
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.properties import CachedProperty, ClassMethod, Property, StaticMethod
from perfcast.trial.interpreter.objects.value_subclasses import Valued, bare
from perfcast.trial.libraries.numpy.array_bytes import CACHE, HEADER, number_bytes
from perfcast.trial.libraries.numpy.set_bytes import CACHED

#: Types without parts.
_ATOMS = frozenset({Decimal, float, complex, str, bytes, bytearray, range, array})
#: Made before the call, whatever the unit does.
_UNCOUNTED = frozenset({Module, Class})
#: What is there with what was made before the call: parts that are never counted.
_BEHIND: Mapping[type, Callable[[Any], Collection[Any]]] = {
    Class: lambda of: of.attributes.values(),
    Function: lambda function: (*function.given.values(), *function.closed_over),
    Frame: lambda frame: frame.names.values(),
    StaticMethod: lambda method: (method.function,),
    ClassMethod: lambda method: (method.function,),
    Property: lambda method: method.functions,
    CachedProperty: lambda method: method.functions,
}
#: Of small numbers, those that the same run with larger inputs could have as larger ones: by their bits.
_LEAST_GROWING = 8
BITS = LARGEST_SMALL.bit_length() + 1
_SMALL = frozenset(range(LEAST_SMALL, LARGEST_SMALL + 1))
_GROWING = frozenset(range(_LEAST_GROWING, LARGEST_SMALL + 1))
_FIRST_OF_BITS = [1 << bits for bits in range(_LEAST_GROWING.bit_length() - 1, BITS - 1)]
#: Numbers that are worth to be made an array of.
_LONG_LIST = 192
_LARGEST_ASCII = 127
#: Numbers of many whose bits are looked at.
_SOME = 32
#: Kinds of objects of which it is remembered how they are added.
_MOST_WAYS = 256
#: Counts by bits whose bytes are remembered; most looks find what the one before did.
_MOST_COUNTS = 1_000
#: Bytes of an object whose size nobody tells, and of each of its attributes.
_OBJECT = 72
_SLOT = 8
#: Bytes of the list of a path's parts; since Python 3.12 of a list of what it was given, too.
_PARTS = 88 if sys.version_info < (3, 12) else 152
#: Whether a path's text counts, where it was asked for.
_COUNTS_TEXT = sys.version_info >= (3, 12)
#: From here on a whole number may take more than `NUMBER` bytes.
_LONG = 1 << 60
#: Bytes of a node of a syntax tree.
_NODE = 150
#: So many objects are worth to be told apart by kind, of at most so many kinds; kinds that are added at once.
_MANY = 16
#: Entries of tables whose keys and values are looked at together, as many of them may be nodes of a tree.
_FEW = 8
_MOST_KINDS = 4
#: Objects that arrays' elements become.
_ARRAY_NUMBERS = (np.number, np.bool_)
_TABLES = (dict, Mapping)
_OF_ITEMS = (list, tuple, set, frozenset, deque)
_ALIKE = frozenset({float, str, list, tuple})
#: Bytes of a function that is bound, and of the iterator of what a chain goes over, with this.
_METHOD = 64
_CHAINED = 48
#: Kinds of places that CPython keeps: of lists, dictionaries, their smallest tables, and floats; those of tuples of up
#: to so many elements go by their number.
LIST, TABLE, KEYS, NUMBER_PLACE = -1, -2, -3, -4
LONGEST_TUPLE = 20
#: Bytes of dictionaries without a table.
_WITHOUT_TABLE: dict[type, int] = {kind: sys.getsizeof(kind()) for kind in (dict, defaultdict, Counter)}
#: Iterators of Python's own; those that hold what they go over in tuples; what they may hold.
_OF_SEVERAL = frozenset({zip, map, itertools.zip_longest})
_ITERATORS = _OF_SEVERAL | {
    *(enumerate, filter, chain, itertools.islice, itertools.accumulate, itertools.takewhile, itertools.dropwhile),
    *(itertools.starmap, itertools.pairwise, itertools.cycle, itertools.groupby),
    *map(type, (iter([]), iter(()), iter({}), iter(set()), iter(np.empty(0)))),
}
_HELD_BY_ITERATORS = frozenset({list, dict, set, np.ndarray, Function, GeneratorType, *_ITERATORS})
#: By which views refer to an object with bytes, and its own bytes with what is kept for it.
_MANAGED_BUFFER = type(gc.get_referents(memoryview(b""))[0])
_MANAGED = 176
#: References to what one object alone holds, where it is looked at among its parts: those who keep it alive hold it
#: twice. Parts of tables are listed for that.
_OF_ONE = counted(5, lent=4)
#: Larger numbers are few where there are so many times as many small ones.
_FEW_NEW = 4


class Walk:
    """Goes through objects and adds up their sizes.

    Args:
        known: a walk through objects that are not counted.
        keeps: keeps the objects alive, or another one may come to lie at the address of one that is gone.
        is_last: generators will not go on; until then the machine itself counts those that have begun.

    Attributes:
        total: bytes; objects: how many there were; floats: of them; walked: references that were followed.
        smooth: as `total`, but with the places of tables in proportion to their entries, as they double or more at
            once, and with what small arrays take from NumPy's cache.
        small: by bits, how many references to numbers that CPython shares there were; those that a known walk came
            by are left out.
        larger: whole numbers that CPython does not share; repeated: references to them besides the first one of each,
            but for those of the largest, as numbers that stand for none are; bits: of them all.
        places: kind -> how many objects there were whose places CPython keeps, see
            `perfcast.trial.interpreter.accounting.free_lists`.
    """

    def __init__(self, known: Walk | None = None, *, keeps: bool = False, is_last: bool = False) -> None:
        self._kept: list[Any] | None = [] if keeps else None
        self._seen: set[int] = set()
        self._is_last = is_last
        self._of_known = known
        self._known: AbstractSet[int] = known._seen if known is not None else frozenset()
        self._all_known_small: Collection[int] = known._small_seen if known is not None else ()
        self._mostly_known_small = self._known_small = known.small_numbers() if known is not None else ()
        self._doubtful = () if self._known_small else self._all_known_small
        self._small_seen: dict[int, int] = {}
        self._small_marks: npt.NDArray[np.intp] | None = None
        self._marked = 0
        self._told_at, self._are_mostly_small = 0, False
        self.larger = self.repeated = self.bits = 0
        self.total = 0
        self.objects = 0
        self.walked = 0
        self.floats = 0
        self.places: dict[int, int] = {}
        self._steps = 0.0
        self._largest, self._largest_nbytes, self._alike = NO_TABLE, 0, 0
        self._cached = 0
        self.small = [0] * BITS
        self._small_doubtful = [0] * BITS

    def add(self, value: Any) -> None:
        self.add_all((value,))

    def take(self, other: Walk) -> None:
        """All that another walk, which goes on, has come by."""
        self._seen |= other._seen

    def add_all(self, values: Collection[Any]) -> None:
        self.add_in_turn([values])

    def add_in_turn(self, waiting: list[Collection[Any]]) -> None:
        """Adds what is in several collections, of the last one first; the list is emptied."""
        # Half of a trial run's time would go by here, most of that over numbers in lists: many objects of a kind are
        # taken at once.
        while waiting:
            items = waiting.pop()
            self.walked += len(items)
            if len(items) < _MANY:
                self._add_few(items, waiting, goes_on=True)
                continue
            kinds = set(map(type, items))
            for kind in kinds if len(kinds) <= _MOST_KINDS else ():
                alike = _of_kind(kind, items, is_only=len(kinds) == 1)
                if kind is int:
                    self._add_numbers(alike)
                elif kind in _ALIKE:
                    self._add_alike(kind, alike, waiting)
                elif issubclass(kind, _ARRAY_NUMBERS):
                    self.total += number_bytes(kind) * len(self._new(alike))
                else:
                    self._add_few(alike, waiting)
            if len(kinds) > _MOST_KINDS:
                self._add_few(items, waiting)

    def _add_few(  # noqa: PLR0912, PLR0915
        self, items: Collection[Any], waiting: list[Collection[Any]], *, goes_on: bool = False
    ) -> None:
        """Adds objects one by one; their parts are to be looked at next.

        Args:
            goes_on: with what waits, as long as that is few at a time: most of it is.
        """
        seen, known, known_small, small, kept = self._seen, self._known, self._known_small, self.small, self._kept
        doubtful, places = self._doubtful, self.places
        of_tables: list[Any] = []
        total = objects = 0
        while True:
            for item in items:
                kind = type(item)
                if kind is int and LEAST_SMALL <= item <= LARGEST_SMALL:
                    if item >= _LEAST_GROWING:
                        if kept is not None:
                            self._small_seen[item] = self._small_seen.get(item, 0) + 1
                        elif item not in known_small:
                            small[item.bit_length()] += 1
                            if item in doubtful:
                                self._small_doubtful[item.bit_length()] += 1
                    continue
                address = id(item)
                if address in seen or address in known:
                    self.repeated += kind is int and address in seen
                    continue
                if kind is int:
                    total += max(NUMBER, sys.getsizeof(item))
                    self.larger += 1
                    self.bits += item.bit_length()
                elif kind in SHARED_BELOW and is_shared(kind, item):
                    continue
                elif kind in _ATOMS:
                    total += sys.getsizeof(item)
                    self.floats += kind is float
                    if kept is not None and (kind is bytes or kind is bytearray) and item:
                        self._see_bytes(item)
                elif kind is list or kind is tuple:
                    total += sys.getsizeof(item)
                    waiting.append(item)
                    place = LIST if kind is list else len(item)
                    if place <= LONGEST_TUPLE:
                        places[place] = places.get(place, 0) + 1
                elif kind is dict and len(item) < _FEW:
                    size = sys.getsizeof(item)
                    total += size
                    places[TABLE] = places.get(TABLE, 0) + 1
                    if size == SMALLEST_DICTIONARY:
                        places[KEYS] = places.get(KEYS, 0) + 1
                    else:
                        self._steps += step_of(item)
                    of_tables += item.values()
                    of_tables += item
                elif kind is not type and kind not in SINGLE and kind not in _UNCOUNTED:
                    _way_of(kind)(self, item, kind, waiting)  # type: ignore[arg-type]
                seen.add(address)
                objects += 1
                if kept is not None:
                    _keep(item, kept, waiting)
            if of_tables:
                waiting.append(of_tables)
                of_tables = []
            if not goes_on or not waiting or len(waiting[-1]) >= _MANY:
                break
            items = waiting.pop()
            self.walked += len(items)
        self.total += total
        self.objects += objects

    def _see_bytes(self, item: bytes | bytearray) -> None:
        """Small numbers that are taken from there; those of a longer one may be any."""
        for number in range(_LEAST_GROWING, LARGEST_SMALL) if max(item) > _LARGEST_ASCII else set(item):
            if number >= _LEAST_GROWING:
                self._small_seen[number] = self._small_seen.get(number, 0) + 1

    def _add_numbers(self, numbers: list[int]) -> None:
        """Adds whole numbers."""
        values = _packed(numbers) if len(numbers) >= _LONG_LIST else None
        least, largest = (min(numbers), max(numbers)) if values is None else (int(values.min()), int(values.max()))
        if max(-least, largest) >= _LONG:
            self._add_long(numbers)
            return
        if least <= LARGEST_SMALL and largest >= _LEAST_GROWING:
            if values is None:
                self._add_small(list(filter(_GROWING.__contains__, numbers)))
            else:
                are_small = least >= 0 and largest <= LARGEST_SMALL
                small = values if are_small else values[(values >= _LEAST_GROWING) & (values <= LARGEST_SMALL)]
                counts = np.bincount(small, minlength=LARGEST_SMALL + 1)
                counts[:_LEAST_GROWING] = 0
                self._add_counted(counts)
        if least < LEAST_SMALL or largest > LARGEST_SMALL:
            if least <= LARGEST_SMALL and values is None:
                numbers = list(filterfalse(_SMALL.__contains__, numbers))
            elif least <= LARGEST_SMALL and values is not None:
                numbers = list(compress(numbers, ((values < LEAST_SMALL) | (values > LARGEST_SMALL)).tobytes()))
            new = len(self._new(numbers))
            self.total += NUMBER * new
            self.larger += new
            some = numbers[:: max(1, len(numbers) // _SOME)]
            self.bits += new * sum(map(int.bit_length, some)) // len(some)
            if new < len(numbers):
                known = sum(map(self._known.__contains__, map(id, numbers))) if self._known else 0
                of_largest = numbers.count(largest) if values is None else int(np.count_nonzero(values == largest))
                self.repeated += max(0, len(numbers) - known - new - (of_largest - 1))

    def _add_long(self, numbers: list[int]) -> None:
        """Adds whole numbers of which some have places of their own beyond `NUMBER` bytes, each by its bits."""
        self._add_small(list(filter(_GROWING.__contains__, numbers)))
        numbers = list(filterfalse(_SMALL.__contains__, numbers))
        addresses = list(map(id, numbers))
        apart = dict(zip(addresses, numbers, strict=True))
        known = self._known
        is_any_known = not known.isdisjoint(apart) if known else False
        of_known = sum(address in known and address not in self._seen for address in addresses) if is_any_known else 0
        new = self._new(numbers)
        self.repeated += len(numbers) - len(new) - of_known
        alone = numbers if len(new) == len(numbers) else [apart[address] for address in new]
        self.total += sum(map(max, map(sys.getsizeof, alone), repeat(NUMBER)))
        self.larger += len(alone)
        self.bits += sum(map(int.bit_length, alone))

    def _add_small(self, numbers: list[int]) -> None:
        """Adds numbers that CPython has anyway."""
        if self._kept is not None:
            for number, times in Counter(numbers).items():
                self._small_seen[number] = self._small_seen.get(number, 0) + times
            return
        unknown = list(filterfalse(self._known_small.__contains__, numbers)) if self._known_small else numbers
        _count_bits(unknown, self.small)
        if self._doubtful:
            _count_bits(filter(self._doubtful.__contains__, unknown), self._small_doubtful)

    def _add_counted(self, counts: npt.NDArray[np.intp]) -> None:
        """Adds numbers that CPython has anyway, by how many there are of each."""
        if self._kept is not None:
            for number in np.flatnonzero(counts).tolist():
                self._small_seen[number] = self._small_seen.get(number, 0) + int(counts[number])
            return
        if self._of_known is not None and (self._known_small or self._doubtful):
            of_them = counts * self._of_known.small_marks
            if self._known_small:
                counts -= of_them
            elif self._doubtful:
                _add_by_bits(of_them, self._small_doubtful)
        _add_by_bits(counts, self.small)

    def _add_alike(self, kind: type, items: list[Any], waiting: list[Collection[Any]]) -> None:
        """Adds floats, texts, lists or tuples; the parts of the latter are to be looked at next."""
        is_any_shared = not all(items) if kind is tuple else kind is str and min(map(len, items)) < SHARED_BELOW[str]
        if is_any_shared:
            self._add_few(items, waiting)
            return
        addresses = self._new(items)
        if kind is float:
            self.total += FLOAT * len(addresses)
            self.floats += len(addresses)
            return
        if len(addresses) < len(items):
            items = list({address: item for item in items if (address := id(item)) in addresses}.values())
        parts: list[Any] = [] if kind is str else list(chain.from_iterable(items))
        is_exact = kind is tuple
        self.total += EMPTY_TUPLE * len(items) + POINTER * len(parts) if is_exact else sum(map(sys.getsizeof, items))
        if kind is list:
            self.places[LIST] = self.places.get(LIST, 0) + len(items)
        elif is_exact:
            lengths = list(map(len, items))
            for length in set(lengths):
                if length <= LONGEST_TUPLE:
                    self.places[length] = self.places.get(length, 0) + lengths.count(length)
        if kind is not str:
            waiting.append(parts)

    def _new(self, items: list[Any]) -> set[int]:
        """The addresses of those that were not seen before, and are now."""
        addresses = set(map(id, items))
        for others in (self._seen, self._known):
            if not addresses.isdisjoint(others):
                addresses = addresses - others
        self._seen |= addresses
        self.objects += len(addresses)
        if self._kept is not None:
            self._kept += items
        return addresses

    def _add_array(self, item: Any, _: type, waiting: list[Collection[Any]]) -> None:
        self.total += HEADER
        if item.base is None:
            self._cached += item.nbytes < CACHED
            if item.nbytes >= CACHED or self._cached > CACHE:
                self.total += item.nbytes
            else:
                self._steps -= item.nbytes
        if item.base is not None:
            waiting.append((item.base,))
        elif item.dtype.kind == "O" and item.size and isinstance(item.flat[0], list | dict | set):
            # Texts of columns lie in Arrow's memory, and numbers are there as a rule.
            waiting.append(item.ravel().tolist())

    def _add_instance(self, item: Any, _: type, waiting: list[Collection[Any]]) -> None:
        self.total += shallow_instance(item)
        self._place_attributes(item)
        # That is the instance's own, whoever else holds it.
        self._seen.add(id(item.attributes))
        waiting.append(item.attributes.values())

    def _add_set(self, item: Any, _: type, waiting: list[Collection[Any]]) -> None:
        self.total += sys.getsizeof(item)
        self._steps += step_of(item)
        self._note_table(item)
        waiting.append(item)

    def _add_table(self, item: Any, kind: type, waiting: list[Collection[Any]]) -> None:
        self.total += sys.getsizeof(item)
        self._place_table(item, kind)
        self._steps += step_of(item)
        self._note_table(item)
        waiting += item.keys(), item.values()

    def _add_fraction(self, item: Any, _: type, waiting: list[Collection[Any]]) -> None:
        self.total += sys.getsizeof(item)
        waiting.append((item.numerator, item.denominator))

    def _add_path(self, item: Any, _: type, waiting: list[Collection[Any]]) -> None:
        self.total += sys.getsizeof(item) + _PARTS
        waiting.append(item.parts)
        if _COUNTS_TEXT and hasattr(item, "_str"):
            waiting.append((item._str,))

    def _add_items(self, item: Any, _: type, waiting: list[Collection[Any]]) -> None:
        # Another class's tuple has one place more than it takes.
        self.total += sys.getsizeof(item) + (POINTER if isinstance(item, tuple) else 0)
        waiting.append(bare(item) if isinstance(item, Valued) else item)

    def _place_attributes(self, one: Instance) -> None:
        named = len(one.attributes.keys() - {"args"}) if one.of.exception is not None else 0
        if one.shows_table or named:
            self.places[TABLE] = self.places.get(TABLE, 0) + 1
            if named and named <= FEW_ENTRIES:
                self.places[KEYS] = self.places.get(KEYS, 0) + 1

    def _note_table(self, table: Any) -> None:
        nbytes = sys.getsizeof(table) if self._kept is None else 0
        if nbytes > self._largest_nbytes:
            self._largest, self._largest_nbytes, self._alike = table_of(table), nbytes, 0
        self._alike += nbytes == self._largest_nbytes

    def _place_table(self, table: Any, kind: type) -> None:
        if kind is dict:
            self.places[TABLE] = self.places.get(TABLE, 0) + 1
        if has_small_table(table):
            self.places[KEYS] = self.places.get(KEYS, 0) + 1

    def _add_method(self, item: Any, _: type, waiting: list[Collection[Any]]) -> None:
        self.total += _METHOD
        # The function is its class's, as a rule.
        waiting.append((item.receiver,))

    def _add_function(self, item: Any, _: type, waiting: list[Collection[Any]]) -> None:
        self.total += item.nbytes
        self._wait_for_attributes(item, waiting)
        if held := item.held:
            waiting.append(held)

    def _add_view(self, item: Any, kind: type, waiting: list[Collection[Any]]) -> None:
        # What several views of one object have in common holds that object.
        self.total += sys.getsizeof(item) if kind is memoryview else _MANAGED
        waiting.append(gc.get_referents(item))

    def _add_node(self, item: Any, _: type, waiting: list[Collection[Any]]) -> None:
        self.total += _NODE
        waiting.append(vars(item).values())

    def _add_number(self, _: Any, kind: type, __: list[Collection[Any]]) -> None:
        self.total += number_bytes(kind)

    def _add_moment(self, item: Any, _: type, waiting: list[Collection[Any]]) -> None:
        # One without a zone has no room for one.
        self.total += sys.getsizeof(item) - (POINTER if getattr(item, "tzinfo", MISSING) is None else 0)
        self._wait_for_attributes(item, waiting)

    def _add_match(self, item: Any, _: type, __: list[Collection[Any]]) -> None:
        self.total += sys.getsizeof(item)

    def _add_other(self, item: Any, _: type, waiting: list[Collection[Any]]) -> None:
        self.total += getattr(item, "nbytes", _OBJECT)
        self._wait_for_attributes(item, waiting)

    def _wait_for_attributes(self, item: Any, waiting: list[Collection[Any]]) -> None:
        """Adds the places of an object's attributes, which are to be looked at next."""
        attributes = getattr(item, "attributes", None)
        if isinstance(attributes, dict):
            # Methods are its class's.
            held = [value for value in attributes.values() if type(value) is not Guarded or not value.is_bare]
            if held:
                self.total += _SLOT * len(held)
                waiting.append(held)

    def _add_generator(self, item: Any, kind: type, waiting: list[Collection[Any]]) -> None:
        if not stands_for_one(item):
            self._add_other(item, kind, waiting)
        elif self._is_last:
            nbytes, parts = held_by(item)
            self.total += nbytes
            waiting.append(parts)
        elif not has_begun(item):
            self.total += TYPICAL

    def _add_iterator(self, item: Any, kind: type, waiting: list[Collection[Any]]) -> None:
        """One of Python's own, with those that it takes elements from. Tuples of these are noted apart, by
        `Machine.keeps`."""
        self.total += sys.getsizeof(item)
        if kind is chain:
            self.total += _CHAINED
            return
        parts = gc.get_referents(item)
        if kind in _OF_SEVERAL:
            # Places of those that have ended are empty in the tuple of ``zip_longest``: nobody may go through it.
            parts = [one for part in parts for one in (gc.get_referents(part) if type(part) is tuple else (part,))]
        for part in parts:
            if type(part) is Keeping or (type(part) is GeneratorType and not stands_for_one(part)):
                # The interpreter's own stands for an iterator.
                self.total += ITERATOR
                if type(part) is Keeping and hasattr(type(part.source), "nbytes"):
                    waiting.append((part.source,))
            elif type(part) in _HELD_BY_ITERATORS:
                waiting.append((part,))

    @property
    def smooth(self) -> float:
        return self.total - self._steps

    @property
    def table(self) -> Table:
        """The largest one, with how many are as large."""
        return self._largest._replace(alike=self._alike) if self._alike else NO_TABLE

    @property
    def growing(self) -> list[int]:
        """As `small`, of those that a larger run may have as larger ones of its own: where few larger numbers are new,
        as a length is, those that a known walk came by are moved about, even if it came by larger ones as well."""
        if not self._doubtful or _FEW_NEW * self.larger > sum(self._small_doubtful):
            return self.small
        return [count - known for count, known in zip(self.small, self._small_doubtful, strict=True)]

    def small_numbers(self) -> Collection[int]:
        """Those it came by, if they are most: among larger numbers a small one is as likely of another origin."""
        if self._told_at != self.walked:
            # Every look asks, and what was there before a call is walked through once.
            self._told_at, self._are_mostly_small = self.walked, sum(self._small_seen.values()) > self.larger
        return self._small_seen if self._are_mostly_small else ()

    @property
    def small_marks(self) -> npt.NDArray[np.intp]:
        """Of each number that CPython has anyway, 1 where the walk came by it, else 0; nobody may change them."""
        if self._small_marks is None or self._marked != len(self._small_seen):
            self._small_marks, self._marked = np.zeros(LARGEST_SMALL + 1, np.intp), len(self._small_seen)
            self._small_marks[list(self._small_seen)] = 1
        return self._small_marks

    def mark(self, value: Any) -> None:
        """As if it had come by the value, which something else keeps alive."""
        self._seen.add(id(value))

    def holds(self, value: Any) -> bool:
        """Whether the walk came by."""
        return id(value) in self._seen

    def holds_at(self, place: int) -> bool:
        """The same of what has that identity."""
        return place in self._seen

    def add_parts(self, value: Any) -> None:
        """What a known object holds; small numbers are those of the arguments, moved about, while there are as many."""
        self._known_small = self._all_known_small
        self.add_all(parts_of(value))
        self._known_small = self._mostly_known_small

    def put_in_place(self, container: Any, before: Sequence[float]) -> None:
        """Floats of a known object, which alone held some others before: CPython keeps the places of those that are
        gone for the new ones."""
        floats = [part for part in parts_of(container) if type(part) is float]
        there = set(map(id, floats))
        gone = sum(id(one) not in there and sys.getrefcount(one) <= _OF_ONE for one in before)
        new = sum(id(part) not in self._known for part in floats)
        self.total -= FLOAT * min(new, gone)


@lru_cache(maxsize=_MOST_WAYS)
def _way_of(kind: type) -> Callable[[Walk, Any, type, list[Collection[Any]]], None]:  # noqa: PLR0911
    """How objects of a kind that have parts are added; most looks ask for a few of them, many times."""
    if kind is np.ndarray:
        return Walk._add_array
    if kind is Instance:
        return Walk._add_instance
    if kind is set or kind is frozenset:
        return Walk._add_set
    if issubclass(kind, _TABLES):
        return Walk._add_table
    if issubclass(kind, Fraction):
        return Walk._add_fraction
    if issubclass(kind, PurePath):
        return Walk._add_path
    if issubclass(kind, _OF_ITEMS):
        return Walk._add_items
    ways: dict[type, Callable[[Walk, Any, type, list[Collection[Any]]], None]] = {
        Function: Walk._add_function,
        Method: Walk._add_method,
        GeneratorType: Walk._add_generator,
        memoryview: Walk._add_view,
        _MANAGED_BUFFER: Walk._add_view,
        **dict.fromkeys(_ITERATORS, Walk._add_iterator),
    }
    of_bases: dict[type | tuple[type, ...], Callable[[Walk, Any, type, list[Collection[Any]]], None]] = {
        ast.AST: Walk._add_node,
        _ARRAY_NUMBERS: Walk._add_number,
        (date, timedelta): Walk._add_moment,
        re.Match: Walk._add_match,
    }
    way = next((way for base, way in of_bases.items() if issubclass(kind, base)), Walk._add_other)
    return ways.get(kind, way)


def _of_kind(kind: type, items: Collection[Any], *, is_only: bool) -> list[Any]:
    """Those of that kind, which nobody may change."""
    if is_only:
        return items if type(items) is list else list(items)
    return [item for item in items if type(item) is kind]


def has_small_table(table: Any) -> bool:
    """Whether it is a dictionary with the smallest table, whose keys are texts."""
    return sys.getsizeof(table) - SMALLEST_TABLE == _WITHOUT_TABLE.get(type(table))


def _keep(item: Any, kept: list[Any], waiting: list[Collection[Any]]) -> None:
    kept.append(item)
    behind = _BEHIND.get(type(item))
    if behind is not None:
        waiting.append(behind(item))


def parts_of(value: Any) -> Collection[Any]:
    """What an object holds."""
    if isinstance(value, Mapping):
        return [*value.keys(), *value.values()]
    if isinstance(value, _OF_ITEMS):
        return value
    parts: Collection[Any] = getattr(value, "attributes", {}).values()
    return parts


def own_floats(value: Any) -> list[float]:
    """The floats that an object which was there before the call holds, and nothing else does."""
    most = _OF_ONE + isinstance(value, Mapping)
    return [part for part in parts_of(value) if type(part) is float and sys.getrefcount(part) <= most]


def _packed(numbers: list[int]) -> npt.NDArray[np.int64] | None:
    """The numbers as an array; None where one does not fit."""
    try:
        return np.frombuffer(array("q", numbers), np.int64)
    except OverflowError:
        return None


def _count_bits(numbers: Iterable[int], found: list[int]) -> None:
    """Adds up how many numbers there are by bits, which are counted as bytes."""
    lengths = bytes(map(int.bit_length, numbers))
    for bits in range(_LEAST_GROWING.bit_length(), BITS):
        found[bits] += lengths.count(bits)


def _add_by_bits(counts: npt.NDArray[np.intp], found: list[int]) -> None:
    """The same, told how many there are of each number."""
    for bits, times in enumerate(np.add.reduceat(counts, _FIRST_OF_BITS).tolist(), _LEAST_GROWING.bit_length()):
        found[bits] += times


@lru_cache(maxsize=_MOST_COUNTS)
def as_objects(small: tuple[int, ...]) -> tuple[int, ...]:
    """Bits -> bytes of the numbers of more bits, counted by bits as in `Walk.small`, if each were an object."""
    from_there_on = list(accumulate(reversed(small)))
    return tuple(NUMBER * count for count in from_there_on[-2::-1])
