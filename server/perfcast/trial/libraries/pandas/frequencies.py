"""Texts that say how often, or how long: ``5min``, ``ME``."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.interpreter.stops import Unsupported

#: Nanoseconds of units of time.
_SPANS: Final = {
    "D": 86_400, "h": 3_600, "min": 60, "s": 1, "W": 604_800, "ME": 2_592_000, "MS": 2_592_000, "B": 86_400,
}  # fmt: skip
#: Names that pandas 3 takes for a length of time alone, and warns of.
_OF_LENGTHS: Final = {"H": 3_600, "S": 1}
_MOST_DIGITS: Final = 4
#: Names that pandas 3 refuses, and those that it takes for periods alone.
_FORMER: Final = frozenset({"H", "T", "S", "L", "U", "N", "A", "AS", "BH", "BA", "BAS"})
_OF_PERIODS: Final = frozenset({"M", "Q", "Y", "BM", "BQ", "BY", "SM", "CBM"})


def check_frequency(freq: Any, *, of_periods: bool = False) -> None:
    """Raises ValueError for a name that pandas 3 knows no more."""
    unit = _parts(freq)[1].partition("-")[0]
    if unit in _FORMER or (unit in _OF_PERIODS and not of_periods):
        raise ValueError(f"Invalid frequency: {freq}")


def span(freq: Any) -> int:
    """Nanoseconds from one to the next. Raises Unsupported, ValueError."""
    check_frequency(freq)
    return _nanoseconds(freq, _SPANS)


def length(text: Any) -> int:
    """Nanoseconds of a length of time. Raises Unsupported."""
    return _nanoseconds(text, _SPANS | _OF_LENGTHS)


def _nanoseconds(text: Any, units: dict[str, int]) -> int:
    digits, unit = _parts(text)
    if unit not in units or len(digits) > _MOST_DIGITS:
        raise Unsupported("a frequency that is not known")
    return max(1, int(digits or 1)) * units[unit] * 10**9


def _parts(text: Any) -> tuple[str, str]:
    """The number that it begins with, and what it counts."""
    whole = str(text) if isinstance(text, str) else ""
    unit = whole.lstrip("0123456789")
    return whole[: len(whole) - len(unit)], unit
