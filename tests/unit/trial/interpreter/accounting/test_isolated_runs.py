"""What is run apart from a run leaves it nothing of what it noted."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.accounting.instance_dicts import keeps_found
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.instances import Instance

_LIMIT = 1e7


def _machine(arguments: object = ()) -> Machine:
    machine = Machine()
    machine.begin(_LIMIT, arguments)
    return machine


def _fill_and_empty(machine: Machine, table: dict[int, int]) -> None:
    """Of eight places, five of which are for entries, four were taken."""
    for key in range(4):
        table[key] = key
        machine.inserted(table, len(table) - 1)
    del table[0], table[1]


def _put_two_more(machine: Machine, table: dict[int, int]) -> int:
    for key in (10, 11):
        table[key] = key
        machine.inserted(table, len(table) - 1)
    return machine.counts.peak


def test_entries_of_tables_are_noted_for_those_who_put_them_in() -> None:
    machine, table = _machine(), dict[int, int]()
    _fill_and_empty(machine, table)
    assert _put_two_more(machine, table) > 0


def test_entries_that_were_put_in_apart_are_not_known() -> None:
    machine, table = _machine(), dict[int, int]()
    with machine.apart(_LIMIT):
        _fill_and_empty(machine, table)
    assert _put_two_more(machine, table) == 0


@pytest.mark.parametrize(("is_apart", "most"), [(False, 208), (True, 0)])
def test_tables_of_attributes_are_counted_by_those_who_make_them(is_apart: bool, most: int) -> None:
    """Beyond some of a class, a name that is put into one gives its table keys of its own."""
    kind = Class("Kind", [], None)
    ones = [Instance(kind) for _ in range(30)]
    for one in ones:
        one.attributes["found"] = 1
    machine = _machine(ones)

    def show(shown: list[Instance]) -> None:
        for one in shown:
            keeps_found(machine, one)

    if is_apart:
        with machine.apart(_LIMIT):
            show(ones)
    else:
        show(ones)
    before = machine.counts.lingering
    keeps_found(machine, ones[0])
    assert machine.counts.lingering - before == most
