"""What code finds in attrs, by both of its names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.compiled_code import pay
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.class_decorators import Completing, options_over
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.libraries.attrs.classes import FIELDS, FrozenInstanceError, check, complete, fields_of
from perfcast.trial.libraries.attrs.fields import Attribute, Factory
from perfcast.trial.libraries.attrs.prices import (
    AS_PLAIN,
    CHANGED,
    CHANGED_FIELD,
    PLAIN_CONTAINER,
    PLAIN_ELEMENT,
    PLAIN_FIELD,
    TOLD,
)
from perfcast.trial.libraries.attrs.validators import converters, validators

NAMES: Final = ("attr", "attrs")
_DEFINED: Final = {"slots": True, "order": False, "checks_later": True}
#: What each decorator says where nothing else is said.
_DECORATORS: Final[dict[str, dict[str, Any]]] = {
    **dict.fromkeys(("define", "mutable"), _DEFINED),
    "frozen": {**_DEFINED, "frozen": True},
    **{name: {"auto_attribs": False, "order": True} for name in ("s", "attributes", "attrs")},
    "dataclass": {"auto_attribs": True, "order": True},
}


def members(machine: Machine, is_instance: Callable[[Any, Any], bool]) -> dict[str, Any]:
    """
    Args:
        is_instance: as ``isinstance``, of any value.
    """
    found: dict[str, Any] = {name: _decorator(machine, usual) for name, usual in _DECORATORS.items()}
    found |= {name: Guarded(Attribute) for name in ("ib", "attrib", "field")}
    functions: dict[str, Callable[..., Any]] = {
        "evolve": partial(_changed, machine),
        "asdict": partial(_as_dictionary, machine),
        "astuple": partial(_as_tuple, machine),
        "fields": lambda of: _told(machine, of),
        "fields_dict": lambda of: {one.attributes["name"]: one for one in _told(machine, of)},
        "has": lambda of: isinstance(of, Class) and of.find(FIELDS) is not MISSING,
        "validate": partial(_validated, machine),
        "resolve_types": lambda of, *_, **__: of,
    }
    return {
        **found,
        **{name: Guarded(function) for name, function in functions.items()},
        "Factory": Guarded(Factory),
        "NOTHING": MISSING,
        "validators": Module("attr.validators", validators(machine, is_instance)),
        "converters": Module("attr.converters", converters(machine)),
        "exceptions": Module("attr.exceptions", {"FrozenInstanceError": FrozenInstanceError}),
    }


def _decorator(machine: Machine, usual: dict[str, Any]) -> Completing:
    def again(**said: Any) -> Completing:
        return Completing(partial(complete_by, options_over(usual, said)))

    def complete_by(options: dict[str, Any], of: Class) -> None:
        complete(machine, options, of)

    return Completing(partial(complete_by, usual), again)


def _made_by_attrs(value: Any) -> list[Attribute]:
    if not isinstance(value, Instance):
        raise TypeError("an instance of a class of attrs' is expected")
    if value.is_partial:
        raise Unsupported(f"a whole {value.of.name}")
    return fields_of(value.of)


def _told(machine: Machine, of: Any) -> Any:
    pay(machine, TOLD)
    return machine.made(tuple([one.as_told() for one in fields_of(of)]))


def _changed(machine: Machine, value: Any, /, **changes: Any) -> Any:
    fields = _made_by_attrs(value)
    pay(machine, CHANGED + CHANGED_FIELD * len(fields))
    kept = {one.parameter: value.attributes[one.name] for one in fields if one.is_given}
    return machine.made(invoke(machine, value.of, (), {**kept, **changes}))


def _validated(machine: Machine, value: Any) -> None:
    for one in _made_by_attrs(value):
        check(machine, value, one, value.attributes[one.name])


def _as_dictionary(machine: Machine, value: Any, recurse: bool = True, filter: Any = None) -> Any:
    fields = _made_by_attrs(value)
    pay(machine, AS_PLAIN + PLAIN_FIELD * len(fields))
    inner = partial(_plain, machine, _as_dictionary) if recurse else _same
    found = {}
    for one in fields:
        held = value.attributes[one.name]
        if filter is None or invoke(machine, filter, (one.as_told(), held), {}):
            found[one.name] = inner(held)
    return machine.made(found)


def _as_tuple(machine: Machine, value: Any, recurse: bool = True) -> Any:
    fields = _made_by_attrs(value)
    pay(machine, AS_PLAIN + PLAIN_FIELD * len(fields))
    inner = partial(_plain, machine, _as_tuple) if recurse else _same
    return machine.made(tuple([inner(value.attributes[one.name]) for one in fields]))


def _same(value: Any) -> Any:
    return value


def _plain(machine: Machine, make: Callable[[Machine, Any], Any], value: Any) -> Any:
    if isinstance(value, Instance) and value.of.find(FIELDS) is not MISSING:
        return make(machine, value)
    if type(value) in {list, tuple, set, frozenset}:
        pay(machine, PLAIN_CONTAINER + PLAIN_ELEMENT * len(value))
        parts = [_plain(machine, make, one) for one in value]
        return machine.made(parts if type(value) is list else type(value)(parts))
    if isinstance(value, dict):
        pay(machine, PLAIN_CONTAINER + 2 * PLAIN_ELEMENT * len(value))
        return machine.made({key: _plain(machine, make, one) for key, one in value.items()})
    return value
