"""What tasks, and what they wait for, hold while they are there: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import OF_PYTHON_3_11, peak_of

_WORK = """

import asyncio

async def held_up(x):
    await asyncio.sleep(0)
    return x

async def plain(x):
    return x
"""


def peak(body: str) -> float:
    lines = body.replace("\n", "\n        ")
    run = "\n    return asyncio.run(main())"
    return peak_of(f"def f(x):\n    async def main():\n        {lines}{run}\n{_WORK}", "x: list[int] * 1000 in 0..200")


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("ts = [asyncio.create_task(plain(v)) for v in x]\nreturn len(ts)", 746_979),
        ("ts = [asyncio.create_task(held_up(v)) for v in x]\nfor t in ts: await t\nreturn len(ts)", 1_195_247),
        # A task that has ended is smaller, and is there.
        (
            "ts = [asyncio.create_task(plain(v)) for v in x]\nfor t in ts: await t\n"
            "return len([v for w in range(200) for v in x])",
            2_227_299,
        ),
        # Coroutines are counted with the tasks that run them, whatever held them before.
        ("return len(await asyncio.gather(*[plain(v) for v in x]))", 864_555),
        ("return len(await asyncio.gather(*(plain(v) for v in x)))", 864_555),
        ("return len(await asyncio.gather(*map(held_up, x)))", 1_259_935),
        (
            "async with asyncio.TaskGroup() as g:\n    ts = [g.create_task(held_up(v)) for v in x]\nreturn len(ts)",
            1_356_863,
        ),
        (
            "s = asyncio.Semaphore(8)\nasync def one(v):\n    async with s: return await held_up(v)\n"
            "return len(await asyncio.gather(*[one(v) for v in x]))",
            1_451_583,
        ),
    ],
)
def test_tasks_take_what_they_hold(body: str, measured: int) -> None:
    assert peak(body) == pytest.approx(measured, rel=0.08)


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("made", "measured"),
    [
        ("asyncio.Future()", 159_528),
        ("asyncio.Lock()", 103_528),
        ("asyncio.Semaphore(3)", 103_528),
        ("asyncio.Event()", 863_528),
        ("asyncio.Condition()", 1_167_528),
        ("asyncio.Queue()", 3_271_528),
    ],
)
def test_methods_of_what_tasks_wait_for_are_its_classs(made: str, measured: int) -> None:
    assert peak(f"return len([{made} for v in x])") == pytest.approx(measured, rel=0.08)


@OF_PYTHON_3_11
@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("pass", 1_732),
        ("await asyncio.sleep(0)", 2_180),
        ("await asyncio.gather()", 1_880),
        ("await asyncio.gather(plain(x))", 3_584),
        ("await asyncio.gather(plain(x), plain(x), plain(x))", 5_344),
    ],
)
def test_tasks_are_there_beside_the_one_that_waits_for_them(body: str, measured: int) -> None:
    assert peak_of(f"async def f(x):\n    {body}\n    return x\n{_WORK}", "x: int = 9") == pytest.approx(
        measured, rel=0.15
    )
