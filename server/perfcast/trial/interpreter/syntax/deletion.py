"""``del``: elements and slices removed from containers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import keyed
from perfcast.trial.interpreter.accounting.ordered_dicts import pay_for_unlinking
from perfcast.trial.interpreter.accounting.released_elements import lets_go
from perfcast.trial.interpreter.objects.instances import Instance, contained
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.sortedcontainers import SortedList, ordered_attribute
from perfcast.trial.libraries.torch.modules import Layer


def remove_item(machine: Machine, of: Any, place: Callable[[], Any]) -> None:
    """Deletes an item.

    Args:
        place: gives where.

    Raises:
        Unsupported: nobody knows what that would do.
    """
    if isinstance(of, Instance):
        if of.of.find("__delitem__") is not MISSING:
            of.special("__delitem__", place())
            return
        of = contained(of)
        if isinstance(of, Instance):
            raise of.of.lacks("__delitem__", TypeError("no item can be deleted"))
    if not isinstance(of, list | dict | bytearray | Layer) and type(of).__name__ != "deque":
        raise Unsupported("deleting an item")
    machine.pass_over(len(of) // 8 if isinstance(of, list | bytearray) else 1)
    pay_for_unlinking(machine, of)
    if type(of) is SortedList:
        ordered_attribute(machine, of, "pop")(place())
    else:
        _delete_at(machine, of, keyed(place()))


def _delete_at(machine: Machine, of: Any, place: Any) -> None:
    if type(of) is list and type(place) is slice:
        lets_go(machine, of[place])
    machine.shrinks(of, lambda: of.__delitem__(place))
    if isinstance(of, dict):
        machine.first_entries.lost(of, place)
