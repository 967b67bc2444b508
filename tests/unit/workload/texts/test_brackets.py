"""Texts whose brackets code takes apart are balanced."""

from __future__ import annotations

from typing import Any

import pytest

from perfcast.workload import build, parse
from tests.unit.workload.made_up import default

_BY_TABLE = """def f(s: str):
    pairs = {')': '(', ']': '[', '}': '{'}
    stack = []
    for c in s:
        if c in pairs:
            if not stack or stack.pop() != pairs[c]:
                return False
        else:
            stack.append(c)
    return not stack
"""
_BY_PLACE = """def f(program: str):
    open_ones, jumps = [], {}
    for i, c in enumerate(program):
        if c == '[':
            open_ones.append(i)
        elif c == ']':
            jumps[open_ones.pop()] = i
    return len(jumps) > 10 and not open_ones
"""


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (_BY_TABLE, "s: str * 1000 in '()[]{}' balanced"),
        (_BY_PLACE, "program: str * 1000 in '[]' balanced"),
    ],
)
def test_brackets_that_are_taken_back_are_balanced(source: str, workload: str) -> None:
    said = default(source)
    assert said == workload
    names: dict[str, Any] = {}
    exec(source, names)
    _, given = build(parse(said), 1)
    assert names["f"](**given)


def test_brackets_that_nobody_keeps_account_of_stay_as_they_are() -> None:
    assert "balanced" not in default("def f(s: str):\n    return sum(c in '([{' for c in s)\n")


@pytest.mark.parametrize("size", [0, 1, 2, 7, 500])
@pytest.mark.parametrize("alphabet", ["()", "ab(+)[]", ")("])
def test_balanced_texts_close_what_they_open(alphabet: str, size: int) -> None:
    _, given = build(parse(f"s: str * {size} in {alphabet!r} balanced"), 3)
    text = given["s"]
    assert size - 1 <= len(text) <= size
    left = "".join(one for one in text if one in "()[]")
    while "()" in left or "[]" in left:
        left = left.replace("()", "").replace("[]", "")
    assert not left
