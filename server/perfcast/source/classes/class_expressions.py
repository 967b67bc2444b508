"""Regular expressions that a class, or each instance, holds: ``TOKEN = re.compile(...)`` in its body, by which methods
search as ``self.TOKEN.match(text, place)``."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeGuard, TypeVar

#: Names of what has the attributes of the class.
_OWN: Final = frozenset({"self", "cls"})

Node = TypeVar("Node", bound=ast.stmt)


@lru_cache(maxsize=8)
def expressions_of(owner: ast.ClassDef) -> Mapping[str, ast.Call]:
    """By name, those that are compiled of a text that is written down, and that nothing else takes the place of. Kept
    while the methods of a class are gone through."""
    found: dict[str, list[ast.expr]] = {}
    for name, value in _bound(owner):
        found.setdefault(name, []).append(value)
    return {name: values[0] for name, values in found.items() if len(values) == 1 and _is_compiled(values[0])}


def with_expressions(node: Node, expressions: Mapping[str, ast.Call]) -> Node:
    """A statement, for reading alone, with the expressions in the place of the attributes that hold them; itself where
    it asks none."""
    if not expressions:
        return node
    asks = (part for part in ast.walk(node) if isinstance(part, ast.Attribute) and part.attr in expressions)
    return _WrittenOut(expressions).visit(copy.deepcopy(node)) if any(asks) else node


class _WrittenOut(ast.NodeTransformer):
    def __init__(self, expressions: Mapping[str, ast.Call]) -> None:
        self._expressions = expressions

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id in _OWN and isinstance(node.ctx, ast.Load):
            return self._expressions.get(node.attr, node)
        self.generic_visit(node)
        return node


def _bound(owner: ast.ClassDef) -> Iterator[tuple[str, ast.expr]]:
    """What the class's body and its methods bind attributes to."""
    for statement in owner.body:
        match statement:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), value=ast.expr() as value):
                yield name, value
            case ast.FunctionDef():
                for part in ast.walk(statement):
                    match part:
                        case ast.Assign([ast.Attribute(ast.Name("self"), name)], value):
                            yield name, value


def _is_compiled(value: ast.expr) -> TypeGuard[ast.Call]:
    match value:
        case ast.Call(ast.Attribute(ast.Name("re"), "compile"), [ast.Constant(str()), *_]):
            return True
    return False
