"""How models are told as plain data, and as JSON."""

from __future__ import annotations

import datetime
import json
import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import PurePath
from typing import Any

from perfcast.trial.interpreter.accounting.compiled_code import pay
from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.value_subclasses import Valued
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.libraries.pydantic.field_parts import Writing
from perfcast.trial.libraries.pydantic.models import ModelClass
from perfcast.trial.libraries.pydantic.prices import (
    CALLED,
    DUMPED_ELEMENT,
    DUMPED_ENTRY,
    DUMPED_FIELD,
    DUMPED_LIST,
    DUMPED_TABLE,
    DUMPED_WITHIN,
    WRITTEN_CHARACTER,
    WRITTEN_ELEMENT,
    WRITTEN_ENTRY,
    WRITTEN_FIELD,
    WRITTEN_FLOAT,
    WRITTEN_MEMBER,
    WRITTEN_MOMENT,
    WRITTEN_OTHER,
    WRITTEN_WITHIN,
)
from perfcast.trial.stdlib.language.enums import Enumeration

_ELEMENTS = (list, tuple, set, frozenset, deque)
_MOMENTS = (datetime.date, datetime.time)
_Picked = Any


@dataclass(frozen=True)
class Dump:
    """How it is asked for.

    Attributes:
        as_json: values become those that JSON has; is_text: a text is made, and no dictionaries are.
    """

    machine: Machine
    as_json: bool = False
    is_text: bool = False
    by_alias: bool = False
    exclude_unset: bool = False
    exclude_defaults: bool = False
    exclude_none: bool = False

    def told(self, value: Any, include: _Picked = None, exclude: _Picked = None) -> Any:
        """What a value becomes. Raises Unsupported for one that is not known."""
        if isinstance(value, Instance) and isinstance(value.of, ModelClass):
            pay(self.machine, WRITTEN_WITHIN if self.is_text else DUMPED_WITHIN)
            return self.of_model(value, include, exclude)
        if type(value) in _ELEMENTS:
            return self._elements(value, include, exclude)
        if isinstance(value, dict):
            return self._table(value, include, exclude)
        return self._other(value) if self.as_json else value

    def of_model(self, own: Instance, include: _Picked = None, exclude: _Picked = None) -> dict[str, Any]:
        """Of a model's fields, and of what it computes."""
        assert isinstance(own.of, ModelClass)
        shape, machine, found = own.of.shape, self.machine, dict[str, Any]()
        price = WRITTEN_FIELD if self.is_text else DUMPED_FIELD
        for name, field in shape.fields.items():
            pay(machine, price)
            value = own.attributes[name]
            is_out = field.info.is_left_out or _is_left(name, include, exclude)
            is_out = is_out or (self.exclude_unset and name not in (own.given or ()))
            is_out = is_out or (self.exclude_none and value is None)
            if is_out or (self.exclude_defaults and field.info.make is None and value == field.info.default):
                continue
            key = field.told_as if self.by_alias else name
            writing = shape.writing.get(name)
            if writing is not None and self._is_written(writing, value):
                pay(machine, CALLED)
                value = invoke(machine, writing.function, (own, value), {})
            found[key] = self.told(value, _within(include, name), _within(exclude, name))
        for name, value in own.of.others_of(own).items():
            if not (_is_left(name, include, exclude) or (self.exclude_none and value is None)):
                pay(machine, price)
                found[name] = self.told(value, _within(include, name), _within(exclude, name))
        for name in shape.computed:
            if not _is_left(name, include, exclude):
                pay(machine, price + CALLED)
                value = self.told(attribute(machine, own, name))
                if value is not None or not self.exclude_none:
                    found[name] = value
        return found if self.is_text else machine.made(found)

    def _is_written(self, by: Writing, value: Any) -> bool:
        """Whether a function says how a value is written."""
        if "json" in by.when and not self.as_json:
            return False
        return value is not None or not by.when.endswith("unless-none")

    def _elements(self, value: Any, include: _Picked, exclude: _Picked) -> Any:
        each = WRITTEN_ELEMENT if self.is_text else DUMPED_ELEMENT
        pay(self.machine, DUMPED_LIST + each * len(value))
        for picked in (include, exclude):
            if isinstance(picked, Mapping) and picked.keys() - {"__all__"}:
                raise Unsupported("some elements of a list that is told")
        inner = _within(include, "__all__"), _within(exclude, "__all__")
        found = [self.told(one, *inner) for one in value]
        if self.as_json:
            return found if self.is_text else self.machine.made(found)
        return self.machine.made(found if type(value) is list else type(value)(found))

    def _table(self, value: dict[Any, Any], include: _Picked, exclude: _Picked) -> Any:
        each = WRITTEN_ENTRY if self.is_text else DUMPED_ENTRY
        pay(self.machine, DUMPED_TABLE + each * len(value))
        found = {}
        for name, one in value.items():
            if not _is_left(name, include, exclude):
                key = self._key(name) if self.as_json else name
                found[key] = self.told(one, _within(include, name), _within(exclude, name))
        return found if self.is_text else self.machine.made(found)

    def _key(self, key: Any) -> str:
        if isinstance(key, bool):
            return "true" if key else "false"
        return "None" if key is None else str(self._other(key))

    def _other(self, value: Any) -> Any:  # noqa: PLR0911
        """A value that holds no others, as JSON has it."""
        machine = self.machine
        if value is None or type(value) in {int, bool}:
            return value
        if isinstance(value, float):
            pay(machine, WRITTEN_FLOAT if self.is_text else 0.0)
            return value if math.isfinite(value) else None
        if isinstance(value, Instance | Valued) and isinstance(value.of, Enumeration):
            pay(machine, WRITTEN_MEMBER)
            return self._other(value.attributes["value"])
        if isinstance(value, str):
            pay(machine, WRITTEN_CHARACTER * len(value) if self.is_text else 0.0)
            return value
        if isinstance(value, bytes):
            return value.decode()
        if isinstance(value, _MOMENTS):
            pay(machine, WRITTEN_MOMENT)
            return self._made(value.isoformat().replace("+00:00", "Z"))
        if isinstance(value, Decimal | PurePath):
            pay(machine, WRITTEN_OTHER)
            return self._made(str(value))
        if isinstance(value, Instance) and value.of.name == "UUID" and "int" in value.attributes:
            pay(machine, WRITTEN_OTHER)
            digits = f"{value.attributes['int']:032x}"
            return self._made("-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])))
        raise Unsupported("a value of another kind as JSON")

    def _made(self, text: str) -> str:
        if not self.is_text:
            self.machine.made(text)
        return text

    def text(self, plain: Any, indent: int | None) -> str:
        """What was told as a text."""
        separators = (",", ":") if indent is None else (",", ": ")
        text = json.dumps(plain, ensure_ascii=False, separators=separators, indent=indent)
        check_length(len(text))
        # It is written into a place that grows by half and more.
        self.machine.briefly(2 * len(text))
        made: str = self.machine.made(text)
        return made


def _is_left(name: Any, include: _Picked, exclude: _Picked) -> bool:
    """Whether a field or an entry is left out."""
    if include is not None and name not in include and "__all__" not in include:
        return True
    if exclude is None or name not in exclude:
        return False
    return not isinstance(exclude, Mapping) or exclude[name] is True or exclude[name] is ...


def _within(picked: _Picked, name: Any) -> _Picked:
    """What is picked of a part."""
    if not isinstance(picked, Mapping):
        return None
    found = picked.get(name, picked.get("__all__"))
    return found if isinstance(found, Mapping | set | frozenset | list | tuple) else None
