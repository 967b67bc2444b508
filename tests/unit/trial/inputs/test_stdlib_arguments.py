"""What functions are given that the standard library makes."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


@pytest.mark.parametrize(
    ("unit", "workload"),
    [
        (
            "def f(log, n):\n log.propagate = False\n log.debug('%d', n)\n return log.handlers",
            "log: Logger; n: int = 3",
        ),
        ("def f(to):\n to.add_argument('--x', default=3)\n return to.parse_args().x", "to: ArgumentParser"),
        ("def f(of, n): return of(n), of.__name__", "of: type; n: int = 3"),
        ("def f(at, n): return list(range(n))[at]", "at: slice; n: int = 30"),
        ("def f(moment, zone): return moment.astimezone(zone).utcoffset()", "moment: datetime; zone: tzinfo"),
        (
            "def f(zone): return hasattr(zone, 'zone') or zone.utcoffset(None).seconds\nfrom datetime import tzinfo",
            "zone: tzinfo",
        ),
        (
            "def f(moment, zone): return moment.replace(tzinfo=zone), zone.key",
            "moment: datetime; zone: ZoneInfo",
        ),
    ],
)
def test_they_are_there(unit: str, workload: str) -> None:
    trials = Trials(unit)
    estimate = trials.estimate(parse(workload))
    assert not trials.error
    assert not trials.stopped_at
    assert estimate[NAMES.index("trial_runs")] > 0


def test_the_unit_has_its_own() -> None:
    own = "class Logger:\n def __init__(self): self.left = 3"
    trials = Trials(f"def f(log): return [0] * log.left\n{own}")
    assert trials.estimate(parse("log: Logger"))[NAMES.index("trial_runs")] > 0
