"""Loops that go round as often whatever a workload's sizes are, and that small runs leave earlier: those whose end is
told by numbers that are no sizes, ``while t < 10.0: t += 0.001`` or ``range(int(t_end / dt))``.

Their end is moved towards their start, so that they do what a simulation of less time does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, Final, NamedTuple

from perfcast.trial.interpreter.stops import Stop

#: Of fewer turns no small run need leave any out.
MANY: Final = 50
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

Evaluated = Callable[[Any], Any]
#: Two sides of a comparison that a loop ends by.
Clock = tuple[Evaluated, Evaluated]


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
        shares: by place, of the loops that are left earlier, after which part of their way; ways: in which they go.
    """

    def __init__(self, shares: Mapping[int, float], ways: Mapping[int, int]) -> None:
        self._shares, self._ways = shares, ways
        # By place, in the order in which they began; None of those of which that is not known.
        self._turns: dict[int, Turns | None] = {}
        self._numbers: dict[int, Turns] = {}

    def driving(self, known: Container[int]) -> dict[int, Turns]:
        """Of the first loop of many turns that is not known, or of the numbers that say how many it has; where there is
        none, all such numbers: it may be too large what is made of them."""
        for place, turns in self._turns.items():
            if turns is None or place in known or turns.number < MANY:
                continue
            told = {
                number: of
                for number, of in self._numbers.items()
                if abs(of.number - turns.number) <= _NEAR and number not in known
            }
            return told or {place: turns}
        return {place: of for place, of in self._numbers.items() if of.number >= MANY and place not in known}

    def until(self, place: int, test: Evaluated, clocks: Sequence[Clock]) -> Evaluated:
        """What a ``while`` loop asks instead of its test.

        Args:
            clocks: that may tell how near it is to its end.
        """
        self._turns.setdefault(place, None)
        return _Way(place, test, clocks, self._turns, self._shares.get(place), self._ways.get(place, 0)).goes_on

    def number(self, place: int, number: Any) -> Any:
        """A whole number made of others, which may say how often a loop goes round."""
        if type(number) is not int:
            return number
        self._numbers[place] = Turns(number)
        return self._part(place, number)

    def counted(self, place: int, numbers: Any) -> Any:
        """A range that something goes through."""
        if type(numbers) is not range:
            return numbers
        self._turns[place] = Turns(len(numbers))
        return numbers[: self._part(place, len(numbers))]

    def stepped(self, place: int, start: Any, stop: Any, step: Any) -> tuple[Any, Any, Any]:
        """What ``arange`` is given."""
        if not all(map(_is_number, (start, stop, step))) or not step:
            return start, stop, step
        count = math.ceil((stop - start) / step)
        self._turns[place] = Turns(count)
        return start, self._nearer(place, start, stop), step

    def spaced(self, place: int, start: Any, stop: Any, count: Any) -> tuple[Any, Any, Any]:
        """What ``linspace`` is given: the distance of two points stays."""
        if not all(map(_is_number, (start, stop))) or type(count) is not int:
            return start, stop, count
        self._turns[place] = Turns(count)
        return start, self._nearer(place, start, stop), self._part(place, count)

    def _part(self, place: int, count: int) -> int:
        share = self._shares.get(place)
        return count if share is None or count < 1 else max(1, round(share * count))

    def _nearer(self, place: int, start: Any, stop: Any) -> Any:
        share = self._shares.get(place)
        return stop if share is None else start + share * (stop - start)


class _Way:
    """That of one loop, from its start to its end.

    Args:
        turns: gets how many it has; others as of `Loops`.
    """

    def __init__(
        self,
        place: int,
        test: Evaluated,
        clocks: Sequence[Clock],
        turns: dict[int, Turns | None],
        share: float | None,
        way: int,
    ) -> None:
        self._place, self._test, self._clocks, self._turns = place, test, clocks, turns
        self._share, self._way = share, way
        self._done = 0
        self._starts: list[float | None] = []
        self._guesses: list[float] = []

    def goes_on(self, frame: Any) -> Any:
        """Whether there is another turn."""
        found = self._test(frame)
        if not found:
            return found
        if self._done < _SET:
            self._begin(self._positions(frame))
        elif self._share is not None and self._gone(self._positions(frame), self._way) >= self._share:
            return False
        elif self._done >= _SOON and self._done & (self._done - 1) == 0:
            self._guess(self._positions(frame))
        self._done += 1
        return True

    def _begin(self, positions: Sequence[float | None]) -> None:
        """Where it starts; where the first turn sets a clock, that is after it."""
        if not self._done:
            self._starts, self._guesses = list(positions), [math.inf] * len(positions)
        self._starts = [now if start is None else start for start, now in zip(self._starts, positions, strict=True)]

    def _positions(self, frame: Any) -> list[float | None]:
        """How far it is from its end, by each clock: as a difference, and as the logarithm of a quotient."""
        found: list[float | None] = []
        for left, right in self._clocks:
            try:
                one, other = left(frame), right(frame)
            except (Stop, Exception):
                # A name that the first turn binds.
                one = other = None
            are_numbers = _is_number(one) and _is_number(other)
            found.append(one - other if are_numbers else None)
            found.append(math.log(one / other) if are_numbers and one > 0 and other > 0 else None)
        return found

    def _gone(self, positions: Sequence[float | None], way: int) -> float:
        """Which part of a way it has gone."""
        start, now = self._starts[way], positions[way]
        return 0.0 if start is None or now is None or not start else (start - now) / start

    def _guess(self, positions: Sequence[float | None]) -> None:
        """How many turns it has, by the clock that ends it first: each goes in the way that is the steadier one."""
        gone = [self._gone(positions, way) for way in range(len(self._starts))]
        guesses = [self._done / part if 0.0 < part < math.inf else math.inf for part in gone]
        swings = [_swing(*both) for both in zip(guesses, self._guesses, strict=True)]
        steadier = [min(way, way + 1, key=swings.__getitem__) for way in range(0, len(swings), _WAYS)]
        ways = [way for way in steadier if swings[way] <= _STEADY]
        if ways:
            first = min(ways, key=guesses.__getitem__)
            self._turns[self._place] = Turns(math.ceil(guesses[first]), first)
        self._guesses = guesses


def _swing(guess: float, before: float) -> float:
    """By how many binary orders two guesses differ."""
    return abs(math.log2(guess / before)) if max(guess, before) < math.inf else math.inf


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)
