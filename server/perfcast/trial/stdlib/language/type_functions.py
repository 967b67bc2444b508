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
from perfcast.trial.interpreter.objects import named_tuples
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Kind
from perfcast.trial.interpreter.objects.instances import Instance, contained
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.properties import Property, StaticMethod
from perfcast.trial.interpreter.objects.type_object import TYPE, check_known, type_of
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.objects.value_subclasses import Valued
from perfcast.trial.interpreter.objects.virtual_subclasses import told_by_hook
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
        return self._answer(partial(is_instance, value), kinds, getattr(value, "of", None))

    def is_subclass(self, kind: Any, kinds: Any) -> bool:
        return self._answer(partial(is_subclass, kind), kinds)

    def _answer(self, is_of: Callable[[Any], bool], kinds: Any, own: Any = None) -> bool:
        """Whether it is of one of several kinds, which are asked for one after the other, each once: what answers may
        be the unit's own code.

        Args:
            own: the value's class, which is seen at once to be the one that is asked for.
        """
        several = kinds if isinstance(kinds, tuple) else (kinds,)
        usual = KIND_ASKED if len(several) > 1 else 0.0
        for kind in several:
            self._machine.pay(OF_ABSTRACT if _is_abstract(kind, own) else usual)
            if is_of(kind):
                return True
        return False


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
        return _is_of_class(value, kinds)
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
    if isinstance(kinds, types.GenericAlias):
        raise TypeError("isinstance() argument 2 cannot be a parameterized generic")
    raise Unsupported("isinstance of another kind")


def _own_check(of: Class, name: str) -> Function | None:
    """What a class's metaclass answers the question with; None where that has nothing of its own."""
    found = None if of.meta is None else of.meta.find(name)
    return found if isinstance(found, Function) else None


def _is_of_class(value: Any, of: Class) -> bool:
    own: Class | None = value.of if isinstance(value, Instance | Valued) else None
    if own is of:
        return True
    if (check := _own_check(of, "__instancecheck__")) is not None:
        return bool(check(of, value))
    if of.hook is not MISSING and (told := told_by_hook(of, type_of(value))) is not NotImplemented:
        return bool(told)
    if own is not None:
        return own.counts_as(of)
    if isinstance(value, Class):
        return value.meta is not None and value.meta.extends(of)
    return of.takes(type(value))


def _is_abstract(kind: Any, own: Any) -> bool:
    return isinstance(kind, ABCMeta) or (isinstance(kind, Class) and kind is not own and kind.is_abstract)


def is_subclass(kind: Any, kinds: Any) -> bool:
    """As ``issubclass``, of the unit's own classes too."""
    if isinstance(kinds, tuple):
        return any(is_subclass(kind, one) for one in kinds)
    if isinstance(kind, type | Class) and isinstance(kinds, Class):
        return _is_subclass_of(kind, kinds)
    if isinstance(kind, Class):
        return isinstance(kinds, type) and kind.is_a(kinds)
    if isinstance(kind, type) and isinstance(kinds, type):
        return issubclass(kind, kinds)
    if kinds is TYPE:
        return kind is TYPE
    if isinstance(kinds, Module | Unknown):
        return False
    if type(kind) in PLAIN or isinstance(kind, Instance | Valued | Function | Method | StaticMethod | Property):
        raise TypeError("issubclass() arg 1 must be a class")
    if isinstance(kinds, types.GenericAlias):
        raise TypeError("issubclass() argument 2 cannot be a parameterized generic")
    raise Unsupported("issubclass of another kind")


def _is_subclass_of(kind: type | Class, of: Class) -> bool:
    if (check := _own_check(of, "__subclasscheck__")) is not None:
        return bool(check(of, kind))
    if (told := told_by_hook(of, kind)) is not NotImplemented:
        return bool(told)
    return kind.counts_as(of) if isinstance(kind, Class) else of.takes(kind)


def is_callable(value: Any) -> bool:
    """As ``callable``, of the unit's own objects too."""
    check_known(value)
    return value.of.find("__call__") is not MISSING if isinstance(value, Instance) else callable(value)
