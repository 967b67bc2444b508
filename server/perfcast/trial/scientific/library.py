"""What the modules of SciPy hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.accounting.machine import Machine
from perfcast.trial.objects.kinds import Module, inner_modules
from perfcast.trial.scientific import (
    distances,
    distributions,
    filters,
    fourier,
    images,
    interpolation,
    linalg,
    signals,
    special,
    statistics,
)
from perfcast.trial.scientific.calling import natives

NAMES: Final = (
    *("scipy", "scipy.special", "scipy.linalg", "scipy.fft", "scipy.spatial", "scipy.spatial.distance", "scipy.stats"),
    *("scipy.signal", "scipy.interpolate", "scipy.ndimage"),
)
#: The one whose prices these are.
_VERSION: Final = "1.17.0"


def members(machine: Machine, name: str, module: Callable[[str], Module]) -> dict[str, Any]:
    """What the module of that name holds, one of `NAMES`.

    Args:
        module: gives those that it holds in turn.
    """
    made: dict[str, Callable[[], dict[str, Any]]] = {
        "scipy": lambda: {"__version__": _VERSION},
        "scipy.special": lambda: dict(natives(machine, "special", special.FUNCTIONS)),
        "scipy.linalg": lambda: {**natives(machine, "linalg", linalg.FUNCTIONS), **linalg.OTHERS},
        "scipy.fft": lambda: dict(natives(machine, "fft", fourier.FUNCTIONS)),
        "scipy.spatial": dict,
        "scipy.spatial.distance": lambda: dict(natives(machine, "distance", distances.FUNCTIONS)),
        "scipy.stats": lambda: natives(machine, "stats", statistics.FUNCTIONS) | distributions.members(machine),
        "scipy.signal": lambda: dict(natives(machine, "signal", {**signals.FUNCTIONS, **filters.FUNCTIONS})),
        "scipy.interpolate": lambda: interpolation.members(machine),
        "scipy.ndimage": lambda: dict(natives(machine, "ndimage", images.FUNCTIONS)),
    }
    return made[name]() | inner_modules(name, NAMES, module)
