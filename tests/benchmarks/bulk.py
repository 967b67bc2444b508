"""Many functions and many workloads: `perfcast batch`, and the predictor's sweeps."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from perfcast.forecast import load
from perfcast.forecast.questions import main_unit
from perfcast.source import SourceFile
from perfcast.workload import parse, resized
from tests.benchmarks.bench import Bench
from tests.benchmarks.plots import draw_lines
from tests.benchmarks.processes import resident
from tests.benchmarks.rows import Row
from tests.benchmarks.sources import programs

_POLL = 0.05
_WORKLOADS = 256
_AGAIN = 50_000
"""Rows of the run that shows whether memory grows: many times what the caches hold, and a few minutes."""


@dataclass(frozen=True)
class Batch:
    """One run of the command.

    Attributes:
        seconds: of the process.
        memory: (seconds since the start, MiB resident, of all its processes), every twentieth of a second.
        done: the part of the answers that was written by then.
    """

    seconds: float
    memory: list[tuple[float, float]]
    done: list[float]

    @property
    def growth(self) -> float:
        """MiB held while the last tenth of the answers is written over while the third is, by when all caches should be
        full: of the time, starting and filling them takes a good part."""
        level = [
            statistics.mean(
                [mib for (_, mib), done in zip(self.memory, self.done, strict=True) if first <= 10 * done <= first + 1]
                or [self.memory[-1][1]]
            )
            for first in (2, 9)
        ]
        return level[1] - level[0]


def measure(bench: Bench) -> Iterator[Row]:
    """Functions a second, workloads a second, memory over many rows."""
    count, repeats = bench.count(1000, 20), bench.count(3, 1)
    rows = [{"id": problem, "source": source, "name": name} for source, name, problem in programs()]
    used = [row["source"] for row in rows[: count * repeats]]
    tokens = statistics.median(map(len, bench.vocabulary.encode_batch(used)))
    start = min(batch(bench, [row]).seconds for row in rows[:3])
    runs = [batch(bench, rows[index * count : (index + 1) * count]) for index in range(repeats)]
    rates = [count / (run.seconds - start) for run in runs]
    note = f"{count:,} at a time, median {tokens:.0f} tokens, after the {start:.1f} s of the start"
    yield Row.of("`perfcast batch`, functions all different", "functions/s", rates, 120, at_least=True, note=note)
    yield Row("the same: most memory", "MiB", max(mib for run in runs for _, mib in run.memory), repeats=repeats)

    many = bench.count(_AGAIN, 200)
    same = batch(bench, (rows[index % 50] for index in range(many)))
    yield Row(
        "`perfcast batch`, 50 functions again and again", "rows/s", many / (same.seconds - start), note=f"{many:,}"
    )
    yield Row("the same: memory of the last tenth over the third", "MiB", same.growth, target=10)
    draw_lines(
        bench.out / "plots" / "memory.png",
        "time since the start (s)",
        "resident memory (MiB)",
        {"all different": _points(runs[0]), "50 functions again and again": _points(same)},
        logarithmic=False,
    )
    yield Row.of(
        f"Workloads of one function, {_WORKLOADS} at a time",
        "workloads/s",
        sweeps(bench),
        5000,
        at_least=True,
        note="three lines, sizes all different",
    )


def batch(bench: Bench, rows: Iterable[Mapping[str, str]]) -> Batch:
    """Runs `perfcast batch` on rows of its input.

    Raises:
        RuntimeError: it failed, or most of its rows did.
    """
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder, "in.jsonl"), Path(folder, "out.jsonl")
        with given.open("w", encoding="utf-8") as file:
            count = sum(bool(file.write(json.dumps(row) + "\n")) for row in rows)
        memory: list[tuple[float, float]] = []
        written: list[int] = []
        start = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "perfcast", "batch", str(given), str(made)],
            env=bench.environment(),
            stderr=subprocess.PIPE,
            text=True,
        )
        while process.poll() is None:
            mib = resident(process.pid)
            if mib > 0:
                memory.append((time.perf_counter() - start, mib))
                written.append(made.stat().st_size if made.exists() else 0)
            time.sleep(_POLL)
        taken = time.perf_counter() - start
        said = process.stderr.read() if process.stderr else ""
        answers = made.read_text(encoding="utf-8").splitlines() if made.exists() else []
        size = made.stat().st_size if made.exists() else 0
    bad = sum('"error"' in answer for answer in answers)
    if process.returncode or len(answers) != count or bad > count / 2:
        raise RuntimeError(f"batch: {bad} of {count} rows failed: {said.strip()}")
    return Batch(taken, memory, [length / max(1, size) for length in written])


def sweeps(bench: Bench) -> list[float]:
    """Workloads a second of one function, each time at sizes that were not asked for before."""
    predictor = load(bench.model)
    file = SourceFile.parse("def top(nums, k):\n    nums = sorted(nums)\n    return [n for n in nums[-k:] if n % 2]\n")
    unit, workload = main_unit(file), parse("nums: list[int] * 1000; k: int = 6")
    device = predictor.devices.named(None)
    found = []
    for index in range(bench.count(5, 1) + 1):
        sizes = range(100 + index * _WORKLOADS, 100 + (index + 1) * _WORKLOADS)
        workloads = [resized(workload, size) for size in sizes]
        start = time.perf_counter()
        predictor.sweep(file, unit, workloads, device)
        found.append(_WORKLOADS / (time.perf_counter() - start))
    return found[1:]


def _points(run: Batch) -> tuple[list[float], list[float]]:
    kept = run.memory[:: max(1, len(run.memory) // 200)]
    return [moment for moment, _ in kept], [mib for _, mib in kept]
