"""What has some order, or few different values, takes fewer comparisons to be sorted."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cmp_to_key
from typing import Any

import pytest

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.stdlib.containers.counted_comparisons import comparisons
from tests.unit.trial.interpreting import interpreted, run, time_of

_SORTED = "def f(v):\n    return sorted(v)\n"
_NO_ORDER = "v: list[int] * 1000 in 0..1000000"
#: Sorted, changed a little and sorted again.
_ADDED = "def f(v):\n    w = sorted(v)\n    w.append(v[0])\n    w.sort()\n    return w\n"
_PUT_TOGETHER = "def f(v):\n    w = sorted(v)\n    w = w[500:] + w[:500]\n    w.sort()\n    return w\n"
_EXCHANGED = (
    "def f(v):\n    w = sorted(v)\n    for i in range(0, 900, 100):\n        w[i], w[i + 70] = w[i + 70], w[i]\n"
    "    w.sort()\n    return w\n"
)


@pytest.mark.parametrize(
    ("source", "measured"), [(_ADDED, 1.06), (_PUT_TOGETHER, 1.09), (_EXCHANGED, 1.16)], ids=["one", "half", "some"]
)
def test_what_is_nearly_in_order_is_soon_sorted(source: str, measured: float) -> None:
    assert time_of(source, _NO_ORDER) / time_of(_SORTED, _NO_ORDER) == pytest.approx(measured, rel=0.25)


@pytest.mark.parametrize(("length", "most", "measured"), [(1_000, 3, 0.57), (20_000, 3, 0.4), (20_000, 50, 0.67)])
def test_few_different_values_are_soon_sorted(length: int, most: int, measured: float) -> None:
    few, many = (f"v: list[int] * {length} in 0..{last}" for last in (most, 1_000_000))
    assert time_of(_SORTED, few) / time_of(_SORTED, many) == pytest.approx(measured, rel=0.3)


@pytest.mark.parametrize(
    "values", [[place * 7919 % 200 for place in range(200)], [place // 2 ^ 1 for place in range(200)]]
)
def test_objects_are_compared_by_their_own_code_but_once(values: list[int]) -> None:
    source = f"""
class Key:
    def __init__(self, value): self.value = value
    def __lt__(self, other):
        asked.append(1)
        return self.value < other.value

asked = []
sorted([Key(value) for value in {values}])
found = len(asked)
"""
    assert interpreted(source) == run(source)


def _compared(values: list[Any]) -> int:
    """How often two of them are held against each other where they are sorted."""
    asked: list[int] = []

    def compare(one: Any, other: Any) -> int:
        asked.append(1)
        return -bool(one < other)

    sorted(values, key=cmp_to_key(compare))
    return len(asked)


def _shuffled_a_little(count: int) -> list[float]:
    drawn = random.Random(1)
    return sorted(range(count), key=lambda place: place + 5 * drawn.random())


def _put_together(count: int) -> list[float]:
    drawn = random.Random(1)
    return sorted(drawn.random() for _ in range(count // 2)) + sorted(drawn.random() for _ in range(count // 2))


def _of_few(count: int) -> list[float]:
    return [float(one) for one in random.Random(1).choices(range(50), k=count)]


@pytest.mark.parametrize("make", [_shuffled_a_little, _put_together, _of_few])
@pytest.mark.parametrize("count", [4_000, 4_200, 20_000, 32_700, 32_800, 100_000])
def test_comparisons_of_long_lists_are_as_many_as_there_are(make: Callable[[int], list[float]], count: int) -> None:
    machine, values = Machine(), make(count)
    machine.begin(1e9, ())
    assert comparisons(machine, values) == pytest.approx(_compared(values), rel=0.25)


def test_two_lists_of_any_length_that_are_put_together_take_no_jump() -> None:
    each = [16_000, 17_000, 40_000]
    workloads = [f"a: list[int] * {length} sorted; b: list[int] * {length} sorted" for length in each]
    found = [time_of("def f(a, b):\n    return sorted(a + b)\n", workload) for workload in workloads]
    assert found[1] / found[0] == pytest.approx(17 / 16, rel=0.15)
    assert found[2] / found[1] == pytest.approx(40 / 17, rel=0.3)


def test_what_counting_takes_is_spent() -> None:
    machine, values = Machine(), _of_few(30_000)
    machine.begin(1e9, ())
    before = machine.spent
    comparisons(machine, values)
    # Far fewer are counted than there are.
    assert 0.1 * _compared(values) < machine.spent - before < 2.0 * _compared(values)


def test_what_is_in_no_order_costs_no_counting() -> None:
    machine, drawn = Machine(), random.Random(1)
    machine.begin(1e9, ())
    before = machine.spent
    assert comparisons(machine, [drawn.random() for _ in range(30_000)]) is None
    assert machine.spent == before
