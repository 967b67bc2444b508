"""``resize`` and the halves and doubles of pyramids."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.function_calls import MANY, MOST_ELEMENTS, Array, Work, error
from perfcast.trial.libraries.opencv.windows import channels, picture, real, saturated, weighed

_NEAREST, _LINEAR, _CUBIC, _AREA, _LANCZOS = range(5)
#: Those that differ in roundings alone: of the nearest, by half an element.
_ALIKE: Final = {5: _LINEAR, 6: _NEAREST}
_FROM_THE_MIDDLE: Final = 6
#: Nanoseconds of an element of the result, of a byte and of a number with a fraction.
_PRICES: Final = {_NEAREST: (0.4, 0.5), _LINEAR: (0.32, 0.35), _CUBIC: (0.9, 0.8), _LANCZOS: (5.5, 2.2)}
#: The same of making it half as large, which has a way of its own.
_HALVED: Final = (0.25, 0.9)
#: Of an element of what is given, where areas of it are brought together.
_AREA_PRICES: Final = (1.5, 1.4)
_CUBIC_SHARE: Final = -0.75
_PYRAMID: Final = np.array([1, 4, 6, 4, 1]) / 16


def _resized(
    work: Work,
    src: Any,
    dsize: Any,
    dst: Any = None,
    fx: Any = 0.0,
    fy: Any = 0.0,
    interpolation: Any = _LINEAR,
) -> Any:
    image = picture(src)
    height, width = image.shape[:2]
    if dsize is not None and any(dsize):
        columns, rows = (int(one) for one in dsize)
    else:
        columns, rows = round(width * float(fx)), round(height * float(fy))
    if columns <= 0 or rows <= 0:
        raise error("(-215:Assertion failed) inv_scale_x > 0 in function 'resize'")
    way = _ALIKE.get(interpolation, interpolation)
    if way not in {*_PRICES, _AREA}:
        raise Unsupported("another interpolation")
    size = rows * columns * channels(image)
    if size > MOST_ELEMENTS:
        raise Unsupported("arrays too large")
    if (rows, columns) == (height, width):
        work.takes(size, 0.025)
        return image.copy()
    _pay(work, image, way, (rows, columns))
    if way == _NEAREST or size > MANY:
        half = 0.5 if interpolation == _FROM_THE_MIDDLE else 0.0
        down = ((np.arange(rows) + half) * (height / rows)).astype(np.int64)
        across = ((np.arange(columns) + half) * (width / columns)).astype(np.int64)
        return image[np.minimum(down, height - 1)[:, None], np.minimum(across, width - 1)]
    if way == _AREA and rows <= height and columns <= width:
        return saturated(averaged(averaged(real(image), rows, 0), columns, 1), image.dtype)
    way = _LINEAR if way == _AREA else way
    return saturated(_between(_between(real(image), columns, 1, way), rows, 0, way), image.dtype)


def _pay(work: Work, image: Array, way: int, shape: tuple[int, int]) -> None:
    rows, columns = shape
    place = int(image.dtype.kind == "f")
    size = rows * columns * channels(image)
    is_half = (2 * rows, 2 * columns) == image.shape[:2]
    # Tables of places and weights, and a few rows of the result.
    work.holds(8.0 * (rows + columns) + (4.0 * columns * channels(image) * 4 if way != _NEAREST else 0.0))
    if is_half and way in {_LINEAR, _AREA}:
        work.takes(size, _HALVED[place])
    elif way == _AREA and rows <= image.shape[0] and columns <= image.shape[1]:
        work.takes(image.size, _AREA_PRICES[place])
    else:
        work.takes(size, _PRICES[_LINEAR if way == _AREA else way][place])


def averaged(values: Array, count: int, axis: int) -> Array:
    """Of as many equal parts along an axis, the mean of each."""
    length = values.shape[axis]
    sums = np.zeros((length + 1, *np.moveaxis(values, axis, 0).shape[1:]))
    np.cumsum(np.moveaxis(values, axis, 0), axis=0, dtype=np.float64, out=sums[1:])
    edges = np.arange(count + 1) * (length / count)
    whole = np.minimum(edges.astype(np.int64), length - 1)
    share = (edges - whole).reshape(-1, *(1,) * (sums.ndim - 1))
    upto = sums[whole] * (1 - share) + sums[whole + 1] * share
    return np.moveaxis(np.diff(upto, axis=0) * (count / length), 0, axis)


def _between(values: Array, count: int, axis: int, way: int) -> Array:
    length = values.shape[axis]
    places = (np.arange(count) + 0.5) * (length / count) - 0.5
    first = np.floor(places).astype(np.int64)
    weights = _weights(places - first, way)
    start = 1 - len(weights) // 2
    found: Any = 0.0
    for step, weight in enumerate(weights):
        near = np.take(values, np.clip(first + start + step, 0, length - 1), axis=axis)
        shape = [1] * values.ndim
        shape[axis] = count
        found = found + near * weight.reshape(shape).astype(values.dtype)
    return np.asarray(found)


def _weights(share: Array, way: int) -> list[Array]:
    """Of the neighbours, by how far behind the first one a place is."""
    if way == _LINEAR:
        return [1 - share, share]
    if way == _CUBIC:
        away = [np.abs(share + 1 - step) for step in range(4)]
        return [
            np.where(
                one <= 1,
                ((_CUBIC_SHARE + 2) * one - (_CUBIC_SHARE + 3)) * one * one + 1,
                _CUBIC_SHARE * (((one - 5) * one + 8) * one - 4),
            )
            for one in away
        ]
    waves = [np.sinc(share + 3 - step) * np.sinc((share + 3 - step) / 4) for step in range(8)]
    whole = sum(waves)
    return [one / whole for one in waves]


def _smaller(work: Work, src: Any, dst: Any = None, dstsize: Any = None, borderType: Any = 4) -> Any:
    image = picture(src)
    columns, rows = dstsize or (math.ceil(image.shape[1] / 2), math.ceil(image.shape[0] / 2))
    found = weighed(image, _PYRAMID, _PYRAMID, borderType)[::2, ::2]
    work.holds(30.0 * columns * channels(image))
    if found.shape[:2] != (rows, columns):
        raise Unsupported("a pyramid of other lengths")
    return saturated(found, image.dtype)


def _larger(work: Work, src: Any, dst: Any = None, dstsize: Any = None, borderType: Any = 4) -> Any:
    image = picture(src)
    columns, rows = dstsize or (2 * image.shape[1], 2 * image.shape[0])
    if (rows, columns) != (2 * image.shape[0], 2 * image.shape[1]) or 4 * image.size > MOST_ELEMENTS:
        raise Unsupported("a pyramid of other lengths")
    spread = np.zeros((rows, columns, *image.shape[2:]), dtype=np.float32)
    spread[::2, ::2] = image
    work.holds(30.0 * columns * channels(image))
    return saturated(weighed(spread, 2 * _PYRAMID, 2 * _PYRAMID, borderType), image.dtype)


FUNCTIONS: Final = {"resize": _resized, "pyrDown": _smaller, "pyrUp": _larger}
