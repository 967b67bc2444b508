"""What classes do by themselves where their attributes are asked for, set and deleted, as Python does it."""

from __future__ import annotations

import pytest

from perfcast.source.locations.place import here
from tests.unit.trial.interpreting import interpreted, run

SOURCES = {
    "what a generic class is of": """
from typing import Generic, TypeVar
T = TypeVar("T")
class Box(Generic[T]):
    def __class_getitem__(cls, kinds):
        return super().__class_getitem__(kinds if isinstance(kinds, tuple) else (kinds,))
    def __init__(self, value): self.value = value
class Texts(Box[str]):
    name = "texts"
found = Texts("a").value, Box[int](2).value, Texts.name
""",
    "what is begun by the base of all": """
class A:
    def __init__(self, x):
        object.__init__(self)
        self.x = x
try:
    found = A(1).x, object.__init__(A(1), 2)
except TypeError:
    found = "refused"
found = found, A(1).x
""",
    "defaults of functions": """
def plain(a): pass
def some(a, b=1, *rest, c, d=2, **others): pass
class A:
    def method(self, a=3): pass
found = plain.__defaults__, plain.__kwdefaults__, some.__defaults__, some.__kwdefaults__, A.method.__defaults__
""",
    "set, asked for and deleted by the class's own": """
class A:
    kind = 'a'
    def __init__(self, x):
        self.x = x
    def __setattr__(self, name, value):
        super().__setattr__('log', self.__dict__.get('log', []) + [name])
        object.__setattr__(self, name, value * 2)
    def __delattr__(self, name):
        self.log.append('-' + name)
        object.__delattr__(self, name)
class B(A):
    def __getattribute__(self, name):
        if name == 'fixed': return 1
        if name.startswith('no_'): raise AttributeError(name)
        return super().__getattribute__(name)
    def __getattr__(self, name):
        return 'else ' + name
def f():
    a, b = A(1), B(2)
    a.x += 1
    a.y = 'y'
    setattr(a, 'z', [1])
    del a.y
    delattr(a, 'z')
    b.w = 3
    return (a.x, a.log, hasattr(a, 'y'), b.x, b.w, b.fixed, b.no_w, b.other, b.kind, b.log, getattr(b, 'no_q', 5),
            hasattr(b, 'q'))
found = f()
""",
    "what is asked for where it is not there": """
class A:
    def __getattr__(self, name):
        try:
            return object.__getattribute__(self, name)
        except AttributeError:
            return 'none'
found = A().x, hasattr(A(), 'y')
""",
    "attributes that are checked": """
class Point:
    __slots__ = ('x', 'y')
    def __init__(self, x, y): self.x, self.y = x, y
    def __setattr__(self, name, value):
        if not isinstance(value, int): raise TypeError(f'{name} must be int')
        super().__setattr__(name, value)
def f():
    p = Point(1, 2)
    try:
        p.x = 'a'
    except TypeError as e:
        return str(e), p.x
found = f()
""",
    "frozen dataclasses": """
from dataclasses import FrozenInstanceError, dataclass, replace
@dataclass(frozen=True)
class P:
    x: int
    y: int = 0
    def __post_init__(self): object.__setattr__(self, 'y', self.y + 1)
@dataclass(frozen=True)
class Q(P):
    z: int = 3
class R(P): pass
def f():
    found = []
    for one in (P(1), Q(2)):
        for name in ('x', 'other'):
            try: setattr(one, name, 5)
            except FrozenInstanceError as e: found.append(str(e))
        try: one.x += 1
        except AttributeError as e: found.append(type(e).__name__)
        try: del one.y
        except FrozenInstanceError as e: found.append(str(e))
    r = R(7)
    r.other = 4
    try: r.x = 1
    except FrozenInstanceError: found.append('x')
    return found, r.other, r.x, replace(P(1), x=8).x, Q(4).z, {P(1): 2}[P(1)]
found = f()
""",
    "dataclasses that see their fields set": """
from dataclasses import dataclass
@dataclass
class A:
    x: int
    y: int = 2
    def __setattr__(self, name, value):
        self.__dict__[name] = value + 10
found = A(1).x, A(1).y
""",
    "classes with items": """
class A:
    def __class_getitem__(cls, item): return cls.__name__, item
class B(A): pass
class C:
    @classmethod
    def __class_getitem__(cls, item): return cls
found = A[int], B[1, 2], C['x'] is C
""",
    "descriptors that are deleted": """
class D:
    def __get__(self, one, of): return one.__dict__.get('v', 0)
    def __set__(self, one, value): one.__dict__['v'] = value
    def __delete__(self, one): one.__dict__['v'] = -1
class A:
    d = D()
def f():
    a = A()
    a.d = 4
    before = a.d
    del a.d
    return before, a.d
found = f()
""",
    "descriptors that are deleted and not set": """
class D:
    def __get__(self, one, of): return 'of the class'
    def __delete__(self, one): one.__dict__['d'] = 'deleted'
class A:
    d = D()
def f():
    a = A()
    a.__dict__['d'] = 1
    out = [a.d]
    try: a.d = 2
    except AttributeError: out.append('not set')
    del a.d
    return out, a.d, a.__dict__
found = f()
""",
    "descriptors whose methods compare": """
class Call:
    def __eq__(self, other): raise ValueError(other)
    def __call__(self, *args): return len(args)
class D:
    __get__ = Call()
class A:
    d = D()
def f():
    a = A()
    a.__dict__['d'] = 1
    return a.d
found = f()
""",
    "classes whose attributes are assigned late": """
from unittest.mock import patch
class A: pass
class B(A): pass
def put(self, name, value): self.__dict__[name] = value + 1
def f():
    a, b = A(), B()
    a.x = b.x = b.y = 1
    out = [a.x, b.x]
    A.x = property(lambda self: 'asked')
    out += [a.x, b.x]
    A.x = 2
    out += [a.x, b.x]
    with patch.object(A, 'x', property(lambda self: 'patched')): out.append(b.x)
    out.append(b.x)
    A.__setattr__ = put
    a.x = b.y = 5
    out += [a.x, b.y]
    setattr(B, '__getattribute__', lambda self, name: name)
    return out + [a.x, b.y]
found = f()
""",
    "places of attributes": """
class A:
    __slots__ = ("x", "__own")
    def __init__(self): self.__own = 2
class B(A):
    __slots__ = "y"
class C(A): pass
class D(A):
    __slots__ = ("__dict__",)
def f():
    b, out = B(), []
    b.x, b.y = 1, 2
    for one in (A(), b, C(), D()):
        try: one.z = 1; out.append("set")
        except AttributeError: out.append("refused")
    b.x += 1
    del b.y
    return out, b.x, hasattr(b, "y")
found = f()
""",
}


@pytest.mark.parametrize("name", SOURCES)
def test_attributes_are_what_python_says(name: str) -> None:
    assert interpreted(SOURCES[name], place=here()) == run(SOURCES[name])
