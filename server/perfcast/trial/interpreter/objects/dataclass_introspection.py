"""``dataclasses.fields`` and the like: what a dataclass says of its fields."""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from typing import Any

from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.dataclass_fields import Field
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported


def fields_of(value: Any) -> dict[str, Field]:
    """Raises TypeError for what is no dataclass's instance."""
    fields = value.of.all_fields if isinstance(value, Instance) else None
    if fields is None:
        raise TypeError("a dataclass is expected")
    return fields


def told_fields(of: Class) -> dict[str, Instance]:
    """Of a dataclass, by name, those that it keeps, as ``dataclasses.fields`` gives them; not all that these are asked
    for is known."""
    fields = of.all_fields or {}
    kind = Class("Field", [], None)
    kind.lose_track()
    made = {name: Instance(kind) for name, one in fields.items() if not one.is_passed_on}
    for name, field in made.items():
        one = fields[name]
        field.attributes.update(name=name, init=one.is_given, kw_only=one.by_name, compare=one.is_compared)
        field.attributes.update(
            repr=one.is_shown, default=dataclasses.MISSING if one.default is MISSING else one.default
        )
        if one.make is None:
            field.attributes["default_factory"] = dataclasses.MISSING
        with suppress(Unsupported):
            field.attributes["type"] = _type_of(of, name)
    return made


def _type_of(of: Class, name: str) -> Any:
    """What a field is said to be. Raises Unsupported where that cannot be followed."""
    for one in of.order:
        if one.fields is not None and one.hints is not None and one.body is not None and name in one.hints.written:
            return one.hints.said(name, one.body)
    raise Unsupported(f"the type of {of.name}.{name}")
