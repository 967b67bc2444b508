"""Iteration over values: whether they hold their elements, or produce one after the other."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting, keyed
from perfcast.trial.interpreter.objects.instances import Instance, contained
from perfcast.trial.interpreter.objects.missing import MISSING

_WITH_PARTS: Final = (tuple, list, Instance)
CONTAINERS: Final = (list, tuple, set, frozenset, dict, deque, str, bytes, bytearray, array)
_NO_ITERATORS: Final = frozenset({int, float, bool, type(None), *CONTAINERS, range})
#: Containers that may be made for a call alone.
HELD: Final = frozenset({list, tuple, set, dict, str, bytes, bytearray, array})


def is_iterator(value: Any) -> bool:
    """Instances are asked by their classes: they have all special methods themselves."""
    return (
        type(value) not in _NO_ITERATORS
        and isinstance(value, Iterator)
        and (type(value) is not Instance or value.of.find("__next__") is not MISSING)
    )


def looked_at(values: Iterator[Any]) -> Iterator[Any]:
    """The elements, each of which is about to be hashed or compared."""
    for value in values:
        if isinstance(value, _WITH_PARTS):
            check_nesting(value)
        yield value


def says_elements(value: Instance) -> bool:
    """Whether its class says what it holds, not the container that it extends."""
    return value.of.container is None or value.of.find("__iter__") is not MISSING


def entries(machine: Machine, value: Any) -> Any:
    """Of a mapping of the unit's own, as dictionaries take them; other values as they are."""
    if type(value) is not Instance or not says_elements(value):
        return value
    held, keys = contained(value), value.of.find("keys")
    if keys is MISSING and not isinstance(held, dict):
        return value
    return {keyed(key): value[key] for key in machine.counted(held.keys() if keys is MISSING else keys(value))}
