"""The GPU of this machine, as far as measuring needs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

#: Milliseconds that `do_bench` warms up and repeats for, emptying the second-level cache before each launch included.
#: Short, as ten minutes are to hold thousands of launches; the median is still one of some hundred where one is short.
WARMUP_MS: Final = 2
REPEAT_MS: Final = 8
#: Times that it does so; the least median counts, since a CPU that others keep busy makes the GPU wait now and then.
TURNS: Final = 2


class Gpu(Protocol):
    """What runs kernels: a real GPU, or something else in a test."""

    name: str
    capability: int
    compiler: str
    torch_device: str

    def time(self, launch: Callable[[], Any]) -> float:
        """Seconds, the median of warm launches."""

    def wait(self) -> None:
        """Until all that was launched is done; raises what went wrong meanwhile."""

    def free(self) -> None:
        """Gives back memory that is cached only."""

    def is_lost(self, error: Exception) -> bool:
        """Whether nothing can be run in this process any more."""


class CudaGpu:
    """The first GPU that PyTorch sees. Raises RuntimeError where there is none."""

    def __init__(self) -> None:
        import torch
        import triton

        if not torch.cuda.is_available():
            raise RuntimeError("PyTorch sees no GPU on this machine")
        self.name = torch.cuda.get_device_name(0)
        major, minor = torch.cuda.get_device_capability(0)
        self.capability = 10 * major + minor
        self.compiler = str(triton.__version__)
        self.torch_device = "cuda"

    def time(self, launch: Callable[[], Any]) -> float:
        from triton.testing import do_bench

        medians = [do_bench(launch, warmup=WARMUP_MS, rep=REPEAT_MS, return_mode="median") for _ in range(TURNS)]
        return float(min(medians)) / 1e3

    def wait(self) -> None:
        import torch

        torch.cuda.synchronize()

    def free(self) -> None:
        import torch

        torch.cuda.empty_cache()

    def is_lost(self, error: Exception) -> bool:
        message = str(error).lower()
        return any(sign in message for sign in ("illegal memory", "cuda error", "misaligned", "unspecified launch"))
