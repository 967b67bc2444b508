"""About half of what is compared with a number lies beyond it."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    ("parameters", "body", "told"),
    [
        (
            "xs: list[float], least: float",
            "return [x for x in xs if x > least]",
            "xs: list[float] * 1000; least: float = 0.5",
        ),
        (
            "rows: list[dict], least: float",
            "return [row['name'] for row in rows if row['score'] >= least]",
            "rows: list[{score: float, name: label}] * 1000; least: float = 0.5",
        ),
        (
            "orders: list[Order], least: float",
            "return [one for one in orders if one.total < least]",
            "orders: list[Order] * 1000; least: float = 0.5",
        ),
        (
            "rows: list[dict]",
            "return [row['name'] for row in rows if row['price'] > 100]",
            "rows: list[{price: float, name: label}] * 1000 in 0.0..200.0",
        ),
        (
            "rows: list[dict], least: int = 50",
            "found = []\n    for row in rows:\n        score = row['score']\n        if least <= score:\n"
            "            found.append(score)\n    return found",
            "rows: list[{score: float}] * 1000 in 0.0..100.0; least: int = 50",
        ),
        (
            "of: dict[str, float], least: float",
            "return [k for k, x in of.items() if x > 20 and x > least]",
            "of: dict[str, float] * 1000 in 0.0..40.0; least: float = 20.0",
        ),
        # What lies between two of them is not nothing, however they are ordered.
        (
            "xs: list[float], low: float, high: float",
            "return [x for x in xs if low <= x <= high]",
            "xs: list[float] * 1000; low: float = 0.25; high: float = 0.75",
        ),
        (
            "xs: list[float], max_x: float, min_x: float",
            "return [min_x if x < min_x else max_x if x > max_x else x for x in xs]",
            "xs: list[float] * 1000; max_x: float = 0.75; min_x: float = 0.25",
        ),
        (
            "incomes: list[float]",
            "return [x / 10 if x < 10000 else x / 5 if x < 50000 else x / 3 for x in incomes]",
            "incomes: list[float] * 1000 in 0.0..75000.0",
        ),
        (
            "volts: list[float], least: float = 3.3, most: float = 4.2",
            "return [one for one in volts if least <= one <= most]",
            "volts: list[float] * 1000 in 0.0..6.3; least: float = 3.3; most: float = 4.2",
        ),
        # Numbers of two kinds have the same bounds, and zero, or a share, has enough on both sides.
        (
            "rows: list[dict]",
            "return [row['count'] + 1 for row in rows if row['price'] > 100]",
            "rows: list[{price: float, count: int}] * 1000",
        ),
        ("xs: list[float]", "return [x for x in xs if x > 0.25]", "xs: list[float] * 1000"),
        ("xs: list[float], least: float", "return [x + least for x in xs]", "xs: list[float] * 1000; least: float"),
    ],
)
def test_half_of_them_lie_beyond(parameters: str, body: str, told: str) -> None:
    assert default(f"def f({parameters}):\n    {body}\n") == told
