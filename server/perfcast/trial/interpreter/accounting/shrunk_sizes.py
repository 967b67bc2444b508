"""What a run's sizes stand for: those of the workload that was asked about, which are raised to a power below 1."""

from __future__ import annotations

from math import log
from typing import Final

from perfcast.trial.interpreter.accounting.spending import Spending
from perfcast.trial.libraries.numpy.buffers import BUFFER
from perfcast.trial.scaling import FEW

#: Different bounds of numbers that are noted.
_MOST_BOUNDS: Final = 256


class ShrunkSizes(Spending):
    """The part of the machine that tells how large things are at the workload's own sizes, and notes who was told."""

    def __init__(self) -> None:
        super().__init__()
        #: Caps that shrink as sizes do, with what they are in this run, see `perfcast.trial.runs.element_caps`.
        self.caps: dict[int, int] = {}
        #: Elements that NumPy converts at a time, raised to the power that the run's sizes are raised to.
        self.buffer = BUFFER
        #: The largest of the run's sizes.
        self.largest = 1.0

    def buffered(self, elements: int) -> int:
        """How many of so many elements one of NumPy's buffers takes."""
        count = self.in_buffer(elements)
        if elements > FEW:
            self.counts.told.buffered[elements] = count
        return count

    def in_buffer(self, elements: int) -> int:
        """As `buffered`, where it is not for the run under way."""
        return min(elements, self.buffer)

    @property
    def share(self) -> float:
        """The power that the workload's sizes were raised to in this run."""
        self.counts.takes_share = True
        return self.share_aside

    @property
    def share_aside(self) -> float:
        """As `share`, where so little hangs on it that runs of other ones are as good."""
        return log(self.buffer) / log(BUFFER)

    @property
    def is_shrunk(self) -> bool:
        """Whether the workload's sizes are other ones than the run's."""
        answer = self.counts.told.is_shrunk = self.buffer != BUFFER
        return answer

    def whole(self, size: int) -> float:
        """Elements of what has so many in this run, at the workload's own sizes, which the run's are smaller than: a
        share of the largest size stays that share of it, and what goes as its square goes on as that."""
        self.counts.takes_share |= size > FEW
        return self.at_whole_size(size)

    def growth(self, size: int) -> float:
        """How many times as many elements what has so many in this run has at the workload's own sizes."""
        return self.whole(size) / size

    def exceeds(self, size: int, bound: float) -> bool:
        """Whether what has so many elements in this run has more than a bound at the workload's own sizes."""
        answer = self.counts.told.exceeds[size, bound] = self.at_whole_size(size) > bound
        return answer

    def at_whole_size(self, size: int) -> float:
        """As `whole`, where what comes of it is noted by who asks."""
        share = self.share_aside
        if share == 1 or size <= 1 or self.largest <= 1:
            return size
        power = round(log(size) / log(self.largest))
        return float(size * self.largest ** (power * (1 / share - 1)))

    def bounded(self, number: int, bound: int) -> None:
        """Notes that a number is not used beyond a bound."""
        self._note_bound(self.counts.bounds, number, bound)

    def remembers(self, number: int, room: int) -> None:
        """Notes that a function remembers so many results, and no more than there is room for."""
        self._note_bound(self.counts.cache_maxsizes, number, room)

    def capacity(self, length: int, most: int) -> int:
        """Notes that code asks whether something has so many elements. Gives how many these are in this run."""
        if most <= FEW:
            return most
        most = self.caps.get(most, most)
        self._note_bound(self.counts.capacities, length, most)
        return most

    @staticmethod
    def _note_bound(bounds: dict[int, int], number: int, bound: int) -> None:
        if number > 1 and bound > 1 and (bound in bounds or len(bounds) < _MOST_BOUNDS):
            bounds[bound] = max(bounds.get(bound, 0), min(number, bound))
