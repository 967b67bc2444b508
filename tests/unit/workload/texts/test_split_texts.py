"""Texts that are split at what is a letter, too."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default

DICE = """
def f(dice: str):
    count, rest = dice.split("d")
    if "+" in rest:
        sides, more = rest.split("+")
    else:
        sides, more = rest, "0"
    return int(count) * int(sides) + int(more)
"""
SIZE = "def f(size: str):\n    width, height = size.split('x')\n    return int(width) * int(height)\n"
WORD = "def f(pair: str):\n    one, other = pair.split(' and ')\n    return one, other\n"


@pytest.mark.parametrize(
    ("source", "like"), [(DICE, "000`d`000+000"), (SIZE, "000`x`000"), (WORD, "aaaaaa` and `aaaaaa")]
)
def test_a_letter_between_fields_stands_for_itself(source: str, like: str) -> None:
    assert default(source).endswith(f"like '{like}'")
