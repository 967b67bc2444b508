"""Fields of formats that reach into what they are given: ``"{0.name}".format(user)``."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Any

from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.types import Instance, Property
from perfcast.trial.interpreter.stops import Unsupported


def without_reaching(
    template: str, args: Sequence[Any], named: Mapping[str, Any]
) -> tuple[str, Sequence[Any], Mapping[str, Any]]:
    """A format and what it is given such that fields are given what they would reach for; as it is where none reaches.

    Raises:
        Unsupported: one reaches for more than attributes of instances.
        LookupError, AttributeError: as formatting raises it.
    """
    if "." not in template:
        return template, args, named
    pieces = list(string.Formatter().parse(template))
    if not any(field and "." in field for _, field, _, _ in pieces):
        return template, args, named
    text, given = "", dict[str, Any]()
    for before, field, how, conversion in pieces:
        text += before.replace("{", "{{").replace("}", "}}")
        if field is None:
            continue
        root, *parts = field.split(".")
        if "[" in field or "{" in (how or ""):
            raise Unsupported("str.format")
        value = named[root] if root and not root.isdecimal() else args[int(root or len(given))]
        for part in parts:
            value = _part(value, part)
        name = f"_{len(given)}"
        given[name] = value
        text += f"{{{name}{f'!{conversion}' if conversion else ''}{f':{how}' if how else ''}}}"
    return text, (), given


def _part(value: Any, name: str) -> Any:
    if not isinstance(value, Instance):
        raise Unsupported("str.format")
    found = value.attributes.get(name, MISSING)
    if found is not MISSING:
        return found
    found = value.of.find(name)
    if isinstance(found, Property):
        return found.getter(value)
    if found is MISSING:
        raise value.of.lacks(name, AttributeError(name))
    raise Unsupported("str.format")
