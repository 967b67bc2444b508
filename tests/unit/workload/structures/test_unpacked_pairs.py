"""What loops take apart, and go through, by what the body asks it for."""

from __future__ import annotations

import ast

import pytest

from perfcast.source import FunctionNode
from perfcast.workload.defaults.assembly import default_workload


def made_up(text: str) -> str:
    [node] = ast.parse(text).body
    assert isinstance(node, FunctionNode)
    [argument] = default_workload(node, 1000, drop_first=False).arguments
    return str(argument.type)


@pytest.mark.parametrize(
    ("body", "type_"),
    [
        ("for name, value in xs: print(name.upper(), value + 1)", "list[tuple[str, int]]"),
        ("return {k.lower(): v.strip() for k, v in xs}", "list[tuple[str, str]]"),
        ("for a, b in xs: print(a.bit_length(), b)", "list[tuple[int, int]]"),
        ("for a, b in xs:\n  if not isinstance(a, str):\n   raise TypeError\n  print(a, b)", "list[tuple[str, int]]"),
        ("for a, b in xs:\n  assert isinstance(b, (str, bytes))\n  print(a, b)", "list[tuple[int, str]]"),
        ("for a, b in xs:\n  if isinstance(a, str): print(a)", "list[tuple[int, int]]"),
        ("for x in xs:\n  if not isinstance(x, str):\n   raise TypeError\n  print(x)", "list[str]"),
        ("for x in xs: print(x.keys())", "list[dict[str, int]]"),
        ("for x in xs: print(x.copy())", "list[int]"),
    ],
)
def test_parts_are_texts_and_tables_where_nothing_else_will_do(body: str, type_: str) -> None:
    assert made_up(f"def f(xs):\n {body}\n") == type_


def test_a_number_of_a_base_is_read_from_a_text_of_digits() -> None:
    assert made_up("def f(xs):\n return int(xs, 16) + 1\n") == "digits"


def test_rows_are_tables_where_they_are_asked_for_keys() -> None:
    assert made_up("def f(rows):\n for row in rows: print(row.values())\n") == "list[dict[str, int]]"
