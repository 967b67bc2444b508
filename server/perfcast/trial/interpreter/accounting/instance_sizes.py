"""Bytes of instances, as the Python at hand allocates them."""

from __future__ import annotations

import sys
from typing import Final

from perfcast.trial.interpreter.accounting.object_sizes import (
    EMPTY_TABLE,
    FEW_ENTRIES,
    POINTER,
    SMALLEST_DICTIONARY,
)
from perfcast.trial.interpreter.objects.instances import ARE_VALUES_INLINE, CONTAINER, Instance


class _Plain:
    """Neither has slots nor extends anything."""


class _Failing(Exception):
    """Extends the plainest of errors."""


class _Extending(list[None]):
    """Extends a container."""


def _values(room: int) -> int:
    """Bytes of places for so many attributes: besides these, a byte for each tells in which order they were given,
    and some how many there are."""
    return POINTER * room + (POINTER + _in_words(room) if ARE_VALUES_INLINE else _in_words(room + 2))


def _in_words(nbytes: int) -> int:
    return -(-nbytes // POINTER) * POINTER


#: Without attributes, with what lies before the object: since 3.12 weak references are among that.
_OBJECT: Final = sys.getsizeof(_Plain())
_ERROR: Final = sys.getsizeof(_Failing())
_EXTENDED: Final = sys.getsizeof(_Extending()) - sys.getsizeof([])
#: Of one of a class with slots.
_SLOTTED: Final = 32
#: Attributes whose names instances of a class share, at most; one with more has a table of its own.
_MOST_SHARED: Final = 29
#: Attributes of one whose class extends a container: it has room for thirty, as nobody counts how many are used.
TABLE_OF_EXTENDED: Final = EMPTY_TABLE + _values(30)
#: Bytes of places for so many attributes and for one more, which instances have once many of a class were made.
_ROOM: Final = tuple(_values(min(named + 1, _MOST_SHARED)) for named in range(_MOST_SHARED + 1))


def shallow_instance(value: Instance) -> int:
    """Bytes of the object and its attributes' places; instances of a class share their keys."""
    told = value.of.room(value)
    if told is not None:
        return told
    named = len(value.attributes)
    if named > _MOST_SHARED or value.owns_table:
        # Places within the object stay there, empty.
        unused = _ROOM[min(named, _MOST_SHARED)] if ARE_VALUES_INLINE else 0
        return _OBJECT + unused + sys.getsizeof(value.attributes)
    if value.of.exception is not None:
        given = len(value.attributes.keys() - {"args"})
        small = SMALLEST_DICTIONARY if given else 0
        return _ERROR + (small if given <= FEW_ENTRIES else sys.getsizeof(value.attributes))
    if value.of.container is not None:
        return _EXTENDED + (TABLE_OF_EXTENDED if value.attributes.keys() - {CONTAINER} else 0)
    table = EMPTY_TABLE if value.shows_table else 0
    if not value.of.has_slots:
        return _OBJECT + _ROOM[named] + table
    # Places are there whether they are used or not, and that for weak references is one.
    return _SLOTTED + POINTER * max(named, len(value.of.slots or ()))
