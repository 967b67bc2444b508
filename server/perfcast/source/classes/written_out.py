"""Classes of tuples with named fields that a call makes, as class statements: ``namedtuple("Point", "x y")``."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name

_MAKING: Final = frozenset({"namedtuple", "NamedTuple"})


def written_out(node: ast.stmt) -> ast.ClassDef | None:
    """The class statement that says the same as an assignment, as far as values are made by it; None for any other
    statement, and where the fields are not all there to be read."""
    match node:
        case ast.Assign([ast.Name(name)], ast.Call(function, [_, _, *_]) as made_by):
            return _written(name, made_by, node) if last_name(function) in _MAKING else None
    return None


def with_written_out(body: Sequence[ast.stmt]) -> Mapping[str, ast.ClassDef]:
    """By name, the classes that statements define, and those that their calls make."""
    found = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    made = (written_out(node) for node in body if isinstance(node, ast.Assign))
    return {**{node.name: node for node in made if node is not None}, **found}


@lru_cache(maxsize=256)
def _written(name: str, made_by: ast.Call, place: ast.stmt) -> ast.ClassDef | None:
    told = _told(made_by.args[1])
    if not told:
        return None
    if any(type_ is None for _, type_ in told):
        # Of the names alone, the base says as much.
        made = ast.ClassDef(name, [made_by], [], [ast.Pass()], [])
    else:
        parts: list[ast.stmt] = [
            ast.AnnAssign(ast.Name(field, ast.Store()), type_, None, simple=1)
            for field, type_ in told
            if type_ is not None
        ]
        made = ast.ClassDef(name, [ast.Name("NamedTuple", ast.Load())], [], parts, [])
    return ast.fix_missing_locations(ast.copy_location(made, place))


def _told(fields: ast.expr) -> list[tuple[str, ast.expr | None]]:
    """Names of fields, each with its type where the call says one; none where it does not say all names."""
    match fields:
        case ast.Constant(str(text)):
            return [(name, None) for name in text.replace(",", " ").split()]
        case ast.List(parts) | ast.Tuple(parts):
            found = [one for one in map(_field, parts) if one is not None]
            return found if len(found) == len(parts) else []
    return []


def _field(node: ast.expr) -> tuple[str, ast.expr | None] | None:
    match node:
        case ast.Constant(str(name)):
            return name, None
        case ast.Tuple([ast.Constant(str(name)), type_]) | ast.List([ast.Constant(str(name)), type_]):
            return name, type_
    return None
