"""A default that cannot be followed stops the calls that leave the argument out, and no others."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted

_CLASS = """
import os
class Shape:
    def __init__(self, width, owner=os.getlogin(), scale=2):
        self.width, self.owner, self.scale = width, owner, scale
    def area(self, *, unit=os.getlogin()):
        return self.width * self.scale, unit
    @staticmethod
    def named(name, owner=os.getlogin()):
        return name
"""


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("Shape(3, 'a').width", 3),
        ("Shape(3, owner='a', scale=1).owner", "a"),
        ("Shape(3, 'a').area(unit='m')", (6, "m")),
        ("Shape.named('b', 'a')", "b"),
    ],
)
def test_calls_that_give_the_argument_are_followed(expression: str, found: object) -> None:
    assert interpreted(f"{_CLASS}found = {expression}") == found


@pytest.mark.parametrize("expression", ["Shape(3)", "Shape(3, 'a').area()", "Shape.named('b')"])
def test_calls_that_leave_it_out_stop_at_the_default(expression: str) -> None:
    with pytest.raises(Unsupported, match="getlogin"):
        interpreted(f"{_CLASS}found = {expression}")


def test_an_argument_without_a_default_is_missing_as_ever() -> None:
    source = "try:\n    Shape(owner='a')\nexcept TypeError:\n    found = 1"
    assert interpreted(_CLASS + source) == 1
