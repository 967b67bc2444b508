"""What a kernel takes of a multiprocessor, by compiling it: no GPU is needed.

Triton's compiler hands ptxas, which comes with it, the code for any architecture; ptxas says how many registers it
gave a thread and how much it spilled, and Triton says how much shared memory a block asks for.
"""

from __future__ import annotations

import contextlib
import io
import re
from dataclasses import dataclass
from typing import Any, Final

from model_export.corpus.triton.launching import Seen

_REGISTERS: Final = re.compile(r"Used (\d+) registers")
_STACK: Final = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")


@dataclass(frozen=True)
class Resources:
    """Of one compiled configuration.

    Attributes:
        shared_memory: dynamic, bytes a block.
        registers: a thread.
        spills: bytes a thread, written and read again by spilling.
        stack: bytes a thread.
    """

    shared_memory: int
    registers: int
    spills: int
    stack: int


class CompileOnlyDriver:
    """Stands for the driver of a GPU that is not there, so that Triton compiles for it.

    Devices are numbered by their compute capability, so that one process can compile for several.
    """

    def __init__(self, capability: int) -> None:
        self.capability = capability

    def get_current_device(self) -> int:
        return self.capability

    def get_current_stream(self, device: int) -> int:
        return 0

    def get_current_target(self) -> Any:
        from triton.backends.compiler import GPUTarget

        return GPUTarget("cuda", self.capability, 32)


def compile_for(capability: int) -> None:
    """From now on, this process compiles for that compute capability (80, 86, 90, ...)."""
    from triton.runtime.driver import driver

    driver.set_active(CompileOnlyDriver(capability))


def compiled(seen: Seen) -> Any:
    """Triton's kernel for a launch that was seen. Errors of the compiler pass through."""
    with contextlib.redirect_stdout(io.StringIO()):
        return seen.launch(warmup=True)


class ResourceReader:
    """Compiles launches and reads what they take; several with the same code are compiled once."""

    def __init__(self) -> None:
        self._known: dict[str, Resources] = {}

    def read(self, seen: Seen) -> Resources:
        """Errors of the compiler pass through; ValueError where Triton took the code from its cache on disk."""
        from triton import knobs

        log = io.StringIO()
        with contextlib.redirect_stdout(log):
            knobs.nvidia.dump_ptxas_log = True
            kernel = seen.launch(warmup=True)
        if kernel.hash not in self._known:
            self._known[kernel.hash] = resources_of(log.getvalue(), int(kernel.metadata.shared))
        return self._known[kernel.hash]


def resources_of(log: str, shared_memory: int) -> Resources:
    """From ptxas' log of one kernel; where it holds several functions, the largest figures count."""
    registers = [int(match) for match in _REGISTERS.findall(log)]
    frames = [tuple(map(int, match)) for match in _STACK.findall(log)]
    if not registers:
        raise ValueError("ptxas said nothing of registers")
    return Resources(
        shared_memory,
        max(registers),
        max((stores + loads for _, stores, loads in frames), default=0),
        max((stack for stack, _, _ in frames), default=0),
    )
