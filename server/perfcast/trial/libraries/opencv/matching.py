"""Template matching, Hough lines, optical flow."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.function_calls import Array, Work, error
from perfcast.trial.libraries.opencv.windows import channels, grey, picture, with_channels

#: Nanoseconds of an element by Fourier's way, and of what sums over windows take more; bytes of blocks, and of sums.
_MATCHED: Final = 8.0
_SUMMED: Final = 5.0
_BLOCKS: Final = 54_000.0
_SUM_BYTES: Final = 16.0
_SQUARED, _PRODUCT, _MIDDLE = 0, 2, 4
#: Of each angle of an edge's place; and of going over the counts.
_VOTE: Final = 0.4
_LOOKED_THROUGH: Final = 3.0
_ANGLES: Final = 180
_EDGE_BYTES: Final = 8.0
#: Of a place whose movement is told, and its bytes.
_EVERYWHERE: Final = 48.0
_EVERYWHERE_BYTES: Final = 70.0


def _template(work: Work, image: Any, templ: Any, method: Any, result: Any = None, mask: Any = None) -> Any:
    source, part = picture(image), picture(templ)
    if mask is not None or method not in range(6):
        raise Unsupported("a template matched in another way")
    if source.dtype != part.dtype or channels(source) != channels(part):
        raise error("(-215:Assertion failed) _img.type() == _templ.type()")
    shape = source.shape[0] - part.shape[0] + 1, source.shape[1] - part.shape[1] + 1
    if min(shape) < 1:
        raise error("(-215:Assertion failed) _img.size().height >= _templ.size().height")
    has_sums = method != _PRODUCT
    work.takes(source.size, _MATCHED + 18.0 * (channels(source) > 1), 300.0)
    work.takes(source.size, _SUMMED * has_sums, 0.0)
    work.holds(_BLOCKS + _SUM_BYTES * source.size * has_sums)
    whole, own = with_channels(source).astype(np.float64), with_channels(part).astype(np.float64)
    if method >= _MIDDLE:
        own = own - own.mean(axis=(0, 1))
    products = sum(_correlated(whole[:, :, one], own[:, :, one], shape) for one in range(whole.shape[2]))
    squares = _windows((whole * whole).sum(axis=2), own, shape)
    found = np.maximum(squares - 2 * products + (own * own).sum(), 0) if method < _PRODUCT else products
    if method % 2:
        if method > _MIDDLE:
            sums = [_windows(whole[:, :, one], own, shape) for one in range(whole.shape[2])]
            squares = squares - sum(one * one for one in sums) / (own.shape[0] * own.shape[1])
        scale = np.sqrt(np.maximum(squares * (own * own).sum(), 0))
        least, most = (0.0 if method < _PRODUCT else -1.0), 1.0
        found = np.where(scale > 1e-6, np.clip(found / np.maximum(scale, 1e-6), least, most), float(method < _PRODUCT))
    return np.asarray(found).astype(np.float32)


def _correlated(whole: Array, part: Array, shape: tuple[int, int]) -> Array:
    waves = np.fft.rfft2(whole) * np.conj(np.fft.rfft2(part, whole.shape))
    return np.fft.irfft2(waves, whole.shape)[: shape[0], : shape[1]]


def _windows(values: Array, part: Array, shape: tuple[int, int]) -> Array:
    sums = np.pad(values.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    high, wide = part.shape[:2]
    found: Array = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    return found[: shape[0], : shape[1]]


def _votes(work: Work, image: Any, rho: Any, theta: Any) -> tuple[Array, Array, Array]:
    """Of lines by their angles and distances: how many edges lie on each; and the edges' places."""
    mask = grey(image)
    rows, columns = np.nonzero(mask)
    angles = np.arange(0, np.pi, float(theta))
    if not 1 <= len(angles) <= 4 * _ANGLES:
        raise Unsupported("lines of other angles")
    work.takes(len(rows) * len(angles), _VOTE, 15.0)
    reach = int(sum(mask.shape) / float(rho)) + 1
    counts = np.zeros((len(angles), 2 * reach + 1), dtype=np.int64)
    for number, angle in enumerate(angles.tolist()):
        away = np.rint((columns * np.cos(angle) + rows * np.sin(angle)) / float(rho)).astype(np.int64) + reach
        counts[number] = np.bincount(away, minlength=2 * reach + 1)[: 2 * reach + 1]
    work.takes(counts.size, _LOOKED_THROUGH)
    work.holds(4.0 * counts.size + _EDGE_BYTES * len(rows) + mask.size)
    return counts, rows, columns


def _peaks(counts: Array, threshold: int) -> Array:
    """Places of more than so many, and of more than around them, the largest first."""
    source = np.pad(counts, 1)
    is_peak = (counts > threshold) & (counts > source[1:-1, :-2]) & (counts >= source[1:-1, 2:])
    found = np.argwhere(is_peak & (counts > source[:-2, 1:-1]) & (counts >= source[2:, 1:-1]))
    return found[np.argsort(-counts[tuple(found.T)], kind="stable")]


def _lines(
    work: Work,
    image: Any,
    rho: Any,
    theta: Any,
    threshold: Any,
    lines: Any = None,
    srn: Any = 0,
    stn: Any = 0,
    min_theta: Any = 0,
    max_theta: Any = np.pi,
) -> Any:
    counts, _, _ = _votes(work, image, rho, theta)
    found = _peaks(counts, int(threshold))
    if not len(found):
        return None
    away = (found[:, 1] - counts.shape[1] // 2) * float(rho)
    return np.stack((away, found[:, 0] * float(theta)), axis=1).astype(np.float32)[:, None]


def _movement(
    work: Work,
    prev: Any,
    next: Any,
    flow: Any,
    pyr_scale: Any,
    levels: Any,
    winsize: Any,
    iterations: Any,
    poly_n: Any,
    poly_sigma: Any,
    flags: Any,
) -> Any:
    """Brightness that goes from one picture to the other, little as a rule."""
    first, second = grey(prev).astype(np.float32), grey(next).astype(np.float32)
    if first.shape != second.shape:
        raise error("(-215:Assertion failed) prev0.size() == next0.size()")
    work.takes(first.size, _EVERYWHERE * (1.6 + int(iterations)), 0.0)
    work.holds(_EVERYWHERE_BYTES * first.size)
    if min(first.shape) < 2:
        raise error("(-215:Assertion failed) a picture of one line")
    down, across = np.gradient(first)
    scale = (first - second) / (down * down + across * across + 100.0)
    return np.stack((across * scale, down * scale), axis=2).astype(np.float32)


FUNCTIONS: Final = {
    "matchTemplate": _template,
    "HoughLines": _lines,
    "calcOpticalFlowFarneback": _movement,
}
