"""What a class is called with instead, where its constructor fails on what was made up: what the errors tell, as of
units. Who measures and who tries out find the same."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Final, NamedTuple

from perfcast.workload.code.parameters import untold, with_nones_wanted
from perfcast.workload.corrections.clues import Having, clues_in, none
from perfcast.workload.corrections.corrections import LeftOut, corrections
from perfcast.workload.defaults.assembly import ClassFor, default_workload
from perfcast.workload.language.workload import Workload

#: One after the other; those of what fails alike, and all that are tried.
_DEEPEST: Final = 6
_MOST_OF_ONE: Final = 8
_MOST: Final = 32


class NoMoreTries(Exception):
    """Whoever tries has no time left for more."""


class Step(NamedTuple):
    """
    Attributes:
        failure: after which something is changed; place: of the change among those that come into question.
        group: of what was left out, see `LeftOut.groups`.
    """

    failure: str
    place: int
    group: int


class Reconstruction:
    """Of one class's instances."""

    def __init__(
        self,
        init: ast.FunctionDef,
        size: int,
        classes: ClassFor,
        around: Sequence[ast.stmt] = (),
        having: Having = none,
    ) -> None:
        """
        Args:
            init: its constructor, with what its bases do; size, classes: as `default_workload` takes them.
            around: what else the class does with what it is made of; having: as `Clues.having`.
        """
        self._init, self._size, self._classes = init, size, classes
        self._clues = replace(clues_in(ast.Module([init, *around], [])), having=having)
        self._free = untold(init)
        self._optional: LeftOut | None = None

    def found(self, made: Workload, failure: str, fails: Callable[[Workload], str | None]) -> tuple[Step, ...]:
        """The changes after which the constructor comes to its end, or to where nobody knows how it goes on; none where
        none was found.

        Args:
            failure: with what it is called with; its class and text in full.
            fails: how it fails with something else, '' where it does not; None where nobody knows. It may raise
                `NoMoreTries`, which ends the search.
        """
        perhaps: list[tuple[Step, ...]] = []
        with suppress(NoMoreTries):
            for group in range(len(list(self._left_out().groups))):
                steps = self._found(made, failure, fails, group, perhaps)
                if steps:
                    return steps
        return perhaps[0] if perhaps else ()

    def _found(
        self,
        made: Workload,
        failure: str,
        fails: Callable[[Workload], str | None],
        group: int,
        perhaps: list[tuple[Step, ...]],
    ) -> tuple[Step, ...]:
        waiting: deque[tuple[Workload, tuple[Step, ...], str]] = deque([(made, (), failure)])
        seen, count = {failure}, 0
        while waiting:
            before, steps, error = waiting.popleft()
            for place, other in enumerate(islice(self._others(before, error, group), _MOST_OF_ONE)):
                count += 1
                if count > _MOST:
                    return ()
                after, taken = fails(other), (*steps, Step(error, place, group))
                if after == "":
                    return taken
                if after is None:
                    perhaps.append(taken)
                elif after not in seen and len(taken) < _DEEPEST:
                    seen.add(after)
                    waiting.append((other, taken, after))
        return ()

    def changed(self, made: Workload, steps: tuple[Step, ...]) -> Workload:
        """What it is called with after these changes."""
        for failure, place, group in steps:
            made = next(islice(self._others(made, failure, group), place, None), made)
        return made

    def _others(self, made: Workload, failure: str, group: int) -> Iterator[Workload]:
        left_out = list(self._left_out().groups)[group]
        return corrections(made, failure, self._clues, self._free, self._size, left_out)

    def _left_out(self) -> LeftOut:
        """As `perfcast.workload.origins.resolution.optional`."""
        if self._optional is None:
            wanting, names = with_nones_wanted(self._init)
            given = default_workload(wanting, self._size, drop_first=True, classes=self._classes)
            self._optional = LeftOut.of(given.arguments, names)
        return self._optional
