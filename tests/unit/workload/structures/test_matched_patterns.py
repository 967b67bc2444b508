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
_COMMANDS = """
    def walk(commands: list[str]):
        x = 0
        for command in commands:
            match command.split():
                case ["go", ("east" | "west") as way, steps] if steps.isdigit():
                    x += int(steps) if way == "east" else -int(steps)
                case ["say", *words]:
                    print(words)
                case ["stop"]:
                    break
        return x
    """
_FIELDS = """
    def read(lines: list[str]):
        found = {}
        for line in lines:
            match line.split(":"):
                case ["set", key, value]:
                    found[key] = float(value)
                case ["delete", key]:
                    found.pop(key, None)
        return found
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


@pytest.mark.parametrize(
    ("code", "workload"),
    [
        (_EVENTS, "events: list[{type: 'click' | 'tap' | 'key' | label, x: int, key: str}] * 100"),
        (_SHAPE, "shape: {kind: 'circle' | 'square' | label, radius: float, side: float, border: float}"),
        (
            _COMMANDS,
            "commands: list[str] * 100 like "
            "'aaaaaa aaaaaa aaaaaa\\naaaaaa aaaaaa aaaaaa\\n`go` `east` 000\\n`say` aaaaaa aaaaaa'",
        ),
        (_WORDS, "words: list[str] * 100 like 'aaaaaa\\naaaaaa\\n`up`\\n`down`\\n`left`'"),
    ],
)
def test_what_patterns_ask_is_there(code: str, workload: str) -> None:
    function = ast.parse(textwrap.dedent(code)).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert str(default_workload(function, 100, drop_first=False)) == workload


def test_lines_of_fields_have_what_stands_between_them() -> None:
    function = ast.parse(textwrap.dedent(_FIELDS)).body[0]
    assert isinstance(function, ast.FunctionDef)
    (lines,) = default_workload(function, 100, drop_first=False).arguments
    assert {"`set`:aaaaaa:000", "`delete`:aaaaaa"} <= set((lines.like or "").split("\n"))
