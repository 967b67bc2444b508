"""``scipy.integrate``: quadrature of functions and of samples."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.callbacks import Callback
from perfcast.trial.libraries.scipy.function_calls import Arguments, Native

#: Nanoseconds of a call, of one within another one, and of a place that is looked at.
_CALL: Final = 2_600.0
_NESTED: Final = 4_200.0
_PLACE: Final = 60.0
#: Bytes of what is told of an area and of where the parts are kept that it is made of.
_HELD: Final = 960
#: Places and weights of the rules that areas are told by, of as many places as Gauss and Kronrod take.
_FINITE: Final = 10
_INFINITE: Final = 7
_NEAR: Final = 1.49e-8
_MOST: Final = 50
#: Areas of which a limit is told, and the most that are remembered for it.
_FEWEST: Final = 3
_REMEMBERED: Final = 50
#: Of the allowance for a part that is gone through, and for a pair of remembered areas.
_PART_HERE: Final = 2.0
_LIMIT_HERE: Final = 1.0


def members(machine: Machine) -> dict[str, Callable[..., Any]]:
    """What calls functions of the unit's."""
    return {"quad": partial(_quad, machine), "dblquad": partial(_dblquad, machine)}


def _quad(
    machine: Machine,
    func: Any,
    a: Any,
    b: Any,
    args: Any = (),
    full_output: Any = 0,
    epsabs: Any = _NEAR,
    epsrel: Any = _NEAR,
    limit: Any = _MOST,
) -> Any:
    """As SciPy's."""
    if full_output:
        raise Unsupported("an area with all that is told of it")
    run = Callback(machine, func, args, call=_PLACE)
    machine.array(0, _CALL, 0.0)
    machine.briefly(_HELD)
    found = _area(machine, run.number, float(a), float(b), float(epsabs), float(epsrel), int(limit))
    return machine.made(found)


def _dblquad(
    machine: Machine, func: Any, a: Any, b: Any, gfun: Any, hfun: Any, args: Any = (), epsabs: Any = _NEAR,
    epsrel: Any = _NEAR,
) -> Any:  # fmt: skip
    """As SciPy's: an area of areas."""
    run = Callback(machine, func, args, call=_PLACE)
    low, high = (Callback(machine, one).number if callable(one) else _always(one) for one in (gfun, hfun))

    def inner(x: float) -> float:
        machine.array(0, _NESTED, 0.0)
        return _area(machine, lambda y: run.number(y, x), low(x), high(x), float(epsabs), float(epsrel), _MOST)[0]

    machine.array(0, _NESTED, 0.0)
    return machine.made(_area(machine, inner, float(a), float(b), float(epsabs), float(epsrel), _MOST))


def _always(value: Any) -> Callable[[float], float]:
    return lambda _: float(value)


def _area(
    machine: Machine,
    run: Callable[[float], float],
    low: float,
    high: float,
    absolute: float,
    relative: float,
    most: int,
) -> tuple[float, float]:
    """The area, and how far off it may be: parts are halved until that is little."""
    if low == high:
        return 0.0, 0.0
    if math.isinf(low) or math.isinf(high):
        of_part, low, high = _of_infinite(run, low, high)
    else:
        of_part = partial(_of_part, run, _FINITE)
    parts = [(*of_part(low, high), low, high)]
    areas: list[float] = []
    for _ in range(most - 1):
        machine.allows(_PART_HERE * len(parts) + _LIMIT_HERE * len(areas) ** 2)
        area, off = sum(part[0] for part in parts), sum(part[1] for part in parts)
        if off <= max(absolute, relative * abs(area)):
            break
        areas = [*areas[1 - _REMEMBERED :], area]
        limits = [_limit(areas[:end]) for end in range(len(areas) - 2, len(areas) + 1) if end >= _FEWEST]
        if len(limits) == 3 and max(limits) - min(limits) <= max(absolute, relative * abs(limits[-1])):
            return limits[-1], max(limits) - min(limits)
        worst = max(parts, key=lambda part: part[1])
        parts.remove(worst)
        middle = (worst[2] + worst[3]) / 2.0
        parts += [(*of_part(*ends), *ends) for ends in ((worst[2], middle), (middle, worst[3]))]
    return math.fsum(part[0] for part in parts), math.fsum(part[1] for part in parts)


def _limit(areas: list[float]) -> float:
    """What they come to in the end, by Wynn's way."""
    before, now = [0.0] * (len(areas) + 1), areas
    best = areas[-1]
    while len(now) > 1:
        steps = [later - sooner for sooner, later in pairwise(now)]
        if not all(steps):
            return best
        before, now = now, [one + 1.0 / step for one, step in zip(before[1:], steps, strict=False)]
        if (len(areas) - len(now)) % 2 == 0:
            best = now[-1]
    return best


def _of_infinite(
    run: Callable[[float], float], low: float, high: float
) -> tuple[Callable[[float, float], tuple[float, float]], float, float]:
    """All places beyond an end as those between nothing and one; those of both sides at the same time."""
    if math.isinf(low) and math.isinf(high):
        if low > high:
            raise Unsupported("an area that is gone through backwards")

        def both(t: float) -> float:
            x = (1.0 - t) / t
            return (run(x) + run(-x)) / (t * t)

        return partial(_of_part, both, _INFINITE), 0.0, 1.0
    end, sign = (low, 1.0) if math.isinf(high) else (high, -1.0)

    def one(t: float) -> float:
        return run(end + sign * (1.0 - t) / t) / (t * t)

    return partial(_of_part, one, _INFINITE), 0.0, 1.0


def _of_part(run: Callable[[float], float], order: int, low: float, high: float) -> tuple[float, float]:
    """The area of a part, by a rule of twice as many places and one more, and how far off it is by one of half."""
    places, weights = _rule(order)
    half, middle = (high - low) / 2.0, (low + high) / 2.0
    values = np.array([run(middle + half * place) for place in places])
    area, other = (float(values @ one) * half for one in weights)
    spread = float(np.abs(values - area / (2.0 * half)) @ weights[0]) * abs(half)
    off = abs(area - other)
    return area, spread * min(1.0, (200.0 * off / spread) ** 1.5) if spread and off else off


_RULES: Final[dict[int, tuple[list[float], tuple[Any, Any]]]] = {}


def _rule(order: int) -> tuple[list[float], tuple[Any, Any]]:
    """Places between minus one and one: those of Legendre's rule, and between them those that Kronrod's adds; weights
    of all of them, and of the former alone."""
    if order not in _RULES:
        gauss, weights = np.polynomial.legendre.leggauss(order)
        places = np.sort(np.concatenate((gauss, _between(order))))
        powers = np.polynomial.legendre.legvander(places, len(places) - 1).T
        wanted = np.zeros(len(places))
        wanted[0] = 2.0
        alone = np.zeros(len(places))
        alone[np.isin(places, gauss)] = weights
        _RULES[order] = places.tolist(), (np.linalg.solve(powers, wanted), alone)
    return _RULES[order]


def _between(order: int) -> Any:
    """Roots of Stieltjes' polynomial: with those of Legendre's it is at right angles to all of lower degree."""
    legendre = np.polynomial.legendre
    basis = np.eye(order + 2)
    own = basis[order][: order + 1]
    many, weights = legendre.leggauss(2 * order + 4)
    at = legendre.legvander(many, order + 1)
    sides = (at[:, : order + 1] * (weights * legendre.legval(many, own))[:, None]).T @ at
    solved = np.linalg.lstsq(sides[:, : order + 1], -sides[:, order + 1], rcond=None)[0]
    return np.sort(np.real(legendre.legroots(np.append(solved, 1.0))))


def _moved(values: Any, axis: Any) -> Any:
    return np.moveaxis(np.asarray(values, dtype=np.result_type(values, np.float64)), int(axis), -1)


def _widths(y: Any, x: Any, dx: Any, axis: Any) -> Any:
    if x is None:
        return np.asarray(float(dx))
    places = np.asarray(x, dtype=np.float64)
    if places.ndim == 1 and len(places) != y.shape[-1]:
        raise ValueError("If given, length of x along axis must be the same as y.")
    return np.diff(places) if places.ndim == 1 else np.diff(_moved(places, axis), axis=-1)


def _trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> Any:
    values = _moved(y, axis)
    return ((values[..., 1:] + values[..., :-1]) * _widths(values, x, dx, axis) / 2.0).sum(axis=-1)


def _cumulative(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1, initial: Any = None) -> Any:
    values = _moved(y, axis)
    found = np.cumsum((values[..., 1:] + values[..., :-1]) * _widths(values, x, dx, axis) / 2.0, axis=-1)
    if initial is not None:
        found = np.concatenate((np.full((*found.shape[:-1], 1), float(initial)), found), axis=-1)
    return np.moveaxis(found, -1, int(axis))


def _simpson(y: Any, x: Any = None, *, dx: Any = 1.0, axis: Any = -1) -> Any:
    """By parabolas through three places each; of an even number the last part by one that reaches back."""
    values = _moved(y, axis)
    count = values.shape[-1]
    widths = np.broadcast_to(_widths(values, x, dx, axis), (*values.shape[:-1], max(0, count - 1)))
    if count < 3:
        return (values[..., 1:] + values[..., :-1]).sum(axis=-1) * widths.sum(axis=-1) / 2.0
    end = count if count % 2 else count - 1
    left, right = widths[..., 0 : end - 2 : 2], widths[..., 1 : end - 1 : 2]
    first, middle, last = values[..., 0 : end - 2 : 2], values[..., 1 : end - 1 : 2], values[..., 2:end:2]
    both = left + right
    ratio = np.where(right == 0.0, 1.0, right)
    found = (
        both / 6.0 * (first * (2.0 - right / left) + middle * both**2 / (left * ratio) + last * (2.0 - left / ratio))
    )
    total = found.sum(axis=-1)
    if end == count:
        return total
    near, before = widths[..., -1], widths[..., -2]
    total = total + values[..., -1] * (2 * near**2 + 3 * near * before) / (6 * (before + near))
    total = total + values[..., -2] * (near**2 + 3 * near * before) / (6 * before)
    return total - values[..., -3] * near**3 / (6 * before * (before + near))


def _with_places(arguments: Arguments) -> float:
    """Steps of places that are told, each of which is apart from the next one by its own width."""
    return float(np.size(arguments["y"])) if arguments["x"] is not None else 0.0


FUNCTIONS: Final[Mapping[str, Native]] = {
    "trapezoid": Native(_trapezoid, _with_places),
    "cumulative_trapezoid": Native(_cumulative, _with_places),
    "simpson": Native(_simpson, _with_places),
}
