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
_FLOAT, _PLACE = 24, 8


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
