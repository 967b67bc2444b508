"""Thresholds and histograms."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.function_calls import Array, Work, error
from perfcast.trial.libraries.opencv.windows import grey, picture, saturated, with_channels

_OTSU: Final = 8
_TRIANGLE: Final = 16
#: Nanoseconds of an element, for what is counted along several channels.
_COUNTED: Final = 0.35
_COUNTED_TOGETHER: Final = 2.2
_CLAHE: Final = 600.0
_CLAHE_BYTES: Final = 300


def _above(work: Work, src: Any, thresh: Any, maxval: Any, type: Any, dst: Any = None) -> Any:
    image, limit, way = picture(src), float(thresh), int(type)
    if way & (_OTSU | _TRIANGLE):
        if image.dtype != np.uint8 or image.ndim > 2:
            raise error("(-215:Assertion failed) src.type() == CV_8UC1")
        work.takes(image.size, 0.29)
        counts = np.bincount(image.ravel(), minlength=256).astype(np.float64)
        limit = float(_otsu(counts) if way & _OTSU else _triangle(counts))
    if image.dtype.kind != "f":
        limit, maxval = float(np.floor(limit)), round(float(maxval))
    is_above = image > limit
    kind = image.dtype.type
    values: tuple[tuple[Any, Any], ...] = (
        (kind(maxval), kind(0)),
        (kind(0), kind(maxval)),
        (kind(limit), image),
        (image, kind(0)),
        (kind(0), image),
    )
    return limit, np.where(is_above, *values[way & 7])


def _otsu(counts: Array) -> int:
    """The limit that tells two groups apart best."""
    levels = np.arange(256)
    below = np.cumsum(counts) / counts.sum()
    means = np.cumsum(counts * levels) / counts.sum()
    with np.errstate(all="ignore"):
        between = np.nan_to_num((means[-1] * below - means) ** 2 / (below * (1 - below)), nan=0.0, posinf=0.0)
    return int(between.argmax())


def _triangle(counts: Array) -> int:
    """The place farthest from the line between the most frequent value and the last one."""
    used = np.flatnonzero(counts)
    top, first, last = int(counts.argmax()), int(used[0]), int(used[-1])
    end = first if top - first > last - top else last
    places = np.arange(min(top, end), max(top, end) + 1)
    line = counts[top] + (counts[end] - counts[top]) * (places - top) / ((end - top) or 1)
    return int(places[(line - counts[places]).argmax()])


def _equalized(work: Work, src: Any, dst: Any = None) -> Any:
    image = grey(src)
    if image.dtype != np.uint8:
        raise error("(-215:Assertion failed) _src.type() == CV_8UC1")
    return _spread_evenly(np.bincount(image.ravel(), minlength=256), image.size)[image]


def _spread_evenly(counts: Array, size: int) -> Array:
    upto = np.cumsum(counts).astype(np.float64)
    first = counts[np.flatnonzero(counts)[0]]
    if first == size:
        return np.arange(256, dtype=np.uint8)
    return saturated((upto - first) * (255.0 / (size - first)), np.uint8)


class Clahe(Foreign):
    """What ``createCLAHE`` gives."""


def _clahe(work: Work, clipLimit: Any = 40.0, tileGridSize: Any = (8, 8)) -> Clahe:
    machine = work.machine

    def apply(src: Any, dst: Any = None) -> Any:
        """Values of the whole picture are spread evenly, which is near to what tiles give."""
        image = grey(src)
        if image.dtype != np.uint8:
            raise Unsupported("an equalizer of other than bytes")
        machine.array(image.size, _CLAHE * int(tileGridSize[0]) * int(tileGridSize[1]), 3.0 * image.size)
        machine.allows(3.0 * image.size)
        machine.briefly(256 * int(tileGridSize[0]) * int(tileGridSize[1]))
        counts = np.bincount(image.ravel(), minlength=256)
        counts = np.minimum(counts, max(1, int(float(clipLimit) * image.size / 256)))
        return machine.made_of(_spread_evenly(counts, int(counts.sum()))[image], (image,))

    found = Clahe({"apply": Guarded(apply)}, _CLAHE_BYTES)
    return machine.made(found)  # type: ignore[no-any-return]


def _histogram(
    work: Work,
    images: Any,
    channels: Any,
    mask: Any,
    histSize: Any,
    ranges: Any,
    hist: Any = None,
    accumulate: Any = False,
) -> Any:
    pictures = [with_channels(picture(one)) for one in images]
    if len({one.shape[:2] for one in pictures}) != 1 or accumulate:
        raise Unsupported("several pictures counted")
    planes = [one[:, :, place] for one in pictures for place in range(one.shape[2])]
    used = [planes[int(place)].ravel() for place in channels]
    work.takes(used[0].size, _COUNTED if len(used) == 1 else _COUNTED_TOGETHER * len(used), 60.0)
    if mask is not None:
        is_set = grey(mask).ravel() != 0
        work.takes(is_set.size, 0.8)
        used = [one[is_set] for one in used]
    sizes = [int(one) for one in histSize]
    place = np.zeros(used[0].size, dtype=np.int64)
    is_in = np.ones(used[0].size, dtype=bool)
    for number, (values, size) in enumerate(zip(used, sizes, strict=True)):
        low, high = float(ranges[2 * number]), float(ranges[2 * number + 1])
        own = np.floor((values - low) * (size / (high - low))).astype(np.int64)
        is_in &= (own >= 0) & (own < size)
        place = place * size + own
    counts = np.bincount(place[is_in], minlength=int(np.prod(sizes))).astype(np.float32)
    return counts.reshape(sizes) if len(sizes) > 1 else counts[:, None]


def _alike(work: Work, H1: Any, H2: Any, method: Any) -> Any:
    first, second = (np.asarray(one, dtype=np.float64).ravel() for one in (H1, H2))
    work.takes(first.size, 1.0)
    if method == 0:
        a, b = first - first.mean(), second - second.mean()
        whole = np.sqrt((a * a).sum() * (b * b).sum())
        return float((a * b).sum() / whole) if whole else 1.0
    if method == 2:
        return float(np.minimum(first, second).sum())
    if method == 1:
        return float((((first - second) ** 2)[first > 0] / first[first > 0]).sum())
    if method == 3:
        whole = np.sqrt(first.sum() * second.sum())
        return float(np.sqrt(max(0.0, 1 - np.sqrt(first * second).sum() / whole))) if whole else 1.0
    raise Unsupported("histograms compared in another way")


FUNCTIONS: Final = {
    "threshold": _above,
    "equalizeHist": _equalized,
    "createCLAHE": _clahe,
    "calcHist": _histogram,
    "compareHist": _alike,
}
