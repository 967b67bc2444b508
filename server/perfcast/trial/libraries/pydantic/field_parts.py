"""What the body of a model says besides types: its fields, and functions that check or write values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import CachedProperty, ClassMethod, Property, StaticMethod
from perfcast.trial.interpreter.stops import Unsupported

#: What a field may say of its values that checks them.
CHECKS: Final = frozenset(
    {"gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "pattern", "max_digits", "decimal_places"}
    | {"strict", "allow_inf_nan"}
)
#: What else it may say, which nothing here depends on.
_UNHEEDED: Final = frozenset(
    {"title", "description", "examples", "json_schema_extra", "deprecated", "frozen", "repr", "init", "kw_only"}
    | {"validate_default", "union_mode", "discriminator", "alias_priority"}
)
_ALIASES: Final = ("alias", "validation_alias", "serialization_alias")


class FieldInfo(Guarded):
    """A field as ``Field(...)`` describes it.

    Attributes:
        default: `MISSING` where there is none; make: makes one anew for each instance.
        alias: what it is given by; told_as: what it is written by; checks: what its values must be.
    """

    __slots__ = ("alias", "checks", "default", "is_hidden", "is_left_out", "make", "told_as")

    def __init__(self, default: Any = MISSING, *, default_factory: Any = None, **said: Any) -> None:
        self.default = MISSING if default is ... else default
        self.make = default_factory
        alias, given_by, told_as = (said.get(name) for name in _ALIASES)
        self.alias, self.told_as = given_by or alias, told_as or alias
        self.is_left_out, self.is_hidden = bool(said.get("exclude")), said.get("repr") is False
        self.checks = {name: value for name, value in said.items() if name in CHECKS and value is not None}
        others = said.keys() - CHECKS - _UNHEEDED - {*_ALIASES, "exclude"}
        if others or not isinstance(self.alias, str | None):
            raise Unsupported(f"a field's {', '.join(sorted(others)) or 'alias'}")
        super().__init__(_uncalled, {name: said.get(name) for name in ("title", "description")})
        self.attributes = {
            **self.attributes,
            "default": self.default,
            "default_factory": default_factory,
            "alias": self.alias,
            "is_required": Guarded(lambda: self.default is MISSING and self.make is None),
        }

    def beside(self, other: FieldInfo) -> FieldInfo:
        """With what another one says besides."""
        found = FieldInfo(other.default if other.default is not MISSING else self.default)
        found.make = other.make or self.make
        found.alias, found.told_as = other.alias or self.alias, other.told_as or self.told_as
        found.is_left_out = self.is_left_out or other.is_left_out
        found.checks = self.checks | other.checks
        return found


def _uncalled(*_: Any, **__: Any) -> Any:
    raise TypeError("'FieldInfo' object is not callable")


class PrivateInfo(Guarded):
    """What ``PrivateAttr(...)`` gives."""

    __slots__ = ("default", "make")

    def __init__(self, default: Any = MISSING, *, default_factory: Any = None, **_: Any) -> None:
        super().__init__(_uncalled)
        self.default, self.make = default, default_factory


class Checking(ClassMethod):
    """A function of the model's that checks values.

    Attributes:
        names: of fields; None of one that checks the whole model.
        mode: ``before``, ``after``, ``wrap`` or ``plain``.
        is_of_instance: it is called on the model; is_bare: it is given nothing but the value.
    """

    __slots__ = ("is_bare", "is_of_instance", "mode", "names")

    def __init__(self, function: Any, names: tuple[str, ...] | None, mode: str) -> None:
        super().__init__(function.function if isinstance(function, StaticMethod) else function)
        self.names, self.mode = names, mode
        self.is_bare = type(function) is StaticMethod
        self.is_of_instance = names is None and mode == "after"


class Writing(StaticMethod):
    """A function of the model's that says how values of fields are written.

    Attributes:
        when: they are: ``always``, ``unless-none``, ``json`` or ``json-unless-none``.
    """

    __slots__ = ("names", "when")

    def __init__(self, function: Any, names: tuple[str, ...], when: str) -> None:
        super().__init__(function.function if isinstance(function, StaticMethod) else function)
        self.names, self.when = names, when


class Computed(Property):
    """A property that is written with the fields."""

    __slots__ = ()


class ComputedOnce(CachedProperty):
    """The same of one whose value is kept."""

    __slots__ = ()


def _field_validator(*names: str, mode: str = "after", **_: Any) -> Guarded:
    return Guarded(lambda function: Checking(function, names, mode))


def _model_validator(*, mode: str) -> Guarded:
    return Guarded(lambda function: Checking(function, None, mode))


def _validator(*names: str, pre: bool = False, **_: Any) -> Guarded:
    return Guarded(lambda function: Checking(function, names, "before" if pre else "after"))


def _field_serializer(*names: str, mode: str = "plain", when_used: str = "always", **_: Any) -> Guarded:
    if mode != "plain":
        raise Unsupported("what wraps writing a field")
    return Guarded(lambda function: Writing(function, names, when_used))


def _computed(function: Any = None, **said: Any) -> Any:
    if function is None:
        if said.keys() - {"repr", "title", "description", "return_type"}:
            raise Unsupported("a computed field by another name")
        return Guarded(_computed)
    if isinstance(function, CachedProperty):
        return ComputedOnce(*function.functions)
    return Computed(*function.functions) if isinstance(function, Property) else Computed(function)


#: What the module ``pydantic`` holds of this.
MEMBERS: Final[dict[str, Any]] = {
    "Field": Guarded(FieldInfo),
    "PrivateAttr": Guarded(PrivateInfo),
    "ConfigDict": Guarded(lambda **said: dict(said)),
    "field_validator": Guarded(_field_validator),
    "model_validator": Guarded(_model_validator),
    "validator": Guarded(_validator),
    "field_serializer": Guarded(_field_serializer),
    "computed_field": Guarded(_computed),
}
#: Takes a value, keys that lead to it, and gives what it becomes.
Check = Callable[[Any, tuple[Any, ...]], Any]
