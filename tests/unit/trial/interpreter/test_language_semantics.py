"""What small parts of the language and of its library mean, as Python has it."""

from __future__ import annotations

import pytest

from perfcast.source.locations.place import here
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

SOURCES = {
    "sums of what is nothing": """
found = [sum([]), sum([], 2), sum(x for x in [1, 2])]
for given in ([None], [1, None], (x for x in [None])):
    try:
        found.append(sum(given))
    except TypeError as error:
        found.append(str(error))
""",
    "the version of Python by its parts": """
import sys
info = sys.version_info
found = [info[0] == info.major, info >= (3, 8), info[:2] == (info.major, info.minor)]
found += [isinstance(info, tuple), len(info), info[:2], sys.hexversion >> 16, sys.implementation.cache_tag]
""",
    "fields of a dataclass by its attribute": """
from dataclasses import dataclass, field
@dataclass
class A:
    x: int
    y: list = field(default_factory=list, init=False)
@dataclass
class B(A):
    z: str = "a"
class C: pass
found = [list(B.__dataclass_fields__), [one.init for one in A.__dataclass_fields__.values()]]
found += [hasattr(C, "__dataclass_fields__"), list(getattr(C, "__dataclass_fields__", {}))]
found += [list(B(1).__dataclass_fields__), hasattr(B(1), "__dataclass_fields__"), hasattr(C(), "__dataclass_fields__")]
""",
    "defaults of a dataclass's fields": """
from dataclasses import MISSING, dataclass, field, fields
@dataclass
class A:
    x: int
    y: list = field(default_factory=list, repr=False)
    z: str = field(default="a", compare=False)
found = [one.default for one in fields(A) if one.default is not MISSING]
found += [one.default_factory is MISSING for one in (fields(A)[0], fields(A)[2])]
found += [(one.repr, one.compare) for one in fields(A(1))]
""",
    "texts by the name that typing has for them": """
from typing import Text
import typing
found=[isinstance("a", Text), isinstance(b"a", typing.Text), Text(3)]
""",
    "imports of what is global": """
def f():
    global np, s, m, p
    import numpy as np
    from math import sqrt as s
    import os.path as p
    import math
    return g()
def g(): return float(np.zeros(3).sum() + s(4)), p.basename("a/b")
found = f()
""",
    "classes that own functions decorate": """
SEEN = {}
def named(name):
    def add(cls):
        cls.label = name
        SEEN[name] = cls
        return cls
    return add
def shown(cls):
    def text(self): return f"<{self.x}>"
    cls.text = text
    return cls
@named("first")
@shown
class A:
    def __init__(self): self.x = 3
class B(A): pass
class Registry:
    def __init__(self): self.all = []
    def register(self, cls):
        self.all.append(cls.__name__)
        return cls
r = Registry()
@r.register
class C: pass
found = [A.label, A().text(), SEEN["first"] is A, hasattr(A, "other"), B().text(), r.all, getattr(C, "nothing", 1)]
a = A()
found.append(a.__new__(B).__class__ is B)
""",
    "imports by function": """
import os.path
found = [__import__("os.path") is os, __import__("os.path", None, None, ["join"]) is os.path, type[int] is not None]
try: __import__("no_such_module_at_all")
except ImportError as e: found.append(str(e))
""",
    "what leaves a stack of contexts goes on after an error": """
from contextlib import ExitStack
left = []
def bad(name):
    left.append(name)
    raise ValueError(name)
def leave(closes):
    with ExitStack() as stack:
        stack.callback(left.append, "first")
        stack.callback(bad, "second")
        stack.callback(bad, "third")
        if closes: stack.close()
found = []
for closes in (False, True):
    try: leave(closes)
    except ValueError as error: found.append(str(error))
found.append(left)
""",
    "a stack of contexts may be kept, closed later, and hand on what waits": """
from contextlib import ExitStack, contextmanager
found = []
@contextmanager
def noted(name):
    found.append(name)
    yield name
    found.append(f"/{name}")
class Service:
    def __init__(self):
        self.stack = ExitStack()
    def open(self):
        with ExitStack() as stack:
            found.append(stack.enter_context(noted("a")) + stack.enter_context(noted("b")))
            self.stack = stack.pop_all()
        found.append("open")
service = Service()
service.stack.callback(found.append, "first")
service.stack.close()
service.open()
with service.stack as entered:
    found.append(entered is service.stack)
""",
    "what a stack of contexts calls gives nothing": """
from contextlib import ExitStack
class Answer:
    def __bool__(self): raise ValueError("neither")
with ExitStack() as stack:
    stack.callback(Answer)
found = [stack.close()]
""",
    "operators in place by function": """
import operator
def f():
    a = [1]; b = a
    a = operator.iadd(a, [2])
    c = {1}; d = c
    operator.ior(c, {2})
    found = [a, b, a is b, operator.iadd(3, 4), operator.imul([1], 2), c, operator.iconcat([1], [2])]
    return found, operator.isub({1, 2}, {1})
found = f()
""",
    "places by function": """
import operator
class A:
    def __setitem__(self, k, v): self.k = k, v
    def __delitem__(self, k): self.d = k
    def __getitem__(self, k): return k
def f():
    l, d, a = [1, 2, 3, 4], {"a": 1}, A()
    operator.setitem(l, 0, 9); operator.setitem(l, slice(1, 3), [5]); operator.delitem(l, 1)
    operator.setitem(d, "b", 2); operator.delitem(d, "a"); operator.setitem(a, 1, 2); operator.delitem(a, 3)
    out = [l, d, a.k, a.d, operator.getitem(l, 0), operator.getitem(l, slice(1)), operator.getitem(a, 4)]
    for bad in (lambda: operator.setitem(l, 9, 0), lambda: operator.delitem(l, 9), lambda: operator.delitem(d,
        'z'), lambda: operator.setitem((1,), 0, 1)):
        try: bad()
        except Exception as e: out.append(type(e).__name__)
    return out
found = f()
""",
    "names of levels": """
import logging
found = [logging.getLevelName(x) for x in ("NOTSET", 0, "WARN", 30, 15, "x")]
""",
    "the rest of a table with keys that compare": """
class K:
    def __init__(self, n): self.n = n
    def __hash__(self): return 1
    def __eq__(self, other):
        log.append(self.n)
        return self is other
log = []
def f():
    d = {K(1): 1, 'a': 2, 'b': 3}
    match d:
        case {'a': x, **rest}: return x, len(rest), 'b' in rest, log, len(d)
found = f()
""",
    "the class of flags": """
import re
def f():
    return [type(re.I) is re.RegexFlag, isinstance(re.I, re.RegexFlag), type(re.I).__name__,
        re.RegexFlag(2) == re.I, isinstance(re.I, int), type(re.I | re.M).__name__, repr(re.RegexFlag(10)),
        re.I.value, re.I.name]
found = f()
""",
    "buffers that are closed": """
import io
def f():
    out = []
    for make, text in ((io.StringIO, "ab"), (io.BytesIO, b"ab")):
        b = make(text)
        out.append(b.closed)
        with b as c:
            out.append((c is b, b.read(1)))
        out.append(b.closed)
        for bad in (b.read, b.getvalue, lambda: b.write(text), b.tell, lambda: b.seek(0), b.readline, b.flush,
        b.readable, b.seekable, b.truncate):
            try: out.append(bad())
            except ValueError as e: out.append(str(e))
        b.close()
    return out
found = f()
""",
    "names of errors that are global or nonlocal": """
e = "outer"
def put():
    global e
    try: 1 / 0
    except ZeroDivisionError as e: return str(e), told()
def told(): return str(globals().get('e'))
def later():
    global e
    try: yield 1 / 0
    except ZeroDivisionError as e: yield told()
def f():
    out, x = [told(), put(), 'e' in globals(), next(it := later()), list(it), 'e' in globals()], 0
    def g(n):
        nonlocal x
        try: {}[n]
        except KeyError as x: out.append(see())
    def see(): return repr(x)
    def h():
        nonlocal x
        try: raise ExceptionGroup("a", [ValueError(1)])
        except* ValueError as x: out.append(see())
        yield 'x' in locals()
    g(1); g(2)
    out.append(list(h()))
    x = 4
    g(3)
    x = 5
    return out, x
found = f()
""",
    "what generators are closed with": """
class C:
    def __enter__(self): return self
    def __exit__(self, *told): out.append((told[0].__name__, told[0] is GeneratorExit))
out = []
def g():
    with C():
        try: yield 1
        except BaseException as e:
            out.extend([type(e).__name__, type(e) is GeneratorExit, str(e), e.args])
            raise
def f():
    it = g(); next(it); it.close()
    return out
found = f()
""",
    "names of errors behind their handlers": """
def f():
    out = []
    e = 5
    try: 1 / 0
    except ZeroDivisionError as e: out.append(str(e))
    out.append('e' in locals())
    try:
        try: raise ValueError(1)
        except ValueError as x:
            raise KeyError(2)
    except KeyError as x: out.append(x.args)
    out.append('x' in locals())
    def g():
        try: yield 1
        except ValueError as q: yield str(q)
        yield 'q' in locals()
    it = g(); next(it); out.append(it.throw(ValueError("z"))); out.append(next(it))
    try: raise ExceptionGroup("a", [ValueError(1)])
    except* ValueError as w: out.append(len(w.exceptions))
    out.append('w' in locals())
    return out
found = f()
""",
}


@pytest.mark.parametrize("name", SOURCES)
def test_small_parts_mean_what_python_says(name: str) -> None:
    assert interpreted(SOURCES[name], place=here()) == run(SOURCES[name])


def test_an_error_that_suppress_takes_is_paid_for_once() -> None:
    def time(does: str, times: int) -> float:
        source = "def run(n, d):\n    from contextlib import suppress\n"
        source += f"    for _ in range({times}):\n        with suppress(KeyError): {does}\n"
        found = Trials(source).estimate(parse("n: int = 3; d: dict[str, int] * 3"))
        return float(2 ** dict(zip(NAMES, found, strict=True))["trial_time"])

    # Apart from the call's first error.
    swallowed, none = (time(does, 9) - time(does, 4) for does in ("d['no']", "d.get('no')"))
    assert (swallowed - none) / 5 == pytest.approx(196, abs=40)
