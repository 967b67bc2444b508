"""Generators and iterators that a call gives, and what they hold: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import OF_PYTHON_3_11, peak_of

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


_KEEPING = """
def kept(n):
    numbers = [i * 1000 for i in range(n)]
    for i in range(n):
        yield numbers[i] + 1

def told(n):
    texts = [f"a text of {i}" for i in range(n)]
    for text in texts:
        yield text.upper()
"""


@pytest.mark.parametrize(
    ("value", "measured"),
    [
        ("list(kept(n))", 81_808),
        ("tuple(kept(n))", 81_168),
        ("sorted(kept(n))", 81_808),
        ("[*kept(n)]", 81_808),
        ("set(kept(n))", 105_936),
        ("frozenset(kept(n))", 105_936),
        ("list(enumerate(kept(n)))", 158_628),
        ("list(x + 1 for x in kept(n))", 82_200),
        pytest.param("''.join(told(n))", 141_620, marks=OF_PYTHON_3_11),
        ("sum(kept(n))", 41_136),
    ],
)
def test_what_a_generator_keeps_to_its_end_is_held_beside_what_is_made_of_it(value: str, measured: int) -> None:
    source = f"def run(n):\n    return {value}\n{_KEEPING}"
    assert peak_of(source, "n: int = 1000") == pytest.approx(measured, rel=0.02)


def test_what_a_generator_kept_is_gone_once_it_has_ended() -> None:
    source = f"def run(n):\n    found = list(kept(n))\n    return [None] * 4000\n{_KEEPING}"
    assert peak_of(source, "n: int = 1000") == pytest.approx(81_808, rel=0.02)
