"""``scipy.spatial``: which points are near to others, what lies around them, and triangles between them."""

from __future__ import annotations

import math
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Kind
from perfcast.trial.interpreter.stops import TooLarge, Unsupported
from perfcast.trial.libraries.scipy.function_calls import taken

#: Nanoseconds of making a tree, and of a point of it for each doubling of them.
_TREE: Final = 9_700.0
_TREE_POINT: Final = 11.5
_TREE_BYTES: Final = 12_000
#: Of each point: its place in the order, and its part of the nodes.
_TREE_POINT_BYTES: Final = 22
#: Of asking it, of a place for each doubling of its points, by the dimensions; how much more each further point is.
_ASKED: Final = 13_000.0
_LEVEL: Final = (20.0, 20.0, 29.0, 38.0)
_WIDER: Final = 1.5
_FURTHER: Final = 0.17
_LOOKED_AT: Final = 1.5
_ASKED_BYTES: Final = 4_000
#: The same of points within a distance: of a call, a place, and each of them.
_BALL: Final = 3_500.0
_BALL_LEVEL: Final = 64.0
_BALL_POINT: Final = 75.0
_PAIR: Final = 140.0
_PAIR_LEVEL: Final = 12.0
#: Bytes of a list without its elements, of a number, and of a pair in a set.
_LIST: Final = 88
_NUMBER: Final = 40
#: Of a number in a list that is put together.
_NEAR: Final = 50
_OF_PAIR: Final = 150
_HULL: Final = 34_000.0
_HULL_POINT: Final = 119.0
_HULL_BYTES: Final = 3_500
#: That it takes on the way, and of each point.
_HULL_HELD: Final = 150_000
_HULL_POINT_BYTES: Final = 18
_TRIANGLES: Final = 30_000.0
_TRIANGLES_POINT: Final = 2_350.0
_TRIANGLES_BYTES: Final = 60
_TRIANGLES_HELD: Final = 500
_FOUND: Final = 230.0
#: Pairs of places that are looked at here, and what one of a point's turns takes.
_MOST_PAIRS: Final = 4_000_000
#: Neighbours of a place that are enough to tell how densely points lie.
_ENOUGH: Final = 2
_HERE: Final = 8.0
_COMPARED: Final = 0.5
_TURN: Final = 40_000.0
_AROUND: Final = 20.0
_FLAT: Final = 2
_WIDE: Final = 8


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds besides the distances."""
    tree = Kind(Tree, partial(_tree, machine))
    return {
        **dict.fromkeys(("KDTree", "cKDTree"), tree),
        "ConvexHull": Guarded(partial(_hull, machine)),
        "Delaunay": Guarded(partial(_triangulation, machine)),
    }


def _points(machine: Machine, given: Any, name: str = "points") -> Any:
    found = np.asarray(taken(machine, given), dtype=np.float64)
    if found.ndim != _FLAT:
        raise ValueError(f"{name} must be of shape (points, dimensions)")
    if not np.isfinite(found).all():
        raise ValueError(f"{name} must be finite, check for nan or inf values")
    return found


def _tree(
    machine: Machine, data: Any, leafsize: Any = 10, compact_nodes: Any = True, copy_data: Any = False,
    balanced_tree: Any = True,
) -> Tree:  # fmt: skip
    points = _points(machine, data, "data")
    count = len(points)
    machine.array(points.size, _TREE, _TREE_POINT * count * math.log2(2.0 + count))
    found = Tree(machine, points)
    return machine.grown(found, found.nbytes)  # type: ignore[no-any-return]


class Tree(Foreign):
    """As ``KDTree``."""

    def __init__(self, machine: Machine, points: Any) -> None:
        super().__init__({"data": points}, _TREE_BYTES + _TREE_POINT_BYTES * len(points))
        self._machine, self._points = machine, points

    def member(self, name: str) -> Any:
        told = {"n": len(self._points), "m": self._points.shape[1]}
        methods: dict[str, Any] = {
            "query": self._query,
            "query_ball_point": self._within,
            "query_pairs": self._pairs,
        }
        return told[name] if name in told else Guarded(methods[name]) if name in methods else super().member(name)

    def _level(self) -> float:
        """Nanoseconds of a place that is looked for."""
        count, dimensions = self._points.shape
        base = _LEVEL[min(dimensions, len(_LEVEL) - 1)] * _WIDER ** max(0, dimensions - len(_LEVEL) + 1)
        return float(min(base * math.log2(2.0 + count), base * 2.0 + _LOOKED_AT * count * dimensions))

    def _places(self, x: Any) -> tuple[Any, tuple[int, ...]]:
        places = np.asarray(taken(self._machine, x), dtype=np.float64)
        if not places.ndim or places.shape[-1] != self._points.shape[1]:
            raise ValueError("x must consist of vectors of the tree's length")
        return places.reshape(-1, places.shape[-1]), places.shape[:-1]

    def _distances(self, places: Any, p: Any, here: float = _HERE) -> Any:
        if len(places) * len(self._points) > _MOST_PAIRS:
            raise TooLarge("many points")
        self._machine.allows(here * len(places) * self._points.size)
        found = np.zeros((len(places), len(self._points)))
        for axis in range(self._points.shape[1]):
            away = np.abs(places[:, axis, None] - self._points[None, :, axis])
            found = np.maximum(found, away) if math.isinf(p) else found + away**p
        return found if math.isinf(p) or p == 1 else np.sqrt(found) if p == 2 else found ** (1.0 / p)

    def _query(
        self, x: Any, k: Any = 1, eps: Any = 0.0, p: Any = 2.0, distance_upper_bound: Any = np.inf, workers: Any = 1
    ) -> Any:
        machine = self._machine
        places, shape = self._places(x)
        if not isinstance(k, int | np.integer) or k < 1:
            raise Unsupported("neighbours of given ranks")
        wanted, count = int(k), len(self._points)
        machine.array(places.size, _ASKED, self._level() * len(places) * (1.0 + _FURTHER * (wanted - 1)))
        distances = self._distances(places, float(p))
        order = np.argsort(distances, axis=1, kind="stable")[:, :wanted]
        nearest = np.take_along_axis(distances, order, axis=1)
        if wanted > count:
            nearest = np.pad(nearest, ((0, 0), (0, wanted - count)), constant_values=np.inf)
            order = np.pad(order, ((0, 0), (0, wanted - count)), constant_values=count)
        is_beyond = nearest >= float(distance_upper_bound)
        nearest, order = np.where(is_beyond, np.inf, nearest), np.where(is_beyond, count, order)
        whole = shape if wanted == 1 else (*shape, wanted)
        machine.briefly(_ASKED_BYTES + 2 * _WIDE * nearest.size)
        if not whole:
            return machine.made((np.float64(nearest.item()), np.int64(order.item())))
        found = nearest.reshape(whole), order.reshape(whole)
        return machine.made_of(found, (places,))

    def _within(
        self, x: Any, r: Any, p: Any = 2.0, eps: Any = 0, workers: Any = 1, return_sorted: Any = None,
        return_length: Any = False,
    ) -> Any:  # fmt: skip
        machine = self._machine
        places, shape = self._places(x)
        if np.ndim(r) or return_length or len(shape) > 1:
            raise Unsupported("several distances")
        distances = self._distances(places, float(p), _COMPARED)
        is_near = distances <= float(r)
        near = self._near_in_all(distances, float(r))
        levels = math.log2(2.0 + len(self._points))
        machine.array(places.size, _BALL, _BALL_LEVEL * levels * len(places) + _BALL_POINT * near)
        machine.briefly(int(_LIST * len(places) + _NEAR * near))
        found = [np.flatnonzero(row).tolist() for row in is_near]
        size = sum(_LIST + _NUMBER * len(one) for one in found)
        return machine.grown(found if shape else found[0], size)

    def _near_in_all(self, distances: Any, far: float) -> float:
        """How many points are near to places, were there as many of them as the workload has: of few hardly one is near
        to another, so that it is told of those a little farther away."""
        count = len(self._points)
        whole = self._machine.whole(count)
        near, itself = float((distances <= far).sum()), float((distances == 0.0).sum())
        if not whole > count or not far > 0.0:
            return near
        among = near - itself
        if among < _ENOUGH * count:
            farther = max(far, float(np.quantile(distances, min(1.0, (_ENOUGH + 1.0) / count))))
            among = float((distances <= farther).sum()) - itself
            among *= (far / farther) ** self._points.shape[1]
        return itself + among * whole / count

    def _pairs(self, r: Any, p: Any = 2.0, eps: Any = 0, output_type: Any = "set") -> Any:
        machine = self._machine
        distances = self._distances(self._points, float(p))
        rows, columns = np.nonzero(np.triu(distances <= float(r), 1))
        count = len(self._points)
        # Each of them is near to the other, and to itself.
        pairs = max(0.0, self._near_in_all(distances, float(r)) - count) / 2.0
        levels = math.log2(2.0 + count)
        machine.array(count, _BALL, _PAIR_LEVEL * levels * count + _PAIR * pairs)
        if output_type == "ndarray":
            return machine.made_of(np.stack((rows, columns), axis=1), ())
        if len(rows) > _MOST_PAIRS // 20:
            raise TooLarge("many pairs")
        return machine.grown(set(zip(rows.tolist(), columns.tolist(), strict=True)), int(_OF_PAIR * pairs))


class Shape(Foreign):
    """What is told of points."""


def _hull(machine: Machine, points: Any, incremental: Any = False, qhull_options: Any = None) -> Shape:
    given = _points(machine, points)
    if given.shape[1] != _FLAT or incremental or qhull_options is not None:
        raise Unsupported("a hull of other dimensions")
    if len(given) < 3:
        raise ValueError("QH6214 qhull input error: not enough points to construct initial simplex")
    machine.array(given.size, _HULL, _HULL_POINT * len(given))
    places = around(machine, given)
    corners = given[places]
    following = np.roll(corners, -1, axis=0)
    sides = np.sqrt(((following - corners) ** 2).sum(axis=1)).sum()
    area = 0.5 * abs(float((corners[:, 0] * following[:, 1] - following[:, 0] * corners[:, 1]).sum()))
    told = {
        "vertices": np.array(places, dtype=np.int32),
        "simplices": np.stack((places, np.roll(places, -1)), axis=1).astype(np.int32),
        "points": given, "area": float(sides), "volume": area, "ndim": _FLAT, "npoints": len(given),
        "nsimplex": len(places),
    }  # fmt: skip
    machine.briefly(_HULL_HELD + _HULL_POINT_BYTES * len(given))
    found = Shape(told, _HULL_BYTES)
    return machine.grown(found, _HULL_BYTES)  # type: ignore[no-any-return]


def around(machine: Machine, points: Any) -> list[int]:
    """Places of the corners, counterclockwise."""
    machine.allows(_AROUND * len(points))
    order = np.lexsort((points[:, 1], points[:, 0])).tolist()
    rows = points.tolist()

    def chain(places: list[int]) -> list[int]:
        found: list[int] = []
        for place in places:
            while len(found) > 1 and _turn(rows[found[-2]], rows[found[-1]], rows[place]) <= 0.0:
                found.pop()
            found.append(place)
        return found[:-1]

    return chain(order) + chain(order[::-1])


def _turn(first: list[float], second: list[float], third: list[float]) -> float:
    return (second[0] - first[0]) * (third[1] - first[1]) - (second[1] - first[1]) * (third[0] - first[0])


def _triangulation(
    machine: Machine, points: Any, furthest_site: Any = False, incremental: Any = False, qhull_options: Any = None
) -> Shape:
    given = _points(machine, points)
    if given.shape[1] != _FLAT or furthest_site or incremental or qhull_options is not None:
        raise Unsupported("triangles of other dimensions")
    machine.array(given.size, _TRIANGLES, _TRIANGLES_POINT * len(given))
    found = triangles(machine, given)
    told: dict[str, Any] = {
        "simplices": found, "points": given, "npoints": len(given), "nsimplex": len(found), "ndim": _FLAT,
        "find_simplex": Guarded(partial(_found_in, machine, given, found)),
    }  # fmt: skip
    size = _HULL_BYTES + _TRIANGLES_BYTES * len(given)
    machine.briefly(_HULL_HELD + 2 * size + _TRIANGLES_HELD * len(given))
    return machine.grown(Shape(told, size), size + int(found.nbytes))  # type: ignore[no-any-return]


def triangles(machine: Machine, points: Any) -> Any:
    """Delaunay's, by Bowyer and Watson: each point in turn takes the place of those within whose circles it lies."""
    if len(points) < 3:
        raise ValueError("QH6214 qhull input error: not enough points to construct initial simplex")
    machine.allows(_TURN * len(points) + 20.0 * len(points) ** 2)
    middle, far = points.mean(axis=0), 1e3 * max(1e-9, float(np.ptp(points, axis=0).max()))
    corners = middle + far * np.array([[-1.7, -1.0], [1.7, -1.0], [0.0, 2.0]])
    every = np.concatenate((points, corners))
    count = len(points)
    own = np.array([[count, count + 1, count + 2]])
    centres, radii = _circles(every, own)
    for place in np.lexsort((points[:, 1], points[:, 0])).tolist():
        is_hit = ((centres - points[place]) ** 2).sum(axis=1) < radii
        hit = own[is_hit]
        edges = np.concatenate((hit[:, [0, 1]], hit[:, [1, 2]], hit[:, [2, 0]]))
        keys = np.sort(edges, axis=1)
        _, first, times = np.unique(keys[:, 0] * (count + 3) + keys[:, 1], return_index=True, return_counts=True)
        outer = edges[first[times == 1]]
        new = np.column_stack((outer, np.full(len(outer), place)))
        new_centres, new_radii = _circles(every, new)
        own = np.concatenate((own[~is_hit], new))
        centres, radii = np.concatenate((centres[~is_hit], new_centres)), np.concatenate((radii[~is_hit], new_radii))
    return own[(own < count).all(axis=1)].astype(np.int32)


def _circles(points: Any, own: Any) -> tuple[Any, Any]:
    """Centres of the circles around triangles, and the squares of their radii."""
    first, second, third = (points[own[:, corner]] for corner in range(3))
    one, other = second - first, third - first
    twice = 2.0 * (one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])
    twice = np.where(twice == 0.0, 1e-300, twice)
    long, wide = (one**2).sum(axis=1), (other**2).sum(axis=1)
    away = (
        np.column_stack((other[:, 1] * long - one[:, 1] * wide, one[:, 0] * wide - other[:, 0] * long)) / twice[:, None]
    )
    return first + away, (away**2).sum(axis=1)


def located(points: Any, own: Any, places: Any) -> tuple[Any, Any]:
    """In which triangle each place lies, and what parts of its corners it is made of; -1 for outside all."""
    found, shares = np.full(len(places), -1, dtype=np.int32), np.zeros((len(places), 3))
    first, second, third = (points[own[:, corner]] for corner in range(3))
    one, other = second - first, third - first
    area = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    for row, place in enumerate(places):
        away = place - first
        with np.errstate(all="ignore"):
            u = (away[:, 0] * other[:, 1] - away[:, 1] * other[:, 0]) / area
            v = (one[:, 0] * away[:, 1] - one[:, 1] * away[:, 0]) / area
        within = np.minimum(np.minimum(u, v), 1.0 - u - v)
        best = int(np.argmax(np.where(np.isnan(within), -np.inf, within)))
        if within[best] >= -1e-10:
            found[row] = best
            shares[row] = 1.0 - u[best] - v[best], u[best], v[best]
    return found, shares


def _found_in(machine: Machine, points: Any, own: Any, xi: Any, bruteforce: Any = False, tol: Any = None) -> Any:
    places = np.asarray(taken(machine, xi), dtype=np.float64)
    flat = places.reshape(-1, _FLAT)
    if len(flat) * len(own) > _MOST_PAIRS:
        raise TooLarge("many points")
    machine.array(flat.size, _BALL, _FOUND * len(flat))
    machine.allows(_TURN * len(flat) + 10.0 * len(flat) * len(own))
    return machine.made_of(located(points, own, flat)[0].reshape(places.shape[:-1]), (places,))
