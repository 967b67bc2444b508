"""What contexts cost that asynchronous generators make, beside those of plain ones: the factor was measured."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, peak_of, time_of

_PLAIN = """
def f(n):
    for _ in range(n):
        with made(n) as found:
            pass

from contextlib import contextmanager

@contextmanager
def made(n):
    yield n
"""
_ON_LOOP = """
async def f(n):
    for _ in range(n):
        async with made(n) as found:
            pass

from contextlib import asynccontextmanager

@asynccontextmanager
async def made(n):
    yield n
"""


def test_one_on_a_loop_takes_longer() -> None:
    on_loop, plain = time_of(_ON_LOOP, "n: int = 1000"), time_of(_PLAIN, "n: int = 1000")
    assert on_loop / plain == pytest.approx(1.68, rel=0.2)


@OF_PYTHON_3_11
def test_one_holds_its_generator() -> None:
    assert peak_of(_ON_LOOP, "n: int = 1000") == pytest.approx(2_960, rel=0.1)
