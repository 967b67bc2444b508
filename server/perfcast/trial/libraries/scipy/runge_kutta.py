"""Steps of Runge's and Kutta's kind."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.libraries.scipy.initial_value_steps import Problem, Step, check_length, root_mean_square


class Rule(NamedTuple):
    """Of Runge's and Kutta's kind.

    Attributes:
        at: parts of a step at which slopes are looked at, behind its beginning.
        shares: of the slopes before, to come there.
        whole: of all of them, to come to the end of a step.
        off: the same of how far off that is.
        order: how soon it gets right.
        step: nanoseconds of a step; dense: of one within which places are told besides.
    """

    at: tuple[float, ...]
    shares: tuple[tuple[float, ...], ...]
    whole: tuple[float, ...]
    off: tuple[float, ...]
    order: int
    step: float
    dense: float


RULES: Final = {
    "RK45": Rule(
        (1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0),
        (
            (1 / 5,),
            (3 / 40, 9 / 40),
            (44 / 45, -56 / 15, 32 / 9),
            (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
            (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
        ),
        (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
        (-71 / 57600, 0.0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40),
        4,
        27_000.0,
        23_000.0,
    ),
    "RK23": Rule(
        (1 / 2, 3 / 4),
        ((1 / 2,), (0.0, 3 / 4)),
        (2 / 9, 1 / 3, 4 / 9),
        (5 / 72, -1 / 12, -1 / 9, 1 / 8),
        2,
        18_500.0,
        17_000.0,
    ),
}
_SAFE: Final = 0.9
_SHORTER: Final = 0.2
_LONGER: Final = 10.0


class ExplicitStep(NamedTuple):
    """A step, and what was tried last within it, which is at its end.

    Attributes:
        tried: values there; met: slopes of these.
    """

    step: Step
    tried: Any
    met: Any

    @property
    def stiffness(self) -> float:
        """By how much the fastest of the slopes would change during the step, as Hairer and Wanner tell it."""
        moved = root_mean_square(self.step.value - self.tried)
        change = root_mean_square(self.step.slope - self.met)
        return abs(self.step.end - self.step.start) * change / moved if moved else 0.0


def explicit_steps(machine: Machine, rule: Rule, problem: Problem) -> Iterator[ExplicitStep]:
    """From one place to the other one, each as long as may be for it to be right."""
    at, value, way, end = problem.start, problem.begun, problem.way, problem.end
    slope = problem.slope(at, value)
    length = problem.first_length(rule.order, slope)
    while (end - at) * way > 0.0:
        is_after_failure = False
        while True:
            length = min(length, problem.longest, abs(end - at))
            check_length(at, length)
            step = way * length
            machine.array(len(value), rule.step, 0.0)
            slopes = [slope]
            tried = value
            for part, shares in zip(rule.at, rule.shares, strict=True):
                moved = sum(share * one for share, one in zip(shares, slopes, strict=True))
                tried = value + step * moved
                slopes.append(problem.slope(at + part * step, tried))
            new = value + step * sum(share * one for share, one in zip(rule.whole, slopes, strict=True))
            slopes.append(problem.slope(at + step, new))
            off = step * sum(share * one for share, one in zip(rule.off, slopes, strict=True))
            missed = root_mean_square(off / problem.wide(np.maximum(np.abs(value), np.abs(new))))
            if missed < 1.0:
                break
            share = _SAFE * missed ** (-1.0 / (rule.order + 1)) if math.isfinite(missed) else _SHORTER
            length *= max(_SHORTER, share)
            is_after_failure = True
        longer = _LONGER if not missed else min(_LONGER, _SAFE * missed ** (-1.0 / (rule.order + 1)))
        length *= min(1.0, longer) if is_after_failure else longer
        there = end if abs(end - at - step) <= abs(math.ulp(end)) else at + step
        yield ExplicitStep(Step(at, there, value, new, slope, slopes[-1]), tried, slopes[-2])
        at, value, slope = there, new, slopes[-1]
