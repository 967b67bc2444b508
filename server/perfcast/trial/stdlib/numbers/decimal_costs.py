"""Costs of decimal numbers, and how many digits they may have."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from decimal import Decimal, getcontext
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import (
    DECIMAL,
    DECIMAL_DIVIDED,
    DECIMAL_LOGARITHM,
    DECIMAL_POWER,
    DECIMAL_SQUARED,
    DECIMAL_WORD,
    DECIMAL_WORDS,
)
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.stops import Unsupported

#: Digits that results may be rounded to, zeros before or behind the point; below, bytes of a number of twice as many
#: digits.
MOST_DIGITS: Final = 1_000
_MOST_ZEROS: Final = 1_000
_WORD: Final = 8
_LEAST_WORDS: Final = 4
#: Bytes of the object before its words, of 19 digits each, of which each has room for the least number.
_HEADER: Final = sys.getsizeof(Decimal(0)) - _WORD * _LEAST_WORDS
_MOST_BYTES: Final = _HEADER + _WORD * (2 * MOST_DIGITS // 19 + 1)
#: How often an operand is referred to that nobody else has.
_ALONE: Final = counted(6, lent=3)
#: Operators that take as long as their operands' and result's words are multiplied.
_SQUARED: Final = frozenset({ast.Mult, ast.Div, ast.Pow})


def kept(machine: Machine, value: Decimal) -> Decimal:
    """Notes a number that was made. Raises Unsupported for one that is too long to be written out."""
    if abs(value.adjusted()) > _MOST_ZEROS or sys.getsizeof(value) > _MOST_BYTES:
        raise Unsupported("decimal numbers too long")
    machine.made(value)
    return value


def operated(machine: Machine, kind: type, plain: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """An operator of two values, one of which is a decimal number."""
    if kind is ast.Pow and not _is_whole(right):
        machine.pay(DECIMAL_LOGARITHM + DECIMAL_POWER * getcontext().prec ** 2)
    value = plain(left, right)
    if not isinstance(value, Decimal):
        return value
    words = (sys.getsizeof(value) - _HEADER) // _WORD
    time = (DECIMAL_DIVIDED if kind is ast.Div else DECIMAL) + DECIMAL_WORD * (words - _LEAST_WORDS)
    if kind in _SQUARED:
        times = int(right).bit_length() if kind is ast.Pow and _is_whole(right) else 1
        time += DECIMAL_SQUARED * max(0, times - 1) + DECIMAL_WORDS * times * (words**2 - _LEAST_WORDS**2)
    machine.pay(time)
    # Whole numbers are made decimal ones for it.
    made = sum(_HEADER + _WORD * _LEAST_WORDS for one in (left, right) if type(one) is int)
    made += sum(
        sys.getsizeof(one)
        for one in (left, right)
        if type(one) is Decimal
        and not machine.is_known(one)
        and sys.getrefcount(one) <= _ALONE + machine.references(one)
    )
    machine.briefly(made + sys.getsizeof(value))
    return kept(machine, value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, Decimal) and value.is_finite() and value == int(value))
