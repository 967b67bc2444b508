"""Values made again with some parts changed: ``dataclasses.replace``, and ``copy.replace`` since Python 3.13."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.interpreter.accounting.heap_walk import KEYS, TABLE
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import FIELD_REPLACED, REPLACED, REPLACED_BY_NAME
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.dataclass_introspection import fields_of
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported

#: Methods that are older than ``__replace__`` and do the same: of named tuples, of dates and times.
_METHODS: Final = ("_replace", "replace")


def fields_replaced(machine: Machine, value: Any, /, **changes: Any) -> Any:
    """As ``dataclasses.replace``. Raises TypeError for what is no dataclass's instance."""
    fields = fields_of(value)
    machine.pay(REPLACED + FIELD_REPLACED * len(fields))
    kept = {name: value.attributes[name] for name, one in fields.items() if one.is_given and not one.is_passed_on}
    # What it is made of is put together once, and given on.
    machine.passes(TABLE, TABLE, KEYS, KEYS)
    return value.of(**(kept | changes))


def parts_replaced(machine: Machine, value: Any, /, **changes: Any) -> Any:
    """As ``copy.replace``.

    Raises:
        TypeError: the value is an instance of a class that does not say how.
        Unsupported: it is of another type, of which nobody knows that here.
    """
    if type(value) is Instance:
        own = value.of.find("__replace__")
        if own is not MISSING:
            return own(value, **changes)
        if value.of.all_fields is None:
            raise value.of.lacks("__replace__", TypeError(f"replace() does not support {value.of.name} objects"))
        return fields_replaced(machine, value, **changes)
    method = next((name for name in _METHODS if hasattr(type(value), name)), "")
    if not method or not hasattr(type(value), "__replace__"):
        raise Unsupported(f"copy.replace of {type(value).__name__}")
    machine.pay(REPLACED_BY_NAME)
    return attribute(machine, value, method)(**changes)
