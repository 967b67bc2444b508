"""How time grows with what is given: tokens, workloads, functions, lines."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from perfcast.forecast import METRICS, load
from perfcast.forecast.forecast import LEVELS
from perfcast.forecast.questions import main_unit
from perfcast.rlm import Prompt, RegressionModel
from perfcast.rlm.computing import begin
from perfcast.source import SourceFile
from perfcast.workload import parse, resized
from tests.benchmarks.bench import Bench, seconds
from tests.benchmarks.plots import draw_lines
from tests.benchmarks.rows import Row
from tests.benchmarks.sources import distinct, file_of_lines, joined, statements
from tests.benchmarks.text import digests, edited

TOKENS = (16, 32, 64, 128, 256, 512)
WORKLOADS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
FUNCTIONS = (1, 3, 10, 30, 100, 300)
LINES = (500, 1500, 5000, 15_000, 50_000)


def measure(bench: Bench) -> Iterator[Row]:
    """The power of what is given that time grows with, over the upper half, and a plot of each."""
    yield from _of(bench, "tokens", "tokens of the source", _first(bench, TOKENS), _tokens(bench))
    yield from _of(bench, "workloads", "workloads of one function", _first(bench, WORKLOADS), _workloads(bench))
    yield from _of(bench, "functions", "functions in a file", _first(bench, FUNCTIONS), _functions(bench))
    yield from _of(bench, "lines", "lines of a file", _first(bench, LINES), _lines(bench))


Timed = Mapping[str, Callable[[int], float]]
"""By what is done: the size -> the median time in s."""


def _of(bench: Bench, name: str, axis: str, sizes: Sequence[int], lines: Timed) -> Iterator[Row]:
    found = {label: (sizes, [timed(size) for size in sizes]) for label, timed in lines.items()}
    draw_lines(bench.out / "plots" / f"growth_{name}.png", axis, "time (s)", found)
    for label, (_, times) in found.items():
        upper = slice(len(sizes) // 2 - 1, None)
        power = float(np.polyfit(np.log(sizes[upper]), np.log(times[upper]), 1)[0])
        note = f"{sizes[0]:,} to {sizes[-1]:,}: {times[0] * 1e3:.3g} to {times[-1] * 1e3:.3g} ms"
        yield Row(f"Power of the {axis}: {label}", "", power, repeats=len(sizes), note=note)


def _first(bench: Bench, sizes: Sequence[int]) -> Sequence[int]:
    return sizes[:3] if bench.quick else sizes


def _tokens(bench: Bench) -> Timed:
    model = RegressionModel.load(bench.model)
    graphs = model._graphs
    text = statements(60)
    ids = bench.vocabulary.encode(text)
    prompts = [Prompt(parse("values: list[int] * 1000"), _device(bench), metric) for metric in METRICS]

    def encoder(tokens: int) -> float:
        return statistics.median(seconds(lambda: begin(graphs.encode, ids[:tokens]).result(), bench.count(30)))

    def decoder(tokens: int) -> float:
        reading = model.read(bench.vocabulary.decode(ids[:tokens]))
        return statistics.median(seconds(lambda: model.quantiles(reading, prompts, LEVELS), bench.count(15)))

    return {"encoder": encoder, "decoder, both metrics": decoder}


def _workloads(bench: Bench) -> Timed:
    predictor = load(bench.model)
    file = SourceFile.parse(statements(6))
    unit, workload = main_unit(file), parse("values: list[int] * 1000")
    device = predictor.devices.named(None)
    fresh = iter(range(1000, 10**9))

    def sweep(count: int) -> float:
        def again() -> None:
            sizes = [next(fresh) for _ in range(count)]
            predictor.sweep(file, unit, [resized(workload, size) for size in sizes], device)

        return statistics.median(seconds(again, bench.count(3)))

    return {"sweep": sweep}


def _functions(bench: Bench) -> Timed:
    used = 0

    def whole(count: int) -> float:
        nonlocal used
        predictor = load(bench.model)
        predictor.forecast("def first(nums):\n    return sum(nums)\n")
        times = []
        for _ in range(bench.count(3, 1)):
            file = SourceFile.parse(joined(distinct(count, skip=used)))
            used += count
            start = time.perf_counter()
            predictor.forecast_file(file)
            times.append(time.perf_counter() - start)
        return statistics.median(times)

    return {"all forecast for the first time": whole}


def _lines(bench: Bench) -> Timed:
    repeats = bench.count(5)

    def whole(lines: int) -> float:
        text = file_of_lines(lines)
        return statistics.median(seconds(lambda: digests(SourceFile.parse(text)), repeats))

    def edit(lines: int) -> float:
        file = SourceFile.parse(file_of_lines(lines))
        digests(file)
        numbers = iter(range(10**6))
        again = seconds(lambda: digests(SourceFile.parse_tolerant(edited(file, next(numbers)), file)), repeats)
        return statistics.median(again)

    return {"whole": whole, "one function edited": edit}


def _device(bench: Bench) -> str:
    return str(bench.about_model["devices"][0])
