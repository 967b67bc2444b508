"""How long ago a run last executed an operation of a library: its code may have left the processor's caches."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import islice
from typing import Final

#: How much longer a call takes after so many other operations, as the processor has their code at hand by then; each
#: of the fewer adds the same share.
_COLD: Final = 0.7
_OTHERS: Final = 7
#: Microseconds of a call beyond which it consists of several operations itself, which others change nothing about.
_MOST: Final = 300.0


class Recent:
    """The operations of a run, those last called at the end.

    A unit is measured when it was called before, so that what an operation's first call comes after is all others that
    the run goes through: each new one makes the first calls of those before it dearer.
    """

    def __init__(self) -> None:
        self._called: dict[Hashable, None] = {}
        self._first = 0.0

    def takes(self, operation: Hashable, call: float) -> float:
        """What a call takes that takes so much where nothing else comes between, and what it adds to those before."""
        known = len(self._called)
        if operation in self._called:
            others = next(
                (place for place, one in enumerate(islice(reversed(self._called), _OTHERS)) if one == operation),
                _OTHERS,
            )
            del self._called[operation]
            self._called[operation] = None
            return call + min(call, _MOST) * _share(others)
        self._called[operation] = None
        added = self._first * (_share(known) - _share(known - 1)) if known else 0.0
        self._first += min(call, _MOST)
        return call + min(call, _MOST) * _share(known) + added


def _share(others: int) -> float:
    return _COLD * min(others, _OTHERS) / _OTHERS
