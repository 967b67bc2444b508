"""Fields of formats that reach into what they are given: ``"{0.name} {sizes[1]}".format(user, sizes=sizes)``."""

from __future__ import annotations

import _string  # type: ignore[import-not-found]
import string
from collections.abc import Mapping, Sequence
from typing import Any, Final

from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import Property
from perfcast.trial.interpreter.stops import Unsupported

_WITH_ITEMS: Final = (list, tuple, dict, str, Instance)


def without_reaching(
    template: str, args: Sequence[Any], named: Mapping[str, Any]
) -> tuple[str, Sequence[Any], Mapping[str, Any]]:
    """A format and what it is given such that fields are given what they would reach for; as it is where none reaches.

    Raises:
        Unsupported: one reaches for more than items, and attributes of instances and named tuples.
        LookupError, AttributeError, ValueError: as formatting raises it.
    """
    if "." not in template and "[" not in template:
        return template, args, named
    pieces = list(string.Formatter().parse(template))
    if not any(field and ("." in field or "[" in field) for _, field, _, _ in pieces):
        return template, args, named
    text, given, number, is_by_number = "", dict[str, Any](), 0, False
    for before, field, how, conversion in pieces:
        text += before.replace("{", "{{").replace("}", "}}")
        if field is None:
            continue
        if "{" in (how or ""):
            raise Unsupported("str.format")
        root, parts = _string.formatter_field_name_split(field)
        is_by_number = is_by_number or isinstance(root, int)
        if root == "":
            root, number = number, number + 1
        if number and is_by_number:
            raise ValueError("cannot switch between automatic field numbering and manual field specification")
        value = args[root] if isinstance(root, int) else named[root]
        for is_attribute, part in parts:
            value = _attribute(value, part) if is_attribute else _item(value, part)
        name = f"_{len(given)}"
        given[name] = value
        text += f"{{{name}{f'!{conversion}' if conversion else ''}{f':{how}' if how else ''}}}"
    return text, (), given


def asked_for(template: str, named: Mapping[str, Any]) -> dict[str, Any]:
    """What a format is given by name, without what no field names, of which there may be much: ``**vars(self)``."""
    pieces = [piece for piece in string.Formatter().parse(template) if piece[1] is not None]
    if any("{" in (how or "") for _, _, how, _ in pieces):
        return dict(named)
    fields = {field for _, field, _, _ in pieces}
    return {name: value for name, value in named.items() if name in fields}


def _attribute(value: Any, name: str) -> Any:
    if isinstance(value, tuple) and name in getattr(type(value), "_fields", ()):
        return getattr(value, name)
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


def _item(value: Any, key: Any) -> Any:
    if not isinstance(value, _WITH_ITEMS):
        raise Unsupported("str.format")
    check_nesting((key,))
    return value[key]
