"""Containers of which nothing says what they hold are left to the methods of their class that fill them."""

from __future__ import annotations

import ast

import pytest

from perfcast.source import SourceFile
from perfcast.source.classes.constructors import constructor_of
from perfcast.workload import parse
from perfcast.workload.receivers.filling import Filling

_CLASS = """
from dataclasses import dataclass, field

@dataclass
class Window:
    events: {said} = field(default_factory={made})

    def add(self, key: str, ts: float) -> None:
        self.events.append((ts, key))

    def keys(self) -> list[str]:
        return [key for ts, key in self.events]
"""


@pytest.mark.parametrize(
    ("said", "made", "given"),
    [
        ("list", "list", []),
        ("deque", "deque", []),
        ("deque", "collections.deque", []),
        ("dict[str, float]", "dict", []),
        ("list[tuple[float, str]]", "list", ["events"]),
    ],
)
def test_what_is_said_of_a_field_decides_whether_it_is_made_up(said: str, made: str, given: list[str]) -> None:
    file = SourceFile.parse(_CLASS.format(said=said, made=made))
    owner = next(node for node in file.tree.body if isinstance(node, ast.ClassDef))
    filling = Filling(owner, "keys", constructor_of([owner]), parse(""))
    assert [one.name for one in filling.made.arguments] == given
    assert [one.method for one in filling.fills] == ([] if given else ["add"])
