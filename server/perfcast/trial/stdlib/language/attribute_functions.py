"""``getattr``, ``setattr``, ``vars``, ``dir`` and the like."""

from __future__ import annotations

import collections
import types
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import ASKED_BY_NAME, EMPTY_PLACE, MISSED_OF_CLASS, SET_BY_NAME
from perfcast.trial.interpreter.objects.attribute_assignment import assign_attribute, remove_attribute
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Method
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Unsupported

#: Bytes of an error that says which attribute there is none of, besides the characters of that.
_MISSING: Final = 340
#: Types of values that can be asked for any attribute.
PLAIN: Final = frozenset(
    {int, float, complex, bool, str, bytes, list, tuple, dict, set, frozenset, type(None), range}
    | {enumerate, zip, map, filter, types.GeneratorType, collections.deque}
)
#: What a class may name its attributes' places by, but for what is gone through once.
_NAMES: Final = str | tuple | list


def members(machine: Machine) -> dict[str, Any]:
    """Of the built-in functions those of attributes."""
    by_name = _ByName(machine)
    return {
        "vars": Guarded(by_name.table),
        "getattr": Guarded(by_name.get),
        "hasattr": Guarded(by_name.has),
        "setattr": Guarded(by_name.put),
        "delattr": Guarded(remove_attribute),
        "dir": Guarded(_names_of),
    }


class _ByName:
    """What is asked for and set so."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def put(self, value: Any, name: str, given: Any) -> None:
        self._machine.pay(SET_BY_NAME)
        assign_attribute(self._machine, value, name, given)

    def get(self, value: Any, name: str, *default: Any) -> Any:
        self._machine.pay(ASKED_BY_NAME)
        if default and type(value) in PLAIN and not hasattr(value, name):
            return default[0]
        if default and isinstance(value, type) and not hasattr(value, name):
            self._miss(name)
            return default[0]
        if default and isinstance(value, Guarded) and name not in value.attributes and not name.startswith("_"):
            return default[0]
        if default and type(value) is Unknown and name == "__name__":
            # Measuring gives a plain object, which has no name.
            return default[0]
        try:
            return attribute(self._machine, value, name)
        except AttributeError:
            if default:
                self._machine.pay(EMPTY_PLACE if _has_place(value, name) else 0.0)
                if isinstance(value, Class | Method):
                    self._miss(name)
                return default[0]
            raise

    def _miss(self, name: str) -> None:
        """Pays for an error of a class or a method, which is made and let go where there is something else."""
        self._machine.pay(MISSED_OF_CLASS)
        self._machine.briefly(_MISSING + len(name))

    def has(self, value: Any, name: str) -> bool:
        if name.startswith("__") and type(value) in PLAIN:
            return hasattr(value, name)
        if name == "__dict__" and isinstance(value, Instance) and value.of.slots and not value.of.is_partial:
            return value.of.has_table
        return self.get(value, name, MISSING) is not MISSING

    def table(self, value: Any) -> Any:
        try:
            return self.get(value, "__dict__")
        except AttributeError:
            raise TypeError("vars() argument must have __dict__ attribute") from None


def _has_place(value: Any, name: str) -> bool:
    """Whether an instance's class keeps a place for an attribute."""
    kinds = value.of.order if isinstance(value, Instance) else ()
    named = [kind.attributes.get("__slots__", ()) for kind in kinds]
    return any(name in ((names,) if isinstance(names, str) else names) for names in named if isinstance(names, _NAMES))


def _names_of(value: Any) -> list[str]:
    """As ``dir``, of the unit's own objects. Raises Unsupported for others."""
    if isinstance(value, Module):
        return sorted(value.members)
    of = value if isinstance(value, Class) else value.of if isinstance(value, Instance) else None
    meta = value.meta if isinstance(value, Class) else None
    if of is None or (meta is not None and meta.find("__dir__") is not MISSING):
        raise Unsupported("the names of a value")
    if isinstance(value, Instance) and of.find("__dir__") is not MISSING:
        return sorted(value.special("__dir__"))
    own = value.attributes if isinstance(value, Instance) else {}
    names = {name for one in of.order for name in one.attributes} | {name for name in own if isinstance(name, str)}
    return sorted(names)
