"""Several costs of the same runs, carried on to larger sizes."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from functools import cached_property

from perfcast.trial.runs.carrying import by_growth, by_increase, by_line, by_power, falls_by_chance, is_explosive
from perfcast.trial.runs.polynomials import Polynomials


class Courses:
    """How costs went as sizes grew.

    Args:
        sizes: of the runs, their binary logarithms, ascending.
        costs: [costs, runs], binary logarithms of one more than each cost.
    """

    def __init__(self, sizes: Sequence[float], costs: Sequence[Sequence[float]]) -> None:
        self.sizes = sizes
        self.costs = costs
        self._carried: dict[tuple[int, float], float] = {}

    def carried(self, course: int, size: float) -> float:
        """In the way that is least often far off: the middle one of the three, or where they all fail `by_growth`."""
        known = self._carried.get((course, size))
        if known is None:
            known = self._carried[course, size] = self._carry(course, size)
        return known

    def _carry(self, course: int, size: float) -> float:
        costs = self.costs[course]
        if is_explosive(self.sizes, costs):
            return by_growth(self.sizes, costs, size)
        if min(costs) == costs[-1] == max(costs):
            return costs[-1]
        if size > self.sizes[-1] and falls_by_chance(self.sizes, costs):
            return by_line(self.sizes, costs, size)
        return statistics.median(self.ways(course, size))

    def ways(self, course: int, size: float) -> tuple[float, float, float]:
        """In each of the three ways."""
        return self.by_power(course, size), self.by_increase(course, size), self.by_polynomial(course, size)

    def by_power(self, course: int, size: float) -> float:
        """As the power of the size that the last runs show."""
        return by_power(self.sizes, self.costs[course], size)

    def by_increase(self, course: int, size: float) -> float:
        """As a constant part and a power of the size."""
        return by_increase(self.sizes, self.costs[course], size)

    def by_polynomial(self, course: int, size: float) -> float:
        """As a polynomial of the size, see `perfcast.trial.runs.polynomials`."""
        if self.sizes[-1] >= size or len(self.sizes) < 2:
            return self.costs[course][-1]
        return self._polynomials.at(course, size)

    @cached_property
    def _polynomials(self) -> Polynomials:
        return Polynomials(self.sizes, self.costs)
