"""Groups of errors do what Python's do, part by part."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

SOURCES = {
    "at once": """
class Mine(Exception):
    def __init__(self, code):
        self.code = code
def shape(e):
    if isinstance(e, ExceptionGroup): return (e.message, [shape(x) for x in e.exceptions])
    return (type(e).__name__, e.args)
def run(f):
    told = []
    try:
        f(told)
        told.append('no error')
    except Exception as e:
        told.append(shape(e))
    return told
def a(told):
    try:
        raise ExceptionGroup('g', [ValueError(1), TypeError(2), ExceptionGroup('h', [ValueError(3), KeyError(4)])])
    except* ValueError as e:
        told.append(shape(e))
    except* TypeError as e:
        told.append(shape(e))
def b(told):
    try:
        raise ValueError('alone')
    except* ValueError as e:
        told.append(shape(e))
    else:
        told.append('else')
    finally:
        told.append('finally')
def c(told):
    try:
        raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
    except* ValueError as e:
        raise KeyError('new')
def d(told):
    try:
        raise ExceptionGroup('g', [ValueError(1), TypeError(2), OSError(3)])
    except* (ValueError, OSError):
        raise
def e(told):
    try:
        told.append('fine')
    except* ValueError:
        told.append('never')
    else:
        told.append('else')
def f(told):
    try:
        raise ExceptionGroup('g', [Mine(5), ValueError(1)])
    except* Mine as g:
        told.append([x.code for x in g.exceptions])
    except* Exception as g:
        told.append(shape(g))
def g(told):
    x, y = ExceptionGroup('g', [Mine(5), ValueError(1)]).split(ValueError)
    told.append((shape(x), len(y.exceptions), y.exceptions[0].code))
    told.append(shape(ExceptionGroup('g', [KeyError(5), ValueError(1)]).subgroup(lambda e: isinstance(e, KeyError))))
    told.append(ExceptionGroup('g', [KeyError(5)]).subgroup(OSError))
    told.append(shape(ExceptionGroup('g', [KeyError(5)]).derive([ValueError(2)])))
def h(told):
    try:
        raise KeyError('k')
    except* ValueError:
        told.append('no')
def i(told):
    try:
        ExceptionGroup('g', [])
    except ValueError: told.append('empty')
    try:
        raise ValueError('x')
    except* ValueError: raise TypeError('y')
def j(told):
    try:
        try:
            raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
        except ExceptionGroup as e:
            told.append((e.message, len(e.exceptions), isinstance(e, Exception), str(e)))
            raise
    except* ValueError: pass
    except* TypeError: pass
found = [run(x) for x in (a, b, c, d, e, f, g, h, i, j)]
""",
    "only what a handler raises": """
def run():
    try:
        try:
            raise ExceptionGroup('g', [ValueError(1)])
        except* ValueError:
            raise KeyError('new')
    except Exception as e:
        return type(e).__name__, e.args
found = run()
""",
    "on an event loop": """
import asyncio
async def bad(n):
    await asyncio.sleep(0.01 * n)
    raise ValueError(n)
async def main():
    told = []
    try:
        async with asyncio.TaskGroup() as group:
            for n in (1, 2): group.create_task(bad(n))
    except* ValueError as e:
        await asyncio.sleep(0)
        told.append([x.args for x in e.exceptions])
    try:
        await asyncio.sleep(0)
        raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
    except* ValueError as e:
        told.append(1)
        await asyncio.sleep(0)
    except* TypeError:
        told.append(2)
    else:
        told.append(3)
    finally:
        told.append(4)
    return told
found = asyncio.run(main())
""",
}


@pytest.mark.parametrize("name", SOURCES)
def test_groups_do_what_python_does(name: str) -> None:
    assert interpreted(SOURCES[name]) == run(SOURCES[name])


def test_a_unit_with_groups_is_tried() -> None:
    source = """
def f(xs):
    errors = [ValueError(x) for x in xs]
    try:
        raise ExceptionGroup("all", errors)
    except* ValueError as group:
        return len(group.exceptions)
"""
    found = dict(zip(NAMES, Trials(source).estimate(parse("xs: list[int] * 100")), strict=True))
    assert found["trial_whole"] == 1
    assert not found["trial_raised"] and not found["trial_refused"]
