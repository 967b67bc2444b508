"""The process in which one job's program runs: forked for it, isolated, and killed after it."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from perfcast.measure.alarm import TimedOut, alarm
from perfcast.measure.frames import write_frame
from perfcast.measure.isolation import Surroundings, isolate
from perfcast.measure.job import Job, Limits
from perfcast.measure.monitors import end_monitors
from perfcast.measure.peak_memory import MemoryMeter
from perfcast.measure.result_size import result_size
from perfcast.measure.target import Call, InputError, LoadError, Target, describe_exception, fingerprint
from perfcast.measure.timing import Stopwatch, best_time
from perfcast.measure.work import lines_executed
from perfcast.trial.interpreter.stops import Unsupported

METRICS: Final = frozenset({"peak_memory", "cpu_time", "result_size", "allocations", "allocated_bytes", "work"})
#: Characters of an error.
MESSAGE: Final = 120
#: Calls shorter than this are made again under tracing, and all of their allocations are recorded.
_TRACEABLE: Final = 0.002
#: A source's first measurement of memory comes after so many calls, or fewer where they take so many seconds.
_CALLS_BEFORE: Final = 20
_SECONDS_BEFORE: Final = 0.5
#: memray makes a call that does nothing but allocate about three times slower.
_SLOWDOWN: Final = 8.0
#: Seconds by which the watchdog lets the process's own clock go first.
_GRACE: Final = 0.5

_write: Final = write_frame


class _Failure(Exception):
    """Why there is no measurement. With `stop`, larger workloads are not tried."""

    def __init__(self, text: str, *, stop: bool) -> None:
        # A program's message may hold half a surrogate pair, which no file takes.
        super().__init__(text[:MESSAGE].encode(errors="replace").decode())
        self.stop = stop


@dataclass(frozen=True)
class Child:
    """What a child inherits: limits, and meters that were made ready before the fork.

    Attributes:
        pipe: where its messages go.
        scratch: its folder.
    """

    limits: Limits
    timing: bool
    meter: MemoryMeter
    surroundings: Surroundings
    pipe: int
    scratch: Path

    def run(self, job: Job) -> None:
        """Measures until a workload fails in a way that larger ones would fail in too."""
        stopwatch = self._isolate(job)
        sys.setrecursionlimit(self.limits.recursion)
        try:
            target = self._phase("loading the source", self._budget_around, lambda: Target(job))
        except _Failure as failure:
            _write(self.pipe, {"index": 0, "error": str(failure), "stop": True})
            return
        for index, workload in enumerate(job.workloads):
            try:
                metrics = self._measure(target, stopwatch, workload, job.seed)
            except _Failure as failure:
                _write(self.pipe, {"index": index, "error": str(failure), "stop": failure.stop})
                if failure.stop:
                    return
            else:
                _write(self.pipe, {"index": index, "metrics": metrics})

    def probe(self) -> dict[str, str]:
        """Isolates this process and tells how."""
        return isolate(self.surroundings, self.limits, self.scratch, self.limits.longest_phase)

    def _isolate(self, job: Job) -> Stopwatch:
        os.closerange(3, self.pipe)
        os.closerange(self.pipe + 1, 1 << 16)
        os.setsid()
        os.dup2(0, 2)
        stopwatch = Stopwatch()
        isolate(self.surroundings, self.limits, self.scratch, self.limits.longest_phase * (1 + len(job.workloads)))
        random.seed(job.seed)
        np.random.seed(job.seed & 0xFFFFFFFF)
        return stopwatch

    @property
    def _budget_around(self) -> float:
        """Seconds for what is not the unit's own call: its module's top level, its inputs."""
        return 3 * self.limits.seconds + 4

    def _phase(self, what: str, seconds: float, act: Callable[[], Any]) -> Any:
        """Does one thing within `seconds`; the watchdog is told, in case that the program stops the clock."""
        _write(self.pipe, {"phase": what, "seconds": float(seconds + _GRACE)})
        try:
            with alarm(seconds):
                return act()
        except TimedOut:
            raise _Failure(f"timed out: {what} took more than {seconds:.3g} s", stop=True) from None
        except MemoryError:
            text = f"ran out of memory: {what} needs more than {self.limits.memory_bytes >> 20} MiB"
            raise _Failure(text, stop=True) from None
        except LoadError as error:
            raise _Failure(f"source: {error}", stop=True) from None
        except (InputError, Unsupported) as error:
            # Also of what was looked into although nobody knows how to make it.
            raise _Failure(f"inputs: {error}", stop=False) from None
        except BaseException as error:
            raise _Failure(f"raised {describe_exception(error)}", stop=False) from None

    def _measure(self, target: Target, stopwatch: Stopwatch, workload: str, seed: int) -> dict[str, float]:
        def fresh() -> Call:
            call = target.call(workload, seed)
            # What made the inputs may have asked the caches, too.
            target.forget()
            return call

        seconds = self.limits.seconds
        call = self._phase("building the inputs", self._budget_around, fresh)
        before = self._phase("comparing the inputs", self._budget_around, lambda: fingerprint(call))
        first = self._phase("the call", seconds, lambda: stopwatch.seconds(target.invoke, call))
        if first > seconds:
            raise _Failure(f"timed out: the call took more than {seconds:.3g} s", stop=True)
        end_monitors()
        if len(sys._current_frames()) > 1:
            raise _Failure("left threads running", stop=True)
        forget = target.forget if target.has_remembered else None
        reusable = before is not None and before == self._phase(
            "comparing the inputs", self._budget_around, lambda: fingerprint(call)
        )
        if not reusable:
            call = self._phase("building the inputs", self._budget_around, fresh)
        traceable = first < _TRACEABLE
        if not target.is_warm:
            self._warm_up(target, fresh, first, every_allocation=traceable)
        target.is_warm = True
        metrics = self._memory(target, call, first, every_allocation=traceable)
        if self.timing:
            metrics["cpu_time"] = self._time(target, stopwatch, fresh, first, call if reusable else None, forget)
        if traceable:
            lines = self._phase("counting lines", self._budget_around, lambda: lines_executed(target.invoke, fresh()))
            metrics["work"] = float(lines)
        return metrics

    def _warm_up(self, target: Target, fresh: Callable[[], Call], first: float, *, every_allocation: bool) -> None:
        """Calls that are not looked at: the interpreter adapts a function's code in its first calls, and libraries keep
        what they make then. memray asks every code object that it meets for its byte code, which is made then and kept.
        """
        calls = min(_CALLS_BEFORE, int(_SECONDS_BEFORE / max(first, 1e-6)))
        if calls:
            seconds = calls * (self.limits.seconds + self._budget_around)
            self._phase("the first calls", seconds, lambda: [target.invoke(fresh()) for _ in range(calls)])
            call = self._phase("building the inputs", self._budget_around, fresh)
            self._memory(target, call, first, every_allocation=every_allocation)

    def _memory(self, target: Target, call: Call, first: float, *, every_allocation: bool) -> dict[str, float]:
        target.forget()
        use, result = self._phase(
            "measuring the memory",
            _SLOWDOWN * first + self._budget_around,
            lambda: self.meter.measure(
                lambda: target.invoke(call), self.scratch / "memory", every_allocation=every_allocation
            ),
        )
        size = self._phase("measuring the result", self._budget_around, lambda: result_size(result))
        parts = {
            "peak_memory": use.peak,
            "result_size": size,
            "allocations": use.allocations,
            "allocated_bytes": use.allocated_bytes,
        }
        return {metric: float(value) for metric, value in parts.items() if value is not None}

    def _time(
        self,
        target: Target,
        stopwatch: Stopwatch,
        fresh: Callable[[], Call],
        first: float,
        reusable: Call | None,
        forget: Callable[[], None] | None,
    ) -> float:
        seconds: float = self._phase(
            "timing",
            4 * first + 0.2 + self._budget_around,
            lambda: best_time(stopwatch, target.invoke, fresh, reusable=reusable, forget=forget),
        )
        return seconds
