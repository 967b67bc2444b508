"""Parameters of methods that are asked for what the instance holds:
``for name, n in self.held.items(): prices[name]``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.units import own_name
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.code.parameters import parameters

_THROUGH: Final = frozenset({"items", "keys"})


def looked_up_by_held(node: FunctionNode) -> tuple[str, ...]:
    """Names of parameters that hold something under each key, or element, of a container of the method's instance."""
    names = {one.arg for one, _ in parameters(node, drop_first=True)}
    own = own_name(node)
    held = {name for loop in loops_of(node) for name in _held(loop, own)}
    found = (
        of
        for part in (parts_of(node, ast.Subscript) if held else ())
        for of, key in _lookup(part)
        if of in names and key in held
    )
    return tuple(dict.fromkeys(found))


def _held(loop: ast.For | ast.comprehension, own: str) -> Iterator[str]:
    """What the keys of a container of the instance are called that is gone through."""
    over = loop.iter
    if isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and over.func.attr in _THROUGH:
        over = over.func.value
    match over, loop.target:
        case ast.Attribute(ast.Name(of)), ast.Name(name) | ast.Tuple([ast.Name(name), *_]) if of == own:
            yield name


def _lookup(part: ast.AST) -> Iterator[tuple[str, str]]:
    match part:
        case ast.Subscript(ast.Name(of), ast.Name(key), ast.Load()):
            yield of, key
