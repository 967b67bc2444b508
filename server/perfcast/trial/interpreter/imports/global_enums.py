"""Enumerations whose members are names of their module as well, by ``enum.global_enum``."""

from __future__ import annotations

import ast
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.trial.interpreter.imports.toplevel import assigned

DECORATOR: Final = "global_enum"


def with_members(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a module, each such class followed by what binds its members."""
    found = list[ast.stmt]()
    for statement in body:
        found.append(statement)
        if isinstance(statement, ast.ClassDef) and _is_global(statement):
            found += _binding(statement)
    return found


def _is_global(node: ast.ClassDef) -> bool:
    return any(last_name(decorator) == DECORATOR for decorator in node.decorator_list)


def _binding(node: ast.ClassDef) -> list[ast.stmt]:
    names = [name for part in node.body for name in assigned(part) if not name.startswith("_")]
    written = ast.parse("\n".join(f"{name} = {node.name}.{name}" for name in names)).body
    for statement in written:
        for part in ast.walk(statement):
            ast.copy_location(part, node)
    return written
