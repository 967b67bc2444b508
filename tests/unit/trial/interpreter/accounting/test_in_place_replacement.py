"""What is put in the place of what arguments hold; sets that take in others. Peaks by memray, of CPython 3.11."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

CLASSES = """
from dataclasses import dataclass, field

@dataclass(slots=True)
class Point:
    x: float
    y: float = 0.0

@dataclass
class Item:
    sku: str
    tags: set[str] = field(default_factory=set)
"""


def _found(text: str, workload: str) -> dict[str, float]:
    trials = Trials(f"{text}\n{CLASSES}")
    found = dict(zip(NAMES, trials.estimate(parse(workload)), strict=True))
    assert not trials.error
    assert not trials.stopped_at
    return found


@pytest.mark.parametrize(
    ("text", "workload", "each"),
    [
        # CPython keeps the place of the float that is gone for the next one.
        ("def f(points):\n    for one in points:\n        one.x += 1.5", "points: list[Point] * 1000", 0),
        ("def f(xs):\n    for i in range(len(xs)):\n        xs[i] = xs[i] * 2", "xs: list[float] * 1000", 0),
        ("def f(rows):\n    for row in rows:\n        row['a'] *= 2", "rows: list[{a: float}] * 1000", 0),
        # All had the same before, which stays; and whole numbers have no places that are kept.
        ("def f(points):\n    for one in points:\n        one.y = one.x * 2", "points: list[Point] * 1000", 24),
        ("def f(xs):\n    for i in range(len(xs)):\n        xs[i] = xs[i] + 1000", "xs: list[int] * 1000", 32),
        # A copy still holds those that were there before, or a list does.
        (
            "def f(xs):\n    old = xs[:]\n    for i in range(len(xs)):\n        xs[i] = old[i] * 2",
            "xs: list[float] * 1000",
            32,
        ),
        (
            "def f(xs):\n    kept = []\n    for i in range(len(xs)):\n        kept.append(xs[i])\n        xs[i] *= 2",
            "xs: list[float] * 1000",
            33,
        ),
        # Those that are new are all there before the others go, as are the places of what goes.
        ("def f(xs):\n    xs[:] = [x * 2 for x in xs]", "xs: list[float] * 1000", 40.7),
    ],
)
def test_a_float_takes_the_place_of_one_that_goes(text: str, workload: str, each: float) -> None:
    assert 2 ** _found(text, workload)["trial_peak"] == pytest.approx(1000 * each, rel=0.1, abs=200)


def test_sets_of_arguments_grow_where_they_are() -> None:
    text = "def f(items, more):\n    for item in items:\n        item.tags |= more"
    grown = _found(text, "items: list[Item] * 200; more: set[str] * 40 * 8 in 'a'..'z'")
    # A table of 128 places for each.
    assert 2 ** grown["trial_peak"] == pytest.approx(200 * 16 * 128, rel=0.1)


def test_a_set_that_takes_in_others_is_not_gone_through() -> None:
    text = "def f(parts):\n    found = set()\n    for part in parts:\n        found |= part\n    return found"
    small, large = (
        2 ** _found(text, f"parts: list[set[str]] * {count} * 16 * 8 in 'a'..'z'")["trial_time"] for count in (50, 200)
    )
    assert large / small == pytest.approx(4, rel=0.15)


def test_what_is_sliced_or_joined_whole_is_not_copied() -> None:
    loop = "for _ in range(100):\n        text = text[:len(text)] + '' + text[len(text):]"
    text = f"def f(text):\n    {loop}\n    return text"
    small, large = (2 ** _found(text, f"text: str * {size}")["trial_time"] for size in (100, 10_000))
    assert large / small < 1.2
    assert 2 ** _found(text, "text: str * 10000")["trial_peak"] < 200


def test_what_is_repeated_in_place_is_paid_for() -> None:
    found = _found("def f(xs):\n    ys = list(xs)\n    ys *= 3\n    return ys", "xs: list[int] * 1000")
    assert 2 ** found["trial_peak"] == pytest.approx(8 * 3000, rel=0.5)
