"""Drawing into images, in place."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from perfcast.trial.libraries.opencv.function_calls import Array, Work, error, points_of
from perfcast.trial.libraries.opencv.windows import channels, colour, picture, saturated

#: Nanoseconds of a place along a thin line, along a thicker one, and along one with soft edges.
_THIN: Final = 1.6
_THICK: Final = 8.0
_SOFT: Final = 14.0
#: Of the two ends of a thicker one.
_ENDS: Final = 1_000.0
#: Of a byte that is filled, and of a corner.
_FILLED: Final = 0.06
_CORNER: Final = 60.0
#: Of a letter of a text, of each pixel of thickness; its height and its width, as shares of the size 1.
_LETTER: Final = 500.0
_HEIGHT: Final = 21
_WIDTH: Final = 19
_BELOW: Final = 9
#: Nanoseconds that a place takes here.
_HERE: Final = 60.0


def _canvas(img: Any) -> Array:
    image = picture(img)
    if not isinstance(img, np.ndarray) or not img.flags.writeable:
        raise error("Layout of the output array img is incompatible with cv::Mat")
    return image


def _put(image: Array, rows: Any, columns: Any, value: Any) -> None:
    is_in = (rows >= 0) & (rows < image.shape[0]) & (columns >= 0) & (columns < image.shape[1])
    image[rows[is_in], columns[is_in]] = value


def _shade(image: Array, color: Any) -> Any:
    return saturated(np.asarray(colour(color, image)), image.dtype)


def _lines(work: Work, image: Array, starts: Array, ends: Array, color: Any, thickness: int, soft: bool) -> None:
    """Draws from points to others."""
    away = ends - starts
    lengths = np.abs(away).max(axis=1)
    whole = float(lengths.sum())
    if thickness > 1:
        work.takes(whole, _THICK * (1.0 + thickness / 8.0), 0.0)
        work.takes(len(starts), _ENDS * thickness / 2.0, 0.0)
    else:
        work.takes(whole, _SOFT if soft else _THIN, 0.0)
        work.takes(len(starts), _CORNER, 0.0)
    work.machine.allows(_HERE * whole * max(1, thickness))
    counts = np.minimum(lengths.astype(np.int64), 20_000) + 1
    which = np.repeat(np.arange(len(starts)), counts)
    share = (np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)) / np.maximum(counts[which] - 1, 1)
    x = np.rint(starts[which, 0] + share * away[which, 0]).astype(np.int64)
    y = np.rint(starts[which, 1] + share * away[which, 1]).astype(np.int64)
    value, half = _shade(image, color), thickness // 2
    for row in range(-half, half + 1):
        for column in range(-half, half + 1):
            if row * row + column * column <= half * half + half:
                _put(image, y + row, x + column, value)


def _line(
    work: Work,
    img: Any,
    pt1: Any,
    pt2: Any,
    color: Any,
    thickness: Any = 1,
    lineType: Any = 8,
    shift: Any = 0,
) -> Any:
    image = _canvas(img)
    ends = np.array([pt1, pt2], dtype=np.float64)
    _lines(work, image, ends[:1], ends[1:], color, int(thickness), lineType == 16)
    return img


def _arrow(
    work: Work,
    img: Any,
    pt1: Any,
    pt2: Any,
    color: Any,
    thickness: Any = 1,
    line_type: Any = 8,
    shift: Any = 0,
    tipLength: Any = 0.1,
) -> Any:
    image = _canvas(img)
    start, end = np.array(pt1, dtype=np.float64), np.array(pt2, dtype=np.float64)
    angle = math.atan2(*(start - end)[::-1])
    tip = float(np.hypot(*(end - start))) * float(tipLength)
    tips = [end + tip * np.array([math.cos(angle + turn), math.sin(angle + turn)]) for turn in (0.785, -0.785)]
    _lines(work, image, np.array([start, *tips]), np.array([end] * 3), color, int(thickness), line_type == 16)
    return img


def _rectangle(
    work: Work,
    img: Any,
    pt1: Any,
    pt2: Any,
    color: Any = None,
    thickness: Any = 1,
    lineType: Any = 8,
    shift: Any = 0,
) -> Any:
    image = _canvas(img)
    if color is None or not isinstance(color, tuple | list | int | float | np.ndarray):
        raise error("a colour is expected")
    (left, right), (top, bottom) = (sorted((int(a), int(b))) for a, b in zip(pt1, pt2, strict=True))
    if thickness < 0:
        within = image[max(top, 0) : max(bottom + 1, 0), max(left, 0) : max(right + 1, 0)]
        work.takes(within.nbytes, _FILLED)
        within[...] = _shade(image, color)
        return img
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], dtype=np.float64)
    _lines(work, image, corners, np.roll(corners, -1, axis=0), color, int(thickness), lineType == 16)
    return img


def _circle(
    work: Work,
    img: Any,
    center: Any,
    radius: Any,
    color: Any,
    thickness: Any = 1,
    lineType: Any = 8,
    shift: Any = 0,
) -> Any:
    _oval(work, _canvas(img), center, (radius, radius), 0.0, color, int(thickness), lineType == 16)
    return img


def _oval(
    work: Work, image: Array, center: Any, axes: Any, angle: float, color: Any, thickness: int, soft: bool
) -> None:
    x, y = (float(one) for one in center)
    across, down = max(0.0, float(axes[0])), max(0.0, float(axes[1]))
    reach = int(max(across, down)) + max(thickness, 1)
    top, left = max(0, int(y) - reach), max(0, int(x) - reach)
    part = image[top : max(0, int(y) + reach + 1), left : max(0, int(x) + reach + 1)]
    around = math.pi * (across + down)
    if thickness < 0:
        work.takes(math.pi * across * down * channels(image), _FILLED * 2)
    elif thickness == 1 and not soft:
        work.takes(around, _THIN)
    else:
        work.takes(around, 40.0 * (1.0 + thickness / 8.0))
    if not part.size:
        return
    work.machine.allows(20.0 * part.size)
    rows, columns = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    turn = math.radians(angle)
    u = (columns - x) * math.cos(turn) + (rows - y) * math.sin(turn)
    v = (rows - y) * math.cos(turn) - (columns - x) * math.sin(turn)

    def within(more: float) -> Array:
        found: Array = (u / (across + more + 0.5)) ** 2 + (v / (down + more + 0.5)) ** 2 <= 1
        return found

    if thickness < 0:
        part[within(0.0)] = _shade(image, color)
        return
    half = thickness / 2
    inner = within(-half) if min(across, down) > half + 0.5 else np.zeros(u.shape, dtype=bool)
    part[within(half - 0.5) & ~inner] = _shade(image, color)


def _ellipse(
    work: Work,
    img: Any,
    center: Any,
    axes: Any,
    angle: Any = 0,
    startAngle: Any = 0,
    endAngle: Any = 360,
    color: Any = 0,
    thickness: Any = 1,
    lineType: Any = 8,
    shift: Any = 0,
) -> Any:
    """A whole one, whatever the angles."""
    _oval(work, _canvas(img), center, axes, float(angle), color, int(thickness), lineType == 16)
    return img


def _outlines(work: Work, image: Array, outlines: Any, color: Any, thickness: int, closed: bool, soft: bool) -> None:
    starts, ends = [], []
    for outline in outlines:
        points = points_of(work, outline).astype(np.float64)
        if closed:
            starts.append(points)
            ends.append(np.roll(points, -1, axis=0))
        elif len(points) > 1:
            starts.append(points[:-1])
            ends.append(points[1:])
    if starts:
        _lines(work, image, np.concatenate(starts), np.concatenate(ends), color, thickness, soft)


def _polylines(
    work: Work,
    img: Any,
    pts: Any,
    isClosed: Any,
    color: Any,
    thickness: Any = 1,
    lineType: Any = 8,
    shift: Any = 0,
) -> Any:
    _outlines(work, _canvas(img), pts, color, int(thickness), bool(isClosed), lineType == 16)
    return img


def _filled(
    work: Work, img: Any, pts: Any, color: Any, lineType: Any = 8, shift: Any = 0, offset: Any = None
) -> Any:  # fmt: skip
    outlines = [pts] if isinstance(pts, np.ndarray) and pts.ndim == 2 else [*pts]
    _fill(work, _canvas(img), outlines, color)
    return img


def _fill(work: Work, image: Array, outlines: list[Any], color: Any) -> None:
    """What lies within an odd number of borders, line by line."""
    points = [points_of(work, one).astype(np.float64) for one in outlines]
    if not points:
        return
    starts = np.concatenate(points)
    ends = np.concatenate([np.roll(one, -1, axis=0) for one in points])
    value = _shade(image, color)
    top = max(0, math.floor(starts[:, 1].min()))
    bottom = min(image.shape[0], math.ceil(starts[:, 1].max()) + 1)
    crossed = float(np.abs(ends - starts).sum())
    work.takes(crossed, _THIN, 0.0)
    work.takes(len(starts), _CORNER, 0.0)
    work.machine.allows(20.0 * (bottom - top) * len(starts))
    size = 0
    for row in range(top, bottom):
        is_cut = (starts[:, 1] <= row) != (ends[:, 1] <= row)
        first, last = starts[is_cut], ends[is_cut]
        cuts = np.sort(first[:, 0] + (row - first[:, 1]) * (last[:, 0] - first[:, 0]) / (last[:, 1] - first[:, 1]))
        for left, right in zip(cuts[::2], cuts[1::2], strict=False):
            part = image[row, max(0, math.ceil(left)) : max(0, math.floor(right) + 1)]
            part[...] = value
            size += part.size
    work.takes(size * image.itemsize, _FILLED, 0.0)


def _contours(
    work: Work,
    image: Any,
    contours: Any,
    contourIdx: Any,
    color: Any,
    thickness: Any = 1,
    lineType: Any = 8,
    hierarchy: Any = None,
    maxLevel: Any = 0,
    offset: Any = None,
) -> Any:
    canvas = _canvas(image)
    used = [*contours] if contourIdx < 0 else [contours[int(contourIdx)]]
    if thickness < 0:
        _fill(work, canvas, used, color)
    else:
        _outlines(work, canvas, used, color, int(thickness), True, lineType == 16)
    return image


def _text(
    work: Work,
    img: Any,
    text: Any,
    org: Any,
    fontFace: Any,
    fontScale: Any,
    color: Any,
    thickness: Any = 1,
    lineType: Any = 8,
    bottomLeftOrigin: Any = False,
) -> Any:
    """Of each letter two lines."""
    image = _canvas(img)
    work.takes(len(text), _LETTER * (0.6 + 0.4 * int(thickness)) * (0.5 + 0.5 * float(fontScale)), 3_000.0)
    shade, scale = _shade(image, color), float(fontScale)
    for number in range(len(text)):
        left = int(org[0] + number * _WIDTH * scale)
        rows = np.arange(int(org[1] - _HEIGHT * scale), int(org[1]))
        _put(image, rows, np.full(len(rows), left), shade)
        columns = np.arange(left, int(left + _WIDTH * scale * 0.7))
        _put(image, np.full(len(columns), int(org[1])), columns, shade)
    return img


def _size_of_text(work: Work, text: Any, fontFace: Any, fontScale: Any, thickness: Any) -> Any:
    scale = float(fontScale)
    return (round(len(text) * _WIDTH * scale), round(_HEIGHT * scale)), round(_BELOW * scale) + int(thickness)


FUNCTIONS: Final = {
    "line": _line,
    "arrowedLine": _arrow,
    "rectangle": _rectangle,
    "circle": _circle,
    "ellipse": _ellipse,
    "polylines": _polylines,
    "fillPoly": _filled,
    "fillConvexPoly": _filled,
    "drawContours": _contours,
    "putText": _text,
    "getTextSize": _size_of_text,
}
