"""The process that launches kernels: it tells of its GPU, and then carries out one job.

Messages, to its standard output: ``{"gpu": {"name": ..., "architecture": ...}}``; ``{"phase": ...}`` before each thing
it does; at last ``{"measured": {...}}``, by metric, or at any time ``{"error": ...}``.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from perfcast.measure.frames import FrameReader, write_frame
from perfcast.measure.gpu.driver import Driver, NoGpuError, TorchDriver
from perfcast.measure.gpu.job import Gpu, LaunchJob
from perfcast.measure.gpu.module import load_kernel

if sys.platform == "linux":
    from perfcast.measure import kernel as system

_LONGEST_JOB: Final = 64 << 20
#: Characters of an error.
_MESSAGE: Final = 300

Result = TypeVar("Result")


class _Failure(Exception):
    """Why there is no measurement."""


class _Child:
    """Works for the process at the other ends of its pipes."""

    def __init__(self, requests: int, answers: int) -> None:
        self._requests = requests
        self._answers = answers

    def serve(self, driver: Callable[[], Driver]) -> None:
        """One job; nothing where no driver can be had, or nobody asks."""
        try:
            gpu = driver()
        except NoGpuError as error:
            return self._tell(error=str(error))
        except Exception as error:
            return self._tell(error=f"Triton or PyTorch does not start: {brief(error)}")
        self._tell(gpu=asdict(Gpu(gpu.name, gpu.architecture)))
        message = FrameReader(self._requests, _LONGEST_JOB).read()
        if message is None:
            return None
        try:
            measured = self._measure(gpu, LaunchJob.decoded(message))
        except _Failure as failure:
            return self._tell(error=str(failure))
        return self._tell(measured=measured)

    def _measure(self, gpu: Driver, job: LaunchJob) -> dict[str, float]:
        kernel = self._phase("loading the file", lambda: load_kernel(job.source, job.name, Path.cwd()))
        tensors = self._phase(
            "making the tensors", lambda: {name: gpu.tensor(*about) for name, about in job.tensors.items()}
        )
        arguments = {**tensors, **job.values, **job.options}

        def launch(warmup: bool = False) -> Any:
            return kernel.run(grid=job.grid, warmup=warmup, **arguments)

        def waited() -> Any:
            compiled = launch()
            gpu.wait()
            return compiled

        self._phase("compiling", lambda: launch(warmup=True))
        compiled = self._phase("the first launch", waited)
        taken = self._phase("reading what it takes", lambda: gpu.taken(compiled))
        seconds = self._phase("timing", lambda: gpu.seconds(launch))
        return {"gpu_time": seconds, **taken}

    def _phase(self, what: str, act: Callable[[], Result]) -> Result:
        self._tell(phase=what)
        try:
            return act()
        except BaseException as error:
            raise _Failure(f"{what}: {brief(error)}") from None

    def _tell(self, **message: Any) -> None:
        write_frame(self._answers, message)


def brief(error: BaseException) -> str:
    """One line: the error's kind, and of its message the line that says what is wrong.

    CUDA's errors begin with it, the compiler's end with it.
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [""]
    said = lines[0] if "error" in lines[0].lower() else lines[-1]
    # Half a surrogate pair could not be printed.
    return f"{type(error).__name__}: {said[:_MESSAGE]}".encode(errors="replace").decode()


def main(driver: Callable[[], Driver] = TorchDriver) -> None:
    """Serves the process that started this one, with its working directory for files."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    requests, answers = os.dup(0), os.dup(1)
    # What is measured may print; only messages go out.
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(null, descriptor)
    process = os.fork()
    if process:
        os.close(requests)
        os.close(answers)
        _attend(process)
    if sys.platform == "linux":
        system.die_with_parent()
    _Child(requests, answers).serve(driver)
    # A kernel that hangs would hold up an orderly exit.
    os._exit(0)


def _attend(process: int) -> NoReturn:
    """Ends as the process does; when whoever started this one is killed, it leaves nobody and no files behind."""
    scratch = Path.cwd()

    def abandoned(*_: object) -> None:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        shutil.rmtree(scratch, ignore_errors=True)
        # What it started, and this one.
        os.killpg(0, signal.SIGKILL)

    signal.signal(signal.SIGTERM, abandoned)
    if sys.platform == "linux":
        system.die_with_parent(signal.SIGTERM)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if code < 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    main()
