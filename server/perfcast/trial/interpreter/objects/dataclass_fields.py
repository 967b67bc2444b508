"""Fields of dataclasses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from perfcast.trial.interpreter.objects.missing import MISSING


@dataclass(frozen=True)
class Field:
    """One of them.

    Attributes:
        default: `MISSING` where there is none; make: makes one anew for each instance.
        is_given: it is a parameter; by_name: it is given by name alone; is_passed_on: to ``__post_init__``, and not
            kept.
        is_compared: it is looked at by comparisons; is_shown: it is in the instance's text.
    """

    default: Any = MISSING
    make: Callable[[], Any] | None = None
    is_given: bool = True
    by_name: bool = False
    is_passed_on: bool = False
    is_compared: bool = True
    is_shown: bool = True


def _given(fields: Mapping[str, Field], args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """Values by the fields' names. Raises TypeError for arguments that do not fit."""
    places = [name for name, field in fields.items() if field.is_given and not field.by_name]
    if len(args) > len(places):
        raise TypeError("too many arguments")
    given = dict(zip(places, args, strict=False))
    if kwargs.keys() & given.keys() or not all(name in fields and fields[name].is_given for name in kwargs):
        raise TypeError("unexpected arguments")
    return given | kwargs


def fill(
    put: Callable[[str, Any], Any], fields: Mapping[str, Field], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """Gives an instance its attributes, each by `put`. Raises TypeError for arguments that do not fit."""
    given = _given(fields, args, kwargs)
    for name, field in fields.items():
        if name in given:
            value = given[name]
        elif field.make is not None:
            value = field.make()
        elif field.default is not MISSING:
            value = field.default
        elif not field.is_given:
            continue
        else:
            raise TypeError(f"{name} is missing")
        if not field.is_passed_on:
            put(name, value)


def given_on(fields: Mapping[str, Field], args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """What ``__post_init__`` is given besides the instance."""
    given = _given(fields, args, kwargs)
    return [given.get(name, field.default) for name, field in fields.items() if field.is_passed_on]


def values(instance: Any, fields: Mapping[str, Field]) -> tuple[Any, ...]:
    """What instances are compared by."""
    return tuple([instance.attributes.get(name) for name, field in fields.items() if field.is_compared])
