"""The time of one warm call: the best of several, on one core, with the garbage collector off, as `timeit` has it.

It is the time on the clock less the time in which this process was ready and another one had its core, which Linux
tells, and less what it sleeps each time. So a busy machine does not make a program slow.
"""

from __future__ import annotations

import gc
import os
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import repeat
from typing import Any, Final

from perfcast.measure.target import Call

#: Runs of which the best counts, at least.
_LEAST_RUNS: Final = 3
#: More of them, as long as they are cheap: so many within so many seconds.
_MORE_RUNS: Final = ((7, 0.04), (40, 0.008))
#: Calls shorter than this are timed in loops that last about `_LOOP` seconds, else the clock and caches that the
#: harness has emptied would be a part of what is measured.
_SHORT: Final = 100e-6
_LOOP: Final = 200e-6
_MOST_COPIES: Final = 200
#: Calls with fresh inputs that come before a loop's clock starts, at most: making the inputs has left caches cold.
_AHEAD: Final = 10
#: Seconds that may go into making copies of the inputs for one loop; and for as many of them, so many seconds: what a
#: call's inputs are made by, a test that leads up to it, leaves caches cold that a loop warms.
_COPYING: Final = 0.005
_FEW_COPIES: Final = 30
_COPYING_FEW: Final = 0.1
#: Nanoseconds in which a process that gave its core away did nothing, from which on it was asleep.
_NAP: Final = 200_000

_clock: Final = time.perf_counter_ns
#: Of all threads: one that waits for another does not sleep.
_processor_clock: Final = time.process_time_ns
_usage: Final = resource.getrusage
_read: Final = os.pread


def _given_away() -> int:
    """How often this process has given its core away, to wait for something."""
    return _usage(resource.RUSAGE_SELF).ru_nvcsw


class Stopwatch:
    """Seconds that a call takes while it has the core. Keeps a file open; has to be made before the isolation.

    Attributes:
        asleep: seconds that `seconds` gave last in which the process wanted no core, about: its clock may stand still
            while the core is taken from a virtual machine.
    """

    def __init__(self) -> None:
        self.asleep = 0.0
        try:
            self._schedule: int | None = os.open("/proc/self/schedstat", os.O_RDONLY | os.O_CLOEXEC)
            self._waited()
        except (OSError, ValueError, IndexError):
            self._schedule = None

    def _waited(self) -> int:
        """Nanoseconds that this process has spent ready but not running."""
        return 0 if self._schedule is None else int(_read(self._schedule, 64, 0).split()[1])

    def seconds(self, invoke: Callable[[Call], Any], call: Call) -> float:
        """Of one call; the result is freed outside."""
        before = self._state()
        start = _clock()
        result = invoke(call)
        elapsed = _clock() - start
        seconds = self._running(elapsed, before)
        del result
        return seconds

    def loop_seconds(
        self, invoke: Callable[[Call], Any], calls: list[Call], times: int, ahead: Sequence[Call] = ()
    ) -> float:
        """Of one call, from a loop over all of `calls`, `times` times, after those `ahead`; the results are freed
        inside.

        Waiting for the core is not taken off: a loop is much shorter than that, so that some of many are not kept
        waiting, and what Linux says of one may be of the moment before.
        """
        for call in ahead:
            invoke(call)
        start = _clock()
        for _ in repeat(None, times):
            for call in calls:
                invoke(call)
        return max(1, _clock() - start) * 1e-9 / (len(calls) * times)

    def _state(self) -> tuple[int, int, int]:
        given_away = _given_away()
        return self._waited(), _processor_clock(), given_away

    def _running(self, elapsed: int, before: tuple[int, int, int]) -> float:
        """Seconds of `elapsed` nanoseconds that were not spent waiting for the core."""
        processor = _processor_clock() - before[1]
        waited = self._waited() - before[0]
        if waited and processor:
            # Some of the wait may have been before the clock started; but no call takes less than its CPU time, which
            # a clock that stood still meanwhile does not say.
            elapsed = max(elapsed - waited, min(elapsed, processor))
        idle = elapsed - processor if _given_away() > before[2] else 0
        self.asleep = 1e-9 * idle if idle > _NAP else 0.0
        return max(1, elapsed) * 1e-9


@contextmanager
def _collector_off() -> Iterator[None]:
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@_collector_off()
def best_time(
    stopwatch: Stopwatch,
    invoke: Callable[[Call], Any],
    fresh: Callable[[], Call],
    *,
    reusable: Call | None,
    forget: Callable[[], None] | None,
) -> float:
    """Seconds of one warm call: the least of at least three, less what each of them was asleep at least.

    Args:
        fresh: makes a call with new inputs.
        reusable: a call that may be made again and again: it leaves its inputs as they were.
        forget: empties the caches that calls fill; None where they fill none, and many may be made at once.
    """
    start = _clock()
    call = reusable or fresh()
    building = max(1, _clock() - start) * 1e-9

    def next_call() -> Call:
        return reusable or fresh()

    asleep = float("inf")

    def each_of(calls: list[Call]) -> float:
        nonlocal asleep
        best = float("inf")
        for one in calls:
            if forget is not None:
                forget()
            best = min(best, stopwatch.seconds(invoke, one))
            asleep = min(asleep, stopwatch.asleep)
        return best

    start = _clock()
    best = min(each_of([one]) for one in (call, *(next_call() for _ in range(_LEAST_RUNS - 1))))
    wanted = min(_MOST_COPIES, round(_LOOP / best)) if best <= _SHORT else 1
    copies = 1 if reusable else max(1, min(wanted, _copies(building)))
    times = max(1, wanted) if reusable else 1
    if forget is not None or copies * times < 2:
        best = _repeated(lambda: each_of([next_call() for _ in range(copies)]), start, _LEAST_RUNS, best)
        return max(1e-9, best - asleep)
    ahead = 0 if reusable else min(_AHEAD, copies)

    def loop() -> float:
        calls = [next_call() for _ in range(ahead + copies)]
        return stopwatch.loop_seconds(invoke, calls[ahead:], times, calls[:ahead])

    return _repeated(loop, _clock(), 0, float("inf"))


def _copies(building: float) -> int:
    """How many calls that each take so many seconds to be made are made at a time."""
    return max(int(_COPYING / building), min(_FEW_COPIES, int(_COPYING_FEW / building)))


def _repeated(measure: Callable[[], float], start: int, runs: int, best: float) -> float:
    """The least of `best`, of `runs` runs since `start`, and of more of them, the fewer the dearer they are."""
    while runs < _LEAST_RUNS or any(runs < most and _clock() - start < seconds * 1e9 for most, seconds in _MORE_RUNS):
        best = min(best, measure())
        runs += 1
    return best
