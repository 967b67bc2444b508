"""``dataclasses.fields`` and the like: what a dataclass says of its fields."""

from __future__ import annotations

from collections.abc import Mapping

from perfcast.trial.interpreter.objects.dataclass_fields import Field
from perfcast.trial.interpreter.objects.types import Class, Instance


def told_fields(fields: Mapping[str, Field]) -> dict[str, Instance]:
    """By name, those that it keeps, as ``dataclasses.fields`` gives them; not all that these are asked for is known."""
    kind = Class("Field", [], None)
    kind.is_partial, kind.lacking = True, None
    made = {name: Instance(kind) for name, one in fields.items() if not one.is_passed_on}
    for name, field in made.items():
        field.attributes.update(name=name, init=fields[name].is_given, kw_only=fields[name].by_name)
    return made
