"""How often NumPy begins its innermost loop, which goes along neighbours in all operands at once."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any


def inner_loops(operands: Sequence[Any], shape: tuple[int, ...]) -> float:
    """Loops over elements of this shape: axes are one where each operand goes on from one to the next in equal steps.

    Args:
        operands: arrays that are spread over the shape, the result among them.
    """
    if all(one.flags.c_contiguous and one.shape == shape for one in operands):
        return 1.0
    axes = [axis for axis, length in enumerate(shape) if length > 1]
    if not axes or not operands:
        return 1.0
    steps = [_steps(one, len(shape)) for one in operands]
    inner, *outer = _in_order(axes, steps)
    length, last = shape[inner], inner
    for axis in outer:
        if any(one[axis] != one[last] * shape[last] for one in steps):
            break
        length, last = length * shape[axis], axis
    return float(prod(shape) / length)


def _in_order(axes: Sequence[int], steps: Sequence[tuple[int, ...]]) -> list[int]:
    """The axes from the innermost one on: as they are, but where no operand's steps are in that order."""
    found = list[int]()
    for axis in axes:
        place = 0
        while place < len(found) and _is_within(found[place], axis, steps):
            place += 1
        found.insert(place, axis)
    return found


def _is_within(outer: int, inner: int, steps: Sequence[tuple[int, ...]]) -> bool:
    """Whether the first axis comes within the second one, which stands behind it."""
    both = [(abs(one[outer]), abs(one[inner])) for one in steps if one[outer] and one[inner]]
    return bool(both) and all(first < second for first, second in both)


def _steps(array: Any, axes: int) -> tuple[int, ...]:
    """Bytes from one element to the next along each axis, 0 where it is spread."""
    own = [step if length > 1 else 0 for step, length in zip(array.strides, array.shape, strict=True)]
    return (0,) * (axes - len(own)) + tuple(own)
