"""Dictionaries of dictionaries, as code that calls itself with them shows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import parts_of
from perfcast.workload.code.parameters import parameters
from perfcast.workload.uses.name_uses import is_name

_TABLES: Final = frozenset({"dict", "Mapping", "MutableMapping"})


def is_nested_table(node: FunctionNode, name: str) -> bool:
    """Whether the unit asks which values of a table are tables, and calls itself with those; or with what another one
    has beside them."""
    asked, places = set(_asked_about(node)), [one.arg for one, _ in parameters(node, drop_first=False)]
    for call in parts_of(node, ast.Call):
        if not (isinstance(call.func, ast.Name | ast.Attribute) and last_name(call.func) == node.name):
            continue
        handed = {one.id for one in call.args if isinstance(one, ast.Name)} & asked
        if handed & set(_values(node, name)):
            return True
        own = dict(zip(places, call.args, strict=False)).get(name)
        if isinstance(own, ast.Subscript) and any(handed & set(_values(node, other)) for other in places):
            return True
    return False


def _values(node: FunctionNode, name: str) -> Iterator[str]:
    """Names that the values of a table have where they are gone through."""
    for part in parts_of(node, ast.For, ast.comprehension):
        assert isinstance(part, ast.For | ast.comprehension)
        match part.target, part.iter:
            case (ast.Tuple(elts=[_, ast.Name(id=value)]), ast.Call(func=ast.Attribute(value=of, attr="items"))) | (
                ast.Name(id=value),
                ast.Call(func=ast.Attribute(value=of, attr="values")),
            ) if is_name(of, name):
                yield value


def _asked_about(node: FunctionNode) -> Iterator[str]:
    for call in parts_of(node, ast.Call):
        match call:
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=value), kinds]):
                among = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
                if any(last_name(one) in _TABLES for one in among if isinstance(one, ast.Name | ast.Attribute)):
                    yield value
