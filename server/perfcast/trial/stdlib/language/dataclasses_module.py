"""``dataclasses``, besides the classes themselves: fields, ``replace``, ``asdict``."""

from __future__ import annotations

import collections
import dataclasses
import sys
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.heap_walk import LIST
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import keyed
from perfcast.trial.interpreter.accounting.prices import (
    AS_PLAIN,
    MEMBER_AS_PLAIN,
    PART_AS_PLAIN,
    REPLACED,
)
from perfcast.trial.interpreter.builtin_functions import called_back
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.dataclass_fields import Field
from perfcast.trial.interpreter.objects.dataclass_introspection import fields_of, told_fields
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, nothing
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.stdlib.language.copy_module import DATES, Copying
from perfcast.trial.stdlib.language.enums import is_member
from perfcast.trial.stdlib.language.replacing import fields_replaced

#: Bytes of the calls that tell what fields hold.
_AS_PLAIN: Final = 600
#: Tables that ``asdict`` makes anew; until Python 3.12 it fails to do so with those of defaults.
_TABLES: Final = frozenset({dict, collections.OrderedDict, collections.Counter, collections.defaultdict})
_DEFAULTS_ARE_COPIED: Final = sys.version_info >= (3, 12)
_COPIED_BY_FIELDS: Final = (set, collections.deque, np.ndarray, Instance, *DATES)


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    return _Telling(machine).members()


class _Telling:
    """What looks at fields."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._copying = Copying(machine)

    def members(self) -> dict[str, Any]:
        def field(
            *,
            default: Any = MISSING,
            default_factory: Any = None,
            init: bool = True,
            compare: bool = True,
            repr: bool = True,
            kw_only: bool = False,
            **_: Any,
        ) -> Field:
            make = None if default_factory is None else lambda: called_back(self._machine, default_factory, (), {})
            return Field(default, make, bool(init), bool(kw_only), is_compared=bool(compare), is_shown=bool(repr))

        return {
            "dataclass": Guarded(nothing),
            "FrozenInstanceError": dataclasses.FrozenInstanceError,
            "MISSING": dataclasses.MISSING,
            "field": Guarded(field),
            "replace": Guarded(partial(fields_replaced, self._machine)),
            "asdict": Guarded(lambda value, *, dict_factory=dict: self._told_of(value, dict_factory, is_named=True)),
            "astuple": Guarded(lambda value, *, tuple_factory=tuple: self._told_of(value, tuple_factory)),
            "fields": Guarded(self._told_fields),
            "is_dataclass": Guarded(lambda value: _has_fields(value.of if isinstance(value, Instance) else value)),
        }

    def _told_fields(self, value: Any) -> Any:
        """As ``dataclasses.fields``. Raises TypeError for what is no dataclass, nor of one."""
        self._machine.pay(REPLACED)
        of = value.of if isinstance(value, Instance) else value
        if not _has_fields(of):
            raise TypeError("must be called with a dataclass type or instance")
        told = tuple(told_fields(of).values())
        # A generator does not say how much it gives.
        self._machine.resized_tuple(len(told))
        return self._machine.made(told)

    def _told_of(self, value: Any, make: Any, *, is_named: bool = False) -> Any:
        """What is made of the fields of a dataclass's instance, by name or not. Raises TypeError for what is none."""
        fields = [name for name, one in fields_of(value).items() if not one.is_passed_on]
        self._machine.pay(AS_PLAIN + PART_AS_PLAIN * len(fields))
        # A list of pairs of names and copies comes first.
        self._machine.passes(LIST, *[2] * len(fields))
        self._machine.briefly(_AS_PLAIN)
        plain = {name: self._plain_of(value.attributes[name], make, is_named) for name in fields}
        if make is tuple:
            # It has the place of the tuple of fields.
            return self._machine.made(tuple(plain.values()))
        self._machine.resized_tuple(len(fields))
        if make is dict:
            return self._machine.made(plain)
        return called_back(
            self._machine, make, (self._machine.made([*(plain.items() if is_named else plain.values())]),), {}
        )

    def _plain_of(self, value: Any, make: Any, is_named: bool) -> Any:
        """As ``asdict`` copies what it comes by."""
        if isinstance(value, Instance) and _has_fields(value.of):
            return self._told_of(value, make, is_named=is_named)
        if type(value) in {list, tuple}:
            self._machine.pay(PART_AS_PLAIN * len(value))
            # A generator does not say how much it gives.
            parts = (self._plain_of(item, make, is_named) for item in self._machine.counted(value))
            if type(value) is tuple:
                self._machine.resized_tuple(len(value))
            return self._machine.made(type(value)(parts))
        if isinstance(value, tuple) and hasattr(type(value), "_fields"):
            self._machine.pay(PART_AS_PLAIN * len(value))
            return self._machine.made(type(value)(*[self._plain_of(item, make, is_named) for item in value]))
        if type(value) in _TABLES:
            return self._machine.made(self._plain_table(value, make, is_named))
        if is_member(value):
            self._machine.pay(MEMBER_AS_PLAIN)
            return value
        return self._copying.with_parts(value, {}) if isinstance(value, _COPIED_BY_FIELDS) else value

    def _plain_table(self, table: Any, make: Any, is_named: bool) -> Any:
        kind = type(table)
        if kind is collections.defaultdict and not _DEFAULTS_ARE_COPIED:
            raise TypeError("first argument must be callable or None")
        self._machine.pay(2 * PART_AS_PLAIN * len(table))
        pairs = [
            (keyed(self._plain_of(key, make, is_named)), self._plain_of(item, make, is_named))
            for key, item in table.items()
        ]
        if kind is dict:
            return dict(pairs)
        if kind is collections.Counter:
            # It is called with pairs, and counts those.
            pairs = list(map(keyed, pairs))
        found = kind(table.default_factory, pairs) if kind is collections.defaultdict else kind(pairs)
        self._machine.filled(found)
        return found


def _has_fields(of: Any) -> bool:
    return isinstance(of, Class) and of.all_fields is not None
