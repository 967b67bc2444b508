"""Pictures of few colours: a palette, and for each pixel which of these it has."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.function_calls import Array

if TYPE_CHECKING:
    from perfcast.trial.libraries.pillow.images import Picture

#: Nanoseconds of a pixel whose colour is looked up, and of one of as many colours as there are, by how many times the
#: number is a power of two.
_PIXEL: Final = 75.0
_COLOUR: Final = 60.0
#: Bytes that are held while colours are grouped, and of each colour.
_GROUPING: Final = 250_000
_GROUPED: Final = 28
_MOST: Final = 256


def quantized(image: Picture, colors: Any = 256, method: Any = None, kmeans: Any = 0, palette: Any = None) -> Picture:
    """As ``Image.quantize`` by the median of the widest band."""
    if method not in {None, 0} or kmeans or palette is not None or image.pixels.ndim != 3:
        raise Unsupported("a picture's colours chosen in another way")
    if not 1 <= int(colors) <= _MOST:
        raise ValueError("bad number of colors")
    rows = image.pixels[..., :3].reshape(-1, 3)
    image.machine.allows(150.0 * len(rows))
    found, which, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    image.pays(0.0, _PIXEL, call=20_000.0)
    image.pays(0.0, _COLOUR * log2(len(found) + 1), elements=len(found), call=0.0)
    groups = _groups(found, counts, int(colors))
    means = [np.average(found[one], axis=0, weights=counts[one]) for one in groups]
    chosen = np.empty(len(found), dtype=np.uint8)
    for place, one in enumerate(groups):
        chosen[one] = place
    made = image.made(
        chosen[which.reshape(image.pixels.shape[:2])], "P", aside=_GROUPING + _GROUPED * image.machine.whole(len(found))
    )
    made.attributes["palette"] = [round(float(part)) for mean in means for part in mean]
    return made


def _groups(found: Array, counts: Array, most: int) -> list[Array]:
    """Colours by which box they fall into; the one with most pixels is cut along its longest side."""
    groups = [np.arange(len(found))]
    while len(groups) < min(most, len(found)):
        place = max(range(len(groups)), key=lambda one: (len(groups[one]) > 1, int(counts[groups[one]].sum())))
        widest = groups.pop(place)
        if len(widest) < 2:
            return [*groups, widest]
        side = int(np.ptp(found[widest], axis=0).argmax())
        widest = widest[found[widest, side].argsort(kind="stable")]
        half = int(np.searchsorted(counts[widest].cumsum(), counts[widest].sum() / 2)) + 1
        half = min(max(1, half), len(widest) - 1)
        groups += [widest[:half], widest[half:]]
    return groups


def expanded(image: Picture) -> Array:
    """A palette's picture in its colours."""
    table = np.array(image.attributes.get("palette", [0, 0, 0]), dtype=np.uint8).reshape(-1, 3)
    found: Array = table[np.minimum(image.pixels, len(table) - 1)]
    return found


def listed(image: Picture) -> list[int]:
    """As ``Image.getpalette``."""
    image.machine.pay(750.0)
    return image.machine.made([*image.attributes.get("palette", ())])  # type: ignore[no-any-return]


def counted(image: Picture, maxcolors: Any = 256) -> list[tuple[int, Any]] | None:
    """As ``Image.getcolors``."""
    image.pays(0.33, 20.0, call=1_500.0)
    if not image.is_wide:
        counts = np.bincount(image.pixels.ravel(), minlength=1)
        places = counts.nonzero()[0]
        found: list[tuple[int, Any]] = [(int(counts[place]), int(place)) for place in places]
    else:
        image.machine.allows(150.0 * image.places)
        rows, often = np.unique(image.pixels.reshape(image.places, -1), axis=0, return_counts=True)
        found = [(int(count), tuple(row)) for count, row in zip(often, rows.tolist(), strict=True)]
    return image.machine.made(found) if len(found) <= int(maxcolors) else None
