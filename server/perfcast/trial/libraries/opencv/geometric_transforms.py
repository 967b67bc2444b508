"""Geometric transforms: flips, rotations, affine and perspective warps, borders."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.function_calls import MANY, MOST_ELEMENTS, Array, Work, error, points_of
from perfcast.trial.libraries.opencv.windows import channels, colour, picture, saturated

#: Nanoseconds of an element of the result, of bytes and of numbers with a fraction, by the interpolation.
_WARPED: Final = ((1.3, 1.3), (1.9, 1.7), (5.0, 4.0))
#: More of each place, where it is told by a quotient.
_DIVIDED: Final = 0.3
_INVERSE: Final = 16
_WAYS: Final = 7
#: Nanoseconds that an element takes here.
_HERE: Final = 60.0
_HERE_OF_MANY: Final = 6.0
#: Bytes of tables of weights and of blocks.
_BLOCKS: Final = 30_000.0


def _flipped(work: Work, src: Any, flipCode: Any, dst: Any = None) -> Any:
    image = picture(src)
    if flipCode == 0:
        return image[::-1].copy()
    return image[:, ::-1].copy() if flipCode > 0 else image[::-1, ::-1].copy()


def _rotated(work: Work, src: Any, rotateCode: Any, dst: Any = None) -> Any:
    image = picture(src)
    if rotateCode == 1:
        return image[::-1, ::-1].copy()
    work.takes(image.size, 0.1 * image.itemsize)
    return np.rot90(image, 3 if rotateCode == 0 else 1).copy()


def _transposed(work: Work, src: Any, dst: Any = None) -> Any:
    return np.swapaxes(picture(src), 0, 1).copy()


def _rotation(work: Work, center: Any, angle: Any, scale: Any) -> Any:
    turn = math.radians(float(angle))
    a, b = float(scale) * math.cos(turn), float(scale) * math.sin(turn)
    x, y = float(center[0]), float(center[1])
    return np.array([[a, b, (1 - a) * x - b * y], [-b, a, b * x + (1 - a) * y]])


def _of_triangles(work: Work, src: Any, dst: Any) -> Any:
    source, target = (points_of(work, one).astype(np.float64) for one in (src, dst))
    if len(source) != 3 or len(target) != 3:
        raise error("(-215:Assertion failed) src.checkVector(2, CV_32F) == 3")
    try:
        return np.linalg.solve(np.column_stack((source, np.ones(3))), target).T.copy()
    except np.linalg.LinAlgError:
        return np.zeros((2, 3))


def _of_quadrangles(work: Work, src: Any, dst: Any, solveMethod: Any = 0) -> Any:
    source, target = (points_of(work, one).astype(np.float64) for one in (src, dst))
    if len(source) != 4 or len(target) != 4:
        raise error("(-215:Assertion failed) src.checkVector(2, CV_32F) == 4")
    return _projection(source, target)


def _projection(source: Array, target: Array) -> Array:
    """What brings points to others, as nearly as it can."""
    rows, wanted = [], []
    for (x, y), (u, v) in zip(source.tolist(), target.tolist(), strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        wanted += [u, v]
    found, *_ = np.linalg.lstsq(np.array(rows), np.array(wanted), rcond=None)
    return np.append(found, 1.0).reshape(3, 3)


def _inverted(work: Work, M: Any, iM: Any = None) -> Any:
    return _inverse(_whole(M))[:2].copy()


def _whole(matrix: Any) -> Array:
    found = np.asarray(matrix, dtype=np.float64)
    if found.shape not in {(2, 3), (3, 3)}:
        raise error("(-215:Assertion failed) M0.rows == 2 && M0.cols == 3")
    return found if len(found) == 3 else np.vstack((found, [0.0, 0.0, 1.0]))


def _inverse(matrix: Array) -> Array:
    try:
        return np.linalg.inv(matrix)
    except np.linalg.LinAlgError:
        return np.zeros((3, 3))


def _warped(rows: int) -> Any:
    def run(
        work: Work,
        src: Any,
        M: Any,
        dsize: Any,
        dst: Any = None,
        flags: Any = 1,
        borderMode: Any = 0,
        borderValue: Any = 0,
    ) -> Any:
        image, matrix = picture(src), _whole(M)
        if len(M) != rows:
            raise error("(-215:Assertion failed) M0 is a matrix of other lengths")
        width, height = (int(one) for one in dsize)
        if width * height * channels(image) > MOST_ELEMENTS:
            raise Unsupported("arrays too large")
        _pay(work, image, width * height, int(flags) & _WAYS, is_divided=rows == 3)
        back = matrix if int(flags) & _INVERSE else _inverse(matrix)
        down, across = np.mgrid[:height, :width]
        x, y, depth = (back[row, 0] * across + back[row, 1] * down + back[row, 2] for row in range(3))
        if rows == 3:
            scale = np.where(depth == 0, 0.0, 1.0 / np.where(depth == 0, 1.0, depth))
            x, y = x * scale, y * scale
        return _taken_at(image, x, y, int(flags) & _WAYS, borderMode, borderValue)

    return run


def _remapped(
    work: Work,
    src: Any,
    map1: Any,
    map2: Any,
    interpolation: Any = 1,
    dst: Any = None,
    borderMode: Any = 0,
    borderValue: Any = 0,
) -> Any:
    image, across = picture(src), np.asarray(map1)
    x, y = (across[:, :, 0], across[:, :, 1]) if across.ndim > 2 else (across, np.asarray(map2))
    _pay(work, image, x.size, int(interpolation), is_divided=False)
    return _taken_at(image, x.astype(np.float64), y.astype(np.float64), int(interpolation), borderMode, borderValue)


def _pay(work: Work, image: Array, places: int, way: int, *, is_divided: bool) -> None:
    if way not in range(3):
        raise Unsupported("another interpolation")
    price = _WARPED[way][image.dtype.kind == "f"]
    size = places * channels(image)
    work.takes(size, price, _HERE if size <= MANY else _HERE_OF_MANY)
    work.takes(places, _DIVIDED * is_divided, 0.0)
    work.holds(_BLOCKS)


def _taken_at(image: Array, x: Array, y: Array, way: int, border: Any, value: Any) -> Array:
    """What is at these places, between four of which it is told by its share of each."""
    height, width = image.shape[:2]
    outside = saturated(np.asarray(colour(value, image)), image.dtype)
    x, y = (np.clip(np.nan_to_num(one), -1e6, 1e6) for one in (x, y))

    def at(rows: Array, columns: Array) -> Array:
        found: Array = image[np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)]
        is_in = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
        if border == 0:
            found = np.where(is_in if image.ndim == 2 else is_in[:, :, None], found, outside)
        return found

    if way == 0 or x.size * channels(image) > MANY:
        return at(np.rint(y).astype(np.int64), np.rint(x).astype(np.int64))
    left, top = np.floor(x), np.floor(y)
    across, down = x - left, y - top
    if image.ndim > 2:
        across, down = across[:, :, None], down[:, :, None]
    column, row = left.astype(np.int64), top.astype(np.int64)
    found = (at(row, column) * (1 - across) + at(row, column + 1) * across) * (1 - down)
    found += (at(row + 1, column) * (1 - across) + at(row + 1, column + 1) * across) * down
    return saturated(found, image.dtype)


def _projected(work: Work, src: Any, m: Any, dst: Any = None) -> Any:
    points = np.asarray(src)
    matrix = np.asarray(m, dtype=np.float64)
    if matrix.shape != (3, 3) or points.shape[-1] != 2:
        raise Unsupported("points of other dimensions")
    found = np.concatenate((points, np.ones((*points.shape[:-1], 1))), axis=-1) @ matrix.T
    return (found[..., :2] / found[..., 2:]).astype(points.dtype)


FUNCTIONS: Final = {
    "flip": _flipped,
    "rotate": _rotated,
    "transpose": _transposed,
    "getRotationMatrix2D": _rotation,
    "getAffineTransform": _of_triangles,
    "getPerspectiveTransform": _of_quadrangles,
    "invertAffineTransform": _inverted,
    "warpAffine": _warped(2),
    "warpPerspective": _warped(3),
    "remap": _remapped,
    "perspectiveTransform": _projected,
}
