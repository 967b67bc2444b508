"""What an editor waits for: a server process, spoken to as VS Code does it.

Times are the client's, so they hold what it takes to write, send and read the messages on both sides.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from perfcast.lsp.features.comparing import COMMAND
from tests.benchmarks.bench import Bench
from tests.benchmarks.plots import draw_shares
from tests.benchmarks.rows import Row
from tests.benchmarks.sources import Function, distinct, functions, joined, pairs
from tests.e2e.session import Session, session

URI = "file:///project/benchmark.py"
SERVER = [sys.executable, "-m", "perfcast", "serve", "--stdio"]
SIZES = (100, 300, 1000, 3000, 10_000, 100_000, 1_000_000)
_FUNCTIONS = 100
_TOKENS = range(140, 161)
_SCREEN = 60
"""Lines that an editor shows at once."""
_POLL = 0.0005
"""Seconds; what the client adds to a wait at most, beside its own work."""
_PATIENCE = 120


def measure(bench: Bench) -> Iterator[Row]:
    """Cold, changed, unchanged, compared and hovered over."""
    (seen, cold), (_, again) = asyncio.run(_opened(bench))
    yield Row.of("A file of 100 functions opened, all hints there", "s", cold, 1.0, note="a fresh process each time")
    yield Row.of("The same: hints of the first screen there", "s", seen)
    yield Row.of("The same file opened again, all hints there", "s", again, note="a fresh process each time")
    changed, unchanged, hovers = asyncio.run(_saves(bench))
    yield Row.of("One of 100 functions changed, about 150 tokens: save to hints", "s", changed, 0.040, 0.080)
    yield Row.of("Nothing changed: save to hints", "s", unchanged, 0.003)
    yield Row.of("Hover, from the cache", "s", hovers, 0.005)
    compares = asyncio.run(_compares(bench))
    yield Row.of(f"Two functions never seen compared at {len(SIZES)} sizes", "s", compares, 0.060)
    draw_shares(
        bench.out / "plots" / "editor.png",
        "wait (s)",
        {"one function changed": changed, "nothing changed": unchanged, "compare": compares, "hover": hovers},
        {"target of a change: median": 0.040, "95th percentile": 0.080},
    )


@asynccontextmanager
async def started(
    bench: Bench, settings: dict[str, Any] | None = None, environment: Mapping[str, str] | None = None
) -> AsyncIterator[Session]:
    """A session with a server process that has its model.

    Args:
        environment: a new one without it.
    """
    chosen = {**bench.settings, **(settings or {})}
    known = bench.environment() if environment is None else dict(environment)
    async with session(command=SERVER, settings=chosen, environment=known) as editor:
        await until(lambda: editor.statuses and editor.statuses[-1]["state"] in ("ready", "error"))
        if editor.statuses[-1]["state"] == "error":
            raise RuntimeError(editor.statuses[-1]["message"])
        yield editor


async def until(condition: Callable[[], Any]) -> None:
    """Wait for what the server is to say, more exactly than `Session.until` does."""
    async with asyncio.timeout(_PATIENCE):
        while not condition():
            await asyncio.sleep(_POLL)


async def save(editor: Session, line: int, *, changes: bool = True) -> float:
    """Seconds from a save to the hints of a screen around a line (0-based).

    They are asked for when the server says so, or at once where it has nothing to say, as nothing has changed.
    """
    await editor.ready()
    before = editor.refreshes
    start = time.perf_counter()
    editor.save(URI)
    if changes:
        await until(lambda: editor.refreshes > before)
    hints = await editor.hints(URI, max(0, line - _SCREEN // 2), line + _SCREEN // 2)
    taken = time.perf_counter() - start
    if not hints:
        raise RuntimeError("there are no hints")
    return taken


_Times = tuple[list[float], list[float]]


async def _opened(bench: Bench) -> tuple[_Times, _Times]:
    """Seconds to the hints of the first screen and to all, of files that are opened for the first time, and of the same
    files in another process."""
    cold, again = ([], []), ([], [])
    for index in range(bench.count(7, 2)):
        text = joined(distinct(_FUNCTIONS, skip=index * _FUNCTIONS))
        environment = bench.environment()
        for seen, whole in (cold, again):
            async with started(bench, environment=environment) as editor:
                start = time.perf_counter()
                editor.open(URI, text)
                await editor.hints(URI, 0, _SCREEN)
                await until(lambda editor=editor: editor.refreshes)
                await editor.hints(URI, 0, _SCREEN)
                seen.append(time.perf_counter() - start)
                await until(lambda editor=editor: _is_whole(editor))
                await editor.hints(URI)
                whole.append(time.perf_counter() - start)
    return cold, again


def _is_whole(editor: Session) -> bool:
    last = editor.statuses[-1]
    return last.get("units") == _FUNCTIONS and last["state"] == "ready"


async def _saves(bench: Bench) -> tuple[list[float], list[float], list[float]]:
    """Seconds of saves with one function changed, with none changed, and of hovers."""
    parts = distinct(_FUNCTIONS)
    place = _FUNCTIONS // 2
    changed, unchanged = [], []
    async with started(bench) as editor:
        editor.open(URI, joined(parts))
        await until(lambda: _is_whole(editor))
        for other in _of_tokens(bench)[: bench.count(60, 5)]:
            parts[place] = other.renamed("changed")
            text = joined(parts)
            line = text[: text.index("def changed(")].count("\n")
            editor.edit(URI, text)
            changed.append(await save(editor, line))
            unchanged.append(await save(editor, line, changes=False))
        await editor.hover(URI, line, 5)
        hovers = []
        for _ in range(bench.count(60, 5)):
            start = time.perf_counter()
            if await editor.hover(URI, line, 5) is None:
                raise RuntimeError("there is no hover")
            hovers.append(time.perf_counter() - start)
    return changed, unchanged, hovers


def _of_tokens(bench: Bench) -> list[Function]:
    """Functions that an edit can put in place of one, of about 150 tokens."""
    counts = bench.vocabulary.encode_batch([one.text for one in functions()])
    return [one for one, ids in zip(functions(), counts, strict=True) if len(ids) in _TOKENS]


async def _compares(bench: Bench) -> list[float]:
    found: list[float] = []
    async with started(bench) as editor:
        for first, second in pairs(300, 700):
            request = {
                "a": {"text": first.source, "name": first.name},
                "b": {"text": second.source, "name": second.name},
                "sizes": list(SIZES),
            }
            start = time.perf_counter()
            answer = await editor.command(COMMAND, request)
            taken = time.perf_counter() - start
            # Of a workload that nothing lets grow there is one size alone; the first ever is not of the machine's best.
            if len(_field(answer, "sizes")) == len(SIZES):
                found.append(taken)
            if len(found) > bench.count(40, 3):
                break
    return found[1:]


def _field(answer: Any, name: str) -> list[Any]:
    found: list[Any] = answer[name] if isinstance(answer, dict) else getattr(answer, name)
    return found
