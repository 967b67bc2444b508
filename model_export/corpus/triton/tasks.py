"""What the worker processes do with a kernel: compile it, run it on a GPU, or see what its wrapper launches."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import asdict
from functools import cached_property
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

from model_export.corpus.triton.compilation import ResourceReader, compile_for, compiled
from model_export.corpus.triton.gpu import Gpu
from model_export.corpus.triton.harness import Harness, check
from model_export.corpus.triton.launching import Seen, watched
from model_export.corpus.triton.meta import operations, standing_in
from model_export.corpus.triton.program import Case, KernelProgram
from model_export.corpus.triton.workers import Retire, Task
from perfcast.triton import Config, KernelFile, Role


class NotOneLaunch(ValueError):
    """What a wrapper took cannot be laid to one launch of known configuration; the message says why."""


class _Described:
    """A program with what its text says of its kernel."""

    def __init__(self, program: KernelProgram, folder: Path) -> None:
        self.program = program
        self.harness = Harness(program, folder)

    @cached_property
    def _file(self) -> KernelFile:
        return KernelFile.parse(self.program.source)

    def call(self, config: Config, arguments: dict[str, Any], *, launch: bool) -> tuple[Any, Seen]:
        """What the wrapper returns, and its last launch of the kernel."""
        seen: list[Seen] = []
        with watched(self.program.unit, config, seen.append, launch=launch):
            result = self.harness.entry(**arguments)
        return result, [one for one in seen if one.name == self.program.unit][-1]

    def workload(self, seen: Seen) -> str:
        """Raises KernelError for a kernel that is none of the file's."""
        kernel = self._file.kernel(seen.name)
        order = tuple(parameter.name for parameter in kernel.parameters)
        return str(seen.described(frozenset(kernel.named(Role.CONSTEXPR))).workload(order))

    def only_launch(self, case: Case) -> Seen:
        """What the wrapper launches for a case where that is one kernel and nothing besides; nothing is carried out.

        Raises:
            NotOneLaunch: it launches none or several, or tunes first, or computes something with PyTorch too.
        """
        arguments = self.harness.inputs(case, "meta")
        seen: list[Seen] = []
        quiet = redirect_stdout(StringIO())
        with quiet, watched(self.program.unit, None, seen.append, launch=False), operations() as others:
            self.harness.entry(**arguments)
        if not seen:
            raise NotOneLaunch("the wrapper launches no kernel")
        if len(seen) > 1:
            raise NotOneLaunch("the wrapper launches several kernels")
        if others:
            raise NotOneLaunch("the wrapper computes with PyTorch too")
        if 0 in seen[0].grid:
            raise NotOneLaunch("the launch is of no program")
        if seen[0].choices > 1:
            raise NotOneLaunch("an autotuner chose the configuration")
        return seen[0]


def compiling(keep_cache: bool = False) -> Task:
    """The task that compiles: jobs are ``{"program": ..., "plan": [(case, config, compute capability), ...]}``.

    An outcome a part of the plan, in order: ``workload``, ``seconds`` of compiling, the fields of
    `compilation.Resources`, and ``error``, which is None where all went well.

    Args:
        keep_cache: only the code in Triton's cache is wanted, by another process: no resources are read. Otherwise
            the cache is a folder of the process's own, and is emptied after each job.
    """
    _import_all()
    from triton import knobs

    folder = Path(tempfile.mkdtemp(prefix="kernels-"))
    if not keep_cache:
        knobs.cache.dir = str(folder / "cache")

    def task(job: dict[str, Any]) -> Iterator[dict[str, Any]]:
        program = KernelProgram.of(job["program"])
        with _unloadable() as failure:
            described = _Described(program, folder)
        reader = None if keep_cache else ResourceReader()
        for case, config, capability in job["plan"]:
            outcome: dict[str, Any] = {"workload": None, "seconds": 0.0, "error": failure.get("error")}
            if not failure:
                outcome |= _compiled(described, case, config, capability, reader)
            yield outcome
        if not keep_cache:
            shutil.rmtree(folder / "cache", ignore_errors=True)

    return task


def _compiled(
    described: _Described, case: int, config: int, capability: int, reader: ResourceReader | None
) -> dict[str, Any]:
    program = described.program
    outcome: dict[str, Any] = {}
    started = time.perf_counter()
    try:
        arguments = described.harness.inputs(program.cases[case], "meta")
        _, seen = described.call(program.configs[config], arguments, launch=False)
        outcome["workload"] = described.workload(seen)
        compile_for(capability)
        started = time.perf_counter()
        if reader is None:
            compiled(seen)
        else:
            outcome |= asdict(reader.read(seen))
    except Exception as error:
        outcome["error"] = brief(error)
    return outcome | {"seconds": time.perf_counter() - started}


def following(gpu: str) -> Task:
    """The task that calls wrappers and launches nothing: jobs are ``{"program": ..., "plan": [(case,), ...]}``.

    An outcome a part of the plan, in order: ``unit``, the kernel that the wrapper launches as it stands, ``workload``,
    ``reason``, why there is none, one of few, and ``error``, what was raised where the wrapper could not be followed.

    Args:
        gpu: that wrappers shall believe they run on, as its driver names it.
    """
    _import_all()
    folder = Path(tempfile.mkdtemp(prefix="kernels-"))

    def task(job: dict[str, Any]) -> Iterator[dict[str, Any]]:
        program = KernelProgram.of(job["program"])
        with standing_in(gpu):
            with _unloadable() as failure:
                described = _Described(program, folder)
            for (case,) in job["plan"]:
                outcome: dict[str, Any] = {"unit": None, "workload": None, "reason": None, "error": None}
                if failure:
                    outcome |= {"reason": "the module cannot be loaded", **failure}
                else:
                    try:
                        seen = described.only_launch(program.cases[case])
                        outcome |= {"unit": seen.name, "workload": described.workload(seen)}
                    except NotOneLaunch as error:
                        outcome["reason"] = str(error)
                    except Exception as error:
                        outcome |= {"reason": "the wrapper cannot be followed", "error": brief(error)}
                yield outcome

    return task


def timing(gpu: Callable[[], Gpu]) -> Task:
    """The task that runs kernels: jobs are ``{"program": ..., "plan": [(case, config), ...]}``, by cases.

    An outcome a part of the plan, in order: ``workload``, ``gpu_time`` in seconds, relative ``deviation`` from
    PyTorch's result (None without a reference), ``registers`` and ``shared_memory`` as the driver says, and ``error``,
    None where all went well. A job without a program gives the GPU: ``device``, ``capability`` and ``compiler``.
    """
    _import_all()
    device = gpu()
    folder = Path(tempfile.mkdtemp(prefix="kernels-"))

    def task(job: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if "program" not in job:
            yield {"device": device.name, "capability": device.capability, "compiler": device.compiler}
            return
        program = KernelProgram.of(job["program"])
        with _unloadable() as failure:
            described = _Described(program, folder)
        inputs: tuple[int, _Inputs] | None = None
        for case, config in job["plan"]:
            outcome: dict[str, Any] = {"workload": None, "error": failure.get("error")}
            if not failure:
                try:
                    if inputs is None or inputs[0] != case:
                        inputs = None
                        device.free()
                        inputs = (case, _Inputs(described.harness, case, device))
                    outcome |= inputs[1].timed(described, program.configs[config])
                except Exception as error:
                    outcome["error"] = brief(error)
                    if device.is_lost(error):
                        yield outcome
                        raise Retire from error
            yield outcome

    return task


class _Inputs:
    """The arguments of one case on the device, and PyTorch's result for them."""

    def __init__(self, harness: Harness, case: int, device: Gpu) -> None:
        self.harness, self.device = harness, device
        self.case = harness.program.cases[case]
        self.arguments = harness.inputs(self.case, device.torch_device)
        self._expected: Any = None

    def timed(self, described: _Described, config: Config) -> dict[str, Any]:
        """Raises whatever the kernel raises, and WrongResult."""
        got, seen = described.call(config, self._copies(), launch=True)
        self.device.wait()
        deviation = self._deviation(got)
        compiled = seen.launch()
        seconds = self.device.time(seen.again(compiled))
        return {
            "workload": described.workload(seen),
            "gpu_time": seconds,
            "deviation": deviation,
            "registers": getattr(compiled, "n_regs", None),
            "shared_memory": getattr(getattr(compiled, "metadata", None), "shared", None),
        }

    def _deviation(self, got: Any) -> float | None:
        """None for a kernel that has no reference."""
        if not self.harness.program.reference:
            return None
        if self._expected is None or self.harness.expects_by_result:
            self._expected = self.harness.expected(self.arguments, got)
        return check(got, self._expected, self.case.dtype)

    def _copies(self) -> dict[str, Any]:
        """Kernels may write to what they are given."""
        return {name: value.clone() if hasattr(value, "clone") else value for name, value in self.arguments.items()}


def _import_all() -> None:
    """What kernels need, while the worker starts: it can take longer than a job may be silent."""
    for name in ("torch", "triton", "triton.language", "triton.runtime.interpreter"):
        import_module(name)


@contextmanager
def _unloadable() -> Iterator[dict[str, str]]:
    """Keeps the error of a module that cannot be loaded."""
    failure: dict[str, str] = {}
    try:
        yield failure
    except Exception as error:
        failure["error"] = brief(error)


def brief(error: BaseException) -> str:
    """One line: the error's kind and the end of its message, where Triton and ptxas say what is wrong."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[-1][:300] if lines else ''}"
