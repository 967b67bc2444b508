"""`peak_memory`: what a call allocates above the level at its start."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from perfcast.measure import Job, Sandbox

Cost = Callable[..., float]
MEGABYTES_10 = 10_000_000


@pytest.mark.parametrize(
    ("source", "workload", "expected"),
    [
        pytest.param("def f(n): return bytearray(n)", "n: int = 10000000", MEGABYTES_10, id="result counts"),
        pytest.param("def f(n): return len(bytearray(n))", "n: int = 10000000", MEGABYTES_10, id="freed counts"),
        pytest.param(
            "def f(n):\n    for _ in range(5):\n        bytearray(n)",
            "n: int = 10000000",
            MEGABYTES_10,
            id="peak, not sum",
        ),
        pytest.param(
            "import numpy as np\ndef f(n): return np.ones(n)", "n: int = 1250000", MEGABYTES_10, id="native allocation"
        ),
        pytest.param("def f(x): return x * 2", "x: float64[1250000]", MEGABYTES_10, id="array argument does not count"),
        pytest.param("def f(x): return x[::2]", "x: float64[1250000]", 0, id="view"),
        pytest.param("def f(x):\n    x *= 2", "x: float64[1250000]", 0, id="in place"),
        pytest.param("def f(nums): return len(nums)", "nums: list[int] * 100000", 0, id="list argument does not count"),
        pytest.param("def f(nums): return list(nums)", "nums: list[int] * 100000", 800_056, id="shallow copy"),
        pytest.param(
            "import threading\n"
            "def f(n):\n"
            "    kept = []\n"
            "    thread = threading.Thread(target=lambda: kept.append(bytearray(n)))\n"
            "    thread.start()\n"
            "    thread.join()\n"
            "    return kept\n",
            "n: int = 10000000",
            MEGABYTES_10,
            id="other threads count",
        ),
    ],
)
def test_bytes_above_the_level_at_the_call(cost: Cost, source: str, workload: str, expected: int) -> None:
    assert cost("peak_memory", source, workload) == pytest.approx(expected, rel=0.01, abs=600)


@pytest.mark.parametrize(
    ("source", "workload", "name"),
    [
        ("def f(): pass", "", "f"),
        ("def f(a, b): pass", "a: int = 1; b: list[int] * 100", "f"),
        ("class C:\n    def m(self, a): return a", "a: str * 100", "C.m"),
        ("def f(n):\n    def g(): pass\n    for _ in range(n):\n        g()", "n: int = 1", "f"),
    ],
)
def test_the_measurement_itself_does_not_count(cost: Cost, source: str, workload: str, name: str) -> None:
    # The closure `g` is an object of the unit's own.
    assert cost("peak_memory", source, workload, name) <= 200


def test_what_an_empty_call_allocates_is_nothing(cost: Cost) -> None:
    assert cost("peak_memory", "def f(a, b): pass", "a: int = 1; b: int = 2") == 0
    assert cost("allocations", "def f(a, b): pass", "a: int = 1; b: int = 2") == 0


def test_a_list_of_numbers_scales_with_its_length(cost: Cost) -> None:
    source = "def f(n): return [1000 + i for i in range(n)]"
    small, large = (cost("peak_memory", source, f"n: int = {n}") for n in (10_000, 100_000))
    assert large / small == pytest.approx(10, rel=0.05)


def test_a_caller_frame_of_a_deep_recursion_costs_memory_only_while_it_is_deep(cost: Cost) -> None:
    source = "def g(n): return 0 if n == 0 else 1 + g(n - 1)\ndef f(n): return g(n)"
    assert cost("peak_memory", source, "n: int = 5") == 0
    assert 50 < cost("peak_memory", source, "n: int = 5000") / 5000 < 400


def test_every_allocation_is_counted_where_calls_are_short(cost: Cost) -> None:
    source = "def f(n):\n    for _ in range(n):\n        bytearray(1000)"
    assert cost("allocations", source, "n: int = 100") == pytest.approx(200, abs=20)
    assert cost("allocated_bytes", source, "n: int = 100") == pytest.approx(100 * 1057, rel=0.01)


def words(n: int) -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for i in range(n):
        table.setdefault(str(i % 97), []).append(f"word {i}")
    return table


def paths(n: int) -> int:
    table = [[1.5] * n for _ in range(n)]
    for i in range(1, n):
        for j in range(1, n):
            table[i][j] = table[i - 1][j] + table[i][j - 1]
    return len(table)


def chunks(n: int) -> list[set[tuple[int, int]]]:
    return [{(i, j) for j in range(i, i + 50)} for i in range(0, n, 50)]


@pytest.mark.parametrize(("function", "n"), [(words, 20_000), (paths, 150), (chunks, 20_000)])
def test_agrees_with_tracemalloc_on_pure_python(cost: Cost, function: Callable[[int], Any], n: int) -> None:
    import inspect

    function(n)
    gc.collect()
    tracemalloc.start()
    try:
        level = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        kept = function(n)
        peak = tracemalloc.get_traced_memory()[1] - level
    finally:
        tracemalloc.stop()
    del kept
    source = "from __future__ import annotations\n" + inspect.getsource(function)
    assert cost("peak_memory", source, f"n: int = {n}", function.__name__) == pytest.approx(peak, rel=0.02)


#: Calls many functions of the standard library's own Python code, and of pandas'.
MANY_FUNCTIONS = """
import json
import statistics
import pandas as pd

def f(n):
    values = [float(i % 7) for i in range(n)]
    table = pd.DataFrame({"a": values, "b": values})
    text = json.dumps({"mean": statistics.mean(values), "values": values}, indent=1)
    return table.groupby("a")["b"].mean(), text
"""


def test_the_first_call_that_is_measured_is_as_warm_as_the_others(sandbox: Sandbox) -> None:
    job = Job("warm", MANY_FUNCTIONS, "f", ("n: int = 20",) * 3)
    first, *others = [measurement.metrics["peak_memory"] for measurement in sandbox.run(job)]
    assert all(first < 1.1 * other for other in others)
