"""Methods of estimators that learn in a method of another name, which checks what it is given."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

UNITS = {
    "weights": "def scores(self, X): return X.dot(self.w_) + self.b_",
    "columns": "def weight(self, X): return X.shape[1] * self.w_[X.shape[1] - 1].sum()",
}
LEARNING = """
    def __init__(self, epochs=EPOCHS):
        self.epochs = epochs
    def _fit(self, X, y):
        if not isinstance(y[0], (int, np.integer)):
            raise AttributeError("y must be an integer array, found %s" % y.dtype)
        n_classes = np.max(y) + 1
        self.w_, self.b_ = np.zeros((X.shape[1], n_classes)), np.zeros(n_classes)
        for _ in range(self.epochs):
            grad = X.dot(self.w_) + self.b_ - np.eye(n_classes)[y]
            self.w_ -= 0.1 * X.T.dot(grad)
            self.b_ -= 0.1 * grad.sum(axis=0)
        return self
import numpy as np
"""


@pytest.mark.parametrize("epochs", ["3", "100_000"], ids=["to the end", "longer than is waited for"])
@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
def test_they_have_learnt_from_labels_and_as_many_columns(unit: str, epochs: str) -> None:
    trials = Trials(f"class Scorer:\n    {unit}\n{LEARNING.replace('EPOCHS', epochs)}")
    found = trials.estimate(parse("X: float64[64, 8]"))
    assert not trials.error
    assert found[NAMES.index("trial_runs")] > 0


def test_what_is_refused_in_any_case_is_told() -> None:
    refusing = LEARNING.replace("isinstance(y[0], (int, np.integer))", "self.epochs > 9_999")
    trials = Trials(f"class Scorer:\n    {UNITS['weights']}\n{refusing.replace('EPOCHS', '3')}")
    trials.estimate(parse("X: float64[64, 8]"))
    assert trials.error == "AttributeError 'w_'"
