"""Calls whose memory is that of places left over and of what is there beside the result: figures are memray's of
CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.workload import parse
from tests.unit.trial.interpreting import OF_PYTHON_3_11, peak_of

_IMPORTS = """
import datetime
import functools
import math
import pickle
import textwrap
from collections import Counter, deque
from decimal import Decimal
from fractions import Fraction
"""
_NUMBERS = "xs: list[int] * 40 in -1000..1000"
_TEXT = "t: str * 20 in 'a'..'d'"


def peak(source: str, workload: str) -> float:
    return peak_of(source + _IMPORTS, workload)


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        # Lists and tuples that are gone leave places that are there beside what is made next.
        (
            "c = None\nfor x in xs: c = (x, c)\nfound = []\nwhile c:\n    x, c = c\n    found.append(x)\nreturn found",
            "xs: list[int] * 30 in 0..100000",
            1_936,
        ),
        # What calls of counters and fractions, and what is given by name, leaves behind.
        ("return len(Counter(t))", _TEXT, 464),
        pytest.param("c = Counter()\nc['a'] += n\nreturn len(c)", "n: int = 3", 424, marks=OF_PYTHON_3_11),
        ("for _ in range(3): c = Counter({'A': n, 'B': 3})\nreturn c.total()", "n: int = 20", 1_096),
        ("s = Fraction(n, 400)\ns = s * 3\nreturn s", "n: int = 30", 328),
        # The sum so far, and whole numbers that are made decimal ones.
        ("return str(sum((Decimal(x) / 100 for x in xs), Decimal('0')))", _NUMBERS, 840),
        # Functions that wait for other arguments, or that a tuple holds while a generator runs.
        ("return list(map(lambda x: x * 3, [x for x in xs if x > 2000]))", _NUMBERS, 328),
        (
            "made = (lambda a: a * a, lambda a: math.pi * a ** 2)\n"
            "return sum((made[i % 2](a) for i, a in enumerate(xs)))",
            "xs: list[float] * 40 in 1..10",
            864,
        ),
        # The source of a comprehension is there until all elements are; views may be all that holds a dictionary.
        ("return [x + 1.5 for x in sorted(xs)]", _NUMBERS, 1_768),
        ("return list(Counter(xs).items())", "xs: list[int] * 40 in -1000..1000 distinct", 4_008),
        ("return sorted(Counter(xs).items())", "xs: list[int] * 40 in -1000..1000 distinct", 4_008),
        ("return xs[1:][::-1]", "xs: tuple[int, ...] * 16 in 0..10000", 320),
        # A queue that is returned stands beside the one that it is made of.
        ("f = deque(maxlen=5)\nfor x in xs: f.append(x)\nreturn deque(f, maxlen=12)", _NUMBERS, 2_208),
        # What standard functions take while they run.
        ("return [datetime.date(2020, 1, 1).strftime('%Y') for _ in range(n)]", "n: int = 10", 5_484),
        ("return pickle.dumps(b)", "b: bytes * 20", 4_313),
        ("return textwrap.wrap(t, 40)", "t: str * 30 in 'a'..'z'", 1_605),
    ],
)
def test_what_is_left_over_and_what_waits_is_held(body: str, workload: str, measured: int) -> None:
    names = ", ".join(str(one.name) for one in parse(workload).arguments)
    lines = body.replace("\n", "\n    ")
    assert peak(f"def run({names}):\n    {lines}\n", workload) == pytest.approx(measured, rel=0.16)


def test_sets_are_there_while_others_are_made_of_them() -> None:
    workload = "a: set[int] * 20 in 0..100000; b: set[int] * 20 in 0..100000"
    assert peak("def run(a, b): return sorted((a | b) - (a & b))\n", workload) == pytest.approx(4_600, rel=0.1)


def test_arguments_of_remembered_calls_are_tuples_until_these_return() -> None:
    source = (
        "def run(n):\n    @functools.cache\n    def f(k): return k if k < 2 else f(k - 1) + f(k - 2)\n    return f(n)\n"
    )
    assert peak(source, "n: int = 30") == pytest.approx(4_640, rel=0.1)


def test_what_takes_anything_is_given_it_by_name() -> None:
    source = (
        "@within\ndef run(xs): return len(xs)\n"
        "def within(function):\n    def wrapper(*args, **kwargs): return function(*args, **kwargs)\n"
        "    return wrapper\n"
    )
    assert peak(source, "xs: list[int] * 20 in 0..1000") == pytest.approx(648, rel=0.02)
