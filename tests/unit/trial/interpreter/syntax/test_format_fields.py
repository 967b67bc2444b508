"""Fields of formats that reach for items and attributes, and what is given that none asks for."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run

_GIVEN = """
from collections import namedtuple
Point = namedtuple("Point", "x y")
class User:
    kind = "user"
    def __init__(self): self.name, self.tags, self.check = "ann", ["a", "b"], lambda: 1
    @property
    def short(self): return self.name[:1]
user, sizes = User(), {"s": 1, "m": [2, 3]}
"""


@pytest.mark.parametrize(
    "expression",
    [
        "'{0[s]} {0[m][1]:>3}'.format(sizes)",
        "'{[1]}-{[0]}'.format([1, 2], 'ab')",
        "'{0.tags[1]} {0.short}'.format(user)",
        "'{u.name} {} {}'.format(1, 2, u=user)",
        "'{0.x}/{0.y:.1f}'.format(Point(1, 2.5))",
        "'{name}: {tags!r}'.format(**vars(user))",
        "'{name:{width}}'.format(name='a', width=4)",
        "'{sizes[s]}'.format_map({'sizes': sizes, 'check': user.check})",
    ],
)
def test_they_are_filled(expression: str) -> None:
    source = f"{_GIVEN}found = {expression}"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    ("expression", "error"),
    [
        ("'{0[0]} {}'.format([1], 2)", "ValueError"),
        ("'{} {0[0]}'.format([1])", "ValueError"),
        ("'{0[x]}'.format({})", "KeyError"),
        ("'{0[2]}'.format([1])", "IndexError"),
        ("'{a}'.format(b=1)", "KeyError"),
    ],
)
def test_what_is_not_there_is_an_error(expression: str, error: str) -> None:
    source = f"try:\n    found = {expression}\nexcept {error}:\n    found = 'an error'"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("expression", ["'{0.__class__}'.format(1)", "'{0[a]}'.format(len)"])
def test_nothing_else_is_reached_for(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"found = {expression}")
