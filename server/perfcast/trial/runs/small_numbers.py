"""Numbers up to 256, of which CPython has but one each, in runs of what is larger: there some are larger numbers, each
an object.

A number that is a size, or was made of sizes, was raised to what those were: among the larger sizes it is a larger one.
One that was drawn within bounds that stay, or is a remainder, is as large in all runs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from perfcast.trial.accounting.memory import LARGEST_SMALL, NUMBER
from perfcast.trial.accounting.walk import LEAST_GROWING, PER_ORDER
from perfcast.trial.runs.run import Run

#: log2 of the least number that counts, and of the largest that there is one of.
_LEAST: Final = math.log2(LEAST_GROWING)
_LARGEST: Final = math.log2(LARGEST_SMALL)
#: Numbers of a run that tell how large they are, and log2 of how much larger another run has to be to tell more.
_ENOUGH: Final = 16
_APART: Final = 1.0


def with_larger_numbers(runs: Sequence[Run], size: float) -> list[Run]:
    """The runs as ones of a workload of that size, a binary logarithm, of which theirs are powers."""
    if _are_the_same(runs, size):
        return list(runs)
    return [run.with_objects(_level(_least_object(run, size))) if run.size < size else run for run in runs]


def _least_object(run: Run, size: float) -> float:
    """The binary logarithm of the least number that becomes an object: all are in proportion to the largest, which is
    the one that is raised."""
    if _count(run) == 0:
        return _LARGEST * run.size / size
    shares = _from_levels(run)
    top = max(place for place, share in enumerate(shares) if share > 0.0)
    is_beyond = top == len(shares) - 2
    largest = max(_LARGEST, run.size) if is_beyond else _LEAST + (top + 0.5) / PER_ORDER
    return _LARGEST - largest * (size / run.size - 1.0)


def _are_the_same(runs: Sequence[Run], size: float) -> bool:
    """Whether small numbers are as large in large runs as in small ones, though there are more of them."""
    told = [run for run in runs if _count(run) >= _ENOUGH]
    if len(told) < 2 or told[-1].size - told[0].size < _APART or _count(told[-1]) < 2 * _count(told[0]):
        return False
    first, last = told[0], told[-1]
    before, after = _from_levels(first), _from_levels(last)
    larger = _raised(before, last.size / first.size)
    return _distance(after, before) < _distance(after, larger)


def _count(run: Run) -> int:
    return (run.grown[0] - run.grown[-1]) // NUMBER if run.grown else 0


def _from_levels(run: Run) -> list[float]:
    """Level -> the part of the run's small numbers that are of higher ones."""
    return [(bytes_ - run.grown[-1]) / (run.grown[0] - run.grown[-1]) for bytes_ in run.grown]


def _raised(shares: Sequence[float], power: float) -> list[float]:
    """The same, were the numbers raised to that power; those alone that stay small."""
    parts = [one - other for one, other in pairwise(shares)]
    found = [0.0] * len(parts)
    for place, part in enumerate(parts):
        level = _level((_LEAST + (place + 0.5) / PER_ORDER) * power)
        if level < len(found):
            found[int(level)] += part
    whole = sum(found)
    return [sum(found[place:]) / whole if whole else 0.0 for place in range(len(shares))]


def _distance(shares: Sequence[float], others: Sequence[float]) -> float:
    return sum(abs(one - other) for one, other in zip(shares, others, strict=True))


def _level(number: float) -> float:
    """Of the binary logarithm of a number."""
    return max(0.0, (number - _LEAST) * PER_ORDER)
