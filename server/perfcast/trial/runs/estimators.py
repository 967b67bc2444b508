"""Extrapolation where integers get more digits as sizes grow, and containers outgrow the processor's caches.

Neither shows in small runs. The first digits of a number cost next to nothing, and those that follow add up faster than
all else: what they take is told apart from the rest, and extrapolated by itself. So is how much is looked up out of
order, and among how many bytes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from perfcast.trial.interpreter.accounting.integers import NO_NUMBERS, TELLING, WholeNumbers
from perfcast.trial.interpreter.accounting.scattered_memory import Reach, time_among
from perfcast.trial.quantities import QUANTITIES
from perfcast.trial.runs.cost_series import CostSeries
from perfcast.trial.runs.extrapolation import is_superpolynomial, last_runs, local_exponent
from perfcast.trial.runs.run import Run
from perfcast.trial.runs.table_steps import GrowingTable

_TIME: Final = QUANTITIES.index("time")
_PEAK: Final = QUANTITIES.index("peak")
_RESULT: Final = QUANTITIES.index("result")
#: Parts of the time, see `perfcast.trial.runs.run.parts_of`.
_NATIVE: Final = 1
_DIGITS: Final = 2
#: Bytes of the largest number that lies in an arena, which goes back to the system when all in it are gone; bytes of
#: arenas that stay, and nanoseconds for each byte of others, which have to be got again by the next call.
_IN_ARENAS: Final = 512
_STAYS: Final = 4e6
_NEW_BYTE: Final = 0.6
#: Runs that tell how the result grows, and what is held beside it; bytes of a result that is more than one object.
_TELLING: Final = 3
_LEAST_RESULT: Final = 64.0
#: What may just have begun in the largest run, so that no power tells how it goes on: the power of the size that is
#: believed of it at least, by how much it is believed to grow faster than all the time does, and by how much it is
#: taken to where it seems to grow even faster.
_BELIEVED: Final = 2.0
_FASTER: Final = {_NATIVE: (1.0, 0.5), _DIGITS: (1.4, 1.0)}


class Estimators:
    """How costs of the runs go on, binary logarithms of one more than each.

    Args:
        runs: that came to an end, small ones first.

    Attributes:
        every: series of `QUANTITIES`, then of more; time and peak without what digits take.
    """

    def __init__(self, runs: Sequence[Run]) -> None:
        self._last = runs[-1]
        sizes = [run.size for run in runs]
        all_series = [[run.costs[index] for run in runs] for index in range(len(QUANTITIES))]
        first = last_runs(sizes)
        self._power = local_exponent(sizes[first:], all_series[_TIME][first:])
        all_series[_TIME] = [_less(run.costs[_TIME], run.parts[_DIGITS]) for run in runs]
        # Few numbers, such as one that is all that a function makes, are most of what grows by themselves.
        self._are_many = runs[-1].numbers.objects >= TELLING
        self._digits = [run.numbers.digits_bytes if self._are_many else 0.0 for run in runs]
        all_series[_PEAK] = [_less(run.costs[_PEAK], of_them) for run, of_them in zip(runs, self._digits, strict=True)]
        smooth = [_less(run.smooth, of_them) for run, of_them in zip(runs, self._digits, strict=True)]
        numbers = [list(series) for series in zip(*(run.numbers.logarithms for run in runs), strict=True)]
        parts = [
            [math.log2(1.0 + part) for part in series] for series in zip(*(run.parts for run in runs), strict=True)
        ]
        self._smooth = len(all_series)
        self._numbers = range(self._smooth + 1, self._smooth + 1 + len(numbers))
        self._parts = range(self._numbers.stop, self._numbers.stop + len(parts))
        reaches = [
            [math.log2(1.0 + number) for number in series] for series in zip(*(run.reach for run in runs), strict=True)
        ]
        self._reaches = range(self._parts.stop, self._parts.stop + len(reaches))
        self._apart = CostSeries(sizes, [all_series[_RESULT], list(map(_beside, smooth, all_series[_RESULT]))])
        self._scratch = self._reaches.stop
        self._inputs = self._scratch + 1
        inputs = [math.log2(1.0 + run.longer.parts) for run in runs]
        self._table = GrowingTable(sizes, [run.table for run in runs])
        scratch = [run.scratch for run in runs]
        self.every = CostSeries(sizes, [*all_series, smooth, *numbers, *parts, *reaches, scratch, inputs])

    def by_power(self, quantity: int, size: float) -> float:
        return self._with_digits(self.every.by_power, quantity, size)

    def by_increase(self, quantity: int, size: float) -> float:
        return self._with_digits(self.every.by_increase, quantity, size)

    def by_polynomial(self, quantity: int, size: float) -> float:
        return self._with_digits(self.every.by_polynomial, quantity, size)

    def parts(self, size: float) -> list[float]:
        """Those of the time, each carried on by itself."""
        explodes = is_superpolynomial(self.every.sizes, self.every.costs[_TIME])
        carried_on = self.every.extrapolated if explodes else self.every.as_power
        extrapolated = [carried_on(series, size) for series in self._parts]
        ahead = max(0.0, size - self._last.size)
        power = self._power
        if explodes and ahead:
            # That of the runs is less than any that comes.
            power = max(power, (self.every.extrapolated(_TIME, size) - self.every.costs[_TIME][-1]) / ahead)
        for part, (faster, taken) in _FASTER.items():
            so_far = self.every.costs[self._parts[part]][-1]
            if extrapolated[part] > so_far + max(_BELIEVED, power + faster) * ahead:
                extrapolated[part] = so_far + (power + taken) * ahead
        return extrapolated

    def scattered(self, size: float, time: float) -> float:
        """Nanoseconds that lookups in what is larger than the caches take more.

        Args:
            time: binary logarithm of all else that the workload takes; lookups are no more than that leaves time for.
        """
        last, ahead = self._last.reach, max(0.0, size - self._last.size)
        found = Reach(*(2.0 ** self.every.extrapolated(series, size) - 1.0 for series in self._reaches))
        among = min(found.among, last.among * 2.0**ahead)
        most_lookups: float = last.lookups * 2.0 ** (time - self.every.costs[_TIME][-1])
        return time_among(among) * min(found.lookups, most_lookups)

    def inputs(self, size: float) -> float:
        """How many parts there are in inputs that are made anew, which are no more than grow with the size."""
        most = self.every.costs[self._inputs][-1] + max(0.0, size - self._last.size)
        parts: float = 2.0 ** min(most, self.every.extrapolated(self._inputs, size)) - 1.0
        return parts

    def held(self, size: float, *, is_exact: bool) -> float:
        """The most bytes that are held at once.

        Args:
            is_exact: with tables as large as they were in the runs, not as they are on average, unless the result
                tells more by itself.
        """
        apart = self._held_apart(size)
        if is_exact and apart is None:
            return _more(self.every.extrapolated(_PEAK, size), self._digits[-1])
        at_most = self._at_most(size)
        extrapolated = self.every.extrapolated(self._smooth, size) if apart is None else apart
        most_held = min(extrapolated, self.every.costs[self._smooth][-1] + at_most)
        if size > self._last.size:
            most_held = self._table.held(most_held, size)
        return _more(most_held, self._digits_bytes(size))

    def least_held(self, size: float) -> float:
        """What is held at least, whatever falls away before as sizes grow: what is given back is there at the end, and
        what one operation works with may be hidden by a constant as long as it is little."""
        return max(self.every.least(_RESULT, size), self.every.least(self._scratch, size))

    def _held_apart(self, size: float) -> float | None:
        """What the result takes and what is there beside it, each extrapolated by itself: a constant beside a result
        that has just begun to grow hides how fast that does. None where the result is most of it, so that nothing
        hides it, and where the ways of doing so agree no more on these than on the whole."""
        result, beside = self._apart.costs
        if size <= self._last.size or self._are_many or len(result) < _TELLING:
            return None
        if result[-1] <= max(result[0], math.log2(_LEAST_RESULT)) or result[-1] >= beside[-1]:
            return None
        whole = self.every.estimates(self._smooth, size)
        parts = [self._apart.estimates(part, size) for part in range(len(self._apart.costs))]
        if _sum(map(max, parts)) - _sum(map(min, parts)) >= max(whole) - min(whole):
            return None
        return _sum(self._apart.extrapolated(part, size) for part in range(len(parts)))

    def _at_most(self, size: float) -> float:
        """By how much memory grows at most: no object is made in no time."""
        grown = (
            part - self.every.costs[series][-1] for part, series in zip(self.parts(size), self._parts, strict=True)
        )
        return max(size - self._last.size, *grown)

    def new_memory(self, size: float) -> float:
        """Nanoseconds that getting memory for digits takes, of which small runs have none."""
        numbers = self._numbers_at(size)
        if not numbers.objects or numbers.digits_bytes > _IN_ARENAS * numbers.objects:
            return 0.0
        return _NEW_BYTE * max(0.0, numbers.digits_bytes - _STAYS)

    def _digits_bytes(self, size: float) -> float:
        return self._numbers_at(size).digits_bytes

    def _numbers_at(self, size: float) -> WholeNumbers:
        """Those that are held at once, where they are many."""
        if not self._are_many:
            return NO_NUMBERS
        at_most = self._at_most(size)
        extrapolated = (
            min(self.every.extrapolated(series, size), self.every.costs[series][-1] + at_most)
            for series in self._numbers
        )
        return WholeNumbers.of(*extrapolated)

    def _with_digits(self, estimator: Callable[[int, float], float], quantity: int, size: float) -> float:
        extrapolated = estimator(quantity, size)
        if quantity == _TIME:
            of_digits = 2.0 ** self.parts(size)[_DIGITS] - 1.0
            return _more(extrapolated, of_digits + self.new_memory(size) + self.scattered(size, extrapolated))
        return _more(extrapolated, self._digits_bytes(size)) if quantity == _PEAK else extrapolated


def _beside(held: float, result: float) -> float:
    """What of the most that is held is not the result, which is at most all of it."""
    return math.log2(max(1.0, 1.0 + 2.0**held - 2.0**result))


def _sum(costs: Iterable[float]) -> float:
    return math.log2(1.0 + sum(2.0**cost - 1.0 for cost in costs))


def _more(cost: float, amount: float) -> float:
    """A cost with so much more; both as they are where that is nothing."""
    return math.log2(2.0**cost + amount) if amount > 0.0 else cost


def _less(cost: float, amount: float) -> float:
    return math.log2(max(1.0, 2.0**cost - amount)) if amount > 0.0 else cost
