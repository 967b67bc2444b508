"""``scipy.interpolate``: cubic interpolants and splines."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.function_calls import taken


class _Price(NamedTuple):
    """Of a kind of curve.

    Attributes:
        call: microseconds of making one; point: nanoseconds of each point; held: bytes that each takes on the way.
        kept: bytes of each point that stay.
        at: nanoseconds of a place that is asked for, of such in order; apart: of others.
    """

    call: float
    point: float
    held: float
    kept: float
    at: float
    apart: float


_CUBIC: Final = _Price(103, 85, 100, 40, 9.0, 30.0)
_PRICES: Final = {
    "CubicSpline": _CUBIC,
    "PchipInterpolator": _Price(134, 30, 56, 40, 9.0, 30.0),
    "Akima1DInterpolator": _Price(90, 65, 96, 40, 12.0, 30.0),
    "make_interp_spline": _Price(54, 129, 90, 16, 45.0, 147.0),
    "InterpolatedUnivariateSpline": _Price(14.5, 127, 128, 60, 50.0, 200.0),
    "UnivariateSpline": _Price(10, 162, 74, 40, 50.0, 200.0),
    "interp1d": _Price(65, 137, 100, 24, 46.0, 150.0),
}
_ASKED: Final = 4_500.0
_ASKED_BYTES: Final = 1_400
#: Bytes of a curve without its points; nanoseconds of deriving one.
_OBJECT: Final = 1_000
_DERIVED: Final = 15_000.0
#: What a point takes here.
_HERE: Final = 3_000.0
_CUBE: Final = 3


def members(machine: Machine) -> dict[str, Guarded]:
    """The classes and functions by name."""
    functions: dict[str, Callable[..., Any]] = {
        "CubicSpline": _cubic,
        "PchipInterpolator": lambda machine, x, y, axis=0, extrapolate=None: _curve(
            machine, "PchipInterpolator", x, y, _monotone
        ),
        "Akima1DInterpolator": lambda machine, x, y, axis=0: _curve(machine, "Akima1DInterpolator", x, y, _akima),
        "make_interp_spline": lambda machine, x, y, k=3: _curve(machine, "make_interp_spline", x, y, _of_degree(k)),
        "InterpolatedUnivariateSpline": lambda machine, x, y, k=3: _curve(
            machine, "InterpolatedUnivariateSpline", x, y, _of_degree(k)
        ),
        "UnivariateSpline": _smooth,
    }
    return {name: Guarded(partial(run, machine)) for name, run in functions.items()}


class Curve(Foreign, Guarded):  # type: ignore[misc]
    """Through points, with a slope at each, or a derivative of such a one."""

    def __init__(self, machine: Machine, name: str, points: tuple[Any, Any, Any], order: int = 0) -> None:
        x, y, slopes = points
        Foreign.__init__(self, {"x": x}, _OBJECT + int(_PRICES[name].kept * len(x)))
        self._machine, self._name, self._points, self._order = machine, name, (x, y, slopes), order
        self.run = self._asked

    def _asked(self, x: Any, nu: Any = 0, extrapolate: Any = None) -> Any:
        machine, price = self._machine, _PRICES[self._name]
        places = np.asarray(taken(machine, x), dtype=np.float64)
        flat = places.ravel()
        is_in_order = bool((flat[1:] >= flat[:-1]).all())
        machine.array(places.size, _ASKED, (price.at if is_in_order else price.apart) * places.size)
        if places.size * max(1, self._points[1][:1].size) > 1_000_000:
            raise Unsupported("arrays too large")
        found = self._at(flat, self._order + int(nu)).reshape((*places.shape, *self._points[1].shape[1:]))
        machine.briefly(_ASKED_BYTES + int(found.nbytes))
        return machine.made_of(found, (places,))

    def _at(self, places: Any, order: int) -> Any:
        x, parts = self._points[0], self._coefficients()
        left = np.clip(np.searchsorted(x, places, side="right") - 1, 0, len(x) - 2)
        away = (places - x[left])[(..., *([None] * (self._points[1].ndim - 1)))]
        if order > _CUBE:
            return np.zeros_like(parts[0][left] * away)
        weights = [math.perm(power, order) for power in range(_CUBE + 1)]
        return sum(weights[power] * parts[power][left] * away ** (power - order) for power in range(order, _CUBE + 1))

    def _coefficients(self) -> list[Any]:
        """Of powers, of each piece."""
        x, y, slopes = self._points
        widths = np.diff(x)[(..., *([None] * (y.ndim - 1)))]
        steep = np.diff(y, axis=0) / widths
        bent = (slopes[:-1] + slopes[1:] - 2.0 * steep) / widths
        return [y[:-1], slopes[:-1], (steep - slopes[:-1]) / widths - bent, bent / widths]

    def member(self, name: str) -> Any:
        if name in {"derivative", "integrate", "integral", "c", "get_coeffs"}:
            return {"derivative": Guarded(self._derived), "c": None}.get(name) or self._area_or_none(name)
        return super().member(name)

    def _area_or_none(self, name: str) -> Any:
        if name in {"integrate", "integral"} and not self._order:
            return Guarded(self._area)
        raise Unsupported(f"a curve's {name}")

    def _derived(self, nu: Any = 1) -> Curve:
        self._machine.array(0, _DERIVED, 0.0)
        found = Curve(self._machine, self._name, self._points, self._order + int(nu))
        return self._machine.grown(found, found.nbytes)  # type: ignore[no-any-return]

    def _area(self, a: Any, b: Any, extrapolate: Any = None) -> Any:
        machine, (x, y, _) = self._machine, self._points
        if y.ndim > 1 or not x[0] <= a <= b <= x[-1]:
            raise Unsupported("an area beyond a curve")
        machine.array(len(x), _DERIVED, 2.0 * len(x))
        parts, widths = self._coefficients(), np.diff(x)
        whole = np.r_[
            0.0, np.cumsum(sum(part * widths ** (power + 1) / (power + 1) for power, part in enumerate(parts)))
        ]

        def until(place: float) -> float:
            left = min(max(int(np.searchsorted(x, place, side="right")) - 1, 0), len(x) - 2)
            away = place - x[left]
            return float(
                whole[left] + sum(part[left] * away ** (power + 1) / (power + 1) for power, part in enumerate(parts))
            )

        return machine.made(np.float64(until(float(b)) - until(float(a))))


def through(
    machine: Machine,
    x: Any,
    y: Any,
    kind: Any = "cubic",
    axis: Any = -1,
    copy: Any = True,
    bounds_error: Any = None,
    fill_value: Any = None,
    assume_sorted: Any = False,
) -> Guarded:
    """As ``interp1d`` of that kind."""
    across, up = (np.asarray(taken(machine, one), dtype=np.float64) for one in (x, y))
    if up.ndim > 1 or isinstance(fill_value, tuple):
        raise Unsupported("an interpolation of another kind")
    order = np.argsort(across, kind="stable")
    curve = _curve(machine, "interp1d", across[order], up[order], cubic_slopes)
    is_strict = bounds_error if bounds_error is not None else fill_value is None

    def at(x_new: Any) -> Any:
        found, places = curve(x_new), np.asarray(taken(machine, x_new))
        is_outside = (places < across.min()) | (places > across.max())
        if is_outside.any() and not isinstance(fill_value, str):
            if is_strict:
                raise ValueError("A value in x_new is outside the interpolation range.")
            found = np.where(is_outside, np.nan if fill_value is None else fill_value, found)
        return found

    return Guarded(at, {"x": across, "y": up, "curve": curve}, nbytes=_OBJECT)


def _curve(machine: Machine, name: str, x: Any, y: Any, slopes: Callable[[Any, Any], Any]) -> Curve:
    across = np.asarray(taken(machine, x), dtype=np.float64)
    up = np.asarray(taken(machine, y), dtype=np.float64)
    check_order(across, up)
    price = _PRICES[name]
    machine.array(up.size, price.call * 1e3, price.point * up.size)
    machine.allows(_HERE * len(across))
    machine.briefly(int((price.held + price.kept) * len(across)) + 2_500)
    with np.errstate(all="ignore"):
        found = Curve(machine, name, (across, up, slopes(across, up)))
    return machine.grown(found, found.nbytes)  # type: ignore[no-any-return]


def check_order(x: Any, y: Any) -> None:
    """Raises ValueError for points that are not one behind the other."""
    if x.ndim != 1 or len(x) < 2 or len(x) != len(y):
        raise ValueError("x and y must be one-dimensional and of the same length, of 2 elements at least")
    if not (np.diff(x) > 0.0).all():
        raise ValueError("`x` must be strictly increasing sequence.")


def _cubic(
    machine: Machine, x: Any, y: Any, axis: Any = 0, bc_type: Any = "not-a-knot", extrapolate: Any = None
) -> Curve:
    if axis != 0 or not isinstance(bc_type, str) or bc_type not in {"not-a-knot", "natural", "clamped"}:
        raise Unsupported("a curve with other ends")
    return _curve(machine, "CubicSpline", x, y, partial(cubic_slopes, ends=bc_type))


def _of_degree(degree: Any) -> Callable[[Any, Any], Any]:
    if degree == _CUBE:
        return cubic_slopes
    raise Unsupported("a curve of another degree")


def _smooth(machine: Machine, x: Any, y: Any, w: Any = None, bbox: Any = None, k: Any = 3, s: Any = None) -> Curve:
    """As ``UnivariateSpline``, where one polynomial is near enough to all points."""
    if w is not None or bbox is not None or k != _CUBE:
        raise Unsupported("a curve of another degree")
    if s == 0:
        return _curve(machine, "InterpolatedUnivariateSpline", x, y, cubic_slopes)
    across, up = (np.asarray(taken(machine, one), dtype=np.float64) for one in (x, y))
    check_order(across, up)
    polynomial = np.polynomial.Polynomial.fit(across, up, _CUBE)
    if float(((polynomial(across) - up) ** 2).sum()) > (len(across) if s is None else float(s)):
        raise Unsupported("a curve of several pieces that is near to points")
    ends = across[[0, -1]]
    price = _PRICES["UnivariateSpline"]
    machine.array(up.size, price.call * 1e3, price.point * up.size)
    found = Curve(machine, "UnivariateSpline", (ends, polynomial(ends), polynomial.deriv()(ends)))
    found.nbytes += int(price.kept * len(across))
    return machine.grown(found, found.nbytes)  # type: ignore[no-any-return]


def cubic_slopes(x: Any, y: Any, ends: str = "not-a-knot") -> Any:
    """At each point, so that the second slopes are the same on both sides."""
    widths, count = np.diff(x), len(x)
    shape = (-1, *([1] * (y.ndim - 1)))
    steep = np.diff(y, axis=0) / widths.reshape(shape)
    if count == 2 and ends != "clamped":
        return np.concatenate((steep, steep))
    if count == 3 and ends == "not-a-knot":
        bend = (steep[1] - steep[0]) / (x[2] - x[0])
        first = steep[0] - bend * widths[0]
        return np.stack([first + 2.0 * bend * (place - x[0]) for place in x])
    low, middle, high = np.zeros(count), np.zeros(count), np.zeros(count)
    right = np.zeros_like(y)
    low[1:-1], high[1:-1] = widths[1:], widths[:-1]
    middle[1:-1] = 2.0 * (widths[1:] + widths[:-1])
    right[1:-1] = 3.0 * (widths[1:].reshape(shape) * steep[:-1] + widths[:-1].reshape(shape) * steep[1:])
    if ends == "not-a-knot":
        for at, one, other, step, further in ((0, widths[0], widths[1], steep[0], steep[1]),
                                              (-1, widths[-1], widths[-2], steep[-1], steep[-2])):  # fmt: skip
            both = one + other
            middle[at] = other
            (high if at == 0 else low)[at] = both
            right[at] = ((one + 2.0 * both) * other * step + one**2 * further) / both
    elif ends == "natural":
        middle[[0, -1]], high[0], low[-1] = 2.0, 1.0, 1.0
        right[0], right[-1] = 3.0 * steep[0], 3.0 * steep[-1]
    else:
        middle[[0, -1]] = 1.0
    return _of_three_diagonals(low, middle, high, right)


def _of_three_diagonals(low: Any, middle: Any, high: Any, right: Any) -> Any:
    down, across, up = low.tolist(), middle.tolist(), high.tolist()
    found = [right[0] / across[0]]
    factors = [up[0] / across[0]]
    for row in range(1, len(across)):
        pivot = across[row] - down[row] * factors[-1]
        factors.append(up[row] / pivot)
        found.append((right[row] - down[row] * found[-1]) / pivot)
    for row in range(len(across) - 2, -1, -1):
        found[row] = found[row] - factors[row] * found[row + 1]
    return np.array(found)


def _monotone(x: Any, y: Any) -> Any:
    """So that a curve has no tops but those of the points, as Fritsch and Butland weigh slopes."""
    if y.ndim > 1:
        raise Unsupported("several curves at a time")
    widths = np.diff(x)
    steep = np.diff(y) / widths
    if len(x) == 2:
        return np.concatenate((steep, steep))
    first, second = 2.0 * widths[1:] + widths[:-1], widths[1:] + 2.0 * widths[:-1]
    is_flat = steep[1:] * steep[:-1] <= 0.0
    inner = np.where(is_flat, 0.0, (first + second) / (first / steep[:-1] + second / steep[1:]))
    ends = []
    for one, other, here, there in ((widths[0], widths[1], steep[0], steep[1]),
                                    (widths[-1], widths[-2], steep[-1], steep[-2])):  # fmt: skip
        end = ((2.0 * one + other) * here - one * there) / (one + other)
        if np.sign(end) != np.sign(here):
            end = 0.0
        elif np.sign(here) != np.sign(there) and abs(end) > 3.0 * abs(here):
            end = 3.0 * here
        ends.append(end)
    return np.concatenate(([ends[0]], inner, [ends[1]]))


def _akima(x: Any, y: Any) -> Any:
    """By how much the slopes on both sides change."""
    if y.ndim > 1 or len(x) < 3:
        raise Unsupported("several curves at a time")
    steep = np.empty(len(x) + 3)
    steep[2:-2] = np.diff(y) / np.diff(x)
    steep[1], steep[-2] = 2.0 * steep[2] - steep[3], 2.0 * steep[-3] - steep[-4]
    steep[0], steep[-1] = 2.0 * steep[1] - steep[2], 2.0 * steep[-2] - steep[-3]
    found = (steep[3:] + steep[:-3]) / 2.0
    changes = np.abs(np.diff(steep))
    both = changes[2:] + changes[:-2]
    kept = both > 1e-9 * both.max(initial=-np.inf)
    weighed = changes[2:] * steep[1:-2] + changes[:-2] * steep[2:-1]
    found[kept] = weighed[kept] / both[kept]
    return found
