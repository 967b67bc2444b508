"""What is computed, as against how long it takes: the same on every machine, so tests hold it.

The stand-in model counts: an encoding is one reading of a source, a run one question to the decoder.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from perfcast.lsp.features.comparing import COMMAND
from tests.benchmarks.bench import Bench
from tests.benchmarks.editor import SIZES
from tests.benchmarks.rows import Row
from tests.e2e.session import Session, session

URI = "file:///project/counts.py"
FUNCTIONS = 100
_LINES = 4


@dataclass(frozen=True)
class Count:
    """What one thing that a user does came to.

    Attributes:
        what: was done.
        encodings, runs: of the model.
        expected: both of them, at most.
    """

    what: str
    encodings: int
    runs: int
    expected: tuple[int, int]


def measure(_: Bench) -> Iterator[Row]:
    """Encodings and decoder runs of what users do."""
    for count in asyncio.run(counts()):
        encodings, runs = count.expected
        yield Row(f"{count.what}: encodings", "", count.encodings, target=encodings)
        yield Row(f"{count.what}: decoder runs", "", count.runs, target=runs)


def function(index: int) -> str:
    """A function of four lines, the blank one below included."""
    return f"def f{index}(nums: list[int]) -> int:\n    low = {index}\n    return sum(n for n in nums if n > low)\n\n"


async def counts() -> list[Count]:
    """A session over a file of 100 functions, one thing after the other."""
    found: list[Count] = []
    async with session() as editor:
        assert editor.local is not None
        model = editor.local.model

        async def count(what: str, act: Callable[[], Awaitable[object]], encodings: int, runs: int) -> None:
            await editor.ready()
            before = len(model.encoded), model.runs
            await act()
            await editor.ready()
            now = len(model.encoded), model.runs
            found.append(Count(what, now[0] - before[0], now[1] - before[1], (encodings, runs)))

        async def hover() -> None:
            assert await editor.hover(URI, 50 * _LINES, 5)

        async def compare() -> None:
            sides = ({"text": function(index)} for index in (1000, 1001))
            await editor.command(COMMAND, {**dict(zip("ab", sides, strict=True)), "sizes": list(SIZES)})

        text = "".join(map(function, range(FUNCTIONS)))
        changed = text.replace("    low = 50\n", "    low = 500\n")
        moved = changed.replace("def f50(", "\n\n# A comment.\ndef f50(")
        await count("100 functions opened", _open(editor, text), FUNCTIONS, FUNCTIONS)
        await count("saved with nothing changed", _save(editor, text), 0, 0)
        await count("one function changed and saved", _save(editor, changed), 1, 1)
        await count("changed back and saved", _save(editor, text), 0, 0)
        await count("half of the functions moved, a comment written, saved", _save(editor, moved), 0, 0)
        await count("back in place and saved", _save(editor, text), 0, 0)
        await count("first hover, with growth over sizes", hover, 0, 1)
        await count("second hover", hover, 0, 0)
        await count(f"two new functions compared at {len(SIZES)} sizes", compare, 2, 2)
        await count("compared again", compare, 0, 0)
    return found


def _open(editor: Session, text: str) -> Callable[[], Awaitable[None]]:
    async def act() -> None:
        editor.open(URI, text)

    return act


def _save(editor: Session, text: str) -> Callable[[], Awaitable[None]]:
    async def act() -> None:
        editor.edit(URI, text)
        editor.save(URI)

    return act
