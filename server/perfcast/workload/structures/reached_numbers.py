"""Numbers for which comparisons with others hold: those above 90 in ``age > 90``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

#: Whole numbers beyond which no workload goes.
MOST: Final = 2**63 - 1
#: Comparisons -> the same ones with their sides exchanged.
_EXCHANGED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
}


def reached(operator: ast.cmpop, values: Sequence[str | int], *, is_left: bool) -> Iterator[tuple[float, float]]:
    """The least and the most whole number for which a comparison with each of these values holds; nothing of texts, and
    of what nearly any number is.

    Args:
        is_left: of those on its left side.
    """
    kind = type(operator) if is_left else _EXCHANGED.get(type(operator), type(operator))
    for value in values:
        if isinstance(value, int) and abs(value) <= MOST:
            if kind is ast.Gt:
                yield value + 1, inf
            elif kind is ast.GtE:
                yield value, inf
            elif kind is ast.Lt:
                yield -inf, value - 1
            elif kind is ast.LtE:
                yield -inf, value
            elif kind in (ast.Eq, ast.In):
                yield value, value
