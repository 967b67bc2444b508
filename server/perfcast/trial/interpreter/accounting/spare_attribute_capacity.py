"""Spare capacity for attributes that CPython gives the first instances of a class.

The first one has room for thirty, each further one for one less, until there is but what all have used. A function that
gives one instance of a class was called so often before it is measured that the room is what `_BYTES` says; where it
gives several, they have no more than they need.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from perfcast.trial.interpreter.accounting.heap_walk import Walk
from perfcast.trial.interpreter.accounting.instance_sizes import shallow_instance
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.instances import CONTAINER, Instance

_BYTES: Final = 128
#: So many objects of a result are looked at.
_MOST: Final = 40


def spare_room(result: Any, known: Walk) -> int:
    """Bytes that the only instances of their classes in a result have beside what `shallow_instance` says.

    Args:
        known: a walk through objects that were there before.
    """
    found: dict[Class, list[Instance]] = {}
    waiting, seen = [result], set[int]()
    while waiting and len(seen) < _MOST:
        value = waiting.pop()
        if id(value) in seen or known.holds(value):
            continue
        seen.add(id(value))
        if type(value) is Instance and isinstance(value.of, Class):
            found.setdefault(value.of, []).append(value)
            waiting += value.attributes.values()
        elif type(value) in {list, tuple, set, dict}:
            waiting += islice(value.values() if type(value) is dict else value, _MOST)
    return sum(
        max(0, _BYTES - shallow_instance(only)) for only, *others in found.values() if not others and _has_room(only)
    )


def _has_room(one: Instance) -> bool:
    of = one.of
    return of.exception is None and CONTAINER not in one.attributes and "__slots__" not in of.attributes
