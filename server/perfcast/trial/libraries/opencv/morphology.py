"""Morphology, and connected components."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.filters import lines
from perfcast.trial.libraries.opencv.function_calls import Array, Work, error
from perfcast.trial.libraries.opencv.windows import grey, picture

#: Nanoseconds of an element: of a rectangle by its width, of others by the elements within; of more bytes more.
_RECTANGLE: Final = 0.08
_RECTANGLE_WIDTH: Final = 0.022
_OTHERS: Final = 0.02
_OPEN, _CLOSE, _GRADIENT, _TOPHAT, _BLACKHAT = range(2, 7)
_BYTE: Final = 0.03
#: Of a place of a part, and of one that is not of any.
_PART: Final = 3.6
_STATISTICS: Final = 2.0
#: Nanoseconds of a place's distance to the next that is zero, in its parts.
_DISTANCE: Final = {3: 3.0, 5: 4.5, 0: 9.0}
_ROUND_HERE: Final = 600.0
_ROUNDS: Final = 200


def _element(work: Work, shape: Any, ksize: Any, anchor: Any = None) -> Any:
    width, height = (int(one) for one in ksize)
    found = np.zeros((height, width), dtype=np.uint8)
    if shape == 0:
        found[:] = 1
    elif shape == 1:
        found[height // 2] = found[:, width // 2] = 1
    elif shape == 2:
        radius, middle = height // 2, width // 2
        for row in range(height):
            away = row - radius
            if abs(away) <= radius:
                reach = round(middle * np.sqrt((radius * radius - away * away) / (radius * radius))) if radius else 0
                found[row, max(middle - reach, 0) : middle + reach + 1] = 1
    else:
        raise Unsupported("an element of another shape")
    return found


def _mask(kernel: Any) -> Array:
    if kernel is None:
        return np.ones((3, 3), dtype=np.uint8)
    found = np.asarray(kernel)
    if found.ndim not in {1, 2} or not found.size:
        raise error("a kernel of two dimensions is expected")
    return found if found.ndim == 2 else found[:, None]


def _changed(work: Work, image: Array, kernel: Array, iterations: int, *, is_thicker: bool) -> Array:
    """The largest, or the smallest, within a window around each place."""
    image = picture(image)
    is_full = bool(kernel.all())
    if is_full and iterations > 1 and all(length % 2 for length in kernel.shape):
        # Several turns with a rectangle are one with a larger one.
        kernel = np.ones([1 + iterations * (length - 1) for length in kernel.shape], dtype=np.uint8)
        iterations = 1
    high, wide = kernel.shape
    used = int(np.count_nonzero(kernel))
    price = _RECTANGLE + _RECTANGLE_WIDTH * (high + wide) / 2 if is_full else _RECTANGLE + _OTHERS * used
    work.takes(image.size * iterations, price * image.itemsize, float((high + wide) if is_full else used))
    lines(work, image, wide, high)
    choose = np.maximum if is_thicker else np.minimum
    beyond = _least(image.dtype) if is_thicker else _most(image.dtype)
    for _ in range(iterations):
        image = _over(image, kernel, choose, beyond) if not is_full else _over_lines(image, kernel, choose, beyond)
    return image


def _least(kind: Any) -> Any:
    return np.iinfo(kind).min if kind.kind in "iu" else -np.inf


def _most(kind: Any) -> Any:
    return np.iinfo(kind).max if kind.kind in "iu" else np.inf


def _over_lines(image: Array, kernel: Array, choose: Any, beyond: Any) -> Array:
    for axis in (0, 1):
        length = kernel.shape[axis]
        wide = [(0, 0)] * image.ndim
        wide[axis] = (length // 2, (length - 1) // 2)
        source = np.moveaxis(np.pad(image, wide, constant_values=beyond), axis, 0)
        count = image.shape[axis]
        found = source[:count].copy()
        for place in range(1, length):
            choose(found, source[place : place + count], out=found)
        image = np.moveaxis(found, 0, axis)
    return image


def _over(image: Array, kernel: Array, choose: Any, beyond: Any) -> Array:
    high, wide = kernel.shape
    around = [(high // 2, (high - 1) // 2), (wide // 2, (wide - 1) // 2)] + [(0, 0)] * (image.ndim - 2)
    source = np.pad(image, around, constant_values=beyond)
    height, width = image.shape[:2]
    found = np.full(image.shape, beyond, dtype=image.dtype)
    for row, column in zip(*np.nonzero(kernel), strict=True):
        choose(found, source[row : row + height, column : column + width], out=found)
    return found


def _one_way(*, is_thicker: bool) -> Any:
    def run(
        work: Work,
        src: Any,
        kernel: Any,
        dst: Any = None,
        anchor: Any = (-1, -1),
        iterations: Any = 1,
        borderType: Any = 0,
        borderValue: Any = None,
    ) -> Any:
        return _changed(work, src, _mask(kernel), int(iterations), is_thicker=is_thicker)

    return run


def _both_ways(
    work: Work,
    src: Any,
    op: Any,
    kernel: Any,
    dst: Any = None,
    anchor: Any = (-1, -1),
    iterations: Any = 1,
    borderType: Any = 0,
    borderValue: Any = None,
) -> Any:
    image, element, times = picture(src), _mask(kernel), int(iterations)
    if op in {0, 1}:
        return _changed(work, image, element, times, is_thicker=op == 1)
    if op not in range(_OPEN, _BLACKHAT + 1):
        raise Unsupported("another change of shapes")
    first = op in {_CLOSE, _BLACKHAT, _GRADIENT}
    work.holds(image.nbytes if op >= _GRADIENT else 0)
    once = _changed(work, image, element, times, is_thicker=first)
    if op == _GRADIENT:
        work.takes(image.size, _BYTE)
        return once - _changed(work, image, element, times, is_thicker=False)
    twice = _changed(work, once, element, times, is_thicker=not first)
    if op in {_OPEN, _CLOSE}:
        return twice
    work.takes(image.size, _BYTE)
    return image - twice if op == _TOPHAT else twice - image


def labelled(mask: Array, near: int = 8) -> tuple[Array, int]:
    """The number of the part that each place belongs to, and how many parts there are, what is in none included."""
    own = np.where(mask, np.arange(1, mask.size + 1).reshape(mask.shape), 0)
    for _ in range(_ROUNDS):
        new = own
        source = np.pad(own, 1)
        height, width = own.shape
        for row in range(3):
            for column in range(3):
                if near == 8 or 1 in {row, column}:
                    new = np.maximum(new, source[row : row + height, column : column + width])
        new = np.where(mask, new, 0)
        flat = np.r_[0, new.ravel()]
        # Each goes as far as that which it knows of, at once.
        new = np.where(mask, flat[flat[new]], 0)
        if (new == own).all():
            break
        own = new
    names, first, inverse = np.unique(own, return_index=True, return_inverse=True)
    order = np.argsort(np.where(names > 0, first, -1), kind="stable")
    numbers = np.empty(len(names), dtype=np.int32)
    shift = 0 if names[0] == 0 else 1
    numbers[order] = np.arange(shift, len(names) + shift)
    return numbers[inverse].reshape(mask.shape), len(names) + shift


def _parts(work: Work, image: Any, labels: Any = None, connectivity: Any = 8, ltype: Any = 4) -> Any:
    mask = grey(image) != 0
    work.takes(mask.size, _PART, _ROUND_HERE)
    work.holds(mask.size)
    found, count = labelled(mask, int(connectivity))
    return count, found


def _told_parts(
    work: Work,
    image: Any,
    labels: Any = None,
    stats: Any = None,
    centroids: Any = None,
    connectivity: Any = 8,
    ltype: Any = 4,
) -> Any:
    count, found = _parts(work, image, None, connectivity, ltype)
    work.takes(found.size, _STATISTICS, 60.0)
    flat = found.ravel()
    rows, columns = np.divmod(np.arange(flat.size), found.shape[1])
    areas = np.bincount(flat, minlength=count)
    told = np.zeros((count, 5), dtype=np.int32)
    middles = np.zeros((count, 2))
    for place, values in ((0, columns), (1, rows)):
        low, high = np.full(count, flat.size), np.full(count, -1)
        np.minimum.at(low, flat, values)
        np.maximum.at(high, flat, values)
        told[:, place], told[:, 2 + place] = np.where(areas, low, 0), np.where(areas, high - low + 1, 0)
        middles[:, place] = np.bincount(flat, weights=values, minlength=count) / np.maximum(areas, 1)
    told[:, 4] = areas
    return count, found, told, middles


def _distances(
    work: Work, src: Any, distanceType: Any, maskSize: Any, dst: Any = None, dstType: Any = 5
) -> Any:  # fmt: skip
    """Steps to all sides are about as long as the ways that they are taken for."""
    mask = grey(src) != 0
    work.takes(mask.size, _DISTANCE.get(int(maskSize), 4.5), 300.0)
    work.holds(4.0 * mask.size)
    found = np.zeros(mask.shape, dtype=np.float32)
    left = mask
    for _ in range(_ROUNDS):
        if not left.any():
            break
        found += left
        source = np.pad(left, 1, constant_values=True)
        left = left & source[:-2, 1:-1] & source[2:, 1:-1] & source[1:-1, :-2] & source[1:-1, 2:]
    return found


FUNCTIONS: Final = {
    "getStructuringElement": _element,
    "erode": _one_way(is_thicker=False),
    "dilate": _one_way(is_thicker=True),
    "morphologyEx": _both_ways,
    "connectedComponents": _parts,
    "connectedComponentsWithStats": _told_parts,
    "distanceTransform": _distances,
}
