"""Parameters that curves are drawn over, ``x`` of ``def gaussian(x, height=1.0, center=0.0)``: NumPy's functions are
given all points at once."""

from __future__ import annotations

import ast
from typing import Final

import numpy as np

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.source.parsing.walking import walk
from perfcast.workload.code.body import parts_of
from perfcast.workload.code.parameters import parameters
from perfcast.workload.uses.name_uses import is_name, is_number_literal

#: What makes an array of numbers.
_MAKING_POINTS: Final = frozenset(
    {"arange", "linspace", "logspace", "geomspace", "zeros", "ones", "empty", "full", "eye", "meshgrid"}
)
#: What takes one number alone.
_OF_ONE: Final = frozenset({"float", "int", "bool", "round", "range", "max", "min", "math", "cmath"})

_ASKING: Final[tuple[type[ast.If | ast.While | ast.IfExp | ast.Assert], ...]] = (
    ast.If,
    ast.While,
    ast.IfExp,
    ast.Assert,
)


def is_drawn_over(node: FunctionNode, name: str) -> bool:
    """Whether a function is one of a curve's points by that parameter, and of numbers that say what the curve is
    like."""
    given = parameters(node, drop_first=False)
    needed = [one.arg for one, default in given if default is None]
    is_of_numbers = len(given) > 1 and all(default is None or is_number_literal(default) for _, default in given)
    if not is_of_numbers or needed != [name] or _is_one(node, name) or _has_points_of_its_own(node):
        return False
    return _is_reckoned_at_once(node, name)


def _is_reckoned_at_once(node: FunctionNode, name: str) -> bool:
    """Whether NumPy reckons it element by element, or a condition on it is reckoned with, as one is with masks."""
    for part in parts_of(node, ast.Call, ast.BinOp):
        match part:
            case ast.Call(ast.Attribute(ast.Name("np" | "numpy"), function), arguments) if isinstance(
                getattr(np, function, None), np.ufunc
            ):
                if any(_names(one, name) for one in arguments):
                    return True
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                if any(isinstance(side, ast.Compare) and _names(side, name) for side in (left, right)):
                    return True
    return False


def _is_one(node: FunctionNode, name: str) -> bool:
    """Whether what is done to it is done to no array: it is asked whether it is true, or made one number."""
    tests = [part.test for kind in _ASKING for part in parts_of(node, kind)]
    tests += [value for part in parts_of(node, ast.BoolOp) for value in part.values]
    if any(_names(test, name) for test in tests):
        return True
    calls = (call for call in parts_of(node, ast.Call) if any(_names(one, name) for one in call.args))
    return any(is_name(_root(call.func), *_OF_ONE) for call in calls)


def _has_points_of_its_own(node: FunctionNode) -> bool:
    """Whether it is drawn over an array that it makes itself, of which the parameter is but a number: a window, a
    kernel."""
    return any(last_name(call.func) in _MAKING_POINTS for call in parts_of(node, ast.Call))


def _root(function: ast.expr) -> ast.expr:
    return function.value if isinstance(function, ast.Attribute) else function


def _names(expression: ast.expr, name: str) -> bool:
    return any(is_name(part, name) for part in walk(expression))
