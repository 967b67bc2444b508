"""Models: how they are made of what is given, each field checked."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any, Final

from perfcast.trial.interpreter.accounting.compiled_code import pay
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import StaticMethod
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.libraries.pydantic.field_parts import Check, Checking, FieldInfo, PrivateInfo
from perfcast.trial.libraries.pydantic.hints import called_to_check
from perfcast.trial.libraries.pydantic.model_classes import ModelField, Shape, shape_of
from perfcast.trial.libraries.pydantic.prices import (
    ASKED_FOR,
    CALLED,
    COPIED,
    FIELD,
    HANDED_ON,
    KEPT,
    MADE_ANEW,
    MODEL,
    OF_TYPES,
    TOLD,
    WITHIN,
)
from perfcast.trial.libraries.pydantic.validation_errors import Invalid, ValidationError, invalid

#: Bytes of a model without its dictionaries and the set of the names that it was given.
_OBJECT: Final = 80
#: Parameters of a function that is told of the field, besides the class; and of one that is handed what goes on.
_WITH_TOLD: Final = {"before": 2, "after": 2, "plain": 2, "wrap": 3}
_FIELDS_TOLD: Final = frozenset({"model_fields", "__fields__", "__pydantic_fields__"})
_PLAIN: Final = (int, float, str, bytes, bool, type(None), tuple, frozenset)


class CopiedNames(frozenset[str]):
    """Names in a set that is a copy of another one, which has less room to spare."""


class ModelClass(Class):
    """``BaseModel``, or a class that extends it.

    Attributes:
        machine: that is paid; options: settings that the class's statement says.
    """

    asking = ASKED_FOR
    machine: Machine
    options: dict[str, Any]
    _evaluate: Callable[[ast.expr], Any]
    _taken: dict[str, Any]
    _checking: dict[str, Checking]

    def complete(self, evaluate: Callable[[ast.expr], Any]) -> None:
        """Takes what the body gave the fields out of the class.

        Args:
            evaluate: gives what an expression of the body stands for.
        """
        self.machine = next(base.machine for base in self.bases if isinstance(base, ModelClass))
        self._evaluate, self._taken, self.options = evaluate, {}, {}
        for statement in self.node.body if self.node is not None else ():
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                name = statement.target.id
                if name in self.attributes and name != "model_config" and not _is_of_class(statement.annotation):
                    self._taken[name] = self.attributes.pop(name)
        self._checking = {name: one for name, one in self.attributes.items() if isinstance(one, Checking)}
        for name, one in self._checking.items():
            if isinstance(one.function, Function):
                one.function.owner = self
            if one.is_of_instance:
                # It is a method like any other where code calls it.
                self.attributes[name] = one.function
        self.completing = self._told

    def _told(self, name: str) -> Any:
        """What the class tells of its fields; `MISSING` for another name."""
        if name not in _FIELDS_TOLD:
            return MISSING
        return {one.name: one.info for one in self.shape.fields.values()}

    def of_types(self, types: Any) -> Class:
        """As ``Model[types]``: a class whose fields are checked with these in the place of its type variables."""
        pay(self.machine, OF_TYPES)
        names = _type_variables(self)
        given = types if isinstance(types, tuple) else (types,)
        inherits = any(isinstance(one, ModelClass) and _type_variables(one) for one in self.bases)
        if self.node is None or len(names) != len(given) or inherits:
            raise Unsupported(f"an index into {self.name}")
        key = tuple(one if isinstance(one, type | Class) else id(one) for one in given)
        if key not in self._of_types:
            self._of_types[key] = self._made_of_types(dict(zip(names, given, strict=True)))
        return self._of_types[key]

    def _made_of_types(self, table: dict[str, Any]) -> ModelClass:
        told = ", ".join(getattr(one, "name", getattr(one, "__name__", "Any")) for one in table.values())
        found = ModelClass(f"{self.name}[{told}]", [self], None)
        found.node, found.machine, found.options = self.node, self.machine, self.options
        found._taken, found._checking, found.completing = self._taken, self._checking, found._told
        found._evaluate = lambda node: (
            table[node.id] if isinstance(node, ast.Name) and node.id in table else self._evaluate(node)
        )
        return found

    @cached_property
    def _of_types(self) -> dict[tuple[object, ...], ModelClass]:
        return {}

    @cached_property
    def shape(self) -> Shape:
        """Raises Unsupported where the class says what is not followed."""
        if self.lacking is None or any(one.node is None and one.is_partial for one in self.order):
            raise Unsupported(f"{self.name}, of which not all is known")
        bases = [one.shape for one in reversed(self.bases) if isinstance(one, ModelClass) and one.node is not None]
        return shape_of(
            self.machine, self, self._evaluate, self._taken, self.options, self._with, bases, self._checking
        )

    def room(self, instance: Instance) -> int:
        given = instance.given or frozenset()
        is_copied = isinstance(given, CopiedNames)
        if self.shape.config.get("extra") != "allow":
            return _room(len(instance.attributes), len(given), is_copied)
        # What it keeps besides its fields has a dictionary of its own.
        others = len(self.others_of(instance))
        return _room(len(instance.attributes) - others, len(given), is_copied) + _room_of_others(others)

    def others_of(self, instance: Instance) -> dict[str, Any]:
        """What a model keeps of what it was given besides its fields."""
        if self.shape.config.get("extra") != "allow":
            return {}
        own = self.shape.fields.keys() | self.shape.private.keys()
        return {name: value for name, value in instance.attributes.items() if name not in own}

    def checking(self, value: Any, at: tuple[Any, ...]) -> Any:
        """What a value within another one becomes. Raises Invalid where it is wrong."""
        if isinstance(value, Instance) and value.of.extends(self):
            return value
        return self.made_of(value, at)

    def made_of(self, value: Any, at: tuple[Any, ...], price: float = WITHIN) -> Instance:
        """A model of a dictionary. Raises Invalid where that is wrong."""
        pay(self.machine, price)
        made = self.blank(())
        self._fill(made, value, at)
        found: Instance = self.machine.made(made)
        return found

    def begun(self, own: Instance, data: dict[str, Any]) -> None:
        """As ``__init__`` does. Raises ValidationError."""
        pay(self.machine, MODEL)
        self.asked(lambda: self._fill(own, data, ()))

    def asked(self, check: Callable[[], Any]) -> Any:
        """What checking gives. Raises ValidationError where something is wrong."""
        try:
            return check()
        except Invalid as error:
            found = error.found
        raise ValidationError(self.machine, self.name, found)

    def _fill(self, own: Instance, data: Any, at: tuple[Any, ...]) -> None:
        shape, machine = self.shape, self.machine
        for function in shape.before:
            pay(machine, CALLED)
            data = called_to_check(machine, function.function, self._first(function, data), data, at)
        if shape.around:
            raise Unsupported("what wraps checking a model")
        if isinstance(data, Instance) and data.of.extends(self):
            own.attributes, own.given = dict(data.attributes), data.given
        else:
            if not isinstance(data, Mapping):
                said = f"Input should be a valid dictionary or instance of {self.name}"
                raise invalid("model_type", at, said, data, class_name=self.name)
            self._take(own, data, at)
        # Its attributes are in a dictionary of its own from the beginning.
        own.shows_table = own.owns_table = True
        for name, private in shape.private.items():
            default = self.default_of(private, own.attributes)
            if default is not MISSING:
                own.attributes[name] = default
        for function in shape.after:
            pay(machine, CALLED)
            kept = called_to_check(machine, function.function, (own,), data, at)
            if kept is not own:
                raise Unsupported("a model that another one takes the place of")

    def _take(self, own: Instance, data: Mapping[str, Any], at: tuple[Any, ...]) -> None:
        """Checks the fields and puts them into a model."""
        shape, machine = self.shape, self.machine
        by_name = shape.config.get("populate_by_name") or shape.config.get("validate_by_name")
        wrong: list[dict[str, Any]] = []
        given, known = set(), 0
        self._so_far = own.attributes
        for name, field in shape.fields.items():
            pay(machine, FIELD)
            key = name if by_name and field.key not in data else field.key
            if key in data:
                known += 1
                try:
                    own.attributes[name] = field.check(data[key], (*at, key))
                    given.add(name)
                except Invalid as error:
                    wrong += error.found
            elif (default := self.default_of(field.info, own.attributes)) is not MISSING:
                own.attributes[name] = default
            else:
                wrong += invalid("missing", (*at, key), "Field required", data).found
        if known < len(data) and (how := shape.config.get("extra", "ignore")) != "ignore":
            keys = {field.key for field in shape.fields.values()} | (shape.fields.keys() if by_name else set())
            others = [key for key in data if key not in keys]
            if how == "allow":
                pay(machine, KEPT * len(others))
                if any(type(key) is not str for key in others):
                    raise Unsupported("names that are no texts")
                own.attributes.update({key: data[key] for key in others})
                given.update(others)
                others = []
            for key in others:
                said = "Extra inputs are not permitted"
                wrong += invalid("extra_forbidden", (*at, key), said, data[key]).found
        if wrong:
            raise Invalid(wrong)
        own.given = frozenset(given)

    def default_of(self, info: FieldInfo | PrivateInfo, so_far: dict[str, Any]) -> Any:
        """What a field has that nothing is given to; `MISSING` where it must be."""
        if info.make is not None:
            pay(self.machine, MADE_ANEW)
            args: tuple[Any, ...] = ()
            if isinstance(info.make, Function) and len(info.make.places) == 1:
                args = (dict(so_far),)
            return invoke(self.machine, info.make, args, {})
        if info.default is MISSING or isinstance(info.default, _PLAIN):
            return info.default
        if isinstance(info.default, list | dict | set):
            pay(self.machine, COPIED)
            if info.default and not all(isinstance(one, _PLAIN) for one in info.default):
                raise Unsupported("a default that is copied deeply")
            return self.machine.made(info.default.copy())
        return info.default

    def _first(self, function: Checking, *args: Any) -> tuple[Any, ...]:
        """What a function is given, the class first but where it is bound to nothing."""
        return args if function.is_bare else (self, *args)

    def _with(self, check: Check, function: Checking, field: ModelField) -> Check:
        """What checks a field, with a function of the model's own besides."""
        machine, mode = self.machine, function.mode
        own = function.function
        places = len(own.places) if isinstance(own, Function) else 0
        is_told = places - (not function.is_bare) >= _WITH_TOLD[mode]

        def call(value: Any, at: tuple[Any, ...], *others: Any) -> Any:
            pay(machine, CALLED)
            args = self._first(function, value, *others)
            if is_told:
                pay(machine, TOLD)
                args = (*args, self._info(field))
            return called_to_check(machine, own, args, value, at)

        def run(value: Any, at: tuple[Any, ...]) -> Any:
            if mode == "plain":
                return call(value, at)
            if mode == "before":
                return check(call(value, at), at)
            if mode == "after":
                return call(check(value, at), at)
            pay(machine, HANDED_ON)
            go_on = Guarded(lambda inner: self.asked(lambda: check(inner, at)))
            return call(value, at, go_on)

        return run

    def _info(self, field: ModelField) -> Instance:
        """What a function is told that checks a field."""
        kind = Class("ValidationInfo", [], None)
        kind.lose_track()
        told = Instance(kind)
        told.attributes.update(field_name=field.name, data=dict(self._so_far), context=None, mode="python")
        return told


def _type_variables(of: Class) -> list[str]:
    """Names of those that a class is generic over."""
    if of.node is None:
        return []
    found = [one.name for one in getattr(of.node, "type_params", ())]
    for base in of.node.bases:
        if isinstance(base, ast.Subscript):
            parts = base.slice.elts if isinstance(base.slice, ast.Tuple) else [base.slice]
            found += [one.id for one in parts if isinstance(one, ast.Name) and one.id not in found]
    return found


def _is_of_class(annotation: ast.expr) -> bool:
    kind = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return (kind.id if isinstance(kind, ast.Name) else getattr(kind, "attr", "")) == "ClassVar"


@lru_cache(maxsize=4_096)
def _room(attributes: int, given: int, is_copied: bool) -> int:
    """Bytes of a model of so many attributes, of which some were given: they are filled one by one."""
    table: dict[str, None] = {}
    names: set[str] = set()
    for number in range(attributes):
        table[str(number)] = None
    for number in range(given):
        names.add(str(number))
    return _OBJECT + sys.getsizeof(table) + sys.getsizeof(names.copy() if is_copied else names)


@lru_cache(maxsize=4_096)
def _room_of_others(count: int) -> int:
    """Bytes of a dictionary that was filled with so many names one by one."""
    table: dict[str, None] = {}
    for number in range(count):
        table[str(number)] = None
    return sys.getsizeof(table)


def base_model(machine: Machine) -> ModelClass:
    """``BaseModel`` without its methods, but for what makes models."""

    def begin(_: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        own, *others = args
        if others:
            raise TypeError(f"BaseModel.__init__() takes 1 positional argument but {len(args)} were given")
        if not isinstance(own, Instance) or not isinstance(own.of, ModelClass):
            raise Unsupported("a model of another library")
        own.of.begun(own, kwargs)

    found = ModelClass("BaseModel", [], None)
    found.machine, found.options = machine, {}
    found.attributes["__init__"] = Function("__init__", begin, places=("self",))
    found.attributes["__init_subclass__"] = StaticMethod(Guarded(_begin_subclass))
    return found


def _begin_subclass(of: Class, **options: Any) -> None:
    if isinstance(of, ModelClass):
        of.options = options
