"""``copy``: shallow and deep copies."""

from __future__ import annotations

import collections
import datetime
import operator
import sys
from collections.abc import Collection
from copy import copy
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.accounting.object_sizes import NUMBER
from perfcast.trial.interpreter.accounting.prices import (
    CONTAINER_COPIED_DEEPLY,
    COPIED_ALONE,
    COPIED_DEEPLY,
    COPIED_OBJECT,
    DATE_COPIED,
    DATE_COPIED_DEEPLY,
    MEMBER_COPIED,
    OBJECT_COPIED_DEEPLY,
    OTHER_COPIED_DEEPLY,
    TABLE_COPIED_DEEPLY,
    ZONE_COPIED_DEEPLY,
)
from perfcast.trial.interpreter.builtin_functions import noted
from perfcast.trial.interpreter.objects.guarded_functions import Bindable
from perfcast.trial.interpreter.objects.instances import ARE_VALUES_INLINE, CONTAINER, Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.libraries.pandas import library
from perfcast.trial.libraries.pandas.values import Column, Table
from perfcast.trial.stdlib.language.bracketed_types import check_no_hint
from perfcast.trial.stdlib.language.enums import is_member
from perfcast.trial.stdlib.language.replacing import parts_replaced

#: Values of the standard library that have no parts to copy, and are made again nevertheless.
DATES: Final = (datetime.datetime, datetime.date, datetime.time, datetime.timedelta)
#: Whether it makes values with some parts changed.
_REPLACES: Final = sys.version_info >= (3, 13)
#: Bytes of a tuple of its class by which an object is made that is copied deeply, and of one that holds its slots.
_OF_CLASS: Final = 48
_SLOTS_TOLD: Final = 56
#: Of the calls that copy so, and those where there are objects; of what copies an object alone, with the numbers of the
#: elements of tuples that it makes.
_COPYING: Final = 600
_COPYING_OBJECTS: Final = 350
_REDUCED: Final = 600
_TUPLES_OF_REDUCED: Final = (1, 2, 5, 7)


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    copying = Copying(machine)
    found = {"copy": Bindable(copying.alone), "deepcopy": Bindable(copying.deep)}
    return found | ({"replace": Bindable(partial(parts_replaced, machine))} if _REPLACES else {})


class Copying:
    """What makes copies."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def alone(self, value: Any) -> Any:
        check_no_hint(value)
        self._machine.pay(COPIED_ALONE)
        if is_member(value):
            self._machine.pay(MEMBER_COPIED)
            return value
        if type(value) in DATES:
            self._machine.pay(DATE_COPIED)
            return self._machine.made(copy(value))
        return self._copied(value)

    def _copied(self, value: Any) -> Any:
        if isinstance(value, Instance) and value.of.find("__copy__") is not MISSING:
            return value.special("__copy__")
        if isinstance(value, Instance):
            self._machine.pay(COPIED_OBJECT)
            made = Instance(value.of)
            made.attributes = dict(value.attributes)
            made.shows_table = value.shows_table = value.shows_table or (
                value.of.container is None and not value.of.has_slots
            )
            # What tells how it is made again, with tuples that stay.
            self._machine.briefly(_REDUCED)
            self._machine.passes(*_TUPLES_OF_REDUCED)
            if CONTAINER in made.attributes:
                made.attributes[CONTAINER] = made.attributes[CONTAINER].copy()
            return made
        if isinstance(value, list | dict | set | collections.deque | np.ndarray):
            return noted(self._machine, value.copy())
        if isinstance(value, Table | Column):
            return library.copied(value)
        return value

    def deep(self, value: Any, memo: Any = None) -> Any:
        check_nesting(value)
        if memo is not None:
            return self.with_parts(value, memo)
        copies: dict[int, Any] = {}
        # It may be held by nothing else.
        held = len(self._machine.waiting)
        self._machine.hold(value)
        try:
            found = self.with_parts(value, copies)
            self._machine.look_at_much(found)
        finally:
            del self._machine.waiting[held:]
        # It keeps what was copied, and the copies, until it is done.
        if copies:
            self._machine.briefly(_kept_by_copying(copies.values()))
        if not self._machine.outside.holds(value):
            # It may be gone now.
            self._machine.look(found)
        return found

    def with_parts(self, value: Any, memo: dict[int, Any]) -> Any:
        """
        Args:
            memo: what was copied, by where it is.
        """
        self._machine.scalar(COPIED_DEEPLY)
        if id(value) in memo:
            return memo[id(value)]
        copied = self._parts_copied(value, memo)
        if copied is not value:
            memo[id(value)] = copied
        return copied

    def _parts_copied(self, value: Any, memo: dict[int, Any]) -> Any:
        check_no_hint(value)
        if isinstance(value, list | tuple | set | collections.deque):
            return self._sequence_copied(value, memo)
        if isinstance(value, dict):
            is_plain = type(value) is dict
            made = memo[id(value)] = {} if is_plain else self._copied(value)
            # Its keys are copied too, as they are.
            self._machine.scalar(TABLE_COPIED_DEEPLY + COPIED_DEEPLY * len(value))
            for key, item in list(value.items()):
                made[key] = self.with_parts(item, memo)
            if not is_plain:
                return made
            self._machine.filled(made)
            return self._machine.made(made)
        if not isinstance(value, Instance) or is_member(value):
            return self._without_parts(value)
        if value.of.find("__deepcopy__") is not MISSING:
            return value.special("__deepcopy__", memo)
        self._machine.scalar(OBJECT_COPIED_DEEPLY)
        made = memo[id(value)] = Instance(value.of)
        for name, item in list(value.attributes.items()):
            made.attributes[name] = self.with_parts(item, memo)
        if value.of.container is None and not value.of.has_slots:
            # Attributes are told, and put into the copy, as dictionaries.
            value.told()
            made.shows_table = bool(made.attributes)
            made.owns_table = made.shows_table and not ARE_VALUES_INLINE
        return made

    def _without_parts(self, value: Any) -> Any:
        if is_member(value):
            self._machine.scalar(MEMBER_COPIED)
            return value
        if type(value) in DATES:
            zone = getattr(value, "tzinfo", None)
            self._machine.scalar(DATE_COPIED_DEEPLY + (0.0 if zone is None else ZONE_COPIED_DEEPLY))
            return self._machine.made(copy(value))
        return self._copied(value)

    def _sequence_copied(self, value: Any, memo: dict[int, Any]) -> Any:
        self._machine.scalar(CONTAINER_COPIED_DEEPLY.get(type(value), OTHER_COPIED_DEEPLY))
        if type(value) in {list, collections.deque}:
            # It is known before it is filled: what it holds may hold it.
            made: Any = [] if type(value) is list else collections.deque(maxlen=value.maxlen)
            memo[id(value)] = made
            for item in list(value):
                made.append(self.with_parts(item, memo))
            return self._machine.made(made)
        parts = [self.with_parts(item, memo) for item in value]
        if type(value) is tuple and id(value) in memo:
            # It was met again in what it holds.
            return memo[id(value)]
        if type(value) is tuple and all(map(operator.is_, parts, value)):
            # Of what cannot be changed no copy is needed.
            return value
        make = getattr(type(value), "_make", type(value))
        return self._machine.made(make(parts))


def _kept_by_copying(copies: Collection[Any]) -> int:
    """Bytes of what a deep copy keeps until it is done: by number what was copied, and what it told itself of that."""
    entries, told = len(copies), 0
    for one in copies:
        if type(one) is Instance:
            state = sys.getsizeof(one.attributes)
            # Of slots a table is made, in a tuple, which are copied then; others have theirs.
            told += _OF_CLASS + (2 * (state + _SLOTS_TOLD) if one.of.has_slots else state)
            entries += 1 + one.of.has_slots
        elif type(one) is set:
            # A list of its elements, and the copy of that.
            told += sys.getsizeof([*one]) + sys.getsizeof([None for _ in one])
            entries += 1
    # What was copied is in a list, which is one more of what is kept.
    table, listed = dict.fromkeys(range(entries + 1)), [None for _ in range(entries)]
    extra = _COPYING_OBJECTS if any(type(one) is Instance for one in copies) else 0
    return sys.getsizeof(table) + NUMBER * (entries + 1) + sys.getsizeof(listed) + told + _COPYING + extra
