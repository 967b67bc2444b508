"""What it takes more to hold values against each other than numbers, in nanoseconds."""

from __future__ import annotations

from datetime import date, time, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from pathlib import PurePath
from typing import Any, Final

from perfcast.trial.interpreter.accounting.prices import (
    DECIMAL_COMPARED,
    DECIMAL_MADE_FOR_COMPARING,
    FRACTION_COMPARED,
    MOMENT_COMPARED,
    PATH_COMPARED,
)

_MOMENTS: Final = ((date, MOMENT_COMPARED), (time, MOMENT_COMPARED), (timedelta, MOMENT_COMPARED))
_ALIKE: Final = ((Decimal, DECIMAL_COMPARED), (Fraction, FRACTION_COMPARED), (PurePath, PATH_COMPARED), *_MOMENTS)
_WITH_NUMBERS: Final = ((Decimal, DECIMAL_COMPARED + DECIMAL_MADE_FOR_COMPARING), (Fraction, FRACTION_COMPARED))


def comparing_alike(value: Any) -> float:
    """Of the value and another one of its type."""
    return comparing(value, value)


def comparing(left: Any, right: Any) -> float:
    """Of these two."""
    return _of_types(frozenset((type(left), type(right))))


@lru_cache(maxsize=500)
def _of_types(kinds: frozenset[type]) -> float:
    prices = _ALIKE if len(kinds) == 1 else _WITH_NUMBERS
    return next((price for of, price in prices for kind in kinds if issubclass(kind, of)), 0.0)
