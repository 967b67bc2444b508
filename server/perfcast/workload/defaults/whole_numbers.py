"""Whole numbers where only their names, or loops, say how large they are."""

from __future__ import annotations

import ast
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import parts_of
from perfcast.workload.naming.names import SIZE_NAMES, last_word
from perfcast.workload.naming.usual_numbers import usual
from perfcast.workload.numbers.divisibility import is_better_prime
from perfcast.workload.numbers.guards import is_bounded_by_own
from perfcast.workload.numbers.primes import next_prime
from perfcast.workload.uses.name_uses import is_name
from perfcast.workload.uses.number_uses import is_part_length, is_step, makes_array

#: Loops and recursion over a number itself: what it may be where nothing says.
SMALL_INTEGER: Final = 10
_RECURSIVE_INTEGER: Final = 20
#: Last words of numbers of what there are few of, however much falls into them.
_FEW_PARTS: Final = frozenset({"k", "classes", "clusters", "components", "workers", "neighbors", "neighbours"})


def usual_integer(node: FunctionNode, name: str, size: int) -> int:
    """A size of the problem where the name or a loop says so; little where the unit calls itself with less of it, and
    what is usual where the name says one of few."""
    few = next_prime(size) if is_better_prime(node, name) else usual(name)
    if few is not None:
        return few
    if name in SIZE_NAMES and is_bounded_by_own(node, name):
        return 1
    if is_step(node, name) or is_part_length(node, name) or last_word(name) in _FEW_PARTS:
        return min(size, SMALL_INTEGER)
    for call in parts_of(node, ast.Call):
        calls_itself = isinstance(call.func, ast.Name | ast.Attribute) and last_name(call.func) == node.name
        if calls_itself and any(_is_lessened(argument, name) for argument in call.args):
            return min(size, _RECURSIVE_INTEGER)
        is_range = isinstance(call.func, ast.Name) and call.func.id == "range"
        if (is_range or makes_array(call)) and any(_mentions(a, name) for a in call.args):
            return size
    return size if name in SIZE_NAMES else min(size, SMALL_INTEGER)


def _is_lessened(argument: ast.expr, name: str) -> bool:
    return isinstance(argument, ast.BinOp) and isinstance(argument.op, ast.Sub) and is_name(argument.left, name)


def _mentions(node: ast.expr, name: str) -> bool:
    return any(is_name(part, name) for part in ast.walk(node))
