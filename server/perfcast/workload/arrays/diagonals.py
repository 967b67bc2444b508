"""Diagonals: what NumPy's ``diag`` takes of a matrix, and makes a matrix of where it is given a vector."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import parts_of
from perfcast.workload.uses.name_uses import is_name

#: What gives one number of a vector; that of a matrix which has nothing but a diagonal nobody asks for so.
_REDUCING: Final = frozenset({"sum", "mean", "prod", "max", "min", "std", "var", "argmax", "argmin"})
#: What makes a matrix of a vector.
_MAKING: Final = frozenset({"diag", "diagflat"})
#: Functions that multiply matrices.
_MULTIPLYING: Final = frozenset({"dot", "matmul", "multi_dot", "inv", "einsum"})


def has_diagonal(node: FunctionNode, name: str) -> bool:
    """Whether the diagonal of a parameter is taken, which so is a matrix."""
    calls = parts_of(node, ast.Call)
    taken = [call for call in calls if _is_diagonal(call, name)]
    if any(last_name(call.func) == "diagonal" for call in taken):
        return True
    if not taken:
        return False
    places = {id(call) for call in taken}
    named = {
        target.id
        for part in parts_of(node, ast.Assign)
        if id(part.value) in places
        for target in part.targets
        if isinstance(target, ast.Name)
    }

    def is_it(one: ast.expr) -> bool:
        return id(one) in places or is_name(one, *named)

    if any(_is_of_vector(call, is_it) for call in calls):
        return True
    # Letters of matrices are capital ones; a matrix that was made of such a vector is multiplied, or added to another.
    is_multiplied = any(
        is_it(side)
        for part in parts_of(node, ast.BinOp)
        if isinstance(part.op, ast.MatMult | ast.Add | ast.Sub)
        for side in (part.left, part.right)
    )
    is_handed = any(last_name(call.func) in _MULTIPLYING and any(map(is_it, call.args)) for call in calls)
    return len(name) == 1 and name.isupper() and not (is_multiplied or is_handed)


def _is_diagonal(call: ast.Call, name: str) -> bool:
    match call:
        case ast.Call(func=ast.Attribute(attr="diag" | "diagonal"), args=[ast.Name(id=used), *_]):
            return used == name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=used), attr="diagonal")):
            return used == name
    return False


def _is_of_vector(call: ast.Call, is_it: Callable[[ast.expr], bool]) -> bool:
    """Whether something is asked for a number of it, or makes a matrix of it."""
    match call:
        case ast.Call(func=ast.Attribute(value=of, attr=method)) if method in _REDUCING and is_it(of):
            return True
        case ast.Call(func=ast.Attribute(attr=function), args=[of]) if function in _REDUCING | _MAKING:
            return is_it(of)
    return False
