"""What operators of sets take, by how much longer those of larger sets do."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import time_of


def _time(expression: str, left: int, right: int) -> float:
    source = f"def f(left, right):\n    for _ in range(100):\n        {expression}\n"
    sets = f"left: set[int] * {left} in 0..9999 distinct; right: set[int] * {right} in 0..9999 distinct"
    return time_of(source, sets)


@pytest.mark.parametrize("expression", ["left & right", "right & left", "left - right"])
def test_few_elements_are_asked_for_in_however_many(expression: str) -> None:
    """Measured: 260 to 270 ns each, whether of 20 or of 1000."""
    assert _time(expression, 20, 1000) == pytest.approx(_time(expression, 20, 20), rel=0.3)


@pytest.mark.parametrize("expression", ["few & table.keys()", "table.keys() & few"])
def test_keys_are_asked_for_few_elements(expression: str) -> None:
    """Measured: 120 ns for four of 1000 keys."""
    source = f"def f(few, table):\n    for _ in range(100):\n        {expression}\n"
    several, many = (
        time_of(source, f"few: set[int] * 4 in 0..9999; table: dict[int, int] * {size} in 0..9999")
        for size in (10, 1000)
    )
    assert many == pytest.approx(several, rel=0.1)


@pytest.mark.parametrize("expression", ["left & right", "left - right"])
def test_more_elements_take_longer(expression: str) -> None:
    assert _time(expression, 1000, 1000) / _time(expression, 20, 1000) > 10
