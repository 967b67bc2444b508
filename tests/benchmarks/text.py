"""Text alone: parsing, finding, normal forms and digests of a file of 50,000 lines, and an edit in it.

In this process, and over the protocol with the stand-in model, whose forecasts take no time.
"""

from __future__ import annotations

import ast
import asyncio
import itertools
import time
from collections.abc import Iterator

from perfcast.source import SourceFile
from tests.benchmarks.bench import Bench, seconds
from tests.benchmarks.editor import URI, save, until
from tests.benchmarks.rows import Row
from tests.benchmarks.sources import file_of_lines
from tests.e2e.session import STAND_IN, session

LINES = 50_000
_LIMITS = {"maxUnits": 10**5, "maxFileSize": 10**8}


def measure(bench: Bench) -> Iterator[Row]:
    """The whole file, an edit in it, and both as an editor waits for them."""
    lines = bench.count(LINES, 2000)
    text = file_of_lines(lines)
    file = SourceFile.parse(text)
    digests(file)
    repeats = bench.count(9)
    size = f"{len(file.lines.text) / 1e6:.1f} MB, {len(file.units)} functions"
    yield Row.of(f"{lines:,} lines: `ast.parse` alone", "s", seconds(lambda: ast.parse(text), repeats), note=size)
    yield Row.of(f"{lines:,} lines: parsed, functions found", "s", seconds(lambda: SourceFile.parse(text), repeats))
    whole = seconds(lambda: digests(SourceFile.parse(text)), repeats)
    yield Row.of(f"{lines:,} lines: parsed, functions found, normal forms and digests of all", "s", whole, 0.5)
    edits = (edited(file, index) for index in itertools.count())
    after = seconds(lambda: digests(SourceFile.parse_tolerant(next(edits), file)), repeats)
    yield Row.of(f"{lines:,} lines: one function edited, the same again with what was known", "s", after, 0.030)
    typed, saved = asyncio.run(_protocol(text, file, bench.count(15)))
    yield Row.of(
        f"{lines:,} lines: a character typed to hints of a screen", "s", typed, 0.030, note="over the protocol"
    )
    yield Row.of(
        f"{lines:,} lines: one function edited, save to hints", "s", saved, note="over the protocol, stand-in model"
    )


def digests(file: SourceFile) -> list[str]:
    """Of all functions, as every save needs them."""
    return [file.digest(unit) for unit in file.units]


def edited(file: SourceFile, number: int) -> str:
    """The file's text with one statement more in the function in the middle."""
    body = file.node(file.units[len(file.units) // 2]).body[0]
    start = file.lines.start(body.lineno)
    return f"{file.text[:start]}{' ' * body.col_offset}edit = {number}\n{file.text[start:]}"


async def _protocol(text: str, file: SourceFile, repeats: int) -> tuple[list[float], list[float]]:
    """Seconds from a typed character, and from a save with one function edited, to the hints of a screen."""
    unit = file.units[len(file.units) // 2]
    line, column = file.node(unit).body[0].lineno - 1, file.node(unit).body[0].col_offset
    typed, saved = [], []
    async with session(command=STAND_IN, settings=_LIMITS) as editor:
        editor.open(URI, text)
        await until(
            lambda: (
                editor.statuses
                and editor.statuses[-1].get("units") == len(file.units)
                and editor.statuses[-1]["state"] == "ready"
            )
        )
        for index in range(repeats):
            start = time.perf_counter()
            editor.edit(URI, ((line, column, line, column), f"edit = {index}\n{' ' * column}"))
            await editor.hints(URI, line - 30, line + 30)
            typed.append(time.perf_counter() - start)
            saved.append(await save(editor, line))
    return typed, saved
