"""What methods look for in what their instances hold."""

from __future__ import annotations

import pytest

from perfcast.workload import parse
from perfcast.workload.sought import Sought, met, sought
from tests.unit.workload.made_up import function

KEY = [Sought("key", "of")]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("return self.of[key]", KEY),
        ("self.of[key] -= 1", KEY),
        ("del self.of[key]", KEY),
        ("return self.of.get(key)", KEY),
        ("self.of.remove(key)", KEY),
        ("if key not in self.of:\n  raise KeyError(key)", KEY),
        ("for one in self.of:\n  if one.name == key: return one", [Sought("key", "of", "name")]),
        ("return [one for one in self.of.values() if key != one['name']]", [Sought("key", "of", "name")]),
        ("if key in self.of: return self.of[key]\n self.of[key] = 1", []),
        ("if key not in self.of:\n  self.of.add(key)", []),
        ("return self.of.setdefault(key, []).append(self.of[key])", []),
        ("return other.of[key]", []),
        ("return self.of[self]", []),
    ],
)
def test_what_has_to_be_there_is_looked_for(body: str, found: list[Sought]) -> None:
    assert list(sought(function(f"def f(self, key):\n {body}"))) == found


@pytest.mark.parametrize(
    ("held", "given", "value"),
    [
        ({"a": 1, "b": 2, "c": 3}, "x", "b"),
        (["a", "b", "c"], "x", "b"),
        (["a", "x", "c"], "x", "x"),
        ([1, 2, 3], "x", "x"),
        ([1, True, 3], 7, 3),
        ([], "x", "x"),
        ("abc", "x", "x"),
        (None, "x", "x"),
    ],
)
def test_the_middle_one_of_what_is_there_is_given(held: object, given: object, value: object) -> None:
    node = function("def f(self, key): return self.of[key]")
    workload = parse("key: str")
    assert met(node, workload, {"key": given}, {"of": held}.get, lambda *_: None) == {"key": value}


def test_elements_are_compared_by_what_they_have() -> None:
    node = function("def f(self, key): return [one for one in self.of if one['name'] == key]")
    held = {"of": [{"name": "a"}, {"name": "b"}, {}]}
    assert met(node, parse("key: str"), {"key": "x"}, held.get, dict.get) == {"key": "b"}


def test_what_a_workload_says_to_the_letter_stays() -> None:
    node = function("def f(self, key): return self.of[key]")
    assert met(node, parse("key: str = 'x'"), {"key": "x"}, {"of": ["a"]}.get, dict.get) == {"key": "x"}
