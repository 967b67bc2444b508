"""Loops whose iterations cost the same: after a few of them, the others are charged as the last one was.

Of what trains a network, say, so many times over, a run of all turns would take long and tell no more than one of a
few. That is done where nothing else shows what a call costs, for turns would put other values into lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine

#: Turns that are always gone through; the first one prepares what the others use.
_FIRST: Final = 2
#: By what part turns that are alike differ: batches may be of several lengths, and what grows with each turn, as what
#: a text is continued with, differs little from one to the next.
_ALIKE: Final = 0.1
_THE_SAME: Final = 0.001
#: The part of what a run may spend that all turns of one loop may take.
_SHARE: Final = 1 / 64
#: What is counted and adds up; the first ones are nanoseconds.
_ADDED_UP: Final = ("syntax", "native", "array_calls", "array_work", "calls", "allocated")
_OF_TIME: Final = 4

_NONE, _LOADERS, _ALL = range(3)
_short = ContextVar("whose turns are left out", default=_NONE)


@contextmanager
def cut_short(*, loaders_alone: bool = False) -> Iterator[None]:
    """Turns are left out of loops that are begun within.

    Args:
        loaders_alone: of those alone that go through batches of data.
    """
    token = _short.set(_LOADERS if loaders_alone else _ALL)
    try:
        yield
    finally:
        _short.reset(token)


def are_cut_short() -> bool:
    """Whether turns are left out of all loops now."""
    return _short.get() == _ALL


def counted(machine: Machine, numbers: range) -> Iterator[int]:
    """What a loop over numbers goes through."""
    return some(machine, numbers, _THE_SAME) if are_cut_short() else iter(numbers)


def some(machine: Machine, elements: Sequence[Any], alike: float = _ALIKE) -> Iterator[Any]:
    """What a loop over data goes through: all, or the first ones and the last where those between would be alike."""
    last = len(elements) - 1
    if _short.get() == _NONE:
        yield from elements
        return
    before: _Turn | None = None
    for place, element in enumerate(elements):
        turn = _Turn(machine)
        yield element
        turn.end()
        left = last - place - 1
        if (
            place >= _FIRST - 1
            and left > 0
            and turn.is_like(before, alike)
            and turn.spent * left > _SHARE * machine.limit
        ):
            turn.repeat(left)
            yield elements[last]
            return
        before = turn


class _Turn:
    """What one turn of a loop takes.

    Attributes:
        spent: of the run's allowance.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._costs = self._costs_now
        self._kept = self._kept_now
        self.spent = machine.spent

    @property
    def _costs_now(self) -> list[float]:
        return [getattr(self._machine.counts, name) for name in _ADDED_UP]

    @property
    def _kept_now(self) -> int:
        live = self._machine.live
        return 0 if live is None else live.nbytes

    @property
    def _time(self) -> float:
        return sum(self._costs[:_OF_TIME])

    def end(self) -> None:
        """It is over."""
        self.spent = self._machine.spent - self.spent
        self._costs = [now - before for now, before in zip(self._costs_now, self._costs, strict=True)]
        self._kept = self._kept_now - self._kept

    def is_like(self, other: _Turn | None, part: float) -> bool:
        """Whether another one took as long but for such a part."""
        return other is not None and abs(other._time - self._time) <= part * self._time

    def repeat(self, times: int) -> None:
        """Pays for as many more; what each keeps of tensors is there until the function under way ends."""
        counts = self._machine.counts
        for name, cost in zip(_ADDED_UP, self._costs, strict=True):
            setattr(counts, name, getattr(counts, name) + type(getattr(counts, name))(cost * times))
        self._machine.hold_aside(max(0, self._kept) * times)
