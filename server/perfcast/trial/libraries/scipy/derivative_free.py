"""Methods of ``scipy.optimize.minimize`` without gradients: Nelder-Mead, Powell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.libraries.scipy.gradient_methods import Ended
from perfcast.trial.libraries.scipy.scalar_minimization import lowest

#: Nanoseconds of a place that is looked at, beside what looks.
_PLACE: Final = 7_800.0
#: The same of Powell's method, of one of its turns, and of a line.
_ALONG: Final = 2_500.0
_TURN: Final = 20_000.0
_LINE: Final = 30_000.0
_TURNS: Final = 200
_POWELL_TURNS: Final = 1_000


def by_simplex(
    machine: Machine,
    run: Callable[[Any], float],
    x: Any,
    *,
    near: float,
    alike: float,
    turns: int | None,
    within: Callable[[Any], Any],
) -> Ended:
    """By Nelder's and Mead's.

    Args:
        near, alike: how far places, and their values, are from each other in the end.
        within: brings a place between the bounds.
    """

    def looked(place: Any) -> float:
        machine.array(count, _PLACE, 0.0)
        return run(place)

    count = len(x)
    places = [within(x)]
    for axis in range(count):
        place = places[0].copy()
        place[axis] = 1.05 * place[axis] if place[axis] else 0.00025
        places.append(within(place))
    corners = np.array(places)
    values = np.array([looked(place) for place in corners])
    most = _TURNS * count if turns is None else turns
    done = 0
    corners, values = _ordered(corners, values)
    while done < most:
        if np.abs(corners[1:] - corners[0]).max() <= near and np.abs(values[1:] - values[0]).max() <= alike:
            break
        _move(corners, values, looked, within)
        corners, values = _ordered(corners, values)
        done += 1
    return Ended(corners[0], float(values[0]), None, done, is_found=done < most)


def _ordered(corners: Any, values: Any) -> tuple[Any, Any]:
    order = np.argsort(values)
    return corners[order], values[order]


def _move(corners: Any, values: Any, looked: Callable[[Any], float], within: Callable[[Any], Any]) -> None:
    """The worst corner goes to the other side of all others, or all come nearer to the best one."""
    middle = corners[:-1].mean(axis=0)

    def at(share: float) -> tuple[Any, float]:
        place = within((1.0 - share) * middle + share * corners[-1])
        return place, looked(place)

    place, value = at(-1.0)
    if value < values[0]:
        further = at(-2.0)
        place, value = further if further[1] < value else (place, value)
    elif value >= values[-2]:
        is_outside = value < values[-1]
        nearer = at(-0.5 if is_outside else 0.5)
        if nearer[1] <= value if is_outside else nearer[1] < values[-1]:
            place, value = nearer
        else:
            for row in range(1, len(corners)):
                corners[row] = within(corners[0] + 0.5 * (corners[row] - corners[0]))
                values[row] = looked(corners[row])
            return
    corners[-1], values[-1] = place, value


def by_lines(
    machine: Machine, run: Callable[[Any], float], x: Any, *, near: float, alike: float, turns: int | None
) -> Ended:
    """By Powell's: along one line after the other, and along what all of them made together."""
    count = len(x)
    lines, value = np.eye(count), run(x)
    most = _POWELL_TURNS * count if turns is None else turns

    def searched(place: Any, line: Any) -> tuple[Any, Any, float]:
        def looked(step: float) -> float:
            machine.array(count, _ALONG, 0.0)
            return run(place + step * line)

        machine.array(count, _LINE, 0.0)
        step, found, _, __ = lowest(looked, near * 100.0)
        return place + step * line, step * line, found

    for turn in range(most):
        machine.array(count, _TURN, 0.0)
        began, before, largest, gained = x, value, 0, 0.0
        for axis in range(count):
            last = value
            x, _, value = searched(x, lines[axis])
            if last - value > gained:
                gained, largest = last - value, axis
        if 2.0 * (before - value) <= alike * (abs(before) + abs(value)) + 1e-20:
            return Ended(x, value, None, turn + 1, is_found=True)
        way = x - began
        beyond = run(x + way)
        if (
            beyond < before
            and 2.0 * (before + beyond - 2.0 * value) * (before - value - gained) ** 2 < gained * (before - beyond) ** 2
        ):
            x, moved, value = searched(x, way)
            if moved.any():
                lines[largest] = lines[-1]
                lines[-1] = moved
    return Ended(x, value, None, most, is_found=False)
