"""What stands in a place, or a part, of a container."""

from __future__ import annotations

import re
import sys
from array import array
from collections import Counter, defaultdict, deque
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import keyed
from perfcast.trial.interpreter.accounting.prices import COUNTED, KEY, MISSED, STEPPED
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.guarded_functions import Extendable
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.properties import StaticMethod
from perfcast.trial.interpreter.stops import Unindexed, Unsupported
from perfcast.trial.libraries.numpy.index_objects import Indexed
from perfcast.trial.libraries.numpy.library import picked
from perfcast.trial.libraries.pandas.selection import item as tabular_item
from perfcast.trial.libraries.pandas.values import Tabular
from perfcast.trial.libraries.sortedcontainers import SortedList, pay_for_place
from perfcast.trial.libraries.torch.indexing import item as tensor_item
from perfcast.trial.libraries.torch.modules import Layer
from perfcast.trial.libraries.torch.values import Tensor
from perfcast.trial.stdlib.containers.chain_maps import Chain
from perfcast.trial.stdlib.language.bracketed_types import bracketed
from perfcast.trial.stdlib.language.enums import Enumeration
from perfcast.trial.stdlib.regular_expressions.bounded_searches import Match

_SUBSCRIPTED = (
    *(str, bytes, bytearray, tuple, range, list, dict, deque, memoryview, array),
    *(re.Match, Match, Chain, Layer, Enumeration),
)
#: How often a container is referred to that nobody else has, where it is sliced.
_SLICED: Final = counted(3, lent=1)
_WITHOUT_ITEMS = frozenset({int, float, bool, complex, type(None)})
_TABLES = frozenset({defaultdict, Counter})


def item(machine: Machine, container: Any, place: Any) -> Any:  # noqa: PLR0911, PLR0912
    """Of values of all types that have such, and of types."""
    kind = type(container)
    if type(place) is not int:
        keyed(place)
    if kind is list or kind is dict:
        if type(place) is tuple:
            machine.pay(KEY * len(place))
        if type(place) is not slice:
            found = container[place]
            machine.counts.scattered.found(container, place, found)
            return found
    elif isinstance(container, Tabular):
        return tabular_item(container, place)
    elif isinstance(container, Tensor):
        return tensor_item(container, place)
    elif isinstance(container, Foreign):
        return container[place]
    elif isinstance(container, np.ndarray | Indexed):
        return _picked(machine, container, place) if isinstance(container, np.ndarray) else container[place]
    elif not isinstance(container, _SUBSCRIPTED) and not hasattr(container, "special"):
        return _of_other(container, place)
    if kind is Counter:
        machine.pay(COUNTED)
    if kind is defaultdict and place not in container:
        machine.changes(container)
        machine.pay(MISSED)
        before = len(container)
        container.__missing__(place)
        machine.inserted(container, before)
    if kind in _TABLES:
        machine.counts.scattered.found(container, place, container[place])
    if kind is SortedList:
        pay_for_place(machine, container, place)
    found = container[place]
    if type(place) is slice and kind is not range:
        _note_bound(machine, len(container), place)
        # All of what cannot change is that itself.
    if type(place) is slice and kind is not range and found is not container:
        # A part of a view is one, too.
        if hasattr(found, "__len__") and kind is not memoryview:
            if place.step is not None and isinstance(found, str | bytes):
                machine.counts.native += STEPPED * len(found)
            machine.copies(found)
        # What is sliced may be there for that alone.
        is_alone = sys.getrefcount(container) <= _SLICED + machine.references(container)
        if is_alone:
            machine.made_from(container, found)
        machine.made(found)
    return found


def _picked(machine: Machine, array: np.ndarray, place: Any) -> Any:
    if type(place) is slice and array.ndim:
        _note_bound(machine, len(array), place)
    elif type(place) is tuple:
        # What stands behind an ellipsis is of the last axes; None makes one of its own.
        parts = [part for part in place if part is not None]
        where = next((index for index, part in enumerate(parts) if part is ...), len(parts))
        for shape, ones in ((array.shape, parts[:where]), (array.shape[::-1], parts[:where:-1])):
            for length, one in zip(shape, ones, strict=False):
                _note_bound(machine, length, one)
    return picked(machine, array, place)


def _note_bound(machine: Machine, length: int, place: Any) -> None:
    """Of so many elements no more are used than a slice takes of the first or the last ones, or of those behind one."""
    if type(place) is not slice:
        return
    if type(place.stop) is int:
        start = place.start if type(place.start) is int else 0
        machine.bounded(length - start, place.stop - start)
    elif type(place.start) is int:
        machine.bounded(length, -place.start)


def _of_other(container: Any, place: Any) -> Any:
    """Of a type, as in ``list[int]``."""
    own = container.find("__class_getitem__") if type(container) is Class else MISSING
    own = own.function if isinstance(own, StaticMethod) else own
    if isinstance(own, Function):
        return own(container, place)
    if isinstance(container, type | Module):
        return bracketed(container, place)
    if isinstance(container, Extendable):
        return container
    if isinstance(container, Class):
        return container.of_types(place)
    if isinstance(container, np.void) and container.dtype.names is not None:
        return container[place]
    if isinstance(container, np.number):
        raise IndexError("invalid index to scalar variable.")
    if type(container) in _WITHOUT_ITEMS:
        raise Unindexed(f"'{type(container).__name__}' object is not subscriptable")
    raise Unsupported(f"an index into {type(container).__name__}")
