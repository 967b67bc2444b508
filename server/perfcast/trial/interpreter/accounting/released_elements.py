"""Elements that lists release, many at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import LARGEST_SMALL, LEAST_SMALL, POINTER
from perfcast.trial.interpreter.accounting.prices import EMPTIED, GONE, LET_GO

#: Elements that are kept aside without taking memory, as CPython lets them go after it has moved the others.
_ON_STACK: Final = 8
_CONTAINERS: Final = frozenset({list, tuple, dict, set})


def lets_go(machine: Machine, values: Sequence[Any], *, is_all: bool = False) -> None:
    """Notes that a list is about to lose those elements.

    Args:
        is_all: whether it loses all it has, which need not be kept aside.
    """
    if not values:
        return
    machine.pay(_price(values[0]) * len(values))
    if not is_all and len(values) > _ON_STACK:
        machine.briefly(POINTER * len(values))


def replaces(machine: Machine, values: list[Any] | bytearray, place: slice, others: Any) -> None:
    """Notes that others are about to take the place of a part of the values."""
    if isinstance(values, list):
        lets_go(machine, values[place])
        return
    # What lies behind may move.
    machine.copies(values)
    if not isinstance(others, bytearray):
        # It is copied into one first.
        machine.copies(others)
        machine.briefly(len(others))


def _price(value: Any) -> float:
    """Of letting go of an element like that."""
    if type(value) in _CONTAINERS:
        return EMPTIED
    is_kept = value is None or (isinstance(value, int) and LEAST_SMALL <= value <= LARGEST_SMALL)
    return LET_GO if is_kept else GONE
