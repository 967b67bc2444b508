"""Parameters that are gone through by their keys: what they have for each is put under it into another table."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import parts_of
from perfcast.workload.uses.name_uses import is_name

#: Calls that give a table.
_TABLES: Final = frozenset({"dict", "defaultdict", "Counter", "OrderedDict", "fromkeys"})


def has_for_each(node: FunctionNode, name: str, elements: Sequence[str]) -> bool:
    """Whether it has something for each of its elements, which are keys then: ``{key: new[key] for key in new}``. What
    is merely asked for at the places that it holds may be a permutation, as is what another one is asked by.

    Args:
        elements: what they are called.
    """
    return any(_is_asked(value, name, key.id) for key, value in _kept(node) if is_name(key, *elements))


def _kept(node: FunctionNode) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Names of keys, with what tables of the body's own have under them."""
    tables = {target for target, value in _named(node) if _is_table(value)}
    for part in parts_of(node, ast.DictComp, ast.Assign, ast.AugAssign):
        match part:
            case ast.DictComp(ast.Name() as key, value):
                yield key, value
            case ast.Assign([ast.Subscript(ast.Name(table), ast.Name() as key)], value) | ast.AugAssign(
                ast.Subscript(ast.Name(table), ast.Name() as key), value=value
            ) if table in tables:
                yield key, value


def _named(node: FunctionNode) -> Iterator[tuple[str, ast.expr]]:
    for part in parts_of(node, ast.Assign, ast.AnnAssign):
        match part:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), value=ast.expr() as value):
                yield name, value


def _is_table(value: ast.expr) -> bool:
    match value:
        case ast.Dict() | ast.DictComp():
            return True
        case ast.Call(ast.Attribute(attr="copy" | "deepcopy")) | ast.Call(ast.Name("deepcopy" | "copy")):
            return True
        case ast.Call(function):
            return last_name(function) in _TABLES
    return False


def _is_asked(value: ast.expr, name: str, key: str) -> bool:
    """Whether something is made of what it has under the key, and not of what another one has at that place."""
    places = {id(part.slice) for part in ast.walk(value) if isinstance(part, ast.Subscript)}
    return any(
        isinstance(part, ast.Subscript) and is_name(part.value, name) and is_name(part.slice, key)
        for part in ast.walk(value)
        if id(part) not in places
    )
