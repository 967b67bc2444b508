"""What a model's class says: its fields, the functions that check them, and its settings."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import Property
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pydantic.bounds import bounded
from perfcast.trial.libraries.pydantic.field_parts import (
    Check,
    Checking,
    Computed,
    ComputedOnce,
    FieldInfo,
    PrivateInfo,
    Writing,
)
from perfcast.trial.libraries.pydantic.hints import Annotations

CONFIG: Final = "model_config"
#: Settings by which models are checked or written in another way, which is not followed.
_UNFOLLOWED: Final = frozenset(
    {"strict", "use_enum_values", "str_strip_whitespace", "str_to_lower", "str_to_upper", "alias_generator"}
    | {"from_attributes", "revalidate_instances", "serialize_by_alias", "json_encoders", "str_max_length"}
    | {"str_min_length", "ser_json_timedelta", "ser_json_bytes", "validate_default"}
)
#: Those among them that only say what is allowed.
_HARMLESS: Final = frozenset({"from_attributes", "validate_default"})


@dataclass(frozen=True)
class ModelField:
    """One of the fields.

    Attributes:
        key: what it is given by; told_as: what it is written by where that is asked for.
    """

    name: str
    key: str
    told_as: str
    check: Check
    info: FieldInfo
    annotation: ast.expr | None


@dataclass
class Shape:
    """Of a class.

    Attributes:
        private: attributes that no field is of; before, around, after: functions for the whole model.
        computed: names of properties that are written with the fields; writing: by field.
    """

    fields: dict[str, ModelField] = field(default_factory=dict)
    private: dict[str, Any] = field(default_factory=dict)
    before: list[Checking] = field(default_factory=list)
    around: list[Checking] = field(default_factory=list)
    after: list[Checking] = field(default_factory=list)
    computed: list[str] = field(default_factory=list)
    writing: dict[str, Writing] = field(default_factory=dict)
    config: dict[str, Any] = field(default_factory=dict)


def shape_of(
    machine: Machine,
    of: Class,
    evaluate: Callable[[ast.expr], Any],
    taken: Mapping[str, Any],
    options: Mapping[str, Any],
    apply: Callable[[Check, Checking, ModelField], Check],
    bases: list[Shape],
    checking: Mapping[str, Checking],
) -> Shape:
    """
    Args:
        evaluate: gives what an expression of the class's body stands for; taken: what that gave its fields.
        options: settings that the class's statement says; apply: lets a function check a field, too.
        bases: of the classes that it extends, the first one last; checking: the class's functions that check.

    Raises:
        Unsupported: it says what is not followed.
    """
    found = Shape()
    for base in bases:
        found.fields |= base.fields
        found.private |= base.private
        found.writing |= base.writing
        found.config |= base.config
        for mine, theirs in ((found.before, base.before), (found.around, base.around), (found.after, base.after)):
            mine += [one for one in theirs if one not in mine]
        found.computed += [one for one in base.computed if one not in found.computed]
    found.config |= _settings(of) | dict(options)
    for name in found.config.keys() & _UNFOLLOWED - _HARMLESS:
        if found.config[name]:
            raise Unsupported(f"models with {name}")
    _add_fields(machine, of, evaluate, taken, found)
    for name, value in {**of.attributes, **checking}.items():
        if isinstance(value, PrivateInfo):
            found.private.setdefault(name, value)
        elif isinstance(value, Checking):
            _add_check(found, value, apply)
        elif isinstance(value, Writing):
            found.writing |= dict.fromkeys(value.names, value)
        elif isinstance(value, Computed | ComputedOnce):
            found.computed += [] if name in found.computed else [name]
        elif isinstance(value, Property) and name in found.computed:
            found.computed.remove(name)
    return found


def _settings(of: Class) -> dict[str, Any]:
    said = of.attributes.get(CONFIG)
    inner = of.attributes.get("Config")
    found = dict(said) if isinstance(said, dict) else {}
    if isinstance(inner, Class):
        found |= {name: value for name, value in inner.attributes.items() if not name.startswith("__")}
    return found


def _add_fields(
    machine: Machine, of: Class, evaluate: Callable[[ast.expr], Any], taken: Mapping[str, Any], found: Shape
) -> None:
    annotations = Annotations(machine, evaluate)
    for statement in of.node.body if of.node is not None else ():
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        name, annotation = statement.target.id, statement.annotation
        kind = last_name(annotation.value if isinstance(annotation, ast.Subscript) else annotation)
        if kind == "ClassVar" or name == CONFIG:
            continue
        given = taken.get(name, MISSING)
        if given is MISSING and statement.value is not None:
            raise Unsupported(f"the default of {of.name}.{name}")
        if name.startswith("_"):
            found.private[name] = given if isinstance(given, PrivateInfo) else PrivateInfo(given)
            continue
        checked, said = annotations.described(annotation)
        info = given if isinstance(given, FieldInfo) else FieldInfo(given)
        for one in reversed(said):
            info = one.beside(info)
        check = bounded(machine, checked.check, info.checks) if info.checks else checked.check
        found.fields[name] = ModelField(name, info.alias or name, info.told_as or name, check, info, annotation)


def _add_check(found: Shape, function: Checking, apply: Callable[[Check, Checking, ModelField], Check]) -> None:
    if function.names is None:
        lists = {"before": found.before, "wrap": found.around, "after": found.after}
        lists[function.mode].append(function)
        return
    for name in found.fields if "*" in function.names else function.names:
        if name in found.fields:
            own = found.fields[name]
            check = apply(own.check, function, own)
            found.fields[name] = ModelField(own.name, own.key, own.told_as, check, own.info, own.annotation)
