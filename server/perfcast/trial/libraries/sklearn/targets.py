"""``sklearn.utils``: types of targets, random states, versions, parameter constraints.

Prices are those of scikit-learn 1.9.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, nothing
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.library import array_call
from perfcast.trial.libraries.numpy.random_numbers import Legacy
from perfcast.trial.libraries.sklearn.labels import unknown

#: Nanoseconds of telling what kind of target there is, of a look for that besides, of the labels in it.
_KIND: Final = 75_000.0
_CHECKED: Final = 30_000.0
_LABELS: Final = 20_000.0
_SEED: Final = 150.0
#: Of a version that is read, and of two that are compared.
_READ: Final = 3_800.0
_COMPARED: Final = 400.0
#: Characters of a version.
_LONGEST: Final = 40
_CONSTRAINTS: Final = (
    *(
        "Interval",
        "StrOptions",
        "Options",
        "HasMethods",
        "Hidden",
        "MissingValues",
        "RealNotInt",
        "InvalidParameterError",
    ),
)
_COMPARISONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "__lt__": lambda one, other: one < other,
    "__le__": lambda one, other: one <= other,
    "__gt__": lambda one, other: one > other,
    "__ge__": lambda one, other: one >= other,
    "__eq__": lambda one, other: bool(one == other),
}
#: Dimensions of a target of several columns.
_TABULAR: Final = 2


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``sklearn.utils.multiclass`` holds."""
    return {
        "type_of_target": Guarded(lambda y, input_name="", **_: _kind_of(machine, y)),
        "unique_labels": Guarded(lambda *ys: _labels(machine, ys)),
        "check_classification_targets": Guarded(partial(_check_classes, machine)),
    }


def constraints() -> dict[str, Any]:
    """What the module ``sklearn.utils._param_validation`` holds: nothing that is checked."""
    kinds: dict[str, Any] = {}
    for name in _CONSTRAINTS:
        kinds[name] = Class(name, [], None)
        kinds[name].attributes["__init__"] = Guarded(lambda *_, **__: None)
    return {**kinds, "validate_params": Guarded(lambda *_, **__: Guarded(nothing))}


def seeded(machine: Machine, numpy: Callable[[], Module], seed: Any) -> Any:
    """As ``check_random_state``. Raises ValueError."""
    machine.array(0, _SEED, 0.0)
    drawing = numpy().get("random")
    if seed is None or seed is drawing:
        return drawing.get("mtrand").attributes["_rand"]
    if isinstance(seed, int | np.integer):
        return drawing.get("RandomState")(seed)
    if isinstance(seed, Legacy):
        return seed
    raise ValueError("the value cannot be used to seed a numpy.random.RandomState instance")


def version(machine: Machine) -> Guarded:
    """As ``parse_version``: of numbers between points."""
    kind = Class("Version", [], None)
    kind.lose_track()

    def compared(compare: Callable[[Any, Any], bool], one: Instance, other: Any) -> Any:
        machine.array(0, _COMPARED, 0.0)
        if not isinstance(other, Instance) or other.of is not kind:
            return NotImplemented
        # Zeros at the end say nothing.
        return compare(*(_without_zeros(version.attributes["release"]) for version in (one, other)))

    for name, compare in _COMPARISONS.items():
        kind.attributes[name] = Guarded(partial(compared, compare))

    def read(text: Any) -> Instance:
        machine.array(0, _READ, 0.0)
        if not isinstance(text, str) or len(text) > _LONGEST or not all(part.isdecimal() for part in text.split(".")):
            raise Unsupported("a version of another form")
        release = tuple(int(part) for part in text.split("."))
        made = Instance(kind)
        numbers = dict(zip(("major", "minor", "micro"), (*release, 0, 0), strict=False))
        made.attributes.update(release=release, base_version=text, public=text, **numbers)
        return made

    return Guarded(read)


def _without_zeros(release: tuple[int, ...]) -> tuple[int, ...]:
    while release and not release[-1]:
        release = release[:-1]
    return release


def _kind_of(machine: Machine, target: Any) -> str:
    """As ``type_of_target``. Raises ValueError; Unsupported for targets of others than numbers."""
    machine.array(0, _KIND, 0.0)
    if isinstance(target, str | int | float | None):
        raise ValueError("Expected array-like (array or non-string sequence)")
    found = array_call(machine, np.asarray, (target,), {}, "asarray")
    if not isinstance(found, np.ndarray) or found.dtype.kind not in "biuf" or found.ndim not in (1, _TABULAR):
        raise Unsupported("a target of another kind")
    many = "-multioutput" if found.ndim == _TABULAR and found.shape[1] > 1 else ""
    values = array_call(machine, np.unique, (found,), {}, "unique")
    if many and len(values) <= _TABULAR and not (values % 1).any():
        return "multilabel-indicator"
    if found.dtype.kind == "f" and (values % 1).any():
        return f"continuous{many}"
    check_length(len(values))
    return f"multiclass{many}" if len(values) > _TABULAR or many else "binary"


def _check_classes(machine: Machine, target: Any) -> None:
    """As ``check_classification_targets``. Raises ValueError."""
    kind = _kind_of(machine, target)
    machine.array(0, _CHECKED, 0.0)
    if kind.startswith("continuous"):
        raise unknown(kind)


def _labels(machine: Machine, targets: tuple[Any, ...]) -> Any:
    """As ``unique_labels``."""
    if not targets:
        raise ValueError("No argument has been passed.")
    kinds = {_kind_of(machine, target) for target in targets}
    if not kinds <= {"binary", "multiclass"}:
        raise Unsupported("labels of several columns")
    machine.array(0, _LABELS, 0.0)
    joined = array_call(machine, np.concatenate, (list(targets),), {}, "concatenate")
    return array_call(machine, np.unique, (joined,), {}, "unique")
