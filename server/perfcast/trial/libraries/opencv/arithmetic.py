"""Element-wise arithmetic of images, and reductions."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.function_calls import Array, Work, error
from perfcast.trial.libraries.opencv.windows import channels, colour, grey, kind_of, picture, saturated, with_channels

#: Nanoseconds of an element that a mask decides of.
_MASKED: Final = 0.07
_NORMS: Final = {1: "inf", 2: "L1", 4: "L2"}


def _beside(image: Array, other: Any) -> Any:
    """A second operand: a picture of that shape, or a colour."""
    if isinstance(other, np.ndarray) and other.shape == image.shape:
        return other
    if isinstance(other, np.ndarray) and other.size > 4:
        raise error("(-209:Sizes of input arguments do not match)")
    parts = np.ravel(np.asarray(other, dtype=np.float64)).tolist()
    return colour([parts[0]] * 4 if len(parts) == 1 and channels(image) == 1 else parts, image)


def _combined(operate: Any, *, is_scaled: bool = False) -> Any:
    def run(
        work: Work, src1: Any, src2: Any, dst: Any = None, mask: Any = None, dtype: Any = -1
    ) -> Any:  # fmt: skip
        first, second = (src1, src2) if isinstance(src1, np.ndarray) else (src2, src1)
        image = picture(first)
        other = np.asarray(_beside(image, second))
        if not isinstance(src1, np.ndarray):
            found = operate(_wide(other), _wide(image))
        else:
            found = operate(_wide(image), _wide(other))
        return _masked(work, saturated(found, kind_of(dtype, image)), mask, dst)

    def scaled(
        work: Work, src1: Any, src2: Any, dst: Any = None, scale: Any = 1, dtype: Any = -1
    ) -> Any:  # fmt: skip
        image = picture(src1)
        found = operate(_real(image), _real(np.asarray(_beside(image, src2)))) * float(scale)
        return saturated(np.where(np.isfinite(found), found, 0), kind_of(dtype, image))

    return scaled if is_scaled else run


def _wide(values: Array) -> Array:
    return values.astype(np.int32) if values.dtype.kind in "iu" and values.itemsize < 4 else values


def _real(values: Array) -> Array:
    return values if values.dtype.kind == "f" else values.astype(np.float32)


def _masked(work: Work, found: Array, mask: Any, instead: Any) -> Array:
    """Where a mask is zero it stays as it was."""
    if mask is None:
        return found
    work.takes(found.size, _MASKED * found.itemsize)
    is_set = grey(mask) != 0
    if is_set.shape != found.shape[:2]:
        raise error("(-215:Assertion failed) mask.size() == src1.size()")
    before = instead if isinstance(instead, np.ndarray) and instead.shape == found.shape else np.zeros_like(found)
    return np.where(is_set if found.ndim == 2 else is_set[:, :, None], found, before)


def _by_bits(operate: Any) -> Any:
    def run(work: Work, src1: Any, src2: Any, dst: Any = None, mask: Any = None) -> Any:
        image = picture(src1)
        if image.dtype.kind == "f":
            raise Unsupported("the bits of numbers with a fraction")
        other = saturated(np.asarray(_beside(image, src2)), image.dtype)
        return _masked(work, operate(image, other), mask, dst)

    return run


def _turned(work: Work, src: Any, dst: Any = None, mask: Any = None) -> Any:
    image = picture(src)
    if image.dtype.kind == "f":
        raise Unsupported("the bits of numbers with a fraction")
    return _masked(work, ~image, mask, dst)


def _mixed(
    work: Work,
    src1: Any,
    alpha: Any,
    src2: Any,
    beta: Any,
    gamma: Any,
    dst: Any = None,
    dtype: Any = -1,
) -> Any:
    first, second = picture(src1), picture(src2)
    if first.shape != second.shape:
        raise error("(-209:Sizes of input arguments do not match)")
    found = _real(first) * float(alpha) + _real(second) * float(beta) + float(gamma)
    return saturated(found, kind_of(dtype, first))


def _sizes(work: Work, src: Any, dst: Any = None, alpha: Any = 1, beta: Any = 0) -> Any:
    return saturated(np.abs(_real(picture(src)) * float(alpha) + float(beta)), np.uint8)


def _looked_up(work: Work, src: Any, lut: Any, dst: Any = None) -> Any:
    image, table = picture(src), np.asarray(lut)
    if image.dtype != np.uint8 or table.size % 256:
        raise error("(-215:Assertion failed) lut.total() == 256")
    table = table.reshape(256, -1)
    if table.shape[1] == 1:
        return table[:, 0][image]
    return np.stack([table[:, place][image[:, :, place]] for place in range(channels(image))], axis=2)


def _within(work: Work, src: Any, lowerb: Any, upperb: Any, dst: Any = None) -> Any:
    image = with_channels(picture(src))
    low, high = (
        np.asarray(_beside(image, one)) if not np.isscalar(one) else np.full(image.shape[2], one)
        for one in (lowerb, upperb)
    )
    is_in = ((image >= low) & (image <= high)).all(axis=2)
    return np.where(is_in, np.uint8(255), np.uint8(0))


def _compared(work: Work, src1: Any, src2: Any, cmpop: Any, dst: Any = None) -> Any:
    image = picture(src1)
    ways = (np.equal, np.greater, np.greater_equal, np.less, np.less_equal, np.not_equal)
    found = ways[int(cmpop)](image, np.asarray(_beside(image, src2)))
    return np.where(found, np.uint8(255), np.uint8(0))


def _parted(work: Work, m: Any, mv: Any = None) -> Any:
    image = with_channels(picture(m))
    return tuple(np.ascontiguousarray(image[:, :, place]) for place in range(image.shape[2]))


def _brought_together(work: Work, mv: Any, dst: Any = None) -> Any:
    parts = [picture(part) for part in mv]
    if not parts or any(part.shape[:2] != parts[0].shape[:2] or part.dtype != parts[0].dtype for part in parts):
        raise error("(-215:Assertion failed) mv[i].size == mv[0].size")
    work.elements(parts[0], len(parts) - 1.0)
    return np.concatenate([with_channels(part) for part in parts], axis=2)


def _chained(axis: int) -> Any:
    def run(work: Work, src: Any, dst: Any = None) -> Any:
        parts = [picture(part) for part in src]
        try:
            found = np.concatenate(parts, axis=axis)
        except ValueError:
            raise error("(-215:Assertion failed) src[i].rows == src[0].rows") from None
        work.elements(found, 1.0 - parts[0].size / found.size)
        return found

    return run


def _of_places(operate: Any) -> Any:
    def run(work: Work, src: Any, power: Any = None, dst: Any = None) -> Any:
        image = picture(src)
        return saturated(operate(image, power), image.dtype)

    return run


def _length(work: Work, x: Any, y: Any, magnitude: Any = None) -> Any:
    return np.hypot(picture(x), picture(y))


def _angle(work: Work, x: Any, y: Any, angle: Any = None, angleInDegrees: Any = False) -> Any:
    return _turns(x, y, angleInDegrees)


def _turns(x: Any, y: Any, in_degrees: Any) -> Array:
    found = np.arctan2(picture(y), picture(x)) % (2 * np.pi)
    return (np.degrees(found) if in_degrees else found).astype(picture(x).dtype)


def _polar(
    work: Work, x: Any, y: Any, magnitude: Any = None, angle: Any = None, angleInDegrees: Any = False
) -> Any:  # fmt: skip
    return np.hypot(picture(x), picture(y)), _turns(x, y, angleInDegrees)


def _marked(image: Array, mask: Any) -> Array:
    flat = with_channels(image).reshape(-1, channels(image))
    return flat if mask is None else flat[grey(mask).ravel() != 0]


def _mean(work: Work, src: Any, mask: Any = None) -> Any:
    found = _marked(picture(src), mask).mean(axis=0, dtype=np.float64).tolist()
    return (*found, 0.0, 0.0, 0.0)[:4]


def _summed(work: Work, src: Any) -> Any:
    return (*_marked(picture(src), None).sum(axis=0, dtype=np.float64).tolist(), 0.0, 0.0, 0.0)[:4]


def _spread(work: Work, src: Any, mean: Any = None, stddev: Any = None, mask: Any = None) -> Any:
    values = _marked(picture(src), mask)
    return values.mean(axis=0, dtype=np.float64)[:, None], values.std(axis=0, dtype=np.float64)[:, None]


def _extremes(work: Work, src: Any, mask: Any = None) -> Any:
    image = grey(src)
    if mask is not None:
        work.takes(image.size, 0.5)
        image = np.ma.masked_array(image, grey(mask) == 0)
    low, high = int(image.argmin()), int(image.argmax())
    width = image.shape[1]
    flat = np.asarray(image).ravel()
    return float(flat[low]), float(flat[high]), (low % width, low // width), (high % width, high // width)


def _filled(work: Work, src: Any) -> Any:
    return int(np.count_nonzero(grey(src)))


def _places_filled(work: Work, src: Any, idx: Any = None) -> Any:
    rows, columns = np.nonzero(grey(src))
    return np.stack((columns, rows), axis=1).astype(np.int32)[:, None] if len(rows) else None


def _norm(work: Work, src1: Any, src2: Any = None, normType: Any = 4, mask: Any = None) -> Any:
    values = _real(np.asarray(src1)).astype(np.float64)
    if isinstance(src2, np.ndarray):
        values = values - src2
    elif src2 is not None:
        normType = src2
    if normType not in _NORMS or mask is not None:
        raise Unsupported("another norm")
    found = {1: np.abs(values).max(), 2: np.abs(values).sum(), 4: np.sqrt((values * values).sum())}
    return float(found[normType])


def _normalized(
    work: Work,
    src: Any,
    dst: Any = None,
    alpha: Any = 1,
    beta: Any = 0,
    norm_type: Any = 4,
    dtype: Any = -1,
    mask: Any = None,
) -> Any:
    image = np.asarray(src)
    if mask is not None:
        raise Unsupported("a mask of what is normalized")
    values = image.astype(np.float64)
    if norm_type == 32:
        low, high = sorted((float(alpha), float(beta)))
        span = float(values.max() - values.min())
        found = (values - values.min()) * ((high - low) / span if span else 0.0) + low
    else:
        whole = _norm(work, image, norm_type)
        found = values * (float(alpha) / whole if whole else 0.0)
    work.takes(image.size, 0.25)
    return saturated(found, kind_of(dtype, image))


def _reduced(work: Work, src: Any, dim: Any, rtype: Any, dst: Any = None, dtype: Any = -1) -> Any:
    image = picture(src)
    operate: Any = (np.sum, np.mean, np.max, np.min)[int(rtype)]
    return saturated(operate(image, axis=int(dim), keepdims=True), kind_of(dtype, image))


def _summed_upto(work: Work, src: Any, sum: Any = None, sdepth: Any = -1) -> Any:
    image = picture(src)
    kind = np.int32 if image.dtype == np.uint8 else np.float64
    found = np.zeros((image.shape[0] + 1, image.shape[1] + 1, *image.shape[2:]), kind)
    found[1:, 1:] = image.astype(np.float64).cumsum(axis=0).cumsum(axis=1)
    return found


FUNCTIONS: Final = {
    "add": _combined(np.add),
    "subtract": _combined(np.subtract),
    "multiply": _combined(np.multiply, is_scaled=True),
    "divide": _combined(np.divide, is_scaled=True),
    "absdiff": _combined(lambda first, second: np.abs(first - second)),
    "max": _combined(np.maximum),
    "min": _combined(np.minimum),
    "bitwise_and": _by_bits(np.bitwise_and),
    "bitwise_or": _by_bits(np.bitwise_or),
    "bitwise_xor": _by_bits(np.bitwise_xor),
    "bitwise_not": _turned,
    "addWeighted": _mixed,
    "convertScaleAbs": _sizes,
    "LUT": _looked_up,
    "inRange": _within,
    "compare": _compared,
    "split": _parted,
    "merge": _brought_together,
    "hconcat": _chained(1),
    "vconcat": _chained(0),
    "sqrt": _of_places(lambda image, _: np.sqrt(image)),
    "pow": _of_places(lambda image, power: np.power(_real(image), float(power))),
    "exp": _of_places(lambda image, _: np.exp(image)),
    "log": _of_places(lambda image, _: np.log(image)),
    "magnitude": _length,
    "phase": _angle,
    "cartToPolar": _polar,
    "mean": _mean,
    "sumElems": _summed,
    "meanStdDev": _spread,
    "minMaxLoc": _extremes,
    "countNonZero": _filled,
    "findNonZero": _places_filled,
    "norm": _norm,
    "normalize": _normalized,
    "reduce": _reduced,
    "integral": _summed_upto,
}
