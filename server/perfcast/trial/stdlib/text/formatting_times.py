"""How long values take to be formatted, and the memory that takes."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import date, time, timedelta
from decimal import Decimal
from itertools import chain, islice
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import (
    DATE_CALLS,
    DIGITS_SHOWN,
    FLOAT_FILLED,
    FLOAT_SHOWN,
    SPAN_SHOWN,
    WHOLE_FORMATTED,
)
from perfcast.trial.libraries.numpy.rendering import array_written

#: Nanoseconds of a container, of a dictionary and a set besides, and of what is put into it, in its text.
_CONTAINER: Final = 40.0
_TABLE: Final = 35.0
_PART_OF: Final[dict[type, float]] = {dict: 12.0, set: 25.0, frozenset: 25.0}
_PART: Final = 8.0
_SET: Final = 200.0
_SETS: Final = frozenset({set, frozenset})
#: Their texts are put together of those of their elements.
WRITTEN_OUT: Final = (list, tuple, dict, set, frozenset, np.ndarray)
#: And of an element; a float's digits are found, of which 16 and more take longer, a text's characters are looked at.
_ELEMENT: Final = {bool: 12.0, type(None): 30.0}
_WHOLE: Final = 44.0
_OTHER: Final = 60.0
_FLOAT: Final = 140.0
_LONG_FLOAT: Final = 395.0
_MANY_DIGITS: Final = 16
_TEXT: Final = 30.0
_CHARACTER: Final = 1.1
#: What NumPy's numbers take more than Python's, as themselves and within a container, where their type is told.
_SCALAR: Final = {"f": 220.0, "i": 35.0, "u": 35.0}
_SCALAR_TYPE: Final = 250.0
#: And where they are written by a format.
_SCALAR_FORMATTED: Final = 90.0
#: A decimal number that is written by a format.
_DECIMAL_FORMATTED: Final = 190.0
#: Elements that are looked at; the others are as a rule like them.
_LOOKED_AT: Final = 64
#: Nanoseconds of what is done here as fast, for each that code takes which is followed step by step.
_MADE_AS_FAST: Final = 30.0
#: Bytes that a moment is written into by a layout, with the layout and the tuple of the moment's parts.
_MOMENT_WRITTEN_INTO: Final = 4_600
#: Room of what a text is written into beyond the text, and of the list that a set becomes.
_ROOM: Final = 8
_POINTER: Final = 8


def shown(value: Any, *, by_format: bool = False) -> float:
    """Nanoseconds that it takes to write down a value beyond what others take: a float's digits, a moment's parts."""
    if type(value) is float:
        return FLOAT_FILLED if by_format else FLOAT_SHOWN
    if isinstance(value, np.generic):
        own = shown(_plain(value), by_format=by_format)
        return own + (_SCALAR_FORMATTED if by_format else _SCALAR.get(value.dtype.kind, 0.0))
    if isinstance(value, int):
        digits = value.bit_length() // 30
        return DIGITS_SHOWN * digits * digits + (WHOLE_FORMATTED if by_format else 0.0)
    if isinstance(value, Decimal) and by_format:
        return _DECIMAL_FORMATTED
    if isinstance(value, date | time):
        return DATE_CALLS["strftime"] if by_format else DATE_CALLS["isoformat"]
    return SPAN_SHOWN if isinstance(value, timedelta) else 0.0


def written_out(value: Any) -> float:
    """Nanoseconds of writing a container's or an array's elements into a text."""
    if isinstance(value, np.ndarray):
        return array_written(value).time
    if not isinstance(value, WRITTEN_OUT):
        return 0.0
    whole = _CONTAINER + (_TABLE if isinstance(value, dict) else _SET if value and type(value) in _SETS else 0.0)
    parts: Iterable[Any] = chain.from_iterable(value.items()) if isinstance(value, dict) else value
    count = len(value) * (2 if isinstance(value, dict) else 1)
    seen = list(islice(parts, _LOOKED_AT))
    return whole + (sum(map(_element, seen)) / len(seen) + _PART_OF.get(type(value), _PART)) * count if seen else whole


def pay_for_text(machine: Machine, value: Any) -> None:
    """Pays for a container's or an array's elements, which are written into a text here as they are there.

    How long that is and how deep it nests was looked at before.
    """
    time = written_out(value)
    machine.counts.native += time
    machine.allows(time / _MADE_AS_FAST)


def note_text(machine: Machine, value: Any, text: str, *, by_format: bool = False) -> None:
    """Notes what is held while a value is written down, the text with it."""
    beside = _MOMENT_WRITTEN_INTO if by_format and isinstance(value, date | time) else _beside(value, len(text))
    if beside:
        machine.briefly(int(beside) + sys.getsizeof(text))


def _beside(value: Any, length: int) -> float:
    """Bytes besides the text of a container or an array.

    Args:
        length: characters of that text.
    """
    if isinstance(value, np.ndarray):
        return array_written(value, length).beside
    if not isinstance(value, WRITTEN_OUT):
        return 0.0
    within = max((_beside(part, 0) for part in islice(value, _LOOKED_AT)), default=0.0)
    as_list = _POINTER * len(value) if type(value) in _SETS else 0
    return within + as_list + length // _ROOM


def _element(value: Any) -> float:
    kind = type(value)
    if kind is float:
        found = _LONG_FLOAT if len(repr(value)) >= _MANY_DIGITS else _FLOAT
    elif kind is int:
        found = _WHOLE + shown(value)
    elif kind in _ELEMENT:
        found = _ELEMENT[kind]
    elif kind is complex:
        found = _element(value.real) + _element(value.imag)
    elif kind is str or kind is bytes:
        found = _TEXT + _CHARACTER * len(value)
    elif isinstance(value, np.generic):
        found = _element(_plain(value)) + _SCALAR.get(value.dtype.kind, 0.0) + _SCALAR_TYPE
    else:
        found = (shown(value) + written_out(value)) or _OTHER
    return found


def _plain(value: np.generic) -> Any:
    """As one of Python's numbers; what none of them is as long as becomes a float."""
    plain = value.item()
    return float(value) if isinstance(plain, np.longdouble) else plain
