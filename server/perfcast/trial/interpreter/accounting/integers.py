"""Integers that are objects of their own: how many a run holds, and how many digits they have."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

#: Bits of a digit, and its bytes; digits that a number has room for anyway, and those that it has more on average than
#: its bits fill.
_DIGIT: Final = 30
_DIGIT_BYTES: Final = 4
_ROOM: Final = 2
_BEGUN: Final = 0.5
#: Numbers, or references to them, that tell how many more there are of a larger workload and what these are.
TELLING: Final = 64


class WholeNumbers(NamedTuple):
    """Those that are held at once, but for those that CPython shares.

    Attributes:
        objects: how many there are; repeated: references to them besides the first one of each; bits: of all of them.
    """

    objects: float = 0.0
    repeated: float = 0.0
    bits: float = 0.0

    @property
    def length(self) -> float:
        """Bits of one of them."""
        return self.bits / self.objects if self.objects else 0.0

    @property
    def digits_bytes(self) -> float:
        """Bytes of digits that they have no room for anyway."""
        return _DIGIT_BYTES * self.objects * max(0.0, self.length / _DIGIT + _BEGUN - _ROOM)

    @property
    def logarithms(self) -> tuple[float, float]:
        """log2(1 + objects) and log2(1 + bits)."""
        return math.log2(1.0 + self.objects), math.log2(1.0 + self.bits)

    @classmethod
    def of(cls, objects: float, bits: float) -> WholeNumbers:
        """Those of which these are the `logarithms`."""
        return cls(2.0**objects - 1.0, 0.0, 2.0**bits - 1.0)


NO_NUMBERS: Final = WholeNumbers()


def part_of_objects(runs: Sequence[WholeNumbers]) -> float:
    """Of references to whole numbers that CPython does not share, those to a number of their own: in a table that is
    filled from itself many are of one. By the largest of runs, small ones first, that has enough of them; else all."""
    for held in reversed(runs):
        if held.objects + held.repeated >= TELLING:
            return held.objects / (held.objects + held.repeated)
    return 1.0
