"""Sums over windows, borders and saturation, which many filters have in common."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.function_calls import DEPTHS, Array, error

#: NumPy's names of OpenCV's ways to go on beyond an edge, by number.
_BORDERS: Final = ("constant", "edge", "symmetric", "wrap", "reflect")
#: That a window is set apart by, which says nothing here.
_ISOLATED: Final = 16
_MOST_CHANNELS: Final = 4
_FLAT: Final = 2


def picture(value: Any) -> Array:
    """A picture: of rows, columns, and perhaps channels. Raises error for what is none."""
    if not isinstance(value, np.ndarray) or value.ndim not in {1, 2, 3} or not value.size:
        raise error("(-215:Assertion failed) !src.empty()")
    return value if value.ndim > 1 else value[:, None]


def grey(value: Any) -> Array:
    """A picture of one channel. Raises error for others."""
    found = picture(value)
    if found.ndim == _FLAT:
        return found
    if found.shape[2] != 1:
        raise error("(-215:Assertion failed) src.channels() == 1")
    return found[:, :, 0]


def channels(image: Array) -> int:
    return int(image.shape[2]) if image.ndim > _FLAT else 1


def with_channels(image: Array) -> Array:
    """Of three dimensions."""
    return image if image.ndim > _FLAT else image[:, :, None]


def kind_of(depth: Any, image: Array) -> Any:
    """The type that a number stands for, the picture's own for a negative one. Raises Unsupported for others."""
    if depth is None or depth < 0:
        return image.dtype
    if int(depth) >= len(DEPTHS):
        raise Unsupported("elements of another type")
    return np.dtype(DEPTHS[int(depth)])


def saturated(values: Array, kind: Any) -> Array:
    """Numbers of a type, the nearest where they are not among its."""
    kind = np.dtype(kind)
    if kind.kind == "f":
        return values.astype(kind, copy=False)
    bounds = np.iinfo(kind)
    if values.dtype.kind == "f":
        values = np.rint(values)
    return np.clip(values, bounds.min, bounds.max).astype(kind)


def padded(image: Array, rows: tuple[int, int], columns: tuple[int, int], border: Any = 4, value: Any = 0) -> Array:
    """With rows above and below, and columns at both sides. Raises Unsupported for borders that are not known."""
    way = int(border) & ~_ISOLATED
    if way >= len(_BORDERS):
        raise Unsupported("another border")
    wide = [rows, columns] + [(0, 0)] * (image.ndim - _FLAT)
    if way:
        mode: Any = _BORDERS[way]
        return np.pad(image, wide, mode=mode)
    shape = (image.shape[0] + sum(rows), image.shape[1] + sum(columns), *image.shape[2:])
    found = np.empty(shape, image.dtype)
    found[...] = saturated(np.asarray(colour(value, image), dtype=np.float64), image.dtype)
    found[rows[0] : rows[0] + image.shape[0], columns[0] : columns[0] + image.shape[1]] = image
    return found


def colour(value: Any, image: Array) -> Any:
    """A colour as the picture's channels have it."""
    parts = [*np.ravel(np.asarray(value, dtype=np.float64)).tolist(), 0.0, 0.0, 0.0, 0.0][:_MOST_CHANNELS]
    return parts[: image.shape[2]] if image.ndim > _FLAT else parts[0]


def real(image: Array) -> Array:
    """In numbers with a fraction."""
    return image if image.dtype.kind == "f" else image.astype(np.float32)


def weighed(image: Array, across: Any, down: Any, border: Any = 4) -> Array:
    """Sums over windows whose weights are products of those along both axes."""
    source = padded(real(image), _around(len(down)), _around(len(across)), border)
    lines = source.reshape(len(source), -1)
    height, wide, step = image.shape[0], image.size // image.shape[0], channels(image)
    found = _sum([float(one) * lines[:, at * step : at * step + wide] for at, one in enumerate(across) if one])
    return _sum([float(one) * found[at : at + height] for at, one in enumerate(down) if one]).reshape(image.shape)


def weighed_by(image: Array, weights: Array, border: Any = 4) -> Array:
    """Sums over windows of these weights."""
    source = padded(real(image), _around(weights.shape[0]), _around(weights.shape[1]), border)
    lines = source.reshape(len(source), -1)
    height, wide, step = image.shape[0], image.size // image.shape[0], channels(image)
    found = np.zeros((height, wide), source.dtype)
    for row, column in zip(*np.nonzero(weights), strict=True):
        found += float(weights[row, column]) * lines[row : row + height, column * step : column * step + wide]
    return found.reshape(image.shape)


def _sum(parts: list[Array]) -> Array:
    found = parts[0]
    for part in parts[1:]:
        found = np.add(found, part, out=found)
    return found


def _around(length: int) -> tuple[int, int]:
    return length // 2, (length - 1) // 2
