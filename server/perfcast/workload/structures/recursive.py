"""Recursive structures, which a function calls itself with parts of: trees of records or objects, a few levels deep."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import called_name
from perfcast.workload.code.body import loops_of, parts_of
from perfcast.workload.language.workload import DEFAULT_STRING, OBJECT, RECORD, Argument, TypeExpression
from perfcast.workload.uses.name_uses import is_name

#: Levels below the root, and children of each node.
_LEVELS: Final = 3
_CHILDREN: Final = 6
_NOTHING: Final = TypeExpression("list", (TypeExpression("int"),))


def with_trees(node: FunctionNode, arguments: list[Argument]) -> list[Argument]:
    """With nodes below nodes, where the body goes through a part of one and calls the function itself with each:
    ``sum(total(child) for child in node["children"])``."""
    below = dict(_below(node))
    return [_tree(one, below[one.name]) if one.name in below else one for one in arguments]


def _below(node: FunctionNode) -> Iterator[tuple[str, str]]:
    """Parameters, and the key or attribute at which each has its children."""
    calls = [call for call in parts_of(node, ast.Call) if called_name(call) == node.name]
    for loop in loops_of(node) if calls else ():
        children = _children(loop.iter)
        if children is None or not isinstance(loop.target, ast.Name):
            continue
        name = loop.target.id
        if any(is_name(given, name) for call in calls for given in call.args):
            yield children


def _children(over: ast.expr) -> tuple[str, str] | None:
    match over:
        case ast.Attribute(ast.Name(name), key) | ast.Subscript(ast.Name(name), ast.Constant(str(key))):
            return name, key
        case ast.Call(ast.Attribute(ast.Name(name), "get"), [ast.Constant(str(key)), *_]):
            return name, key
        case ast.BoolOp(ast.Or(), [inner, *_]):
            return _children(inner)
    return None


def _tree(argument: Argument, key: str) -> Argument:
    """The argument with a few levels of its own kind at that key; itself where it has no such key."""
    kind = argument.type
    if kind.name not in {OBJECT, RECORD} or key not in kind.keys:
        return argument
    place = kind.keys.index(key)
    found = _with(kind, place, _NOTHING)
    for _ in range(_LEVELS - 1):
        found = _with(kind, place, TypeExpression("list", (found,)))
    sizes = tuple(_sizes(found))
    return replace(argument, type=found, sizes=sizes, kept=tuple(range(len(sizes))))


def _with(kind: TypeExpression, place: int, children: TypeExpression) -> TypeExpression:
    return replace(kind, arguments=(*kind.arguments[:place], children, *kind.arguments[place + 1 :]))


def _sizes(kind: TypeExpression) -> Iterator[int]:
    """Of all parts that have one, in their order: leaves have no children."""
    for part in kind.arguments:
        if part == _NOTHING:
            yield 0
        elif part.name == "list" and part.arguments[0].keys == kind.keys:
            yield _CHILDREN
            yield from _sizes(part.arguments[0])
        else:
            yield from (DEFAULT_STRING for _ in part.sized())
