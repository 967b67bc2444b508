"""What the modules of scikit-learn hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.accounting.machine import Machine
from perfcast.trial.learning import (
    estimators,
    label_figures,
    linear,
    logistic,
    number_figures,
    pipelines,
    scaling,
    splitting,
)
from perfcast.trial.learning.calling import functions
from perfcast.trial.learning.models import classes
from perfcast.trial.objects.kinds import Module, inner_modules

_OWN: Final = (
    *("sklearn.model_selection", "sklearn.preprocessing", "sklearn.linear_model", "sklearn.metrics"),
    "sklearn.pipeline",
)
NAMES: Final = (*estimators.NAMES, *_OWN)


def members(machine: Machine, name: str, module: Callable[[str], Module]) -> dict[str, Any]:
    """What the module of that name holds, one of `NAMES`.

    Args:
        module: gives those that it holds in turn.
    """
    if name not in _OWN:
        return estimators.members(machine, name, module) | inner_modules(name, NAMES, module)
    bases = dict(module("sklearn.base").members)
    made: dict[str, Callable[[], dict[str, Any]]] = {
        "sklearn.model_selection": lambda: {
            **functions(machine, {"train_test_split": splitting.train_test_split}),
            **classes(machine, splitting.CLASSES, bases),
        },
        "sklearn.preprocessing": lambda: {
            **functions(machine, scaling.FUNCTIONS),
            **classes(machine, scaling.CLASSES, bases),
        },
        "sklearn.linear_model": lambda: classes(machine, {**linear.CLASSES, **logistic.CLASSES}, bases),
        "sklearn.metrics": lambda: dict(functions(machine, {**label_figures.FUNCTIONS, **number_figures.FUNCTIONS})),
        "sklearn.pipeline": lambda: pipelines.members(machine, bases),
    }
    return made[name]() | inner_modules(name, NAMES, module)
