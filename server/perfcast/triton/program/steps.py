"""By how much the elements of a block of offsets or addresses grow along each axis.

Triton's compiler asks the same (its axis analysis): along the axis on which addresses grow by one element, a warp's
threads lie side by side, and what is read along one axis and written along another changes threads in between.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import numpy.typing as npt

#: One an axis; None where it is not known or not the same everywhere.
Steps = tuple[float | None, ...]


#: Numbers of a block that tell by how much all grow.
_LOOKED_AT: Final = 4


def steps_of(values: npt.NDArray[Any]) -> Steps:
    """Of numbers that are known, at their beginning."""
    found: list[float | None] = []
    for axis, length in enumerate(values.shape):
        if length < 2:
            found.append(0.0)
            continue
        line: list[int | slice] = [0] * values.ndim
        line[axis] = slice(_LOOKED_AT)
        first = values[tuple(line)].tolist()
        grown = {float(after - before) for before, after in pairwise(first)}
        found.append(grown.pop() if len(grown) == 1 else None)
    return tuple(found)


def aligned(steps: Steps, shape: Sequence[int], dimensions: int) -> Steps:
    """As broadcasting has them: new axes in front, along which nothing grows."""
    padded = (0.0,) * (dimensions - len(shape)) + (tuple(steps) or (None,) * len(shape))
    lengths = (1,) * (dimensions - len(shape)) + tuple(shape)
    return tuple(0.0 if length == 1 else step for step, length in zip(padded, lengths, strict=True))


def combined_steps(op: ast.operator, left: Steps, right: Steps, factor: float | None) -> Steps:
    """Of the result of an operation on two aligned operands.

    Args:
        factor: the operand that is one known number, for products.
    """
    if isinstance(op, ast.Add | ast.Sub):
        sign = 1 if isinstance(op, ast.Add) else -1
        return tuple(None if a is None or b is None else a + sign * b for a, b in zip(left, right, strict=True))
    if isinstance(op, ast.Mult) and factor is not None:
        return tuple(None if a is None or b is None else (a + b) * factor for a, b in zip(left, right, strict=True))
    if isinstance(op, ast.Mod):
        # Around the end it begins again; before that it grows as it did, as far as the compiler can tell.
        return left if factor is None or factor % 2 == 0 else tuple(0.0 if step == 0 else None for step in left)
    return tuple(0.0 if a == 0 and b == 0 else None for a, b in zip(left, right, strict=True))


def turned_round(op: ast.unaryop, steps: Steps) -> Steps:
    """Of the result of an operation on one operand."""
    return tuple(None if step is None else -step for step in steps) if isinstance(op, ast.USub) else ()


def fast_axis(steps: Steps, shape: Sequence[int]) -> int:
    """The axis along which the most addresses lie side by side; the last where none do.

    As Triton's `getOrderFromContiguity` has it: of axes that are alike, the last one.
    """
    alike = [length if step == 1 else 1 for step, length in zip(steps, shape, strict=True)]
    return max(range(len(shape)), key=lambda axis: (alike[axis], axis))
