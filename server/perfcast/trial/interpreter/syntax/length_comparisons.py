"""Comparisons of how many elements something has with a number, such as the most that a cache may hold."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine

#: Operators by which code tells whether something is full.
_TELLING: Final = frozenset({ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq})
Comparison = Callable[[Any, Any], Any]


def noting_capacity(
    machine: Machine, compare: Comparison, left: ast.expr, kind: type[ast.cmpop], right: ast.expr
) -> Comparison:
    """The comparison, which notes what a length is compared with, and takes it for less where that shrinks; as it is
    where neither side is a length, or both are."""
    if kind not in _TELLING or _is_length(left) is _is_length(right):
        return compare
    if _is_length(left):
        return lambda length, most: compare(length, _capacity(machine, length, most))
    return lambda most, length: compare(_capacity(machine, length, most), length)


def _capacity(machine: Machine, length: Any, most: Any) -> Any:
    return machine.capacity(length, most) if type(length) is int and type(most) is int else most


def _is_length(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len"
