"""Fields as attrs describes them: ``attr.ib``, ``attrs.field``, ``Factory``."""

from __future__ import annotations

from itertools import count
from typing import Any, Final

from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported

_UNHEEDED: Final = frozenset({"metadata", "type", "hash", "order", "cmp", "on_setattr", "eq", "alias"})
_numbers: Final = count()


class Factory(Guarded):
    """What ``Factory(...)`` gives.

    Attributes:
        make: makes a default anew for each instance; takes_self: told the instance.
    """

    __slots__ = ("make", "takes_self")

    def __init__(self, factory: Any, takes_self: bool = False) -> None:
        super().__init__(_uncalled)
        self.make, self.takes_self = factory, bool(takes_self)


class Attribute(Guarded):
    """What ``field(...)`` gives; within the class's body it is decorated with, too.

    Attributes:
        name: once it is known; number: of those before it.
        default: `MISSING` where there is none; validators: each is told the instance, the attribute and the value.
        by_name: it is given by name alone; is_given: it is a parameter; alias: what it is called as one.
    """

    __slots__ = (
        *("alias", "by_name", "converter", "default", "is_compared", "is_given", "is_shown", "name", "number"),
        *("told", "validators"),
    )

    def __init__(
        self,
        default: Any = MISSING,
        validator: Any = None,
        repr: Any = True,
        *,
        factory: Any = None,
        converter: Any = None,
        init: bool = True,
        kw_only: bool = False,
        **said: Any,
    ) -> None:
        if said.keys() - _UNHEEDED:
            raise Unsupported(f"a field's {', '.join(sorted(said.keys() - _UNHEEDED))}")
        self.default = Factory(factory) if factory is not None else default
        self.validators: list[Any] = _listed(validator)
        self.converter = converter
        self.is_given, self.by_name, self.is_shown = bool(init), kw_only, bool(repr)
        self.is_compared = said.get("eq") is not False and said.get("cmp") is not False
        if callable(repr) or callable(said.get("eq")):
            raise Unsupported("a field that is shown or compared in another way")
        self.alias, self.name, self.number = said.get("alias"), "", next(_numbers)
        self.told: Instance | None = None
        super().__init__(_uncalled, {"default": Guarded(self._has_default), "validator": Guarded(self._has_validator)})

    def _has_default(self, function: Any) -> Any:
        self.default = Factory(function, takes_self=True)
        return function

    def _has_validator(self, function: Any) -> Any:
        self.validators.append(function)
        return function

    @property
    def parameter(self) -> str:
        """What it is called where an instance is made."""
        return self.alias or self.name.lstrip("_")

    def as_told(self) -> Instance:
        """As ``fields`` tells of it."""
        if self.told is None:
            kind = Class("Attribute", [], None)
            kind.lose_track()
            self.told = Instance(kind)
            self.told.attributes.update(
                name=self.name, alias=self.parameter, init=self.is_given, kw_only=self.by_name, eq=self.is_compared
            )
        return self.told


def _listed(given: Any) -> list[Any]:
    return [] if given is None else list(given) if isinstance(given, list | tuple) else [given]


def _uncalled(*_: Any, **__: Any) -> Any:
    raise TypeError("the object is not callable")
