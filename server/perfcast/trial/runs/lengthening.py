"""Costs of runs carried on to larger sizes, where whole numbers get longer as sizes grow.

The first digits of a number cost next to nothing, and those that follow add up faster than all else: what they take is
told apart from the rest, and carried on by itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from perfcast.trial.accounting.scattered import Reach
from perfcast.trial.accounting.whole_numbers import TELLING, WholeNumbers
from perfcast.trial.quantities import QUANTITIES
from perfcast.trial.runs.carrying import last_runs, power
from perfcast.trial.runs.courses import Courses
from perfcast.trial.runs.run import Run

_TIME: Final = QUANTITIES.index("time")
_PEAK: Final = QUANTITIES.index("peak")
#: Parts of the time, see `perfcast.trial.runs.run.parts_of`.
_NATIVE: Final = 1
_DIGITS: Final = 2
#: What may just have begun in the largest run, so that no power tells how it goes on: the power of the size that is
#: believed of it at least, by how much it is believed to grow faster than all the time does, and by how much it is
#: taken to where it seems to grow even faster.
_BELIEVED: Final = 2.0
_FASTER: Final = {_NATIVE: (1.0, 0.5), _DIGITS: (1.4, 1.0)}


class Ways:
    """How costs of the runs go on, binary logarithms of one more than each.

    Args:
        runs: that came to an end, small ones first.

    Attributes:
        every: courses of `QUANTITIES`, then of more; time and peak without what digits take.
    """

    def __init__(self, runs: Sequence[Run]) -> None:
        self._last = runs[-1]
        sizes = [run.size for run in runs]
        courses = [[run.costs[index] for run in runs] for index in range(len(QUANTITIES))]
        first = last_runs(sizes)
        self._power = power(sizes[first:], courses[_TIME][first:])
        courses[_TIME] = [_less(run.costs[_TIME], run.parts[_DIGITS]) for run in runs]
        # Few numbers, such as one that is all that a function makes, are most of what grows by themselves.
        self._are_many = runs[-1].numbers.objects >= TELLING
        self._digits = [run.numbers.digits_bytes if self._are_many else 0.0 for run in runs]
        courses[_PEAK] = [_less(run.costs[_PEAK], of_them) for run, of_them in zip(runs, self._digits, strict=True)]
        smooth = [_less(run.smooth, of_them) for run, of_them in zip(runs, self._digits, strict=True)]
        numbers = [list(course) for course in zip(*(run.numbers.logarithms for run in runs), strict=True)]
        parts = [
            [math.log2(1.0 + part) for part in course] for course in zip(*(run.parts for run in runs), strict=True)
        ]
        self._smooth = len(courses)
        self._numbers = range(self._smooth + 1, self._smooth + 1 + len(numbers))
        self._parts = range(self._numbers.stop, self._numbers.stop + len(parts))
        reaches = [
            [math.log2(1.0 + number) for number in course] for course in zip(*(run.reach for run in runs), strict=True)
        ]
        self._reaches = range(self._parts.stop, self._parts.stop + len(reaches))
        self.every = Courses(sizes, [*courses, smooth, *numbers, *parts, *reaches])

    def by_power(self, quantity: int, size: float) -> float:
        return self._with_digits(self.every.by_power, quantity, size)

    def by_increase(self, quantity: int, size: float) -> float:
        return self._with_digits(self.every.by_increase, quantity, size)

    def by_polynomial(self, quantity: int, size: float) -> float:
        return self._with_digits(self.every.by_polynomial, quantity, size)

    def parts(self, size: float) -> list[float]:
        """Those of the time, each carried on by itself."""
        carried = [self.every.carried(course, size) for course in self._parts]
        ahead = max(0.0, size - self._last.size)
        for part, (faster, taken) in _FASTER.items():
            so_far = self.every.costs[self._parts[part]][-1]
            if carried[part] > so_far + max(_BELIEVED, self._power + faster) * ahead:
                carried[part] = so_far + (self._power + taken) * ahead
        return carried

    def scattered(self, size: float) -> float:
        """Nanoseconds that lookups in what is larger than the caches take more."""
        return Reach(*(2.0 ** self.every.carried(course, size) - 1.0 for course in self._reaches)).nanoseconds

    def held(self, size: float, *, is_exact: bool) -> float:
        """The most bytes that are held at once.

        Args:
            is_exact: with tables as large as they were in the runs, not as they are on average.
        """
        if is_exact:
            return _more(self.every.carried(_PEAK, size), self._digits[-1])
        at_most = self._at_most(size)
        most_held = min(self.every.carried(self._smooth, size), self.every.costs[self._smooth][-1] + at_most)
        return _more(most_held, self._digits_bytes(size))

    def _at_most(self, size: float) -> float:
        """By how much memory grows at most: no object is made in no time."""
        grown = (
            part - self.every.costs[course][-1] for part, course in zip(self.parts(size), self._parts, strict=True)
        )
        return max(size - self._last.size, *grown)

    def _digits_bytes(self, size: float) -> float:
        if not self._are_many:
            return 0.0
        at_most = self._at_most(size)
        carried = (min(self.every.carried(way, size), self.every.costs[way][-1] + at_most) for way in self._numbers)
        return WholeNumbers.of(*carried).digits_bytes

    def _with_digits(self, way: Callable[[int, float], float], quantity: int, size: float) -> float:
        carried = way(quantity, size)
        if quantity == _TIME:
            return _more(carried, 2.0 ** self.parts(size)[_DIGITS] - 1.0 + self.scattered(size))
        return _more(carried, self._digits_bytes(size)) if quantity == _PEAK else carried


def _more(cost: float, amount: float) -> float:
    """A cost with so much more; both as they are where that is nothing."""
    return math.log2(2.0**cost + amount) if amount > 0.0 else cost


def _less(cost: float, amount: float) -> float:
    return math.log2(max(1.0, 2.0**cost - amount)) if amount > 0.0 else cost
