"""Temporary memory of built-in functions while they make containers and strings."""

from __future__ import annotations

import gc
import itertools
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from operator import length_hint
from types import GeneratorType
from typing import Any, Final

from perfcast.trial.interpreter.accounting.collected_iterators import listed, set_of
from perfcast.trial.interpreter.accounting.dict_growth import entries_at_growth
from perfcast.trial.interpreter.accounting.generators import held_alone_by
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_LIST, EMPTY_TUPLE, POINTER, shallow
from perfcast.trial.interpreter.accounting.prices import ENTERED, KEY
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.objects.elements import is_iterator

_NEW_ALONE: Final = frozenset({int, float, tuple})
_NEW_IN_TABLES: Final = _NEW_ALONE | {str}
_ROWS: Final = frozenset({list, dict})
#: How often an element is that only a list holds, in a function that it is given to.
_OF_LIST: Final = counted(4, lent=3)
_SEQUENCES: Final = (list, tuple)
#: Tables that are filled one by one.
_FILLED: Final = frozenset({dict, set, frozenset, Counter, OrderedDict})
#: They put into a table what they go through itself, and these hold that in its order.
_OF_KEYS: Final = frozenset({set, frozenset, Counter})
_IN_ORDER: Final = (list, tuple, str, bytes, dict, range, deque)
#: They write texts into a place that grows by a quarter.
_WRITING: Final = frozenset({str, repr, ascii})
#: Bytes of a generator that was gone through, with its function.
CONSUMED: Final = 400
#: The same of a chain over what a generator gives, besides.
_CHAINED: Final = 96
#: Places that a tuple and a list begin with where it is not known how many elements there will be.
_FIRST_IN_TUPLE: Final = 10
_FIRST_LISTED: Final = 8
_LISTING: Final = frozenset({tuple, list})
#: What makes them of an iterator, so that what they have is seen meanwhile.
COLLECTING: Final[dict[Any, Callable[..., Any]]] = {list: listed, tuple: listed, set: set_of, frozenset: set_of}


def hint_for_tuple(function: Any, args: tuple[Any, ...]) -> int | None:
    """How many places a tuple begins with that is made of an iterator; None of what else is made."""
    return length_hint(args[0], _FIRST_IN_TUPLE) if function is tuple and args and is_iterator(args[0]) else None


def note_place(machine: Machine, function: Any, found: Any, hint: int | None) -> None:
    """
    Args:
        hint: see `hint_for_tuple`.
    """
    if hint is None:
        machine.made_by_call(function)
    elif hint != len(found):
        machine.resized_tuple(len(found))


def consumed(value: Any) -> int:
    """Bytes of a generator that is gone through, and of what goes through it: they are there until all that is made of
    its elements is."""
    if type(value) is GeneratorType:
        return CONSUMED
    parts = gc.get_referents(value) if type(value) is itertools.chain else ()
    # What it is given is counted, see `fed`.
    froms = [part.gi_frame.f_locals.get("values") for part in parts if type(part) is GeneratorType and part.gi_frame]
    return CONSUMED + _CHAINED if any(type(one) is GeneratorType for one in froms) else 0


def elements_behind(value: Any) -> list[Any]:
    """Elements of containers that were made for a `map` alone, which has them until it comes to its end."""
    found: list[Any] = []
    iterators = next((one for one in gc.get_referents(value) if type(one) is tuple), ()) if type(value) is map else ()
    for part in iterators:
        for source in held_alone_by(part):
            found += source if isinstance(source, _SEQUENCES) else ()
    return found


def _room_for(found: Any) -> int:
    """Bytes of a tuple or a list of what an iterator gives, with the places that it had before it was known how many
    are taken."""
    if type(found) is not tuple:
        return shallow(found) if found else EMPTY_LIST + POINTER * _FIRST_LISTED
    room = _FIRST_IN_TUPLE
    while room < len(found):
        room = (room + _FIRST_IN_TUPLE) * 5 // 4
    return EMPTY_TUPLE + POINTER * room


def note_making(machine: Machine, function: Any, args: tuple[Any, ...], found: Any, beside: int) -> None:
    """Notes what was held besides while the result was made.

    Args:
        beside: bytes of generators that it was made of.
    """
    if function in _FILLED and args:
        _pay_for_keys(machine, found)
        _note_keys(machine, function, args[0], found)
    if function in COLLECTING and machine.is_known(found):
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


def size_of_new(value: Any) -> int:
    """Bytes of a number, tuple or row that is held by a list alone. The parts of a row are as a rule alike."""
    if type(value) in _ROWS and value and sys.getrefcount(value) <= _OF_LIST:
        first = next(iter(value.values() if type(value) is dict else value))
        return shallow(value) + len(value) * shallow(first)
    return shallow(value) if type(value) in _NEW_ALONE and sys.getrefcount(value) <= _OF_LIST else 0


def _note_keys(machine: Machine, function: Any, given: Any, found: Any) -> None:
    """Notes what was looked up while a table was filled. What comes from another set lies as it did there."""
    if function in _OF_KEYS and isinstance(given, _IN_ORDER):
        machine.counts.scattered.filled(found, given)
    elif not isinstance(given, set | frozenset):
        machine.counts.scattered.filled(found, found)


def _pay_for_keys(machine: Machine, table: Any) -> None:
    """Tuples are as a rule all as long as the first one."""
    first = next(iter(table), None)
    if type(first) is tuple:
        machine.pay(KEY * len(first) * len(table))
