"""Shrunk workloads whose sizes divide as those of the whole one do.

``x.reshape(-1, 10)``, ``x[0::2] + x[1::2]`` and transforms that halve what they are given take lengths of some kinds
alone. A workload may have such a length where shrunk ones, which are any number, do not: all of its runs would raise.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from perfcast.trial.scaling import FEW
from perfcast.workload import Argument, Workload
from perfcast.workload.corrections.rules import OF_RECORDS

#: What lengths are likely to be divided by: small factors, a day's hours, a week's days. No run is shorter than these,
#: so that the first that helps is the one to take.
_DIVISORS: Final = (2, 12, 60, 240, 1_680)
#: Errors of code that takes some lengths alone.
_REFUSING: Final = ("ValueError", "AssertionError")


class Divisors:
    """What the lengths of a workload's runs have to be divided by, as far as these have told."""

    def __init__(self, whole: Workload) -> None:
        self._whole = whole
        self._by = 1
        lengths = [length for one in whole.arguments for length in _lengths(one)]
        # Shrunk numbers are divisors of shrunk lengths: of few, none is near.
        has_divisor = any(_divides(one.value, length) for one in whole.arguments for length in lengths)
        self._untried: tuple[int, ...] = _DIVISORS[-1:] if has_divisor else _DIVISORS

    @property
    def are_known(self) -> bool:
        """Whether there are any."""
        return self._by > 1

    def fit(self, small: Workload) -> Workload:
        """The shrunk workload with such lengths."""
        return divisible(small, self._whole, self._by) if self.are_known else small

    def learn(self, small: Workload, error: str, ends_well: Callable[[Workload], bool]) -> bool:
        """Whether lengths have to be divided by more than was known, and a run ends well then.

        Args:
            error: what the run of the shrunk workload ended with, in full.
            ends_well: whether a run of a workload comes to its end without one.
        """
        failed, said = self.fit(small), record_length(error)
        if failed == self._whole or not (said or error.startswith(_REFUSING)):
            return False
        if said:
            self._untried = (math.lcm(self._by, said), *self._untried)
        for place, by in enumerate(self._untried):
            way = divisible(small, self._whole, by)
            if way != failed and ends_well(way):
                self._by, self._untried = by, self._untried[place + 1 :]
                return True
            failed = way
        self._untried = ()
        return False


def record_length(error: str) -> int:
    """By what a length of bytes has to be divided, as an error in full says; 0 where it says nothing of the kind."""
    found = re.match(OF_RECORDS, error)
    return 0 if found is None else int(found[1])


def divisible(small: Workload, whole: Workload, by: int) -> Workload:
    """The shrunk workload with lengths that have the divisors of the whole one's, and powers of two where those are;
    numbers that divide a length do so.

    Args:
        by: a multiple of the divisors that count.
    """
    pairs = list(zip(small.arguments, whole.arguments, strict=True))
    wholes = [length for _, one in pairs for length in _lengths(one)]
    lengths = [_length(*both, by) for one, other in pairs for both in zip(_lengths(one), _lengths(other), strict=True)]
    dividing = dict(zip(wholes, lengths, strict=True))
    return Workload(tuple(_resized(one, other, dividing, by) for one, other in pairs))


def _lengths(argument: Argument) -> tuple[int, ...]:
    return argument.type.shape or argument.sizes


def _length(small: int, whole: int, by: int) -> int:
    if small == whole or whole <= FEW:
        return small
    if whole & (whole - 1) == 0:
        return int(2 ** round(math.log2(max(1, small))))
    step = math.gcd(whole, by)
    return min(whole, max(1, round(small / step)) * step)


def _resized(small: Argument, whole: Argument, dividing: dict[int, int], by: int) -> Argument:
    """
    Args:
        dividing: by lengths of the whole workload, those of the shrunk one.
        by: see `divisible`.
    """
    lengths = tuple(_length(*both, by) for both in zip(_lengths(small), _lengths(whole), strict=True))
    value, number = small.value, whole.value
    if type(value) is int and value > 1:
        divided = [length for of, length in dividing.items() if _divides(number, of)]
        if divided:
            value = _divisor(math.gcd(*divided), value)
    if small.type.shape:
        return replace(small, type=replace(small.type, shape=lengths), value=value)
    return replace(small, sizes=lengths, value=value)


def _divides(number: object, length: int) -> bool:
    return type(number) is int and number > 1 and length % number == 0


def _divisor(length: int, near: int) -> int:
    """The divisor of a length that is nearest to a number, as a factor."""
    divisors = (one for one in range(1, math.isqrt(length) + 1) if length % one == 0)
    both = {part for one in divisors for part in (one, length // one)}
    return min(both, key=lambda one: abs(math.log2(one / near)), default=near)
