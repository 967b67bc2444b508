"""Frames of the calls under way tell functions apart that ask who calls them."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_CALLED = """
import inspect
import sys

def outer(n):
    return middle(n)

def middle(n):
    return asked(n)

def asked(n):
    return bytearray(1_000 * n if {name} == {expected!r} else 1)
"""


def _estimated(text: str, workload: str) -> dict[str, float]:
    trials = Trials(text)
    found = dict(zip(NAMES, trials.estimate(parse(workload)), strict=True))
    assert not trials.error
    assert not trials.stopped_at
    return {name: float(2**value) for name, value in found.items()}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("inspect.stack()[0][3]", "asked"),
        ("inspect.stack()[1][3]", "middle"),
        ("inspect.stack(0)[2].function", "outer"),
        ("inspect.stack()[-1].function", "<module>"),
        ("inspect.currentframe().f_code.co_name", "asked"),
        ("inspect.currentframe().f_back.f_code.co_name", "middle"),
        ("sys._getframe(2).f_code.co_name", "outer"),
        ("sys._getframe().f_back.f_back.f_code.co_name", "outer"),
    ],
)
def test_frames_are_those_of_the_calls_under_way(name: str, expected: str) -> None:
    found = _estimated(_CALLED.format(name=name, expected=expected), "n: int = 10000")
    assert found["trial_peak"] == pytest.approx(10_000_000, rel=0.1)


def test_asking_for_all_frames_reads_their_source() -> None:
    found = _estimated("import inspect\n\ndef count(n):\n    return len(inspect.stack())\n", "n: int = 10")
    # Measured: a millisecond, and 36 KB.
    assert 0.4e6 < found["trial_time"] < 4e6
    assert 20_000 < found["trial_peak"] < 80_000


@pytest.mark.parametrize("asked", ["inspect.currentframe().f_locals", "inspect.stack()[1].frame.f_locals"])
def test_names_of_calls_under_way_are_not_known(asked: str) -> None:
    trials = Trials(f"import inspect\n\ndef count(n):\n    return len({asked})\n")
    trials.estimate(parse("n: int = 10"))
    assert "f_locals" in trials.stopped_at
