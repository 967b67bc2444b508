"""`cpu_time`: only what holds on any machine, however busy; figures of its noise belong to the corpus."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import pytest

from perfcast.measure import Job, Limits, Sandbox, timing
from perfcast.measure.target import Call, call_plain
from perfcast.measure.timing import Stopwatch, best_time

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


class Recorded(Stopwatch):
    """Takes every call for a short one, and notes what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.single = 0
        self.together: list[int] = []
        self.ahead: list[int] = []

    def seconds(self, invoke: Callable[[Call], Any], call: Call) -> float:
        self.single += 1
        return 1e-6

    def loop_seconds(
        self, invoke: Callable[[Call], Any], calls: list[Call], times: int, ahead: Sequence[Call] = ()
    ) -> float:
        self.together.append(len(calls))
        self.ahead.append(len(ahead))
        return 1e-7


def test_calls_whose_inputs_take_long_to_make_are_timed_some_at_once() -> None:
    """What makes them leaves the caches cold: a single one would take several times as long."""
    stopwatch = Recorded()

    def fresh() -> Call:
        time.sleep(0.002)
        return Call(len, ([],), {})

    assert best_time(stopwatch, call_plain, fresh, reusable=None, forget=None) == 1e-7
    assert min(stopwatch.together) >= 10
    assert min(stopwatch.ahead) > 1


def test_calls_ahead_of_a_loop_are_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[str] = []
    times = count(step=6)

    def clock() -> int:
        events.append("clock")
        return next(times)

    monkeypatch.setattr(timing, "_clock", clock)
    ahead, timed = Call(events.append, ("ahead",), {}), Call(events.append, ("timed",), {})
    assert Stopwatch().loop_seconds(call_plain, [timed] * 3, 1, [ahead] * 2) == 2e-9
    assert events == ["ahead", "ahead", "clock", "timed", "timed", "timed", "clock"]


def test_caches_are_emptied_before_each_call() -> None:
    stopwatch, emptied = Recorded(), 0

    def forget() -> None:
        nonlocal emptied
        emptied += 1

    assert best_time(stopwatch, call_plain, lambda: Call(len, ([],), {}), reusable=None, forget=forget) == 1e-6
    assert emptied == stopwatch.single > 3
    assert stopwatch.together == []


def test_a_cache_that_a_call_does_not_ask_is_none_of_its(cost: Cost) -> None:
    """Such a call is timed in loops, as others are, and not one by one."""
    beside = "import functools\n@functools.cache\ndef g(n): return n\ndef f(values): return values[0]\n"
    assert cost("cpu_time", beside, "values: list[int] * 3") < 5 * cost(
        "cpu_time", "def f(values): return values[0]", "values: list[int] * 3"
    )


@pytest.mark.parametrize(
    "source",
    [
        "import time\ndef f(): time.sleep(0.02)",
        "import asyncio\nasync def f(): await asyncio.sleep(0.02)",
        "import asyncio, time\nasync def f():\n    for _ in range(3): await asyncio.sleep(0.01)",
    ],
)
def test_sleeping_takes_no_time_of_the_processors(cost: Cost, source: str) -> None:
    assert cost("cpu_time", source) < 0.005


def test_a_clock_that_stood_still_for_a_while_is_no_sleep() -> None:
    class Stolen(Stopwatch):
        """Seems to have slept in some of the calls."""

        calls = 0

        def seconds(self, invoke: Callable[[Call], Any], call: Call) -> float:
            self.calls += 1
            self.asleep = 0.003 * (self.calls % 3 != 0)
            return 0.004

    call = Call(len, ([],), {})
    assert best_time(Stolen(), call_plain, lambda: call, reusable=call, forget=None) == 0.004


def test_what_linux_says_of_the_moment_before_makes_no_loop_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "_processor_clock", lambda: 0)
    later = count(step=10**9)
    monkeypatch.setattr(Stopwatch, "_waited", lambda _: next(later))
    calls = [Call(sorted, ([],), {})] * 100
    assert Stopwatch().loop_seconds(call_plain, calls, 100) > 1e-8


def test_where_the_processor_s_clock_stands_still_nothing_is_taken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "_processor_clock", lambda: 0)
    later = count(step=10**9)
    monkeypatch.setattr(Stopwatch, "_waited", lambda _: next(later))
    assert Stopwatch().seconds(call_plain, Call(sorted, (list(range(1000)),), {})) > 1e-7


def test_what_another_thread_does_meanwhile_does_count(cost: Cost) -> None:
    source = (
        "import threading\ndef f():\n    one = threading.Thread(target=lambda: sum(range(10**6)))\n"
        "    one.start()\n    one.join()\n"
    )
    assert cost("cpu_time", source) > 0.2 * cost("cpu_time", "def f(): return sum(range(10**6))")


def test_is_left_out_when_not_asked_for() -> None:
    with Sandbox(Limits(seconds=10.0), timing=False) as sandbox:
        (measurement,) = sandbox.run(Job("key", LOOP, "f", ("n: int = 10",)))
    assert measurement.error is None
    assert "cpu_time" not in measurement.metrics
    assert measurement.metrics["work"] == pytest.approx(23, abs=1)
