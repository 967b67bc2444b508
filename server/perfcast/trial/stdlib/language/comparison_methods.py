"""Comparison methods that decorators add to classes: ``dataclass(order=True)``, ``total_ordering``."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import partial
from typing import Any, Final

from perfcast.source.definitions.dunder_methods import called_name
from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting, text_length
from perfcast.trial.interpreter.accounting.prices import (
    COMPARED_FIELD,
    COMPARED_OBJECTS,
    DATA_FIELD,
    DATA_MADE,
    DATA_SHOWN,
    FIELD_SHOWN,
    FROZEN_FIELD,
)
from perfcast.trial.interpreter.objects.attribute_assignment import assign_as_object, remove_as_object
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.dataclass_fields import values
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.stdlib.text.formatting_times import pay_for_text

#: Operators of order, and what each is of the answers to one that the class has: less, equal.
_ORDERED: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "__lt__": operator.lt,
    "__le__": operator.le,
    "__gt__": operator.gt,
    "__ge__": operator.ge,
}
#: What a wanted operator says, told what a known one does, and whether the objects are equal; as `functools` has it.
_Derived = Callable[[bool, Callable[[], bool]], bool]
_TURNED: Final[_Derived] = lambda holds, same: not holds and not same()  # noqa: E731
_NOT: Final[_Derived] = lambda holds, same: not holds  # noqa: E731
_OR_SAME: Final[_Derived] = lambda holds, same: holds or same()  # noqa: E731
_BUT_SAME: Final[_Derived] = lambda holds, same: holds and not same()  # noqa: E731
_NOT_OR_SAME: Final[_Derived] = lambda holds, same: not holds or same()  # noqa: E731
_FROM: Final[dict[tuple[str, str], _Derived]] = {
    ("__lt__", "__gt__"): _TURNED, ("__lt__", "__le__"): _OR_SAME, ("__lt__", "__ge__"): _NOT,
    ("__gt__", "__lt__"): _TURNED, ("__gt__", "__ge__"): _OR_SAME, ("__gt__", "__le__"): _NOT,
    ("__le__", "__ge__"): _NOT_OR_SAME, ("__le__", "__lt__"): _BUT_SAME, ("__le__", "__gt__"): _NOT,
    ("__ge__", "__le__"): _NOT_OR_SAME, ("__ge__", "__gt__"): _BUT_SAME, ("__ge__", "__lt__"): _NOT,
}  # fmt: skip


def decorated(machine: Machine, made: Class, node: ast.ClassDef) -> None:
    """Gives a class the operators that its decorators add, and places for fields."""
    for decorator in node.decorator_list:
        name = called_name(decorator)
        if name == "total_ordering":
            _complete(made)
        elif name == "dataclass":
            named = decorator.keywords if isinstance(decorator, ast.Call) else []
            options = {keyword.arg for keyword in named if _is_true(keyword.value)}
            if not any(keyword.arg == "eq" for keyword in named):
                made.attributes.setdefault("__eq__", _by_fields(machine, operator.eq))
            number = len(made.fields or {})
            places = [name for name, field in (made.fields or {}).items() if field.is_given and not field.by_name]
            made.attributes.setdefault("__match_args__", tuple(places))
            frozen = FROZEN_FIELD * number if "frozen" in options else 0.0
            made.filled = partial(machine.pay, DATA_MADE + DATA_FIELD * number + frozen)
            if not any(keyword.arg == "repr" for keyword in named):
                made.attributes.setdefault("__repr__", partial(_shown, machine))
            if "order" in options:
                for operator_name, compare in _ORDERED.items():
                    made.attributes.setdefault(operator_name, _by_fields(machine, compare))
            if "frozen" in options:
                made.is_frozen = True
                made.attributes.setdefault(
                    "__setattr__", _refusing(made, "assign to", partial(assign_as_object, machine))
                )
                made.attributes.setdefault("__delattr__", _refusing(made, "delete", remove_as_object))
            if options & {"frozen", "unsafe_hash"}:
                made.attributes.setdefault("__hash__", partial(_hashed, machine))
            if "slots" in options:
                inherited = frozenset[str]().union(*(base.slots or () for base in made.bases))
                kept = [
                    name
                    for name, field in (made.fields or {}).items()
                    if not field.is_passed_on and name not in inherited
                ]
                made.attributes.setdefault("__slots__", tuple(kept))


def _refusing(of: Class, how: str, change: Callable[..., None]) -> Callable[..., None]:
    """What changes attributes in a frozen dataclass: one that extends it may have others."""

    def run(instance: Instance, name: str, *value: Any) -> None:
        if instance.of is of or name in (of.fields or {}):
            raise FrozenInstanceError(f"cannot {how} field {name!r}")
        change(instance, name, *value)

    return run


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _values(instance: Instance) -> tuple[Any, ...]:
    return values(instance, instance.of.all_fields or {})


def _hashed(machine: Machine, instance: Instance) -> int:
    found = _values(instance)
    machine.pay(COMPARED_OBJECTS + COMPARED_FIELD * len(found))
    return hash(found)


def _shown(machine: Machine, instance: Instance) -> str:
    """Its text, with those of its fields."""
    fields = instance.of.all_fields or {}
    found = {name: instance.attributes.get(name) for name, field in fields.items() if field.is_shown}
    check_length(text_length([*found.values()]))
    check_nesting(instance)
    machine.pay(DATA_SHOWN + FIELD_SHOWN * len(fields))
    pay_for_text(machine, [*found.values()])
    return f"{instance.of.name}({', '.join(f'{name}={value!r}' for name, value in found.items())})"


def _by_fields(machine: Machine, compare: Callable[[Any, Any], bool]) -> Callable[[Instance, Any], Any]:
    def run(instance: Instance, other: Any) -> Any:
        if not isinstance(other, Instance) or other.of is not instance.of:
            return NotImplemented
        mine, others = _values(instance), _values(other)
        for one in (instance, other):
            machine.counts.scattered.visited(one)
        # Both make a tuple of all fields first.
        machine.pay(COMPARED_OBJECTS + COMPARED_FIELD * len(mine))
        return compare(mine, others)

    return run


def _complete(made: Class) -> None:
    known = next((name for name in _ORDERED if made.find(name) is not MISSING), None)
    if known is None:
        return
    for name in _ORDERED:
        if made.find(name) is MISSING:
            made.attributes[name] = _derived(known, _FROM[known, name])


def _derived(known: str, says: _Derived) -> Callable[[Instance, Any], Any]:
    def run(instance: Instance, other: Any) -> Any:
        found = instance.special(known, other)
        return found if found is NotImplemented else says(bool(found), lambda: bool(instance == other))

    return run
