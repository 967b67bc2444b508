"""Fields of records that code checks, or takes apart, look like what they are called."""

from __future__ import annotations

import re
from typing import Any

import pytest

from perfcast.workload import build, parse
from tests.unit.workload.made_up import default

MATCHED = r"""
def f(user):
    if not re.match(r"^[\w.+-]+@[\w-]+\.[\w.]+$", user["email"]):
        raise ValueError("email")
    if not 0 < user["age"] < 150:
        raise ValueError("age")
    return [user["name"]]
"""
SEVERAL = """
def f(people):
    return [one for one in people if "@" in one["email"] and one["age"] >= 18]
"""
NOT_THERE = """
def f(people):
    found = []
    for one in people:
        if "@" not in one["email"]:
            continue
        found.append(one["email"].split("@")[1])
    return found
"""


@pytest.mark.parametrize("source", [MATCHED, SEVERAL, NOT_THERE])
def test_they_are_such_as_nobody_turns_down(source: str) -> None:
    names: dict[str, Any] = {"re": re}
    exec(source, names)
    _, given = build(parse(default(source, 10)), 7)
    (records,) = given.values()
    assert len(names["f"](**given)) == (len(records) if isinstance(records, list) else 1)


@pytest.mark.parametrize(
    ("source", "fields"),
    [
        # Nothing is looked for in them, nor are they held against anything.
        ("def f(rows): return {one['email']: one['age'] for one in rows}", "{email: label, age: int}] * 10"),
        # Of numbers of several kinds no bounds can be said.
        ("def f(rows): return [one['age'] + one['count'] for one in rows]", "{age: int, count: int}] * 10"),
    ],
)
def test_others_are_as_they_were(source: str, fields: str) -> None:
    assert default(source, 10) == f"rows: list[{fields}"
