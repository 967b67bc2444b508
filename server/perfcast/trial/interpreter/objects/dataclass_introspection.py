"""``dataclasses.fields`` and the like: what a dataclass says of its fields."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.dataclass_fields import Field
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING


def told_fields(fields: Mapping[str, Field]) -> dict[str, Instance]:
    """By name, those that it keeps, as ``dataclasses.fields`` gives them; not all that these are asked for is known."""
    kind = Class("Field", [], None)
    kind.is_partial, kind.lacking = True, None
    made = {name: Instance(kind) for name, one in fields.items() if not one.is_passed_on}
    for name, field in made.items():
        one = fields[name]
        field.attributes.update(name=name, init=one.is_given, kw_only=one.by_name, compare=one.is_compared)
        field.attributes.update(
            repr=one.is_shown, default=dataclasses.MISSING if one.default is MISSING else one.default
        )
        if one.make is None:
            field.attributes["default_factory"] = dataclasses.MISSING
    return made
