"""Trees of Python's syntax: read, gone through and visited. By memray, of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.source.locations.place import here
from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

NAMED = """
def names(source):
    return sorted({one.id for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Name)})

import ast
"""

VISITED = """
def calls(source):
    visitor = Calls()
    visitor.visit(ast.parse(source))
    return visitor.calls

import ast

class Calls(ast.NodeVisitor):
    def __init__(self):
        self.calls = {}
    def visit_Call(self, node):
        self.calls[node.func.id] = type(node).__name__
        self.generic_visit(node)
"""

BROKEN = "def f(source):\n    return ast.parse(source)\n\nimport ast"
LINES = "source: str * 2000 like 'aaaaaa = aaaaaa(aaaa, `1`)\\n'"


@pytest.mark.parametrize("text", [NAMED, VISITED])
def test_a_text_is_read_and_its_tree_gone_through(text: str) -> None:
    trials = Trials(text, here())
    found = dict(zip(NAMES, trials.estimate(parse(LINES)), strict=True))
    assert not trials.error
    assert not trials.stopped_at
    assert 2 ** found["trial_peak"] == pytest.approx(421_000, rel=0.25)


def test_what_is_no_code_is_an_error_of_the_call() -> None:
    trials = Trials(BROKEN, here())
    trials.estimate(parse("source: str * 100 like 'a b c '"))
    assert trials.error.startswith("SyntaxError")
