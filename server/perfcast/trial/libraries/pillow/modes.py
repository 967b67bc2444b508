"""Modes of images: bands, colours, and conversions between them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.function_calls import Array

BANDS: Final = {"1": "1", "L": "L", "P": "P", "RGB": "RGB", "RGBA": "RGBA"}
_GREY: Final = np.array([0.299, 0.587, 0.114], dtype=np.float32)
_NAMED: Final = {
    "black": (0, 0, 0), "white": (255, 255, 255), "red": (255, 0, 0), "green": (0, 128, 0), "blue": (0, 0, 255),
    "yellow": (255, 255, 0), "gray": (128, 128, 128), "grey": (128, 128, 128),
    "cyan": (0, 255, 255), "magenta": (255, 0, 255), "orange": (255, 165, 0), "purple": (128, 0, 128),
    "navy": (0, 0, 128), "lime": (0, 255, 0), "brown": (165, 42, 42), "pink": (255, 192, 203),
    "lightgray": (211, 211, 211), "darkgray": (169, 169, 169), "silver": (192, 192, 192), "steelblue": (70, 130, 180),
    "tomato": (255, 99, 71), "gold": (255, 215, 0), "darkblue": (0, 0, 139), "lightblue": (173, 216, 230),
}  # fmt: skip


def colour(value: Any, mode: str) -> Any:
    """A colour as a mode's bands have it. Raises Unsupported for one that is not known."""
    if isinstance(value, str):
        if value.startswith("#") and len(value) == 4:
            value = "#" + "".join(2 * one for one in value[1:])
        if value.startswith("#") and len(value) == 7:
            value = tuple(bytes.fromhex(value[1:]))
        elif value in _NAMED:
            value = _NAMED[value]
        else:
            raise Unsupported("a colour by its name")
    count = len(BANDS[mode])
    if isinstance(value, tuple | list):
        parts = [int(one) for one in value]
        if count == 1:
            return round(float(np.dot(parts[:3], _GREY))) if len(parts) > 1 else parts[0]
        return np.array([*parts, 255][:count], dtype=np.uint8)
    number = int(value or 0)
    return (
        number & 255 if count == 1 else np.array([number >> shift & 255 for shift in (0, 8, 16, 24)][:count], np.uint8)
    )


def converted(pixels: Array, mode: str, target: str) -> tuple[float, float, Array]:
    """Nanoseconds of a pixel, of one band and of several, and what they are in another mode."""
    if mode not in BANDS or target not in BANDS or "P" in {mode, target}:
        raise Unsupported(f"a picture of {mode} as {target}")
    if mode == target:
        return 0.03, 0.13, pixels.copy()
    if target in {"L", "1"}:
        grey = np.rint(pixels[:, :, :3] @ _GREY).astype(np.uint8) if pixels.ndim > 2 else pixels
        if target == "1":
            return 4.1, 4.6, np.where(grey > 127, np.uint8(255), np.uint8(0))
        return 0.03, 0.5, grey
    bands = pixels[:, :, :3] if pixels.ndim > 2 else np.repeat(pixels[:, :, None], 3, axis=2)
    if target == "RGBA":
        opaque = np.full((*pixels.shape[:2], 1), 255, dtype=np.uint8)
        bands = np.concatenate((bands, opaque), axis=2)
    return 0.57, 1.1, bands
