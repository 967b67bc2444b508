"""Loops that go round as often whatever a workload's sizes are, and that small runs leave earlier: those whose end is
told by numbers that are no sizes, ``while t < 10.0: t += 0.001`` or ``range(int(t_end / dt))``.

Their end is moved towards their start, so that they do what a simulation of less time does. Nothing here raises, nor
runs any of the unit's code: what is no plain number tells nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

#: Of fewer turns no small run need leave any out.
MANY: Final = 50
#: No loop comes to the end of more turns.
_MOST: Final = 10**18
#: By how much a loop's turns and the number that tells them may differ: ``range(1, count + 1)``.
_NEAR: Final = 2
#: Turns by whose beginning all clocks are set.
_SET: Final = 2
#: Turns after which the first guess is made at how many there are.
_SOON: Final = 4
#: In which a clock may come nearer to its end: as a difference does, and as the logarithm of a quotient.
_WAYS: Final = 2
#: Binary orders by which that guess and the one after half as many turns may differ: what comes nearer to its end now
#: slowly, now fast, tells no number of turns.
_STEADY: Final = 0.25
#: By which part of the turns that are known of those that there are may differ, and by how many times as much as those
#: of clocks that go by chance.
_OFF: Final = 0.2
_BY_CHANCE: Final = 3.0

#: Larger than any float is no number that a clock goes by.
_LARGEST: Final = 2**1000
_PLAIN: Final = frozenset({int, float, np.float64})

Evaluated = Callable[[Any], Any]
#: What reads a number where it lies; None of anything else.
Read = Callable[[Any], float | None]


class Clock(NamedTuple):
    """Two numbers, the first of which is above the other until a loop ends.

    Attributes:
        is_end: the loop ends where they meet and does nothing else then; else it may end in another way before.
    """

    above: Read
    below: Read
    is_end: bool


class Turns(NamedTuple):
    """
    Attributes:
        number: how many turns a loop has.
        way: of those in which it may come nearer to its end, the one in which it does; 0 of one that counts numbers.
    """

    number: int
    way: int = 0


class Loops:
    """Those of one run.

    Args:
        shares: by place, of the loops that are left earlier, after which part of their way; turns: that they have.
    """

    def __init__(self, shares: Mapping[int, float], turns: Mapping[int, Turns]) -> None:
        self._shares = {place: share for place, share in shares.items() if share < 1.0}
        self._known = turns
        # By place, in the order in which they began; None of those of which that is not known.
        self._turns: dict[int, Turns | None] = {}
        self._numbers: dict[int, Turns] = {}
        # By place of a ``while`` loop, the turns after which it ended each time.
        self._ends: dict[int, list[int]] = {}

    def driving(self, known: Collection[int]) -> tuple[int, Turns] | None:
        """The first loop of many turns that is not known."""
        for place, turns in self._turns.items():
            if turns is not None and place not in known and turns.number >= MANY:
                return place, turns
        return None

    def numbers(self, known: Collection[int], turns: int | None = None) -> dict[int, Turns]:
        """Those that are not known and may say how often a loop goes round: one of so many turns, or any."""
        return {
            place: of
            for place, of in self._numbers.items()
            if place not in known and of.number >= MANY and (turns is None or abs(of.number - turns) <= _NEAR)
        }

    def went_round(self, number: int) -> bool:
        """Whether a loop has about as many turns."""
        return any(turns is not None and abs(turns.number - number) <= _NEAR for turns in self._turns.values())

    @property
    def are_as_known(self) -> bool:
        """Whether all that were left earlier would have had as many turns as is known of them."""
        return all(self._is_as_known(place, share) for place, share in self._shares.items())

    def _is_as_known(self, place: int, share: float) -> bool:
        number, ends = self._known[place].number, self._ends.get(place)
        if ends is None:
            counted = self._turns.get(place) or self._numbers.get(place)
            return counted is None or abs(counted.number - number) <= _NEAR + _OFF * number
        if not ends:
            # It ended in another way before, as often as it began.
            return False
        expected = share * number
        return abs(sum(ends) / len(ends) - expected) <= _NEAR + _OFF * expected + _BY_CHANCE * math.sqrt(expected)

    def until(self, place: int, test: Evaluated, clocks: Sequence[Clock]) -> Evaluated:
        """What a ``while`` loop asks instead of its test.

        Args:
            clocks: that may tell how near it is to its end.
        """
        self._turns.setdefault(place, None)
        way = _Way(place, test, clocks, self._turns, self._ends.setdefault(place, []))
        if place in self._shares:
            way.leave_after(self._shares[place], self._known[place].way)
        return way.goes_on

    def number(self, place: int, number: Any) -> Any:
        """A whole number made of others, which may say how often a loop goes round."""
        if type(number) is not int or not 0 < number <= _MOST:
            return number
        self._numbers[place] = Turns(number)
        return self._part(place, number)

    def counted(self, place: int, numbers: Any) -> Any:
        """A range that a loop goes through."""
        if type(numbers) is not range or not numbers or abs(numbers[-1] - numbers[0]) > _MOST:
            return numbers
        self._count(place, len(numbers))
        return numbers[: self._part(place, len(numbers))]

    def stepped(self, place: int, start: Any, stop: Any, step: Any) -> tuple[Any, Any, Any]:
        """What ``arange`` is given."""
        first, last, by = map(plain_number, (start, stop, step))
        if first is None or last is None or not by or not 0.0 < (last - first) / by <= _MOST:
            return start, stop, step
        count = math.ceil((last - first) / by)
        self._count(place, count)
        if type(start) is type(stop) is type(step) is int:
            # Of whole bounds are whole numbers.
            part = self._part(place, count)
            return start, stop if part == count else start + part * step, step
        return start, self._nearer(place, start, stop), step

    def spaced(self, place: int, start: Any, stop: Any, count: Any) -> tuple[Any, Any, Any]:
        """What ``linspace`` is given: the distance of two points stays."""
        are_numbers = plain_number(start) is not None and plain_number(stop) is not None
        if not are_numbers or type(count) is not int or not 0 < count <= _MOST:
            return start, stop, count
        self._count(place, count)
        return start, self._nearer(place, start, stop), self._part(place, count)

    def _count(self, place: int, number: int) -> None:
        """Of a loop that begins several times, the most."""
        before = self._turns.get(place)
        self._turns[place] = Turns(number if before is None else max(number, before.number))

    def _part(self, place: int, count: int) -> int:
        share = self._shares.get(place)
        return count if share is None else max(1, round(share * count))

    def _nearer(self, place: int, start: Any, stop: Any) -> Any:
        share = self._shares.get(place)
        return stop if share is None else start + share * (stop - start)


class _Way:
    """That of one loop, from its start to its end.

    Args:
        turns: gets how many it has; ends: after how many it ended; others as of `Loops`.
    """

    def __init__(
        self, place: int, test: Evaluated, clocks: Sequence[Clock], turns: dict[int, Turns | None], ends: list[int]
    ) -> None:
        self._place, self._test, self._clocks, self._turns, self._ends = place, test, clocks, turns, ends
        self._share, self._way = math.inf, 0
        self._done = 0
        self._starts: list[float | None] = [None] * (_WAYS * len(clocks))
        self._guesses = [math.inf] * len(self._starts)

    def leave_after(self, share: float, way: int) -> None:
        """Ends it by the clock of a way after a part of that."""
        self._share, self._way = share, way

    def goes_on(self, frame: Any) -> Any:
        """Whether there is another turn."""
        found = self._test(frame)
        if not found:
            self._ends.append(self._done)
            return found
        if self._done < _SET:
            # Where the first turn sets a clock, it starts after that.
            now = self._positions(frame)
            self._starts = [one if start is None else start for start, one in zip(self._starts, now, strict=True)]
        elif self._share < math.inf and self._gone(self._way, self._position(frame, self._way)) >= self._share:
            self._ends.append(self._done)
            return False
        elif self._done >= _SOON and self._done & (self._done - 1) == 0:
            self._guess(self._positions(frame))
        self._done += 1
        return found

    def _positions(self, frame: Any) -> list[float | None]:
        return [self._position(frame, way) for way in range(len(self._starts))]

    def _position(self, frame: Any, way: int) -> float | None:
        """How far it is from its end, by a clock: as a difference, or as the logarithm of a quotient."""
        clock, is_quotient = self._clocks[way // _WAYS], way % _WAYS
        above, below = clock.above(frame), clock.below(frame)
        if above is None or below is None:
            return None
        if not is_quotient:
            return above - below
        if above > 0.0 and below > 0.0:
            return math.log(above) - math.log(below)
        return math.log(-below) - math.log(-above) if above < 0.0 and below < 0.0 else None

    def _gone(self, way: int, now: float | None) -> float:
        """Which part of a way it has gone."""
        start = self._starts[way]
        return 0.0 if start is None or now is None or not start > 0.0 else (start - now) / start

    def _guess(self, positions: Sequence[float | None]) -> None:
        """How many turns it has, by the clock that ends it first: each goes in the way that is the steadier one.

        Where it may end before in a way of which nobody knows how often it goes round then, that is not known.
        """
        gone = list(map(self._gone, range(len(positions)), positions))
        guesses = [self._done / part if self._done / _MOST < part < math.inf else math.inf for part in gone]
        swings = [_swing(*both) for both in zip(guesses, self._guesses, strict=True)]
        self._guesses = guesses
        steadier = [min(way, way + 1, key=swings.__getitem__) for way in range(0, len(swings), _WAYS)]
        ways = [way for way in steadier if swings[way] <= _STEADY]
        first = min(ways, key=guesses.__getitem__, default=None)
        if first is not None:
            is_known = self._clocks[first // _WAYS].is_end
            self._turns[self._place] = Turns(math.ceil(guesses[first]), first) if is_known else None


def _swing(guess: float, before: float) -> float:
    """By how many binary orders two guesses differ."""
    return abs(math.log2(guess / before)) if max(guess, before) < math.inf else math.inf


def plain_number(value: Any) -> float | None:
    """A number that is one of Python's or NumPy's own; None of anything else, and of one that has no end."""
    if type(value) not in _PLAIN or (type(value) is int and abs(value) > _LARGEST):
        return None
    return float(value) if math.isfinite(value) else None
