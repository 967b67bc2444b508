"""The GPU of this machine, as far as measuring needs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

#: Milliseconds that `do_bench` warms up and repeats for. Short, as ten minutes are to hold thousands of kernels; the
#: median over the repetitions of a 20 µs kernel is then one of some hundred.
WARMUP_MS: Final = 5
REPEAT_MS: Final = 25


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

        return float(do_bench(launch, warmup=WARMUP_MS, rep=REPEAT_MS, return_mode="median")) / 1e3

    def wait(self) -> None:
        import torch

        torch.cuda.synchronize()

    def free(self) -> None:
        import torch

        torch.cuda.empty_cache()

    def is_lost(self, error: Exception) -> bool:
        message = str(error).lower()
        return any(sign in message for sign in ("illegal memory", "cuda error", "misaligned", "unspecified launch"))
