"""Initial value problems, and the steps in which they are solved."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Protocol

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported


class RightHandSide(Protocol):
    """Gives the slopes of values at a place."""

    def vector(self, at: float, value: Any) -> Any: ...


class Problem(NamedTuple):
    """What is to be solved, and how exactly.

    Attributes:
        relative: how far off values may be as a part of them; absolute: besides.
        longest: that a step may be; first: that the first one is, where that is given.
    """

    run: RightHandSide
    begun: Any
    start: float
    end: float
    relative: float
    absolute: Any
    longest: float = math.inf
    first: float | None = None

    @property
    def way(self) -> float:
        """Whether places grow, 1, or fall, -1."""
        return 1.0 if self.end >= self.start else -1.0

    def wide(self, value: Any) -> Any:
        """How far off values as large as these may be."""
        return self.absolute + self.relative * np.abs(value)

    @property
    def part_allowed(self) -> float:
        """How far off values may be as a part of those at the beginning, whichever of both bounds says it."""
        size = root_mean_square(self.begun)
        return root_mean_square(self.wide(self.begun)) / size if size else self.relative

    def slope(self, at: float, value: Any) -> Any:
        """The slopes there."""
        found = self.run.vector(at, value)
        if found.shape != value.shape:
            raise ValueError("could not broadcast slopes of another number of values")
        return found

    def first_length(self, order: int, slope: Any) -> float:
        """How long the first step of a method of that order is, by Hairer's, Nørsett's and Wanner's rule."""
        room = abs(self.end - self.start)
        if self.first is not None:
            return min(self.first, self.longest)
        wide = self.wide(self.begun)
        high, steep = root_mean_square(self.begun / wide), root_mean_square(slope / wide)
        length = min(1e-6 if high < 1e-5 or steep < 1e-5 else 0.01 * high / steep, room)
        if not length:
            return 0.0
        beside = self.slope(self.start + self.way * length, self.begun + self.way * length * slope)
        most = max(steep, root_mean_square((beside - slope) / wide) / length)
        further = max(1e-6, length * 1e-3) if most <= 1e-15 else (0.01 / most) ** (1.0 / (order + 1))
        return min(100.0 * length, further, room, self.longest)

    def is_last(self, at: float, length: float) -> bool:
        """Whether a step from there comes to the end, or beyond it."""
        return (at + self.way * length - self.end) * self.way >= 0.0


class Step(NamedTuple):
    """From a place to the next, with values and slopes at both.

    Attributes:
        stands_for: how many steps of the library's it stands for.
    """

    start: float
    end: float
    before: Any
    value: Any
    slope_before: Any
    slope: Any
    stands_for: int = 1

    @property
    def ends(self) -> Any:
        """Where those of the library's come to an end."""
        shares = np.arange(1, self.stands_for + 1) / self.stands_for
        return np.where(shares < 1.0, self.start + (self.end - self.start) * shares, self.end)

    def at(self, places: Any) -> Any:
        """Values between, in columns, as Hermite goes through both ends."""
        width = self.end - self.start
        share = (places - self.start) / width
        first, last = self.before[:, None], self.value[:, None]
        begin, end = self.slope_before[:, None] * width, self.slope[:, None] * width
        back = 1.0 - share
        return (
            first * (1.0 + 2.0 * share) * back**2
            + begin * share * back**2
            + last * share**2 * (3.0 - 2.0 * share)
            - end * share**2 * back
        )


def root_mean_square(of: Any) -> float:
    """The size of several numbers."""
    return float(np.sqrt(np.mean(np.square(of))))


def check_length(at: float, length: float) -> None:
    """Raises Unsupported for steps that lead nowhere."""
    if not length > 10.0 * math.ulp(at):
        raise Unsupported("steps that get too short")
