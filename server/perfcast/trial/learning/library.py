"""What the modules of scikit-learn hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from perfcast.trial.accounting.machine import Machine
from perfcast.trial.learning import (
    bayes,
    chances,
    clusters,
    columns_apart,
    decompositions,
    dense_places,
    descending,
    encoding,
    estimators,
    isolating,
    label_figures,
    linear,
    logistic,
    margins,
    neighbours,
    number_figures,
    pairs,
    pipelines,
    scaling,
    splitting,
    support_vectors,
    trees,
    validating,
    weighted_words,
    words,
)
from perfcast.trial.learning.calling import functions
from perfcast.trial.learning.models import Model, classes
from perfcast.trial.objects.kinds import Module, inner_modules

#: Classes of each module that has nothing else.
CLASSES: Final[Mapping[str, Mapping[str, Model]]] = {
    "sklearn.linear_model": {**linear.CLASSES, **logistic.CLASSES, **descending.CLASSES},
    "sklearn.cluster": {**clusters.CLASSES, **dense_places.CLASSES},
    "sklearn.svm": {**support_vectors.CLASSES, **margins.CLASSES},
    "sklearn.decomposition": decompositions.CLASSES,
    "sklearn.neighbors": neighbours.CLASSES,
    "sklearn.tree": trees.TREES,
    "sklearn.ensemble": {**trees.FORESTS, **isolating.CLASSES},
    "sklearn.naive_bayes": bayes.CLASSES,
    "sklearn.impute": encoding.IMPUTERS,
    "sklearn.feature_extraction.text": {**words.CLASSES, **weighted_words.CLASSES},
}
_FIGURES: Final = {**label_figures.FUNCTIONS, **number_figures.FUNCTIONS, **chances.FUNCTIONS, **pairs.FUNCTIONS}
_OWN: Final = (
    *("sklearn.model_selection", "sklearn.preprocessing", "sklearn.metrics", "sklearn.metrics.pairwise"),
    *("sklearn.pipeline", "sklearn.compose", "sklearn.feature_extraction"),
    *CLASSES,
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
    if name in CLASSES:
        return classes(machine, CLASSES[name], bases)
    made: dict[str, Callable[[], dict[str, Any]]] = {
        "sklearn.model_selection": lambda: _selection(machine, bases),
        "sklearn.feature_extraction": dict,
        "sklearn.compose": lambda: columns_apart.members(machine, bases),
        "sklearn.preprocessing": lambda: {
            **functions(machine, scaling.FUNCTIONS),
            **classes(machine, {**scaling.CLASSES, **encoding.CLASSES}, bases),
        },
        "sklearn.metrics": lambda: dict(functions(machine, _FIGURES)),
        "sklearn.metrics.pairwise": lambda: dict(functions(machine, pairs.PAIRWISE)),
        "sklearn.pipeline": lambda: pipelines.members(machine, bases),
    }
    return made[name]() | inner_modules(name, NAMES, module)


def _selection(machine: Machine, bases: dict[str, Any]) -> dict[str, Any]:
    """What the module ``sklearn.model_selection`` holds."""
    folds = classes(machine, splitting.CLASSES, bases)
    validation = validating.Validation(machine, bases["clone"], folds)
    return {
        **functions(machine, {"train_test_split": splitting.train_test_split}),
        **folds,
        **validation.members(bases),
    }
