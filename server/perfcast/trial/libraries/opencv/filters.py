"""Filters with windows."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.function_calls import MOST_ELEMENTS, Array, Work, error
from perfcast.trial.libraries.opencv.windows import (  # fmt: skip
    channels,
    colour,
    grey,
    kind_of,
    padded,
    picture,
    real,
    saturated,
    weighed,
    weighed_by,
)

#: Widths of a Gaussian's that have weights of their own.
_SMALL: Final = {
    1: (1.0,),
    3: (0.25, 0.5, 0.25),
    5: (0.0625, 0.25, 0.375, 0.25, 0.0625),
    7: (0.03125, 0.109375, 0.21875, 0.28125, 0.21875, 0.109375, 0.03125),
}
#: From so many weights on, OpenCV filters by way of Fourier's; nanoseconds of an element then, and bytes of blocks.
_BY_WAVES: Final = 130
_OF_WAVES: Final = 12.5
_WAVE_BYTES: Final = 630_000.0
#: The same of medians over more than 5 by 5, of a window's width.
_MEDIAN: Final = 26.0
_MEDIAN_WIDTH: Final = 0.4
_MOST_WIDTH: Final = 1_000


def sides(size: Any) -> tuple[int, int]:
    """Columns and rows of a window. Raises error for none."""
    if not isinstance(size, list | tuple | np.ndarray) or len(size) != 2:
        raise error("a size of two numbers is expected")
    across, down = int(size[0]), int(size[1])
    if max(across, down) > _MOST_WIDTH:
        raise Unsupported("a wide window")
    return across, down


def lines(work: Work, image: Array, across: int, down: int) -> None:
    """Pays for the bytes of a few rows that a filter keeps: as many as its window is high."""
    work.holds((image.shape[1] + across) * channels(image) * down * (4.0 if image.dtype.kind == "f" else 2.0))


def _of_width(image: Array, width: int) -> float:
    """Nanoseconds of an element by a Gaussian's width."""
    return 0.15 + 0.1 * width if image.dtype.kind == "f" else 0.03 + 0.075 * width + 0.0026 * width * width


def gaussian(width: int, sigma: float) -> Array:
    """Weights of so many elements."""
    if sigma <= 0:
        if width in _SMALL:
            return np.array(_SMALL[width])
        sigma = 0.3 * ((width - 1) * 0.5 - 1) + 0.8
    found = np.exp(-((np.arange(width) - (width - 1) / 2) ** 2) / (2 * sigma * sigma))
    return found / found.sum()  # type: ignore[no-any-return]


def _blurred(
    work: Work,
    src: Any,
    ksize: Any,
    sigmaX: Any = 0,
    dst: Any = None,
    sigmaY: Any = 0,
    borderType: Any = 4,
    hint: Any = 0,
) -> Any:
    image = picture(src)
    across, down = sides(ksize)
    sigmas = float(sigmaX), float(sigmaY) or float(sigmaX)
    reach = 3 if image.dtype == np.uint8 else 4
    across, down = (
        one or (round(sigma * reach * 2 + 1) | 1) for one, sigma in zip((across, down), sigmas, strict=True)
    )
    if across < 1 or down < 1 or across % 2 == 0 or down % 2 == 0:
        raise error("(-215:Assertion failed) ksize.width > 0 && ksize.width % 2 == 1")
    work.takes(image.size, _of_width(image, (across + down) // 2), 2.0 * (across + down))
    lines(work, image, across, down)
    found = weighed(image, gaussian(across, sigmas[0]), gaussian(down, sigmas[1]), borderType)
    return saturated(found, image.dtype)


def _kernel(work: Work, ksize: Any, sigma: Any, ktype: Any = 6) -> Any:
    found = gaussian(int(ksize), float(sigma))[:, None]
    return found if ktype == 6 else found.astype(np.float32)


def _averaged(
    work: Work, src: Any, ksize: Any, dst: Any = None, anchor: Any = (-1, -1), borderType: Any = 4
) -> Any:  # fmt: skip
    image = picture(src)
    return _means(work, image, ksize, borderType, 1.0)


def _means(work: Work, image: Array, ksize: Any, border: Any, scale: float) -> Array:
    across, down = sides(ksize)
    width = (across + down) / 2
    is_real = image.dtype.kind == "f"
    work.takes(image.size, 0.36 + 0.05 * width if is_real else 0.1 + 0.025 * width, 2.0 * (across + down))
    lines(work, image, across, down)
    return saturated(weighed(image, np.full(across, scale / across), np.full(down, scale / down), border), image.dtype)


def _box(
    work: Work,
    src: Any,
    ddepth: Any,
    ksize: Any,
    dst: Any = None,
    anchor: Any = (-1, -1),
    normalize: Any = True,
    borderType: Any = 4,
) -> Any:
    image = picture(src)
    across, down = sides(ksize)
    found = _means(work, image.astype(kind_of(ddepth, image)), ksize, borderType, 1.0 if normalize else across * down)
    return found


def _median(work: Work, src: Any, ksize: Any, dst: Any = None) -> Any:
    """Of more than 3 by 3, the medians of columns of medians of rows, which are near to it."""
    image = picture(src)
    width = int(ksize)
    if width < 1 or width % 2 == 0:
        raise error("(-215:Assertion failed) (ksize % 2 == 1)")
    if width > 5:
        if image.dtype != np.uint8:
            raise error("medians over more than 5 by 5 are of bytes alone")
        work.takes(image.size, _MEDIAN + _MEDIAN_WIDTH * width, 15.0 * width)
        work.holds(image.size)
    elif width > 1:
        work.takes(image.size, (0.13 if width == 3 else 1.04) * image.itemsize, 150.0)
    source = padded(image, (width // 2,) * 2, (width // 2,) * 2, 1)
    if width <= 3:
        windows = np.lib.stride_tricks.sliding_window_view(source, (width, width), axis=(0, 1))
        return np.partition(windows.reshape(*image.shape, -1), width * width // 2, axis=-1)[..., width * width // 2]
    for axis in (1, 0):
        windows = np.lib.stride_tricks.sliding_window_view(source, width, axis=axis)
        source = np.partition(windows, width // 2, axis=-1)[..., width // 2]
    return source


def _bilateral(
    work: Work,
    src: Any,
    d: Any,
    sigmaColor: Any,
    sigmaSpace: Any,
    dst: Any = None,
    borderType: Any = 4,
) -> Any:
    """Weights by the distance of colours are told from the nearest places alone."""
    image = picture(src)
    width = int(d) if d > 0 else 2 * max(1, round(float(sigmaSpace) * 1.5)) + 1
    disc = math.pi * (width / 2) ** 2
    work.takes(image.size, disc * 0.35, 60.0)
    lines(work, image, width, width)
    source = padded(real(image), (1, 1), (1, 1), borderType)
    middle = source[1:-1, 1:-1]
    sums, weights = np.zeros_like(middle), np.zeros_like(middle)
    height, length = image.shape[:2]
    for row in range(3):
        for column in range(3):
            near = source[row : row + height, column : column + length]
            away = (row - 1) ** 2 + (column - 1) ** 2
            weight = np.exp(
                -((near - middle) ** 2) / (2 * float(sigmaColor) ** 2) - away / (2 * max(float(sigmaSpace), 1e-3) ** 2)
            )
            sums += weight * near
            weights += weight
    return saturated(sums / weights, image.dtype)


def _filtered(
    work: Work,
    src: Any,
    ddepth: Any,
    kernel: Any,
    dst: Any = None,
    anchor: Any = (-1, -1),
    delta: Any = 0,
    borderType: Any = 4,
) -> Any:
    image, weights = picture(src), np.atleast_2d(np.asarray(kernel, dtype=np.float64))
    used = int(np.count_nonzero(weights))
    is_real = image.dtype.kind == "f"
    if weights.size >= _BY_WAVES:
        work.takes(image.size, _OF_WAVES, 2.0 * used)
        work.holds(_WAVE_BYTES * (2 if is_real else 1))
    else:
        work.takes(image.size, 0.1 + 0.04 * used if is_real else 0.07 * used, 2.0 * used)
        lines(work, image, weights.shape[1], weights.shape[0])
    return saturated(weighed_by(image, weights, borderType) + float(delta), kind_of(ddepth, image))


def _filtered_both_ways(
    work: Work,
    src: Any,
    ddepth: Any,
    kernelX: Any,
    kernelY: Any,
    dst: Any = None,
    anchor: Any = (-1, -1),
    delta: Any = 0,
    borderType: Any = 4,
) -> Any:
    image = picture(src)
    across, down = np.ravel(kernelX), np.ravel(kernelY)
    work.takes(image.size, 0.2 + 0.06 * (len(across) + len(down)), 2.0 * (len(across) + len(down)))
    lines(work, image, len(across), len(down))
    return saturated(weighed(image, across, down, borderType) + float(delta), kind_of(ddepth, image))


def _bordered(
    work: Work,
    src: Any,
    top: Any,
    bottom: Any,
    left: Any,
    right: Any,
    borderType: Any = 0,
    dst: Any = None,
    value: Any = 0,
) -> Any:
    image = picture(src)
    rows, columns = (int(top), int(bottom)), (int(left), int(right))
    if min(*rows, *columns) < 0:
        raise error("(-215:Assertion failed) top >= 0 && bottom >= 0 && left >= 0 && right >= 0")
    if (image.shape[0] + sum(rows)) * (image.shape[1] + sum(columns)) * channels(image) > MOST_ELEMENTS:
        raise Unsupported("arrays too large")
    return padded(image, rows, columns, borderType, colour(value, image))


def _adapted(
    work: Work,
    src: Any,
    maxValue: Any,
    adaptiveMethod: Any,
    thresholdType: Any,
    blockSize: Any,
    C: Any,
    dst: Any = None,
) -> Any:
    image, width = grey(src), int(blockSize)
    if image.dtype != np.uint8 or width % 2 == 0 or width < 3:
        raise error("(-215:Assertion failed) blockSize % 2 == 1 && blockSize > 1")
    if adaptiveMethod == 0:
        means = _means(work, image, (width, width), 1, 1.0)
    else:
        work.takes(image.size, _of_width(image.astype(np.float32), width), 4.0 * width)
        work.holds(3.1 * image.size)
        means = saturated(weighed(image, gaussian(width, 0), gaussian(width, 0), 1), np.uint8)
    # A table of what is beyond is looked up.
    work.takes(image.size, 0.6)
    work.holds(image.size)
    is_above = image.astype(np.int16) - means > -math.ceil(float(C))
    return np.where(is_above == (thresholdType == 0), np.uint8(maxValue), np.uint8(0))


FUNCTIONS: Final = {
    "GaussianBlur": _blurred,
    "getGaussianKernel": _kernel,
    "blur": _averaged,
    "boxFilter": _box,
    "medianBlur": _median,
    "bilateralFilter": _bilateral,
    "filter2D": _filtered,
    "sepFilter2D": _filtered_both_ways,
    "copyMakeBorder": _bordered,
    "adaptiveThreshold": _adapted,
}
