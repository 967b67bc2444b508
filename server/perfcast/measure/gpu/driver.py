"""The one part that talks to a GPU: Triton and PyTorch, imported where a process asks for a GPU and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol


class NoGpuError(RuntimeError):
    """No kernel can be launched here; the message says why."""


class Driver(Protocol):
    """What launches kernels: a real GPU, or something else in a test.

    Attributes:
        name: of the GPU, as its driver says it.
        architecture: as the compiler calls it, such as 'sm_90'.
    """

    name: str
    architecture: str

    def tensor(self, dtype: str, shape: tuple[int, ...]) -> Any:
        """As `tensor_on` this device."""

    def wait(self) -> None:
        """Until all that was launched is done; raises what went wrong meanwhile."""

    def seconds(self, launch: Callable[[], Any]) -> float:
        """The median of many launches, with nothing left in the second-level cache from the one before."""

    def taken(self, compiled: Any) -> dict[str, float]:
        """``registers`` and ``spills`` a thread, bytes of ``shared_memory`` a block, of what Triton compiled."""


class TorchDriver:
    """The first GPU that PyTorch sees.

    Raises:
        NoGpuError: there is none, or Triton or PyTorch is not installed.
    """

    def __init__(self) -> None:
        for library in ("triton", "torch"):
            if find_spec(library) is None:
                raise NoGpuError(f"{library} is not installed; kernels are measured by Triton and PyTorch")
        self._torch = import_module("torch")
        self._testing = import_module("triton.testing")
        if not self._torch.cuda.is_available():
            raise NoGpuError("PyTorch sees no GPU on this machine")
        target = import_module("triton.runtime").driver.active.get_current_target()
        self.name: str = self._torch.cuda.get_device_name()
        self.architecture = f"sm_{target.arch}" if target.backend == "cuda" else str(target.arch)

    def tensor(self, dtype: str, shape: tuple[int, ...]) -> Any:
        return tensor_on("cuda", dtype, shape)

    def wait(self) -> None:
        self._torch.cuda.synchronize()

    def seconds(self, launch: Callable[[], Any]) -> float:
        return float(self._testing.do_bench(launch, return_mode="median")) / 1e3

    def taken(self, compiled: Any) -> dict[str, float]:
        # Triton counts as spills the words of local memory.
        return {
            "registers": float(compiled.n_regs),
            "spills": float(compiled.n_spills),
            "shared_memory": float(compiled.metadata.shared),
        }


def tensor_on(device: str, dtype: str, shape: tuple[int, ...]) -> Any:
    """A contiguous tensor of torch's: normally distributed numbers; zeros for whole numbers, since they may be indices,
    and ones for truth values, since most are masks.
    """
    torch = import_module("torch")
    kind = getattr(torch, dtype)
    if kind.is_floating_point or kind.is_complex:
        # There are no random numbers of eight bits.
        wide = torch.float16 if kind.itemsize == 1 else kind
        return torch.randn(shape, dtype=wide, device=device).to(kind)
    return torch.full(shape, dtype == "bool", dtype=kind, device=device)
