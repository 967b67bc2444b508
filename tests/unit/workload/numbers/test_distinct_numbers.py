"""Numbers that a function tells apart are not the same one."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.workload.origins.resolution import resolve

_DISJOINT = """
class Sets:
    def __init__(self, n):
        self.parent = list(range(n))

    def find(self, x):
        return self.parent[x]

    def union(self, a: int, b: int) -> bool:
        {roots} = self.find(a), self.find(b)
        if {compared}:
            return False
        self.parent[b] = a
        return True
"""


def numbers(source: str, name: str) -> dict[str | None, object]:
    file = SourceFile.parse(source)
    unit = next(one for one in file.units if one.name == name)
    return {one.name: one.value for one in resolve(unit, file).workload.arguments}


@pytest.mark.parametrize(("roots", "compared"), [("a, b", "a == b"), ("p, q", "p == q"), ("p, q", "q == p")])
def test_what_is_compared_with_what_is_made_of_it(roots: str, compared: str) -> None:
    found = numbers(_DISJOINT.format(roots=roots, compared=compared), "Sets.union")
    assert found["a"] != found["b"]


def test_what_is_asked_for_where_it_is_compared() -> None:
    found = numbers("def same(find, a: int, b: int):\n    return find(a) != find(b)\n", "same")
    assert found["a"] != found["b"]


def test_what_is_divided_by_the_other() -> None:
    found = numbers("def gcd(a, b):\n    while b:\n        a, b = b, a % b\n    return a\n", "gcd")
    assert found["a"] != found["b"]


def test_each_differs_from_all_that_it_is_compared_with() -> None:
    found = numbers("def f(a: int, b: int, c: int):\n    return a == b or b == c or a == c\n", "f")
    assert len(set(found.values())) == 3


@pytest.mark.parametrize(
    "source",
    [
        "def added(a: int, b: int):\n    return a + b\n",
        "def ordered(a: int, b: int):\n    return a if a < b else b\n",
        "def given(a: int = 10, b: int = 10):\n    return a == b\n",
        "def equal(a: int, b: int):\n    if a != b:\n        return None\n    return [0] * a\n",
        "def divisible(a: int, b: int):\n    if a % b != 0:\n        return None\n    return [0] * a\n",
        "def alike(a: int, b: int):\n    return type(a) == type(b)\n",
    ],
)
def test_other_numbers_and_those_that_are_said_stay(source: str) -> None:
    found = numbers(source, source[4 : source.index("(")])
    assert found["a"] == found["b"]
