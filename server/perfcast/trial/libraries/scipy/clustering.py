"""``scipy.cluster``: hierarchical clustering, k-means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import TooLarge, Unsupported
from perfcast.trial.libraries.scipy.function_calls import taken

#: Ways of joining groups -> nanoseconds of each pair of points.
_JOINING: Final[Mapping[str, float]] = {
    "ward": 10.5, "average": 7.8, "single": 3.7, "complete": 7.8, "centroid": 10.2, "weighted": 7.8,
}  # fmt: skip
_LINKAGE: Final = 37_000.0
_LINKAGE_BYTES: Final = 12_000
_PAIR_BYTES: Final = 8
_FLAT: Final = 90_000.0
_FLAT_POINT: Final = 120.0
_FLAT_BYTES: Final = 4_500
_FLAT_POINT_BYTES: Final = 58
#: Of looking for the nearest of a few centres, of a point for each number of them; of an iteration besides.
_NEAREST: Final = 9_000.0
_NEAREST_NUMBER: Final = 0.6
_NEAREST_BYTES: Final = 1_700
_ITERATION: Final = 3_000.0
_ITERATION_POINT: Final = 4.0
_AT_ONCE: Final = 40_000.0
_AT_ONCE_ITERATION: Final = 32_000.0
_AT_ONCE_POINT: Final = 15.0
_KMEANS: Final = 60_000.0
_KMEANS_TURN: Final = 30_000.0
_WHITEN: Final = 25_000.0
_WHITEN_POINT: Final = 14.0
_HERE: Final = 20_000.0
_MOST_POINTS: Final = 1_400
_TABLE: Final = 2
_MOST_ITERATIONS: Final = 1_000


def hierarchy(machine: Machine) -> dict[str, Guarded]:
    """What ``scipy.cluster.hierarchy`` holds."""
    return {"linkage": Guarded(partial(_linkage, machine)), "fcluster": Guarded(partial(_cut, machine))}


def quantizing(machine: Machine) -> dict[str, Guarded]:
    """What ``scipy.cluster.vq`` holds."""
    functions: dict[str, Callable[..., Any]] = {
        "vq": _nearest,
        "kmeans": _kmeans,
        "kmeans2": _kmeans_at_once,
        "whiten": _whitened,
    }
    return {name: Guarded(partial(run, machine)) for name, run in functions.items()}


def _distances(points: Any, metric: Any) -> Any:
    if metric not in {"euclidean", "cityblock", "sqeuclidean"}:
        raise Unsupported("another metric")
    away = points[:, None, :] - points[None, :, :]
    found = np.abs(away).sum(axis=-1) if metric == "cityblock" else (away**2).sum(axis=-1)
    return np.sqrt(found) if metric == "euclidean" else found


def _linkage(
    machine: Machine, y: Any, method: Any = "single", metric: Any = "euclidean", optimal_ordering: Any = False
) -> Any:
    given = np.asarray(taken(machine, y), dtype=np.float64)
    if method not in _JOINING or optimal_ordering:
        raise Unsupported("groups that are joined in another way")
    count = len(given) if given.ndim == _TABLE else round((1 + (1 + 8 * given.size) ** 0.5) / 2)
    if count > _MOST_POINTS or given.size * count > 20_000_000:
        raise TooLarge("many points")
    if count < _TABLE:
        raise ValueError("The number of observations must be positive")
    if given.ndim == _TABLE:
        between = _distances(given, metric)
    else:
        between = np.zeros((count, count))
        between[np.triu_indices(count, 1)] = given
        between += between.T
    machine.array(count * count, _LINKAGE, _JOINING[method] * count * count)
    machine.allows(_HERE * count + 5.0 * count * count)
    machine.briefly(_LINKAGE_BYTES + _PAIR_BYTES * count * count)
    return machine.made_of(_joined(between, method), (given,))


def _joined(between: Any, method: str) -> Any:
    """As Lance and Williams tell the distances of what was joined."""
    count = len(between)
    away = between**2 if method in {"ward", "centroid"} else between.copy()
    np.fill_diagonal(away, np.inf)
    names, sizes = np.arange(count), np.ones(count)
    nearest = away.min(axis=1)
    found = np.empty((count - 1, 4))
    for turn in range(count - 1):
        first = int(nearest.argmin())
        second = int(away[first].argmin())
        distance = float(away[first, second])
        one, other = away[first], away[second]
        total = sizes[first] + sizes[second]
        if method == "single":
            new = np.minimum(one, other)
        elif method == "complete":
            new = np.maximum(one, other)
        elif method == "average":
            new = (sizes[first] * one + sizes[second] * other) / total
        elif method == "weighted":
            new = (one + other) / 2.0
        elif method == "centroid":
            new = (sizes[first] * one + sizes[second] * other) / total - sizes[first] * sizes[
                second
            ] * distance / total**2
        else:
            both = total + sizes
            new = ((sizes + sizes[first]) * one + (sizes + sizes[second]) * other - sizes * distance) / both
        ends = sorted((int(names[first]), int(names[second])))
        height = max(0.0, distance) ** 0.5 if method in {"ward", "centroid"} else distance
        found[turn] = (*ends, height, total)
        new[~np.isfinite(one) | ~np.isfinite(other)] = np.inf
        away[first], away[:, first] = new, new
        away[second], away[:, second] = np.inf, np.inf
        sizes[first], names[first] = total, count + turn
        nearest[second] = np.inf
        is_stale = np.isfinite(nearest)
        nearest[is_stale] = away[is_stale].min(axis=1)
    return found


def _cut(
    machine: Machine, Z: Any, t: Any, criterion: Any = "inconsistent", depth: Any = 2, R: Any = None,
    monocrit: Any = None,
) -> Any:  # fmt: skip
    joined = np.asarray(taken(machine, Z), dtype=np.float64)
    if criterion not in {"distance", "maxclust"}:
        raise Unsupported("groups that are told in another way")
    count = len(joined) + 1
    machine.array(count, _FLAT, _FLAT_POINT * count)
    machine.allows(2_000.0 * count)
    kept = count - int(t) if criterion == "maxclust" else int((joined[:, 2] <= float(t)).sum())
    groups: dict[int, list[int]] = {one: [one] for one in range(count)}
    for turn, (first, second, _, __) in enumerate(joined[: max(0, kept)].tolist()):
        groups[count + turn] = groups.pop(int(first)) + groups.pop(int(second))
    found = np.empty(count, dtype=np.int32)
    for number, members in enumerate(groups.values(), 1):
        found[members] = number
    machine.briefly(_FLAT_BYTES + _FLAT_POINT_BYTES * count)
    return machine.made_of(found, (joined,))


def _table(machine: Machine, given: Any) -> Any:
    found = np.asarray(taken(machine, given), dtype=np.float64)
    return found[:, None] if found.ndim == 1 else found


def _nearest_of(machine: Machine, points: Any, centres: Any) -> tuple[Any, Any]:
    machine.array(points.size, 0.0, _NEAREST_NUMBER * points.size * len(centres))
    if points.size * len(centres) > 10_000_000:
        raise TooLarge("many points")
    away = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=-1)
    found = away.argmin(axis=1)
    return found, np.sqrt(away[np.arange(len(points)), found])


def _nearest(machine: Machine, obs: Any, code_book: Any, check_finite: Any = True) -> Any:
    points, centres = _table(machine, obs), _table(machine, code_book)
    machine.array(0, _NEAREST, 0.0)
    codes, away = _nearest_of(machine, points, centres)
    machine.briefly(_NEAREST_BYTES + 12 * len(points))
    found = codes.astype(np.int32), away
    return machine.made_of(found, (points,))


def _means(points: Any, codes: Any, centres: Any) -> Any:
    counts = np.bincount(codes, minlength=len(centres))
    sums = np.stack([np.bincount(codes, weights=column, minlength=len(centres)) for column in points.T], axis=1)
    return np.where(counts[:, None] > 0, sums / np.maximum(counts, 1)[:, None], centres)


def _kmeans(
    machine: Machine, obs: Any, k_or_guess: Any, iter: Any = 20, thresh: Any = 1e-5, check_finite: Any = True,
    *, seed: Any = None, rng: Any = None,
) -> Any:  # fmt: skip
    points = _table(machine, obs)
    machine.array(0, _KMEANS, 0.0)
    drawn = np.random.RandomState(0)
    turns, best = int(iter), (None, np.inf)
    if np.ndim(k_or_guess):
        turns = 1
    for _ in range(turns):
        if np.ndim(k_or_guess):
            centres = _table(machine, k_or_guess)
        else:
            centres = points[drawn.permutation(len(points))[: int(k_or_guess)]]
        machine.array(len(points), _KMEANS_TURN, _ITERATION_POINT * len(points))
        before = np.inf
        for _turn in range(_MOST_ITERATIONS):
            machine.array(0, _NEAREST + _ITERATION, _ITERATION_POINT * len(points))
            codes, away = _nearest_of(machine, points, centres)
            off = float(away.mean())
            centres = _means(points, codes, centres)
            if before - off <= float(thresh):
                break
            before = off
        if off < best[1]:
            best = centres, off
    machine.briefly(_LINKAGE_BYTES + 22 * len(points))
    found = best[0], np.float64(best[1])
    return machine.made_of(found, (points,))


def _kmeans_at_once(
    machine: Machine, data: Any, k: Any, iter: Any = 10, thresh: Any = 1e-5, minit: Any = "random",
    missing: Any = "warn", check_finite: Any = True, *, seed: Any = None, rng: Any = None,
) -> Any:  # fmt: skip
    points = _table(machine, data)
    if minit not in {"random", "points", "++"} or np.ndim(k):
        raise Unsupported("groups that begin in another way")
    machine.array(0, _AT_ONCE, 0.0)
    centres = points[np.random.RandomState(0).permutation(len(points))[: int(k)]]
    codes = np.zeros(len(points), dtype=np.int32)
    for _ in range(int(iter)):
        machine.array(len(points), _AT_ONCE_ITERATION, _AT_ONCE_POINT * len(points))
        found, _away = _nearest_of(machine, points, centres)
        codes = found.astype(np.int32)
        centres = _means(points, codes, centres)
    machine.briefly(_LINKAGE_BYTES + 40 * len(points))
    made = centres, codes
    return machine.made_of(made, (points,))


def _whitened(machine: Machine, obs: Any, check_finite: Any = True) -> Any:
    points = np.asarray(taken(machine, obs), dtype=np.float64)
    machine.array(points.size, _WHITEN, _WHITEN_POINT * points.size)
    spread = points.std(axis=0)
    found = points / np.where(spread == 0.0, 1.0, spread)
    machine.briefly(2_000 + 2 * int(points.nbytes))
    return machine.made_of(found, (points,))
