"""Values of date offsets, and operators between them and times."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import settled
from perfcast.trial.libraries.pandas.prices import COLUMN
from perfcast.trial.libraries.pandas.values import Array, Column, Labels, Tabular

#: Gives moments so many steps later.
Moving = Callable[[Array, int], Array]
#: Steps and parts of one, at most.
MOST_STEPS: Final = 100_000
#: Nanoseconds of taking a step from a single moment.
_TAKEN: Final = 4_500.0


class Offset(Tabular):
    """
    Attributes:
        move: what it does; steps: how often.
        price: what moving a column is paid for as.
    """

    __slots__ = ("move", "price", "steps")
    nbytes = 232

    def __init__(self, machine: Machine, move: Moving, steps: int, price: str) -> None:
        super().__init__(machine)
        if type(steps) is not int or abs(steps) > MOST_STEPS:
            raise Unsupported("so many steps of time")
        self.move, self.steps, self.price = move, steps, price

    def operated(self, run: Any, other: Any, *, is_left: bool) -> Any:
        """What an operator gives of it and something else. Raises Unsupported."""
        if run is operator.mul and type(other) is int:
            return Offset(self.machine, self.move, self.steps * other, self.price)
        if run is not operator.add and (run is not operator.sub or is_left):
            raise Unsupported("an operator of steps of time")
        steps = self.steps if run is operator.add else -self.steps
        values = other.values if isinstance(other, Column | Labels) else other
        if not isinstance(values, np.ndarray | np.datetime64) or values.dtype.kind != "M":
            raise Unsupported("steps from something else than moments")
        moved = self._moved(np.atleast_1d(values), steps)
        if isinstance(values, np.datetime64):
            self.machine.scalar(_TAKEN)
            return moved[0]
        found: Any = moved
        if isinstance(other, Column):
            found = Column(self.machine, moved, other.labels, other.name)
        elif isinstance(other, Labels):
            found = Labels(self.machine, moved, name=other.name)
        return settled(COLUMN, self.price, found, other)

    def _moved(self, values: Array, steps: int) -> Array:
        if np.isnat(values).any():
            raise Unsupported("steps from moments that are missing")
        self.machine.pass_over(len(values))
        return self.move(values, steps).astype(values.dtype)
