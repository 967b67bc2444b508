"""How long the names of a kernel are needed: what its threads have to hold at once."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from perfcast.source import FunctionNode

_LOOPS = (ast.For, ast.While)


class NeededNames:
    """The names of a function that are read below a line, or in the next round of a loop around it.

    Args:
        bound: only names that the function's statements bind: all that may stand for blocks in one that is launched.
    """

    def __init__(self, function: FunctionNode, *, bound: bool) -> None:
        met = list(_met(function))
        names = {one.name for one in met if one.binds or not bound}
        self._last_uses = {name: last for name, last in _last_uses(met).items() if name in names}
        self._after: dict[int, Sequence[str]] = {}

    def after(self, line: int) -> Sequence[str]:
        found = self._after.get(line)
        if found is None:
            found = self._after[line] = tuple(name for name, last in self._last_uses.items() if last > line)
        return found


@lru_cache(maxsize=128)
def needed_names(function: FunctionNode, *, bound: bool) -> NeededNames:
    return NeededNames(function, bound=bound)


class _Met(NamedTuple):
    """A name that is read or bound, the line, and the loops around, outermost first."""

    name: str
    line: int
    loops: tuple[ast.For | ast.While, ...]
    binds: bool


def _met(function: FunctionNode) -> Iterator[_Met]:
    waiting: list[tuple[ast.AST, tuple[ast.For | ast.While, ...]]] = [(function, ())]
    while waiting:
        node, loops = waiting.pop()
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Del):
            yield _Met(node.id, node.lineno, loops, isinstance(node.ctx, ast.Store))
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            yield _Met(node.target.id, node.lineno, loops, binds=False)
        inner = (*loops, node) if isinstance(node, _LOOPS) else loops
        waiting += [(child, inner) for child in ast.iter_child_nodes(node)]


def _last_uses(met: Sequence[_Met]) -> dict[str, int]:
    """The last line on which each name is read; a name that a loop reads and that was bound before or is read again in
    its next round is needed until the loop's last line."""
    first_bound: dict[str, int] = {}
    last_bound: dict[tuple[str, ast.stmt], int] = {}
    for name, line, loops, binds in met:
        if binds:
            first_bound[name] = min(first_bound.get(name, line), line)
            for loop in loops:
                last_bound[name, loop] = max(last_bound.get((name, loop), line), line)
    found: dict[str, int] = {}
    for name, line, loops, binds in met:
        if not binds:
            # Where the loop binds it on the line of the read or below, the next round reads what this one left.
            bound = first_bound.get(name, 0)
            needed = (loop for loop in loops if bound < loop.lineno or last_bound.get((name, loop), 0) >= line)
            around = next(needed, None)
            last = line if around is None else around.end_lineno or line
            found[name] = max(found.get(name, 0), last)
    return found
