"""Code that does much whatever it is given, as much as a constant of its says."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

MUCH = """
def squares(values):
    most = math.prod(value % 97 + 1 for value in values)
    found = []
    for place in range(min(most, 80000)):
        found.append(place * place)
    return found

import math
"""

TABLE = """
def table(values):
    most = functools.reduce(operator.xor, values, 0)
    return [[row * column for column in range(min(abs(most), 300))] for row in range(min(abs(most), 300))]

import functools
import operator
"""


def _found(text: str, workload: str) -> dict[str, float]:
    return dict(zip(NAMES, Trials(text).estimate(parse(workload)), strict=True))


@pytest.mark.parametrize("count", [12, 70, 900])
def test_what_a_constant_says_is_carried_on_to_it(count: int) -> None:
    found = _found(MUCH, f"values: list[int] * {count} in 0..10000")
    # 80,000 places of a list that grows by an eighth each time, and as many numbers of 32 bytes.
    assert 2 ** found["trial_peak"] == pytest.approx(80_000 * 41, rel=0.3)
    assert found["trial_whole"] == 0


def test_the_sizes_that_make_no_difference_make_none() -> None:
    small, large = (_found(MUCH, f"values: list[int] * {count} in 0..10000") for count in (12, 900))
    assert small["trial_peak"] == pytest.approx(large["trial_peak"], abs=0.3)
    assert small["trial_time"] == pytest.approx(large["trial_time"], abs=0.4)


def test_caps_go_before_the_bounds_of_values() -> None:
    found = _found(TABLE, "values: list[int] * 40 in 0..1e6 sorted")
    assert 2 ** found["trial_peak"] == pytest.approx(300 * 300 * 40, rel=0.3)


STEPS = """
def steps(n):
    n = min(n, 600)
    if n == 512:
        return -1
    done = 0
    while done < 12 * n:
        done += 1
    return done
"""


def test_what_is_over_at_once_for_one_size_does_not_end_the_runs() -> None:
    for size in (600, 90_000):
        assert _found(STEPS, f"n: int = {size}")["trial_whole"] == 1


@pytest.mark.parametrize("value", ["math.factorial(min(n, 3000)) % 10", "(3 ** min(n, 20000)).bit_length()"])
def test_numbers_of_some_thousand_digits_are_followed(value: str) -> None:
    assert _found(f"import math\ndef f(n):\n    return {value}\n", "n: int = 50000")["trial_runs"] > 0


@pytest.mark.parametrize(
    "loop",
    [
        "for start in range(0, len(data), 4096):\n        found += len(data[start : start + 4096])",
        "for start in range(0, len(data), STEP):\n        found += len(data[start : start + STEP])",
    ],
)
def test_parts_of_a_constant_length_are_no_longer_for_more_of_them(loop: str) -> None:
    text = f"def parts(data):\n    found = 0\n    {loop}\n    return found\n\nSTEP = 4096\n"
    found = _found(text, "data: bytes * 200000")
    assert 2 ** found["trial_peak"] == pytest.approx(4_130, rel=0.3)
