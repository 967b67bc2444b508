"""Methods that every object, function and property has, called by their names, as Python calls them."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreter.test_interpreter import interpreted

#: Sources whose function ``f`` is called without arguments.
SOURCES = {
    "classes that extend property": """
class lazy(property):
    def __init__(self, fget, name=None):
        super().__init__(fget)
        self.__name__ = name or fget.__name__
    def __get__(self, obj, type=None):
        if obj is None:
            return self
        if self.__name__ not in obj.__dict__:
            obj.__dict__[self.__name__] = self.fget(obj)
        return obj.__dict__[self.__name__]
    def __set__(self, obj, value):
        obj.__dict__[self.__name__] = value
class Plain(property):
    pass
class of_class(property):
    def __get__(self, obj, of=None):
        return self.fget(of)
class A:
    def __init__(self):
        self.n = 0
    @lazy
    def x(self):
        self.n += 1
        return 5
    @Plain
    def y(self):
        return self.n
    @y.setter
    def y(self, value):
        self.n = value * 2
    @Plain
    def fixed(self):
        return 1
    @of_class
    def name(cls):
        return cls.__name__
def f():
    a = A()
    found = [a.x, a.x, a.n, a.y, a.name, A.name, isinstance(A.x, lazy)]
    a.y = 4
    a.x = 9
    try:
        a.fixed = 3
    except AttributeError:
        found.append("fixed")
    return found + [a.y, a.x]
""",
    "functions behind a dot": """
import copy, functools, operator
class A:
    show, kind, add = print, isinstance, operator.add
class Held:
    def __init__(self):
        self.seen = []
    def __setitem__(self, key, value):
        self.seen.append((key, value))
    def __delitem__(self, key):
        self.seen.append(key)
def g(a, b=2, *, c):
    return a, b, c
def f():
    a, held = A(), Held()
    found = [a.kind(3, int), a.add(1, 2), g.__get__(4, int)(c=1), g.__get__(None, A) is g, g.__call__(1, c=3)]
    found += [len.__call__([1]), hasattr(3, "__call__"), hasattr(g, "__call__"), copy.copy.__get__([1, 2])()]
    found += [hasattr(one, "__get__") for one in (len, g, print, operator.add, copy.deepcopy)]
    code = g.__code__
    found += [code is g.__code__, code in {code}, code.co_name, code.co_argcount, code.co_kwonlyargcount]
    g.mark = 3
    found.append(hasattr(g, "mark"))
    del g.mark
    try:
        del g.mark
    except AttributeError:
        found.append(hasattr(g, "mark"))
    operator.setitem(held, 1, 7)
    operator.delitem(held, 2)
    functools.partial(held.__setitem__, 3)(4)
    return found + held.seen + [operator.length_hint([1, 2])]
""",
    "types joined": """
import types
from typing import NamedTuple, Optional, Union
Pair = NamedTuple("Pair", [("left", int), ("right", float)])
class Point(NamedTuple):
    x: int
class A:
    pass
def g():
    pass
Hint = Optional[A] | Union["A", int]
def f():
    maybe, either, pair = A | None, types.FunctionType | int, Pair(1, right=2.0)
    found = [isinstance(one, maybe) for one in (None, A(), 3)] + [isinstance(one, either) for one in (g, 3, "")]
    found += [isinstance(one, Point | None) for one in (Point(1), None, A())] + [isinstance(2, None | Point | A)]
    found += [isinstance(one, types.UnionType) for one in (int | str, maybe, 3)]
    found += [isinstance(one, types.BuiltinFunctionType) for one in (len, print, g, int)]
    module = types.ModuleType("own", "says")
    module.x = 3
    found += [module.__name__, module.x, module.__doc__, isinstance(module, types.ModuleType)]
    return found + [tuple(pair), pair.right, isinstance(pair, Pair)]
""",
    "methods of every object": """
import dataclasses
@dataclasses.dataclass(frozen=True)
class Point:
    x: int
    def __ne__(self, other):
        return not self.__eq__(other)
class A:
    def __init__(self):
        object.__setattr__(self, "n", 1)
    def __eq__(self, other):
        return super().__eq__(other)
    def __hash__(self):
        return super().__hash__()
    def __ne__(self, other):
        return not self == other
    def __repr__(self):
        return super().__repr__().partition(" at ")[0].rpartition(".")[2]
class B:
    def __repr__(self):
        return "B" + object.__repr__(self)[-1]
    def __str__(self):
        return self.__repr__() * 2
class Named:
    def __getattr__(self, name):
        return name * 2
def f():
    a, b, c = A(), B(), Named()
    found = [a.n, a == a, a == A(), a != A(), repr(a), hash(a) == hash(a), b.__str__(), b.__repr__(), str(b)]
    object.__delattr__(a, "n")
    found += [hasattr(a, "n"), Point(1) != Point(1), Point(1) != Point(2), Point(1).__eq__(Point(1))]
    found += [c.__eq__(c), c.__eq__(3) is NotImplemented, c.__ne__(c), c.__hash__() == hash(c), c.foo]
    for value in (None, 3, "a", [], {}, ()):
        found += [getattr(value, "__name__", "none"), hasattr(value, "__mro__"), hasattr(value, "__len__")]
    return found + [getattr(f, "__name__", "none"), getattr(int, "__name__", "none")]
""",
    "constants of the system": """
import os, sys
import numpy as np
def f():
    found = [os.path.pathsep, os.path.altsep, os.defpath, os.register_at_fork(before=f), sys.implementation.name]
    return found + [kind(3) + 1 for kind in (np.byte, np.ubyte, np.short, np.uintc, np.longlong, np.half)]
""",
}


@pytest.mark.parametrize("name", SOURCES)
def test_they_give_what_python_gives(name: str) -> None:
    expected: dict[str, object] = {"__name__": __name__}
    exec(SOURCES[name], expected)
    assert interpreted(SOURCES[name])["f"]() == expected["f"]()  # type: ignore[operator]


@pytest.mark.parametrize(
    "body",
    [
        "return [line for line in sys.stdin]",
        "return object().__sizeof__()",
        "return isinstance(sys.intern, types.BuiltinFunctionType)",
    ],
)
def test_what_is_not_known_is_refused(body: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"import sys, types\ndef f():\n    {body}\n")["f"]()
