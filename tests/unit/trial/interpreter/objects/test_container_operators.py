"""Operators of classes that extend containers, and leave the operators to these or have some of their own."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, run

_CLASSES = """
from collections import Counter, deque

class Tags(set): pass
class Rows(list): pass
class Table(dict): pass
class Counts(Counter): pass
class Line(deque): pass

class Reversed(list):
    def __radd__(self, other): return "reversed"

class Added(list):
    def __add__(self, other): return "added"
    def __iadd__(self, other): return "added in place"
"""


@pytest.mark.parametrize(
    "expression",
    [
        "Tags([1, 2]) | {3}",
        "{1} | Tags([2])",
        "Tags([1, 2]) & Tags([2])",
        "Tags([1, 2]) - {1}",
        "Tags([1]) ^ {1, 2}",
        "Rows([1]) + [2]",
        "[2] + Rows([1])",
        "Rows([1]) + Rows([2])",
        "Rows([1]) * 3",
        "3 * Rows([1])",
        "Table(a=1) | {'b': 2}",
        "{'b': 2} | Table(a=1)",
        "Counts('ab') + Counts('a')",
        "[1] + Reversed([2])",
        "Added([1]) + [2]",
    ],
)
def test_they_make_what_the_containers_make(expression: str) -> None:
    source = f"{_CLASSES}\nmade = {expression}\nfound = type(made).__name__, made"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    ("made", "change"),
    [
        ("Tags([1])", "|= {2}"),
        ("Tags([1, 2])", "-= Tags([1])"),
        ("Rows([1])", "+= [2]"),
        ("Rows([1])", "+= Rows([2])"),
        ("Rows([1])", "*= 2"),
        ("Table(a=1)", "|= {'b': 2}"),
        ("Line([1])", "+= [2]"),
        ("Added([1])", "+= [2]"),
    ],
)
def test_they_are_changed_in_place(made: str, change: str) -> None:
    source = f"{_CLASSES}\nvalue = same = {made}\nvalue {change}\n"
    source += "found = value is same, type(value).__name__, sorted(value), sorted(same)"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("expression", ["Rows([1]) + 3", "Rows([1]) | {3}", "Tags([1]) + {1}", "Table() & {}"])
def test_what_the_containers_do_not_know_is_an_error(expression: str) -> None:
    source = f"{_CLASSES}\ntry:\n    found = {expression}\nexcept TypeError:\n    found = 'an error'"
    assert interpreted(source) == run(source)
