"""Generators and iterators that a call gives, and what they hold: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_AROUND = """
from itertools import chain, groupby

def counting(n):
    a = n + 1
    for i in range(n):
        yield i + a

class Point:
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def first(self):
        return self.a
"""


@pytest.mark.parametrize(
    ("value", "measured"),
    [
        ("counting(12)", 216),
        ("(i + 1 for i in x)", 408),
        ("map(str, x)", 144),
        ("zip(x, x)", 272),
        ("filter(None, x)", 96),
        ("enumerate(x)", 120),
        ("groupby(x)", 176),
        ("chain(x, x, x)", 160),
        ("Point(1, 2).first", 192),
    ],
)
def test_what_goes_on_later_is_held_with_what_it_needs(value: str, measured: int) -> None:
    workload = parse("x: list[int] * 20")
    found = Trials(f"def run(x):\n    return {value}\n{_AROUND}").estimate(workload)
    assert 2 ** dict(zip(NAMES, found, strict=True))["trial_peak"] == pytest.approx(measured, abs=50)
