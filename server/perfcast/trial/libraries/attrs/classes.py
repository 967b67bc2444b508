"""What attrs makes of classes: how their instances begin, are compared and shown."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.trial.interpreter.accounting.compiled_code import pay
from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting, text_length
from perfcast.trial.interpreter.accounting.prices import DATA_FIELD, DATA_MADE
from perfcast.trial.interpreter.builtin_functions import ALLOWED
from perfcast.trial.interpreter.objects.attribute_assignment import assign_as_object
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function, Parameter
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.libraries.attrs.fields import Attribute, Factory
from perfcast.trial.libraries.attrs.prices import (
    CHECKED,
    CHECKING,
    COMPARED,
    COMPARED_FIELD,
    CONVERTED,
    FROZEN,
    FROZEN_FIELD,
    HASHED,
    HASHED_FIELD,
    MADE_ANEW,
    PUT,
    SHOWN,
    SHOWN_FIELD,
)
from perfcast.trial.stdlib.text.formatting_times import pay_for_text

#: Among a class's attributes, its fields.
FIELDS: Final = "__attrs_attrs__"
#: As `inspect.Parameter` numbers what is given by place or name, and by name alone.
_BY_PLACE, _BY_NAME = 1, 3
_ORDERED: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "__lt__": operator.lt, "__le__": operator.le, "__gt__": operator.gt, "__ge__": operator.ge,
}  # fmt: skip
#: Options that say nothing of what an instance costs.
_UNHEEDED: Final = frozenset(
    {"str", "weakref_slot", "collect_by_mro", "auto_detect", "cache_hash", "match_args", "auto_exc", "on_setattr"}
    | {"hash", "unsafe_hash", "these", "repr_ns", "getstate_setstate", "force_kw_only"}
)
_HEEDED: Final = frozenset(
    {"slots", "frozen", "auto_attribs", "eq", "order", "init", "repr", "kw_only", "checks_later"}
)


class FrozenInstanceError(AttributeError):
    """As attrs' own."""


ALLOWED.add(FrozenInstanceError)


def fields_of(of: Any) -> list[Attribute]:
    """Those of a class. Raises TypeError for what attrs has not made."""
    found: Any = of.find(FIELDS) if isinstance(of, Class) else MISSING
    if found is MISSING:
        raise TypeError(f"{getattr(of, 'name', of)!r} is not an attrs-decorated class.")
    return list(found)


def complete(machine: Machine, options: dict[str, Any], of: Class) -> None:
    """Gives a class the methods that its fields make. Raises Unsupported for options that are not followed."""
    others = options.keys() - _HEEDED - _UNHEEDED
    if others or options.get("these"):
        raise Unsupported(f"a class of attrs' with {', '.join(sorted(others))}")
    own = _own_fields(of, options.get("auto_attribs"))
    inherited = [base.attributes[FIELDS] for base in reversed(of.order[1:]) if FIELDS in base.attributes]
    fields = {one.name: one for several in (*inherited, own) for one in several}
    # What is defined anew comes last.
    ordered = [one for name, one in fields.items() if one not in own] + own
    for one in own:
        one.by_name = one.by_name or bool(options.get("kw_only"))
    attributes = of.attributes
    attributes[FIELDS] = tuple(ordered)
    attributes.setdefault("__match_args__", tuple(one.name for one in ordered if one.is_given and not one.by_name))
    is_frozen = bool(options.get("frozen"))
    is_checked = any(one.validators or one.converter is not None for one in ordered)
    # A class that begins in its own way is given what would begin it otherwise.
    is_begun = options.get("init", True) is not False and "__init__" not in attributes
    name = "__init__" if is_begun else "__attrs_init__"
    attributes[name] = _initializer(machine, ordered, name, is_frozen=is_frozen)
    if options.get("eq", True) is not False:
        attributes.setdefault("__eq__", Guarded(partial(_compared, machine, operator.eq)))
        hashing = partial(_hashed, machine) if is_frozen or options.get("unsafe_hash") else _unhashed
        attributes.setdefault("__hash__", Guarded(hashing))
    if options.get("order"):
        for name, compare in _ORDERED.items():
            attributes.setdefault(name, Guarded(partial(_compared, machine, compare)))
    if options.get("repr", True) is not False:
        attributes.setdefault("__repr__", Guarded(partial(_shown, machine)))
    if is_frozen:
        attributes.setdefault("__setattr__", Guarded(_refuse))
        attributes.setdefault("__delattr__", Guarded(_refuse))
    elif is_checked and options.get("checks_later"):
        attributes.setdefault("__setattr__", Guarded(partial(_put, machine)))
    if options.get("slots"):
        has_reference = any("__weakref__" in (base.slots or ()) for base in of.bases)
        names = [one.name for one in own]
        attributes.setdefault("__slots__", (*names, *(() if has_reference else ("__weakref__",))))
    of.changed()


def _own_fields(of: Class, auto: Any) -> list[Attribute]:
    """Those that the body describes, taken out of the class."""
    described = {name: one for name, one in of.attributes.items() if isinstance(one, Attribute)}
    noted = []
    for statement in of.node.body if of.node is not None else ():
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            annotation = statement.annotation
            kind = last_name(annotation.value if isinstance(annotation, ast.Subscript) else annotation)
            noted += [] if kind == "ClassVar" else [(statement.target.id, statement.value is not None)]
    annotated = {name for name, _ in noted}
    if auto is None:
        auto = described.keys() <= annotated
    found = []
    if auto:
        for name, has_value in noted:
            value = of.attributes.pop(name, MISSING)
            if value is MISSING and has_value:
                raise Unsupported(f"the default of {of.name}.{name}")
            found.append(value if isinstance(value, Attribute) else Attribute(value))
            found[-1].name = name
        return found
    for name, one in sorted(described.items(), key=lambda item: item[1].number):
        del of.attributes[name]
        one.name = name
        found.append(one)
    return found


def _initializer(machine: Machine, fields: list[Attribute], called: str, *, is_frozen: bool) -> Function:
    given = [one for one in fields if one.is_given]
    placed = [one.parameter for one in given if not one.by_name]
    known = {one.parameter for one in given}
    price = DATA_MADE + DATA_FIELD * len(fields) + (FROZEN + FROZEN_FIELD * len(fields) if is_frozen else 0.0)
    checked = [one for one in fields if one.validators]

    def begin(_: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        own, *values = args
        if len(values) > len(placed) or not kwargs.keys() <= known or kwargs.keys() & set(placed[: len(values)]):
            raise TypeError(f"{called}() got other arguments than its fields")
        told = dict(zip(placed, values, strict=False)) | kwargs
        pay(machine, price)
        before = own.of.find("__attrs_pre_init__")
        if before is not MISSING:
            invoke(machine, before, (own,), {})
        for one in fields:
            value = told.get(one.parameter, MISSING) if one.is_given else MISSING
            if value is MISSING:
                value = _default(machine, one, own)
            if value is MISSING:
                if one.is_given:
                    raise TypeError(f"{called}() missing 1 required positional argument: '{one.parameter}'")
                continue
            own.attributes[one.name] = _converted(machine, one, value)
        if checked:
            pay(machine, CHECKING)
        for one in checked:
            check(machine, own, one, own.attributes[one.name])
        finish = own.of.find("__attrs_post_init__")
        if finish is not MISSING:
            invoke(machine, finish, (own,), {})

    made = Function(called, begin, places=("self", *placed))
    made.given = {one.parameter: one.default for one in given if one.default is not MISSING}
    kinds = [(one.parameter, _BY_NAME if one.by_name else _BY_PLACE) for one in given]
    made.parameters = [Parameter("self", _BY_PLACE, False), *(Parameter(name, kind, True) for name, kind in kinds)]
    return made


def _default(machine: Machine, field: Attribute, own: Instance) -> Any:
    default = field.default
    if isinstance(default, Factory):
        pay(machine, MADE_ANEW)
        return invoke(machine, default.make, (own,) if default.takes_self else (), {})
    return default


def _converted(machine: Machine, field: Attribute, value: Any) -> Any:
    if field.converter is None:
        return value
    pay(machine, CONVERTED)
    return invoke(machine, field.converter, (value,), {})


def check(machine: Machine, own: Instance, field: Attribute, value: Any) -> None:
    """Raises what a validator raises."""
    for one in field.validators:
        pay(machine, CHECKED)
        invoke(machine, one, (own, field.as_told(), value), {})


def _refuse(*_: Any) -> None:
    raise FrozenInstanceError("can't set attribute")


def _put(machine: Machine, own: Instance, name: str, value: Any) -> None:
    field = next((one for one in fields_of(own.of) if one.name == name), None)
    if field is not None and (field.validators or field.converter is not None):
        pay(machine, PUT)
        value = _converted(machine, field, value)
        check(machine, own, field, value)
    assign_as_object(machine, own, name, value)


def _compared(machine: Machine, compare: Callable[[Any, Any], bool], own: Instance, other: Any) -> Any:
    if not isinstance(other, Instance) or other.of is not own.of:
        return NotImplemented
    names = [one.name for one in fields_of(own.of) if one.is_compared]
    pay(machine, COMPARED + COMPARED_FIELD * len(names))
    mine, theirs = (tuple(one.attributes.get(name) for name in names) for one in (own, other))
    check_nesting(list(mine))
    return compare(mine, theirs)


def _hashed(machine: Machine, own: Instance) -> int:
    names = [one.name for one in fields_of(own.of) if one.is_compared]
    pay(machine, HASHED + HASHED_FIELD * len(names))
    return hash(tuple(own.attributes.get(name) for name in names))


def _unhashed(own: Instance) -> int:
    raise TypeError(f"unhashable type: '{own.of.name}'")


def _shown(machine: Machine, own: Instance) -> str:
    found = {one.name: own.attributes.get(one.name) for one in fields_of(own.of) if one.is_shown}
    check_length(text_length([*found.values()]))
    check_nesting([*found.values()])
    pay(machine, SHOWN + SHOWN_FIELD * len(found))
    pay_for_text(machine, [*found.values()])
    return f"{own.of.name}({', '.join(f'{name}={value!r}' for name, value in found.items())})"
