"""The caller's side: a process that launches a kernel, and is gone afterwards whatever the kernel did."""

from __future__ import annotations

import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from perfcast.measure.environment import child_environment
from perfcast.measure.frames import FrameReader, MalformedFrame, write_frame
from perfcast.measure.gpu.job import METRICS, Gpu, LaunchJob

COMMAND: tuple[str, ...] = (sys.executable, "-P", "-m", "perfcast.measure.gpu.child")
"""That starts the process."""
#: Of one phase: a large kernel compiles for half a minute.
_SECONDS: Final = 120.0
#: All phases together, as a multiple of the longest one allowed.
_PHASES: Final = 3
#: A process that the driver holds in the system may stay there; nobody is to wait for it for good.
_ENDING: Final = 5.0
_LONGEST_ANSWER: Final = 1 << 16


class GpuError(RuntimeError):
    """No kernel can be measured on this machine; the message says why."""


class LaunchError(RuntimeError):
    """The launch could not be measured: the file does not load, or the kernel does not compile, faults or hangs."""


class KernelProcess:
    """A process that was started for one launch. Not for several threads.

    Args:
        seconds: that one thing it does may take: starting, loading the file, compiling, timing ...

    Attributes:
        gpu: that it will launch on.

    Raises:
        GpuError: no kernel can be launched here.
    """

    gpu: Gpu

    def __init__(self, seconds: float = _SECONDS) -> None:
        if not hasattr(os, "fork"):
            raise GpuError("kernels can be measured on Linux only")
        self._seconds = seconds
        self._end = time.monotonic() + _PHASES * seconds
        # Not in memory, whose folder may hold no programs: Triton compiles some into its cache.
        self._scratch = Path(tempfile.mkdtemp(prefix="perfcast-"))
        self._process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self._scratch,
            env=self._environment(),
            start_new_session=True,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._requests = self._process.stdin.fileno()
        self._reader = FrameReader(self._process.stdout.fileno(), _LONGEST_ANSWER)
        try:
            self.gpu = Gpu(**self._answer("starting")["gpu"])
        except (LaunchError, KeyError, TypeError) as error:
            self.close()
            raise GpuError(str(error)) from None

    def _environment(self) -> dict[str, str]:
        environment = child_environment()
        # What Triton's interpreter took would be no measurement of a GPU.
        environment.pop("TRITON_INTERPRET", None)
        return {**environment, "TMPDIR": str(self._scratch), "TRITON_CACHE_DIR": str(self._scratch / "cache")}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def measure(self, job: LaunchJob) -> Mapping[str, float]:
        """What the launch took, by `METRICS`: seconds, registers and spilled ones a thread, bytes a block.

        Raises:
            LaunchError: see there; the message says what it was at.
        """
        phase = "taking the job"
        try:
            write_frame(self._requests, asdict(job))
        except OSError:
            raise LaunchError(f"{phase}: {self._ending()}") from None
        while "measured" not in (message := self._answer(phase)):
            phase = str(message.get("phase"))
        measured = message["measured"]
        if not _is_measurement(measured):
            raise LaunchError("what came back is no measurement")
        return dict(measured)

    def _answer(self, phase: str) -> dict[str, Any]:
        """The next message. Raises LaunchError where it is an error, or none comes."""
        seconds = max(0.0, min(self._seconds, self._end - time.monotonic()))
        try:
            message = self._reader.read(seconds)
        except TimeoutError:
            raise LaunchError(f"timed out: {phase} did not end within {seconds:.0f} s and was killed") from None
        except MalformedFrame as error:
            raise LaunchError(f"malformed: {error}") from None
        if message is None:
            raise LaunchError(f"died: {phase}: {self._ending()}")
        if "error" in message:
            raise LaunchError(str(message["error"]))
        return message

    def _ending(self) -> str:
        try:
            code = self._process.wait(_ENDING)
        except subprocess.TimeoutExpired:
            return "the process hung"
        return f"exit code {code}" if code >= 0 else f"killed by {signal.Signals(-code).name}"

    def close(self) -> None:
        """Kills the process and all that it started, and removes its files."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_ENDING)
        shutil.rmtree(self._scratch, ignore_errors=True)


def _is_measurement(measured: object) -> bool:
    """Whether it is well formed, with a time: the program could have written to the pipe itself."""
    return (
        isinstance(measured, dict)
        and measured.keys() == METRICS
        and all(isinstance(value, float) and math.isfinite(value) and value >= 0 for value in measured.values())
        and measured["gpu_time"] > 0
    )
