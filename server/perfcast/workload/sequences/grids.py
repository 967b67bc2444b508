"""Tables of a few numbers or letters through which ways are looked for: walls leave most of them open."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from perfcast.source import FunctionNode
from perfcast.workload.code.parameters import parameters

#: One in so many places is a wall.
_OPEN: Final = 4
_WALL, _FREE = "#", "."
#: Words in names of functions that look for ways, and parameters that such have.
_LOOKING: Final = frozenset({"path", "maze", "bfs", "astar", "star", "dijkstra", "shortest", "route", "steps"})
_ENDS: Final = frozenset({"start", "goal", "end", "target", "source", "dest", "destination", "src", "dst"})
_WORD: Final = re.compile(r"[a-z]+")


def with_few_walls(letters: str) -> str:
    """What a board is drawn of, of which each is as frequent as it stands there."""
    if _WALL not in letters or _FREE not in letters:
        return letters
    return letters + _FREE * max(0, _OPEN - len(letters))


def largest_beside_walls(node: FunctionNode, numbers: Collection[int]) -> int:
    """The largest number of a board whose numbers are compared with these alone, of which the smallest is 0: others are
    no walls where ways are looked for."""
    return _OPEN - 1 if set(numbers) == {1} and _looks_for_ways(node) else max(1, *numbers)


def _looks_for_ways(node: FunctionNode) -> bool:
    names = {one.arg for one, _ in parameters(node, drop_first=False)}
    return bool(names & _ENDS) or bool(_LOOKING & {*_WORD.findall(node.name.lower())})
