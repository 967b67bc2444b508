"""Shrunk workloads whose sizes divide as those of the whole one do.

``x.reshape(-1, 10)``, ``x[0::2] + x[1::2]`` and transforms that halve what they are given take lengths of some kinds
alone. A workload may have such a length where shrunk ones, which are any number, do not: all of its runs would raise.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from perfcast.trial.scaling import FEW
from perfcast.workload import Argument, Workload

#: What lengths are likely to be divided by: small factors, a day's hours, a week's days.
_DIVISORS: Final = 1_680
#: Errors of code that takes some lengths alone.
_REFUSING: Final = ("ValueError", "AssertionError")


def refuses_length(error: str) -> bool:
    """Whether what a run ended with may be about how long its inputs are."""
    return error.startswith(_REFUSING)


def divisible(small: Workload, whole: Workload) -> Workload:
    """The shrunk workload with lengths that have the divisors of the whole one's, and powers of two where those are;
    numbers that divide a length do so."""
    pairs = list(zip(small.arguments, whole.arguments, strict=True))
    wholes = [length for _, one in pairs for length in _lengths(one)]
    lengths = [_length(*both) for one, other in pairs for both in zip(_lengths(one), _lengths(other), strict=True)]
    dividing = dict(zip(wholes, lengths, strict=True))
    return Workload(tuple(_resized(one, other, dividing) for one, other in pairs))


def _lengths(argument: Argument) -> tuple[int, ...]:
    return argument.type.shape or argument.sizes


def _length(small: int, whole: int) -> int:
    if small == whole or whole <= FEW:
        return small
    if whole & (whole - 1) == 0:
        return int(2 ** round(math.log2(max(1, small))))
    step = math.gcd(whole, _DIVISORS)
    return min(whole, max(1, round(small / step)) * step)


def _resized(small: Argument, whole: Argument, dividing: dict[int, int]) -> Argument:
    """
    Args:
        dividing: by lengths of the whole workload, those of the shrunk one.
    """
    lengths = tuple(_length(*both) for both in zip(_lengths(small), _lengths(whole), strict=True))
    value, number = small.value, whole.value
    if type(value) is int and type(number) is int and number > 1 and value > 1:
        divided = [length for of, length in dividing.items() if of % number == 0]
        if divided:
            value = _divisor(math.gcd(*divided), value)
    if small.type.shape:
        return replace(small, type=replace(small.type, shape=lengths), value=value)
    return replace(small, sizes=lengths, value=value)


def _divisor(length: int, near: int) -> int:
    """The divisor of a length that is nearest to a number, as a factor."""
    divisors = (one for one in range(1, math.isqrt(length) + 1) if length % one == 0)
    both = {part for one in divisors for part in (one, length // one)}
    return min(both, key=lambda one: abs(math.log2(one / near)), default=near)
