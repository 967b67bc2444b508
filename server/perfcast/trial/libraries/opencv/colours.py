"""``cvtColor``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.constants import CONVERSIONS
from perfcast.trial.libraries.opencv.function_calls import Array, Work, error
from perfcast.trial.libraries.opencv.windows import channels, grey, picture, saturated, with_channels

#: Nanoseconds of a number that is converted, one of a byte and one with a fraction, by what is on the other side.
_PRICES: Final = {
    "GRAY": (0.082, 0.07), "BGR": (0.03, 0.12), "HSV": (0.36, 0.28), "HLS": (0.37, 0.28), "Lab": (1.5, 2.6),
    "Luv": (3.5, 2.2), "YCrCb": (0.19, 0.15), "YUV": (0.19, 0.15), "XYZ": (0.46, 0.27), "BGRA": (0.045, 0.14),
}  # fmt: skip
#: The same, of a number of the result, where colours are brought back.
_BACK: Final = {
    "GRAY": (0.023, 0.07), "HSV": (0.39, 0.35), "HLS": (0.75, 0.29), "Lab": (2.6, 2.2), "YCrCb": (0.165, 0.14),
    "YUV": (0.165, 0.14), "XYZ": (0.46, 0.27),
}  # fmt: skip
_RGB: Final = {"RGB": "BGR", "RGBA": "BGRA"}
_CHANNELS: Final = {"GRAY": 1, "BGRA": 4, "RGBA": 4}
#: Nanoseconds that a number takes here, of several operations.
_HERE: Final = 30.0
#: Of red, green and blue.
_GREY: Final = np.array([0.299, 0.587, 0.114])
_XYZ: Final = np.array([
    [0.412453, 0.357580, 0.180423],
    [0.212671, 0.715160, 0.072169],
    [0.019334, 0.119193, 0.950227],
])  # fmt: skip
_WHITE: Final = np.array([0.950456, 1.0, 1.088754])


def _converted(work: Work, src: Any, code: Any, dst: Any = None, dstCn: Any = 0) -> Any:
    if code not in CONVERSIONS:
        raise Unsupported("a conversion of colours")
    source, target = CONVERSIONS[code]
    image = picture(src)
    if channels(image) != _CHANNELS.get(source, 3) and not (source in {"BGR", "RGB"} and channels(image) == 4):
        raise error("(-15:Bad number of channels) in function 'cvtColor'")
    if image.dtype.name not in {"uint8", "uint16", "float32"}:
        raise error("(-210:Unsupported depth of input image) in function 'cvtColor'")
    _pay(work, image, _RGB.get(source, source), _RGB.get(target, target))
    if source == "GRAY":
        return _with_alpha(np.repeat(grey(image)[:, :, None], 3, axis=2), image.dtype, len(target))
    if source in {"BGR", "RGB", "BGRA", "RGBA"}:
        red_first = image[:, :, :3] if source.startswith("R") else image[:, :, 2::-1]
        if target == "GRAY":
            return saturated(red_first @ _GREY.astype(np.float32), image.dtype)
        if target in {"BGR", "RGB", "BGRA", "RGBA"}:
            ordered = red_first if target.startswith("R") else red_first[:, :, ::-1]
            if len(target) == 4 and len(source) == 4:
                return np.concatenate((ordered, image[:, :, 3:]), axis=2)
            return _with_alpha(ordered, image.dtype, len(target))
        return _stored(_TO[target](_shares(red_first)), image, target)
    shares = _BACKWARDS[source](_loaded(image, source))
    ordered = shares if target.startswith("R") else shares[:, :, ::-1]
    return saturated(ordered * _most(image.dtype), image.dtype)


def _pay(work: Work, image: Array, source: str, target: str) -> None:
    is_back = source not in {"BGR", "BGRA"}
    byte, single = _BACK[source] if is_back else _PRICES[target]
    elements = image.size * (3 if source == "GRAY" else 1)
    work.takes(elements, single if image.dtype.kind == "f" else byte * image.itemsize, _HERE)


def _most(kind: Any) -> float:
    return 1.0 if kind.kind == "f" else float(np.iinfo(kind).max)


def _with_alpha(image: Array, kind: Any, count: int) -> Array:
    if count == 3:
        return image
    alpha = np.full((*image.shape[:2], 1), _most(kind), dtype=kind)
    return np.concatenate((image, alpha), axis=2)


def _shares(image: Array) -> Array:
    """Of the most that there may be."""
    return image.astype(np.float32) / np.float32(_most(image.dtype))


def _hues(shares: Array) -> tuple[Array, Array, Array]:
    """Degrees, and the largest and the smallest share."""
    most, least = shares.max(axis=2), shares.min(axis=2)
    red, green, blue = (shares[:, :, place] for place in range(3))
    span = np.where(most > least, most - least, np.float32(1))
    hue = np.where(
        most == red, (green - blue) / span, np.where(most == green, 2 + (blue - red) / span, 4 + (red - green) / span)
    )
    return np.where(most > least, hue * 60 % 360, 0), most, least


def _to_hsv(shares: Array) -> Array:
    hue, most, least = _hues(shares)
    return np.stack((hue, np.where(most > 0, (most - least) / np.where(most > 0, most, 1), 0), most), axis=2)


def _to_hls(shares: Array) -> Array:
    hue, most, least = _hues(shares)
    light, span = (most + least) / 2, most - least
    whole = np.where(light < 0.5, most + least, 2 - most - least)
    return np.stack((hue, light, np.where(span > 0, span / np.where(whole > 0, whole, 1), 0)), axis=2)


def _to_xyz(shares: Array) -> Array:
    return shares @ _XYZ.T.astype(np.float32)


def _lightness(xyz: Array) -> Array:
    whole: Array = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return whole


def _linear(shares: Array) -> Array:
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def _to_lab(shares: Array) -> Array:
    x, y, z = np.moveaxis(_lightness(_to_xyz(_linear(shares)) / _WHITE), 2, 0)
    return np.stack((116 * y - 16, 500 * (x - y), 200 * (y - z)), axis=2)


def _to_luv(shares: Array) -> Array:
    xyz = _to_xyz(_linear(shares))
    light = 116 * _lightness(xyz[:, :, 1]) - 16
    whole = np.maximum(xyz @ np.array([1.0, 15.0, 3.0]), 1e-9)
    return np.stack(
        (
            light,
            13 * light * (4 * xyz[:, :, 0] / whole - 0.19793943),
            13 * light * (9 * xyz[:, :, 1] / whole - 0.46831096),
        ),
        axis=2,
    )


def _to_luma(red: float, blue: float, *, red_first: bool) -> Any:
    def told(shares: Array) -> Array:
        luma = shares @ _GREY.astype(np.float32)
        parts = [(shares[:, :, 0] - luma) * red + 0.5, (shares[:, :, 2] - luma) * blue + 0.5]
        return np.stack((luma, *(parts if red_first else parts[::-1])), axis=2)

    return told


def _from_luma(red: float, blue: float, *, red_first: bool) -> Any:
    def shown(found: Array) -> Array:
        luma = found[:, :, 0]
        of_red, of_blue = (found[:, :, place] - 0.5 for place in ((1, 2) if red_first else (2, 1)))
        reds, blues = luma + of_red / red, luma + of_blue / blue
        greens = (luma - _GREY[0] * reds - _GREY[2] * blues) / _GREY[1]
        return np.stack((reds, greens, blues), axis=2)

    return shown


def _from_hsv(found: Array) -> Array:
    hue, saturation, value = (found[:, :, place] for place in range(3))
    return _of_hue(hue, value, value * saturation)


def _from_hls(found: Array) -> Array:
    hue, light, saturation = (found[:, :, place] for place in range(3))
    span = (1 - np.abs(2 * light - 1)) * saturation
    return _of_hue(hue, light + span / 2, span)


def _of_hue(hue: Array, most: Array, span: Array) -> Array:
    turns = [(hue / 60 + shift) % 6 for shift in (5, 3, 1)]
    return np.stack([most - span * np.clip(np.minimum(turn, 4 - turn), 0, 1) for turn in turns], axis=2)


def _from_xyz(found: Array) -> Array:
    return found @ np.linalg.inv(_XYZ).T


def _from_lab(found: Array) -> Array:
    y = (found[:, :, 0] + 16) / 116
    parts = np.stack((y + found[:, :, 1] / 500, y, y - found[:, :, 2] / 200), axis=2)
    shares = np.clip(_from_xyz(np.where(parts > 0.206893, parts**3, (parts - 16 / 116) / 7.787) * _WHITE), 0, 1)
    return np.where(shares <= 0.0031308, shares * 12.92, 1.055 * shares ** (1 / 2.4) - 0.055)


_TO: Final[dict[str, Any]] = {
    "HSV": _to_hsv, "HLS": _to_hls, "XYZ": _to_xyz, "Lab": _to_lab, "Luv": _to_luv,
    "YCrCb": _to_luma(0.713, 0.564, red_first=True), "YUV": _to_luma(0.877, 0.492, red_first=False),
}  # fmt: skip
_BACKWARDS: Final[dict[str, Any]] = {
    "HSV": _from_hsv, "HLS": _from_hls, "XYZ": _from_xyz, "Lab": _from_lab,
    "YCrCb": _from_luma(0.713, 0.564, red_first=True), "YUV": _from_luma(0.877, 0.492, red_first=False),
}  # fmt: skip
#: What each channel is multiplied with, and what is added then, to be told by a byte.
_BYTES: Final = {
    "HSV": ((0.5, 255, 255), (0, 0, 0)), "HLS": ((0.5, 255, 255), (0, 0, 0)),
    "Lab": ((2.55, 1, 1), (0, 128, 128)), "Luv": ((2.55, 255 / 354, 255 / 262), (0, 134 * 255 / 354, 140 * 255 / 262)),
}  # fmt: skip


def _stored(values: Array, image: Array, target: str) -> Array:
    if image.dtype.kind == "f":
        return values.astype(image.dtype)
    scales, shifts = _BYTES.get(target, ((_most(image.dtype),) * 3, (0, 0, 0)))
    found = values * np.array(scales, np.float32) + np.array(shifts, np.float32)
    if target in {"HSV", "HLS"}:
        found[:, :, 0] = np.rint(found[:, :, 0]) % 180
    return saturated(found, image.dtype)


def _loaded(image: Array, source: str) -> Array:
    values = with_channels(image).astype(np.float32)
    if image.dtype.kind == "f":
        return values
    scales, shifts = _BYTES.get(source, ((_most(image.dtype),) * 3, (0, 0, 0)))
    return (values - np.array(shifts, np.float32)) / np.array(scales, np.float32)


FUNCTIONS: Final = {"cvtColor": _converted}
