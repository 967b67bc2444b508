"""Buffers that NumPy 2 converts or aligns elements in, some thousands at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import log, prod
from typing import Any, Final

import numpy as np

#: Elements of a buffer at most.
BUFFER: Final = 8_192
#: Of going through operands of several shapes; of one operand as it is.
_ITERATOR: Final = 960
#: The same where none of them is gathered, and where operands of several axes are converted.
_BARE_ITERATOR: Final = 1_104
_SEVERAL_AXES: Final = 1_104
#: From so many bytes on an array is none of those in the cache.
_CACHED: Final = 1_024
_ONE: Final = 48
#: Of computing in a wider type than that of what is changed.
_NARROWED: Final = 1_200
#: Of a mask that names elements, of other places that are named, and of places without anything to convert, which are
#: gone through without more ado.
_MASK: Final = 260
_PLACES: Final = 3_000
#: Bytes of the array that a number is put into several places from, and of the view of these.
_AS_ARRAY: Final = 96
#: Bytes of a place.
_PLACE: Final = 8

#: What says how many of so many elements a buffer takes.
Buffered = Callable[[int], int]


def narrowing(array: Any, other: Any, buffered: Buffered) -> int:
    """While an array is changed where it is by what is of a wider type, of which what comes out becomes its own."""
    kind = np.result_type(array, other)
    return 0 if kind == array.dtype else _NARROWED + 2 * kind.itemsize * buffered(array.size)


def operating(operands: Sequence[Any], value: Any, buffered: Buffered) -> int:
    """While an elementwise function goes through operands, beside what it gives."""
    arrays = [operand for operand in operands if isinstance(operand, np.ndarray)]
    if not isinstance(value, np.ndarray) or not arrays:
        return 0
    kind = value.dtype if value.dtype != np.bool_ else np.result_type(*arrays)
    converted = [_converted(array, value.shape, kind, buffered) for array in arrays]
    if value.ndim > 1:
        found = sum(converted) + (_SEVERAL_AXES if any(converted) else 0)
    else:
        # What is converted at once is an array that comes from a cache of NumPy's if it is small.
        found = sum(size for size in converted if size >= _CACHED)
    whole = [array for array in arrays if array.shape == value.shape and array.size > 1]
    repeated = sum(array.size > 1 for array in arrays) - len(whole)
    order = _order(whole)
    gathered = repeated + sum(array.dtype == kind and not _is_even(array, order) for array in whole)
    if gathered and fits_twice(_innermost(value.shape, order), buffered):
        found += _ITERATOR + gathered * kind.itemsize * buffered(value.size)
    elif any(_is_apart(array, value.shape) for array in arrays):
        found += _BARE_ITERATOR
    return found + (_ONE if len(operands) == 1 else 0)


def _is_apart(array: Any, shape: tuple[int, ...]) -> bool:
    """Whether it is gone through by an iterator, though nothing of it is gathered: one element that has axes, or what
    lies at even distances, but not side by side."""
    if array.shape != shape:
        return bool(array.size == 1 and array.ndim)
    return array.ndim > 1 and not (array.flags.c_contiguous or array.flags.f_contiguous)


def fits_twice(row: int, buffered: Buffered) -> bool:
    """Whether a buffer takes two rows of the innermost axis: of longer ones each is gone through as it is."""
    share = log(max(2, buffered(BUFFER))) / log(BUFFER)
    return bool(row <= (BUFFER // 2) ** share)


def _innermost(shape: tuple[int, ...], order: Sequence[int]) -> int:
    return shape[order[0]] if order else max(shape[-1:], default=1)


def _order(arrays: Sequence[Any]) -> list[int]:
    """The axes from the innermost one on, as NumPy goes through several arrays: as the first one lies in memory."""
    if not arrays:
        return []
    steps, lengths = arrays[0].strides, arrays[0].shape
    axes = [axis for axis, length in enumerate(lengths) if length > 1]
    return sorted(axes, key=lambda axis: (abs(steps[axis]), -axis))


def _is_even(array: Any, order: Sequence[int]) -> bool:
    """Whether one step leads from each element to the next, in this order of its axes."""
    return all(array.strides[inner] * array.shape[inner] == array.strides[outer] for inner, outer in pairwise(order))


def _converted(array: Any, shape: tuple[int, ...], kind: Any, buffered: Buffered) -> int:
    """Of an operand of another type than what is computed with; what is repeated is converted at once."""
    if array.dtype == kind or array.dtype.kind in "cOSUMmV" or kind.kind not in "biufc":
        return 0
    return int(kind.itemsize * (buffered(array.size) if array.shape == shape else array.size))


def adding_up(array: Any, kind: Any, buffered: Buffered) -> int:
    """While an array is added up as numbers of another type."""
    return 0 if array.dtype == kind else int(kind.itemsize * buffered(array.size))


def gathering(array: Any, buffered: Buffered) -> int:
    """While all elements of an array are gone through that do not lie at even distances, as those of a part of a
    matrix: they are gathered."""
    is_even = _is_even(array, _order([array]))
    return 0 if is_even or array.dtype.hasobject else int(array.itemsize * buffered(array.size))


def choosing(operands: Sequence[Any], value: Any, buffered: Buffered) -> int:
    """While ``where`` chooses between operands."""
    arrays = [operand for operand in operands if isinstance(operand, np.ndarray)]
    return sum(_converted(array, value.shape, value.dtype, buffered) for array in arrays if array.ndim)


def multiplying(operands: Sequence[Any], value: Any, steps: float, buffered: Buffered) -> int:
    """While ``einsum`` goes through so many steps: where it converts one operand, it brings all of them into line."""
    arrays = [operand for operand in operands if isinstance(operand, np.ndarray)]
    kind = np.result_type(*arrays, value)
    if all(array.dtype == kind for array in arrays):
        return 0
    lined_up = sum(array.dtype != kind or array.size < steps for array in arrays)
    return int(lined_up * kind.itemsize * buffered(int(steps)))


def picking(array: Any, place: Any, buffered: Buffered) -> int:
    """While what a mask or other arrays of places name is copied, or put there; nothing for other places."""
    parts = place if isinstance(place, tuple) else (place,)
    named = [part for part in parts if isinstance(part, np.ndarray | list) and np.ndim(part)]
    if not named:
        return 0
    first = named[0]
    if len(parts) == 1 and isinstance(first, np.ndarray):
        if first.dtype == np.bool_ and first.ndim == array.ndim:
            # One that names none is not gone through.
            return _MASK if first.any() else 0
        if first.dtype == np.intp and array.ndim == 1 and first.flags.c_contiguous:
            return 0
    return _PLACES + _naming(named, buffered)


def storing(array: Any, place: Any, value: Any, buffered: Buffered) -> int:
    """While a value is put into the elements of a place, which are more than a single one."""
    parts = place if isinstance(place, tuple) else (place,)
    is_view = not any(isinstance(part, np.ndarray | list) for part in parts)
    arrays = (not isinstance(value, np.ndarray)) + is_view
    return picking(array, place, buffered) + _AS_ARRAY * arrays


def changing_at(place: Any, buffered: Buffered) -> int:
    """While what arrays of places name is changed there, by ``at`` of an elementwise function."""
    parts = place if isinstance(place, tuple) else (place,)
    named = [part for part in parts if isinstance(part, np.ndarray | list) and np.ndim(part)]
    return _naming(named, buffered) if named else 0


def _naming(named: Sequence[Any], buffered: Buffered) -> int:
    """Of places in arrays, masks and lists, as whole numbers of the width of one."""
    found = 0
    shape = np.broadcast_shapes(*(part.shape for part in named if isinstance(part, np.ndarray) and part.dtype != bool))
    for part in named:
        if not isinstance(part, np.ndarray):
            found += _PLACE * len(part)
        elif part.dtype == np.bool_:
            found += _PLACE * part.ndim * int(np.count_nonzero(part))
        elif part.dtype != np.intp or part.shape != shape:
            found += _PLACE * buffered(prod(shape))
    return found


def deleting(places: Any, size: int) -> int:
    """While ``delete`` leaves out places of so many elements: a mask, and the places where they come as a tuple."""
    if isinstance(places, int | np.integer | slice):
        return 0
    if not isinstance(places, tuple):
        return size
    return size + sum(int(part.nbytes) for part in places if isinstance(part, np.ndarray))
