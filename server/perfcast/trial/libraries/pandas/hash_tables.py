"""Bytes of pandas' hash tables (khash)."""

from __future__ import annotations

from math import log
from typing import Final

from perfcast.trial.interpreter.accounting.machine import Machine

#: Bytes of a place: a key, a number, and a bit for whether it is taken; the same where keys have no numbers.
_PLACE: Final = 16.125
_KEY_ALONE: Final = 8.125
#: How full a table gets.
_FULL: Final = 0.77
#: Bytes of a value that was met, of which there is room for so many at first, and for four times as many each time.
_VALUE: Final = 8
_FIRST: Final = 128
_MORE: Final = 4


def table_for(machine: Machine, values: int) -> float:
    """Of a table made for so many values before any is known; as large as they are on average where a run's sizes stand
    for others."""
    if machine.is_shrunk:
        return _PLACE * values / _FULL / log(2)
    places = _rounded(values)
    return _PLACE * (2 * places if int(_FULL * places + 0.5) < values else places)


def table_of_counts(machine: Machine, values: int, distinct: int) -> float:
    """Of a table that counts values: made for just as many places as there are values, it grows with those it meets."""
    return _PLACE * _places(machine, values, distinct)


def table_of_keys(machine: Machine, values: int, distinct: int) -> float:
    """Of such a table that merely tells which values there are."""
    return _KEY_ALONE * _places(machine, values, distinct)


def _places(machine: Machine, values: int, distinct: int) -> float:
    if machine.is_shrunk:
        return max(values, distinct / _FULL) / log(2)
    places = _rounded(values)
    return 2 * places if distinct > _FULL * places else places


def met(machine: Machine, distinct: int) -> float:
    """Of the values that were met, one of each."""
    if machine.is_shrunk:
        return _VALUE * distinct * (_MORE - 1) / log(_MORE)
    room = _FIRST
    while room < distinct:
        room *= _MORE
    return _VALUE * room


def _rounded(values: int) -> int:
    return 1 << max(0, values - 1).bit_length()


def telling_apart(machine: Machine, values: int, distinct: int) -> float:
    """Of telling so many values apart."""
    return table_for(machine, values) + met(machine, distinct)
