"""The process that forks a child for each job: libraries are imported once, not once a job.

``python -m perfcast.measure.zygote SETTINGS`` is started by `Sandbox`. It forks at once: the first process only waits
and then removes the scratch folder; the second one, which is the first of its own process namespace where there are
namespaces, serves jobs from standard input until that is closed.
"""

from __future__ import annotations

import gc
import importlib
import json
import math
import os
import shutil
import sys
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from perfcast.measure.child import MESSAGE, METRICS, Child
from perfcast.measure.frames import FrameReader, Hangup, MalformedFrame, write_frame
from perfcast.measure.isolation import Surroundings, enter_namespaces, give_to_user, protect_files
from perfcast.measure.job import Job, Limits
from perfcast.measure.libraries import COMMON
from perfcast.measure.peak_memory import MemoryMeter
from perfcast.measure.run import Run
from perfcast.workload import build, parse

if sys.platform == "linux":
    from perfcast.measure import kernel

_LONGEST_JOB: Final = 64 << 20
#: Bytes of a child's message.
_LONGEST_ANSWER: Final = 1 << 16
#: Of one workload; a child takes fewer.
_MOST_PHASES: Final = 30


@dataclass(frozen=True)
class Settings:
    """What a sandbox tells its zygote. `libraries` are to be imported too, where they are installed."""

    limits: Limits
    core: int | None
    timing: bool
    scratch: str
    libraries: tuple[str, ...]

    @classmethod
    def decoded(cls, text: str) -> Settings:
        fields = json.loads(text)
        return cls(**{**fields, "limits": Limits(**fields["limits"]), "libraries": tuple(fields["libraries"])})


class Zygote:
    """Serves jobs, one at a time."""

    def __init__(self, settings: Settings, surroundings: Surroundings, requests: int, answers: int) -> None:
        self._settings = settings
        self._requests = requests
        self._answers = answers
        self._scratch = Path(settings.scratch)
        self._jobs = 0
        if settings.core is not None and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {settings.core})
        for library in (*COMMON, *settings.libraries):
            with suppress(ImportError):
                importlib.import_module(library)
        # Loads what building inputs needs.
        build(parse("list[int] * 2; str * 2; float64[2]"), 0)
        self._surroundings = protect_files(surroundings, self._scratch, settings.limits)
        self._meter = MemoryMeter.calibrated(self._scratch)
        # What is alive now is no child's garbage: its collections need not look through it, nor write to its pages.
        gc.collect()
        gc.freeze()

    def serve(self) -> None:
        """Until the sandbox has gone, which raises Hangup, or has closed its end between two jobs."""
        write_frame(self._answers, {"isolation": self._isolation()})
        reader = FrameReader(self._requests, _LONGEST_JOB)
        while (message := reader.read()) is not None:
            self._measure(Job.from_json(message))

    def _isolation(self) -> dict[str, str]:
        run = self._start(None)
        try:
            answer = FrameReader(run.pipe, _LONGEST_ANSWER).read(self._settings.limits.longest_phase)
        finally:
            run.end()
        return {} if answer is None else answer["isolation"]

    def _measure(self, job: Job) -> None:
        """Sends one answer a workload, whatever becomes of the child."""
        run = self._start(job)
        reader = FrameReader(run.pipe, _LONGEST_ANSWER, master=self._requests)
        index, skipped = 0, False
        try:
            while index < len(job.workloads) and not skipped:
                try:
                    answer = self._answer(reader, run, index)
                except _Lost as lost:
                    answer = {"index": index, "error": str(lost), "stop": True}
                skipped = answer.get("stop", False)
                # The last one is held back until nothing of the job is left.
                if not skipped and index + 1 < len(job.workloads):
                    write_frame(self._answers, answer)
                index += 1
        finally:
            run.end()
        if index:
            write_frame(self._answers, answer)
        for late in range(index, len(job.workloads)):
            write_frame(self._answers, {"index": late, "error": "skipped: a smaller workload failed"})

    def _answer(self, reader: FrameReader, run: Run, index: int) -> dict[str, Any]:
        """The child's answer for one workload. Raises _Lost when none will come."""
        longest = self._settings.limits.longest_phase
        phase: Any = "starting"
        seconds: Any = longest
        end = time.monotonic() + self._settings.limits.longest_answer
        for _ in range(_MOST_PHASES):
            try:
                message = reader.read(min(seconds, longest, end - time.monotonic()))
            except TimeoutError:
                raise _Lost(f"timed out: {phase} did not end and was killed") from None
            except MalformedFrame as error:
                raise _Lost(f"malformed: {error}") from None
            if message is None:
                raise _Lost(f"died: {phase}: {run.end()}")
            if _is_answer(message, index):
                return message
            phase, seconds = message.get("phase"), message.get("seconds")
            if not isinstance(phase, str) or not isinstance(seconds, float):
                raise _Lost("malformed: neither an answer nor a phase")
        raise _Lost("malformed: too many phases")

    def _start(self, job: Job | None) -> Run:
        self._jobs += 1
        scratch = self._scratch / f"{self._jobs}"
        scratch.mkdir(mode=0o700)
        give_to_user(self._surroundings, scratch)
        reading, writing = os.pipe()
        process = os.fork()
        if process:
            os.close(writing)
            return Run(process, reading, scratch, "pid" in self._surroundings.namespaces)
        status = 1
        try:
            settings = self._settings
            child = Child(settings.limits, settings.timing, self._meter, self._surroundings, writing, scratch)
            if job is None:
                write_frame(writing, {"isolation": child.probe()})
            else:
                child.run(job)
            status = 0
        finally:
            os._exit(status)


class _Lost(Exception):
    """The child will give no answer, and why."""


def _is_answer(message: dict[str, Any], index: int) -> bool:
    """Whether it is the answer for one workload, well formed: the program could have written to the pipe itself."""
    if message.get("index") != index or message.keys() - {"index", "error", "metrics", "stop"}:
        return False
    if "error" in message:
        error = message["error"]
        return isinstance(error, str) and len(error) <= MESSAGE and isinstance(message.get("stop", False), bool)
    metrics = message.get("metrics")
    return (
        isinstance(metrics, dict)
        and metrics.keys() <= METRICS
        and all(isinstance(value, float) and math.isfinite(value) and value >= 0 for value in metrics.values())
    )


def main() -> None:
    """See the module's text."""
    settings = Settings.decoded(sys.argv[1])
    requests, answers = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    surroundings = enter_namespaces()
    process = os.fork()
    if process == 0:
        _serve(settings, surroundings, requests, answers)
    os.close(requests)
    os.close(answers)
    os.waitpid(process, 0)
    shutil.rmtree(settings.scratch, ignore_errors=True)


def _serve(settings: Settings, surroundings: Surroundings, requests: int, answers: int) -> NoReturn:
    status = 1
    try:
        if sys.platform == "linux":
            kernel.die_with_parent()
        with suppress(Hangup, BrokenPipeError):
            Zygote(settings, surroundings, requests, answers).serve()
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


if __name__ == "__main__":
    main()
