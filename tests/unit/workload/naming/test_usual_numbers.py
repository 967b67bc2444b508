"""Numbers that are one of few by their names."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(year, month, day):\n    return day + sum(length(year, m) for m in range(1, month))",
            "year: int = 2024; month: int = 6; day: int = 15",
        ),
        ("def f(birth_month: int):\n    return MONTHS[birth_month - 1]", "birth_month: int = 6"),
        ("def f(rate, years):\n    return [rate * n for n in range(years)]", "rate: float; years: int = 30"),
        (
            "def f(red, green, blue):\n    return mixed(red, green, blue)",
            "red: int = 128; green: int = 128; blue: int = 128",
        ),
        (
            "def f(n: int, fs: float, fps: int):\n    return n * fs / fps",
            "n: int = 1000; fs: float = 1000.0; fps: int = 30",
        ),
        ("def f(months):\n    return [one.upper() for one in months]", "months: list[str] * 1000 * 8 in 'a'..'z'"),
        (
            "def f(first_year, last_year):\n    return [calendar(y) for y in range(first_year, last_year)]",
            "first_year: int = 2004; last_year: int = 2024",
        ),
        ("def f(lat1: float, home_lng: float):\n    ...", "lat1: float in -90..90; home_lng: float in -180..180"),
        ("def f(bearings: list[float]):\n    ...", "bearings: list[float] * 1000 in 0..360"),
        (
            "def f(points):\n    return {(round(p['lat']), round(p['lon'])) for p in points}",
            "points: list[{lat: float, lon: float}] * 1000 in -90..90",
        ),
        (
            "def f(points: list[dict]):\n    return sum(p['lat'] * p['weight'] for p in points)",
            "points: list[{lat: float, weight: float}] * 1000",
        ),
    ],
)
def test_a_name_says_which_numbers_are_usual(source: str, workload: str) -> None:
    assert default(source) == workload
