"""Measures of contours: areas, lengths, hulls, bounding shapes."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.opencv.function_calls import Array, Work, points_of
from perfcast.trial.libraries.opencv.windows import picture

#: Nanoseconds of a point, of each.
_SIMPLIFIED: Final = 32.0
_HULL: Final = 14.0
_ELLIPSE: Final = 120.0
_CIRCLE: Final = 18.0
_MOMENT_POINT: Final = 6.5
#: Of an element of a picture, of a byte, and of one with a fraction.
_MOMENT: Final = (0.54, 0.2)
_TESTED: Final = 0.6


def _area(work: Work, contour: Any, oriented: Any = False) -> Any:
    found = _signed(points_of(work, contour).astype(np.float64))
    return found if oriented else abs(found)


def _signed(points: Array) -> float:
    x, y = points[:, 0], points[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)


def _length(work: Work, curve: Any, closed: Any) -> Any:
    points = points_of(work, curve).astype(np.float64)
    steps = np.diff(points, axis=0, append=points[:1] if closed else points[-1:])
    return float(np.hypot(steps[:, 0], steps[:, 1]).sum())


def _box(work: Work, array: Any) -> Any:
    if isinstance(array, np.ndarray) and array.ndim == 2 and array.shape[1] != 2:
        rows, columns = np.nonzero(picture(array))
        work.takes(array.size, 0.03)
        if not len(rows):
            return 0, 0, 0, 0
        points = np.stack((columns, rows), axis=1)
    else:
        points = points_of(work, array)
    (left, top), (right, bottom) = np.floor(points.min(axis=0)).tolist(), np.floor(points.max(axis=0)).tolist()
    return int(left), int(top), int(right - left) + 1, int(bottom - top) + 1


def _simplified(work: Work, curve: Any, epsilon: Any, closed: Any, approxCurve: Any = None) -> Any:
    """As Douglas and Peucker: what is farther from the line between two that stay stays, too."""
    points = points_of(work, curve)
    work.takes(len(points), _SIMPLIFIED, 300.0)
    count = len(points)
    if count < 3:
        return points[:, None].copy()
    far = count - 1
    if closed:
        # From one end of the longest way across to the other.
        start = 0
        for _ in range(2):
            start = int(((points - points[start]).astype(np.float64) ** 2).sum(axis=1).argmax())
        points = np.roll(points, -start, axis=0)
        far = int(((points - points[0]).astype(np.float64) ** 2).sum(axis=1).argmax())
    rows = points.astype(np.float64)
    kept = {0, far}
    around = np.vstack((rows, rows[:1])) if closed else rows
    pending = [(0, far), (far, len(around) - 1)] if closed else [(0, far)]
    while pending:
        first, last = pending.pop()
        if last - first < 2:
            continue
        start, end = around[first], around[last]
        across = end - start
        away = around[first + 1 : last] - start
        whole = math.hypot(*across) or 1.0
        apart = np.abs(across[0] * away[:, 1] - across[1] * away[:, 0]) / whole
        farthest = int(apart.argmax())
        if apart[farthest] > float(epsilon):
            place = first + 1 + farthest
            kept.add(place)
            pending += [(first, place), (place, last)]
    return points[sorted(place for place in kept if place < count)][:, None]


def _hull_places(points: Array) -> list[int]:
    order = np.lexsort((points[:, 1], points[:, 0])).tolist()
    rows = points.tolist()

    def chain(places: list[int]) -> list[int]:
        found: list[int] = []
        for place in places:
            while len(found) > 1:
                (ax, ay), (bx, by), (cx, cy) = rows[found[-2]], rows[found[-1]], rows[place]
                if (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0:
                    break
                found.pop()
            found.append(place)
        return found[:-1]

    return (chain(order) + chain(order[::-1])) or order[:1]


def _hull(work: Work, points: Any, hull: Any = None, clockwise: Any = False, returnPoints: Any = True) -> Any:
    given = points_of(work, points)
    work.takes(len(given), _HULL, 2_000.0)
    places = _hull_places(given)[:: 1 if clockwise else -1]
    return given[places][:, None] if returnPoints else np.array(places, dtype=np.int32)[:, None]


def _smallest_box(work: Work, points: Any) -> Any:
    given = points_of(work, points).astype(np.float64)
    work.takes(len(given), _HULL, 2_000.0)
    corners = given[_hull_places(given)]
    best: tuple[float, Any] | None = None
    for side in np.roll(corners, -1, axis=0) - corners:
        angle = math.atan2(side[1], side[0])
        turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
        low, high = (corners @ turn.T).min(axis=0), (corners @ turn.T).max(axis=0)
        width, height = (high - low).tolist()
        if best is None or width * height < best[0]:
            middle = ((low + high) / 2) @ turn
            best = width * height, ((*middle.tolist(),), (width, height), math.degrees(angle) % 90 or 90.0)
    return best[1] if best else ((*given[0].tolist(),), (0.0, 0.0), 90.0)


def _corners(work: Work, box: Any, points: Any = None) -> Any:
    (x, y), (width, height), degrees = box
    angle = math.radians(float(degrees))
    across = np.array([math.cos(angle), math.sin(angle)]) * float(width) / 2
    down = np.array([-math.sin(angle), math.cos(angle)]) * float(height) / 2
    middle = np.array([float(x), float(y)])
    return np.array([middle - across + down, middle - across - down, middle + across - down, middle + across + down],
                    dtype=np.float32)  # fmt: skip


def _smallest_circle(work: Work, points: Any) -> Any:
    """Around the middle of the box, which is near to the smallest."""
    given = points_of(work, points).astype(np.float64)
    work.takes(len(given), _CIRCLE, 20.0)
    middle = (given.min(axis=0) + given.max(axis=0)) / 2
    radius = float(np.hypot(*(given - middle).T).max())
    return (*middle.tolist(),), radius


def _ellipse(work: Work, points: Any) -> Any:
    """By how the points are spread."""
    given = points_of(work, points).astype(np.float64)
    if len(given) < 5:
        raise Unsupported("an ellipse of few points")
    work.takes(len(given), _ELLIPSE, 50.0)
    lengths, axes = np.linalg.eigh(np.cov(given.T))
    first, second = (2 * math.sqrt(2 * max(float(one), 0.0)) for one in lengths)
    return (*given.mean(axis=0).tolist(),), (first, second), math.degrees(math.atan2(axes[1, 1], axes[0, 1])) % 180


def _is_convex(work: Work, contour: Any) -> Any:
    points = points_of(work, contour).astype(np.float64)
    sides = np.roll(points, -1, axis=0) - points
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    return bool((turns >= 0).all() or (turns <= 0).all())


def _where(work: Work, contour: Any, pt: Any, measureDist: Any) -> Any:
    points = points_of(work, contour).astype(np.float64)
    work.takes(len(points), _TESTED, 50.0)
    x, y = float(pt[0]), float(pt[1])
    following = np.roll(points, -1, axis=0)
    is_between = (points[:, 1] > y) != (following[:, 1] > y)
    sides = following - points
    at = points[:, 0] + (y - points[:, 1]) * sides[:, 0] / np.where(sides[:, 1] == 0, 1, sides[:, 1])
    is_in = int(np.count_nonzero(is_between & (x < at))) % 2 == 1
    if not measureDist:
        return 1.0 if is_in else -1.0
    share = ((x - points[:, 0]) * sides[:, 0] + (y - points[:, 1]) * sides[:, 1]) / np.maximum((sides**2).sum(1), 1e-12)
    near = points + np.clip(share, 0, 1)[:, None] * sides
    apart = float(np.hypot(near[:, 0] - x, near[:, 1] - y).min())
    return apart if is_in else -apart


def _moments(work: Work, array: Any, binaryImage: Any = False) -> Any:
    found = np.asarray(array)
    if found.ndim == 3 or found.shape[-1] == 2:
        points = points_of(work, array).astype(np.float64)
        work.takes(len(points), _MOMENT_POINT, 100.0)
        return _told(_of_outline(points))
    work.takes(found.size, _MOMENT[found.dtype.kind == "f"], 30.0)
    weights = (found != 0).astype(np.float64) if binaryImage else found.astype(np.float64)
    down, across = np.arange(weights.shape[0], dtype=np.float64), np.arange(weights.shape[1], dtype=np.float64)
    sums = {q: (down**q) @ weights for q in range(4)}
    return _told({(p, q): float(sums[q] @ across**p) for p in range(4) for q in range(4 - p)})


def _of_outline(points: Array) -> dict[tuple[int, int], float]:
    """Integrals over what the points lie around, each triangle's by the binomial sums of its corners."""
    x, y = points[:, 0], points[:, 1]
    u, v = np.roll(x, -1), np.roll(y, -1)
    cross = x * v - u * y
    sign = 1.0 if cross.sum() >= 0 else -1.0
    found = {}
    for p in range(4):
        for q in range(4 - p):
            whole = np.zeros_like(x)
            for i in range(p + 1):
                for j in range(q + 1):
                    ways = math.comb(i + j, i) * math.comb(p + q - i - j, p - i)
                    whole = whole + ways * u**i * x ** (p - i) * v**j * y ** (q - j)
            scale = (p + q + 2) * (p + q + 1) * math.comb(p + q, p)
            found[p, q] = sign * float((cross * whole).sum()) / scale
    return found


def _told(m: dict[tuple[int, int], float]) -> dict[str, float]:
    order = ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))
    found = {f"m{p}{q}": m[p, q] for p, q in order}
    whole = m[0, 0]
    x, y = (m[1, 0] / whole, m[0, 1] / whole) if whole else (0.0, 0.0)
    middle = {
        (p, q): sum(
            math.comb(p, i) * math.comb(q, j) * (-x) ** (p - i) * (-y) ** (q - j) * m[i, j]
            for i in range(p + 1)
            for j in range(q + 1)
        )
        for p, q in order[3:]
    }
    found |= {f"mu{p}{q}": value for (p, q), value in middle.items()}
    scale = {place: abs(whole) ** (sum(place) / 2 + 1) if whole else 0.0 for place in middle}
    return found | {f"nu{p}{q}": (v / scale[p, q] if scale[p, q] else 0.0) for (p, q), v in middle.items()}


FUNCTIONS: Final = {
    "contourArea": _area,
    "arcLength": _length,
    "boundingRect": _box,
    "approxPolyDP": _simplified,
    "convexHull": _hull,
    "minAreaRect": _smallest_box,
    "boxPoints": _corners,
    "minEnclosingCircle": _smallest_circle,
    "fitEllipse": _ellipse,
    "isContourConvex": _is_convex,
    "pointPolygonTest": _where,
    "moments": _moments,
}
