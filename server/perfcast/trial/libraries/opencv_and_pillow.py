"""The modules of OpenCV and Pillow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.modules import Module, inner_modules
from perfcast.trial.libraries.opencv import (
    arithmetic,
    codecs,
    colours,
    contour_measures,
    contours,
    drawing,
    edges,
    filters,
    geometric_transforms,
    matching,
    morphology,
    resizing,
    thresholds,
)
from perfcast.trial.libraries.opencv.constants import CONSTANTS
from perfcast.trial.libraries.opencv.function_calls import Work, error, natives
from perfcast.trial.libraries.pillow import library as pillow

_OPENCV: Final = "cv2"
NAMES: Final = (_OPENCV, *pillow.NAMES)
#: The one whose prices these are.
_VERSION: Final = "5.0.0"
_TICKS: Final = 1e9


def _ignored(work: Work, value: Any = None) -> None:
    """What says how OpenCV is to work, by which nothing changes here."""


_OTHERS: Final[dict[str, Callable[..., Any]]] = {
    "setNumThreads": _ignored,
    "setUseOptimized": _ignored,
    "getNumThreads": lambda work: 1,
    "useOptimized": lambda work: True,
    "getTickCount": lambda work: 1_000_000_000,
    "getTickFrequency": lambda work: _TICKS,
}
_PARTS: Final = (
    arithmetic,
    codecs,
    colours,
    contours,
    drawing,
    edges,
    filters,
    matching,
    morphology,
    geometric_transforms,
    contour_measures,
    resizing,
    thresholds,
)


def members(machine: Machine, name: str, module: Callable[[str], Module]) -> dict[str, Any]:
    """What the module of that name holds, one of `NAMES`.

    Args:
        module: gives those that it holds in turn.
    """
    if name != _OPENCV:
        return pillow.members(machine, name, module)
    functions = dict(_OTHERS)
    for part in _PARTS:
        functions |= part.FUNCTIONS
    found: dict[str, Any] = {"__version__": _VERSION, "error": error, **CONSTANTS}
    return found | natives(machine, functions) | inner_modules(name, NAMES, module)
