"""Methods that fail where nothing was put there before: they take from what others have put there."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from perfcast.source.definitions.units import own_name


def needs_something(method: ast.FunctionDef, containers: Collection[str]) -> bool:
    """Whether a method raises where one of these attributes holds nothing, or too little, of what it is asked for:
    ``if self.held.get(name, 0) < number: raise``."""
    own = own_name(method)
    held = {
        target.id
        for part in ast.walk(method)
        if isinstance(part, ast.Assign) and _is_of(part.value, own, containers, ())
        for target in part.targets
        if isinstance(target, ast.Name)
    }
    raising = (part for part in ast.walk(method) if isinstance(part, ast.If) and isinstance(part.body[-1], ast.Raise))
    return any(_is_of(one, own, containers, held) for part in raising for one in _too_little(part.test))


def _too_little(test: ast.expr) -> Iterator[ast.expr]:
    """What there is too little of, or nothing, where it is true."""
    for part in ast.walk(test):
        match part:
            case ast.UnaryOp(ast.Not(), operand):
                yield operand
            case ast.Compare(left, operations, others):
                sides = [left, *others]
                for one, operation, other in zip(sides, operations, others, strict=False):
                    if isinstance(operation, ast.Lt | ast.LtE | ast.Is):
                        yield one
                    elif isinstance(operation, ast.Gt | ast.GtE | ast.NotIn):
                        yield other


def _is_of(node: ast.expr, own: str, containers: Collection[str], names: Collection[str]) -> bool:
    """Whether it is made of one of the instance's attributes, or of a name."""
    for part in ast.walk(node):
        match part:
            case ast.Attribute(ast.Name(of), attribute) if of == own and attribute in containers:
                return True
            case ast.Name(name) if name in names:
                return True
    return False
