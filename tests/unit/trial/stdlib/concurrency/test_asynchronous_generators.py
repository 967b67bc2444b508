"""What an asynchronous generator costs that is asked for all that it yields."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import time_of

_GIVEN = """
async def {name}(n):
    for i in range(n):
        yield i
"""
_GOING_THROUGH = """
async def f(n):
    async for _ in given(n):
        pass
"""


def test_one_costs_what_a_loop_costs_that_goes_through_it() -> None:
    alone, in_loop = _GIVEN.format(name="f"), _GOING_THROUGH + _GIVEN.format(name="given")
    assert time_of(alone, "n: int = 1000") == pytest.approx(time_of(in_loop, "n: int = 1000"), rel=0.15)
