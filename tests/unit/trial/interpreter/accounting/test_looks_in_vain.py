"""How often a run looks at what it holds where looks find no more than was known."""

import pytest

from perfcast.trial.quantities import QUANTITIES
from perfcast.trial.runs.trials import Trials
from perfcast.workload import parse

#: All that is ever held at once is there before the loops.
STEADY = """
def steady(nums):
    made = [num * 1.5 for num in nums]
    del made[300:]
    total = 0
    for num in nums:
        for factor in (1, 2, 3, 4, 5, 6, 7, 8):
            total += num * factor
    return total, made
"""
#: The same, and then as much again.
RISING = STEADY.replace("return total, made", "return total, made, [num * 2.5 for num in nums]")
ARRAYS = """
def kept(values, count):
    made = []
    for _ in range(count):
        made.append(values * 2.0)
    return made
"""
#: The last one is as large as all others.
JOINED = ARRAYS.replace("return made", "return np.concatenate(made)") + "\nimport numpy as np\n"
TENSORS = """
def stacked(images):
    return torch.stack([image.mean(0) for image in images])

import torch
"""
#: What a tuple holds is larger than it.
PAIRED = """
def sorted_twice(x):
    first = x.sort()
    second = x.sort()
    return first, second
"""
_FLOAT, _PLACE = 24, 8
#: Of 200 numbers; NumPy keeps the room of smaller ones.
_ARRAY = 112 + 200 * 8


def peak_and_looks(text: str, workload: str, monkeypatch: pytest.MonkeyPatch) -> tuple[float, int]:
    """Bytes of a run's peak, and how many looks it had."""
    trials = Trials(text)
    machine = trials._unit.machine
    looks = 0
    look = machine.look

    def counted(*others: object) -> object:
        nonlocal looks
        looks += 1
        return look(*others)

    monkeypatch.setattr(machine, "look", counted)
    run = trials._running.run(parse(workload), 1e7, {})
    assert not run.raised
    return 2.0 ** run.costs[QUANTITIES.index("peak")] - 1, looks


def test_looks_that_find_no_more_become_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    # Of a thousand inner loops.
    _, looks = peak_and_looks(STEADY, "nums: list[int] * 1000 in 0..1000000", monkeypatch)
    assert 0 < looks < 250


def test_what_rises_after_many_looks_in_vain_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    peak, _ = peak_and_looks(RISING, "nums: list[int] * 1000 in 0..1000000", monkeypatch)
    assert peak >= 1300 * (_FLOAT + _PLACE)


def test_small_arrays_are_not_looked_at_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    peak, looks = peak_and_looks(ARRAYS, "values: float64[200]; count: int = 400", monkeypatch)
    assert looks < 250
    assert peak == pytest.approx(400 * (_ARRAY + _PLACE), rel=0.02)


def test_small_tensors_are_not_looked_at_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    _, looks = peak_and_looks(TENSORS, "images: torch.float32[400, 4, 4]", monkeypatch)
    assert looks < 250


def test_a_large_array_after_small_ones_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    peak, _ = peak_and_looks(JOINED, "values: float64[200]; count: int = 400", monkeypatch)
    assert peak == pytest.approx(400 * (_ARRAY + _PLACE) + 400 * 200 * 8, rel=0.02)


def test_what_a_tuple_of_tensors_holds_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    peak, _ = peak_and_looks(PAIRED, "x: torch.float32[10000]", monkeypatch)
    # Twice the sorted numbers with their places.
    assert peak >= 2 * 10_000 * (4 + 8)
