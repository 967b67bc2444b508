"""Containers that are filled from iterators: held while the iterators go on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from perfcast.trial.interpreter.accounting.machine import Machine


def listed(machine: Machine, values: Iterable[Any], make: Any = list) -> Any:
    """A list of the values, or a tuple, which is seen while they come.

    A generator may hold much until it has given its last value, and nothing of it when the list is all there. The
    machine knows what was looked at beside the generator.
    """
    found: list[Any] = []
    _extend(machine, found, values)
    return _without_source(machine, found, make)


def extend(machine: Machine, found: list[Any], values: Iterable[Any]) -> None:
    """Puts the values behind those of a list that nothing else holds yet, as `listed` does."""
    _extend(machine, found, values)
    _without_source(machine, found, list)


def _extend(machine: Machine, found: list[Any], values: Iterable[Any]) -> None:
    before = len(machine.waiting)
    machine.waiting.append(found)
    try:
        # All that was put in by now is there to be looked at while the next one is made.
        found.extend(values)
    finally:
        del machine.waiting[before:]


def set_of(machine: Machine, values: Iterable[Any], make: Any = set) -> Any:
    """As `listed`, of a set."""
    found: set[Any] = set()
    before = len(machine.waiting)
    machine.waiting.append(found)
    try:
        for value in values:
            entries = len(found)
            found.add(value)
            machine.inserted(found, entries)
    finally:
        del machine.waiting[before:]
    return _without_source(machine, found, make)


def _without_source(machine: Machine, found: Any, make: Any) -> Any:
    """The container; what its elements came from no longer counts as held, if it was looked at beside it."""
    is_seen = machine.is_known(found)
    made = found if type(found) is make else make(found)
    if is_seen:
        machine.look(made)
    return made
