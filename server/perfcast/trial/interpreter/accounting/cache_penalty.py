"""How much longer a call takes than its work says: a constant, and a share of its time, for cold caches."""

from __future__ import annotations

from typing import Final, NamedTuple

from perfcast.trial.interpreter.accounting.scattered_memory import time_among

#: Bytes of the copies that are made before a call is made with one of them, for each of the inputs' parts, and at most:
#: of larger inputs there are fewer copies.
_COPIES: Final = 2_000.0
_MOST_COPIES: Final = 1.5e8
#: What looking up what no call has looked up yet takes of what it takes where calls keep looking up others: the pages'
#: own tables are in no cache either.
_FIRST_TIME: Final = 3.0


class Longer(NamedTuple):
    """By how much a call takes longer.

    Attributes:
        by: nanoseconds, whatever it does; share: of the time that it takes otherwise; most: nanoseconds of that which
            count, for a longer call fills the caches itself.
        parts: of the inputs, of which there are copies; lookups: keys that are looked up among these.
    """

    by: float = 0.0
    share: float = 0.0
    most: float = 0.0
    parts: int = 0
    lookups: float = 0.0

    def after(self, work: float, parts: float) -> float:
        """Nanoseconds more, of a call that takes so many otherwise, and whose inputs have so many parts."""
        of_lookup = _FIRST_TIME * time_among(min(_COPIES * parts, _MOST_COPIES))
        return self.by + self.share * min(work, self.most) + of_lookup * self.lookups


NO_LONGER: Final = Longer()
