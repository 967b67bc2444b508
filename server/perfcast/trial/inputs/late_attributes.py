"""Attributes that methods fill: those that are None or empty at first, and what these hold."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from perfcast.source.definitions.units import own_name
from perfcast.source.parsing.walking import walk

#: Methods that put something into what has them.
PUTTING: Final = frozenset(
    {"append", "appendleft", "add", "extend", "extendleft", "insert", "push", "put", "setdefault", "update"}
)


def put_later(constructor: ast.FunctionDef | None, methods: Mapping[str, ast.FunctionDef]) -> set[str]:
    """Attributes to which a constructor, or a method that it calls, assigns something else than None.

    An object whose constructor was not followed to its end does not have that yet: None is no value of theirs.

    Args:
        methods: of the class, by name.
    """
    found, seen, waiting = set[str](), set[str](), [] if constructor is None else [constructor]
    while waiting:
        method = waiting.pop()
        own = own_name(method)
        for part in walk(method):
            match part:
                case ast.Assign([ast.Attribute(ast.Name(of), name)], value) | ast.AnnAssign(
                    ast.Attribute(ast.Name(of), name), _, ast.expr() as value
                ) if of == own and not _is_none(value):
                    found.add(name)
                case ast.Call(ast.Attribute(ast.Name(of), name)) if of == own and name in methods and name not in seen:
                    seen.add(name)
                    waiting.append(methods[name])
    return found


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None
