"""What objects of the unit's own do where operators, loops, copies and patterns ask them, as Python has it."""

from __future__ import annotations

import pytest

from perfcast.source.locations.place import here
from tests.unit.trial.interpreting import interpreted, run

SOURCES = {
    "sequences by place": """
class Own(IndexError): pass
class S:
    def __init__(self, e): self.e = e
    def __getitem__(self, i):
        if i > 2: raise self.e
        return i
    def __len__(self): return 3
class R:
    def __reversed__(self): return iter("rev")
class N: pass
def f():
    out = [list(S(IndexError())), [x for x in S(Own())], list(reversed(S(None))), list(reversed(R())),
        2 in S(IndexError()), sum(S(IndexError())), sorted(S(Own()), reverse=True),
        dict(enumerate(S(IndexError()))), tuple(S(Own()))]
    a, *b = S(IndexError())
    out += [a, b, list(zip(S(IndexError()), "ab")), max(S(IndexError()))]
    for bad in (lambda: list(S(ValueError("v"))), lambda: list(N()), lambda: [x for x in N()], lambda: reversed(N())):
        try: out.append(bad())
        except Exception as e: out.append(type(e).__name__)
    return out
found = f()
""",
    "operators of its own": """
class V:
    def __init__(self, x): self.x = x
    def __iter__(self): yield self.x
    def __divmod__(self, k): return (self.x // k, "d")
    def __round__(self, n=None): return ("round", n)
    def __index__(self): return self.x
    def __int__(self): return self.x + 1
    def __float__(self): return 0.5
    def __pos__(self): return "pos"
    def __rpow__(self, o): return ("rpow", o)
    def __rfloordiv__(self, o): return ("rfloordiv", o)
    def __rmod__(self, o): return ("rmod", o)
    def __rdivmod__(self, o): return ("rdivmod", o)
    def __rlshift__(self, o): return ("rlshift", o)
    def __rrshift__(self, o): return ("rrshift", o)
    def __rmatmul__(self, o): return ("rmatmul", o)
    def __rshift__(self, o): return ("rshift", o)
    def __ilshift__(self, o): self.x <<= o; return self
    def __rmul__(self, o): return ("rmul", o)
v = V(2)
w = v
w <<= 1
found = [divmod(v, 2), round(v), round(v, 1), [0, 1, 2, 3, 4][v], int(v), float(v), +v, 2 ** v, 7 // v, 7 % v,
    divmod(7, v), 1 << v, 1 >> v, 3 @ v, v >> 1, w is v, w.x, "x" * v, 3 * v, [*v]]
""",
    "match rest and places": """
class Q:
    __match_args__ = ("a", "b")
    def __init__(self, a, b): self.a, self.b = a, b
    @property
    def both(self): return self.a + self.b
def m(v):
    match v:
        case {"kind": "k", **rest}: return rest
        case {"only": x, **rest} if not rest: return x
        case Q(a, 2): return ("Q", a)
        case Q(both=7): return "seven"
        case Q(nope=1): return "nope"
        case bytearray(): return "bytes"
        case Q(): return "any"
def f():
    out = [m(v) for v in ({"kind": "k", "v": 1}, {"only": 3}, {"only": 3, "z": 1}, Q(9, 2), Q(3, 4), Q(0, 0),
        bytearray(b"a"))]
    try:
        match Q(1, 2):
            case Q(1, 2, 3): pass
    except TypeError: out.append("places")
    return out
found = f()
""",
    "properties ahead of what is held": """
class D:
    def __get__(self, one, of): return "get"
    def __set__(self, one, v): pass
class G:
    def __get__(self, one, of): return "only get"
class A:
    def __init__(self): self.__dict__.update(x=5, y=6, m=7, g=8)
    @property
    def x(self): return "prop"
    def m(self): return "method"
    g = G()
class B(A):
    y = D()
    x = "plain"
def f():
    a, b = A(), B()
    return [a.x, a.y, a.m, a.g, b.y, b.x, vars(b)["y"], a.__dict__]
found = f()
""",
    "inheritance super mro": """
class A:
    def __init__(self, **k): self.log = ["A"]; self.k = k
    def hi(self): return "A"
class B(A):
    def __init__(self, b=1, **k): super().__init__(**k); self.log.append("B"); self.b = b
    def hi(self): return "B" + super().hi()
class C(A):
    def __init__(self, c=2, **k): super().__init__(**k); self.log.append("C"); self.c = c
    def hi(self): return "C" + super().hi()
class D(B, C):
    n = 0
    def __init__(self, **k): super().__init__(**k); D.n += 1; self.log.append("D")
    def hi(self): return "D" + super().hi()
    @classmethod
    def make(cls, **k): return cls(**k)
    @staticmethod
    def st(x): return x * 2
class E(D):
    def __init_subclass__(cls, tag=None, **k): super().__init_subclass__(**k); cls.tag = tag
class G(E, tag="t"): pass
def f():
    d = D.make(b=5, z=1)
    out = [d.log, d.b, d.c, d.k, d.hi(), [c.__name__ for c in D.__mro__], D.st(3), d.st(4), G.tag, isinstance(G(),
        A), issubclass(D, (int, C)), D.n, d.n, type(d).__name__, A.hi(d), getattr(d, "nope", 1), callable(d.hi),
        hasattr(D, "make"), d.__class__ is D, D.__name__, D.hi.__name__, d.hi.__self__ is d, vars(d) == d.__dict__,
        D.__bases__ == (B, C)]
    m = d.hi; d.hi = lambda: "own"; out += [m(), d.hi()]
    del d.hi; out.append(d.hi())
    try: A(1)
    except TypeError: out.append("type")
    return out
found = f()
""",
    "dunder call contains bool len": """
class Box:
    def __init__(self, *xs): self.xs = list(xs)
    def __call__(self, *a, k=0, **kw): return (len(a), k, kw)
    def __len__(self): return len(self.xs)
    def __contains__(self, x): return x in self.xs
    def __getitem__(self, i): return type(self)(*self.xs[i]) if isinstance(i, slice) else self.xs[i]
    def __setitem__(self, i, v): self.xs[i] = v
    def __delitem__(self, i): del self.xs[i]
    def __missing__(self, k): return k
    def __enter__(self): return self
    def __exit__(self, *a): return True
    def __format__(self, spec): return f"<{spec}>"
    def __str__(self): return "S"
    def __repr__(self): return f"Box{tuple(self.xs)}"
    def __bytes__(self): return bytes(self.xs)
    def __copy__(self): return Box(*self.xs, "copied")
    def __sizeof__(self): return 8
    def __dir__(self): return ["zz", "aa"]
def f():
    import copy
    b = Box(1, 2, 3)
    out = [b(1, 2, k=3, z=4), len(b), 2 in b, b[0], repr(b[1:]), bool(Box()), f"{b:x}", f"{b!s}{b!r}",
        "{}".format(b), "%s %r" % (b, b), str([b]), bytes(b), repr(copy.copy(b)), dir(b)]
    b[0] = 9; del b[1]; b[0] += 1
    with b: raise ValueError
    return out + [b.xs, not b, b or 1]
found = repr(f())
""",
    "copies of what holds itself": """
import copy
from collections import deque
class Node:
    def __init__(self, up=None): self.up, self.kids, self.seen = up, [], {self}
def f():
    top = Node(); kid = Node(top); top.kids.append(kid)
    new = copy.deepcopy(top)
    out = [new.kids[0].up is new, new is top, len(new.kids), len(new.seen)]
    for held in ([kid, 1], {"kid": kid}, deque([kid], 3), (kid, [])):
        kid.kids = held
        new = copy.deepcopy(held)
        one = new["kid"] if isinstance(new, dict) else new[0]
        out += [one.kids is new, new is held, one is kid, len(new), getattr(new, "maxlen", 0)]
    return out
found = f()
""",
    "copies of its own": """
import copy, json
from collections import deque, namedtuple
P = namedtuple("P", "a b")
class L(list):
    def __init__(self, *a): super().__init__(*a); self.tag = 1
class N:
    def __init__(self, v): self.v, self.kids = v, []
    def __copy__(self): return N(("copied", self.v))
    def __deepcopy__(self, memo):
        made = N(self.v)
        made.kids, made.deep = copy.deepcopy(self.kids, memo), True
        return made
    def __dir__(self): return ["zz", "aa"]
class Plain:
    def __init__(self): self.x = [1]
def f():
    shared = [1]
    one = copy.deepcopy({"x": shared, "y": shared, "p": P(shared, 2), "q": deque([1], 5)})
    n = N(1); n.kids.append(N(2)); m = copy.deepcopy(n)
    l = L([1, 2]); k = copy.copy(l); k.append(3)
    p = Plain(); q, r = copy.copy(p), copy.deepcopy(p)
    out = [one["x"] is one["y"], one["p"], one["p"].a is one["x"], one["q"].maxlen, m.deep, m.kids[0].v]
    out += [m.kids[0] is n.kids[0], copy.copy(n).v, dir(n), list(l), list(k), k.tag, q.x is p.x, r.x is p.x, r.x]
    try: json.loads("{bad")
    except json.JSONDecodeError as e: out.append(type(e).__name__)
    return out
found = f()
""",
}


@pytest.mark.parametrize("name", SOURCES)
def test_objects_do_what_python_says(name: str) -> None:
    assert interpreted(SOURCES[name], place=here()) == run(SOURCES[name])
