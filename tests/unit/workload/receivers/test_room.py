"""Instances that have room for some elements only are made with fewer of them."""

from __future__ import annotations

import ast

import pytest

from perfcast.workload import parse
from perfcast.workload.receivers.filling import Filling, made_with


@pytest.mark.parametrize(
    ("parameters", "size", "made"),
    [
        ("held: list[int], capacity: int = 100", 100, 50),
        ("held: list[int], capacity: int = 100", 20, 20),
        ("held: list[int], capacity: int = 0", 100, 100),
        ("held: list[int], limit: int = 9", 100, 100),
    ],
)
def test_they_are_left_half_of_their_room(parameters: str, size: int, made: int) -> None:
    [init] = ast.parse(f"def __init__(self, {parameters}): self.held = held").body
    assert isinstance(init, ast.FunctionDef)
    found = made_with(init, size, lambda parameter, function: None)
    assert found.arguments[0].sizes == (made,)


@pytest.mark.parametrize(("workload", "made"), [("", 50), ("self: items * 1000", 1000)])
def test_they_hold_what_somebody_says(workload: str, made: int) -> None:
    text = """
class Box:
    def __init__(self, held: list[int], capacity: int = 100): self.held = held
    def total(self): return sum(self.held)
"""
    [owner] = ast.parse(text).body
    assert isinstance(owner, ast.ClassDef)
    init, total = owner.body
    assert isinstance(init, ast.FunctionDef) and isinstance(total, ast.FunctionDef)
    assert Filling(owner, total, init, parse(workload)).made.arguments[0].sizes == (made,)
