"""Trees whose nodes are of several classes, all of them such as a program of that kind of nodes has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import cycle
from typing import Any, Final

from perfcast.source.classes.node_kinds import NodeKinds
from perfcast.workload.language.spread import Spread
from perfcast.workload.values.makers import Makers

#: Levels of a tree, and those from the root on that have no leaves.
_LEVELS: Final = 4
_INNER_LEVELS: Final = 2


class NodeTrees:
    """Makes them such that each kind of nodes comes in turn."""

    def __init__(
        self, name: str, kinds: NodeKinds, make: Callable[[str, int, Makers], list[Any]], makers: Makers
    ) -> None:
        """
        Args:
            name: of the class that all of them extend, or of their union.
            make: so many instances of a class, whose parts others make.
            makers: of what is no node.
        """
        self._name, self._make, self._makers = name, make, makers
        self._inner, self._leaves = cycle(kinds.inner or kinds.leaves), cycle(kinds.leaves)
        self._any = cycle([*kinds.leaves, *kinds.inner])

    def tree(self) -> Any:
        """A single one, a few levels deep. Raises what making it raises."""
        return self._nodes(1, 0)[0]

    def several(self, count: int) -> list[Any]:
        """So many, leaves and those above leaves alone among them. Raises what making them raises."""
        return self._nodes(count, _LEVELS - 2)

    def _nodes(self, count: int, level: int) -> list[Any]:
        kinds = self._inner if level < _INNER_LEVELS else self._any if level < _LEVELS - 1 else self._leaves
        names = [next(kinds) for _ in range(count)]
        makers = replace(self._makers, of=partial(self._parts, level=level + 1))
        made = {kind: iter(self._make(kind, several, makers)) for kind, several in Counter(names).items()}
        return [next(made[kind]) for kind in names]

    def _parts(self, name: str, count: int, spread: Spread, *, level: int) -> list[Any] | None:
        return self._nodes(count, level) if name == self._name else self._makers.of(name, count, spread)
