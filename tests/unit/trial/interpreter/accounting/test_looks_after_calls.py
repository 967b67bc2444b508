"""How often a run looks at what it holds as calls end."""

import pytest

from perfcast.trial.runs.trials import Trials
from perfcast.workload import parse

#: Most is held before the calls, none of which makes more than a little of it.
BRIEF = """
def calling(nums):
    made = [num * 1.5 for num in nums]
    del made[5:]
    total = 0
    for num in nums:
        total += small(num)
    return total

def small(num):
    first = [num, num + 1000, num + 2000, num + 3000]
    return first[0] + first[1]
"""


def test_calls_that_hold_less_than_was_held_before_are_seldom_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    trials = Trials(BRIEF)
    machine = trials._unit.machine
    looks = 0
    look = machine.look

    def counted(*others: object) -> object:
        nonlocal looks
        looks += 1
        return look(*others)

    monkeypatch.setattr(machine, "look", counted)
    run = trials._running.run(parse("nums: list[int] * 1000 in 0..1000000"), 1e7, {})
    assert not run.raised
    # Of a thousand calls.
    assert 0 < looks < 500
