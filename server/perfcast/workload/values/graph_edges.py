"""Edges of trees, and those that lead in no circle."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Any, Final

import numpy as np

#: Nodes that an edge has.
_PAIR: Final = 2


def acyclic(edges: list[Any], first: int, last: int, generator: np.random.Generator) -> list[Any]:
    """Edges of which each leads from a node to a later one, about as many to each; what else is said of them
    stays."""
    if last <= first or not edges or not isinstance(edges[0], tuple | list) or len(edges[0]) < _PAIR:
        return edges
    ends = [first + 1 + place % (last - first) for place in range(len(edges))]
    starts = generator.integers(first, ends).tolist()
    return [type(edge)((start, end, *edge[2:])) for edge, start, end in zip(edges, starts, ends, strict=True)]


def below_node(held: Any, first: int, degree: int, nodes: Sequence[Any]) -> Any:
    """What a node of a tree has: from the first on that none before it has, so many; with what is there of each."""
    children = nodes[first : first + degree]
    if isinstance(held, dict):
        return dict(zip(children, cycle(held.values()), strict=False))
    edges = zip(children, cycle(held), strict=False)
    return type(held)((child, *edge[1:]) if isinstance(edge, tuple) else child for child, edge in edges)
