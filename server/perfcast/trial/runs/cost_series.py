"""Several costs of the same runs, extrapolated to larger sizes."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from functools import cached_property

from perfcast.trial.runs.extrapolation import (
    by_growth,
    by_increase,
    by_line,
    by_power,
    falls_by_chance,
    is_superpolynomial,
)
from perfcast.trial.runs.polynomials import Polynomials


class CostSeries:
    """How costs went as sizes grew.

    Args:
        sizes: of the runs, their binary logarithms, ascending.
        costs: [costs, runs], binary logarithms of one more than each cost.
    """

    def __init__(self, sizes: Sequence[float], costs: Sequence[Sequence[float]]) -> None:
        self.sizes = sizes
        self.costs = costs
        self._extrapolated: dict[tuple[int, float], float] = {}

    def extrapolated(self, series: int, size: float) -> float:
        """In the way that is least often far off: a polynomial that tells all of it, else the middle one of the three,
        or where they all fail `by_growth`."""
        costs = self.costs[series]
        return (
            by_growth(self.sizes, costs, size) if is_superpolynomial(self.sizes, costs) else self.as_power(series, size)
        )

    def as_power(self, series: int, size: float) -> float:
        """The same of what grows no faster than powers do."""
        known = self._extrapolated.get((series, size))
        if known is None:
            known = self._extrapolated[series, size] = self._as_power(series, size)
        return known

    def _as_power(self, series: int, size: float) -> float:
        costs = self.costs[series]
        if min(costs) == costs[-1] == max(costs):
            return costs[-1]
        if size > self.sizes[-1] and falls_by_chance(self.sizes, costs):
            return by_line(self.sizes, costs, size)
        if self._is_polynomial(series, size):
            return self.by_polynomial(series, size)
        return statistics.median(self.estimates(series, size))

    def least(self, series: int, size: float) -> float:
        """What it is at least."""
        if self._is_polynomial(series, size):
            return self.by_polynomial(series, size)
        return min(self.estimates(series, size))

    def _is_polynomial(self, series: int, size: float) -> bool:
        return self.sizes[-1] < size and len(self.sizes) > 2 and self._polynomials.is_exact(series)

    def estimates(self, series: int, size: float) -> tuple[float, float, float]:
        """In each of the three ways."""
        return self.by_power(series, size), self.by_increase(series, size), self.by_polynomial(series, size)

    def by_power(self, series: int, size: float) -> float:
        """As the power of the size that the last runs show."""
        return by_power(self.sizes, self.costs[series], size)

    def by_increase(self, series: int, size: float) -> float:
        """As a constant part and a power of the size."""
        return by_increase(self.sizes, self.costs[series], size)

    def by_polynomial(self, series: int, size: float) -> float:
        """As a polynomial of the size, see `perfcast.trial.runs.polynomials`."""
        if self.sizes[-1] >= size or len(self.sizes) < 2:
            return self.costs[series][-1]
        return self._polynomials.at(series, size)

    @cached_property
    def _polynomials(self) -> Polynomials:
        return Polynomials(self.sizes, self.costs)
