"""Files of many lines and of many functions: what is looked at comes first, and the editor stays quick."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence

from tests.e2e.session import Session, session
from tests.endurance.report import Row, spread
from tests.endurance.servers import resident_mib

URI = "file:///project/large.py"
_SETTINGS = {"maxUnits": 10**5, "maxFileSize": 10**8}
_EDITS = 100
_PATIENCE = 3 * 3600


async def large(server: Sequence[str], functions: int) -> AsyncIterator[Row]:
    """A file of so many functions of ten lines each, then one of as many lines in twenty functions."""
    short = "\n".join(f"def f{i}(nums):\n    return [n + {i} for n in nums]\n" + "\n" * 7 for i in range(functions))
    async for row in _file(server, f"{functions:,} functions in {10 * functions:,} lines", short, functions):
        yield row
    each = functions // 2
    long = "".join(
        f"def f{i}(nums):\n" + "".join(f"    nums = [n + {j} for n in nums]\n" for j in range(each - 1))
        for i in range(20)
    )
    async for row in _file(server, f"20 functions in {20 * each:,} lines", long, 20):
        yield row


async def _file(server: Sequence[str], what: str, text: str, functions: int) -> AsyncIterator[Row]:
    async with session(command=list(server), settings=_SETTINGS) as editor:
        await editor.ready()
        start = time.monotonic()
        editor.open(URI, text)
        first = await _first_hints(editor, start)
        waits: list[float] = []
        async with asyncio.timeout(_PATIENCE):
            while editor.statuses[-1].get("units") != functions or editor.statuses[-1]["state"] != "ready":
                waits.append(await _seconds_for_hints(editor))
                await asyncio.sleep(0.2)
        whole = time.monotonic() - start
        yield Row(
            f"{what}: opened",
            f"first hints after {first:.1f} s, all after {whole:.0f} s; {resident_mib(editor.process.pid):.0f} MiB",
            len(await editor.hints(URI)) == functions,
        )
        if waits:
            yield Row(f"{what}: a screen's hints, asked for meanwhile", spread(waits, "s", 3), max(waits) < 1)
        typed = []
        for index in range(_EDITS):
            editor.edit(URI, ((0, 0, 0, 0), "# typed\n" if index % 2 else "x = (\n"))
            typed.append(await _seconds_for_hints(editor))
        yield Row(f"{what}: a screen's hints after each of {_EDITS} edits", spread(typed, "s", 3), max(typed) < 1)


async def _first_hints(editor: Session, start: float) -> float:
    async with asyncio.timeout(_PATIENCE):
        while not await editor.hints(URI, 0, 50):
            await asyncio.sleep(0.02)
    return time.monotonic() - start


async def _seconds_for_hints(editor: Session) -> float:
    start = time.monotonic()
    await editor.hints(URI, 0, 50)
    return time.monotonic() - start
