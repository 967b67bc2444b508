"""How the elements of a block are spread over a program's warps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from perfcast.triton.devices import THREADS_WARP

#: Bytes that a thread reads at once.
_VECTOR: Final = 16


@dataclass(frozen=True)
class Reduction:
    """A block that is reduced.

    Attributes:
        axis: that goes; None where all do.
        fast: along which the block's elements lie side by side in memory.
        width: bytes of an element; beside: of those of other blocks that are reduced with it, as an index is.
    """

    shape: tuple[int, ...]
    axis: int | None
    fast: int
    width: float
    beside: float = 0.0

    def scratch(self, warps: int, *, fast: int | None = None, each: int | None = None) -> float:
        """Bytes of shared memory through which warps hand each other their parts; 0 where each has the whole.

        Args:
            fast: another axis than its own.
            each: elements that a thread has side by side, at most; without, as many as it reads at once.
        """
        along = warps_along(self.shape, self.fast if fast is None else fast, self.width, warps, each)
        if self.axis is None:
            return warps * (self.width + self.beside) if warps > 1 else 0.0
        parts = along[self.axis]
        rest = math.prod(self.shape) / self.shape[self.axis]
        return rest * parts * (self.width + self.beside) if parts > 1 else 0.0


def warps_along(shape: Sequence[int], fast: int, width: float, warps: int, most: int | None = None) -> list[int]:
    """Warps along each axis, as Triton's blocked layouts have them: threads, then warps, fill the fastest axis first.

    The rule is that of `BlockedEncodingAttr` in Triton's `TritonGPUAttrDefs.td`.
    """
    elements = math.prod(shape)
    at_once = int(_VECTOR // max(width, 1)) if most is None else most
    each = max(1, min(at_once, shape[fast], elements // (THREADS_WARP * warps)))
    order = [fast, *(axis for axis in reversed(range(len(shape))) if axis != fast)]
    lanes, left = THREADS_WARP, warps
    found = [1] * len(shape)
    for axis in order[:-1]:
        own = each if axis == fast else 1
        threads = min(max(shape[axis] // own, 1), lanes)
        found[axis] = min(max(shape[axis] // (own * threads), 1), left)
        lanes //= threads
        left //= found[axis]
    found[order[-1]] *= left
    return found
