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
    "members that are numbers and texts": """
import json
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto
class P(IntEnum):
    LO = 1
    HI = 3
class C(str, Enum):
    A = 'a'
    B = 'b'
class T(StrEnum):
    X = auto()
class F(IntFlag):
    R = auto()
    W = auto()
    RW = R | W
class G(Flag):
    R = auto()
    W = auto()
    ALL = R | W
xs = [1, 2, 3, 4]
found = (xs[P.HI], list(range(P.HI)), [0] * P.HI, 1 << P.HI, int(P.HI), f"{P.HI:02d}", 'x' + C.A, ','.join([C.A, C.B]),
         json.dumps(C.A), C.A in 'abc', max(P.LO, P.HI).name, 5 & F.R, str(C.A), str(P.HI), T.X + 'y', F.RW.value,
         G.ALL.value, (G.ALL & ~G.R).name, P(3) is P.HI, {P.HI: 1}[3], isinstance(P.HI, int), type(P.HI) is P)
""",
    "values of classes that extend built-in ones": """
class I(int):
    def twice(self): return self * 2
class S(str):
    def shout(self): return self.upper() + '!'
class M(int):
    def __add__(self, other): return M(int(self) + int(other) + 100)
class T(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
    @property
    def a(self): return self[0]
found = ('abc'.startswith(S('a')), '{}'.format(S('k')), I(3).twice(), S('q').shout(), ','.join([S('a'), 'b']),
         [1, 2, 3][I(1)], M(1) + 2, T(1, 2).a, T(3, 4) + (5,), sorted([S('b'), S('a')]), {S('k'): 1}['k'], I(7) % 4)
""",
    "the least of one's own": """
class A:
    def __init__(self, x): self.x = x
    def __lt__(self, other): return self.x < other.x
class B(A):
    def __iter__(self): return iter([self.x])
    def __len__(self): return 5
    def __str__(self): return 'B!'
found = min(A(2), A(1)).x, max(B(1), B(3), key=len).x, '{}'.format(B(1)), [1, 2].count(B(1))
""",
    "fields": """
from dataclasses import KW_ONLY, InitVar, asdict, astuple, dataclass, field, is_dataclass, replace
@dataclass
class A:
    x: int
    y: int = 2
    cached: int = field(default=0, init=False, compare=False)
class B(A):
    def more(self): return self.x + 1
@dataclass
class C(A):
    z: list = field(default_factory=list)
@dataclass(order=True)
class K:
    key: int = field(init=False, repr=False)
    v: str = 'a'
    def __post_init__(self): self.key = -len(self.v)
@dataclass
class I:
    x: int
    scale: InitVar[int] = 3
    def __post_init__(self, scale): self.big = self.x * scale
@dataclass
class W:
    a: int
    _: KW_ONLY
    b: int = 5
class D(A):
    def __init__(self, q): super().__init__(q, q + 1)
a = A(1)
a.cached = 9
found = (B(3).more(), C(1).z, C(1, 2, [3]).z, [k.v for k in sorted([K('a'), K('ccc'), K('bb')])], I(2).big, I(2, 5).big,
         W(1, b=7).b, D(4).y, a == A(1), replace(a, x=5).x, asdict(C(1, 2, [3])), astuple(A(1)), is_dataclass(A), A.y)
""",
    "arguments of errors": """
class E(ValueError):
    def __init__(self, msg, code=3):
        super().__init__(msg)
        self.code = code
class F(E):
    def __str__(self): return 'F:' + self.args[0]
found = []
for error in (E('a'), F('c', 4)):
    try:
        raise error
    except ValueError as e:
        found.append((str(e), e.args, e.code))
""",
    "imports that fail": """
try:
    import no_such_module
    has = True
except ImportError:
    has = False
try:
    from no_such_module.part import y
except (ImportError, AttributeError):
    y = 4
try:
    import numpy as np
except ImportError:
    np = None
found = has, y, np is not None
""",
    "names of a class's body": """
size = 10
class A:
    size = 3
    xs = [1, 2]
    n = len(xs)
    def f(self): return size
    def len(self): return len(self.xs)
    def g(self, k=size): return k
    class In:
        def h(self): return size
found = A().f(), A().len(), A().g(), A.n, A.In().h()
""",
}


@pytest.mark.parametrize("name", SOURCES)
def test_classes_do_what_python_does(name: str) -> None:
    assert interpreted(SOURCES[name], place=here()) == run(SOURCES[name])
