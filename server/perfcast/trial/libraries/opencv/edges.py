"""Gradients of images, edges and corners."""

from __future__ import annotations

from math import comb
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.filters import lines
from perfcast.trial.libraries.opencv.function_calls import Array, Work, error
from perfcast.trial.libraries.opencv.windows import grey, kind_of, picture, saturated, weighed, weighed_by

#: Nanoseconds of an element of a slope, by the bytes of one of the result.
_SLOPE: Final = {1: 0.2, 2: 0.25, 4: 0.35, 8: 0.9}
_BENT: Final = {1: 0.36, 2: 0.4, 4: 0.45, 8: 0.9}
#: Of an edge's place, and of going over all; bytes of each.
_EDGE: Final = 33.0
_EDGES_LOOKED_FOR: Final = 1.4
_EDGE_BYTES: Final = 1.07
#: How far weak edges are followed from strong ones, at most, step by step.
_FOLLOWED: Final = 12
_CORNER: Final = 3.2
_CORNER_BYTES: Final = 16.0


def _derivative(order: int, width: int) -> Array:
    """Weights of a derivative, smoothed along the width."""
    found = np.array([comb(width - 1 - order, place) for place in range(width - order)], dtype=np.float64)
    for _ in range(order):
        found = np.convolve(found, [-1.0, 1.0])
    return found


def _sobel(
    work: Work,
    src: Any,
    ddepth: Any,
    dx: Any,
    dy: Any,
    dst: Any = None,
    ksize: Any = 3,
    scale: Any = 1,
    delta: Any = 0,
    borderType: Any = 4,
) -> Any:
    image = picture(src)
    kind = kind_of(ddepth, image)
    if ksize == -1:
        return _scharr(work, src, ddepth, dx, dy, dst, scale, delta, borderType)
    across, down = (_derivative(int(order), max(int(ksize), 3 if order else 1)) for order in (dx, dy))
    return _sloped(work, image, kind, (across, down), scale, delta, borderType)


def _scharr(
    work: Work,
    src: Any,
    ddepth: Any,
    dx: Any,
    dy: Any,
    dst: Any = None,
    scale: Any = 1,
    delta: Any = 0,
    borderType: Any = 4,
) -> Any:
    image = picture(src)
    if dx + dy != 1:
        raise error("(-215:Assertion failed) dx >= 0 && dy >= 0 && dx+dy == 1")
    slope, smooth = np.array([-1.0, 0.0, 1.0]), np.array([3.0, 10.0, 3.0])
    weights = (slope, smooth) if dx else (smooth, slope)
    return _sloped(work, image, kind_of(ddepth, image), weights, scale, delta, borderType)


def _sloped(
    work: Work, image: Array, kind: Any, weights: tuple[Array, Array], scale: Any, delta: Any, border: Any
) -> Array:
    across, down = weights
    work.takes(image.size, _SLOPE[kind.itemsize] + 0.1 * max(0, len(across) - 3), 4.0 * len(across))
    lines(work, image, len(across), len(down))
    found = weighed(image, across, down, border)
    return saturated(found * float(scale) + float(delta) if scale != 1 or delta else found, kind)


def _laplacian(
    work: Work,
    src: Any,
    ddepth: Any,
    dst: Any = None,
    ksize: Any = 1,
    scale: Any = 1,
    delta: Any = 0,
    borderType: Any = 4,
) -> Any:
    image = picture(src)
    kind = kind_of(ddepth, image)
    work.takes(image.size, _BENT[kind.itemsize] * (1 if ksize <= 3 else ksize / 2), 30.0)
    lines(work, image, 3, 3)
    if ksize <= 3:
        near = np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]] if ksize == 1 else [[2, 0, 2], [0, -8, 0], [2, 0, 2]])
        found = weighed_by(image, near, borderType)
    else:
        bent, smooth = _derivative(2, int(ksize)), _derivative(0, int(ksize))
        found = weighed(image, bent, smooth, borderType) + weighed(image, smooth, bent, borderType)
    return saturated(found * float(scale) + float(delta), kind)


def _canny(
    work: Work,
    image: Any,
    threshold1: Any,
    threshold2: Any,
    edges: Any = None,
    apertureSize: Any = 3,
    L2gradient: Any = False,
) -> Any:
    source = picture(image)
    if source.dtype != np.uint8:
        raise error("(-215:Assertion failed) _src.depth() == CV_8U")
    work.takes(source.size, 0.0, 300.0)
    across, down = _derivative(1, int(apertureSize)), _derivative(0, int(apertureSize))
    dx, dy = weighed(source, across, down, 1), weighed(source, down, across, 1)
    size = np.hypot(dx, dy) if L2gradient else np.abs(dx) + np.abs(dy)
    if source.ndim > 2:
        place = size.argmax(axis=2)[:, :, None]
        dx, dy, size = (np.take_along_axis(one, place, axis=2)[:, :, 0] for one in (dx, dy, size))
    low, high = sorted((float(threshold1), float(threshold2)))
    is_ridge = _ridges(dx, dy, size) & (size > low)
    found = is_ridge & (size > high)
    for _ in range(_FOLLOWED):
        wider = is_ridge & _wider(found)
        if (wider == found).all():
            break
        found = wider
    there = int(np.count_nonzero(is_ridge))
    work.takes(source.size, _EDGES_LOOKED_FOR, 0.0)
    work.takes(there, _EDGE, 0.0)
    work.holds(source.size * 4.0 + size.size * _EDGE_BYTES)
    return np.where(found, np.uint8(255), np.uint8(0))


def _ridges(dx: Array, dy: Array, size: Array) -> Array:
    """Whether a place's slope is the steepest of the three that lie in its direction."""
    around = np.pad(size, 1)
    height, width = size.shape

    def beside(row: int, column: int) -> Array:
        return around[1 + row : 1 + row + height, 1 + column : 1 + column + width]

    steep = np.abs(dy) / np.maximum(np.abs(dx), 1e-6)
    is_flat, is_steep = steep < 0.4142, steep > 2.4142
    is_rising = (dx < 0) != (dy < 0)
    first = np.where(
        is_flat,
        beside(0, -1),
        np.where(is_steep, beside(-1, 0), np.where(is_rising, beside(-1, 1), beside(-1, -1))),
    )
    second = np.where(
        is_flat, beside(0, 1), np.where(is_steep, beside(1, 0), np.where(is_rising, beside(1, -1), beside(1, 1)))
    )
    found: Array = (size > first) & (size >= second)
    return found


def _wider(mask: Array) -> Array:
    source = np.pad(mask, 1)
    tall = source[:-2] | source[1:-1] | source[2:]
    found: Array = tall[:, :-2] | tall[:, 1:-1] | tall[:, 2:]
    return found


def _least_slopes(work: Work, image: Array, block: int, aperture: int = 3) -> tuple[Array, Array, Array]:
    """Means of products of slopes over blocks."""
    across, down = _derivative(1, aperture), _derivative(0, aperture)
    scale = 1.0 / (2 ** (aperture - 1) * block * (255.0 if image.dtype == np.uint8 else 1.0))
    dx, dy = weighed(image, across, down) * scale, weighed(image, down, across) * scale
    work.takes(image.size, _CORNER + 0.05 * block, 60.0 + 10.0 * block)
    work.holds(image.size * _CORNER_BYTES)
    ones = np.ones(block)
    first, mixed, second = (weighed(one, ones, ones) for one in (dx * dx, dx * dy, dy * dy))
    return first, mixed, second


def _harris(
    work: Work, src: Any, blockSize: Any, ksize: Any, k: Any, dst: Any = None, borderType: Any = 4
) -> Any:  # fmt: skip
    first, mixed, second = _least_slopes(work, grey(src), int(blockSize), int(ksize))
    return (first * second - mixed * mixed - float(k) * (first + second) ** 2).astype(np.float32)


def _good_features(
    work: Work,
    image: Any,
    maxCorners: Any,
    qualityLevel: Any,
    minDistance: Any,
    corners: Any = None,
    mask: Any = None,
    blockSize: Any = 3,
    useHarrisDetector: Any = False,
    k: Any = 0.04,
) -> Any:
    if corners is not None or useHarrisDetector:
        raise Unsupported("corners that are told apart otherwise")
    first, mixed, second = _least_slopes(work, grey(image), int(blockSize))
    least = (first + second) / 2 - np.sqrt(((first - second) / 2) ** 2 + mixed * mixed)
    around = np.pad(least, 1, constant_values=-1)
    height, width = least.shape
    most = np.max([around[r : r + height, c : c + width] for r in range(3) for c in range(3)], axis=0)
    is_corner = (least == most) & (least > least.max() * float(qualityLevel))
    if isinstance(mask, np.ndarray):
        is_corner &= grey(mask) != 0
    rows, columns = np.nonzero(is_corner)
    # Those that may be are put into order.
    work.takes(len(rows), 60.0, 30.0)
    work.holds(8.0 * len(rows))
    places = np.stack((columns, rows), axis=1)[np.argsort(-least[rows, columns], kind="stable")].astype(np.float32)
    wanted = int(maxCorners) if maxCorners > 0 else len(places)
    found: list[Array] = []
    work.machine.allows(2_000.0 * min(len(places), 4 * wanted))
    for place in places[: 4 * wanted]:
        if len(found) >= wanted:
            break
        if not found or minDistance < 1 or ((np.array(found) - place) ** 2).sum(axis=1).min() >= minDistance**2:
            found.append(place)
    return np.array(found, dtype=np.float32).reshape(-1, 1, 2) if found else None


FUNCTIONS: Final = {
    "Sobel": _sobel,
    "Scharr": _scharr,
    "Laplacian": _laplacian,
    "Canny": _canny,
    "cornerHarris": _harris,
    "goodFeaturesToTrack": _good_features,
}
