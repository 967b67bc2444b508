"""How the elements of a block are spread over a program's threads."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from perfcast.triton.gpus.devices import THREADS_WARP

#: Bytes that a thread reads at once.
_VECTOR: Final = 16


#: Exchanges between a thread's own elements and its neighbours' that a warp makes without shared memory, at most.
_SHUFFLED: Final = 1


@dataclass(frozen=True)
class Share:
    """Of one axis: how many neighbours a thread has, over how many lanes of a warp and warps the rest is spread.

    Attributes:
        lane, warp: how far apart in their order the lanes, and the warps, are that have neighbouring elements.
    """

    each: int
    lanes: int
    lane: int
    warps: int
    warp: int

    def groups(self, length: int) -> int:
        """Warps that have different elements of an axis of that length."""
        return min(self.warps, max(length // (self.each * self.lanes), 1))

    def places(self, length: int) -> list[tuple[str, int]]:
        """For each binary digit of an element's place along an axis of that length, the digit of what that tells.

        Which is the thread's own register, the lane or the warp. Where all has gone to some, the rest has it again.
        """
        found = [("register", 0)] * _digits(self.each)
        found += [("lane", _digits(self.lane) + digit) for digit in range(_digits(self.lanes))]
        found += [("warp", _digits(self.warp) + digit) for digit in range(_digits(self.warps))]
        found += [("register", 0)] * _digits(length)
        return found[: _digits(length)]


@dataclass(frozen=True)
class Layout:
    """Of a block that was read from memory, of what was computed from it, or of what is left after reductions.

    Attributes:
        shape: of what was read.
        fast: of its axes, the one along which elements lie side by side in memory.
        each: elements that a thread reads at once, at most.
        axes: for each axis of the block, the one of `shape` that it is; None for an axis of length 1 that was added.
    """

    shape: tuple[int, ...]
    fast: int
    each: int
    axes: tuple[int | None, ...]

    @classmethod
    def read(cls, shape: tuple[int, ...], fast: int, each: int) -> Layout:
        return cls(shape, fast, each, tuple(range(len(shape))))

    @property
    def is_whole(self) -> bool:
        """Whether the block has all axes of what was read, in their order."""
        return self.axes == tuple(range(len(self.shape)))

    @property
    def is_read(self) -> bool:
        """Whether all that was read is there: nothing was reduced."""
        return all(length == 1 or axis in self.axes for axis, length in enumerate(self.shape))

    def places(self, shape: Sequence[int], warps: int) -> list[tuple[str, int]]:
        """As `Share.places`, of all axes of the block, which is of that shape."""
        found = spread(self.shape, self.fast, self.each, warps)
        return [
            place
            for axis, length in zip(self.axes, shape, strict=True)
            if axis is not None and length > 1
            for place in found[axis].places(length)
        ]

    def without(self, at: int) -> Layout:
        """Of what is left when an axis of the block is reduced."""
        return Layout(self.shape, self.fast, self.each, self.axes[:at] + self.axes[at + 1 :])

    def within(self, whole: Layout) -> Layout:
        """How the block would lie as a part of a larger one with which its axes fit from the last one on."""
        beside = whole.axes[len(whole.axes) - len(self.axes) :]
        axes = tuple(None if own is None else other for own, other in zip(self.axes, beside, strict=True))
        return Layout(whole.shape, whole.fast, whole.each, axes)


@dataclass(frozen=True)
class Conversion:
    """A block whose elements change threads, so that what is computed or written with it has them in the same ones.

    Attributes:
        shape: of the block; width: bytes of an element.
    """

    shape: tuple[int, ...]
    width: float
    before: Layout
    after: Layout

    def scratch(self, warps: int) -> float:
        """Bytes of shared memory that they pass through, 0 where they need none.

        Of fewer elements than threads that were but read, each thread reads what it needs; within a warp, lanes hand
        each other a few.
        """
        elements = math.prod(self.shape)
        if self.before.is_read and elements < warps * THREADS_WARP:
            return 0.0
        moved = [
            (before, after)
            for before, after in zip(
                self.before.places(self.shape, warps), self.after.places(self.shape, warps), strict=True
            )
            if before != after
        ]
        from_warp_to_warp = any("warp" in (before[0], after[0]) for before, after in moved)
        to_lanes = sum(before[0] == "register" for before, _ in moved)
        return elements * self.width if from_warp_to_warp or to_lanes > _SHUFFLED else 0.0


@dataclass(frozen=True)
class Reduction:
    """A block that is reduced.

    Attributes:
        axis: that goes; None where all do.
        fast: along which the block's elements lie side by side in memory.
        width: bytes of an element; beside: of those of other blocks that are reduced with it, as an index is.
        each: elements that a thread has side by side, at most; without, as many as it reads at once.
    """

    shape: tuple[int, ...]
    axis: int | None
    fast: int
    width: float
    beside: float = 0.0
    each: int | None = None

    def scratch(self, warps: int, *, fast: int | None = None, each: int | None = None) -> float:
        """Bytes of shared memory through which warps hand each other their parts; 0 where each has the whole.

        Args:
            fast: another axis than its own.
            each: elements that a thread has side by side, at most, instead.
        """
        if self.axis is None:
            return warps * (self.width + self.beside) if warps > 1 else 0.0
        most = each or self.each or at_once(self.width)
        shares = spread(self.shape, self.fast if fast is None else fast, most, warps)
        parts = shares[self.axis].groups(self.shape[self.axis])
        rest = math.prod(self.shape) / self.shape[self.axis]
        return rest * parts * (self.width + self.beside) if parts > 1 else 0.0


@dataclass(frozen=True)
class Scan:
    """A block along one axis of which each element is combined with all before it.

    Attributes:
        shape, axis, fast, width, each: as of `Reduction`.
    """

    shape: tuple[int, ...]
    axis: int
    fast: int
    width: float
    each: int

    def scratch(self, warps: int) -> float:
        """Bytes of shared memory through which warps hand each other their sums.

        One of each run of elements that a warp has, as Triton's `ScanLoweringHelper` has it.
        """
        share = spread(self.shape, self.fast, self.each, warps)[self.axis]
        if share.groups(self.shape[self.axis]) == 1:
            return 0.0
        return math.prod(self.shape) / (share.each * share.lanes) * self.width


def spread(shape: Sequence[int], fast: int, most: int, warps: int) -> list[Share]:
    """What each axis has, as in Triton's blocked layouts: threads, then warps, fill the fastest axis first.

    The rule is that of `BlockedEncodingAttr` in Triton's `TritonGPUAttrDefs.td`.

    Args:
        most: elements that a thread has side by side, where there are as many for each.
    """
    elements = math.prod(shape)
    each = max(1, min(most, shape[fast], elements // (THREADS_WARP * warps)))
    order = [fast, *(axis for axis in reversed(range(len(shape))) if axis != fast)]
    lanes, left = THREADS_WARP, warps
    found: dict[int, Share] = {}
    for axis in order:
        own = each if axis == fast else 1
        is_last = axis == order[-1]
        threads = lanes if is_last else min(max(shape[axis] // own, 1), lanes)
        groups = left if is_last else min(max(shape[axis] // (own * threads), 1), left)
        found[axis] = Share(own, threads, THREADS_WARP // lanes, groups, warps // left)
        lanes //= threads
        left //= groups
    return [found[axis] for axis in range(len(shape))]


def _digits(number: int) -> int:
    """Binary ones, of the powers of two that all lengths are."""
    return number.bit_length() - 1


def at_once(width: float) -> int:
    """Elements of so many bytes that a thread reads at once, where they lie side by side."""
    return max(int(_VECTOR // max(width, 1)), 1)
