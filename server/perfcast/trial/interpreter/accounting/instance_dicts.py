"""Instance dictionaries that are made, or grow, in a call, and stay after it."""

from __future__ import annotations

from typing import Final

from perfcast.trial.interpreter.accounting.instance_sizes import TABLE_OF_EXTENDED
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_TABLE
from perfcast.trial.interpreter.objects.instances import CONTAINER, Instance

#: Full tables of attributes -> bytes by which the next larger one is larger; the smallest one stays beside it.
_WIDER: Final = {5: 208, 10: 192}
#: Bytes of a table's keys where there is no room for a name among those that instances of its class share, which there
#: is for one more as soon as so many were made.
_OWN_KEYS: Final = 208
_FEW_TABLES: Final = 28


def extends(machine: Machine, value: Instance) -> None:
    """Notes that an instance that was there is given an attribute, if it is the first of one that extends a
    container: its dictionary is made then."""
    if not value.attributes.keys() - {CONTAINER}:
        machine.counts.lingering += TABLE_OF_EXTENDED


def keeps_found(machine: Machine, value: Instance) -> None:
    """Notes that a property is about to put what it found into an instance, whose attributes become a table."""
    is_first = not value.shows_table
    value.told()
    if not machine.outside.holds(value):
        return
    machine.changes(value)
    size = EMPTY_TABLE if is_first else _OWN_KEYS
    machine.tables_of[value.of] += is_first
    if not is_first:
        if value.owns_table or machine.tables_of[value.of] < _FEW_TABLES:
            return
        value.owns_table = True
    if not machine.before.lasts(value):
        machine.counts.lingering += size
        machine.put_aside(size)


def widens(machine: Machine, named: int) -> None:
    """Notes that an error that was there, with so many attributes, is given one more: those that have no room for
    it go to a larger table."""
    machine.counts.lingering += _WIDER.get(named, 0)
