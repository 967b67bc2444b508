"""NumPy arrays as text: every element that is shown is written twice, in Python.

Medians of a sweep over sizes and types, of NumPy 2.3 on an AMD EPYC (family 25).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine

#: Elements of the largest array that is written down whole; of others, so many at each end of each axis.
_WHOLE: Final = 1_000
_EDGE: Final = 3
#: Nanoseconds of one without axes, which is written as its element is.
_ALONE: Final = 1_000.0
#: From where on floats are written with an exponent: the largest and the smallest one, and one against the other.
_LARGE, _SMALL, _APART = 1e8, 1e-4, 1e3


class Writing(NamedTuple):
    """What writing something down takes.

    Attributes:
        time: nanoseconds.
        beside: bytes that are held meanwhile, without the text that comes of it.
    """

    time: float
    beside: float


def pay_for_writing(machine: Machine, writing: Writing, text: str) -> str:
    """The text, with what writing it down takes paid for."""
    machine.schedules(writing.time)
    machine.briefly(int(writing.beside) + len(text))
    return text


class _Price(NamedTuple):
    """Nanoseconds of the call and of an element, and bytes beside: the least, with what a few elements add, or those of
    the parts that many numbers are taken apart into."""

    call: float
    element: float
    least: float
    few: float = 0.0
    many: float = 0.0


_OF_KIND: Final = {
    "f": _Price(22_000.0, 3_150.0, 5_900.0, 140.0, 265.0),
    "c": _Price(37_000.0, 5_500.0, 6_400.0, 140.0, 265.0),
    "i": _Price(21_500.0, 1_450.0, 4_950.0),
    "u": _Price(21_500.0, 1_450.0, 4_950.0),
    "b": _Price(8_500.0, 650.0, 4_700.0),
}
_OF_OTHERS: Final = _Price(10_000.0, 700.0, 4_700.0)
#: Bytes that the parts of many numbers begin above, and how many they are with exponents.
_BEGUN: Final = 4_500.0
_WITH_EXPONENT: Final = 435.0
#: Bytes of a text for each of its characters while it is put together.
_CHARACTER: Final = 2.4


def elements_shown(shape: Sequence[int]) -> int:
    """Elements of an array of that shape that are in its text; PyTorch shows as many of a tensor."""
    size = prod(shape)
    return size if size <= _WHOLE else prod(min(length, 2 * _EDGE) for length in shape)


def shown_of_axis(array: np.ndarray[Any, np.dtype[Any]], axis: int) -> int:
    """How many elements along an axis are in its text."""
    length: int = array.shape[axis]
    return length if array.size <= _WHOLE else min(length, 2 * _EDGE)


def needs_exponent(array: np.ndarray[Any, np.dtype[Any]]) -> bool:
    """Whether floats are so far apart, so large or so small that they are written with an exponent."""
    sizes = np.abs(array[np.isfinite(array) & (array != 0)])
    if not sizes.size:
        return False
    most, least = float(sizes.max()), float(sizes.min())
    return most >= _LARGE or least < _SMALL or most > _APART * least


def array_written(array: np.ndarray[Any, np.dtype[Any]], length: int = 0) -> Writing:
    """Of an array.

    Args:
        length: characters of the text, where that is known.
    """
    if not array.ndim:
        return Writing(_ALONE, 0.0)
    kind, count = array.dtype.kind, elements_shown(array.shape)
    price = _OF_KIND.get(kind, _OF_OTHERS)
    many = _WITH_EXPONENT if price.many and array.size <= _WHOLE and needs_exponent(array) else price.many
    parts = _BEGUN + many * count if many else 0.0
    beside = max(price.least + price.few * count, parts, _CHARACTER * length)
    return Writing(price.call + price.element * count, beside)
