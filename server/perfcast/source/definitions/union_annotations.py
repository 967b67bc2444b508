"""Annotation -> the types that it leaves open."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from perfcast.source.definitions.dunder_methods import last_name


def alternatives(annotation: ast.expr | None) -> Iterator[ast.expr]:
    """Each type of a union, the one that is optional, or what is there alone; of texts what they say, where that can be
    read."""
    match annotation:
        case None:
            return
        case ast.Constant(str(text)):
            try:
                said = ast.parse(text, mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return
            yield from alternatives(said)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from alternatives(left)
            yield from alternatives(right)
        case ast.Subscript(value=of, slice=inner) if last_name(of) in {"Optional", "Union"}:
            for one in inner.elts if isinstance(inner, ast.Tuple) else [inner]:
                yield from alternatives(one)
        case _:
            yield annotation
