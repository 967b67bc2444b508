"""What counts as extending a class without it, as Python has it."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, run

SOURCES = {
    "by register": """
import abc
from abc import ABC, ABCMeta
from collections.abc import Mapping, Sequence
class Base(metaclass=ABCMeta): pass
class Sub(Base): pass
class Other: pass
class Under(Other): pass
class Plain: pass
found = [isinstance(Under(), Base)]
found.append(Sub.register(Other) is Other)
found += [isinstance(Under(), Base), isinstance(Other(), Sub), issubclass(Under, Base), isinstance(Plain(), Base)]
Base.register(tuple)
found += [isinstance((), Base), isinstance([], Base), issubclass(tuple, Base), isinstance((), Sub)]
Sequence.register(Base)
found += [isinstance(Base(), Sequence), isinstance(Under(), Sequence), isinstance(Plain(), Sequence)]
try: Plain.register(int)
except AttributeError: found.append("none")
try: Under.register(Base)
except AttributeError: found.append("none")
class Last(ABC): pass
Last.register(Base)
found.append(isinstance(Sub(), Last))
try: Sub.register(Last)
except RuntimeError as e: found.append(str(e))
@Mapping.register
class Map:
    def size(self): return 3
found += [isinstance(Map(), Mapping), Map().size(), issubclass(Map, Sequence)]
""",
    "by __subclasshook__ and __instancecheck__": """
from abc import ABC, ABCMeta
class Closing(ABC):
    @classmethod
    def __subclasshook__(cls, other):
        if cls is Closing:
            return any("close" in vars(one) for one in other.__mro__)
        return NotImplemented
class A:
    def close(self): pass
class B(A): pass
class C: pass
class D(Closing): pass
found = [isinstance(B(), Closing), isinstance(C(), Closing), issubclass(A, Closing)]
found += [isinstance(B(), D), isinstance(D(), D), issubclass(D, D)]
class Meta(type):
    def __instancecheck__(cls, value):
        return hasattr(value, "kind") or super().__instancecheck__(value)
    def __subclasscheck__(cls, other):
        return other is int or super().__subclasscheck__(other)
class K(metaclass=Meta): pass
class L:
    kind = 1
found += [isinstance(L(), K), isinstance(3, K), isinstance(K(), K), issubclass(int, K), issubclass(L, K)]
found += [getattr(K, "other", 7), getattr(K(), "other", 8)]
""",
    "asked no more often": """
from abc import ABC
asked = []
class Closing(ABC):
    @classmethod
    def __subclasshook__(cls, other):
        asked.append("hook")
        return any("close" in vars(one) for one in other.__mro__)
class File:
    def close(self): pass
class Kind(type):
    def __instancecheck__(cls, value):
        asked.append(cls.__name__)
        return cls.__name__ == "B"
class A(metaclass=Kind): pass
class B(metaclass=Kind): pass
class C(metaclass=Kind): pass
found = [isinstance(File(), Closing) for _ in range(3)] + [issubclass(File, Closing), isinstance(3, (A, B, C)), asked]
""",
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_what_counts_as_extending_is_as_in_python(source: str) -> None:
    assert interpreted(source) == run(source)


_AGAIN = """
from abc import ABC
class Base(ABC): pass
class Sub(Base): pass
class Other: pass
for _ in range(5):
    Base.register(Other)
    Base.register(Sub)
    Sub.register(int)
found = Base, Sub, Other
"""


def test_what_is_registered_again_is_held_once() -> None:
    base, sub, other = interpreted(_AGAIN)
    assert (base.virtual_bases, sub.virtual_bases, other.virtual_bases) == ((), (), (base,))
    assert (base.registered, sub.registered) == ((int,), (int,))


#: Each has two of which each has two, and so on: there are far too many ways to go through all of them.
_LAYERS = """
from abc import ABC
class Other(ABC): pass
class First(ABC): pass
layer = First, First
for _ in range(60):
    class A(ABC): pass
    class B(ABC): pass
    for one in layer:
        A.register(one)
        B.register(one)
    layer = A, B
found = [isinstance(First(), Other), isinstance(First(), A)]
"""


def test_classes_that_are_registered_in_many_ways_are_gone_through_once() -> None:
    assert interpreted(_LAYERS) == [False, True]
