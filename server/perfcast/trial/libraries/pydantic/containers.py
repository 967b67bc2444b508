"""How containers, and values of one of several types, become those of a field's."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from perfcast.trial.interpreter.accounting.compiled_code import pay
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pydantic.field_parts import Check
from perfcast.trial.libraries.pydantic.prices import (
    CHOSEN,
    EITHER,
    ENTRY,
    LIST,
    LISTED,
    LISTED_UNCHECKED,
    NOT_OF,
    OF_SET,
    SET,
    TABLE,
)
from perfcast.trial.libraries.pydantic.validation_errors import Invalid, invalid

#: What is taken for a list, or another container of elements; and what errors call that.
_LISTS: Final[tuple[type[Any], ...]] = (
    list,
    tuple,
    set,
    frozenset,
    deque,
    type({}.keys()),
    type({}.values()),
    type(_ for _ in ()),
)
_CALLED: Final[dict[type, str]] = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset", deque: "deque"}
#: None of the values that there are to choose from.
_NONE: Final = object()


class Checked(NamedTuple):
    """A type of values.

    Attributes:
        check: gives what a value becomes.
        name: what errors call it.
        is_exact: whether a value is of it as it is.
        is_any: there is nothing to check.
    """

    check: Check
    name: str
    is_exact: Callable[[Any], bool]
    is_any: bool = False


def anything() -> Checked:
    return Checked(lambda value, at: value, "any", lambda value: True, is_any=True)


def elements(machine: Machine, kind: type[Any], of: Checked) -> Checked:
    """Of ``list[...]`` and other containers of elements that are all of one type."""
    called = _CALLED[kind]
    base, each = (SET, OF_SET) if kind in {set, frozenset} else (LIST, LISTED_UNCHECKED if of.is_any else LISTED)

    def check(value: Any, at: tuple[Any, ...]) -> Any:
        given = _taken(value, at, called)
        pay(machine, base)
        found, wrong = [], []
        for place, part in enumerate(given):
            pay(machine, each)
            try:
                found.append(of.check(part, (*at, place)))
            except Invalid as error:
                wrong += error.found
        if wrong:
            raise Invalid(wrong)
        try:
            return machine.made(found if kind is list else kind(found))
        except TypeError:
            raise Unsupported("a set of what cannot be hashed") from None

    def is_exact(value: Any) -> bool:
        return type(value) is kind and all(of.is_exact(one) for one in value)

    return Checked(check, called, is_exact)


def _taken(value: Any, at: tuple[Any, ...], called: str) -> Any:
    if not isinstance(value, _LISTS):
        raise invalid(f"{called.replace('frozenset', 'frozen_set')}_type", at, _should_be(called), value)
    return value


def _should_be(called: str) -> str:
    return f"Input should be a valid {called}"


def places(machine: Machine, parts: Sequence[Checked]) -> Checked:
    """Of ``tuple[int, str]``."""

    def check(value: Any, at: tuple[Any, ...]) -> Any:
        given = list(_taken(value, at, "tuple"))
        pay(machine, LIST + LISTED * len(parts))
        if len(given) > len(parts):
            said = f"Tuple should have at most {len(parts)} items after validation, not {len(given)}"
            told = {"field_type": "Tuple", "max_length": len(parts), "actual_length": len(given)}
            raise invalid("too_long", at, said, value, **told)
        found, wrong = [], []
        for place, part in enumerate(parts):
            try:
                if place >= len(given):
                    raise invalid("missing", (*at, place), "Field required", value)
                found.append(part.check(given[place], (*at, place)))
            except Invalid as error:
                wrong += error.found
        if wrong:
            raise Invalid(wrong)
        return machine.made(tuple(found))

    return Checked(check, "tuple", lambda value: type(value) is tuple and len(value) == len(parts))


def table(machine: Machine, key: Checked, of: Checked) -> Checked:
    """Of ``dict[...]``."""

    def check(value: Any, at: tuple[Any, ...]) -> Any:
        if not isinstance(value, Mapping) or isinstance(value, Instance):
            raise invalid("dict_type", at, "Input should be a valid dictionary", value)
        pay(machine, TABLE)
        found: dict[Any, Any] = {}
        wrong = []
        for name, part in value.items():
            pay(machine, ENTRY)
            try:
                found[key.check(name, (*at, name, "[key]"))] = of.check(part, (*at, name))
            except Invalid as error:
                wrong += error.found
        if wrong:
            raise Invalid(wrong)
        return machine.made(found)

    return Checked(check, "dict", lambda value: type(value) is dict and all(map(of.is_exact, value.values())))


def either(machine: Machine, parts: Sequence[Checked]) -> Checked:
    """Of ``Union[...]``, of what may be nothing too."""
    several = [part for part in parts if part.name != "none"]
    may_be_none = len(several) < len(parts)
    if len(several) == 1:
        (only,) = several

        def check_or_none(value: Any, at: tuple[Any, ...]) -> Any:
            return None if value is None else only.check(value, at)

        return Checked(check_or_none, only.name, lambda value: value is None or only.is_exact(value))

    def check(value: Any, at: tuple[Any, ...]) -> Any:
        if value is None and may_be_none:
            return None
        pay(machine, EITHER)
        for part in several:
            if part.is_exact(value):
                return part.check(value, at)
            pay(machine, NOT_OF)
        wrong = []
        for part in several:
            try:
                return part.check(value, at)
            except Invalid as error:
                wrong += [{**one, "loc": (*at, part.name, *one["loc"][len(at) :])} for one in error.found]
        raise Invalid(wrong)

    def is_exact(value: Any) -> bool:
        return (value is None and may_be_none) or any(part.is_exact(value) for part in several)

    return Checked(check, f"union[{','.join(part.name for part in several)}]", is_exact)


def chosen(machine: Machine, values: Sequence[Any]) -> Checked:
    """Of ``Literal[...]``."""
    told = [repr(value) for value in values]
    said = told[0] if len(told) == 1 else f"{', '.join(told[:-1])} or {told[-1]}"

    def find(value: Any) -> Any:
        return next((one for one in values if type(one) is type(value) and one == value), _NONE)

    def check(value: Any, at: tuple[Any, ...]) -> Any:
        pay(machine, CHOSEN)
        found = find(value)
        if found is _NONE:
            raise invalid("literal_error", at, f"Input should be {said}", value, expected=said)
        return found

    return Checked(check, f"literal[{','.join(told)}]", lambda value: find(value) is not _NONE)
