"""``scipy.interpolate``: piecewise linear and constant interpolation."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.sorting import interpolating
from perfcast.trial.libraries.scipy import splines
from perfcast.trial.libraries.scipy.function_calls import Native, called, plain

_KINDS: Final = frozenset({"linear", "nearest", "previous", "next"})
#: Bytes of the object without its points.
_OBJECT: Final = 1_500


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""

    def make(*args: Any, **kwargs: Any) -> Any:
        if kwargs.get("kind") == "cubic":
            return splines.through(machine, *args, **kwargs)
        x, y, kind, beyond, strict = called(machine, "interpolate.interp1d", Native(_made), args, kwargs)

        def at(x_new: Any) -> Any:
            if y.ndim == 1:
                places = np.ravel(np.asarray(x_new, dtype=np.float64))
                is_in_order = bool((places[1:] >= places[:-1]).all())
                machine.array(0, 0.0, interpolating(x, places, is_in_order=is_in_order))
            return _at(x, y, kind, beyond, strict, x_new)

        points = Native(at, lambda given: float(np.size(given["x_new"]) * max(1, y.size // max(1, len(y)))))
        found = Guarded(
            lambda *args, **kwargs: called(machine, "interpolate.at", points, args, kwargs),
            {"x": x, "y": y},
            nbytes=_OBJECT,
        )
        machine.grown(found, x.nbytes + y.nbytes)
        return found

    return {"interp1d": Guarded(make)}


def _made(
    x: Any,
    y: Any,
    kind: Any = "linear",
    axis: Any = -1,
    copy: Any = True,
    bounds_error: Any = None,
    fill_value: Any = None,
    assume_sorted: Any = False,
) -> Any:
    """Points in order, with what stands for places beyond them, and whether those are errors."""
    across, up = np.asarray(x, dtype=np.float64), np.asarray(y)
    if kind not in _KINDS or up.dtype.kind == "c":
        raise Unsupported("an interpolation of another kind")
    if across.ndim != 1:
        raise ValueError("the x array must have exactly one dimension.")
    up = np.moveaxis(up if up.dtype.kind == "f" else up.astype(np.float64), int(axis), 0)
    if len(across) != len(up):
        raise ValueError("x and y arrays must be equal in length along interpolation axis.")
    if len(across) < 1:
        raise ValueError("x and y arrays must have at least 1 entry")
    if up.ndim != 1 and int(axis) not in (0, -up.ndim):
        raise Unsupported("an interpolation along another axis")
    if not assume_sorted:
        order = np.argsort(across, kind="stable")
        across, up = across[order], up[order]
    strict = bounds_error if bounds_error is not None else fill_value is None
    return across, up.copy() if copy else up, kind, np.nan if fill_value is None else fill_value, bool(strict)


def _at(x: Any, y: Any, kind: str, beyond: Any, strict: bool, wanted: Any) -> Any:
    places = np.asarray(wanted, dtype=np.float64)
    below, above = places < x[0], places > x[-1]
    is_on = isinstance(beyond, str)
    if strict and not is_on and (below.any() or above.any()):
        raise ValueError("A value in x_new is outside the interpolation range.")
    found = _between(x, y, kind, places)
    if not is_on:
        low, high = beyond if isinstance(beyond, tuple) else (beyond, beyond)
        found[below], found[above] = low, high
    return found if found.ndim else np.asarray(plain(found))


def _between(x: Any, y: Any, kind: str, places: Any) -> Any:
    if kind == "linear" and len(x) > 1:
        left = np.clip(np.searchsorted(x, places) - 1, 0, len(x) - 2)
        share = (places - x[left]) / (x[left + 1] - x[left])
        share = share[(..., *([None] * (y.ndim - 1)))]
        return np.asarray(y[left] + (y[left + 1] - y[left]) * share)
    if kind == "previous":
        picked = np.searchsorted(x, places, side="right") - 1
    elif kind == "next":
        picked = np.searchsorted(x, places)
    else:
        picked = np.searchsorted((x[1:] + x[:-1]) / 2.0, places)
    return np.asarray(y[np.clip(picked, 0, len(x) - 1)])
