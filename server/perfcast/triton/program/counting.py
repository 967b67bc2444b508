"""Bytes and operations of a launch, counted from the kernel's source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from perfcast.triton.errors import KernelError
from perfcast.triton.finding.alignment import alignment_of_accesses
from perfcast.triton.finding.kernels import Kernel
from perfcast.triton.kernels.launch import Launch
from perfcast.triton.program.counts import Counts, mean
from perfcast.triton.program.program import count_program
from perfcast.triton.program.remembered import Remembered

#: Programs that are followed where they differ; all of them in smaller grids.
_FOLLOWED: Final = 4


def count(kernel: Kernel, launch: Launch, remembered: Remembered | None = None) -> Counts:
    """What a program of the launch does, the mean over programs at even distances in the grid.

    Args:
        remembered: where much is known already of other launches of the kernel, and what is new is kept.

    Raises:
        KernelError: why it cannot be told; names the line.
    """
    grid = launch.grid or (1,)
    found: list[Counts] = []
    known = Remembered() if remembered is None else remembered
    aligned = alignment_of_accesses(kernel, launch)
    for program in _programs(grid):
        found.append(count_program(kernel, launch, program, aligned, known))
        # Most kernels' programs do all the same; masks at the edges are what makes two of them differ.
        if len(found) == 2 and found[0] == found[1]:
            return found[0]
    if not found:
        raise KernelError("the grid has no program")
    return mean(found)


def _programs(grid: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Indices of programs, the middles of equal parts of each axis; all in a grid of few."""
    total = 1
    for length in grid:
        total *= length
    if total <= _FOLLOWED:
        for flat in range(total):
            index, rest = [], flat
            for length in grid:
                index.append(rest % length)
                rest //= length
            yield tuple(index)
        return
    for part in range(_FOLLOWED):
        # Each axis goes through its parts in another order, so that a corner does not stand for the whole.
        parts = [(part * step + shift) % _FOLLOWED for step, shift in zip((1, 3, 1), (0, 2, 1), strict=True)]
        yield tuple(int((at + 0.5) / _FOLLOWED * length) for at, length in zip(parts, grid, strict=False))
