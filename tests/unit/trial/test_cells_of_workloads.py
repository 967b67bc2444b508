"""How many elements the inputs of a workload have."""

from __future__ import annotations

import pytest

from perfcast.trial.scaling import cells
from perfcast.workload import parse


@pytest.mark.parametrize(
    ("workload", "expected"),
    [
        ("n: int = 1000", 1),
        ("xs: list[int] * 1000", 1000),
        ("words: list[str] * 100 * 8", 800),
        ("m: list[list[int]] * 20 * 30; k: int", 601),
        ("x: float64[100, 50]", 5000),
        # Members lie beside one another.
        ("rows: list[tuple[str, str, str]] * 1000 * 8 * 9 * 10", 27_000),
        ("rows: list[tuple[int, str, float]] * 1000 * 8", 8000),
        ("rows: list[tuple[int, int, int]] * 1000", 1000),
        ("by_name: dict[str, list[int]] * 10 * 5", 50),
        ("rows: list[{name: str, tags: list[str]}] * 100 * 8 * 3 * 8", 100),
        ("xs: tuple[int, ...] * 7", 7),
    ],
)
def test_cells_are_added_up_by_what_holds_them(workload: str, expected: int) -> None:
    assert cells(parse(workload)) == expected
