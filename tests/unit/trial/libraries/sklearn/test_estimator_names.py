"""Estimators that trial runs know, and the names by which workloads are made for them."""

from __future__ import annotations

import pytest

from perfcast.trial.libraries.sklearn import library
from perfcast.workload.libraries.sklearn_names import (
    ALONE,
    CLASSIFIER,
    CLASSIFYING,
    COUNTING_WORDS,
    ENCODING,
    LABELLING,
    REGRESSING,
    REGRESSOR,
)

#: What is given none of the unit's samples, or what others made of them.
_OF_OTHERS = frozenset({"TfidfTransformer"})
_NAMED = CLASSIFYING | REGRESSING | ALONE | COUNTING_WORDS | ENCODING | {LABELLING}
_MODELS = {name: model for models in library.CLASSES.values() for name, model in models.items()}


@pytest.mark.parametrize("name", sorted(_MODELS.keys() - _OF_OTHERS))
def test_each_has_a_name_that_workloads_are_made_by(name: str) -> None:
    assert name in _NAMED or name.endswith((CLASSIFIER, REGRESSOR))


@pytest.mark.parametrize("name", sorted(_MODELS))
def test_names_say_what_a_model_is_fitted_for(name: str) -> None:
    bases = _MODELS[name].bases
    is_classifier, is_regressor = "ClassifierMixin" in bases, "RegressorMixin" in bases
    assert is_classifier == (name in CLASSIFYING or name.endswith(CLASSIFIER))
    assert is_regressor == (name in REGRESSING or name.endswith(REGRESSOR))
