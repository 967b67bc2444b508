"""Where growth ends that small runs show."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


def tried(source: str, workload: str) -> dict[str, float]:
    return dict(zip(NAMES, Trials(source).estimate(parse(workload)), strict=True))


@pytest.mark.parametrize("few", ["items[:16]", "list(islice(items, 16))"])
def test_a_part_of_constant_length_bounds_what_grows_without_bounds(few: str) -> None:
    source = f"""
from itertools import islice

def f(items):
    subsets = [()]
    for item in {few}:
        subsets += [(*one, item) for one in subsets]
    return len(subsets)
"""
    bounded, whole = (tried(source, f"items: list[int] * {n} in 0..9") for n in (100_000, 16))
    for name in ("trial_time", "trial_peak"):
        assert bounded[name] == pytest.approx(whole[name], abs=2)


def test_what_grows_as_a_sum_does_ends_at_the_bound_of_the_sum() -> None:
    source = """
def f(xs):
    found = []
    for i in range(min(sum(xs), 100_000)):
        found.append(i * i)
    return found
"""
    # Of sums beyond the bound, 100,000 numbers of 28 bytes and their places.
    for size in (3000, 300_000):
        found = tried(source, f"xs: list[int] * {size} in 0..{size}")
        assert found["trial_peak"] == pytest.approx(21.8, abs=1.5)


def test_a_remainder_bounds_too() -> None:
    source = "def f(xs):\n    n = sum(xs) % 5000\n    return [i for i in range(n)]\n"
    assert tried(source, "xs: list[int] * 200000 in 0..200000")["trial_peak"] < 20


def test_a_bound_that_is_met_changes_nothing() -> None:
    source = "def f(xs):\n    head = xs[:3]\n    return [x * y for x in xs for y in xs], head\n"
    plain = "def f(xs):\n    head = xs[0]\n    return [x * y for x in xs for y in xs], head\n"
    times = [tried(one, "xs: list[int] * 20000")["trial_time"] for one in (source, plain)]
    assert times[0] == pytest.approx(times[1], abs=0.2)


_LONG = "values: list[int] * {} in 1..100"


@pytest.mark.parametrize(
    "few",
    [
        "values[:300]",
        "values[-300:]",
        "[values[i] for i in range(min(len(values), 300))]",
        "list(islice(values, MOST))",
        "first(values)",
    ],
)
def test_growth_in_proportion_ends_at_a_constant_of_the_text(few: str) -> None:
    source = f"""
from fractions import Fraction
from itertools import islice

def f(values):
    total = Fraction(0)
    found = []
    for value in {few}:
        total += Fraction(value) / (value + 1)
        found.append(total)
    return found

MOST = 300

def first(values, most=300):
    return values[:most]
"""
    bounded, longer = (tried(source, _LONG.format(n)) for n in (20_000, 300_000))
    for name in ("trial_time", "trial_peak"):
        assert bounded[name] == pytest.approx(longer[name], abs=1.5)
    # Of 300 sums, 300 times as much as that of a few.
    assert bounded["trial_time"] == pytest.approx(tried(source, _LONG.format(300))["trial_time"], abs=1)


def test_a_constant_beyond_the_sizes_shrinks_nothing() -> None:
    bounded = "def f(values):\n    return [value * 1000 for value in values[:50_000]]\n"
    plain = "def f(values):\n    return [value * 1000 for value in values[:]]\n"
    peaks = [tried(source, _LONG.format(20_000))["trial_peak"] for source in (bounded, plain)]
    assert peaks[0] == pytest.approx(peaks[1], abs=0.05)
