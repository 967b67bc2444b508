"""Functions that have to give something to await."""

from __future__ import annotations

import asyncio

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import build, parse
from tests.unit.workload.made_up import default

ASYNC = "f: AsyncCallable"
PLAIN = "f: Callable"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("async def u(f: Callable[[int], Awaitable[int]]): return await f(1)", ASYNC),
        ("def u(f: Callable[..., Coroutine[Any, Any, int]]): return g(f)", ASYNC),
        ("def u(f: 'Callable[[int], asyncio.Future[int]] | None'): return g(f)", ASYNC),
        ("async def u(f): return await f(1)", ASYNC),
        ("async def u(f: Callable): return await f(1)", ASYNC),
        ("async def u(f: Callable[[int], Any]): return await f(1)", ASYNC),
        ("async def u(f): return await asyncio.gather(*(f(n) for n in range(3)))", ASYNC),
        ("def u(f): return asyncio.run(f(1))", ASYNC),
        ("async def u(f: Callable[[int], int]): return await g(f(1))", PLAIN),
        ("async def u(f): return await g(f(1))", PLAIN),
        ("def u(f): return subprocess.run(f(1))", PLAIN),
        ("def u(f: Callable[[int], list[int]]): return f(1)", PLAIN),
    ],
)
def test_what_is_awaited_gives_something_to_await(source: str, workload: str) -> None:
    assert default(source) == workload


def test_what_is_awaited_is_what_was_given() -> None:
    given = build(parse(ASYNC), 1)[1]["f"]
    assert asyncio.run(given(7, key=1)) == 7 and asyncio.run(given()) is None


def test_trial_runs_await_it_too() -> None:
    source = "import asyncio\nasync def u(f):\n  c = f(3)\n  assert asyncio.iscoroutine(c) and await c == 3"
    found = dict(zip(NAMES, Trials(source).estimate(parse(ASYNC)), strict=True))
    assert found["trial_runs"] > 0 and found["trial_raised"] == 0
    assert dict(zip(NAMES, Trials(source).estimate(parse(PLAIN)), strict=True))["trial_raised"] == 1
