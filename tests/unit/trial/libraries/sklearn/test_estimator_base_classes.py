"""What classes take from scikit-learn, and signatures, which estimators ask for."""

from __future__ import annotations

from typing import Any

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
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


TAGGED = """
from numbers import Integral
import numpy as np
from dataclasses import dataclass
from sklearn.base import (
    BaseEstimator, ClassifierMixin, ClusterMixin, MultiOutputMixin, RegressorMixin, TransformerMixin
)
from sklearn.base import clone, is_classifier, is_regressor, _fit_context
from sklearn.utils import check_random_state, column_or_1d, get_tags, Tags
from sklearn.utils.validation import _num_samples, validate_data
from sklearn.utils.multiclass import type_of_target, unique_labels, check_classification_targets
from sklearn.utils.fixes import parse_version
from sklearn.utils._param_validation import Interval, StrOptions
class A(BaseEstimator):
    def __init__(self): pass
    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags
class B(TransformerMixin, BaseEstimator):
    _parameter_constraints = {'a': [Interval(Integral, 0, None, closed='left'), StrOptions({'x'})]}
    def __init__(self,a=1,b='x',c=None): self.a,self.b,self.c=a,b,c
    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X, y=None):
        X = validate_data(self, X)
        return self
class C(ClassifierMixin,BaseEstimator):
    def __init__(self,inner=None): self.inner=inner
class R(RegressorMixin, MultiOutputMixin, BaseEstimator):
    def fit(self, X, y):
        X, y = validate_data(self, X, y, y_numeric=True)
        return self
class K(ClusterMixin, TransformerMixin, BaseEstimator): pass
class M(TransformerMixin):
    pass
class T(C):
    def __init__(self, inner=None): self.inner = list(inner or ())
@dataclass
class Mine(Tags):
    more: bool = False
def error(call):
    try: call()
    except Exception as e: return type(e).__name__
"""


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("A().__sklearn_tags__().input_tags.allow_nan", True),
        ("get_tags(B()).transformer_tags.preserves_dtype", ["float64"]),
        ("get_tags(K()).estimator_type", "clusterer"),
        ("get_tags(C()).classifier_tags.multi_class", True),
        ("get_tags(C()).target_tags.required", True),
        ("get_tags(R()).target_tags.multi_output", True),
        ("get_tags(A()).transformer_tags", None),
        ("get_tags(A()).requires_fit", True),
        ("get_tags(K()).transformer_tags.preserves_dtype", []),
        ("is_classifier(C())", True),
        ("is_classifier(R())", False),
        ("is_regressor(R())", True),
        ("error(lambda: M().__sklearn_tags__())", "AttributeError"),
        ("error(lambda: get_tags(C))", "TypeError"),
        ("Mine(estimator_type=None, target_tags=None, more=True).more", True),
        ("clone(C(B(3))).inner.a", 3),
        ("clone(C(B(3))).inner is not None", True),
        ("clone([B(4)])[0].a", 4),
        ("clone(B(c=[1])).c", [1]),
        ("error(lambda: clone(3))", "TypeError"),
        ("clone(3, safe=False)", 3),
        ("error(lambda: clone(T()))", "RuntimeError"),
        ("check_random_state(3).randint(0, 9)", 8),
        ("check_random_state(None) is np.random.mtrand._rand", True),
        ("error(lambda: check_random_state('a'))", "ValueError"),
        ("column_or_1d([[1], [2]]).tolist()", [1, 2]),
        ("error(lambda: column_or_1d([[1, 2]]))", "ValueError"),
        ("_num_samples([1, 2])", 2),
        ("error(lambda: _num_samples(3))", "TypeError"),
        ("B().fit([[1, 2]]).n_features_in_", 2),
        ("error(lambda: R().fit([[1]], None))", "ValueError"),
        ("R().fit([[1.0]], [2]).n_features_in_", 1),
        ("type_of_target([1, 2])", "binary"),
        ("type_of_target([1, 2, 3])", "multiclass"),
        ("type_of_target([0.5, 1])", "continuous"),
        ("type_of_target([[1, 0], [0, 1]])", "multilabel-indicator"),
        ("type_of_target(np.array([[1, 2], [3, 1]]))", "multiclass-multioutput"),
        ("unique_labels([3, 1], [2]).tolist()", [1, 2, 3]),
        ("check_classification_targets([1, 2])", None),
        ("error(lambda: check_classification_targets([0.5, 1.0]))", "ValueError"),
        ("parse_version('1.6') < parse_version('1.10')", True),
        ("parse_version('1.6.0') == parse_version('1.6')", True),
        ("parse_version('2.1').major", 2),
        ("parse_version('1.6.1').base_version", "1.6.1"),
        ("type_of_target([1.0, 2.0])", "binary"),
        ("type_of_target([[1.5, 2.0]])", "continuous-multioutput"),
        ("type_of_target([])", "binary"),
        ("type_of_target([True, False])", "binary"),
        ("type_of_target([[1], [2]])", "binary"),
    ],
)
def test_what_estimators_say_and_take_is_as_scikit_learn_has_it(expression: str, value: Any) -> None:
    assert interpreted(f"{TAGGED}found = {expression}\n") == value


@pytest.mark.parametrize(
    "expression", ["type_of_target(['a', 'b'])", "parse_version('1.6rc1')", "validate_data(3, [[1]])"]
)
def test_what_is_not_known_of_targets_and_versions(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{TAGGED}found = {expression}\n")
