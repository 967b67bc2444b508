"""``scipy.interpolate``: on grids, and of scattered points."""

from __future__ import annotations

import itertools
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import TooLarge, Unsupported
from perfcast.trial.libraries.scipy.function_calls import taken
from perfcast.trial.libraries.scipy.spatial import Tree, around

#: Nanoseconds of making one of a grid, and of a point of it; bytes of it.
_GRID: Final = 10_600.0
_GRID_POINT: Final = 0.04
_GRID_BYTES: Final = 1_800
#: Of asking it, and of a place, by dimensions.
_ASKED: Final = (15_000.0, 20_000.0, 32_000.0, 80_000.0)
_PLACE: Final = (30.0, 35.0, 75.0, 160.0)
_PLACE_BYTES: Final = (30, 35, 39, 124)
#: Of points anywhere: of a call, a point and a place that is asked for.
_SCATTERED: Final = 36_000.0
_POINT: Final = 2_500.0
_WANTED: Final = 2_400.0
_POINT_BYTES: Final = 210
_NEAREST: Final = 25_000.0
_MOST_PAIRS: Final = 4_000_000
_HERE: Final = 1_000.0
#: Points that a value is told by.
_CORNERS: Final = 3
_LEAST: Final = 1e-300


def members(machine: Machine) -> dict[str, Guarded]:
    """The functions by name."""
    return {
        "RegularGridInterpolator": Guarded(partial(_on_grid, machine)),
        "interpn": Guarded(partial(_once, machine)),
        "griddata": Guarded(partial(_between, machine)),
    }


def _on_grid(
    machine: Machine,
    points: Any,
    values: Any,
    method: Any = "linear",
    bounds_error: Any = True,
    fill_value: Any = np.nan,
) -> Guarded:
    axes = tuple(np.asarray(taken(machine, one), dtype=np.float64) for one in points)
    table = np.asarray(taken(machine, values), dtype=np.float64)
    if method not in {"linear", "nearest"} or len(axes) >= len(_PLACE):
        raise Unsupported("a grid of another kind")
    if any((np.diff(axis) <= 0.0).any() for axis in axes):
        raise ValueError("The points in dimension 0 must be strictly ascending or descending")
    if table.shape[: len(axes)] != tuple(len(axis) for axis in axes) or table.ndim != len(axes):
        raise ValueError("There are other points than values in a dimension")
    machine.array(table.size, _GRID, _GRID_POINT * table.size)

    def at(xi: Any, method: Any = method) -> Any:
        return _asked(machine, axes, table, xi, (method, bounds_error, fill_value))

    found = Guarded(at, {"grid": axes, "values": table}, nbytes=_GRID_BYTES)
    return machine.grown(found, _GRID_BYTES)  # type: ignore[no-any-return]


def _once(
    machine: Machine, points: Any, values: Any, xi: Any, method: Any = "linear", bounds_error: Any = True,
    fill_value: Any = np.nan,
) -> Any:  # fmt: skip
    return _on_grid(machine, points, values, method, bounds_error, fill_value)(xi)


def _asked(machine: Machine, axes: tuple[Any, ...], table: Any, xi: Any, how: tuple[Any, Any, Any]) -> Any:
    method, bounds_error, fill_value = how
    count = len(axes)
    if isinstance(xi, tuple) and all(isinstance(one, np.ndarray) for one in xi):
        places = np.stack(np.broadcast_arrays(*xi), axis=-1)
    else:
        places = np.asarray(taken(machine, list(xi) if isinstance(xi, tuple) else xi), dtype=np.float64)
    if count == 1 and (not places.ndim or places.shape[-1] != 1):
        places = places[..., None]
    if places.shape[-1] != count:
        raise ValueError("The requested sample points xi have another dimension than the grid")
    flat = places.reshape(-1, count)
    machine.array(flat.size, _ASKED[count], _PLACE[count] * len(flat))
    is_outside = np.zeros(len(flat), dtype=bool)
    found, shares = [], []
    for axis, one in enumerate(axes):
        at = flat[:, axis]
        is_outside |= (at < one[0]) | (at > one[-1])
        left = np.clip(np.searchsorted(one, at, side="right") - 1, 0, len(one) - 2)
        found.append(left)
        shares.append((at - one[left]) / (one[left + 1] - one[left]))
    if bounds_error and is_outside.any():
        raise ValueError("One of the requested xi is out of bounds in dimension 0")
    if method == "nearest":
        total = table[tuple(left + (share > 0.5) for left, share in zip(found, shares, strict=True))]
    else:
        total = np.zeros(len(flat))
        for side in itertools.product((0, 1), repeat=count):
            weights = np.prod([share if on else 1.0 - share for on, share in zip(side, shares, strict=True)], axis=0)
            total = total + weights * table[tuple(left + on for left, on in zip(found, side, strict=True))]
    if fill_value is not None:
        total[is_outside] = fill_value
    machine.briefly(2_500 + (_PLACE_BYTES[count] + 8) * len(flat))
    return machine.made_of(total.reshape(places.shape[:-1]), (places,))


def _between(
    machine: Machine, points: Any, values: Any, xi: Any, method: Any = "linear", fill_value: Any = np.nan,
    rescale: Any = False,
) -> Any:  # fmt: skip
    given = _rows(machine, points)
    up = np.asarray(taken(machine, values), dtype=np.float64)
    places = _rows(machine, xi)
    if given.ndim != 2 or up.ndim != 1 or len(given) != len(up):
        raise ValueError("different number of values and points")
    flat = places.reshape(-1, places.shape[-1])
    if method == "nearest":
        machine.array(0, _NEAREST, 0.0)
        tree = Tree(machine, given)
        machine.array(given.size, 0.0, 11.5 * len(given) * np.log2(2.0 + len(given)))
        order = tree.member("query")(flat)[1]
        return machine.made_of(up[order].reshape(places.shape[:-1]), (places,))
    if method != "linear" or given.shape[1] != 2:
        raise Unsupported("values between points of another kind")
    if len(flat) * len(given) > _MOST_PAIRS:
        raise TooLarge("many points")
    machine.array(given.size + flat.size, _SCATTERED, _POINT * len(given) + _WANTED * len(flat))
    machine.allows(_HERE * len(given) + 12.0 * len(flat) * len(given))
    found = np.where(_is_around(machine, given, flat), _of_nearest(given, up, flat), fill_value)
    machine.briefly(_POINT_BYTES * len(given) + 16 * len(flat))
    return machine.made_of(found.reshape(places.shape[:-1]), (places,))


def _is_around(machine: Machine, points: Any, places: Any) -> Any:
    """Of each place whether points are on all sides of it."""
    corners = points[around(machine, points)]
    found = np.ones(len(places), dtype=bool)
    for corner, following in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        side, away = following - corner, places - corner
        found &= side[0] * away[:, 1] - side[1] * away[:, 0] >= -1e-12
    return found


def _of_nearest(points: Any, values: Any, places: Any) -> Any:
    """Between the values of the nearest points: those of a triangle around it are among them, as a rule."""
    away = ((places[:, None, :] - points[None, :, :]) ** 2).sum(axis=-1)
    near = np.argpartition(away, min(_CORNERS, len(points)) - 1, axis=1)[:, :_CORNERS]
    weights = 1.0 / np.maximum(np.take_along_axis(away, near, axis=1), _LEAST)
    return (values[near] * weights).sum(axis=1) / weights.sum(axis=1)


def _rows(machine: Machine, given: Any) -> Any:
    """Points in rows, which may be given as a tuple of their coordinates."""
    if isinstance(given, tuple):
        parts = [np.asarray(taken(machine, one), dtype=np.float64) for one in given]
        return np.stack(np.broadcast_arrays(*parts), axis=-1)
    return np.asarray(taken(machine, given), dtype=np.float64)
