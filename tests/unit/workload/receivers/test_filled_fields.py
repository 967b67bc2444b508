"""Containers of which nothing says what they hold are left to the methods of their class that fill them."""

from __future__ import annotations

import ast

import pytest

from perfcast.source import SourceFile
from perfcast.source.classes.constructors import constructor_of
from perfcast.workload import parse
from perfcast.workload.receivers.filling import Filling
from perfcast.workload.values.makers import Makers

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


_AT_ONCE = """
class Scheduler:
    def __init__(self):
        self.jobs = []

    def submit_all(self, jobs: list[tuple[int, str]]) -> None:
        for priority, name in jobs:
            self.jobs.append((priority, name))

    def run(self, budget: int) -> int:
        return sum(priority for priority, _ in self.jobs) + budget
"""


def test_what_takes_several_at_once_is_given_several() -> None:
    file = SourceFile.parse(_AT_ONCE)
    owner = next(node for node in file.tree.body if isinstance(node, ast.ClassDef))
    run = Filling(owner, "run", constructor_of([owner]), parse("budget: int = 1000"))
    [(method, given)] = run.calls({"budget": 1000}, Makers())
    assert (method, len(given["jobs"])) == ("submit_all", 100)
    # It fills an instance itself that holds nothing yet.
    own = Filling(owner, "submit_all", constructor_of([owner]), parse("jobs: list[tuple[int, str]] * 1000"))
    assert own.fills == ()
    # As much as somebody says that it holds.
    said = Filling(owner, "run", constructor_of([owner]), parse("self: items * 5000; budget: int = 1000"))
    [(_, given)] = said.calls({"budget": 1000}, Makers())
    assert len(given["jobs"]) == 5000
