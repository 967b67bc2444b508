"""The modules of Pillow."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Kind
from perfcast.trial.interpreter.objects.modules import Module, inner_modules
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv import codecs
from perfcast.trial.libraries.opencv.filters import gaussian
from perfcast.trial.libraries.opencv.function_calls import MOST_ELEMENTS, Array
from perfcast.trial.libraries.opencv.windows import saturated, weighed, weighed_by
from perfcast.trial.libraries.pillow import enhancing, fonts, modes
from perfcast.trial.libraries.pillow.drawing import Drawing
from perfcast.trial.libraries.pillow.images import Picture, picture_of
from perfcast.trial.stdlib.formats.io_and_csv import ByteBuffer

NAMES: Final = (
    "PIL",
    "PIL.Image",
    "PIL.ImageOps",
    "PIL.ImageFilter",
    "PIL.ImageChops",
    "PIL.ImageDraw",
    "PIL.ImageEnhance",
    "PIL.ImageFont",
)
_WAYS: Final = {"NEAREST": 0, "LANCZOS": 1, "BILINEAR": 2, "BICUBIC": 3, "BOX": 4, "HAMMING": 5}
_TURNS: Final = {"FLIP_LEFT_RIGHT": 0, "FLIP_TOP_BOTTOM": 1, "ROTATE_90": 2, "ROTATE_180": 3, "ROTATE_270": 4}
#: Nanoseconds of a pixel by kernels of Pillow's own, of one band and of several.
_KERNELS: Final[dict[str, tuple[float, float, Any]]] = {
    "BLUR": (14.7, 49.0, np.ones((5, 5)) / 25),
    "SHARPEN": (10.7, 28.0, np.array([[-2, -2, -2], [-2, 32, -2], [-2, -2, -2]]) / 16),
    "SMOOTH": (10.7, 28.0, np.array([[1, 1, 1], [1, 5, 1], [1, 1, 1]]) / 13),
    "EDGE_ENHANCE": (10.7, 28.0, np.array([[-1, -1, -1], [-1, 10, -1], [-1, -1, -1]]) / 2),
    "FIND_EDGES": (14.0, 34.5, np.array([[-1, -1, -1], [-1, 8, -1], [-1, -1, -1]])),
}
#: Nanoseconds of a pixel behind one that is clear, and more where it is not.
_SEEN_THROUGH: Final = 0.57
_MIXED: Final = 5.4


class Filter(Foreign):
    """One that a picture is given."""

    def __init__(self, one: float, several: float, run: Callable[[Array], Array], aside: bool = False) -> None:
        super().__init__({}, 100)
        self._prices, self._run, self._aside = (one, several), run, aside

    def applied(self, image: Picture) -> Picture:
        image.pays(*self._prices, call=6_000.0)
        image.machine.allows(2.0 * image.places)
        return image.made(saturated(self._run(image.pixels), np.uint8), aside=image.nbytes if self._aside else 0)


def members(machine: Machine, name: str, module: Callable[[str], Module]) -> dict[str, Any]:
    """What the module of that name holds, one of `NAMES`."""
    made: dict[str, Callable[[Machine], dict[str, Any]]] = {
        "PIL": lambda _: {"__version__": "13.0.0"},
        "PIL.Image": _images,
        "PIL.ImageOps": _operations,
        "PIL.ImageFilter": _filters,
        "PIL.ImageChops": _channels,
        "PIL.ImageDraw": _drawing,
        "PIL.ImageEnhance": enhancing.members,
        "PIL.ImageFont": _fonts,
    }
    return made[name](machine) | inner_modules(name, NAMES, module)


def _images(machine: Machine) -> dict[str, Any]:
    functions: dict[str, Callable[..., Any]] = {
        "new": _new,
        "fromarray": _of_array,
        "open": _open,
        "merge": _merge,
        "blend": _blend,
        "alpha_composite": _over,
        "composite": _composite,
    }
    return {
        **{name: Guarded(partial(run, machine)) for name, run in functions.items()},
        "Image": Kind(Picture, partial(_new, machine, "L", (0, 0))),
        **_WAYS,
        **_TURNS,
        "ADAPTIVE": 1,
        "ANTIALIAS": 1,
        "Resampling": Module("Resampling", dict(_WAYS)),
        "Transpose": Module("Transpose", dict(_TURNS)),
    }


def _new(machine: Machine, mode: Any, size: Any, color: Any = 0) -> Picture:
    width, height = (int(one) for one in size)
    if mode not in modes.BANDS or width * height > MOST_ELEMENTS:
        raise Unsupported("another picture")
    bands = len(modes.BANDS[mode])
    pixels = np.empty((height, width, bands) if bands > 1 else (height, width), dtype=np.uint8)
    pixels[...] = modes.colour(color, mode)
    machine.array(pixels.size, 2_000.0, 0.03 * pixels.size)
    return machine.made(Picture(machine, pixels, mode))  # type: ignore[no-any-return]


def _of_array(machine: Machine, obj: Any, mode: Any = None) -> Picture:
    if not isinstance(obj, np.ndarray) or obj.ndim not in {2, 3} or (obj.ndim > 2 and obj.shape[2] not in {3, 4}):
        raise TypeError("Cannot handle this data type")
    if obj.dtype != np.uint8:
        raise Unsupported("a picture of other than bytes")
    found = picture_of(machine, obj.copy())
    found.pays(0.02, 0.4, call=5_500.0)
    machine.briefly(found.nbytes)
    return machine.made(found)  # type: ignore[no-any-return]


def _open(machine: Machine, fp: Any, mode: Any = "r", formats: Any = None) -> Picture:
    if not isinstance(fp, ByteBuffer):
        raise Unsupported("PIL.Image.open")
    data = np.frombuffer(fp.read(), dtype=np.uint8)
    read = codecs.read(data)
    bands = read.shape[2] if read.ndim > 2 else 1
    found = Picture(machine, read, {1: "L", 3: "RGB", 4: "RGBA"}[bands], "JPEG")
    found.pays(5.5, 7.5, call=40_000.0)
    return machine.made(found)  # type: ignore[no-any-return]


def _merge(machine: Machine, mode: Any, bands: Any) -> Picture:
    parts = [one.pixels for one in bands]
    found = Picture(machine, np.stack(parts, axis=2), mode)
    found.pays(0.1, 0.21, call=3_600.0)
    return machine.made(found)  # type: ignore[no-any-return]


def _blend(machine: Machine, im1: Any, im2: Any, alpha: Any) -> Picture:
    im1.pays(0.32, 1.25)
    mixed = im1.pixels * (1 - float(alpha)) + im2.pixels * float(alpha)
    return im1.made(saturated(mixed, np.uint8))  # type: ignore[no-any-return]


def _over(machine: Machine, im1: Any, im2: Any) -> Picture:
    if im1.mode != "RGBA" or im2.mode != "RGBA" or im1.pixels.shape != im2.pixels.shape:
        raise ValueError("image has wrong mode")
    im1.pays(0.0, _SEEN_THROUGH, call=2_000.0)
    im1.pays(0.0, _MIXED, elements=float(np.count_nonzero(im2.pixels[..., 3])), call=0.0)
    below, above = im1.pixels.astype(np.float32) / 255, im2.pixels.astype(np.float32) / 255
    under = below[..., 3:] * (1 - above[..., 3:])
    cover = above[..., 3:] + under
    mixed = (above[..., :3] * above[..., 3:] + below[..., :3] * under) / np.where(cover == 0, 1, cover)
    return im1.made(saturated(np.concatenate((mixed, cover), axis=2) * 255, np.uint8))  # type: ignore[no-any-return]


def _composite(machine: Machine, image1: Any, image2: Any, mask: Any) -> Picture:
    found: Picture = image2.copy()
    found.member("paste")(image1, None, mask)
    return found


def _operations(machine: Machine) -> dict[str, Any]:
    def changed(one: float, several: float, call: float, run: Callable[[Array], Array]) -> Guarded:
        def apply(image: Any, *_: Any, **__: Any) -> Any:
            image.pays(one, several, call=call)
            return image.made(run(image.pixels))

        return Guarded(apply)

    return {
        "grayscale": Guarded(lambda image: image.convert("L")),
        "invert": changed(0.6, 1.35, 30_000.0, lambda pixels: 255 - pixels),
        "flip": changed(0.03, 0.11, 1_800.0, lambda pixels: pixels[::-1]),
        "mirror": changed(0.35, 0.35, 1_800.0, lambda pixels: pixels[:, ::-1]),
        "autocontrast": changed(0.9, 2.4, 100_000.0, _stretched),
        "exif_transpose": changed(0.04, 0.11, 3_300.0, lambda pixels: pixels),
    }


def _stretched(pixels: Array) -> Array:
    low, high = pixels.min(axis=(0, 1)).astype(np.float32), pixels.max(axis=(0, 1)).astype(np.float32)
    return saturated((pixels - low) * (255 / np.maximum(high - low, 1)), np.uint8)


def _filters(machine: Machine) -> dict[str, Any]:
    def blurred(radius: Any = 2) -> Filter:
        weights = gaussian(2 * max(1, round(3 * float(radius))) + 1, float(radius))
        return Filter(10.4, 35.5, lambda pixels: weighed(pixels, weights, weights, 1), aside=True)

    def averaged(radius: Any) -> Filter:
        weights = np.full(2 * int(radius) + 1, 1 / (2 * int(radius) + 1))
        return Filter(4.0, 14.5, lambda pixels: weighed(pixels, weights, weights, 1), aside=True)

    kernels = {
        name: Filter(one, several, partial(_by_kernel, weights)) for name, (one, several, weights) in _KERNELS.items()
    }
    return {"GaussianBlur": Guarded(blurred), "BoxBlur": Guarded(averaged), **kernels}


def _by_kernel(weights: Array, pixels: Array) -> Array:
    found = weighed_by(pixels, weights, 1)
    reach = len(weights) // 2
    for edge in (np.s_[:reach], np.s_[-reach:], np.s_[:, :reach], np.s_[:, -reach:]):
        # Edges are left as they are.
        found[edge] = pixels[edge]
    return found


def _channels(machine: Machine) -> dict[str, Any]:
    def combined(one: float, several: float, run: Callable[[Array, Array], Array]) -> Guarded:
        def apply(image1: Any, image2: Any) -> Any:
            image1.pays(one, several)
            return image1.made(saturated(run(image1.pixels.astype(np.int32), image2.pixels), np.uint8))

        return Guarded(apply)

    return {
        "difference": combined(0.06, 0.18, lambda first, second: np.abs(first - second)),
        "add": combined(0.63, 2.5, lambda first, second: first + second),
        "subtract": combined(0.63, 2.5, lambda first, second: first - second),
        "screen": combined(0.83, 5.0, lambda first, second: 255 - (255 - first) * (255 - second) // 255),
        "lighter": combined(0.25, 0.97, np.maximum),
        "darker": combined(0.25, 0.97, np.minimum),
        "multiply": combined(0.83, 3.3, lambda first, second: first * second // 255),
        "invert": Guarded(lambda image: image.made(255 - image.pixels)),
    }


def _drawing(machine: Machine) -> dict[str, Any]:
    return {"Draw": Guarded(partial(Drawing, machine)), "ImageDraw": Kind(Drawing, partial(Drawing, machine))}


def _of_file(*_: Any, **__: Any) -> Any:
    raise Unsupported("a font of a file")


def _fonts(machine: Machine) -> dict[str, Any]:
    return {
        "load_default": Guarded(partial(fonts.default, machine)),
        "ImageFont": Kind(fonts.Font, _of_file),
        "FreeTypeFont": Kind(fonts.Font, _of_file),
    }
