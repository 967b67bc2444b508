"""What a class is called with instead, where its constructor fails on what was made up: what the errors tell, as of
units. Who measures and who tries out find the same."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from perfcast.workload.clues import clues_in
from perfcast.workload.corrections import LeftOut, corrections
from perfcast.workload.defaults import ClassFor, default_workload
from perfcast.workload.documented import documented
from perfcast.workload.language import TypeExpression, Workload
from perfcast.workload.parameters import untold, with_nones_wanted

#: One after the other; those of what fails alike, and all that are tried.
_DEEPEST: Final = 3
_MOST_OF_ONE: Final = 8
_MOST: Final = 24
_OPEN: Final = TypeExpression("object")


class Step(NamedTuple):
    """
    Attributes:
        failure: after which something is changed; place: of the change among those that come into question.
    """

    failure: str
    place: int


class Reconstruction:
    """Of one class's instances."""

    def __init__(self, init: ast.FunctionDef, size: int, classes: ClassFor) -> None:
        """
        Args:
            init: its constructor, with what its bases do; size, classes: as `default_workload` takes them.
        """
        self._init, self._size, self._classes = init, size, classes
        self._clues = clues_in(ast.Module([init], []))
        self._free = untold(init)
        self._optional: tuple[LeftOut, ...] | None = None

    def found(self, made: Workload, failure: str, fails: Callable[[Workload], str | None]) -> tuple[Step, ...]:
        """The changes after which the constructor comes to its end; none where none was found.

        Args:
            failure: with what it is called with; its class and text in full.
            fails: how it fails with something else, '' where it does not; None where nobody knows.
        """
        waiting: deque[tuple[Workload, tuple[Step, ...], str]] = deque([(made, (), failure)])
        seen, count = {failure}, 0
        while waiting:
            before, steps, error = waiting.popleft()
            for place, other in enumerate(islice(self._others(before, error), _MOST_OF_ONE)):
                count += 1
                if count > _MOST:
                    return ()
                after, taken = fails(other), (*steps, Step(error, place))
                if after == "":
                    return taken
                if after is not None and after not in seen and len(taken) < _DEEPEST:
                    seen.add(after)
                    waiting.append((other, taken, after))
        return ()

    def changed(self, made: Workload, steps: tuple[Step, ...]) -> Workload:
        """What it is called with after these changes."""
        for failure, place in steps:
            made = next(islice(self._others(made, failure), place, None), made)
        return made

    def _others(self, made: Workload, failure: str) -> Iterator[Workload]:
        return corrections(made, failure, self._clues, self._free, self._size, self._left_out)

    def _left_out(self) -> tuple[LeftOut, ...]:
        """As `perfcast.workload.resolve.optional`."""
        if self._optional is None:
            wanting, names = with_nones_wanted(self._init)
            said = documented(wanting)
            given = default_workload(wanting, self._size, drop_first=True, classes=self._classes, documented=said)
            told = {one.name: one for one in given.arguments if one.has_value or one.type != _OPEN}
            self._optional = tuple(LeftOut(told[name], is_asked) for name, is_asked in names.items() if name in told)
        return self._optional
