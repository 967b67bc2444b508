"""Hours of editing without the pauses: typing, saving, hovering, comparing, files opened and closed."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from tests.e2e.session import Session, session
from tests.endurance.report import Row
from tests.endurance.servers import resident_mib

FOLDER = "file:///project"
_FUNCTIONS = 20
_SAVES_AN_HOUR = 60
_FILES_AN_HOUR = 12
_WARM_UP = 0.25
_STEEPEST = 2.0
"""MiB an hour that memory may grow after the warm-up."""


async def hours(server: Sequence[str], count: int) -> AsyncIterator[Row]:
    """So many hours of edits, with the memory after each tenth of an hour."""
    async with session(command=list(server)) as editor:
        await editor.ready()
        day = _Day(editor)
        memory = []
        for hour in range(count):
            for tenth in range(10):
                await day.work(_SAVES_AN_HOUR // 10, files=_FILES_AN_HOUR // 10)
                memory.append((hour + (tenth + 1) / 10, resident_mib(editor.process.pid)))
        await editor.ready()
        warm = memory[int(_WARM_UP * len(memory)) :]
        steepness = _slope(warm)
        found = (
            f"{memory[0][1]:.0f} MiB after the first minutes, {warm[0][1]:.0f} MiB warm, {memory[-1][1]:.0f} MiB in "
            f"the end, at most {max(one for _, one in memory):.0f} MiB; {steepness:+.2f} MiB an hour once warm"
        )
        yield Row(f"{count} hours of edits: {day.edits:,} edits, {day.saves} saves", found, steepness <= _STEEPEST)


def _slope(points: Sequence[tuple[float, float]]) -> float:
    """Of the line that fits best, in y an x."""
    x_mean = sum(x for x, _ in points) / len(points)
    y_mean = sum(y for _, y in points) / len(points)
    return sum((x - x_mean) * (y - y_mean) for x, y in points) / sum((x - x_mean) ** 2 for x, _ in points)


@dataclass
class _Day:
    """Somebody who works on one file, and looks at others."""

    editor: Session
    edits: int = 0
    saves: int = 0
    _random: random.Random = field(default_factory=lambda: random.Random(0))
    _bodies: list[list[str]] = field(default_factory=lambda: [[] for _ in range(_FUNCTIONS)])

    def __post_init__(self) -> None:
        self.uri = f"{FOLDER}/work.py"
        self.editor.open(self.uri, self._text())

    async def work(self, saves: int, files: int) -> None:
        """Type lines, save each time, look at hovers and comparisons, open other files and close them."""
        for _ in range(saves):
            self._type_a_line()
            self.editor.save(self.uri)
            self.saves += 1
            await self.editor.ready()
            await self.editor.hints(self.uri)
            await self.editor.hover(self.uri, 0, 5)
        names = [f"f{self._random.randrange(_FUNCTIONS)}" for _ in range(2)]
        a, b = ({"uri": self.uri, "name": name} for name in names)
        await self.editor.command("perfcast.server.compare", {"a": a, "b": b})
        for _ in range(files):
            uri = f"{FOLDER}/{self._random.randrange(10**9)}.py"
            self.editor.open(uri, self._text())
            await self.editor.hints(uri)
            self.editor.close(uri)

    def _type_a_line(self) -> None:
        """At the end of some function, character by character; a function that grew long is cut first."""
        index = self._random.randrange(_FUNCTIONS)
        body = self._bodies[index]
        end = sum(len(lines) + 2 for lines in self._bodies[: index + 1])
        if len(body) >= 6:
            self.editor.edit(self.uri, ((end - 1 - len(body), 0, end - 1, 0), ""))
            self.edits += 1
            end -= len(body)
            body.clear()
        line = f"    nums = [n * {self._random.randrange(10**6)} for n in nums]\n"
        for column, character in enumerate(line):
            self.editor.edit(self.uri, ((end - 1, column, end - 1, column), character))
            self.edits += 1
        body.append(line)

    def _text(self) -> str:
        return "".join(
            f"def f{index}(nums):\n{''.join(body)}    return sum(nums)\n" for index, body in enumerate(self._bodies)
        )
