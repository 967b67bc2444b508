"""Lists of tuples that were there before cost no tuples: figures are CPython 3.11's."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import time_of

_SOURCE = """
def f(n: int):
    pairs = [(i, i) for i in range(1_000)]
    table = {(str(i), i): i for i in range(1_000)}
    for _ in range(10):
        BODY
"""

#: An expression -> nanoseconds.
MEASURED = {
    "list(table)": 4_200,
    "list(table.keys())": 4_200,
    "list(table.items())": 22_500,
    "list(pairs)": 1_330,
    "pairs.copy()": 1_330,
    "list(reversed(pairs))": 2_700,
    "list(filter(None, pairs))": 7_700,
    "list(zip(pairs, pairs))": 24_600,
    "list(enumerate(pairs))": 30_600,
    "sorted(pairs)": 12_500,
}


@pytest.mark.parametrize("expression", MEASURED)
def test_only_new_tuples_are_paid_for(expression: str) -> None:
    empty, copying = (time_of(_SOURCE.replace("BODY", body), "n: int = 10") for body in ("pass", expression))
    assert 0.7 < (copying - empty) / 10 / MEASURED[expression] < 1.35
