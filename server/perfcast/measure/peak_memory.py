"""The memory of one call, by memray: native allocations included, arguments excluded, the result included.

The level is zero when the call starts. What it allocates is added, what it frees of that is taken away; freeing
something older (an argument's element) lowers nothing. The result is alive when the tracker stops. The garbage
collector is left on, as in real life, but has just run.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from memray import AllocatorType, FileDestination, FileFormat, FileReader, Tracker

_FREEING: Final = frozenset({AllocatorType.FREE, AllocatorType.PYMALLOC_FREE, AllocatorType.MUNMAP})
#: memray samples the resident size in a thread of its own; nothing here reads that.
_RARELY: Final = 60_000


@dataclass(frozen=True)
class MemoryUse:
    """Bytes at the peak; and where every allocation was recorded, their count and their bytes in all."""

    peak: int
    allocations: int | None
    allocated_bytes: int | None

    def above(self, base: MemoryUse) -> MemoryUse:
        """Without what the tracker itself allocates."""
        return MemoryUse(
            max(0, self.peak - base.peak),
            _difference(self.allocations, base.allocations),
            _difference(self.allocated_bytes, base.allocated_bytes),
        )


def _difference(value: int | None, base: int | None) -> int | None:
    return None if value is None or base is None else max(0, value - base)


@dataclass(frozen=True)
class MemoryMeter:
    """Measures calls, less what the measurement of an empty call finds in this process."""

    totals: MemoryUse
    records: MemoryUse

    @classmethod
    def calibrated(cls, folder: Path) -> MemoryMeter:
        """Takes a few tens of milliseconds; a process forked later can use the meter."""
        path = folder / "calibration"
        # memray's first use in a process allocates more.
        track(_nothing, path, every_allocation=True)
        meter = cls(
            totals=track(_nothing, path, every_allocation=False)[0],
            records=track(_nothing, path, every_allocation=True)[0],
        )
        path.unlink()
        return meter

    def measure(self, call: Callable[[], Any], path: Path, *, every_allocation: bool) -> tuple[MemoryUse, Any]:
        """The memory that `call` uses, and its result.

        Args:
            path: of a file that memray may write; it stays.
            every_allocation: count them too. Costs about 0.5 µs and 5 bytes of file for each.
        """
        use, result = track(call, path, every_allocation=every_allocation)
        return use.above(self.records if every_allocation else self.totals), result


def _nothing() -> None:
    pass


def track(call: Callable[[], Any], path: Path, *, every_allocation: bool) -> tuple[MemoryUse, Any]:
    """As `MemoryMeter.measure`, with what the tracker itself allocates."""
    tracker = Tracker(
        destination=FileDestination(path, overwrite=True, compress_on_exit=False),
        native_traces=False,
        trace_python_allocators=True,
        memory_interval_ms=_RARELY,
        file_format=FileFormat.ALL_ALLOCATIONS if every_allocation else FileFormat.AGGREGATED_ALLOCATIONS,
    )
    gc.collect()
    with tracker:
        # memray follows the call stack by a profile function, for which the interpreter makes an object of every
        # frame: 150 bytes and more a call, which the call does not cost otherwise. Nothing here reads the stacks.
        sys.setprofile(None)
        result = call()
    with FileReader(path) as reader:
        peak = reader.metadata.peak_memory
        if not every_allocation:
            return MemoryUse(peak, None, None), result
        sizes = [record.size for record in reader.get_allocation_records() if record.allocator not in _FREEING]
    return MemoryUse(peak, len(sizes), sum(sizes)), result
