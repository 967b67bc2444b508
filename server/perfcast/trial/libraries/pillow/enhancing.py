"""``ImageEnhance``: a picture mixed with what it would be without colours, contrast, light or sharpness."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.libraries.opencv.windows import saturated, weighed_by
from perfcast.trial.libraries.pillow.images import Picture

#: Bytes of one beside its pictures.
_OBJECT: Final = 300
#: Nanoseconds of a pixel that is mixed, of one band and of several; where all or nothing of it is taken.
_MIXED: Final = (0.32, 1.25)
_TAKEN: Final = (0.03, 0.12)
#: Nanoseconds of a pixel of the other picture.
_CONTRAST: Final = (0.34, 1.35)
_BRIGHTNESS: Final = (0.02, 0.055)
_SHARPNESS: Final = (10.7, 28.0)
#: Of a call that counts how often each shade occurs.
_COUNTED: Final = 25_000.0
_SMOOTH: Final = np.array([[1, 1, 1], [1, 5, 1], [1, 1, 1]]) / 13


class Enhancer(Foreign):
    """One that holds a picture and the other that it is mixed with."""

    def __init__(self, image: Picture, other: Picture) -> None:
        super().__init__({"image": image, "degenerate": other}, _OBJECT)
        self._image, self._other = image, other

    def member(self, name: str) -> Any:
        return Guarded(self._enhance) if name == "enhance" else super().member(name)

    def _enhance(self, factor: Any) -> Picture:
        share = float(factor)
        self._image.pays(*(_TAKEN if share in {0.0, 1.0} else _MIXED), call=1_800.0)
        mixed = self._other.pixels.astype(np.float32) * (1 - share) + self._image.pixels * np.float32(share)
        return self._image.made(saturated(mixed, np.uint8), of=self)


def _grey(image: Picture) -> Picture:
    return image.convert("L").convert(image.mode)


def _contrast(image: Picture) -> Picture:
    image.pays(*_CONTRAST, call=_COUNTED)
    mean = round(float(image.pixels[..., :3].mean())) if image.pixels.size else 0
    return image.made(np.full(image.pixels.shape, mean, dtype=np.uint8))


def _brightness(image: Picture) -> Picture:
    image.pays(*_BRIGHTNESS, call=2_500.0)
    return image.made(np.zeros(image.pixels.shape, dtype=np.uint8))


def _sharpness(image: Picture) -> Picture:
    image.pays(*_SHARPNESS, call=6_000.0)
    image.machine.allows(2.0 * image.places)
    return image.made(saturated(weighed_by(image.pixels, _SMOOTH, 1), np.uint8))


_OTHERS: Final[dict[str, Callable[[Picture], Picture]]] = {
    "Color": _grey,
    "Contrast": _contrast,
    "Brightness": _brightness,
    "Sharpness": _sharpness,
}


def members(machine: Machine) -> dict[str, Any]:
    """What ``PIL.ImageEnhance`` holds."""

    def made(other: Callable[[Picture], Picture], image: Picture) -> Enhancer:
        return machine.made(Enhancer(image, other(image)))  # type: ignore[no-any-return]

    return {name: Guarded(partial(made, other)) for name, other in _OTHERS.items()}
