"""Kernels that a file holds as text: ``async_compile.triton('name', '''...''')`` in what torch's Inductor writes."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from perfcast.source import SourceError, SourceFile


@dataclass(frozen=True, eq=False)
class EmbeddedSource:
    """A source within a source.

    Attributes:
        call: the expression that compiles it, whose value is the kernel.
        file: the inner source, parsed.
        name: by which the outer file calls it.
        first_line: of the outer file, where the inner source's first line stands.
    """

    call: ast.Call
    file: SourceFile
    name: str
    first_line: int


def embedded_sources(tree: ast.Module) -> list[EmbeddedSource]:
    """Those that parse, in source order."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="triton"),
                args=[ast.Constant(value=str() as name), ast.Constant(value=str() as text) as literal, *_],
            ):
                try:
                    found.append(EmbeddedSource(node, SourceFile.parse(text), name, literal.lineno))
                except SourceError:
                    continue
    return sorted(found, key=lambda source: source.first_line)
