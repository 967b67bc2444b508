"""What the modules of scikit-learn hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.modules import Module, inner_modules
from perfcast.trial.libraries.sklearn import (
    classification_metrics,
    clustering,
    column_transformer,
    cross_validation,
    decompositions,
    density_clustering,
    encoding,
    estimators,
    isolation_forest,
    linear,
    linear_svm,
    logistic,
    naive_bayes,
    neighbors,
    pairwise,
    pipelines,
    probability_metrics,
    regression_metrics,
    scaling,
    splitting,
    stochastic_descent,
    support_vectors,
    tfidf,
    trees,
    word_counts,
)
from perfcast.trial.libraries.sklearn.function_calls import functions
from perfcast.trial.libraries.sklearn.models import Model, classes

#: Classes of each module that has nothing else.
CLASSES: Final[Mapping[str, Mapping[str, Model]]] = {
    "sklearn.linear_model": {**linear.CLASSES, **logistic.CLASSES, **stochastic_descent.CLASSES},
    "sklearn.cluster": {**clustering.CLASSES, **density_clustering.CLASSES},
    "sklearn.svm": {**support_vectors.CLASSES, **linear_svm.CLASSES},
    "sklearn.decomposition": decompositions.CLASSES,
    "sklearn.neighbors": neighbors.CLASSES,
    "sklearn.tree": trees.TREES,
    "sklearn.ensemble": {**trees.FORESTS, **isolation_forest.CLASSES},
    "sklearn.naive_bayes": naive_bayes.CLASSES,
    "sklearn.impute": encoding.IMPUTERS,
    "sklearn.feature_extraction.text": {**word_counts.CLASSES, **tfidf.CLASSES},
}
_FIGURES: Final = {
    **classification_metrics.FUNCTIONS,
    **regression_metrics.FUNCTIONS,
    **probability_metrics.FUNCTIONS,
    **pairwise.FUNCTIONS,
}
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
        "sklearn.compose": lambda: column_transformer.members(machine, bases),
        "sklearn.preprocessing": lambda: {
            **functions(machine, scaling.FUNCTIONS),
            **classes(machine, {**scaling.CLASSES, **encoding.CLASSES}, bases),
        },
        "sklearn.metrics": lambda: dict(functions(machine, _FIGURES)),
        "sklearn.metrics.pairwise": lambda: dict(functions(machine, pairwise.PAIRWISE)),
        "sklearn.pipeline": lambda: pipelines.members(machine, bases),
    }
    return made[name]() | inner_modules(name, NAMES, module)


def _selection(machine: Machine, bases: dict[str, Any]) -> dict[str, Any]:
    """What the module ``sklearn.model_selection`` holds."""
    folds = classes(machine, splitting.CLASSES, bases)
    validation = cross_validation.Validation(machine, bases["clone"], folds)
    return {
        **functions(machine, {"train_test_split": splitting.train_test_split}),
        **folds,
        **validation.members(bases),
    }
