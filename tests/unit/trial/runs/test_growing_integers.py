"""Whole numbers that get longer, and those that tables share, carried on to larger sizes: figures of memray and of a
processor's time, of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.accounting.integers import WholeNumbers, part_of_objects
from perfcast.workload import parse
from tests.unit.trial.interpreting import peak_of, time_of

_PATHS = """
def paths(m, n):
    table = [[1] * n for _ in range(m)]
    for i in range(1, m):
        for j in range(1, n):
            table[i][j] = table[i - 1][j] + table[i][j - 1]
    return table[-1][-1]
"""
_KNAPSACK = """
def best(weights, values, capacity):
    table = [[0] * (capacity + 1) for _ in range(len(weights) + 1)]
    for i in range(1, len(weights) + 1):
        for room in range(capacity + 1):
            table[i][room] = table[i - 1][room]
            if weights[i - 1] <= room:
                table[i][room] = max(table[i][room], table[i - 1][room - weights[i - 1]] + values[i - 1])
    return table[-1][capacity]
"""
_DISTANCE = """
def distance(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) + 1):
        table[i][0] = i
    for j in range(len(b) + 1):
        table[0][j] = j
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + cost)
    return table[-1][-1]
"""
_FIBONACCI = """
def listed(n):
    a, b, out = 0, 1, []
    for _ in range(n):
        out.append(a)
        a, b = b, a + b
    return out
"""


@pytest.mark.parametrize(
    ("source", "workload", "measured"),
    [
        # Numbers of a thousand bits on average, of some seventy in the largest run.
        (_PATHS, "m: int = 1000; n: int = 1000", 151e6),
        # One of 25 references is to a number of its own.
        (_KNAPSACK, "weights: list[int] * 1000 in 0..1000; values: list[int] * 1000 in 0..1000; capacity: int = 1000",
         9.58e6),
        # All of them are.
        (_DISTANCE, "a: str * 1000 in 'a'..'z'; b: str * 1000 in 'a'..'z'", 37.3e6),
        # Those of bytes are never larger.
        ("def listed(payload):\n    return list(memoryview(payload))\n", "payload: bytes * 1e6", 8e6),
        ("def listed(payload):\n    return [byte ^ 1 for byte in payload]\n", "payload: bytes * 1e6", 8.4e6),
    ],
)  # fmt: skip
def test_memory_of_numbers(source: str, workload: str, measured: float) -> None:
    assert peak_of(source, workload) == pytest.approx(measured, rel=0.3)


def test_time_of_numbers_that_get_longer() -> None:
    costs = dict(zip(NAMES, Trials(_PATHS).estimate(parse("m: int = 1000; n: int = 1000")), strict=True))
    assert 2.0 ** costs["trial_time"] == pytest.approx(182e6, rel=0.4)
    # Nor is anything said otherwise by the ways in which it might go on.
    assert abs(costs["trial_peak_by_power"] - costs["trial_peak"]) < 1
    assert abs(costs["trial_peak_by_polynomial"] - costs["trial_peak"]) < 1


def test_few_references_do_not_tell_how_many_are_to_objects() -> None:
    many, few = WholeNumbers(10, 90, 200), WholeNumbers(3, 6, 60)
    assert part_of_objects([many, few]) == 0.1
    assert part_of_objects([few]) == part_of_objects([]) == 1.0


def test_digits_that_numbers_have_no_room_for() -> None:
    assert WholeNumbers(100, 0, 100 * 40).digits_bytes == 0.0
    assert WholeNumbers(100, 0, 100 * 900).digits_bytes == pytest.approx(100 * 4 * 28.5)
    held = WholeNumbers(7, 0, 300)
    assert WholeNumbers.of(*held.logarithms) == pytest.approx(held)


@pytest.mark.parametrize(
    ("loop", "measured"),
    [
        # The new number is there beside the old one.
        ("r = 1\n    for i in range(2, n + 1):\n        r *= i\n    return r", 14_400),
        ("a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a", 1_410),
        # Halves of the choices are counted first.
        ("return math.comb(2 * n, n)", 10_400),
    ],
)
def test_a_few_long_numbers_grow_by_themselves(loop: str, measured: int) -> None:
    assert peak_of(f"def f(n):\n    {loop}\n\nimport math\n", "n: int = 5000") == pytest.approx(measured, rel=0.35)


@pytest.mark.parametrize(
    ("source", "workload", "measured"),
    [(_PATHS, "m: int = 1000; n: int = 1000", 211e6), (_FIBONACCI, "n: int = 8000", 0.92e6)],
)
def test_memory_for_digits_is_got_anew_where_it_is_much(source: str, workload: str, measured: float) -> None:
    """As `perfcast measure` has it on a newer AMD EPYC, times 1.5; few megabytes stay from one call to the next."""
    assert time_of(source, workload) == pytest.approx(measured, rel=0.35)
