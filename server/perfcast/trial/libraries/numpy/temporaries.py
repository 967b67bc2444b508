"""Temporary arrays that nothing else refers to, over which NumPy writes an operator's result."""

from __future__ import annotations

import ast
from functools import cache
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine

#: Bytes of the smallest array that is written over: looking who holds it does not pay before.
WRITTEN_OVER: Final = 262_144
#: Operators that write over their first operand; those that write over the second one as well.
_FIRST: Final = frozenset({ast.Sub, ast.Div, ast.FloorDiv, ast.LShift, ast.RShift})
_EITHER: Final = frozenset({ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor})
#: Exponents of powers that are no calls of the function.
_SIMPLE: Final = frozenset({-1, 0.5, 1, 2})


def written_over(machine: Machine, kind: type, operands: tuple[Any, Any], value: Any, held: tuple[bool, bool]) -> Any:
    """The operand whose elements the result's take the place of; None if there is none.

    Args:
        kind: of the operator; value: its result.
        held: whether the operands are held by something else.
    """
    left, right = operands
    is_first = kind in _FIRST | _EITHER or (kind is ast.Pow and type(right) in {int, float} and right in _SIMPLE)
    if not held[0] and is_first and _fits(machine, left, right, value):
        return left
    return right if not held[1] and kind in _EITHER and _fits(machine, right, left, value) else None


def fits(machine: Machine, array: Any, value: Any) -> bool:
    """Whether an array is large enough to be written over with a result, and of its kind."""
    if not isinstance(array, np.ndarray) or array.base is not None or array.dtype.kind not in "biufc":
        return False
    if array.dtype != value.dtype or array.shape != value.shape:
        return False
    return machine.exceeds(array.size, (WRITTEN_OVER - 1) / array.itemsize) and _writes_over()


@cache
def _writes_over() -> bool:
    """Whether NumPy does so at all: it looks who called it, which not every system and build of Python tells."""
    made: list[int] = []

    def array() -> np.ndarray:
        one = np.zeros(WRITTEN_OVER // 4)
        made.append(id(one))
        return one

    return id(array() * 2.0) == made[0]


def _fits(machine: Machine, array: Any, other: Any, value: Any) -> bool:
    is_like = np.ndim(other) == 0 or np.shape(other) == np.shape(value)
    # A Python number is taken to be one of eight bytes here.
    return is_like and fits(machine, array, value) and np.can_cast(np.asarray(other).dtype, array.dtype)
