"""What compressing bytes with ``zlib`` costs."""

from __future__ import annotations

from collections import Counter
from typing import Final

from perfcast.trial.interpreter.accounting.prices import DEFLATED, DEFLATED_TO, LOOKED_BACK, MOST_LOOKED_BACK

#: Bytes that it looks back over, and bytes in a row that have to be alike.
_WINDOW: Final = 32_768
_ALIKE: Final = 3


def deflating(data: bytes | bytearray, left: int) -> float:
    """Nanoseconds.

    Args:
        left: bytes that come of it.
    """
    looked_back = LOOKED_BACK * min(MOST_LOOKED_BACK, _places(data[:_WINDOW], is_full=len(data) > _WINDOW))
    return DEFLATED * len(data) + (DEFLATED_TO + looked_back) * left


def _places(data: bytes | bytearray, *, is_full: bool) -> float:
    """At how many earlier ones the same bytes are as at a place, on average."""
    if len(data) < _ALIKE:
        return 0.0
    times = Counter(zip(*(data[begin:] for begin in range(_ALIKE)), strict=False))
    # Where all are looked back over, as many lie before each as there are; else half as many.
    return sum(number * (number - 1) for number in times.values()) / len(data) / (1 if is_full else 2)
