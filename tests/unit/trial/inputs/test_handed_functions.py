"""What a function may do to another one that it is given: ask how it is called, mark it, wrap it."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_REGISTERED = """
import asyncio
import inspect

def unit(function):
    {}
"""


@pytest.mark.parametrize(
    "body",
    [
        "function.tag = 3; return 1 // (function.tag == 3)",
        "return 1 // (getattr(function, '__wrapped__', function) is function)",
        "return 1 // (not hasattr(function, 'tag'))",
        "return 1 // (list(inspect.signature(function).parameters) == ['args', '_'])",
        "return 1 // inspect.isfunction(function)",
        "return 1 // (function.__name__ == 'first_given')",
        "return 1 // (function(7, other=8) == 7)",
        "return 1 // (not inspect.iscoroutinefunction(function))",
    ],
)
def test_it_is_a_function_like_others(body: str) -> None:
    row = dict(zip(NAMES, Trials(_REGISTERED.format(body)).estimate(parse("function: Callable")), strict=True))
    assert row["trial_runs"] >= 1 and not row["trial_raised"]


def test_one_that_has_to_be_awaited_is_known_for_it() -> None:
    text = _REGISTERED.format("return 1 // (inspect.iscoroutinefunction(function) and asyncio.run(function(7)) == 7)")
    row = dict(zip(NAMES, Trials(text).estimate(parse("function: AsyncCallable")), strict=True))
    assert row["trial_runs"] >= 1 and not row["trial_raised"]
