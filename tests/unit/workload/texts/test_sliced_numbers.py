"""Texts of which parts at certain places are read as numbers."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from perfcast.workload import build, parse
from perfcast.workload.texts import sliced_numbers
from tests.unit.workload.made_up import default

TO_RGB = "def f(value):\n    return tuple(int(value[i:i + 2], 16) for i in (1, 3, 5))\n"
BLEND = """
def f(a: str, b: str):
    one = [int(a[i:i + 2], 16) for i in range(1, 6, 2)]
    other = [int(b[i:i + 2], 16) for i in range(1, 6, 2)]
    return "".join(f"{(x + y) // 2:02x}" for x, y in zip(one, other))
"""
DATE = """
def f(stamp: str):
    year, day = int(stamp[:4]), int(stamp[8:10])
    month = int(stamp[5:7])
    if not 1 <= month <= 12:
        raise ValueError(month)
    return year * 372 + month * 31 + day
"""
CODE = "def f(code: str):\n    return int(code[3:]) + int(code[:3])\n"


@pytest.mark.parametrize("source", [TO_RGB, BLEND, DATE, CODE])
def test_there_are_numbers_at_these_places(source: str) -> None:
    names: dict[str, Any] = {}
    exec(source, names)
    for seed in range(5):
        _, given = build(parse(default(source)), seed)
        assert names["f"](**given)


@pytest.mark.parametrize(
    "source",
    [
        "def f(text: str, n: int): return int(text[:n])",
        "def f(text: str): return int(text[0:3]) + int(text[2:5])",
        "def f(text: str): return int(text[-3:-1])",
    ],
)
def test_places_that_are_not_known_tell_nothing(source: str) -> None:
    assert "like" not in default(source)


@pytest.mark.parametrize("bounds", ["1000000000000", "0, 10, 0", "1, 2, 3, 4"])
def test_ranges_without_end_and_what_is_none_tell_nothing(bounds: str) -> None:
    said = default(f"def f(text: str):\n    return sum(int(text[i:i + 2]) for i in range({bounds}))\n")
    assert said.startswith("text: ")
    assert "like" not in said
    assert "object" not in said


@pytest.mark.parametrize(
    ("slices", "most"),
    [([(0, 4)] * 400, 1), ([(first, last) for first in range(40) for last in range(first + 1, 41)], 40)],
)
def test_reads_are_looked_for_once_a_field(
    slices: list[tuple[int, int]], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_for: list[str] = []

    def number_field(*_: object) -> str:
        looked_for.append("")
        return ""

    monkeypatch.setattr(sliced_numbers, "number_field", number_field)
    reads = "".join(f"    x = int(line[{first}:{last}])\n" for first, last in slices)
    function = ast.parse(f"def f(line: str):\n{reads}").body[0]
    assert isinstance(function, ast.FunctionDef)
    sliced_numbers.sliced_pattern(function, "line")
    assert len(looked_for) <= most
