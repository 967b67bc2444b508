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


@pytest.mark.parametrize("read", ["date.parse(text)", "parser.parse(text)", "ast.parse(text, mode='eval')"])
def test_others_are_not(read: str) -> None:
    assert "def" not in default(f"def f(text: str):\n    return {read}").partition("like")[2]
