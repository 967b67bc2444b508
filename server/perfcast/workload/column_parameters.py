"""Parameters that name columns of tables: ``frame[column]``, ``frame.groupby(by)``, ``for c in columns: frame[c]``.

Such a parameter is called with its own name, or with its default, and the table has a column of that name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Final

from perfcast.source.special import last_name

#: Last words of names of those that no annotation tells of.
_NAMES: Final = frozenset(
    {"col", "cols", "column", "columns", "by", "key", "keys", "field", "fields", "feature", "features", "on", "index"}
    | {"values", "subset", "target", "group", "groups"}
)
_TEXTS: Final = frozenset({"str", "Hashable"})
_SEVERAL: Final = frozenset({"list", "List", "Sequence", "Iterable", "Collection", "tuple", "set"})


def parameters_of(tree: ast.AST) -> dict[str, str]:
    """Name of a parameter that may name a column, or several -> what it is called with where nobody says."""
    found: dict[str, str] = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for parameter, default in _with_defaults(function.args):
                is_text = isinstance(default, ast.Constant) and isinstance(default.value, str)
                if is_text or (default is None and _may_name_columns(parameter)):
                    found[parameter.arg] = str(default.value) if isinstance(default, ast.Constant) else parameter.arg
    return found


def with_texts(tree: ast.AST, parameters: Mapping[str, str]) -> ast.AST:
    """The tree with these parameters, and what goes through them, as texts."""
    loops = {
        part.target.id: part.iter.id
        for part in ast.walk(tree)
        if isinstance(part, ast.For | ast.comprehension)
        and isinstance(part.target, ast.Name)
        and isinstance(part.iter, ast.Name)
        and part.iter.id in parameters
    }
    texts = {**parameters, **{name: parameters[of] for name, of in loops.items()}}
    if not any(isinstance(part, ast.Name) and part.id in texts for part in ast.walk(tree)):
        return tree
    found: ast.AST = _Said(texts).visit(deepcopy(tree))
    return found


class _Said(ast.NodeTransformer):
    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def visit_Name(self, node: ast.Name) -> ast.expr:  # noqa: N802
        if node.id not in self._texts or not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(ast.Constant(self._texts[node.id]), node)


def _with_defaults(arguments: ast.arguments) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    positional = [*arguments.posonlyargs, *arguments.args]
    missing: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
    yield from zip(positional, [*missing, *arguments.defaults], strict=True)
    yield from zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)


def _may_name_columns(parameter: ast.arg) -> bool:
    annotation = parameter.annotation
    if annotation is None:
        return parameter.arg.rpartition("_")[2] in _NAMES
    if isinstance(annotation, ast.Subscript):
        return last_name(annotation.value) in _SEVERAL and last_name(annotation.slice) in _TEXTS
    return last_name(annotation) in _TEXTS
