"""``Image``: its methods and attributes."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.scattered_memory import time_among
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv import codecs
from perfcast.trial.libraries.opencv.function_calls import MANY, MOST_ELEMENTS, Array
from perfcast.trial.libraries.opencv.resizing import averaged
from perfcast.trial.libraries.opencv.windows import saturated
from perfcast.trial.libraries.pillow import modes, palettes
from perfcast.trial.stdlib.formats.io_and_csv import ByteBuffer

#: Bytes of one without its pixels.
_OBJECT: Final = 3_000
#: Nanoseconds of asking for what is known, and of a method.
_TOLD: Final = 80.0
_METHOD: Final = 1_500.0
#: Half the places that a filter takes into account, by its number, and nanoseconds of each, of one band and of four.
_REACH: Final = {1: 3.0, 2: 1.0, 3: 2.0, 4: 0.5, 5: 1.0}
_TAP: Final = (0.62, 1.6)
_TAPPED: Final = (0.35, 1.1)
_NEAREST: Final = 0
_BICUBIC: Final = 3
_TURNS: Final[tuple[Callable[[Array], Array], ...]] = (
    lambda pixels: pixels[:, ::-1],
    lambda pixels: pixels[::-1],
    np.rot90,
    lambda pixels: np.rot90(pixels, 2),
    lambda pixels: np.rot90(pixels, 3),
)
_LISTED: Final = (10.0, 94.0)
_WRITTEN: Final = {"JPEG": 4.6, "PNG": 95.0, "BMP": 1.0}
#: The part of a lookup among as much that a pixel takes which is looked for in another row than the one before, of
#: quarter turns and of others.
_ACROSS: Final = 0.005
_SLANTED: Final = 0.01
_HERE: Final = 0.3


class Picture(Foreign):
    """As ``PIL.Image.Image``.

    Attributes:
        pixels: bytes, by rows, columns, and bands where there are several.
        mode: what the bands are, as Pillow names it.
    """

    def __init__(self, machine: Machine, pixels: Array, mode: str, kind: str | None = None) -> None:
        if pixels.size > MOST_ELEMENTS:
            raise Unsupported("a large picture")
        super().__init__({}, _OBJECT + _bytes(pixels))
        self.machine, self.pixels, self.mode, self._kind = machine, np.ascontiguousarray(pixels), mode, kind

    @property
    def is_wide(self) -> bool:
        """Whether it has several bands, of four bytes together."""
        return self.pixels.ndim > 2

    @property
    def places(self) -> int:
        return int(self.pixels.shape[0] * self.pixels.shape[1])

    def member(self, name: str) -> Any:
        height, width = self.pixels.shape[:2]
        told = {"size": (width, height), "width": width, "height": height, "mode": self.mode, "format": self._kind}
        if name in told:
            self.machine.pay(_TOLD)
            return told[name]
        if name == "info":
            return self.attributes.setdefault("info", {})
        methods: dict[str, Any] = {
            "convert": self.convert, "resize": self.resize, "thumbnail": self._thumbnail, "crop": self._crop,
            "rotate": self._rotate, "transpose": self._transpose, "copy": self.copy, "paste": self._paste,
            "split": self._split, "getpixel": self._pixel, "putpixel": self._put, "tobytes": self._bytes,
            "histogram": self._histogram, "getdata": self._data, "getbands": lambda: tuple(modes.BANDS[self.mode]),
            "save": self._save, "point": self._point, "load": lambda: Places(self), "getbbox": self._box,
            "filter": lambda chosen: chosen.applied(self), "close": lambda: None, "verify": lambda: None,
            "quantize": partial(palettes.quantized, self), "getpalette": partial(palettes.listed, self),
            "getcolors": partial(palettes.counted, self), "getchannel": self._band,
            "__enter__": lambda: self, "__exit__": lambda *_: None,
        }  # fmt: skip
        return Guarded(methods[name]) if name in methods else super().member(name)

    def pays(self, one: float, several: float, elements: float | None = None, call: float = _METHOD) -> None:
        """Pays for pixels: nanoseconds of each, of one band and of several."""
        count = self.places if elements is None else elements
        self.machine.array(int(count), call, count * (several if self.is_wide else one))
        self.machine.allows(_HERE * count)

    def made(self, pixels: Array, mode: str | None = None, aside: float = 0.0, of: Any = None) -> Picture:
        """A new one, for which some bytes were held meanwhile.

        Args:
            of: what it is made of; None for this picture.
        """
        found = Picture(self.machine, pixels, mode or self.mode)
        if found.mode == self.mode and "palette" in self.attributes:
            found.attributes["palette"] = self.attributes["palette"]
        if aside:
            self.machine.briefly(int(found.nbytes + aside))
        # A picture that nobody else holds is there until its method returns.
        return self.machine.made_of(found, (self if of is None else of,))  # type: ignore[no-any-return]

    def as_array(self) -> Array:
        self.pays(0.08, 0.41, call=4_700.0)
        found = self.pixels.copy()
        self.machine.briefly(2 * found.nbytes)
        return self.machine.made_of(found, ())  # type: ignore[no-any-return]

    def copy(self) -> Picture:
        self.pays(0.03, 0.12)
        return self.made(self.pixels.copy())

    def convert(self, mode: str | None = None, *_: Any, **options: Any) -> Picture:
        target = mode or self.mode
        if target == "P" and self.mode != "P" and options.get("palette"):
            return palettes.quantized(self, options.get("colors", 256))
        if self.mode == "P" and target != "P":
            return self._of_palette(target)
        one, several, pixels = modes.converted(self.pixels, self.mode, target)
        self.pays(one, several, call=2_300.0)
        return self.made(pixels, target)

    def _of_palette(self, target: str) -> Picture:
        if target not in {"RGB", "RGBA", "L"}:
            raise Unsupported(f"a picture of P as {target}")
        self.pays(0.5, 0.0)
        pixels = modes.converted(palettes.expanded(self), "RGB", target)[2]
        return self.made(pixels, target)

    def _band(self, channel: Any) -> Picture:
        names = modes.BANDS[self.mode]
        place = names.index(channel) if isinstance(channel, str) else int(channel)
        self.pays(0.08, 0.21)
        return self.made(self.pixels[:, :, place] if self.is_wide else self.pixels, "L")

    def resize(self, size: Any, resample: Any = None, box: Any = None, reducing_gap: Any = None) -> Picture:
        width, height = (int(one) for one in size)
        way = _BICUBIC if resample is None else int(resample)
        if box is not None or (way != _NEAREST and way not in _REACH) or width <= 0 or height <= 0:
            raise Unsupported("a picture resized in another way")
        rows, columns = self.pixels.shape[:2]
        if way == _NEAREST:
            self.pays(0.4, 0.45, width * height, 3_200.0)
            return self.made(self._nearest(width, height))
        taps = [2 * _REACH[way] * max(1.0, old / new) for old, new in ((columns, width), (rows, height))]
        for count, tap in ((rows * width, taps[0]), (height * width, taps[1])):
            place = int(self.is_wide)
            work = count * (_TAP[place] * tap + _TAPPED[place])
            self.machine.array(count, 2_000.0, work)
        aside = rows * width * (4 if self.is_wide else 1)
        is_smaller = width <= columns and height <= rows and self.pixels.size <= MANY * 10
        if not is_smaller:
            return self.made(self._nearest(width, height), aside=aside)
        self.machine.allows(_HERE * self.pixels.size)
        means = averaged(averaged(self.pixels.astype(np.float32), height, 0), width, 1)
        return self.made(saturated(means, np.uint8), aside=aside)

    def _nearest(self, width: int, height: int) -> Array:
        rows, columns = self.pixels.shape[:2]
        found: Array = self.pixels[(np.arange(height) * rows // height)[:, None], np.arange(width) * columns // width]
        return found

    def _thumbnail(self, size: Any, resample: Any = None, reducing_gap: Any = 2.0) -> None:
        width, height = self.pixels.shape[1], self.pixels.shape[0]
        scale = min(float(size[0]) / width, float(size[1]) / height)
        if scale < 1:
            # It is first made smaller by a whole number of times.
            times = max(1, int(1 / scale / float(reducing_gap or 1e9)))
            self.pays(0.5, 1.2)
            small = Picture(self.machine, self.pixels[::times, ::times], self.mode)
            found = small.resize((max(1, round(width * scale)), max(1, round(height * scale))), resample)
            self.pixels, self.nbytes = found.pixels, found.nbytes

    def _crop(self, box: Any = None) -> Picture:
        left, top, right, bottom = (round(one) for one in box or (0, 0, *self.pixels.shape[1::-1]))
        if right < left or bottom < top:
            raise ValueError("Coordinate 'right' is less than 'left'")
        if (right - left) * (bottom - top) > MOST_ELEMENTS:
            raise Unsupported("a large picture")
        found = np.zeros((bottom - top, right - left, *self.pixels.shape[2:]), dtype=np.uint8)
        part = self.pixels[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
        found[max(0, -top) :, max(0, -left) :][: part.shape[0], : part.shape[1]] = part
        self.pays(0.08, 0.2, found.shape[0] * found.shape[1], 3_200.0)
        return self.made(found)

    def _apart(self, pixel: int) -> float:
        """What looking up a pixel of so many bytes takes more than in a small picture, in nanoseconds."""
        rows, columns = self.pixels.shape[:2]
        return time_among(pixel * self.machine.whole(rows * columns))

    def _rotate(self, angle: Any, resample: Any = 0, expand: Any = False, *_: Any, **options: Any) -> Picture:
        if options.keys() - {"fillcolor", "center"}:
            raise Unsupported("a picture turned in another way")
        quarters, rest = divmod(float(angle) % 360, 90)
        rows, columns = self.pixels.shape[:2]
        if not rest and (expand or rows == columns or quarters in {0.0, 2.0}):
            across = _ACROSS if quarters in {1.0, 3.0} else 0.0
            self.pays(0.58 + across * self._apart(1), 0.53 + across * self._apart(4))
            return self.made(np.rot90(self.pixels, int(quarters)))
        turn = math.radians(float(angle))
        height, width = rows, columns
        if expand:
            width = math.ceil(abs(columns * math.cos(turn)) + abs(rows * math.sin(turn)))
            height = math.ceil(abs(columns * math.sin(turn)) + abs(rows * math.cos(turn)))
        one, several = {0: (1.0, 1.5), 2: (7.0, 14.0)}.get(int(resample), (15.0, 32.0))
        slanted = _SLANTED if rest else _ACROSS
        times = one + slanted * self._apart(1), several + slanted * self._apart(4)
        self.pays(*times, width * height, 7_700.0)
        down, across = np.mgrid[:height, :width].astype(np.float32)
        down, across = down - height / 2 + 0.5, across - width / 2 + 0.5
        x = np.rint(across * math.cos(turn) - down * math.sin(turn) + columns / 2 - 0.5).astype(np.int64)
        y = np.rint(across * math.sin(turn) + down * math.cos(turn) + rows / 2 - 0.5).astype(np.int64)
        is_in = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
        found = self.pixels[np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)]
        return self.made(np.where(is_in[:, :, None] if self.is_wide else is_in, found, 0).astype(np.uint8))

    def _transpose(self, method: Any) -> Picture:
        if int(method) not in range(len(_TURNS)):
            raise Unsupported("a picture turned over in another way")
        self.pays(0.35, 0.4)
        return self.made(_TURNS[int(method)](self.pixels))

    def _paste(self, im: Any, box: Any = None, mask: Any = None) -> None:
        left, top = (0, 0) if box is None else (int(box[0]), int(box[1]))
        part = self.pixels[max(0, top) :, max(0, left) :]
        if isinstance(im, Picture):
            source = modes.converted(im.pixels, im.mode, self.mode)[2][max(0, -top) :, max(0, -left) :]
            height, width = min(part.shape[0], source.shape[0]), min(part.shape[1], source.shape[1])
            part, source = part[:height, :width], source[:height, :width]
        else:
            part = part if box is None or len(box) < 4 else part[: int(box[3]) - top, : int(box[2]) - left]
            source = np.broadcast_to(modes.colour(im, self.mode), part.shape)
        self.pays(0.55 if mask is not None else 0.03, 2.3 if mask is not None else 0.12, part.shape[0] * part.shape[1])
        if mask is None:
            part[...] = source
            return
        shares = mask.pixels[max(0, -top) :, max(0, -left) :][: part.shape[0], : part.shape[1]].astype(np.float32) / 255
        shares = shares[:, :, -1] if shares.ndim > 2 else shares
        shares = shares[:, :, None] if part.ndim > 2 else shares
        part[...] = np.rint(source * shares + part * (1 - shares)).astype(np.uint8)

    def _split(self) -> tuple[Picture, ...]:
        if not self.is_wide:
            return (self.copy(),)
        self.pays(0.0, 0.55, call=3_600.0)
        return tuple(self.made(self.pixels[:, :, place], "L") for place in range(self.pixels.shape[2]))

    def at(self, place: Any) -> Any:
        """What a pixel is. Raises IndexError for one outside."""
        column, row = (int(one) for one in place)
        height, width = self.pixels.shape[:2]
        if not (-width <= column < width and -height <= row < height):
            raise IndexError("image index out of range")
        found = self.pixels[row, column].tolist()
        return tuple(found) if self.is_wide else found

    def _pixel(self, xy: Any) -> Any:
        self.machine.pay(430.0)
        return self.machine.made(self.at(xy))

    def _put(self, xy: Any, value: Any) -> None:
        self.machine.pay(650.0)
        self.set(xy, value)

    def set(self, place: Any, value: Any) -> None:
        self.at(place)
        self.pixels[int(place[1]), int(place[0])] = modes.colour(value, self.mode)

    def _bytes(self) -> bytes:
        self.pays(0.08, 0.42, call=3_500.0)
        found = self.pixels.tobytes()
        self.machine.briefly(2 * len(found))
        return self.machine.made(found)  # type: ignore[no-any-return]

    def _histogram(self, mask: Any = None) -> list[int]:
        self.pays(0.35, 0.9, call=3_000.0)
        bands = [self.pixels[:, :, place] for place in range(self.pixels.shape[2])] if self.is_wide else [self.pixels]
        return self.machine.made([one for band in bands for one in np.bincount(band.ravel(), minlength=256).tolist()])  # type: ignore[no-any-return]

    def _data(self, band: Any = None) -> list[Any]:
        self.machine.pass_over(self.places)
        self.pays(*_LISTED, call=4_000.0)
        rows = self.pixels.reshape(self.places, -1) if self.is_wide else self.pixels.ravel()
        found = [tuple(row) for row in rows.tolist()] if self.is_wide else rows.tolist()
        return self.machine.made(found)  # type: ignore[no-any-return]

    def _point(self, lut: Any, mode: Any = None) -> Picture:
        table = [lut(value) for value in range(256)] if callable(lut) else [*lut][:256]
        self.pays(0.55, 1.3, call=3_000.0)
        return self.made(saturated(np.array(table, dtype=np.float64) // 1, np.uint8)[self.pixels])

    def _box(self) -> Any:
        self.pays(0.02, 0.05, call=500.0)
        rows, columns = (self.pixels.max(axis=2) if self.is_wide else self.pixels).nonzero()
        if not len(rows):
            return None
        return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1

    def _save(self, fp: Any, format: Any = None, quality: Any = 75, **_: Any) -> None:
        if not isinstance(fp, ByteBuffer):
            raise Unsupported("PIL.Image.open")
        kind = str(format or "PNG").upper().replace("JPG", "JPEG")
        if kind not in _WRITTEN:
            raise Unsupported(f"pictures written as {kind}")
        form = codecs.FORMATS[{"JPEG": ".jpg", "PNG": ".png", "BMP": ".bmp"}[kind]]
        length = codecs.length_of_file(self.pixels, form, int(quality))
        self.pays(_WRITTEN[kind] * 0.6 if kind != "PNG" else 45.0, _WRITTEN[kind], call=25_000.0)
        fp.write(codecs.written(self.pixels, length).tobytes())


class Places(Foreign):
    """What ``load`` gives: pixels by their places."""

    def __init__(self, of: Picture) -> None:
        super().__init__({}, 64)
        self._of = of

    def __getitem__(self, place: Any) -> Any:
        self._of.machine.pay(60.0)
        return self._of.machine.made(self._of.at(place))

    def put(self, place: Any, value: Any) -> None:
        self._of.machine.pay(80.0)
        self._of.set(place, value)


def _bytes(pixels: Array) -> int:
    places = int(pixels.shape[0] * pixels.shape[1])
    return places * (4 if pixels.ndim > 2 else 1) + 8 * int(pixels.shape[0])


def picture_of(machine: Machine, array: Array) -> Picture:
    """One whose pixels are those of an array."""
    bands = array.shape[2] if array.ndim > 2 else 1
    return Picture(machine, array, {1: "L", 3: "RGB", 4: "RGBA"}[bands])
