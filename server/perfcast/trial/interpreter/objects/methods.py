"""Methods that every object has, as code calls them by their names, by ``super()`` and by ``object``."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import called
from perfcast.trial.interpreter.objects.guarded_functions import Bindable
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported

#: Nanoseconds of showing an object by its class and address; of asking whether two are the same.
_SHOWN: Final = 200.0
_ASKED: Final = 35.0
_PROGRAM: Final = "__main__"
_COMPARING: Final = frozenset({"__eq__", "__ne__"})


def of_object(machine: Machine, name: str) -> Any:
    """What ``object`` itself has by that name; `MISSING` for what is none of these."""
    return Bindable(partial(_OF_OBJECT[name], machine)) if name in _OF_OBJECT else MISSING


def of_each(machine: Machine, value: Instance, name: str) -> Any:
    """The same of an instance whose class has no method of that name; `MISSING` for what it lacks.

    Raises Unsupported for what each object has, and is not known.
    """
    if not name.startswith("__") or not hasattr(object, name):
        return MISSING
    of = value.of
    # What a dataclass shows is not known.
    is_plain = of.container is None and of.exception is None and (of.all_fields is None or name in _COMPARING)
    if name not in _OF_EACH or value.is_partial or not is_plain:
        raise Unsupported(f"{value.of.name}.{name}")
    return Bindable(partial(_OF_EACH[name], machine, value))


def _shown(machine: Machine, value: Any) -> str:
    if type(value) is not Instance:
        raise Unsupported("the text of another type's value as an object")
    machine.pay(_SHOWN)
    shown = f"<{_PROGRAM}.{value.of.name} object at {id(value):#x}>"
    machine.made(shown)
    return shown


def _is_same(machine: Machine, value: Any, other: Any) -> Any:
    machine.pay(_ASKED)
    return True if value is other else NotImplemented


def _equals(machine: Machine, value: Instance, other: Any) -> Any:
    machine.pay(_ASKED)
    found = value.special("__eq__", other)
    return True if found is NotImplemented and value is other else found


def _differs(machine: Machine, value: Instance, other: Any) -> Any:
    found = _equals(machine, value, other)
    return found if found is NotImplemented else not found


def _by(function: Any, machine: Machine, value: Any) -> Any:
    return called(machine, function, (value,), {})


def _hashed(_: Machine, value: Any) -> int:
    return id(value) >> 4


def _is_unlike(machine: Machine, value: Any, other: Any) -> Any:
    """By what its class says of equality, as it is what Python asks."""
    return _differs(machine, value, other) if type(value) is Instance else NotImplemented


_OF_OBJECT: Final[dict[str, Any]] = {
    "__repr__": _shown,
    "__eq__": _is_same,
    "__ne__": _is_unlike,
    "__hash__": _hashed,
}
_OF_EACH: Final[dict[str, Any]] = {
    "__eq__": _equals,
    "__ne__": _differs,
    **{f"__{function.__name__}__": partial(_by, function) for function in (repr, str, hash)},
}
