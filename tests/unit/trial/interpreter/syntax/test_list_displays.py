"""A list that is displayed has room for just what it is made of: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import peak_of


@pytest.mark.parametrize(
    ("display", "measured"),
    [
        ("[v]", 72_912),
        ("[v, v, v]", 88_912),
        ("[v, v, v, v, v]", 104_912),
        ("[1]", 72_912),
        # It is made empty first, and given what a tuple has that is there.
        ("[1, 2, 3]", 96_912),
        ("[1, 2, 3, 4, v]", 104_912),
    ],
)
def test_a_list_of_an_odd_number_has_room_for_no_more(display: str, measured: int) -> None:
    found = peak_of(f"def f(x):\n    return [{display} for v in x]\n", "x: list[int] * 1000 in 0..1000000")
    assert found == pytest.approx(measured, abs=100)
