"""GPUs by their public figures.

Rates are the dense ones of NVIDIA's data sheets (V100, T4, A100, A10, L4, L40S, H100, H200, HGX B200) and, for RTX
cards, of the architecture white papers (GA102, AD102), with 32-bit accumulation. SMs and caches are of the white
papers; the A10G's are those of AWS's g5 instances. Limits of an SM are of the CUDA C++ Programming Guide, "Technical
Specifications per Compute Capability".
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from perfcast.triton.errors import KernelError

_KIB: Final = 1024
_MIB: Final = 1024**2


@dataclass(frozen=True)
class Limits:
    """What one SM of a compute capability holds.

    Attributes:
        shared_memory: bytes an SM.
        shared_memory_block: bytes that one block can ask for.
        threads, warps, blocks: resident at most.
        shared_granularity: bytes in which shared memory is handed out.
    """

    shared_memory: int
    shared_memory_block: int
    threads: int
    warps: int
    blocks: int
    shared_granularity: int = 128


#: Of all of them: 32-bit registers an SM and a thread, the registers in which a warp takes them, warps that share them.
REGISTERS: Final = 65_536
REGISTERS_THREAD: Final = 255
REGISTER_GRANULARITY: Final = 256
WARP_GRANULARITY: Final = 4
THREADS_WARP: Final = 32
THREADS_BLOCK: Final = 1024

LIMITS: Final[Mapping[tuple[int, int], Limits]] = {
    (7, 0): Limits(96 * _KIB, 96 * _KIB, 2048, 64, 32, 256),
    (7, 5): Limits(64 * _KIB, 64 * _KIB, 1024, 32, 16, 256),
    (8, 0): Limits(164 * _KIB, 163 * _KIB, 2048, 64, 32),
    (8, 6): Limits(100 * _KIB, 99 * _KIB, 1536, 48, 16),
    (8, 9): Limits(100 * _KIB, 99 * _KIB, 1536, 48, 24),
    (9, 0): Limits(228 * _KIB, 227 * _KIB, 2048, 64, 32),
    (10, 0): Limits(228 * _KIB, 227 * _KIB, 2048, 64, 32),
}


@dataclass(frozen=True)
class Device:
    """One GPU.

    Attributes:
        name: as it is said.
        capability: compute capability.
        sms: streaming multiprocessors.
        bandwidth: of its memory, bytes a second.
        fp32: operations a second outside the tensor cores; a fused multiply-add is two.
        tf32, fp16, bf16, fp8, int8: operations a second of the tensor cores, dense; None where it has no such.
        l2: bytes of its second-level cache.
    """

    name: str
    capability: tuple[int, int]
    sms: int
    bandwidth: float
    fp32: float
    tf32: float | None
    fp16: float
    bf16: float | None
    fp8: float | None
    int8: float | None
    l2: int

    @property
    def limits(self) -> Limits:
        return LIMITS[self.capability]

    @property
    def architecture(self) -> str:
        """As the compiler calls it, such as 'sm_90'."""
        return "sm_{}{}".format(*self.capability)

    def peak(self, kind: str) -> float:
        """Operations a second for matrix products of a kind: 'fp32', 'tf32', 'fp16', 'bf16', 'fp8', 'int8'.

        A kind that the tensor cores lack is computed in the next wider one.
        """
        wider = {"fp8": "fp16", "bf16": "fp32", "tf32": "fp32", "int8": "fp32", "fp64": "fp32"}
        rate = getattr(self, kind, None)
        return float(rate) if rate is not None else self.peak(wider[kind])


def _device(name: str, capability: tuple[int, int], sms: int, gigabytes: float, fp32: float, tf32: float | None,
            fp16: float, bf16: float | None, fp8: float | None, int8: float | None, l2: float) -> Device:  # fmt: skip
    """Bandwidth in GB/s, rates in T/s, cache in MiB."""

    def rate(tera: float | None) -> float | None:
        return None if tera is None else tera * 1e12

    return Device(name, capability, sms, gigabytes * 1e9, fp32 * 1e12, rate(tf32), fp16 * 1e12, rate(bf16), rate(fp8),
                  rate(int8), int(l2 * _MIB))  # fmt: skip


DEVICES: Final[Mapping[str, Device]] = {
    device.name: device
    for device in (
        _device("V100", (7, 0), 80, 900, 15.7, None, 125, None, None, 62.8, 6),
        _device("T4", (7, 5), 40, 320, 8.1, None, 65, None, None, 130, 4),
        _device("A100-40GB", (8, 0), 108, 1555, 19.5, 156, 312, 312, None, 624, 40),
        _device("A100-80GB", (8, 0), 108, 2039, 19.5, 156, 312, 312, None, 624, 40),
        _device("A10", (8, 6), 72, 600, 31.2, 62.5, 125, 125, None, 250, 6),
        _device("A10G", (8, 6), 80, 600, 35, 35, 70, 70, None, 140, 6),
        _device("RTX A6000", (8, 6), 84, 768, 38.7, 77.4, 154.8, 154.8, None, 309.7, 6),
        _device("RTX 3090", (8, 6), 82, 936, 35.6, 35.6, 71, 71, None, 284, 6),
        _device("L4", (8, 9), 58, 300, 30.3, 60, 121, 121, 242.5, 242.5, 48),
        _device("L40S", (8, 9), 142, 864, 91.6, 183, 362, 362, 733, 733, 96),
        _device("RTX 4090", (8, 9), 128, 1008, 82.6, 82.6, 165.2, 165.2, 330.3, 660.6, 72),
        _device("H100 PCIe", (9, 0), 114, 2039, 51, 378, 756, 756, 1513, 1513, 50),
        _device("H100", (9, 0), 132, 3350, 67, 494.7, 989.4, 989.4, 1978.9, 1978.9, 50),
        _device("H200", (9, 0), 132, 4800, 67, 494.7, 989.4, 989.4, 1978.9, 1978.9, 50),
        _device("B200", (10, 0), 148, 8000, 80, 1125, 2250, 2250, 4500, 4500, 126),
    )
}
#: By what the compiler calls an architecture, a device of it: registers and shared memory are alike on all of them.
ARCHITECTURES: Final[Mapping[str, Device]] = {
    "sm_80": DEVICES["A100-80GB"],
    "sm_86": DEVICES["A10"],
    "sm_90": DEVICES["H100"],
}
_ALIASES: Final = {
    "a100": "A100-80GB",
    "h100sxm": "H100",
    "h100hbm3": "H100",
    "a100sxm": "A100-80GB",
    "a6000": "RTX A6000",
}
_FIGURES: Final = ("capability", "sms", "bandwidth", "fp32", "tf32", "fp16", "bf16", "fp8", "int8", "l2")


def standing_for(name: str) -> Device:
    """A device of the architecture of that name ('sm_90'), or the device.

    Raises:
        KeyError: neither is known.
    """
    return ARCHITECTURES.get(name) or DEVICES[name]


def device_named(text: str) -> Device:
    """The device that a name means, as a user or a driver writes it: 'h200', 'NVIDIA A100-SXM4-80GB'.

    One that is not in the table is given by its figures:
    ``MyGPU: capability=9.0, sms=132, bandwidth=3350e9, fp32=67e12, fp16=989e12, l2=52e6``.

    Raises:
        KernelError: no such device; names the nearest and the way to add one.
    """
    name, separator, figures = text.partition(":")
    if separator:
        return _described(name.strip(), figures)
    wanted = _plain(name)
    known = {_plain(one): device for one, device in DEVICES.items()}
    known.update({alias: DEVICES[one] for alias, one in _ALIASES.items()})
    if wanted in known:
        return known[wanted]
    # A driver's name says more than the model: 'NVIDIA H100 80GB HBM3'. The longest that it begins with counts.
    for start in sorted((one for one in known if wanted.startswith(one)), key=len, reverse=True):
        rest = wanted.removeprefix(start)
        if re.fullmatch(r"(sxm\d?|pcie|hbm\d?e?|\d+gb)+", rest):
            return known[_variant(start, rest)]
    near = difflib.get_close_matches(wanted, known, n=1, cutoff=0.3)
    offered = known[near[0]].name if near else "H100"
    raise KernelError(
        f"unknown device {text!r}; the nearest known is {offered!r} (known: {', '.join(DEVICES)}). Another is given by"
        " its figures: 'NAME: capability=9.0, sms=132, bandwidth=3350e9, fp32=67e12, fp16=989e12, l2=52e6', in bytes,"
        " and bytes and operations a second"
    )


def _variant(start: str, rest: str) -> str:
    if start == "a100" and "40gb" in rest:
        return "a10040gb"
    return "h100pcie" if start == "h100" and "pcie" in rest else start


def _plain(name: str) -> str:
    text = re.sub(r"[^a-z0-9]", "", name.lower())
    for prefix in ("nvidia", "tesla", "geforce"):
        text = text.removeprefix(prefix)
    return re.sub(r"^(a100|v100|h100)sxm\d", r"\1", text)


def _described(name: str, figures: str) -> Device:
    given: dict[str, float] = {}
    for part in figures.split(","):
        figure, separator, value = part.partition("=")
        try:
            given[figure.strip()] = float(value)
        except ValueError:
            raise KernelError(f"{part.strip()!r} is no figure: write one as sms=132") from None
        if not separator or figure.strip() not in _FIGURES:
            raise KernelError(f"no figure {figure.strip()!r}; they are {', '.join(_FIGURES)}")
    required = ("capability", "sms", "bandwidth", "fp32", "fp16")
    missing = [figure for figure in required if figure not in given]
    if missing or not name:
        raise KernelError(f"{name or 'a name'} lacks {', '.join(missing) or 'a name'}")
    major, minor = divmod(round(given["capability"] * 10), 10)
    capability = min(LIMITS, key=lambda known: (abs(known[0] - major), abs(known[1] - minor)))
    if any(value <= 0 for value in given.values()):
        raise KernelError("figures are greater than 0")
    rates = {rate: given.get(rate) for rate in ("tf32", "bf16", "fp8", "int8")}
    return Device(name, capability, int(given["sms"]), given["bandwidth"], given["fp32"], fp16=given["fp16"],
                  l2=int(given.get("l2", 0)), **rates)  # fmt: skip


assert set(_FIGURES) | {"name"} == {one.name for one in fields(Device)}
