"""Patterns of a ``match`` say what its subject is like, as comparisons do."""

from __future__ import annotations

import ast
import textwrap

import pytest

from perfcast.workload.defaults.assembly import default_workload

_EVENTS = """
    def count(events: list[dict]):
        clicks = letters = 0
        for event in events:
            match event:
                case {"type": "click" | "tap", "x": int(x)}:
                    clicks += x
                case {"type": "key", "key": str(key)} if key.isalpha():
                    letters += 1
        return clicks, letters
    """
_SHAPE = """
    def area(shape):
        match shape:
            case {"kind": "circle", "radius": r}:
                return r * 3
            case {"kind": "square", "side": side} as square:
                return side ** 2 + square["border"] * 2
    """
_WORDS = """
    def count(words: list[str]):
        n = 0
        for word in words:
            match word:
                case "up" | "down":
                    n += 1
                case "left":
                    n += 2
        return n
    """

_SWITCHES = """
    def count(events: list[dict]):
        n = 0
        for event in events:
            match event:
                case {"on": True, "level": -3 | 2}:
                    n += 1
                case {"on": False, "weight": 2.5}:
                    n += 2
        return n
    """


@pytest.mark.parametrize(
    ("code", "workload"),
    [
        (_SWITCHES, "events: list[{on: bool, level: int, weight: float}] * 100"),
        (_EVENTS, "events: list[{type: 'click' | 'tap' | 'key' | label, x: int, key: str}] * 100"),
        (_SHAPE, "shape: {kind: 'circle' | 'square' | label, radius: float, side: float, border: float}"),
        (_WORDS, "words: list[str] * 100 like 'aaaaaa\\naaaaaa\\n`up`\\n`down`\\n`left`'"),
    ],
)
def test_what_patterns_ask_is_there(code: str, workload: str) -> None:
    function = ast.parse(textwrap.dedent(code)).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert str(default_workload(function, 100, drop_first=False)) == workload
