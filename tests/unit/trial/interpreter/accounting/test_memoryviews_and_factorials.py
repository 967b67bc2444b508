"""Views of bytes, which copy none of them, and numbers of thousands of digits."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse


def _found(body: str, workload: str) -> dict[str, float]:
    text = f"import math\ndef f(x):\n    {body}\n"
    return dict(zip(NAMES, Trials(text).estimate(parse(workload)), strict=True))


def test_a_view_takes_as_much_whatever_it_shows() -> None:
    few, many = (_found("return memoryview(x)", f"x: bytes * {n}") for n in (10, 1500))
    assert 2 ** few["trial_peak"] == pytest.approx(360, abs=20)
    assert many["trial_peak"] == few["trial_peak"]
    assert many["trial_time"] == few["trial_time"]


def test_views_of_one_object_have_what_refers_to_it_in_common() -> None:
    found = _found("v = memoryview(x)\n    return [v[i:i + 16] for i in range(0, len(v), 16)]", "x: bytes * 1600")
    assert 2 ** found["trial_peak"] == pytest.approx(360 + 100 * (184 + 8), rel=0.1)


def test_what_only_the_view_holds_counts() -> None:
    found = _found("return memoryview(bytes(x))", "x: int = 2000")
    assert 2 ** found["trial_peak"] == pytest.approx(2400, abs=60)


def test_long_factorials_take_more_than_their_factors() -> None:
    short, long = (2 ** _found("return math.factorial(x)", f"x: int = {n}")["trial_time"] for n in (200, 2000))
    # Ten times as many factors, fifteen times as many digits.
    assert long > 50 * short


def test_what_is_multiplied_in_turn_takes_longer_the_more_digits_there_are() -> None:
    few, many = (_found(f"return math.perm(3000, x + {n})", "x: int = 0") for n in (500, 1500))
    # Measured: 21.5 and 118.9 microseconds.
    assert 2 ** (many["trial_time"] - few["trial_time"]) == pytest.approx(5.5, rel=0.2)
    assert 2 ** many["trial_peak"] == pytest.approx(13_000, rel=0.2)


def test_they_are_multiplied_in_parts() -> None:
    assert 2 ** _found("return math.factorial(x)", "x: int = 1000")["trial_peak"] == pytest.approx(5400, rel=0.1)
    assert 2 ** _found("return math.factorial(x)", "x: int = 200")["trial_peak"] == pytest.approx(196, abs=20)
