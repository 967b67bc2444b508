"""In which order a normal form writes what a unit uses."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping


def nearest_first(start: Iterable[str], uses: Mapping[str, frozenset[str]]) -> list[str]:
    """Keys of `uses` that can be reached from `start`, breadth first: truncation cuts the least direct."""
    order: dict[str, None] = {}
    pending = deque([start])
    while pending:
        for name in sorted(pending.popleft()):
            if name in uses and name not in order:
                order[name] = None
                pending.append(uses[name])
    return list(order)
