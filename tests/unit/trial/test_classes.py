"""Classes as Python has them: orders of bases, descriptors, enumerations, what decorators add."""

from __future__ import annotations

import pytest

from perfcast.source.place import here
from tests.unit.trial.interpreting import interpreted, run

SOURCES = {
    "order of bases": """
class A:
    def g(self): return 'A'
class B(A):
    def g(self): return 'B' + super().g()
class C(A):
    def g(self): return 'C' + super().g()
class D(B, C):
    def g(self): return 'D' + super().g()
found = D().g(), isinstance(D(), C), issubclass(D, A)
""",
    "descriptors": """
class Doubled:
    def __set__(self, one, value): one.__dict__['x'] = 2 * value
class Named:
    def __get__(self, one, of): return one.x + 1
class A:
    x = Doubled()
    y = Named()
a = A()
a.x = 3
found = a.x, a.y
""",
    "__new__": """
class One:
    known = None
    def __new__(cls, *args):
        if cls.known is None:
            cls.known = super().__new__(cls)
        return cls.known
    def __init__(self, x): self.x = x
a, b = One(1), One(2)
found = a is b, a.x
""",
    "extends numbers and texts": """
class Name(str):
    def twice(self): return self + self
class Meters(float):
    pass
class Pair(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
found = Name('ab').upper(), Name('ab').twice(), Meters(2.5) * 2, Pair(3, 4)[1], len(Pair(3, 4)), Name('a') == 'a'
""",
    "enumerations": """
from enum import Enum, Flag, IntEnum, auto
class Color(Enum):
    RED = 1
    BLUE = 2
    CRIMSON = 1
    def lower(self): return self.name.lower()
class Level(IntEnum):
    LOW = auto()
    HIGH = auto()
class Allowed(Flag):
    READ = auto()
    WRITE = auto()
class Planet(Enum):
    EARTH = (3, 4)
    def __init__(self, a, b): self.product = a * b
try:
    Color(7)
except ValueError:
    missing = True
both = Allowed.READ | Allowed.WRITE
found = (Color.RED.value, Color(2).name, Color['RED'] is Color.CRIMSON, [c.lower() for c in Color], len(Color), missing,
         Level.HIGH + 1, Level.LOW < Level.HIGH, Allowed.READ in both, both.value, Planet.EARTH.product,
         str(Color.RED), {Color.RED: 1}[Color.RED], isinstance(Color.RED, Color), Color.RED in Color)
""",
    "dataclasses": """
from dataclasses import dataclass, field
from typing import ClassVar
@dataclass(order=True, frozen=True)
class P:
    x: int
    y: str = 'a'
@dataclass
class Q:
    kind: ClassVar[str] = 'q'
    x: int
    tags: list = field(default_factory=list)
    def __post_init__(self): self.z = self.x + 1
found = sorted([P(3), P(1, 'b'), P(1)])[0].y, P(1) < P(2), len({P(1), P(1)}), Q(4).z, Q(1).tags, Q(2) == Q(2), Q.kind
""",
    "total_ordering": """
from functools import total_ordering
@total_ordering
class A:
    def __init__(self, x): self.x = x
    def __lt__(self, other): return self.x < other.x
    def __eq__(self, other): return self.x == other.x
@total_ordering
class B:
    def __init__(self, x): self.x = x
    def __ge__(self, other): return self.x >= other.x
    def __eq__(self, other): return self.x == other.x
found = [[a > b, a >= b, a <= b, a < b] for kind in (A, B) for a in (kind(1), kind(2)) for b in (kind(1), kind(2))]
""",
    "subclasses are noted": """
class Base:
    kinds = []
    def __init_subclass__(cls): Base.kinds.append(cls.__name__)
class A(Base): pass
class B(A): pass
found = Base.kinds
""",
    "abstract classes": """
from collections.abc import Iterable, Mapping, Sequence
class M(Mapping):
    def __init__(self): self.d = {1: 2, 3: 4}
    def __getitem__(self, key): return self.d[key]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
class S(Sequence):
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * i
    def __len__(self): return 3
m = M()
found = (list(m.items()), 1 in m, 5 in m, m.get(5, 6), dict(m), isinstance(m, Mapping), isinstance(m, Iterable),
         4 in S(), list(reversed(S())), S().index(4), isinstance({}, Mapping))
""",
    "membership": """
class A:
    def __init__(self): self.at = 0
    def __contains__(self, item): return item == 3
    def __iter__(self): return self
    def __next__(self):
        self.at += 1
        if self.at > 4: raise StopIteration
        return self.at
found = 3 in A(), 9 in A(), list(A())
""",
    "ends of iterators in generators": """
def pairs(xs):
    it = iter(xs)
    while True:
        try:
            yield next(it), next(it)
        except StopIteration:
            return
def firsts(xs):
    it = iter(xs)
    try:
        while True:
            x = next(it)
            yield x
    except StopIteration:
        yield 'end'
found = list(pairs(range(5))), list(firsts(range(3)))
""",
    "named tuples": """
from collections import namedtuple
P = namedtuple('P', 'x y')
found = P._make([1, 2]), P._fields, isinstance(P(1, 2), P), P(1, 2)._replace(x=5)
""",
    "unions of types": """
class A: pass
found = isinstance(A(), A | int), isinstance(3, str | A), isinstance(3, int | A | str)
""",
    "attributes set by name": """
class A:
    def __init__(self):
        object.__setattr__(self, 'x', 3)
        super().__setattr__('y', 4)
found = A().x, A().y
""",
    "bytes like files": """
from io import BytesIO
b = BytesIO(b'ab')
b.seek(1)
b.write(b'xyz')
found = b.getvalue(), b.tell(), BytesIO(b'1\\n2\\n').readlines()
""",
    "stacks of contexts": """
from contextlib import ExitStack, contextmanager
seen = []
@contextmanager
def noted(name):
    seen.append(name)
    yield name
    seen.append('left ' + name)
with ExitStack() as stack:
    stack.enter_context(noted('a'))
    stack.callback(seen.append, 'called')
    stack.enter_context(noted('b'))
found = seen
""",
    "methods of values by their names": """
it = iter([1, 2])
found = it.__next__(), [1, 2].__len__(), (3).__str__(), 'a'.__hash__() == hash('a')
""",
    "reduced to a type": """
from functools import reduce
found = reduce(lambda kind, x: type(x), [1, 2.0], int) is float, str(type(3)), issubclass(bool, int)
""",
}


@pytest.mark.parametrize("name", SOURCES)
def test_classes_do_what_python_does(name: str) -> None:
    assert interpreted(SOURCES[name], place=here()) == run(SOURCES[name])
