"""Arguments of an interpreted call, described in the workload language."""

from __future__ import annotations

import keyword
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from perfcast.trial.inputs.call_arguments import can_be_made
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.libraries.pandas.values import Column, Table, Tabular
from perfcast.trial.libraries.torch.values import Tensor
from perfcast.workload import Argument, TypeExpression, Workload
from perfcast.workload.arrays.tensors import CLASSES
from perfcast.workload.defaults.literals import literal_argument
from perfcast.workload.language.describing import describe_value

_LONGEST_TEXT: Final = 40
_LARGEST: Final = 1e300
_WHOLE_NUMBERS: Final = 1
#: Elements of containers that are looked into for instances, and how deep.
_LOOKED_AT: Final = 1_000
_DEEPEST: Final = 4
_CONTAINERS: Final = (list, tuple, set, frozenset, deque, dict)
_KINDS: Final = {Class: "type", Function: "function", Method: "function", Guarded: "function", Iterator: "Iterator"}
_PLAIN: Final = (int, float, str, bytes, bytearray, complex)


@dataclass(frozen=True)
class Described:
    """
    Attributes:
        is_whole: the like of all that the call is made with, but what it is a method of, can be made as this says.
    """

    workload: Workload
    is_whole: bool


def described(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any], *, is_method: bool) -> Described:
    """A call's arguments, those that literal defaults give among them.

    Args:
        is_method: the first argument stands before the dot.
    """
    said = dict(zip(function.places, args, strict=False)) | kwargs
    given = {**function.given, **said}
    names = [*function.places, *(name for name in given if name not in function.places)]
    arguments: list[Argument] = []
    is_whole = len(args) <= len(function.places)
    for name in names[1:] if is_method else names:
        if name not in given or (name not in said and type(given[name]) not in {bool, int, float, str}):
            continue
        if not name.isidentifier() or keyword.iskeyword(name):
            is_whole = False
            continue
        argument = argument_of(name, given[name])
        # What stands in tables is not told.
        is_whole &= can_be_made(argument) and not isinstance(given[name], Tabular)
        arguments.append(argument)
    return Described(Workload(tuple(arguments)), is_whole)


def argument_of(name: str, value: Any) -> Argument:
    """A value as an argument; what no workload describes is of its class alone."""
    if isinstance(value, Tensor) and value.array.ndim and value.array.size:
        # What numbers stand for that are looked up, nobody says: any table has a few rows.
        low, high = (0, CLASSES - 1) if value.kind.category == _WHOLE_NUMBERS else (None, None)
        return Argument(name, TypeExpression(str(value.kind), shape=value.array.shape), low=low, high=high)
    if value is None:
        return Argument(name, TypeExpression("None"), value=None, has_value=True)
    if isinstance(value, np.generic):
        value = value.item()
    if type(value) in {bool, int, float}:
        is_written = abs(value) < _LARGEST
        return literal_argument(name, value) if is_written else Argument(name, TypeExpression(type(value).__name__))
    if type(value) is str and len(value) <= _LONGEST_TEXT:
        return literal_argument(name, value)
    if isinstance(value, Tabular):
        return Argument(name, _of_table(value))
    return describe_value(name, _shown(value, 0))


def _of_table(value: Tabular) -> TypeExpression:
    if isinstance(value, Table):
        return TypeExpression("DataFrame", shape=(len(value), len(value.data)))
    if isinstance(value, Column):
        return TypeExpression("Series", shape=(len(value),))
    return TypeExpression(type(value).__name__)


def _shown(value: Any, depth: int) -> Any:
    """With objects of classes by the names of the unit's own in the place of instances of those."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, (Instance, *_KINDS)):
        return _standing_for(value)
    if depth == _DEEPEST or not isinstance(value, _CONTAINERS) or len(value) > _LOOKED_AT:
        return value
    if isinstance(value, dict):
        return {_standing_for(key): _shown(one, depth + 1) for key, one in value.items()}
    if all(type(one) in _PLAIN for one in value):
        return value
    inner = (_standing_for(one) if isinstance(value, set | frozenset) else _shown(one, depth + 1) for one in value)
    # A record with names is one without.
    return tuple(inner) if isinstance(value, tuple) else type(value)(inner)


def _standing_for(value: Any) -> Any:
    """An object of a class of that name, which nobody else is; what is none of the unit's own is as it is."""
    if isinstance(value, Instance):
        return _named(value.of.name)()
    name = next((name for kind, name in _KINDS.items() if isinstance(value, kind)), None)
    return value if name is None else _named(name)()


@lru_cache(maxsize=500)
def _named(name: str) -> type:
    return type(name, (), {})
