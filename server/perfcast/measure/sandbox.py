"""The caller's side: jobs in, measurements out, whatever the programs do."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from perfcast.measure.environment import child_environment
from perfcast.measure.frames import FrameReader, MalformedFrame, write_frame
from perfcast.measure.job import Job, Limits, Measurement
from perfcast.measure.libraries import named_libraries

#: Processes kept, one for each set of libraries.
_KEPT: Final = 3
_STARTING: Final = 120.0
#: Seconds that the zygote gets beyond its own deadlines.
_GRACE: Final = 10.0
_LONGEST_ANSWER: Final = 1 << 17


class SandboxError(RuntimeError):
    """Nothing can be measured here; the message says what to do."""


class Sandbox:
    """Runs programs one at a time, each in a process of its own that is killed after it. Not for several threads.

    Args:
        limits: of each program.
        core: the CPU core that all of it runs on; None leaves that to the system.
        timing: whether ``cpu_time`` is taken, which makes the unit run three times more and again.
    """

    def __init__(self, limits: Limits | None = None, core: int | None = None, timing: bool = True) -> None:
        self._limits = limits or Limits()
        self._core = core
        self._timing = timing
        self._zygotes: dict[tuple[str, ...], _Zygote] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends all processes and removes all files."""
        while self._zygotes:
            self._zygotes.popitem()[1].close()

    def isolation(self) -> dict[str, str]:
        """What protects this machine from a program, by protection; ``''`` where nothing does.

        Protections are files, network, processes, signals, privileges and limits, see `perfcast.measure.isolation`.
        Raises SandboxError.
        """
        return dict(self._zygote(()).isolation)

    def run(self, job: Job) -> Iterator[Measurement]:
        """One measurement a workload, in order, as they are taken.

        Raises:
            SandboxError: the sandbox itself could not be started.
        """
        libraries = named_libraries(job)
        done = 0
        try:
            for measurement in self._answers(libraries, job):
                done += 1
                yield measurement
        except _Broken as error:
            for workload in job.workloads[done : done + 1]:
                yield Measurement(job.key, workload, error=f"died: {error}")
            for workload in job.workloads[done + 1 :]:
                yield Measurement(job.key, workload, error="skipped: a smaller workload failed")
        finally:
            # The caller may have left early, in the middle of the zygote's answers.
            if done < len(job.workloads):
                self._end(libraries)

    def _answers(self, libraries: tuple[str, ...], job: Job) -> Iterator[Measurement]:
        """Raises _Broken."""
        kept = libraries in self._zygotes
        answers = self._zygote(libraries).run(job)
        try:
            first = next(answers, None)
        except _Ended:
            if not kept:
                raise
            # It may have been killed since the last job, of which this one must know nothing. Who kills it from within
            # is given another one to kill.
            self._end(libraries)
            answers = self._zygote(libraries).run(job)
            first = next(answers, None)
        if first is not None:
            yield first
            yield from answers

    def _end(self, libraries: tuple[str, ...]) -> None:
        zygote = self._zygotes.pop(libraries, None)
        if zygote is not None:
            zygote.close()

    def _zygote(self, libraries: tuple[str, ...]) -> _Zygote:
        if libraries in self._zygotes and not self._zygotes[libraries].is_alive:
            self._end(libraries)
        zygote = self._zygotes.pop(libraries, None)
        while zygote is None and len(self._zygotes) >= _KEPT:
            self._zygotes.pop(next(iter(self._zygotes))).close()
        # The last one used stands last.
        self._zygotes[libraries] = zygote or _Zygote(self._limits, self._core, self._timing, libraries)
        return self._zygotes[libraries]


class _Broken(Exception):
    """A zygote does not answer as it should; it has to be replaced."""


class _Ended(_Broken):
    """It has gone."""


class _Zygote:
    """A running `perfcast.measure.zygote`.

    Attributes:
        isolation: see `Sandbox.isolation`.
    """

    def __init__(self, limits: Limits, core: int | None, timing: bool, libraries: tuple[str, ...]) -> None:
        _check_platform()
        self._patience = limits.longest_answer + _GRACE
        self._scratch = Path(tempfile.mkdtemp(prefix="perfcast-", dir=_scratch_parent()))
        settings = {
            "limits": asdict(limits),
            "core": core,
            "timing": timing,
            "scratch": str(self._scratch),
            "libraries": libraries,
        }
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "perfcast.measure.zygote", json.dumps(settings)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=child_environment(),
            start_new_session=True,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._requests = self._process.stdin.fileno()
        self._reader = FrameReader(self._process.stdout.fileno(), _LONGEST_ANSWER)
        try:
            self.isolation: dict[str, str] = self._read(_STARTING)["isolation"]
        except _Broken as error:
            self.close()
            raise SandboxError(f"the measuring process did not start: {error}") from None

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def run(self, job: Job) -> Iterator[Measurement]:
        """Raises _Broken."""
        if not job.workloads:
            return
        try:
            write_frame(self._requests, asdict(job))
        except OSError as error:
            raise _Ended(str(error)) from None
        for index, workload in enumerate(job.workloads):
            answer = self._read(self._patience)
            if answer.get("index") != index:
                raise _Broken("the measuring process lost count")
            yield Measurement(job.key, workload, answer.get("metrics", {}), answer.get("error"))

    def _read(self, seconds: float) -> dict[str, Any]:
        try:
            answer = self._reader.read(seconds)
        except (TimeoutError, MalformedFrame, OSError) as error:
            raise _Broken(str(error) or "the measuring process does not answer") from None
        if answer is None:
            raise _Ended("the measuring process ended")
        return answer

    def close(self) -> None:
        """Kills the processes, if they do not end by themselves."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            self._process.wait(2.0)
        except subprocess.TimeoutExpired:
            # The session of the first process; the rest is killed by the kernel with it.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, 9)
            self._process.wait()
        shutil.rmtree(self._scratch, ignore_errors=True)


@cache
def isolation() -> dict[str, str]:
    """See `Sandbox.isolation`; starts a sandbox for it once. Raises SandboxError."""
    with Sandbox() as sandbox:
        return sandbox.isolation()


def _check_platform() -> None:
    if not hasattr(os, "fork"):
        raise SandboxError("functions can be measured on Linux and macOS only, since memray needs them")
    if importlib.util.find_spec("memray") is None:
        raise SandboxError("memray is not installed; install it by: pip install 'perfcast[measure]'")


def _scratch_parent() -> str | None:
    """Memory, if the system has a folder in it: disks are slow and wear out."""
    shared = Path("/dev/shm")
    return str(shared) if os.access(shared, os.W_OK | os.X_OK) else None
