"""Columns that a unit asks for by their type alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name

#: What stands for texts, and for numbers, among types of columns.
_TEXTUAL: Final = frozenset({"object", "O", "category", "string", "str"})
_NUMERIC: Final = frozenset({"number", "float", "int", "float64", "int64"})
#: What a column of texts is called that has no other name.
TEXTUAL_COLUMN: Final = "category"


def asks_for_texts(node: ast.Call) -> bool:
    """Whether ``select_dtypes`` gives columns of texts: it includes these, or leaves out those of numbers."""
    said = {keyword.arg: keyword.value for keyword in node.keywords}
    included = node.args[0] if node.args else said.get("include")
    if included is not None:
        return not _TEXTUAL.isdisjoint(_types(included))
    return "exclude" in said and not _NUMERIC.isdisjoint(_types(said["exclude"]))


def _types(node: ast.expr) -> Iterator[str | None]:
    for one in node.elts if isinstance(node, ast.List | ast.Tuple) else [node]:
        yield str(one.value) if isinstance(one, ast.Constant) else last_name(one)
