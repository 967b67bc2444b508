"""Columns of texts, as what is done with each element tells: ``for text in column: text.split()``."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from perfcast.workload.tables.column_contents import OF_TEXTS


def texts_by_element(tree: ast.AST) -> Iterator[ast.expr]:
    """What stands for a column whose elements are asked for what only texts have."""
    for node in ast.walk(tree):
        match node:
            case ast.For(target=ast.Name(id=one), iter=of, body=body) if _asks_as_text(body, one):
                yield of
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                for part in node.generators:
                    if isinstance(part.target, ast.Name) and _asks_as_text([node.elt, *part.ifs], part.target.id):
                        yield part.iter
            case ast.Call(
                func=ast.Attribute(value=of, attr="apply" | "map"),
                args=[ast.Lambda(args=ast.arguments(args=[given]), body=result), *_],
            ) if _asks_as_text([result], given.arg):
                yield of


def _asks_as_text(parts: list[ast.stmt] | list[ast.expr], name: str) -> bool:
    return any(
        isinstance(node, ast.Attribute)
        and node.attr in OF_TEXTS
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        for part in parts
        for node in ast.walk(part)
    )
