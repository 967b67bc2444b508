"""Patterns take as many times as long as three lookups in the same dictionary as was measured."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import time_of

_FUNCTION = """
def f(n):
    d = {{"type": "click", "x": 1, "y": 2, "key": "a"}}
    v = 3
    p = Point(1, 2)
    for _ in range(n):
        {body}

class Point:
    __match_args__ = ("x", "y")
    def __init__(self, x, y):
        self.x, self.y = x, y
"""
_LOOKUPS = "d.get('type'); d.get('x'); d.get('y')"


def _match(subject: str, pattern: str) -> str:
    return f"match {subject}:\n            case {pattern}: pass"


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        (_match("d", "{'type': a}"), 1.9),
        (_match("d", "{'type': a, 'x': b, 'y': c}"), 2.7),
        (_match("d", "{'none': a}"), 1.9),
        (_match("v", "int(x)"), 11.0),
        (_match("p", "Point(a, b)"), 4.1),
        (_match("p", "str()"), 0.45),
    ],
)
def test_patterns_take_what_was_measured(body: str, measured: float) -> None:
    nothing, lookups, matched = (
        time_of(_FUNCTION.format(body=one), "n: int = 1000") for one in ("pass", _LOOKUPS, body)
    )
    assert (matched - nothing) / (lookups - nothing) == pytest.approx(measured, rel=0.5)
