"""Regular expressions that a class, or each instance, holds: ``TOKEN = re.compile(...)`` in its body, by which methods
search as ``self.TOKEN.match(text, place)``."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeGuard, TypeVar

from perfcast.source.definitions.units import FunctionNode, own_name
from perfcast.source.parsing.rewriting import rewritten

#: Names of what has the attributes of the class.
_OWN: Final = frozenset({"self", "cls"})

Node = TypeVar("Node", bound=ast.stmt)


@lru_cache(maxsize=8)
def expressions_of(owner: ast.ClassDef) -> Mapping[str, ast.Call]:
    """By name, those that are compiled of a text that is written down, and that nothing else takes the place of. Kept
    while the methods of a class are gone through."""
    found: dict[str, list[ast.expr | None]] = {}
    for name, value in _bound(owner):
        found.setdefault(name, []).append(value)
    return {name: values[0] for name, values in found.items() if len(values) == 1 and _is_compiled(values[0])}


def with_expressions(node: Node, expressions: Mapping[str, ast.Call]) -> Node:
    """A statement, for reading alone, with the expressions in the place of the attributes that hold them; itself where
    it asks none."""
    if not expressions:
        return node
    asks = (part for part in ast.walk(node) if isinstance(part, ast.Attribute) and part.attr in expressions)
    return rewritten(node, _WrittenOut(expressions)) if any(asks) else node


class _WrittenOut(ast.NodeTransformer):
    def __init__(self, expressions: Mapping[str, ast.Call]) -> None:
        self._expressions = expressions

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id in _OWN and isinstance(node.ctx, ast.Load):
            # A copy, as others go through the tree that it stands in, and the expressions are kept for other methods.
            return copy.deepcopy(self._expressions.get(node.attr, node))
        self.generic_visit(node)
        return node


def _bound(owner: ast.ClassDef) -> Iterator[tuple[str, ast.expr | None]]:
    """What the class's body and its methods bind attributes to; None for what is not written down by itself."""
    for statement in owner.body:
        if isinstance(statement, FunctionNode):
            yield statement.name, None
            names: frozenset[str] | None = frozenset({own_name(statement), owner.name})
        else:
            names = None
        parts = list(ast.walk(statement))
        values = {target: value for part in parts for target, value in _assigned(part)}
        declared = {part.target for part in parts if isinstance(part, ast.AnnAssign) and part.value is None}
        for part in parts:
            name = _bound_name(part, names)
            if name and part not in declared:
                yield name, values.get(part)


def _assigned(part: ast.AST) -> Iterator[tuple[ast.AST, ast.expr]]:
    """What an assignment binds by itself, and to what."""
    match part:
        case ast.Assign(targets, value):
            yield from ((target, value) for target in targets)
        case ast.AnnAssign(target, value=ast.expr() as value):
            yield target, value


def _bound_name(part: ast.AST, instances: frozenset[str] | None) -> str:
    """The attribute that is bound here; empty for none.

    Args:
        instances: what a method calls the instance or the class; None for the class's body.
    """
    match part:
        case ast.Name(name, ast.Store() | ast.Del()) if instances is None:
            return name
        case ast.Attribute(ast.Name(of), name, ast.Store() | ast.Del()) if instances is not None and of in instances:
            return name
    return ""


def _is_compiled(value: ast.expr | None) -> TypeGuard[ast.Call]:
    match value:
        case ast.Call(ast.Attribute(ast.Name("re"), "compile"), [ast.Constant(str()), *_]):
            return True
    return False
