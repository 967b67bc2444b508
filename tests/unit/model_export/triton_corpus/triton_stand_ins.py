"""What stands for a GPU and for kernels where there is none; importable in worker processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

from model_export.corpus.triton.program import Case, KernelProgram
from model_export.corpus.triton.workers import Retire, Task
from perfcast.triton import Config

ADD = """import torch
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=mask) + 1.0, mask=mask)


def add(x):
    out = torch.empty_like(x)
    n = x.numel()
    add_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, out, n, BLOCK=64, num_warps=4)
    return out
"""


def add_program(key: str = "add", source: str = ADD, sizes: tuple[int, ...] = (100,)) -> KernelProgram:
    """A kernel that adds one, with two configurations and a case a size."""
    return KernelProgram(
        key=key,
        origin="own",
        family=f"family-{key}",
        source=source,
        unit="add_kernel",
        entry="add",
        inputs="x = randn(n)",
        reference="return x + 1",
        cases=tuple(Case((("n", size),), "float32") for size in sizes),
        configs=(Config.of({"BLOCK": 32}, {"num_warps": 1}), Config.of({"BLOCK": 128}, {"num_warps": 2})),
        licence="Apache-2.0",
    )


class InterpretedGpu:
    """Triton's interpreter on the CPU, and a clock that always says the same."""

    name = "Interpreted GPU"
    capability = 90
    compiler = "none"
    torch_device = "cpu"

    def time(self, launch: Callable[[], Any]) -> float:
        launch()
        return 1e-3

    def wait(self) -> None: ...

    def free(self) -> None: ...

    def is_lost(self, error: Exception) -> bool:
        return "illegal memory" in str(error)


def counting(start: int) -> Task:
    """A task whose jobs are lists of words: what is no instruction comes back with a number."""

    def task(job: list[str]) -> Iterator[str]:
        for number, word in enumerate(job, start):
            if word == "die":
                os._exit(7)
            if word == "hang":
                time.sleep(1000)
            if word == "retire":
                yield "retiring"
                raise Retire
            yield f"{word} {number}"

    return task


def failing() -> Task:
    raise RuntimeError("no such device")
