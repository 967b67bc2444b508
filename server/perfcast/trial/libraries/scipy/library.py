"""What the modules of SciPy hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.modules import Module, inner_modules
from perfcast.trial.libraries.scipy import (
    banded_equations,
    clustering,
    descriptive,
    distances,
    distributions,
    exact_choices,
    filters,
    fourier,
    grid_interpolation,
    hypothesis_tests,
    image_filters,
    image_measurements,
    initial_value,
    linalg,
    linear_interpolation,
    optimize,
    quadrature,
    shaped_distributions,
    signals,
    spatial,
    special,
    spectra,
    splines,
    statistics,
)
from perfcast.trial.libraries.scipy.function_calls import natives
from perfcast.trial.libraries.scipy.sparse import construction, graphs, solvers

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
        "scipy.special": lambda: {**natives(machine, "special", special.FUNCTIONS), **exact_choices.members(machine)},
        "scipy.linalg": lambda: {
            **natives(machine, "linalg", {**linalg.FUNCTIONS, **banded_equations.FUNCTIONS}),
            **linalg.OTHERS,
        },
        "scipy.fft": lambda: dict(fourier.members(machine)),
        "scipy.spatial": lambda: spatial.members(machine),
        "scipy.spatial.distance": lambda: dict(natives(machine, "distance", distances.FUNCTIONS)),
        "scipy.stats": lambda: {
            **natives(
                machine, "stats", {**statistics.FUNCTIONS, **hypothesis_tests.FUNCTIONS, **descriptive.FUNCTIONS}
            ),
            **distributions.members(machine),
            **shaped_distributions.members(machine),
        },
        "scipy.signal": lambda: dict(
            natives(machine, "signal", {**signals.FUNCTIONS, **filters.FUNCTIONS, **spectra.FUNCTIONS})
        ),
        "scipy.signal.windows": lambda: dict(natives(machine, "window", signals.WINDOWS)),
        "scipy.interpolate": lambda: {
            **linear_interpolation.members(machine),
            **splines.members(machine),
            **grid_interpolation.members(machine),
        },
        "scipy.cluster": dict,
        "scipy.cluster.hierarchy": lambda: dict(clustering.hierarchy(machine)),
        "scipy.cluster.vq": lambda: dict(clustering.quantizing(machine)),
        "scipy.ndimage": lambda: dict(
            natives(machine, "ndimage", {**image_filters.FUNCTIONS, **image_measurements.FUNCTIONS})
        ),
        "scipy.sparse": lambda: construction.members(machine),
        "scipy.sparse.linalg": lambda: dict(solvers.members(machine)),
        "scipy.sparse.csgraph": lambda: dict(graphs.members(machine)),
        "scipy.optimize": lambda: optimize.members(machine),
        "scipy.integrate": lambda: natives(machine, "integrate", quadrature.FUNCTIONS) | _calling_back(machine),
    }
    return made[name]() | inner_modules(name, NAMES, module)


def _calling_back(machine: Machine) -> dict[str, Guarded]:
    """Of ``scipy.integrate``, what calls functions of the unit's."""
    found = {**quadrature.members(machine), **initial_value.members(machine)}
    return {name: Guarded(run) for name, run in found.items()}
