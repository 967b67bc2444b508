"""`cpu_time`: only what holds on any machine, however busy; figures of its noise belong to the corpus."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perfcast.measure import Job, Limits, Sandbox

Cost = Callable[..., float]
LOOP = "def f(n):\n    total = 0\n    for i in range(n):\n        total += i * i\n    return total\n"


def test_grows_with_the_work(cost: Cost) -> None:
    short, long = (cost("cpu_time", LOOP, f"n: int = {n}") for n in (100, 100_000))
    assert 200 < long / short < 5000


def test_a_call_without_work_takes_a_fraction_of_a_microsecond_and_more_than_nothing(cost: Cost) -> None:
    assert 1e-9 < cost("cpu_time", "def f(): pass") < 2e-5


def test_inputs_are_fresh_for_a_unit_that_uses_them_up(cost: Cost) -> None:
    # On a list that an earlier call has emptied this would take no longer than for a short one.
    source = "def f(nums):\n    while nums:\n        nums.pop()\n"
    short, long = (cost("cpu_time", source, f"nums: list[int] * {n}") for n in (10, 20_000))
    assert long / short > 100


def test_an_answer_from_a_cache_is_not_measured(cost: Cost) -> None:
    cached = "import functools\n@functools.cache\n" + LOOP
    assert cost("cpu_time", cached, "n: int = 20000") > 0.2 * cost("cpu_time", LOOP, "n: int = 20000")
    assert cost("cpu_time", cached, "n: int = 20000") > 20 * cost("cpu_time", cached, "n: int = 20")


def test_a_helper_with_a_cache_is_measured_with_it_empty(cost: Cost) -> None:
    source = "import functools\n@functools.cache\ndef g(n): return sum(range(n))\ndef f(n): return g(n)\n"
    assert cost("cpu_time", source, "n: int = 100000") > 20 * cost("cpu_time", source, "n: int = 100")


def test_sleeping_counts_for_a_caller_waits_for_it(cost: Cost) -> None:
    assert cost("cpu_time", "import time\ndef f(): time.sleep(0.02)") >= 0.02


def test_is_left_out_when_not_asked_for() -> None:
    with Sandbox(Limits(seconds=0.4), timing=False) as sandbox:
        (measurement,) = sandbox.run(Job("key", LOOP, "f", ("n: int = 10",)))
    assert measurement.error is None
    assert "cpu_time" not in measurement.metrics
    assert measurement.metrics["work"] == pytest.approx(23, abs=1)
