"""How estimators are modelled: their parameters, learned attributes and methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function, Parameter
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.values import Table
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.errors import NotFittedError
from perfcast.trial.libraries.sklearn.function_calls import Call, called

#: Microseconds of making one that is not fitted.
_MADE: Final = 0.4
#: As `inspect.Parameter` numbers what is given by place or name.
_BY_PLACE: Final = 1
#: What changes no value, only how it is come by.
_UNHEEDED: Final = frozenset({"copy", "copy_X", "copy_x", "n_jobs", "verbose", "random_state", "tol", "cache_size"})


class Model(NamedTuple):
    """A class of the library's.

    Attributes:
        bases: names of those that it extends, besides ``BaseEstimator``.
        given: its parameters, and what they are where nothing is said.
        methods: each is told a `Call` and the instance first.
        heeded: parameters that may be other than that.
        lacking: names of what else it has.
    """

    bases: tuple[str, ...]
    given: Mapping[str, Any]
    methods: Mapping[str, Callable[..., Any]]
    heeded: frozenset[str] = frozenset()
    lacking: frozenset[str] | None = None


def classes(machine: Machine, models: Mapping[str, Model], bases: Mapping[str, Any]) -> dict[str, Any]:
    """The classes by name.

    Args:
        bases: what ``sklearn.base`` holds.
    """
    return {name: _class(machine, name, model, bases) for name, model in models.items()}


def _class(machine: Machine, name: str, model: Model, bases: Mapping[str, Any]) -> Class:
    found = Class(name, [bases[one] for one in (*model.bases, "BaseEstimator")], None)
    found.is_partial, found.lacking = True, model.lacking
    begin = Function("__init__", partial(_begin, machine, name, model.given), given=model.given)
    begin.places = ("self", *model.given)
    begin.parameters = [Parameter(one, _BY_PLACE, False) for one in begin.places]
    found.attributes["__init__"] = begin
    for method, run in model.methods.items():
        found.attributes[method] = Guarded(partial(_method, machine, model, run))
    return found


def _begin(
    machine: Machine,
    name: str,
    parameters: Mapping[str, Any],
    _: Function,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> None:
    own, *placed = args
    if len(placed) > len(parameters) or not kwargs.keys() <= parameters.keys():
        raise Unsupported(f"{name} with other arguments")
    machine.array(0, 1_000 * _MADE, 0.0)
    own.attributes.update(parameters)
    own.attributes.update(zip(parameters, placed, strict=False))
    own.attributes.update(kwargs)


def _method(machine: Machine, model: Model, run: Callable[..., Any], own: Any, /, *args: Any, **kwargs: Any) -> Any:
    if not isinstance(own, Instance):
        raise Unsupported("an estimator of another library")
    for name, usual in model.given.items():
        if name not in model.heeded and name not in _UNHEEDED and not _is_same(own.attributes.get(name), usual):
            raise Unsupported(f"{own.of.name} with another {name}")
    return called(machine, run, (own,), args, kwargs)


def _is_same(value: Any, usual: Any) -> bool:
    return value is usual or (type(value) in {int, float, str, bool, tuple} and bool(value == usual))


def learned(call: Call, own: Instance, **found: Any) -> Instance:
    """The instance with what it has learned, noted as made."""
    call.machine.changes(own)
    own.attributes.update(found)
    return own


def know(own: Instance, name: str) -> Any:
    """What it has learned. Raises NotFittedError where it has not."""
    if name not in own.attributes:
        raise NotFittedError(f"This {own.of.name} instance is not fitted yet.")
    return own.attributes[name]


def note_features(own: Instance, table: Any, found: Array) -> None:
    """Notes how many columns there are, and what they are called."""
    note_width(own, table, found.shape[1])


def note_width(own: Instance, table: Any, width: int) -> None:
    """The same, told how many there are."""
    own.attributes["n_features_in_"] = width
    if isinstance(table, Table) and all(type(name) is str for name in table.data):
        own.attributes["feature_names_in_"] = np.array(list(table.data), dtype=object)


def check_features(own: Instance, found: Array) -> None:
    """Raises ValueError where there are other columns than it was fitted for."""
    check_width(own, found.shape[1])


def check_width(own: Instance, width: int) -> None:
    """The same, told how many there are."""
    if width != know(own, "n_features_in_"):
        raise ValueError(f"X has {width} features, but {own.of.name} is expecting {own.attributes['n_features_in_']}.")
