"""Wrappers called with tensors that hold nothing: a stand-in for the GPU, and an eye on what else a wrapper computes.

Tensors are of torch's device 'meta': they have a shape, strides and a type, and no data. A wrapper that needs data,
as for a size, raises.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

from perfcast.triton.gpus.devices import LIMITS, REGISTERS, THREADS_WARP, device_named

#: Operations that give a tensor memory or another shape, and launch nothing.
_FREE: Final = frozenset(
    {"empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided"}
    | {"_unsafe_view", "_reshape_alias", "lift_fresh", "set_", "resize_"}
)


@contextmanager
def standing_in(name: str) -> Iterator[None]:
    """While it is entered, PyTorch and Triton say that there is the GPU that a driver calls so.

    Tensors that are to be on it are made on 'meta'. Triton's driver stays the stand-in: the process is for this only.
    """
    import torch
    from triton.runtime.driver import driver

    device = device_named(name)
    limits = LIMITS[device.capability]
    properties = SimpleNamespace(
        name=name, major=device.capability[0], minor=device.capability[1], multi_processor_count=device.sms
    )
    said: dict[str, Any] = {
        "is_available": lambda: True,
        "device_count": lambda: 1,
        "current_device": lambda: 0,
        "set_device": lambda _: None,
        "get_device_name": lambda *_: name,
        "get_device_capability": lambda *_: device.capability,
        "get_device_properties": lambda *_: properties,
        "synchronize": lambda *_: None,
        "device": lambda *_: nullcontext(),
        "_DeviceGuard": lambda *_: nullcontext(),
    }
    figures = {
        "multiprocessor_count": device.sms,
        "max_shared_mem": limits.shared_memory_block,
        "max_num_regs": REGISTERS,
        "warpSize": THREADS_WARP,
    }
    driver.set_active(_Driver(10 * device.capability[0] + device.capability[1], figures))
    with ExitStack() as patches:
        for function, answer in said.items():
            patches.enter_context(patch.object(torch.cuda, function, answer))
        patches.enter_context(patch.object(torch._C, "_cuda_getCurrentRawStream", lambda _: 0, create=True))
        patches.enter_context(_moving())
        yield


class _Driver:
    """Triton's driver, as far as wrappers ask it."""

    def __init__(self, capability: int, figures: Mapping[str, int]) -> None:
        self.capability = capability
        self.utils = SimpleNamespace(get_device_properties=lambda _: dict(figures))

    def get_current_device(self) -> int:
        return 0

    def get_current_stream(self, device: int) -> int:
        return 0

    def get_current_target(self) -> Any:
        from triton.backends.compiler import GPUTarget

        return GPUTarget("cuda", self.capability, THREADS_WARP)


def _moving() -> Any:
    """The mode in which what is put on a GPU is put on 'meta', whose tensors say that they are on a GPU."""
    import torch
    from torch.overrides import TorchFunctionMode

    def moved(value: Any) -> Any:
        names_gpu = isinstance(value, str) and value.startswith("cuda")
        is_gpu = isinstance(value, torch.device) and value.type == "cuda"
        return "meta" if names_gpu or is_gpu else value

    # Such a device can be named without CUDA; what is to be made on it goes through the mode again.
    answers = {"is_cuda": True, "device": torch.device("cuda", 0)}

    class Moving(TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            given = kwargs or {}
            for attribute, answer in answers.items():
                if func == getattr(torch.Tensor, attribute).__get__:
                    return answer
            if func is torch.Tensor.get_device:
                return 0
            if func is torch.Tensor.cuda:
                return args[0].to("meta")
            if "device" in given:
                given = {**given, "device": moved(given["device"])}
            elif func is torch.Tensor.to:
                args = tuple(moved(value) for value in args)
            return func(*args, **given)

    return Moving()


@contextmanager
def operations() -> Iterator[list[str]]:
    """The names of the operations of PyTorch that launch a kernel of their own, while it is entered."""
    from torch.utils._python_dispatch import TorchDispatchMode

    found: list[str] = []

    class Noting(TorchDispatchMode):  # type: ignore[no-untyped-call]
        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            name = func.overloadpacket.__name__
            if not func.is_view and name not in _FREE and not name.startswith("sym_") and func.namespace != "prim":
                found.append(name)
            return func(*args, **(kwargs or {}))

    with Noting():  # type: ignore[no-untyped-call]
        yield found
