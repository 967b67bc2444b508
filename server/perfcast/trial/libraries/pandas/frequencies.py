"""Texts that say how often, or how long: ``5min``, ``ME``."""

from __future__ import annotations

import re
from typing import Any, Final

from perfcast.trial.interpreter.stops import Unsupported

_SECOND: Final = 10**9
_DAY: Final = 86_400 * _SECOND
#: Nanoseconds of those that are as long wherever they are.
_SPANS: Final = {
    "D": _DAY, "h": 3_600 * _SECOND, "min": 60 * _SECOND, "s": _SECOND, "ms": 10**6, "us": 10**3, "ns": 1,
}  # fmt: skip
#: The same of names that are of lengths of time alone.
_LENGTHS: Final = _SPANS | {
    **dict.fromkeys(("W", "w"), 7 * _DAY), **dict.fromkeys(("d", "day", "days"), _DAY),
    **dict.fromkeys(("H", "hour", "hours"), 3_600 * _SECOND), **dict.fromkeys(("m", "minute", "minutes"), 60 * _SECOND),
    **dict.fromkeys(("S", "sec", "second", "seconds"), _SECOND),
}  # fmt: skip
_LENGTH: Final = re.compile(r"(\d{1,4}) ?([A-Za-z]+)")
_MOST_DIGITS: Final = 4
#: Names that pandas 3 refuses, those that it takes for periods alone, and those that it takes for all else.
_FORMER: Final = frozenset({"H", "T", "S", "L", "U", "N", "A", "AS", "BH", "BA", "BAS"})
_OF_PERIODS: Final = frozenset({"M", "Q", "Y", "BM", "BQ", "BY", "SM", "CBM"})
_OF_DAYS: Final = frozenset({"ME", "MS", "QE", "QS", "YE", "YS", "BME", "BMS", "BQE", "BQS", "BYE", "BYS"})
#: Those that are not as long everywhere.
_UNEVEN: Final = frozenset({*_OF_DAYS, "W", "B"})


def check_frequency(freq: Any, *, of_periods: bool = False) -> None:
    """Raises ValueError for a name that pandas 3 knows no more, or not of this."""
    unit = parts(freq)[1].partition("-")[0]
    if unit in _FORMER or unit in (_OF_DAYS if of_periods else _OF_PERIODS):
        raise ValueError(f"Invalid frequency: {freq}")


def check_even(freq: Any) -> None:
    """Raises ValueError for what is not as long everywhere."""
    check_frequency(freq)
    if parts(freq)[1].partition("-")[0] in _UNEVEN:
        raise ValueError(f"<{freq}> is a non-fixed frequency")


def span(freq: Any) -> int:
    """Nanoseconds from one to the next. Raises Unsupported, ValueError."""
    check_frequency(freq)
    number, unit = parts(freq)
    if unit not in _SPANS or number < 1:
        raise Unsupported("a frequency that is not known")
    return number * _SPANS[unit]


def length(text: str) -> int:
    """Nanoseconds of a length of time. Raises Unsupported."""
    found = _LENGTH.fullmatch(text)
    if found is None:
        raise Unsupported("a length of time that is not known")
    return int(found[1]) * unit_length(found[2])


def unit_length(unit: Any) -> int:
    """Nanoseconds of a unit of time. Raises Unsupported."""
    if unit not in _LENGTHS:
        raise Unsupported("a unit of time that is not known")
    return _LENGTHS[unit]


def parts(freq: Any) -> tuple[int, str]:
    """The number that it begins with, or one, and what it counts. Raises Unsupported for very many."""
    whole = freq if isinstance(freq, str) else ""
    unit = whole.lstrip("0123456789")
    digits = whole[: len(whole) - len(unit)]
    if len(digits) > _MOST_DIGITS:
        raise Unsupported("a frequency that is not known")
    return int(digits or 1), unit
