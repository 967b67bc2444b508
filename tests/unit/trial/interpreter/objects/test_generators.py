"""What generators do before their end, as Python does it: errors thrown at them, closing them, letting them go."""

from __future__ import annotations

import sys

import pytest

from perfcast.source.locations.place import here
from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run

SOURCES = {
    "closed, or gone before their end": """
log = []
class C:
    def __enter__(self): log.append("in"); return self
    def __exit__(self, kind, value, tb): log.append(("out", kind is GeneratorExit, kind is None)); return False
from contextlib import contextmanager
@contextmanager
def cm():
    log.append("cm in")
    try:
        yield 3
    finally:
        log.append("cm out")
def inner():
    try:
        yield 1
        yield 2
    finally:
        log.append("inner")
def g():
    try:
        with C(), cm() as x:
            yield from inner()
            yield x
    except Exception:
        log.append("never")
    finally:
        log.append("finally")
def caught():
    try:
        yield 1
    except GeneratorExit:
        log.append("exit")
        return
def bare():
    try:
        yield 1
    except:
        log.append("bare")
        raise
def ignoring():
    try:
        yield 1
    finally:
        yield 2
def f():
    it = g(); next(it); it.close(); log.append("closed"); it.close()
    it = caught(); next(it); it.close()
    it = bare(); next(it); it.close()
    it = bare(); it.close()
    try:
        next(it)
    except StopIteration: log.append("stop")
    it = ignoring(); next(it)
    try: it.close()
    except RuntimeError as e: log.append(str(e))
    log.append("---")
    for x in g():
        break
    log.append("after break")
    it = g(); next(it); it = None
    log.append("after none")
    def local():
        k = g(); next(k); return 5
    log.append(local())
    a, *_ = next(iter(zip(g(), [1])))
    log.append(a)
    return log
found = f()
""",
    "errors thrown": """
class E(Exception):
    def __init__(self, a): self.a = a
def g():
    n = 0
    while True:
        try:
            n += 1
            got = yield n
        except ValueError as e:
            yield ("value", str(e))
        except E as e:
            yield ("own", e.a)
        except StopIteration:
            yield "stop"
def outer():
    try:
        yield from g()
    except KeyError as e:
        yield "key"
        return 7
def f():
    out = []
    for make in (g, outer):
        it = make()
        out.append(next(it))
        out.append(it.throw(ValueError("a")))
        out.append(next(it))
        out.append(it.throw(E(3)))
        out.append(next(it))
        out.append(it.throw(ValueError))
        out.append(next(it))
        out.append(it.throw(ValueError, "t"))
        out.append(next(it))
        try: out.append(it.throw(KeyError("k")))
        except KeyError as e: out.append(e.args)
        try: out.append(next(it))
        except StopIteration as e: out.append(("end", e.value))
    it = g()
    try: it.throw(E(5))
    except E as e: out.append(e.a)
    try: it.throw(3)
    except TypeError: out.append("type")
    return out
found = f()
""",
    "contexts that close": """
from contextlib import closing
log = []
def g():
    try: yield 1
    finally: log.append("done")
def f():
    with closing(g()) as it:
        log.append(next(it))
    return log
found = f()
""",
    "asynchronous ones": """
import asyncio
log = []
async def g():
    try:
        yield 1
        yield 2
    finally:
        await asyncio.sleep(0)
        log.append("done")
async def main():
    it = g()
    log.append(await it.__anext__())
    await it.aclose()
    log.append("after")
    it = g()
    await it.aclose()
    async for x in g():
        log.append(x)
def f():
    asyncio.run(main())
    return log
found = f()
""",
}

#: One that is gone before its end, and does something then.
_GONE = """
def g():
    try:
        yield 1
    finally:
        {}
def f():
    next(g())
    return 1
found = f()
"""


@pytest.mark.parametrize("name", SOURCES)
def test_generators_do_what_python_does(name: str) -> None:
    if name == "closed, or gone before their end" and sys.version_info >= (3, 13):
        pytest.xfail("one that a name lets go of is closed with its function")
    assert interpreted(SOURCES[name], place=here()) == run(SOURCES[name])


@pytest.mark.filterwarnings("error")
def test_nobody_hears_of_an_error_where_a_generator_is_gone() -> None:
    assert interpreted(_GONE.format("1 / 0")) == 1


@pytest.mark.filterwarnings("error")
def test_what_is_not_followed_where_a_generator_is_gone_ends_the_run() -> None:
    with pytest.raises(Unsupported, match="open"):
        interpreted(_GONE.format("open('a')"))
