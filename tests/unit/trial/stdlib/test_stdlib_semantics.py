"""What decorators, errors, enumerations and small classes of the library mean, as Python has it."""

from __future__ import annotations

import pytest

from perfcast.source.locations.place import here
from tests.unit.trial.interpreting import interpreted, run

SOURCES = {
    "wraps": """
import functools
def deco(fn):
    fn.tag = 1
    @functools.wraps(fn)
    def w(*a): return ("w", fn(*a))
    return w
@deco
def named(x): return x
found = named.__name__, named.tag, named(3), named.__wrapped__(4)
""",
    "assertion and errors": """
class K(KeyError): pass
class Own(Exception):
    def __init__(self, a, b=0): self.a = a
class Said(Exception):
    def __str__(self): return "said " + super().__str__()
    def __repr__(self): return "r" + super().__repr__()
def f():
    out = []
    try: assert 1 == 2, "msg %d" % 3
    except AssertionError as e: out.append(str(e))
    try: assert 0
    except AssertionError as e: out.append(e.args)
    for e in (K("x"), K("x", 1), K(), Own(1), Own(1, 2), Own(1, b=3), Said("a"), Said()): out += [str(e), repr(e),
        e.args]
    def g():
        yield 1
        raise StopIteration(3)
    try: list(g())
    except RuntimeError as e: out.append(type(e).__name__)
    try: 5 .foo
    except AttributeError as e: out += [type(e).__name__, type(e) is AttributeError, e.__class__.__name__]
    return out
found = f()
""",
    "simple namespaces": """
from types import SimpleNamespace as NS
import statistics as st
from collections import namedtuple
P = namedtuple("P", "x")
def f():
    n = NS(a=NS(b=3), c=[1, 2], d="q")
    out = [repr(n), n == NS(a=NS(b=3), c=[1, 2], d="q"), n != NS(), n == 3, f"{NS()}"]
    try: st.mean([])
    except st.StatisticsError as e: out.append(isinstance(e, ValueError))
    for one in (P(1), 5, "a", [1], {}):
        try: one.x = 1
        except AttributeError: out.append("fixed")
    b = bytearray(b"abcd"); del b[0]; del b[1:]; out.append(b)
    return out
found = f()
""",
    "enum things": """
from enum import Enum, IntEnum, Flag, auto, unique
class C(Enum):
    A = 1
    B = "b"
    @classmethod
    def pick(cls, s): return cls[s.upper()]
    @property
    def low(self): return self.name.lower()
    @classmethod
    def _missing_(cls, v): return cls.A if v == "one" else None
class I(IntEnum):
    X = 3
    Y = auto()
class F(Flag):
    R = auto(); W = auto(); RW = R | W
def f():
    return [C.pick("a").low, C("b").name, C("one").name, [c.value for c in C], C.A == 1, I.X == 3, I.X + 1,
        sorted([I.Y, I.X])[0].name, F.R | F.W == F.RW, F.R in F.RW, (F.RW & F.W).name, ~F.R == F.W, C.A in C,
        len(C), repr(C.A), str(C.B), f"{I.X}", list(C.__members__), isinstance(I.X, int), {C.A: 1}[C.A],
        bool(F(0)), hash(C.A) == hash(C.A), C.A is C(1)]
found = f()
""",
}


@pytest.mark.parametrize("name", SOURCES)
def test_the_library_means_what_python_says(name: str) -> None:
    assert interpreted(SOURCES[name], place=here()) == run(SOURCES[name])
