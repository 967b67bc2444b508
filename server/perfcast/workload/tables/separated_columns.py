"""Columns of texts that are split, which hold what they are split at."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

#: Methods that split a column's texts; how many parts a text has at least, and one of them.
_SPLITTING: Final = frozenset({"split", "rsplit", "partition", "rpartition"})
_PARTS: Final = 2
_PART: Final = "part"


class Separated(NamedTuple):
    """Texts of several parts.

    Attributes:
        separator: that stands between these.
    """

    separator: str
    parts: int = _PARTS

    def joined(self, text: str) -> str:
        """A text of so many parts, unless it has them."""
        return text if self.separator in text else self.separator.join((text, *[_PART] * (self.parts - 1)))


def separated(tree: ast.AST) -> Iterator[tuple[ast.expr, Separated]]:
    """What stands for a column that is split at a text, and its parts: as many as columns are made of them."""
    parts = dict(_parts(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(value=of, attr="str"), attr=method),
                args=[ast.Constant(value=str(separator)), *_],
            ) if method in _SPLITTING and separator.strip():
                yield _column(of), Separated(separator, parts.get(id(node), _PARTS))


def _parts(tree: ast.AST) -> Iterator[tuple[int, int]]:
    """Which call's columns are assigned to how many."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Subscript(slice=ast.List(elts=names))], value=ast.Call() as call):
                yield id(call), len(names)


def _column(node: ast.expr) -> ast.expr:
    """What texts are made of by other methods of theirs, such as ``df["name"].str.strip()``."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        holder = node.func.value
        node = holder.value if isinstance(holder, ast.Attribute) and holder.attr == "str" else holder
    return node
