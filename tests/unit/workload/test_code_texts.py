"""Texts that are read as Python's own code."""

from __future__ import annotations

import ast

import pytest

from perfcast.workload import build, parse
from tests.unit.workload.made_up import default


@pytest.mark.parametrize("parameter", ["source", "source: str", "text: str | None"])
def test_they_are_code(parameter: str) -> None:
    name = parameter.partition(":")[0]
    workload = default(f"def f({parameter}):\n    return ast.walk(ast.parse({name}))")
    _, made = build(parse(workload), 0)
    tree = ast.parse(made[name])
    assert len(tree.body) == 16
    assert all(isinstance(one, ast.FunctionDef) for one in tree.body)


def test_others_are_not() -> None:
    assert "def" not in default("def f(source: str):\n    return date.parse(source)").partition("like")[2]
