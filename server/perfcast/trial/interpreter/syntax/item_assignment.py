"""What is put into places of containers, whoever puts it there."""

from __future__ import annotations

import sys
from array import array
from collections import deque
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting import ordered_dicts
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import ENTRY, shallow
from perfcast.trial.interpreter.accounting.prices import CHAINED, ENTERING, KEY, STORED
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.accounting.released_elements import replaces
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.instances import CONTAINER, Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.library import put_into
from perfcast.trial.libraries.pandas.selection import put
from perfcast.trial.libraries.pandas.values import Tabular
from perfcast.trial.libraries.torch.indexing import put as put_tensor
from perfcast.trial.libraries.torch.modules import Layer
from perfcast.trial.libraries.torch.values import Tensor
from perfcast.trial.stdlib.containers.chain_maps import Chain

_MOST_PARTS = 10_000
#: How often a value is referred to that is being assigned, and that nobody else has.
_ONLY_HERE: Final = counted(4, lent=1)
#: Types whose values have no places that may be changed.
_FIXED: Final = frozenset({tuple, str, bytes, range, int, float, bool, type(None), set, frozenset})


def pay_for_key(machine: Machine, key: Any, is_new: bool) -> None:
    """Pays for what is stored in a dictionary."""
    machine.pay(STORED + (ENTERING if is_new else 0.0) + (KEY * len(key) if type(key) is tuple else 0.0))


def put_item(machine: Machine, container: Any, place: Any, found: Any) -> None:
    """Puts something in a place of a container, which is looked for first. Raises Unsupported for other containers."""
    machine.changes(container)
    kind = type(container)
    if kind is dict or (kind is list and type(place) is not slice):
        before = len(container)
        container[place] = found
        machine.counts.scattered.found(container, place, found)
        machine.fresh += ENTRY
        if kind is dict:
            pay_for_key(machine, place, len(container) > before)
            machine.inserted(container, before)
        return
    if isinstance(container, Tabular):
        put(container, place, found)
        return
    if isinstance(container, Tensor):
        put_tensor(container, place, found)
        return
    if isinstance(container, Foreign):
        container.put(place, found)
        return
    if isinstance(container, np.ndarray):
        if container.dtype == object:
            raise Unsupported("an array of objects")
        put_into(machine, container, place, found)
    elif type(place) is slice and isinstance(container := _held(machine, container), list | bytearray):
        if kind is not bytearray or not isinstance(found, bytes | bytearray | memoryview):
            found = drained(machine, found)
        replaces(machine, container, place, found)
    elif not isinstance(container, dict | list | bytearray | Instance | deque | Layer) and (
        kind is not array or type(place) is slice
    ):
        _put_first(machine, container, place, found)
        return
    before = len(container) if isinstance(container, dict) else 0
    container[place] = found
    if isinstance(container, dict):
        machine.counts.scattered.found(container, place, found)
        is_new = len(container) > before
        pay_for_key(machine, place, is_new)
        ordered_dicts.pay_for_link(machine, container, is_new=is_new)
        machine.inserted(container, before)
    machine.pass_over(1)
    if type(found) is np.ndarray and sys.getrefcount(found) <= _ONLY_HERE + machine.references(found):
        # Its elements were copied, and it is gone.
        machine.aside_of(found)


def _held(machine: Machine, container: Any) -> Any:
    """The list that an instance is whose class does not say itself what becomes of its places; others as they are."""
    if type(container) is not Instance or container.of.find("__setitem__") is not MISSING:
        return container
    held = container.attributes.get(CONTAINER)
    if type(held) is not list:
        return container
    machine.changes(held)
    return held


def _put_first(machine: Machine, container: Any, place: Any, found: Any) -> None:
    """Puts something into the first mapping of a chain, the only other one that takes it."""
    if not isinstance(container, Chain):
        raise without_places(container)
    machine.pay(CHAINED)
    put_item(machine, container.first, place, found)


def without_places(container: Any) -> BaseException:
    """What is to be raised where something is put into what may not take it."""
    name = type(container).__name__
    is_known = type(container) in _FIXED
    return (
        TypeError(f"'{name}' object does not support item assignment")
        if is_known
        else Unsupported(f"assigning into {name}")
    )


def drained(machine: Machine, value: Any) -> list[Any]:
    found: list[Any] = []
    for item in machine.counted(value):
        found.append(item)
        if len(found) > _MOST_PARTS:
            raise Unsupported("too many values to unpack")
    if isinstance(value, Iterator):
        # What they were taken from is there until it was asked for one more.
        machine.gathered(*found, gone=(value,), size=sum(map(shallow, found)))
    return found
