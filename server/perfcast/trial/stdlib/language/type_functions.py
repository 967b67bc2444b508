"""``isinstance``, ``issubclass`` and ``callable``, of interpreted objects too."""

from __future__ import annotations

import types
from abc import ABCMeta
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import KIND_ASKED, OF_ABSTRACT
from perfcast.trial.interpreter.builtin_functions import Guarded, Kind
from perfcast.trial.interpreter.objects import named_tuples
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.type_object import TYPE, check_known
from perfcast.trial.interpreter.objects.types import (
    Class,
    Function,
    Instance,
    Method,
    Module,
    Property,
    StaticMethod,
    Unknown,
    contained,
)
from perfcast.trial.interpreter.objects.value_subclasses import Valued
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.masked import Masked
from perfcast.trial.libraries.torch import library as tensor_library
from perfcast.trial.libraries.torch.modules import LayerKind, WeightKind
from perfcast.trial.stdlib.formats import io_and_csv
from perfcast.trial.stdlib.language.attribute_functions import PLAIN
from perfcast.trial.stdlib.numbers import random_numbers


def members(machine: Machine) -> dict[str, Any]:
    """Of the built-in functions those that ask."""
    asking = _Asking(machine)
    return {
        "isinstance": Guarded(asking.is_instance),
        "issubclass": Guarded(asking.is_subclass),
        "type": TYPE,
        "callable": Guarded(is_callable),
    }


class _Asking:
    """What is paid for."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def is_instance(self, value: Any, kinds: Any) -> bool:
        self._machine.pay(_asking(partial(is_instance, value), kinds))
        return is_instance(value, kinds)

    def is_subclass(self, kind: Any, kinds: Any) -> bool:
        self._machine.pay(_asking(partial(is_subclass, kind), kinds))
        return is_subclass(kind, kinds)


def is_instance(value: Any, kinds: Any) -> bool:  # noqa: PLR0911
    """As ``isinstance``, of the unit's own classes too."""
    check_known(value)
    if isinstance(kinds, tuple):
        return any(is_instance(value, kind) for kind in kinds)
    if isinstance(kinds, types.UnionType):
        return is_instance(value, kinds.__args__)
    if isinstance(kinds, LayerKind | WeightKind | Kind):
        return kinds.has(value)
    if isinstance(kinds, Class):
        if isinstance(value, Instance | Valued):
            return value.of.extends(kinds)
        if isinstance(value, Class):
            return value.meta is not None and value.meta.extends(kinds)
        return kinds.abstract is not None and isinstance(value, kinds.abstract)
    if isinstance(kinds, type):
        if isinstance(value, Masked):
            return issubclass(np.ma.MaskedArray, kinds)
        held = contained(value)
        return held.of.is_a(kinds) if isinstance(held, Instance) else isinstance(held, kinds)
    if isinstance(kinds, tensor_library.Type | random_numbers.GeneratorKind | named_tuples.Kind):
        if isinstance(value, Instance) and value.of.is_partial and issubclass(kinds.kind, io_and_csv.Buffer):
            raise Unsupported("whether an instance is an open file")
        return isinstance(value, kinds.kind)
    if kinds is TYPE:
        return isinstance(value, type | Class | LayerKind)
    if isinstance(kinds, Module | Unknown):
        # Of a module that the closed world lacks, as are the values of its classes.
        return False
    raise Unsupported("isinstance of another kind")


def _asking(is_of: Callable[[Any], bool], kinds: Any) -> float:
    """Nanoseconds of asking for abstract classes, or for several kinds, until one is found that it is of."""
    several = kinds if isinstance(kinds, tuple) else (kinds,)
    if len(several) == 1 and not isinstance(several[0], ABCMeta):
        return 0.0
    asked = next((number for number, kind in enumerate(several, 1) if is_of(kind)), len(several))
    return sum(OF_ABSTRACT if isinstance(kind, ABCMeta) else KIND_ASKED for kind in several[:asked])


def is_subclass(kind: Any, kinds: Any) -> bool:
    """As ``issubclass``, of the unit's own classes too."""
    if isinstance(kinds, tuple):
        return any(is_subclass(kind, one) for one in kinds)
    if isinstance(kind, Class):
        return kind.extends(kinds) if isinstance(kinds, Class) else isinstance(kinds, type) and kind.is_a(kinds)
    if isinstance(kind, type) and isinstance(kinds, Class):
        return kinds.abstract is not None and issubclass(kind, kinds.abstract)
    if isinstance(kind, type) and isinstance(kinds, type):
        return issubclass(kind, kinds)
    if kinds is TYPE:
        return kind is TYPE
    if isinstance(kinds, Module | Unknown):
        return False
    if type(kind) in PLAIN or isinstance(kind, Instance | Valued | Function | Method | StaticMethod | Property):
        raise TypeError("issubclass() arg 1 must be a class")
    raise Unsupported("issubclass of another kind")


def is_callable(value: Any) -> bool:
    """As ``callable``, of the unit's own objects too."""
    check_known(value)
    return value.of.find("__call__") is not MISSING if isinstance(value, Instance) else callable(value)
