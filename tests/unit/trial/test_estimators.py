"""What classes take from scikit-learn, and signatures, which estimators ask for."""

from __future__ import annotations

from typing import Any

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

ESTIMATOR = """
import inspect
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils import check_array, check_X_y
from sklearn.utils.validation import check_is_fitted
class Inner(BaseEstimator):
    def __init__(self, depth=2):
        self.depth = depth
class Scaled(TransformerMixin, BaseEstimator):
    def __init__(self, by=2, inner=None):
        self.by, self.inner = by, inner
    def fit(self, X, y=None):
        X = check_array(X)
        self.first_ = X[0, 0]
        return self
    def transform(self, X):
        check_is_fitted(self, "first_")
        return X * self.by + self.first_
class Others(BaseEstimator):
    def __init__(self, by, **others):
        self.by = by
class Rest(BaseEstimator):
    def __init__(self, *rest):
        self.rest = rest
def error(call):
    try:
        call()
    except Exception as error:
        return isinstance(error, NotFittedError), isinstance(error, ValueError)
"""


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("Scaled(3).fit_transform(np.ones((2, 2))).tolist()", [[4.0, 4.0], [4.0, 4.0]]),
        ("Scaled(3).get_params()", {"by": 3, "inner": None}),
        ("list(Scaled(inner=Inner(5)).get_params(deep=True))[1:]", ["inner__depth", "inner"]),
        ("Scaled().set_params(by=4).by", 4),
        ("Others(2).get_params(), error(lambda: Rest().get_params())", ({"by": 2}, (False, False))),
        ("isinstance(Scaled(), BaseEstimator), hasattr(Scaled(), 'first_')", (True, False)),
        ("error(lambda: Scaled().transform(1)), error(lambda: check_is_fitted(Scaled()))", ((True, True),) * 2),
        ("check_is_fitted(Scaled().fit([[1]]))", None),
        ("check_array([[1, 2], [3, 4]], dtype=[float, 'float32']).sum()", 10.0),
        ("check_array([1, 2], ensure_2d=False).tolist()", [1, 2]),
        ("[name in inspect.signature(check_array).parameters for name in ('ensure_all_finite', 'no')]", [True, False]),
        ("check_X_y([[1.5], [2]], [1, 2])[1].tolist()", [1, 2]),
        ("error(lambda: check_array([1, 2])), error(lambda: check_array([[np.nan]]))", ((False, True),) * 2),
        ("error(lambda: check_array(np.ones((1, 1, 1)))), error(lambda: check_array(np.ones((0, 3))))",
         ((False, True),) * 2),
        ("check_array([[np.nan]], ensure_all_finite='allow-nan').size", 1),
        ("error(lambda: check_X_y([[1], [2]], [1])), error(lambda: Scaled().set_params(no=1))", ((False, True),) * 2),
    ],
)  # fmt: skip
def test_estimators(expression: str, value: Any) -> None:
    assert interpreted(f"{ESTIMATOR}found = {expression}\n") == value


@pytest.mark.parametrize(
    "expression",
    ["Scaled()._validate_data(1)", "check_array(np.array([object()]))", "check_array(Scaled())", "check_is_fitted(3)"],
)
def test_what_is_not_known_of_estimators(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{ESTIMATOR}found = {expression}\n")


def test_a_look_at_an_array_costs_what_it_does() -> None:
    text = "def f(X):\n    return check_array(X)\n\nfrom sklearn.utils import check_array\n"
    estimate = dict(zip(NAMES, Trials(text).estimate(parse("X: float64[100, 10]")), strict=True))
    assert estimate["trial_runs"] > 0
    # The logarithm of nanoseconds.
    assert 15.5 < estimate["trial_time"] < 17.5


SIGNED = """
import inspect
from inspect import Parameter, signature
def f(a, /, b: int, c=3, *rest, d, e=5, **others): pass
class A:
    def __init__(self, x, y=1): pass
    def m(self, z): pass
    def __call__(self, w): pass
EMPTY = inspect.Parameter.empty
"""


@pytest.mark.parametrize(
    "expression",
    [
        "[(n, int(p.kind)) for n, p in signature(f).parameters.items()]",
        "[p.default for p in signature(f).parameters.values() if p.default is not EMPTY]",
        "[p.name for p in signature(f).parameters.values() if p.kind in (p.VAR_KEYWORD, Parameter.KEYWORD_ONLY)]",
        "[p.name for p in signature(f).parameters.values() if p.annotation is not Parameter.empty]",
        "list(signature(A).parameters), list(signature(A.m).parameters), list(signature(A(1).m).parameters)",
        "list(signature(A(1)).parameters), 'y' in signature(A.__init__).parameters, len(signature(A).parameters)",
        "[p.default is inspect._empty for p in signature(A).parameters.values()]",
    ],
)
def test_signatures(expression: str) -> None:
    source = f"{SIGNED}found = {expression}\n"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("of", ["len", "int", "3", "type('B', (), {})"])
def test_signatures_of_what_is_not_written_are_not_known(of: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{SIGNED}found = signature({of})\n")
