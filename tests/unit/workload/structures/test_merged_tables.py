"""Tables that are put into a copy of another one, or held against it, have keys in common with it."""

from __future__ import annotations

import ast
import copy
from typing import Any

import pytest

from perfcast.workload import build, parse
from tests.unit.workload.made_up import default

MERGE = """
def f(base: dict, more):
    found = {copy}
    for key, value in more.items():
        if isinstance(found.get(key), dict) and isinstance(value, dict):
            found[key] = f(found[key], value)
        else:
            found[key] = value
    return found
"""
DIFFER = """
def f(old, new):
    added = {key: new[key] for key in new if key not in old}
    changed = {key: (old[key], new[key]) for key in old if key in new}
    return added, changed
"""


#: What is given is gone through by its keys, into a table of the body's own, or beside another one's.
INTO = """
def f(a, b):
    out = {copy}
    for k in b:
        out[k] = {value}
    return out
"""
DOT = "def f(a, b):\n    return sum(a[key] * b[key] for key in b)\n"
#: Places that are those of others.
INVERSE = """
def f(order, parent):
    for i in order:
        parent[order[i]] = i
    return parent
"""
AT_PLACES = """
def f(perm):
    for i in perm:
        x = perm[i]
    return x
"""
INVERSE_OF_OWN = """
def f(perm):
    found = {}
    for i in perm:
        found[i] = names[perm[i]]
    return found
"""


@pytest.mark.parametrize(
    "source",
    [
        INTO.format(copy="{**a}", value="b[k]"),
        INTO.format(copy="dict(a)", value="out.get(k, 0) + b[k]"),
        DOT,
        *(MERGE.format(copy=copy) for copy in ("dict(base)", "base.copy()", "deepcopy(base)", "{**base}")),
        DIFFER,
    ],
)
def test_they_have_keys_in_common(source: str) -> None:
    _, given = build(parse(default(source, 100)), 7)
    one, other = given.values()
    assert isinstance(one, dict)
    assert isinstance(other, dict)
    assert len(one.keys() & other.keys()) > len(one) // 2
    names: dict[str, Any] = {"deepcopy": copy.deepcopy}
    exec(source, names)
    assert names["f"](*given.values())


@pytest.mark.parametrize(
    ("source", "is_table"),
    [
        ("def f(sizes_by): return {one: sizes_by[one] + 1 for one in sizes_by}", True),
        ("def f(given): return {**given, 'more': 1}", True),
        ("def f(b):\n    out = {}\n    for k in b: out[k] = b[k]\n    return out", True),
        (INVERSE, False),
        (AT_PLACES, False),
        (INVERSE_OF_OWN, False),
        ("def f(whole): return sum(whole[one] != one for one in whole)", False),
        ("def f(whole): return [one + 1 for one in whole]", False),
    ],
)
def test_what_has_something_for_each_of_its_elements_is_a_table(source: str, is_table: bool) -> None:
    _, given = build(parse(default(source, 10)), 7)
    names: dict[str, Any] = {}
    exec(compile(ast.parse(source), "<test>", "exec"), names)
    assert isinstance(next(iter(given.values())), dict) == is_table
    if is_table:
        assert names["f"](**given)
