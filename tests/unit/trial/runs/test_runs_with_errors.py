"""Small runs that end with an error; what takes no argument; what a constant is taken off."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.runs.schedule import Schedule
from perfcast.workload import parse

# Where few are drawn from, none are left to be paired.
PAIRS = """
def evolve(size, times):
    people = [[random.random() for _ in range(32)] for _ in range(size)]
    for _ in range(times):
        best = sorted(people, key=sum)[:size // 5]
        pairs = (random.sample(best, 2) for _ in range(size - len(best)))
        people = best + [one[:16] + other[16:] for one, other in pairs]
    return len(people)

import random
"""

ALONE = """
def primes():
    return [n for n in range(2, 3000) if all(n % d for d in range(2, int(n ** 0.5) + 1))]
"""

MERGES = """
def merge(text, size):
    for i in range(size - 256):
        len(set(text))
"""


def _found(text: str, workload: str) -> dict[str, float]:
    return dict(zip(NAMES, Trials(text).estimate(parse(workload)), strict=True))


def test_runs_go_on_behind_those_that_raise() -> None:
    found = _found(PAIRS, "size: int = 100; times: int = 60")
    assert found["trial_raised"] == 0
    # Lists of 32 places, twice as many as there are people, and their numbers.
    assert 2 ** found["trial_peak"] > 100 * 32 * 8


def test_what_follows_a_run_that_raised_may_do_much_more() -> None:
    schedule = Schedule(8.0, 100_000.0)
    assert schedule.ran(10.0, raised=True)
    assert schedule.limit == pytest.approx((100_000.0 - 10.0) / 2)
    assert schedule.ran(40_000.0)
    # How much more it did tells nothing of what comes next.
    assert schedule.size == pytest.approx(4.0)


def test_what_takes_no_argument_is_run_whole() -> None:
    found = _found(ALONE, "")
    assert found["trial_whole"] == 1
    assert found["trial_raised"] == 0
    # 430 primes, nearly all of them objects.
    assert 2 ** found["trial_peak"] == pytest.approx(430 * 40, rel=0.3)


def test_numbers_shrink_by_what_is_left_of_them() -> None:
    some, more = (_found(MERGES, f"text: str * 3000 in 'a'..'z'; size: int = {size}") for size in (276, 296))
    assert 2 ** some["trial_time"] == pytest.approx(20 * 3000 * 8, rel=0.5)
    assert more["trial_time"] - some["trial_time"] == pytest.approx(1, abs=0.15)


LEARNS = """
class Means:
    def _assign(self, X):
        return np.linalg.norm(X[:, None, :] - self.means[None, :, :], axis=2).argmin(axis=1)
    def __init__(self, k: int = 8):
        self.k = k
        self.means = None
    def fit(self, X: np.ndarray):
        self.means = X[np.random.default_rng(0).choice(len(X), self.k, replace=False)]
        return self

import numpy as np
"""


def test_what_learns_of_too_little_is_given_more() -> None:
    trials = Trials(LEARNS)
    found = dict(zip(NAMES, trials.estimate(parse("X: float64[32, 32]")), strict=True))
    assert not trials.error
    assert not trials.stopped_at
    assert not trials.receiver
    # Differences, and their squares and absolute values beside them.
    assert 2 ** found["trial_peak"] == pytest.approx(3 * 32 * 8 * 32 * 8, rel=0.1)


def test_what_was_begun_is_a_bound_where_there_is_no_smaller_run() -> None:
    text = (
        "def slow():\n    found, n = [], 0\n    while n * n < 1_600_000_000:\n        n += 1\n"
        "        found.append(sum(range(n % 50)))\n    return found"
    )
    found = _found(text, "")
    assert found["trial_refused"] == 1
    assert found["trial_whole"] == 0
    assert 1_000_000 < 2 ** found["trial_time"] < 40_000 * 800
    # Of what has a size, smaller runs tell; and where none ends, nothing does.
    assert _found("def endless(n):\n    while True:\n        n += 1", "n: int = 1000")["trial_runs"] <= 0


def test_what_another_function_takes_off_its_own_number_tells_nothing() -> None:
    sieve = "def f(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total, day(n)\n\n"
    with_helper = f"{sieve}def day(n):\n    return [n] * len(range(n - 900, n))\n"
    plain = f"{sieve}def day(n):\n    return [n] * len(range(n - n, n))\n"
    assert _found(with_helper, "n: int = 1e6")["trial_reached"] < 0.7
    assert _found(plain, "n: int = 1e6")["trial_reached"] < 0.7


def test_what_a_constant_says_may_be_too_much_by_itself() -> None:
    text = "def f(n):\n    total = 0\n    for i in range(n):\n        for j in range(n):\n            total += 1\n"
    found = _found(f"{text}    return [total] * len(range(900, n))", "n: int = 5000")
    assert 2 ** found["trial_time"] == pytest.approx(5000**2 * 20, rel=0.6)
