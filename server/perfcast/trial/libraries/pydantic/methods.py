"""Methods of models, and of their classes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.compiled_code import pay
from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting, text_length
from perfcast.trial.interpreter.objects.attribute_assignment import assign_as_object
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import ClassMethod, Property
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pydantic.dumping import Dump
from perfcast.trial.libraries.pydantic.models import CopiedNames, ModelClass
from perfcast.trial.libraries.pydantic.prices import (
    ASKED,
    ASKED_OF_TEXT,
    CHANGED,
    COMPARED,
    COMPARED_FIELD,
    CONSTRUCTED,
    CONSTRUCTED_FIELD,
    COPY,
    COPY_FIELD,
    DUMPED,
    GONE_THROUGH,
    HASHED,
    OUTDATED,
    PUT,
    PUT_CHECKED,
    SHOWN,
    SHOWN_FIELD,
    WRITTEN,
)
from perfcast.trial.libraries.pydantic.text_parsing import read
from perfcast.trial.libraries.pydantic.validation_errors import invalid
from perfcast.trial.stdlib.text.formatting_times import pay_for_text

#: What dumping is told that changes nothing of what is followed here.
_UNHEEDED: Final = frozenset({"warnings", "round_trip", "context", "serialize_as_any", "ensure_ascii"})
_PICKING: Final = ("include", "exclude")


def methods(machine: Machine, deep_copy: Callable[[Any], Any]) -> dict[str, Any]:
    """
    Args:
        deep_copy: of any value.
    """
    own = _Methods(machine, deep_copy)
    of_models: dict[str, Callable[..., Any]] = {
        "model_dump": own.dump,
        "model_dump_json": own.dump_text,
        "model_copy": own.copy,
        "dict": partial(own.outdated, own.dump),
        "json": partial(own.outdated, own.dump_text),
        "copy": partial(own.outdated, own.copy),
        "__copy__": own.copy,
        "__deepcopy__": lambda model, _=None: own.copy(model, deep=True),
        "__iter__": own.pairs,
        "__eq__": own.equals,
        "__hash__": own.hashed,
        "__repr__": own.shown,
        "__str__": own.told,
        "__setattr__": own.put,
    }
    of_classes: dict[str, Callable[..., Any]] = {
        "model_validate": own.check,
        "model_validate_json": own.check_text,
        "model_construct": own.construct,
        "parse_obj": partial(own.outdated, own.check),
        "parse_raw": partial(own.outdated, own.check_text),
        "construct": partial(own.outdated, own.construct),
        "model_rebuild": lambda *_, **__: None,
    }
    return {
        **{name: Guarded(method) for name, method in of_models.items()},
        **{name: ClassMethod(Guarded(method)) for name, method in of_classes.items()},
        "model_fields_set": Property(Guarded(lambda model: set(model.given or ()))),
        "model_extra": Property(Guarded(_others)),
        "model_config": {},
    }


def _others(model: Any) -> dict[str, Any] | None:
    """As ``model_extra``."""
    of = _class_of(model)
    return of.others_of(model) if of.shape.config.get("extra") == "allow" else None


def _class_of(model: Any) -> ModelClass:
    if not isinstance(model, Instance) or not isinstance(model.of, ModelClass):
        raise Unsupported("a model of another library")
    if model.is_partial:
        raise Unsupported(f"a whole {model.of.name}")
    return model.of


class _Methods:
    def __init__(self, machine: Machine, deep_copy: Callable[[Any], Any]) -> None:
        self._machine, self._deep_copy = machine, deep_copy

    def outdated(self, method: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """One that goes by another name now, and says so first."""
        pay(self._machine, OUTDATED)
        return method(*args, **kwargs)

    def dump(self, model: Any, *, mode: str = "python", **said: Any) -> Any:
        _class_of(model)
        pay(self._machine, DUMPED)
        options, picked = _options(said)
        return Dump(self._machine, as_json=mode == "json", **options).of_model(model, **picked)

    def dump_text(self, model: Any, *, indent: int | None = None, **said: Any) -> str:
        _class_of(model)
        pay(self._machine, WRITTEN)
        options, picked = _options(said)
        dump = Dump(self._machine, as_json=True, is_text=True, **options)
        return dump.text(dump.of_model(model, **picked), indent)

    def copy(self, model: Any, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Any:
        of = _class_of(model)
        pay(self._machine, COPY + COPY_FIELD * len(model.attributes) + (CHANGED if update else 0.0))
        made = of.blank(())
        made.attributes = dict(model.attributes)
        if deep:
            made.attributes = {name: self._deep_copy(value) for name, value in model.attributes.items()}
        made.attributes |= update or {}
        made.given = CopiedNames((model.given or frozenset()) | (update or {}).keys())
        made.shows_table = made.owns_table = True
        return self._machine.made(made)

    def pairs(self, model: Any) -> Iterator[tuple[str, Any]]:
        of = _class_of(model)
        pay(self._machine, GONE_THROUGH)
        return iter([*((name, model.attributes[name]) for name in of.shape.fields), *of.others_of(model).items()])

    def equals(self, model: Any, other: Any) -> Any:
        if not isinstance(other, Instance) or other.of is not model.of:
            return NotImplemented
        check_nesting(model.attributes)
        pay(self._machine, COMPARED + COMPARED_FIELD * len(model.attributes))
        return model.attributes == other.attributes

    def hashed(self, model: Any) -> int:
        of = _class_of(model)
        if not of.shape.config.get("frozen"):
            raise TypeError(f"unhashable type: '{of.name}'")
        pay(self._machine, HASHED + COMPARED_FIELD * len(of.shape.fields))
        return hash(tuple(model.attributes[name] for name in of.shape.fields))

    def shown(self, model: Any) -> str:
        return f"{_class_of(model).name}({', '.join(self._parts(model))})"

    def told(self, model: Any) -> str:
        return " ".join(self._parts(model))

    def _parts(self, model: Any) -> list[str]:
        of = _class_of(model)
        found = {name: model.attributes[name] for name, field in of.shape.fields.items() if not field.info.is_hidden}
        found |= of.others_of(model)
        check_length(text_length([*found.values()]))
        check_nesting(model.attributes)
        pay(self._machine, SHOWN + SHOWN_FIELD * len(found))
        pay_for_text(self._machine, [*found.values()])
        return [f"{name}={value!r}" for name, value in found.items()]

    def put(self, model: Any, name: str, value: Any) -> None:
        of = _class_of(model)
        if isinstance(of.find(name), Property) or (name.startswith("_") and name in of.shape.private):
            assign_as_object(self._machine, model, name, value)
            return
        config = of.shape.config
        pay(self._machine, PUT)
        field = of.shape.fields.get(name)
        if config.get("frozen"):
            of.asked(lambda: _refuse(name, value))
        if field is None and config.get("extra") != "allow":
            raise ValueError(f'"{of.name}" object has no field "{name}"')
        if field is not None and config.get("validate_assignment"):
            pay(self._machine, PUT_CHECKED)
            check = field.check
            value = of.asked(lambda: check(value, (name,)))
        model.attributes[name] = value
        model.given = (model.given or frozenset()) | {name}

    def check(self, of: Any, value: Any, *, strict: Any = None, from_attributes: Any = None, **_: Any) -> Any:
        if strict or from_attributes or not isinstance(of, ModelClass):
            raise Unsupported("a model that is checked in another way")
        pay(self._machine, ASKED)
        if isinstance(value, Instance) and not isinstance(value.of, ModelClass) and value.of is not of:
            raise Unsupported("a model of the attributes of another object")
        return of.asked(lambda: of.checking(value, ()))

    def check_text(self, of: Any, text: Any, **said: Any) -> Any:
        if any(said.values()) or not isinstance(of, ModelClass):
            raise Unsupported("a model that is checked in another way")
        pay(self._machine, ASKED_OF_TEXT)
        return of.asked(lambda: of.checking(read(self._machine, text), ()))

    def construct(self, of: Any, _fields_set: Any = None, /, **values: Any) -> Any:
        assert isinstance(of, ModelClass)
        pay(self._machine, CONSTRUCTED + CONSTRUCTED_FIELD * len(of.shape.fields))
        made = of.blank(())
        for name, field in of.shape.fields.items():
            key = field.key if field.key in values else name
            if key in values:
                made.attributes[name] = values[key]
            elif (default := of.default_of(field.info, made.attributes)) is not MISSING:
                made.attributes[name] = default
        made.given = CopiedNames(values if _fields_set is None else _fields_set)
        made.shows_table = made.owns_table = True
        return self._machine.made(made)


def _refuse(name: str, value: Any) -> None:
    raise invalid("frozen_instance", (name,), "Instance is frozen", value)


def _options(said: dict[str, Any]) -> tuple[dict[str, bool], dict[str, Any]]:
    """How a model is dumped, and what of it. Raises Unsupported for what is not followed."""
    options = {name: value for name, value in said.items() if name not in _PICKING and name not in _UNHEEDED}
    known = Dump.__dataclass_fields__.keys() - {"machine", "as_json", "is_text"}
    if any(value is not None and name not in known for name, value in options.items()):
        raise Unsupported(f"a model that is dumped by {', '.join(sorted(options.keys() - known))}")
    picked = {name: said[name] for name in _PICKING if said.get(name) is not None}
    return {name: bool(value) for name, value in options.items() if name in known}, picked
