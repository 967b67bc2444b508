"""What SciPy's functions cost: taken from short runs of SciPy 1.17 on one core."""

from __future__ import annotations

from typing import Final, NamedTuple


class Price(NamedTuple):
    """Of a function.

    Attributes:
        call: microseconds of calling it.
        cell: nanoseconds of each element of what it is given.
        step: nanoseconds of each step, see `perfcast.trial.scientific.calling.Native`.
        aside: bytes that it takes besides its result for each element of it, or of what it is given.
    """

    call: float
    cell: float = 0.0
    step: float = 0.0
    aside: float = 0.0


#: A function that is not named below.
OTHER: Final = Price(20, 5, 0, 8)
#: A distribution with a place and a scale of its own, and its bytes.
FROZEN: Final = Price(300, aside=8_000)
PRICES: Final[dict[str, Price]] = {}
