"""What code asks of the attributes of instances, whatever these are called there: ``if node.op == "+"``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.separators import constants
from perfcast.workload.structures.keyed_fields import keyed_fields

#: Texts of one attribute, at most.
_MOST: Final = 12


class FieldUses(NamedTuple):
    """Of a text's functions.

    Attributes:
        keyed: attributes by which tables among parameters are asked, see `keyed_fields`.
        texts: what code tells apart by an attribute; attributes of which no more than one text is known are none.
    """

    keyed: frozenset[str] = frozenset()
    texts: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def field_uses(tree: ast.AST) -> FieldUses:
    """What a text's functions ask of attributes."""
    parts = list(ast.walk(tree))
    tables = dict(_tables(parts))
    found: dict[str, dict[str, None]] = {}
    for part in parts:
        for name, text in _told(part, tables):
            found.setdefault(name, {})[text] = None
    texts = {name: tuple(among)[:_MOST] for name, among in found.items() if len(among) > 1}
    return FieldUses(keyed_fields(tree), MappingProxyType(texts))


def _tables(parts: list[ast.AST]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Names of dictionaries that are written out, with their keys, where these are texts."""
    for part in parts:
        match part:
            case (
                ast.Assign(targets=[target], value=ast.Dict(keys=keys))
                | ast.AnnAssign(target=target, value=ast.Dict(keys=keys))
            ):
                texts = tuple(key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
                if texts and len(texts) == len(keys):
                    yield last_name(target), texts


def _told(part: ast.AST, tables: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Attributes, each with a text that it may be."""
    match part:
        case ast.Compare(
            left=ast.Attribute(attr=name), ops=[ast.Eq() | ast.NotEq() | ast.In() | ast.NotIn()], comparators=[against]
        ):
            yield from ((name, text) for text in constants(against) if isinstance(text, str))
        case (
            ast.Subscript(value=table, slice=ast.Attribute(attr=name))
            | ast.Call(func=ast.Attribute(value=table, attr="get"), args=[ast.Attribute(attr=name), *_])
        ):
            yield from ((name, text) for text in tables.get(last_name(table), ()))
        case ast.Match(subject=ast.Attribute(attr=name), cases=cases):
            for one in cases:
                match one.pattern:
                    case ast.MatchValue(ast.Constant(str(text))):
                        yield name, text
