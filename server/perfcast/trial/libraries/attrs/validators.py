"""``attr.validators`` and ``attr.converters``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.compiled_code import pay
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.libraries.attrs.fields import Factory
from perfcast.trial.libraries.attrs.prices import CHECKED

_COMPARED: Final[dict[str, tuple[str, Callable[[Any, Any], bool]]]] = {
    "lt": ("<", operator.lt), "le": ("<=", operator.le), "gt": (">", operator.gt), "ge": (">=", operator.ge),
}  # fmt: skip
_LONGEST: Final = 100_000


def validators(machine: Machine, is_instance: Callable[[Any, Any], bool]) -> dict[str, Any]:
    """
    Args:
        is_instance: as ``isinstance``.
    """
    return {
        "instance_of": Guarded(partial(_of_kind, is_instance)),
        "optional": Guarded(partial(_optional, machine)),
        "in_": Guarded(_among),
        "and_": Guarded(partial(_within, machine)),
        "min_len": _measured(">=", operator.ge),
        "max_len": _measured("<=", operator.le),
        "is_callable": Guarded(lambda: _by(callable, TypeError, lambda name, _: f"{name} must be callable")),
        "matches_re": Guarded(_matching),
        "deep_iterable": Guarded(partial(_each, machine)),
        "deep_mapping": Guarded(partial(_each_entry, machine)),
        **{name: _compared(*how) for name, how in _COMPARED.items()},
    }


def _by(holds: Callable[[Any], bool], error: type[Exception], says: Callable[[str, Any], str]) -> Guarded:
    """A check by what has to hold of a value."""

    def run(_: Any, field: Any, value: Any) -> None:
        if not holds(value):
            raise error(says(f"'{field.attributes['name']}'", value))

    return Guarded(run)


def _compared(sign: str, compare: Callable[[Any, Any], bool]) -> Guarded:
    def make(bound: Any) -> Guarded:
        return _by(
            lambda value: compare(value, bound),
            ValueError,
            lambda name, value: f"{name} must be {sign} {bound}: {value}",
        )

    return Guarded(make)


def _measured(sign: str, compare: Callable[[Any, Any], bool]) -> Guarded:
    def make(bound: int) -> Guarded:
        def says(name: str, value: Any) -> str:
            return f"Length of {name} must be {sign} {bound}: {len(value)}"

        return _by(lambda value: compare(len(value), bound), ValueError, says)

    return Guarded(make)


def _of_kind(is_instance: Callable[[Any, Any], bool], kind: Any) -> Guarded:
    called = f"<class '{getattr(kind, '__name__', None) or getattr(kind, 'name', kind)}'>"

    def says(name: str, value: Any) -> str:
        return f"{name} must be {called} (got {value!r} that is a {type(value)!r})."

    return _by(lambda value: is_instance(value, kind), TypeError, says)


def _among(options: Any) -> Guarded:
    return _by(
        lambda value: value in options,
        ValueError,
        lambda name, value: f"{name} must be in {options!r} (got {value!r})",
    )


def _matching(regex: Any, flags: int = 0, func: Any = None) -> Guarded:
    if func is not None or not isinstance(regex, str):
        raise Unsupported("a pattern that is looked for in another way")
    pattern = re.compile(regex, flags)

    def holds(value: Any) -> bool:
        if len(value) > _LONGEST:
            raise Unsupported("a pattern in a long text")
        return pattern.fullmatch(value) is not None

    return _by(holds, ValueError, lambda name, value: f"{name} must match regex {regex!r} ({value!r} doesn't)")


def _within(machine: Machine, *checks: Any) -> Guarded:
    """A check by others in turn."""

    def run(own: Any, field: Any, value: Any) -> None:
        for one in checks:
            pay(machine, CHECKED)
            invoke(machine, one, (own, field, value), {})

    return Guarded(run)


def _as_one(machine: Machine, check: Any) -> Any:
    """Several in a list are one by all of them."""
    return _within(machine, *check) if isinstance(check, list | tuple) else check


def _optional(machine: Machine, validator: Any) -> Guarded:
    inner = _as_one(machine, validator)

    def run(own: Any, field: Any, value: Any) -> None:
        if value is not None:
            pay(machine, CHECKED)
            invoke(machine, inner, (own, field, value), {})

    return Guarded(run)


def _each(machine: Machine, member_validator: Any, iterable_validator: Any = None) -> Guarded:
    member = _as_one(machine, member_validator)

    def run(own: Any, field: Any, value: Any) -> None:
        if iterable_validator is not None:
            invoke(machine, iterable_validator, (own, field, value), {})
        for one in value:
            pay(machine, CHECKED)
            invoke(machine, member, (own, field, one), {})

    return Guarded(run)


def _each_entry(
    machine: Machine, key_validator: Any = None, value_validator: Any = None, mapping_validator: Any = None
) -> Guarded:
    def run(own: Any, field: Any, value: Any) -> None:
        if mapping_validator is not None:
            invoke(machine, mapping_validator, (own, field, value), {})
        for key, item in value.items():
            for check, one in ((key_validator, key), (value_validator, item)):
                if check is not None:
                    pay(machine, CHECKED)
                    invoke(machine, check, (own, field, one), {})

    return Guarded(run)


def converters(machine: Machine) -> dict[str, Any]:
    def optional(convert: Any) -> Guarded:
        return Guarded(lambda value: None if value is None else invoke(machine, convert, (value,), {}))

    def default_if_none(default: Any = None, factory: Any = None) -> Guarded:
        make = default.make if isinstance(default, Factory) else factory

        def run(value: Any) -> Any:
            if value is not None:
                return value
            return default if make is None else invoke(machine, make, (), {})

        return Guarded(run)

    def piped(*several: Any) -> Guarded:
        def run(value: Any) -> Any:
            for one in several:
                value = invoke(machine, one, (value,), {})
            return value

        return Guarded(run)

    return {"optional": Guarded(optional), "default_if_none": Guarded(default_if_none), "pipe": Guarded(piped)}
