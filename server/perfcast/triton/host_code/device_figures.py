"""What code on the host asks of the GPU that it runs on: how many multiprocessors it has, what they can do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from perfcast.triton.gpus.devices import REGISTERS, THREADS_WARP, Device
from perfcast.workload.code.evaluation import UnknownValueError

_DRIVER: Final = "triton.runtime.driver.active."
_PROPERTIES: Final = frozenset({"torch.cuda.get_device_properties", f"{_DRIVER}utils.get_device_properties"})
_CAPABILITY: Final = "torch.cuda.get_device_capability"
_NAME: Final = "torch.cuda.get_device_name"
_TARGET: Final = f"{_DRIVER}get_current_target"
#: Functions of the device; which of several it is does not matter, as they are taken to be alike.
ASKED: Final = _PROPERTIES | {_CAPABILITY, _NAME, _TARGET}


@dataclass(frozen=True)
class DeviceProperties:
    """What torch and Triton's driver say of a GPU, each under its own names."""

    device: Device

    def figure(self, name: str) -> int | str:
        """Raises UnknownValueError for a figure that is not known."""
        device = self.device
        figures: dict[str, int | str] = {
            # torch.cuda.get_device_properties(...)
            "multi_processor_count": device.sms,
            "major": device.capability[0],
            "minor": device.capability[1],
            "name": _full_name(device),
            "warp_size": THREADS_WARP,
            "regs_per_multiprocessor": REGISTERS,
            "max_threads_per_multi_processor": device.limits.threads,
            "shared_memory_per_multiprocessor": device.limits.shared_memory,
            "shared_memory_per_block_optin": device.limits.shared_memory_block,
            "L2_cache_size": device.l2,
            # triton.runtime.driver.active.utils.get_device_properties(...)
            "multiprocessor_count": device.sms,
            "max_num_regs": REGISTERS,
            "max_shared_mem": device.limits.shared_memory_block,
            "warpSize": THREADS_WARP,
            # triton.runtime.driver.active.get_current_target()
            "backend": "cuda",
            "arch": 10 * device.capability[0] + device.capability[1],
        }
        if name not in figures:
            raise UnknownValueError
        return figures[name]


def answer(function: str, device: Device) -> object:
    """What one of the functions in `ASKED` gives."""
    if function == _CAPABILITY:
        return device.capability
    return _full_name(device) if function == _NAME else DeviceProperties(device)


def _full_name(device: Device) -> str:
    return f"NVIDIA {device.name}"
