"""How long the names of a kernel are needed: what its threads have to hold at once."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from perfcast.source import FunctionNode

_LOOPS = (ast.For, ast.While)


class NeededNames:
    """The names of a function that are read below a line, or in the next round of a loop around it.

    Args:
        bound: only names that the function's statements bind: all that may stand for blocks in one that is launched.
    """

    def __init__(self, function: FunctionNode, *, bound: bool) -> None:
        uses = last_uses(function)
        names = _first_bound(function) if bound else uses
        self._last_uses = {name: last for name, last in uses.items() if name in names}
        self._after: dict[int, Sequence[str]] = {}

    def after(self, line: int) -> Sequence[str]:
        found = self._after.get(line)
        if found is None:
            found = self._after[line] = tuple(name for name, last in self._last_uses.items() if last > line)
        return found


@lru_cache(maxsize=128)
def needed_names(function: FunctionNode, *, bound: bool) -> NeededNames:
    return NeededNames(function, bound=bound)


def last_uses(function: FunctionNode) -> Mapping[str, int]:
    """The last line on which each name of the function is read; a name that a loop reads and that was bound before
    or is read again in its next round is needed until the loop's last line."""
    first_bound = _first_bound(function)
    found: dict[str, int] = {}
    for name, line, loops in _reads(function, ()):
        bound = first_bound.get(name, 0)
        around = next((loop for loop in loops if bound < loop.lineno or _is_carried(loop, name, line)), None)
        last = line if around is None else around.end_lineno or line
        found[name] = max(found.get(name, 0), last)
    return found


def _first_bound(function: FunctionNode) -> dict[str, int]:
    """The names that the function's statements bind, and the first line on which they do."""
    found: dict[str, int] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found[node.id] = min(found.get(node.id, node.lineno), node.lineno)
    return found


def _reads(node: ast.AST, loops: tuple[ast.For | ast.While, ...]) -> Iterator[tuple[str, int, tuple[ast.stmt, ...]]]:
    """Names that are read, the line, and the loops around, outermost first."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node.id, node.lineno, loops
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, node.lineno, loops
    inner = (*loops, node) if isinstance(node, _LOOPS) else loops
    for child in ast.iter_child_nodes(node):
        yield from _reads(child, inner)


def _is_carried(loop: ast.stmt, name: str, line: int) -> bool:
    """Whether a loop binds the name on the line of the read or below: the next round reads what this one left."""
    return any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store) and node.lineno >= line
        for node in ast.walk(loop)
    )
