"""What is reckoned of an array element by element, and so has its shape."""

from __future__ import annotations

import ast
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.body import assigned, parts_of

#: Methods whose result is of their array's shape, and functions whose result is of their argument's.
_METHODS: Final = frozenset(
    {
        "astype",
        "clamp",
        "clip",
        "clone",
        "contiguous",
        "copy",
        "detach",
        "double",
        "float",
        "half",
        "long",
        "round",
        "to",
    }
)
_FUNCTIONS: Final = frozenset(
    {"abs", "array", "asarray", "asanyarray", "ascontiguousarray", "copy", "exp", "log", "log1p", "nan_to_num", "sqrt"}
    | {"square", "float32", "float64", "relu", "sigmoid", "tanh"}
)
#: Names of one shape, at most: each is looked for in all of a function.
_MOST_NAMES: Final = 20


def leading_name(node: ast.expr) -> str | None:
    """The array that an expression is reckoned of, the first one of several: ``x`` of ``(x / 255 - mean)``. What stands
    behind may be spread over it."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.UnaryOp(operand=operand):
            return leading_name(operand)
        case ast.BinOp(op=operator, left=left, right=right) if not isinstance(operator, ast.MatMult):
            return leading_name(right if isinstance(left, ast.Constant) else left)
        case ast.Call():
            return _leading_in_call(node)
    return None


def _leading_in_call(node: ast.Call) -> str | None:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "numpy" | "torch"), attr=function), args=[given, *_]):
            return leading_name(given) if function in _FUNCTIONS else None
        case ast.Call(func=ast.Attribute(value=value, attr=function)):
            return leading_name(value) if function in _METHODS else None
    return None


def names_of_one_shape(node: FunctionNode, name: str) -> list[str]:
    """The parameter's name, and those that are bound to nothing else than what is reckoned of it."""
    bound: dict[str, list[ast.expr]] = {}
    for target, value in assigned(parts_of(node, ast.Assign)):
        if isinstance(target, ast.Name):
            bound.setdefault(target.id, []).append(value)
    found = [name]
    for other, values in bound.items():
        if len(found) < _MOST_NAMES and other not in found and all(leading_name(value) in found for value in values):
            found.append(other)
    return found
