"""Code as normal forms are put together from it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from perfcast.source.classes.implied_classes import stem_of_parameter
from perfcast.source.definitions.references import references
from perfcast.source.printing import print_code


@dataclass(frozen=True)
class Piece:
    """Code as printed, and the names it takes from around it."""

    text: str
    names: frozenset[str]
    stems: frozenset[str]
    """What the names of its parameters say of their classes, where nothing else does."""
    read: frozenset[str]
    """What stands behind dots."""

    @classmethod
    def of(cls, node: ast.AST) -> Piece:
        found = references(node)
        telling = {base: stem for base, _ in found.attributes if (stem := stem_of_parameter(base)) is not None}
        stems = {
            telling[part.arg]
            for part in (ast.walk(node) if telling else ())
            if isinstance(part, ast.arg) and part.annotation is None and part.arg in telling
        }
        return cls(print_code(node), found.names, frozenset(stems), frozenset(name for _, name in found.attributes))

    @classmethod
    def of_all(cls, nodes: Sequence[ast.expr]) -> Piece | None:
        """Of expressions, a line each; None of none."""
        lines = [cls.of(ast.Expr(node)) for node in nodes]
        names, read = (frozenset().union(*(getattr(line, part) for line in lines)) for part in ("names", "read"))
        return cls("\n".join(line.text for line in lines), names, frozenset(), read) if lines else None
