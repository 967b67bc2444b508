"""``ImageDraw``: shapes and texts drawn into pictures, in place."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.function_calls import Array
from perfcast.trial.libraries.pillow import fonts, modes
from perfcast.trial.libraries.pillow.images import Picture

#: Bytes of one that draws.
_OBJECT: Final = 500
#: Nanoseconds of making one; of a call, and of a colour that is told.
_MADE: Final = 1_750.0
_CALL: Final = 350.0
#: Nanoseconds of a place that is filled, of one band and of several; of a row of what is filled or is round; of a place
#: along a line; of a point that is given.
_FILLED: Final = (0.014, 0.29)
_ROW: Final = 26.0
_ALONG: Final = 2.1
_EDGE: Final = 0.9
_POINT: Final = 30.0
#: Of a row of an arc, and of the corners of a rectangle that are round.
_ARC_ROW: Final = 79.0
_ROUND: Final = 14_000.0
#: Nanoseconds that a place takes in the closed world itself.
_HERE: Final = 4.0


class Drawing(Foreign):
    """As ``PIL.ImageDraw.ImageDraw``."""

    def __init__(self, machine: Machine, im: Any, mode: Any = None) -> None:
        if not isinstance(im, Picture) or mode not in {None, im.mode} or im.mode == "P":
            raise Unsupported("drawing into another picture")
        super().__init__({"im": im}, _OBJECT)
        self.machine, self._on, self._filled = machine, im, _FILLED[im.is_wide]
        machine.pay(_MADE)

    def member(self, name: str) -> Any:
        methods: dict[str, Any] = {
            "line": self._line, "rectangle": self._rectangle, "rounded_rectangle": self._rounded,
            "ellipse": self._ellipse, "circle": self._circle, "polygon": self._polygon, "point": self._points,
            "arc": self._arc, "chord": self._part, "pieslice": self._part, "text": self._text,
            "multiline_text": self._text, "textbbox": self._box, "multiline_textbbox": self._box,
            "textlength": self._length, "getfont": self._font,
        }  # fmt: skip
        return Guarded(methods[name]) if name in methods else super().member(name)

    def _pays(self, work: float, places: float = 0.0, call: float = _CALL) -> None:
        self.machine.array(int(places), call, work)
        self.machine.allows(_HERE * places)

    def _colour(self, chosen: Any) -> Any:
        default = 255 if not self._on.is_wide else (255, 255, 255)
        return modes.colour(default if chosen is None else chosen, self._on.mode)

    def _window(self, left: float, top: float, right: float, bottom: float) -> Array:
        """The part of the picture from a place to another, which belongs to it."""
        across, down = (max(0, round(one)) for one in (left, top))
        return self._on.pixels[down : max(0, round(bottom) + 1), across : max(0, round(right) + 1)]

    def _line(self, xy: Any, fill: Any = None, width: Any = 0, joint: Any = None) -> None:
        points = self._read(xy)
        away = np.abs(np.diff(points, axis=0)).max(axis=1, initial=0) if len(points) > 1 else np.zeros(1)
        length, wide = float(away.sum()), max(1, int(width))
        self._pays(_POINT * len(points), len(points))
        if wide > 1:
            self._pays(length * (_ROW * 0.6 + self._filled * wide), length * wide, 2_000.0 * max(1, len(points) - 1))
        else:
            self._pays(_ALONG * length, length)
        shade, half = self._colour(fill), wide // 2
        for start, end in pairwise(points):
            count = int(np.abs(end - start).max()) + 1
            columns, rows = np.rint(np.linspace(start, end, count)).astype(np.int64).T
            for more in range(-half, wide - half):
                flat = abs(end[0] - start[0]) >= abs(end[1] - start[1])
                self._put(rows + (more if flat else 0), columns + (0 if flat else more), shade)

    def _put(self, rows: Array, columns: Array, shade: Any) -> None:
        pixels = self._on.pixels
        is_in = (rows >= 0) & (rows < pixels.shape[0]) & (columns >= 0) & (columns < pixels.shape[1])
        pixels[rows[is_in], columns[is_in]] = shade

    def _read(self, xy: Any) -> Array:
        """Points, one a row, of pairs or of numbers one after the other."""
        found = np.array([*xy], dtype=np.float64).reshape(-1, 2)
        if not len(found):
            raise TypeError("must contain at least 1 coordinate")
        return found

    def _corners(self, xy: Any) -> tuple[float, float, float, float]:
        (left, top), (right, bottom) = self._read(xy)[:2].tolist()
        if right < left or bottom < top:
            axis = "x" if right < left else "y"
            raise ValueError(f"{axis}1 must be greater than or equal to {axis}0")
        return left, top, right, bottom

    def _rectangle(self, xy: Any, fill: Any = None, outline: Any = None, width: Any = 1) -> None:
        corners = self._corners(xy)
        part = self._window(*corners)
        if fill is not None:
            places = part.shape[0] * part.shape[1]
            self._pays(self._filled * places, places)
            part[...] = self._colour(fill)
        if (fill is None or outline is not None) and part.size and int(width):
            edge, shade = int(width), self._colour(outline)
            self._pays(_EDGE * 2 * edge * (part.shape[0] + part.shape[1]))
            for side in (part[:edge], part[-edge:], part[:, :edge], part[:, -edge:]):
                side[...] = shade

    def _rounded(
        self, xy: Any, radius: Any = 0, fill: Any = None, outline: Any = None, width: Any = 1, *, corners: Any = None
    ) -> None:
        """With square corners, which takes as long as round ones are paid for."""
        self._pays(0.0, call=_ROUND * (1 + (outline is not None)))
        self._rectangle(xy, fill, outline, width)

    def _ellipse(self, xy: Any, fill: Any = None, outline: Any = None, width: Any = 1) -> None:
        self._oval(self._corners(xy), fill, outline, int(width), _ROW)

    def _circle(self, xy: Any, radius: Any, fill: Any = None, outline: Any = None, width: Any = 1) -> None:
        x, y = (float(one) for one in xy)
        around = (x - float(radius), y - float(radius), x + float(radius), y + float(radius))
        self._oval(around, fill, outline, int(width), _ROW)

    def _arc(self, xy: Any, start: Any, end: Any, fill: Any = None, width: Any = 1) -> None:
        """A whole one, whatever the angles."""
        self._oval(self._corners(xy), None, fill, int(width), _ARC_ROW)

    def _part(
        self, xy: Any, start: Any, end: Any, fill: Any = None, outline: Any = None, width: Any = 1
    ) -> None:  # fmt: skip
        """A whole one, whatever the angles."""
        self._oval(self._corners(xy), fill, outline, int(width), _ARC_ROW)

    def _oval(
        self, around: tuple[float, float, float, float], fill: Any, outline: Any, width: int, row: float
    ) -> None:  # fmt: skip
        left, top, right, bottom = around
        part = self._window(*around)
        rows, columns = np.indices(part.shape[:2], dtype=np.float32)
        down = (rows + max(0, round(top)) - (top + bottom) / 2) / ((bottom - top + 1) / 2)
        across = (columns + max(0, round(left)) - (left + right) / 2) / ((right - left + 1) / 2)
        away = across * across + down * down
        if fill is not None:
            within = away <= 1
            self._pays(row * part.shape[0] + self._filled * float(within.sum()), within.size)
            part[within] = self._colour(fill)
        if (fill is None or outline is not None) and width:
            inner = max(0.0, 1 - 2 * width / max(1.0, min(right - left, bottom - top) + 1))
            self._pays(row * part.shape[0], away.size)
            part[(away <= 1) & (away >= inner * inner)] = self._colour(outline)

    def _polygon(self, xy: Any, fill: Any = None, outline: Any = None, width: Any = 1) -> None:
        points = self._read(xy)
        starts, ends = points, np.roll(points, -1, axis=0)
        top, bottom = max(0, math.floor(points[:, 1].min())), math.ceil(points[:, 1].max()) + 1
        if fill is not None:
            shade, size = self._colour(fill), 0
            self.machine.allows(5.0 * len(points) * (bottom - top))
            for row in range(top, min(bottom, self._on.pixels.shape[0])):
                is_cut = (starts[:, 1] <= row) != (ends[:, 1] <= row)
                first, last = starts[is_cut], ends[is_cut]
                share = (row - first[:, 1]) / (last[:, 1] - first[:, 1])
                cuts = np.sort(first[:, 0] + share * (last[:, 0] - first[:, 0]))
                for left, right in zip(cuts[::2], cuts[1::2], strict=False):
                    part = self._window(left, row, right, row)
                    part[...] = shade
                    size += part.shape[1]
            self._pays(_POINT * len(points) + _ROW * (bottom - top) + self._filled * size, size, 900.0)
        if fill is None or outline is not None:
            self._line([*points.tolist(), points[0].tolist()], outline, width)

    def _points(self, xy: Any, fill: Any = None) -> None:
        points = self._read(xy)
        self._pays(_POINT * len(points), len(points))
        columns, rows = np.rint(points).astype(np.int64).T
        self._put(rows, columns, self._colour(fill))

    def _font(self) -> fonts.Font:
        if "font" not in self.attributes:
            self.attributes["font"] = fonts.default(self.machine)
        found: fonts.Font = self.attributes["font"]
        return found

    def _text(self, xy: Any, text: Any, fill: Any = None, font: Any = None, *_: Any, **__: Any) -> None:
        used = self._font() if font is None else font
        width, height = used.written(text)
        # A letter covers about a third of its box, from a line to the other.
        part = self._window(float(xy[0]), float(xy[1]), float(xy[0]) + width, float(xy[1]) + height)
        part[1::2, ::3] = self._colour(fill)

    def _box(self, xy: Any, text: Any, font: Any = None, *_: Any, **__: Any) -> tuple[float, float, float, float]:
        left, top, right, bottom = (self._font() if font is None else font).box(text)
        x, y = float(xy[0]), float(xy[1])
        return x + left, y + top, x + right, y + bottom

    def _length(self, text: Any, font: Any = None, *_: Any, **__: Any) -> float:
        return (self._font() if font is None else font).length(text)
