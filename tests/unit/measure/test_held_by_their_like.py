"""Instances that hold instances of their own class, as a tree's nodes do: measuring and trial runs make the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perfcast.source import SourceFile
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

_CLASSES = """
from dataclasses import dataclass, field

@dataclass
class Folder:
    name: str
    children: list["Folder"]

    def names(self) -> list[list[str]]:
        return [[child.name for child in one.children] for one in self.children]

@dataclass
class Inner:
    key: int
    outer: "Inner"

@dataclass
class Node:
    value: int
    children: list["Node"] = field(default_factory=list)
    parent: "Node | None" = None

@dataclass
class Linked:
    key: int
    next: "Linked | None"
"""
_FUNCTIONS = [
    "def f(root: Folder):\n    return 1 + sum(f(one)[0] for one in root.children), []\n",
    "def f(root: Node):\n    found = [root.value]\n    for one in root.children: found += f(one)\n    return found\n",
    "def f(root: Node):\n    return [[child.value for child in one.children] for one in root.children]\n",
    "def f(head: Linked):\n    keys = []\n    while head:\n        keys.append(head.key)\n        head = head.next\n"
    "    return keys\n",
    "def f(root: Inner):\n    keys = []\n    while root:\n        keys.append(root.key)\n        root = root.outer\n"
    "    return keys\n",
]


@pytest.mark.parametrize("function", _FUNCTIONS)
def test_they_are_made_of_some_within_each_other(cost: Callable[..., float], function: str) -> None:
    kind = function.partition(": ")[2].partition(")")[0]
    workload = f"{'head' if kind == 'Linked' else 'root'}: {kind}"
    measured = cost("peak_memory", f"{_CLASSES}\n{function}", workload)
    found = Trials(f"{function}\n{_CLASSES}").estimate(parse(workload))
    assert 2 ** dict(zip(NAMES, found, strict=True))["trial_peak"] == pytest.approx(measured, rel=0.15, abs=64)
    assert kind in {"Linked", "Inner"} or measured > 500


def test_so_is_what_a_method_is_called_on(cost: Callable[..., float]) -> None:
    measured = cost("peak_memory", _CLASSES, "", "Folder.names")
    file = SourceFile.parse(_CLASSES)
    [unit] = [one for one in file.units if one.name == "Folder.names"]
    found = Trials(file.normal_form(unit)).estimate(parse(""))
    assert 2 ** dict(zip(NAMES, found, strict=True))["trial_peak"] == pytest.approx(measured, rel=0.15)
