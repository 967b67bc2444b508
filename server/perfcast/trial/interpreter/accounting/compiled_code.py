"""Charges for work of compiled or third-party code, as one sum."""

from __future__ import annotations

from typing import Final

from perfcast.trial.interpreter.accounting.machine import Machine

#: What of the allowance a step takes while the inputs of a run are made, which nobody counts.
_AHEAD: Final = 2.0


def pay(machine: Machine, time: float) -> None:
    """
    Args:
        time: nanoseconds.
    """
    if machine.frames:
        machine.scalar(time)
    else:
        machine.allows(_AHEAD)
