"""How much longer a call takes than its work says: a constant, and a share of its time, for cold caches."""

from __future__ import annotations

from typing import Final, NamedTuple


class Longer(NamedTuple):
    """By how much a call takes longer.

    Attributes:
        by: nanoseconds, whatever it does; share: of the time that it takes otherwise; most: nanoseconds of that which
            count, for a longer call fills the caches itself.
    """

    by: float = 0.0
    share: float = 0.0
    most: float = 0.0

    def after(self, work: float) -> float:
        """Nanoseconds more, of a call that takes so many otherwise."""
        return self.by + self.share * min(work, self.most)


NO_LONGER: Final = Longer()
