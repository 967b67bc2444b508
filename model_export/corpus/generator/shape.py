"""What a program looks like apart from its words: programs of one shape differ in names and constants alone."""

from __future__ import annotations

import ast
from typing import Final

_NAMES: Final = frozenset({"id", "arg", "name", "attr", "asname", "module", "rest"})


def shape(source: str) -> str:
    """The syntax tree with names and constants blanked and docstrings gone."""
    return _blanked(ast.parse(source))


def _blanked(node: ast.AST) -> str:
    if isinstance(node, ast.Constant | ast.Nonlocal | ast.Global):
        return type(node).__name__
    parts = []
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, ast.AST):
            # A context follows from where the node stands.
            if field != "ctx":
                parts.append(_blanked(value))
        elif isinstance(value, list):
            members = value[1:] if field == "body" and _has_docstring(node) else value
            parts.append(f"[{','.join(_blanked(one) if isinstance(one, ast.AST) else repr(one) for one in members)}]")
        else:
            parts.append("_" if field in _NAMES and isinstance(value, str) else repr(value))
    return f"{type(node).__name__}({','.join(parts)})"


def _has_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node, clean=False) is not None
