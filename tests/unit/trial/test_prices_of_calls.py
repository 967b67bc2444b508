"""Prices of what calls of the training projects do, held against what they were measured to take."""

from __future__ import annotations

import textwrap

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

#: Source, workload -> nanoseconds on the CPU that the corpus was measured on.
MEASURED = {
    (
        """
        def adder(a):
            def add(x):
                return a + x
            return add
        """,
        "a: int = 3",
    ): 224,
    (
        """
        def between(a, b):
            def within(x):
                return a < x < b
            return within
        """,
        "a: int = 3; b: int = 5",
    ): 248,
    (
        """
        def chosen(a, b, c, d):
            def choose(x):
                return (a, b, c, d)[x]
            return choose
        """,
        "a: int = 3; b: int = 5; c: int = 6; d: int = 7",
    ): 300,
}


@pytest.mark.parametrize(("source", "workload"), MEASURED)
def test_calls_take_about_as_long_as_measured(source: str, workload: str) -> None:
    found = Trials(textwrap.dedent(source)).estimate(parse(workload))
    time = 2 ** found[NAMES.index("trial_time")]
    assert 0.85 < time / MEASURED[source, workload] < 1.15
