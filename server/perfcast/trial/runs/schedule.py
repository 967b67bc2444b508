"""Which sizes a unit is tried at: each twice the one before, less where that costs more than can be spent, and more
where runs cost much whatever their size."""

from __future__ import annotations

import math
from typing import Final

#: What all trial runs of one workload together may spend, about in nanoseconds that the unit would take.
ALLOWANCE: Final = 690_000.0
#: log2 of the size of the first run, and of the last one at most: inputs have to be made too. Arrays are made fast, and
#: show only beyond what NumPy keeps for small ones how they go on.
FIRST: Final = 2.0
_LAST: Final = 11.0
_LAST_OF_ARRAYS: Final = 14.0
#: log2 of by how much the last one may be larger where smaller ones do not tell how it goes on.
_FARTHER: Final = 2.0
#: log2 of the step from one run to the next, and what it is halved to at least where the next run costs too much.
_STEP: Final = 1.0
_LEAST_STEP: Final = 0.2
#: A run may take so many times as long as the one before it. What takes longer grows faster than any power that code
#: is likely to have, and a smaller step shows how.
_PATIENCE: Final = 12.0
_LEAST_LIMIT: Final = 20_000.0
#: By how much more may be spent where not even the first run comes to an end, code that does much whatever it is given;
#: and on another run, where those that ended are too few to tell how it goes on: so many.
_MORE: Final = 4.0
_FEW: Final = 2
#: The same where nothing has a size: there is no smaller run that would tell it.
_MORE_OF_NO_SIZE: Final = 6.0
#: log2 of how much larger a run must be that is stepped to at once, in so many steps at most.
_MUCH_FARTHER: Final = 2.0
_MOST_LONG: Final = 3
#: How many times what runs are expected to spend there is to be.
_MARGIN: Final = 1.2
#: The power of the size from which what the last two runs spent may grow exponentially.
_STEEP: Final = 3.2
#: A run is not begun that is expected to spend so many times what it may: of 97 that were none came to an end, and of
#: 6,344 that did none was. Of those that are expected to spend little more than they may some do, and tell much.
_IN_VAIN: Final = 1.2
#: The step to a run that is one element larger than one of four or five.
_NEXT: Final = 0.25


class Schedule:
    """The sizes of one workload's trial runs, as binary logarithms.

    Args:
        most: of the workload itself.
        allowance: what all runs may spend together.
        of_arrays: whether nothing but arrays is as large as it says.
        insists: whether more may be spent on a second run, too.
        goes_farther: whether the last run may be larger.

    Attributes:
        size: of the next run; limit: what it may spend.
    """

    def __init__(
        self,
        most: float,
        allowance: float,
        *,
        of_arrays: bool = False,
        insists: bool = False,
        goes_farther: bool = False,
    ) -> None:
        self._most = most
        self._last = min(most, (_LAST_OF_ARRAYS if of_arrays else _LAST) + (_FARTHER if goes_farther else 0.0))
        self._left = allowance
        # What goes farther has that much already.
        self._more = 0.0 if goes_farther else allowance * (_MORE if most > 0.0 else _MORE_OF_NO_SIZE)
        self._fewest = 1 if insists else _FEW
        self._step = _STEP
        self._done: float | None = None
        self._growth = 0.0
        # By which power of the size the last run spent more than the one before, and that one than the one before it;
        # None where that is not known.
        self._power: float | None = None
        self._power_before: float | None = None
        self._spent = self._most_spent = 0.0
        self._ended = 0
        # Whether the next run is far beyond the last one, and whether one may be: not after one that was too much.
        self._is_long, self._may_be_long = False, True
        self._has_raised = False
        self.size = min(FIRST, most)
        self.limit = allowance

    @property
    def is_whole(self) -> bool:
        """Whether the next run is of the workload as it is."""
        return self.size >= self._most

    @property
    def is_in_vain(self) -> bool:
        """Whether the next run would come to no end, if what runs spend goes on as it did twice: what it rose by once
        may hang on a value."""
        if self._power is None or self._power_before is None or self._done is None:
            return False
        rise = min(64.0, min(self._power, self._power_before) * (self.size - self._done))
        return bool(self._spent * 2.0**rise > _IN_VAIN * self.limit)

    def ran(self, spent: float, *, raised: bool = False) -> bool:
        """The run came to an end. Whether there is another one.

        Args:
            raised: it ended with an error. What comes after one may do all that it did not get to.
        """
        self._left -= spent
        # Of what is over at once for one number, and not for the next, the others tell how long it takes.
        self._most_spent = max(self._most_spent, spent)
        self._ended += 1
        if self.size >= self._last:
            return False
        begins = self._has_raised and not raised
        each = None if begins else self._each_element(spent)
        self._power_before, self._power = self._power, None if begins else self._power_of(spent)
        self._note_growth(spent)
        if begins:
            # That it does more than what ended with an error tells nothing.
            self._growth, self._ended = 0.0, 1
        self._has_raised = raised
        self._done = self.size
        if self._left < _MARGIN * spent:
            return self._is_in_doubt()
        long = self._long_step(each) if each is not None and self._may_be_long else 0.0
        self._is_long, step = long > self._step, max(self._step, long)
        while self._ahead(step) > self._left:
            # It would take all that is left, and tell nothing.
            step /= 2
            if step < _LEAST_STEP:
                return self._is_in_doubt()
        expected = self._costs_of(step, step, each or 0.0)
        self.size = min(self.size + step, self._most)
        self.limit = self._limit_after(self._most_spent)
        if self._is_long:
            self.limit = min(self.limit, max(expected, _LEAST_LIMIT))
        elif raised:
            self.limit = max(self.limit, self._left / 2)
        return True

    def skipped(self, spent: float) -> bool:
        """The run came to no end, as larger ones may, or is no other than the last one. Whether there is one."""
        self._left -= spent
        if self.size >= self._last or self._left <= 0.0:
            return False
        self.size = min(self.size + self._step, self._most)
        self.limit = self._limit_after(max(spent, self._most_spent))
        return True

    def _limit_after(self, spent: float) -> float:
        """What a run may spend that comes after one that spent so much."""
        return min(self._left, max(_PATIENCE * spent, _LEAST_LIMIT))

    def _is_in_doubt(self) -> bool:
        """Whether there were so few runs that another one has to tell how it goes on."""
        if self._done is None or not self._fewest <= self._ended <= _FEW or not self._more:
            return False
        # Where so much grows from one element to the next that no step but the next one ends.
        is_steep = self._growth > 0.0 and self._done - min(FIRST, self._most) < _STEP / 2
        self.size = min(self._done + (_NEXT if is_steep else _STEP / 2), self._most)
        self._left = self._more
        # Else a smaller step may have to follow.
        self.limit = self._left if is_steep else self._left / 2
        self._more = 0.0
        return True

    def _each_element(self, spent: float) -> float | None:
        """What each element has more spent on it, by the last two runs; None where there are no two, or what they spent
        grows faster than the size."""
        if self._done is None or spent > self._spent * 2.0 ** (self.size - self._done):
            return None
        return float(max(0.0, spent - self._spent) / (2.0**self.size - 2.0**self._done))

    def _long_step(self, each: float) -> float:
        """The step to the largest run that what is left is enough for, where short steps would end long before; else
        0."""
        reach, distance = 0.0, self._last - self.size
        while reach < distance and self._costs_of(reach + _STEP, _STEP, each) <= self._left:
            reach += _STEP
        while distance >= reach + _MUCH_FARTHER:
            for number in range(_MOST_LONG, 0, -1):
                if self._costs_of(distance, distance / number, each) <= self._left:
                    return distance / number
            distance -= _NEXT
        return 0.0

    def _costs_of(self, distance: float, step: float, each: float) -> float:
        """What all runs up to a distance would spend together, and some more."""
        ends = (self.size + step * number for number in range(1, 1 + round(distance / step)))
        return _MARGIN * math.fsum(self._spent + each * (2.0**end - 2.0**self.size) for end in ends)

    def _power_of(self, spent: float) -> float | None:
        """See `_power`."""
        if self._done is None or self.size - self._done < _LEAST_STEP:
            return None
        return math.log2(max(spent, 1.0) / max(self._spent, 1.0)) / (self.size - self._done)

    def _note_growth(self, spent: float) -> None:
        """By how much log2 of what runs spend grows with each element, where it may go on so; 0 where a power does."""
        rise = math.log2(max(spent, 1.0) / max(self._spent, 1.0))
        is_steep = self._done is not None and rise >= _STEEP * (self.size - self._done)
        self._growth = rise / (2.0**self.size - 2.0**self._done) if is_steep and self._done is not None else 0.0
        self._spent = spent

    def _ahead(self, step: float) -> float:
        """What the next run would spend if it grew so; nothing that is known of, where it does not."""
        if not self._growth:
            return 0.0
        elements = 2.0 ** min(self.size + step, self._most) - 2.0**self.size
        return float(self._spent * 2.0 ** min(self._growth * elements, 64.0))

    def was_too_much(self, spent: float) -> bool:
        """It did not. Whether there is another one: smaller, or where it was the first one, with more to spend.

        Args:
            spent: or would have been, had it been allowed.
        """
        if self._done is None and spent < self._more:
            self.limit = self._left = self._more
            self._more = 0.0
            return True
        self._left -= min(spent, self.limit)
        if self._is_long and self._done is not None and self._left > 0:
            self._is_long = self._may_be_long = False
            self.size = min(self._done + self._step, self._most)
            self.limit = self._limit_after(self._most_spent)
            return True
        self._step = (self.size - (self._done or 0.0)) / 2
        if self._done is None or self._step < _LEAST_STEP or self._left <= 0:
            return self._is_in_doubt()
        self.size = min(self._done + self._step, self._most)
        self.limit = min(self.limit, self._left)
        return True
