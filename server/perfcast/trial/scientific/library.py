"""What the modules of SciPy hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.accounting.machine import Machine
from perfcast.trial.natives import Guarded
from perfcast.trial.objects.kinds import Module, inner_modules
from perfcast.trial.scientific import (
    distances,
    distributions,
    equations,
    figures,
    filters,
    fourier,
    grids,
    grouping,
    images,
    integrals,
    interpolation,
    linalg,
    neighbours,
    optimizing,
    places,
    samples,
    shaped,
    signals,
    special,
    spectra,
    splines,
    statistics,
)
from perfcast.trial.scientific.calling import natives
from perfcast.trial.scientific.sparse import graphs, making, solving

NAMES: Final = (
    *("scipy", "scipy.special", "scipy.linalg", "scipy.fft", "scipy.spatial", "scipy.spatial.distance", "scipy.stats"),
    *("scipy.signal", "scipy.interpolate", "scipy.ndimage", "scipy.optimize", "scipy.integrate"),
    "scipy.signal.windows",
    *("scipy.sparse", "scipy.sparse.linalg", "scipy.sparse.csgraph"),
    *("scipy.cluster", "scipy.cluster.hierarchy", "scipy.cluster.vq"),
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
        "scipy.spatial": lambda: neighbours.members(machine),
        "scipy.spatial.distance": lambda: dict(natives(machine, "distance", distances.FUNCTIONS)),
        "scipy.stats": lambda: {
            **natives(machine, "stats", {**statistics.FUNCTIONS, **samples.FUNCTIONS, **figures.FUNCTIONS}),
            **distributions.members(machine),
            **shaped.members(machine),
        },
        "scipy.signal": lambda: dict(
            natives(machine, "signal", {**signals.FUNCTIONS, **filters.FUNCTIONS, **spectra.FUNCTIONS})
        ),
        "scipy.signal.windows": lambda: dict(natives(machine, "window", signals.WINDOWS)),
        "scipy.interpolate": lambda: {
            **interpolation.members(machine),
            **splines.members(machine),
            **grids.members(machine),
        },
        "scipy.cluster": dict,
        "scipy.cluster.hierarchy": lambda: dict(grouping.hierarchy(machine)),
        "scipy.cluster.vq": lambda: dict(grouping.quantizing(machine)),
        "scipy.ndimage": lambda: dict(natives(machine, "ndimage", {**images.FUNCTIONS, **places.FUNCTIONS})),
        "scipy.sparse": lambda: making.members(machine),
        "scipy.sparse.linalg": lambda: dict(solving.members(machine)),
        "scipy.sparse.csgraph": lambda: dict(graphs.members(machine)),
        "scipy.optimize": lambda: optimizing.members(machine),
        "scipy.integrate": lambda: natives(machine, "integrate", integrals.FUNCTIONS) | _calling_back(machine),
    }
    return made[name]() | inner_modules(name, NAMES, module)


def _calling_back(machine: Machine) -> dict[str, Guarded]:
    """Of ``scipy.integrate``, what calls functions of the unit's."""
    found = {**integrals.members(machine), **equations.members(machine)}
    return {name: Guarded(run) for name, run in found.items()}
