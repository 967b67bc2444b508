"""What scikit-learn's scalers, splits, lines, pipelines and figures give, cost and hold in trial runs."""

from __future__ import annotations

from typing import Any

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, peak_of, time_of

_IMPORTS = """
import numpy as np
import pandas as pd
import sklearn
from sklearn import metrics
from sklearn.base import BaseEstimator, TransformerMixin, clone, is_classifier
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import ElasticNet, Lasso, LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import (
    balanced_accuracy_score, classification_report, cohen_kappa_score, explained_variance_score, matthews_corrcoef,
    max_error, mean_absolute_error, mean_absolute_percentage_error, median_absolute_error, precision_score, recall_score
)
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score, mean_squared_error, r2_score
from sklearn.model_selection import KFold, StratifiedKFold, train_test_split
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import (
    MaxAbsScaler, MinMaxScaler, Normalizer, RobustScaler, StandardScaler, normalize, scale
)
a = np.array([[0.0, 1.0], [2.0, 1.0], [4.0, 4.0]])
X = np.arange(40.0).reshape(20, 2) ** 1.5
y = np.arange(20) % 2
z = X[:, 0] * 2 - X[:, 1] + 3
class Doubled(TransformerMixin, BaseEstimator):
    def fit(self, X, y=None):
        return self
    def transform(self, X):
        return X * 2
def error(call):
    try:
        call()
    except Exception as error:
        return type(error).__name__
"""


def _found(expression: str) -> Any:
    return interpreted(f"{_IMPORTS}found = {expression}\n")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        # Scalers.
        ("StandardScaler().fit(a).mean_", [2.0, 2.0]),
        ("StandardScaler(with_std=False).fit_transform(a)", [[-2.0, -1.0], [0.0, -1.0], [2.0, 2.0]]),
        ("StandardScaler().fit_transform(a)[:, 0]", [-1.224744871391589, 0.0, 1.224744871391589]),
        ("(lambda s: s.inverse_transform(s.fit_transform(a)))(StandardScaler())", [[0, 1], [2, 1], [4, 4]]),
        ("MinMaxScaler().fit_transform(a)", [[0, 0], [0.5, 0], [1, 1]]),
        ("MinMaxScaler(feature_range=(-1, 1)).fit(a).transform([[3, 7]])", [[0.5, 3.0]]),
        ("(lambda s: s.inverse_transform(s.fit_transform(a)))(MinMaxScaler())", [[0, 1], [2, 1], [4, 4]]),
        ("MaxAbsScaler().fit_transform(a)[1]", [0.5, 0.25]),
        ("RobustScaler().fit_transform(a)[:, 0]", [-1, 0, 1]),
        ("Normalizer().fit_transform([[3, 4]]), normalize([[1, 3]], norm='l1')", [[[0.6, 0.8]], [[0.25, 0.75]]]),
        ("scale(a)[:, 0]", [-1.224744871391589, 0.0, 1.224744871391589]),
        ("StandardScaler().fit(pd.DataFrame({'p': [1.0, 3.0]})).feature_names_in_.tolist()", ["p"]),
        # Splits.
        ("[one.shape for one in train_test_split(X, y, test_size=0.2, random_state=0)]", [[16, 2], [4, 2], [16], [4]]),
        ("train_test_split(np.arange(10), test_size=3, random_state=0)[1]", [2, 8, 4]),
        ("train_test_split(list(range(8)), shuffle=False)", [[0, 1, 2, 3, 4, 5], [6, 7]]),
        ("train_test_split(X, y, stratify=y, test_size=10, random_state=1)[3].sum()", 5),
        ("len(train_test_split(pd.DataFrame(X), test_size=0.5)[0])", 10),
        ("error(lambda: train_test_split(X, y[1:])), error(lambda: train_test_split(X, test_size=30))",
         ["ValueError", "ValueError"]),
        ("[test.tolist() for _, test in KFold(3).split(np.zeros(7))]", [[0, 1, 2], [3, 4], [5, 6]]),
        ("[y[test].sum() for _, test in StratifiedKFold(5, shuffle=True, random_state=0).split(X, y)]", [2] * 5),
        # Lines.
        ("LinearRegression().fit(X, z).coef_, LinearRegression().fit(X, z).intercept_", [[2.0, -1.0], 3.0]),
        ("LinearRegression().fit(X, z).score(X, z), Ridge(alpha=1e-9).fit(X, z).predict(X)[:2] - z[:2]", [1, [0, 0]]),
        ("Lasso(alpha=1e9).fit(X, z).coef_, ElasticNet(alpha=1e9).fit(X, z).intercept_ - z.mean()", [[0, 0], 0]),
        ("LogisticRegression().fit(X, y * 1.0 > 0.5).classes_.tolist()", [False, True]),
        ("LogisticRegression().fit([[0.0], [1], [8], [9]], [0, 0, 1, 1]).predict([[2.0], [7]])", [0, 1]),
        ("LogisticRegression().fit(X, np.arange(20) // 7).predict_proba(X).sum(axis=1)", [1] * 20),
        ("LogisticRegression().fit([[0.0], [9]], ['p', 'q']).predict([[9]]).tolist()", ["q"]),
        ("is_classifier(LogisticRegression()), is_classifier(Ridge())", [True, False]),
        ("error(lambda: LogisticRegression().fit(X, z)), error(lambda: Ridge().predict(X))",
         ["ValueError", "NotFittedError"]),
        ("Ridge(2.0).get_params()['alpha'], clone(Ridge(alpha=3)).alpha", [2, 3]),
        # Pipelines.
        ("make_pipeline(StandardScaler(), LinearRegression()).fit(X, z).predict(X)[:2] - z[:2]", [0, 0]),
        ("Pipeline([('s', Doubled()), ('m', StandardScaler(with_std=False))]).fit_transform(a)[0]", [-4, -2]),
        ("make_pipeline(Doubled(), Ridge()).set_params(ridge__alpha=5)['ridge'].alpha", 5),
        ("list(make_pipeline(Doubled(), Doubled()).named_steps)", ["doubled-1", "doubled-2"]),
        ("make_pipeline(Doubled(), LogisticRegression()).fit(X, y).score(X, y) <= 1", True),
        # Figures.
        ("accuracy_score([0, 1, 1, 1], [0, 1, 0, 1]), accuracy_score(y, y, normalize=False)", [0.75, 20]),
        ("confusion_matrix(['p', 'q', 'q'], ['p', 'p', 'q'])", [[1, 0], [1, 1]]),
        ("f1_score([0, 1, 1], [0, 1, 0]), precision_score([0, 1, 1], [0, 1, 0])", [2 / 3, 1]),
        ("recall_score([0, 1, 2], [0, 1, 1], average='macro'), f1_score([0, 1], [0, 1], average=None)",
         [2 / 3, [1, 1]]),
        ("balanced_accuracy_score([0, 0, 1], [0, 1, 1]), matthews_corrcoef([0, 1], [1, 0])", [0.75, -1]),
        ("cohen_kappa_score([0, 0, 1, 1], [0, 1, 1, 1])", 0.5),
        ("cohen_kappa_score([0, 1, 2, 2], [0, 2, 2, 1]), matthews_corrcoef([0, 1, 2, 2], [0, 2, 2, 1])", [0.2, 0.2]),
        ("[f1_score([0, 1, 2, 2], [0, 2, 2, 1], labels=[0, 2], average=one) for one in ('micro', 'macro')]",
         [2 / 3, 0.75]),
        ("precision_score([0, 1, 2, 2], [0, 2, 2, 1], labels=[2], average=None)", [0.5]),
        ("confusion_matrix([0, 1, 2, 2], [0, 2, 2, 1], labels=[2, 0])", [[1, 0], [0, 1]]),
        ("sorted(classification_report([0, 1], [0, 1], output_dict=True))",
         ["0", "1", "accuracy", "macro avg", "weighted avg"]),
        ("'precision' in classification_report(y, y)", True),
        ("error(lambda: f1_score([0, 1, 2], [0, 1, 2])), error(lambda: accuracy_score([0.5, 1], [1, 1]))",
         ["ValueError"] * 2),
        ("mean_squared_error([1, 2], [1, 4]), metrics.root_mean_squared_error([1, 2], [1, 4])", [2, 2**0.5]),
        ("mean_absolute_error(pd.Series([1, 2]), np.array([1, 4])), max_error([1, 2], [1, 4])", [1, 2]),
        ("r2_score([1, 2, 3], [1, 2, 2]), explained_variance_score([1, 2, 3], [2, 3, 4])", [0.5, 1]),
        ("mean_squared_error(a, a + 1, multioutput='raw_values')", [1, 1]),
        ("mean_absolute_percentage_error([1, 2], [2, 2]), median_absolute_error([1, 2, 9], [1, 3, 7])", [0.5, 1]),
    ],
)  # fmt: skip
def test_what_is_learned(expression: str, value: Any) -> None:
    assert _alike(_found(expression), value)


def _alike(found: Any, value: Any) -> bool:
    if isinstance(value, list):
        return len(found) == len(value) and all(map(_alike, found, value))
    return bool(found == pytest.approx(value, abs=1e-4)) if isinstance(value, int | float) else bool(found == value)


@pytest.mark.parametrize(
    "expression",
    [
        "LogisticRegression(solver='saga').fit(X, y)",
        "LinearRegression(positive=True).fit(X, z)",
        "StandardScaler().fit(X, sample_weight=y)",
        "StandardScaler().set_output(transform='pandas')",
        "Ridge(beta=1)",
        "accuracy_score(y, y, sample_weight=y)",
        "accuracy_score([[0, 1], [1, 0]], [[0, 1], [1, 1]])",
        "classification_report([0, 1, 2], [0, 1, 2], labels=[0, 1])",
        "confusion_matrix(np.arange(2_000), np.arange(2_000))",
        "matthews_corrcoef(np.arange(2_000), np.arange(2_000))",
        "LogisticRegression(class_weight='balanced').fit(X, y)",
        "train_test_split(X, random_state='no')",
        "StandardScaler().fit([[object()]])",
    ],
)
def test_what_is_not_known_of_it(expression: str) -> None:
    with pytest.raises(Unsupported):
        _found(expression)


def _microseconds(source: str, workload: str) -> float:
    return time_of(source, workload) / 1e3


#: What calls take with one thread of a server, in microseconds, and bytes at most: the first function of each text.
_MEASURED = [
    (
        "def f(X):\n    return StandardScaler().fit_transform(X)\n\nfrom sklearn.preprocessing import StandardScaler\n",
        [("X: float64[1000, 4]", 432, 76_562), ("X: float64[1000, 32]", 522, 363_944)],
    ),
    (
        "def f(X, y):\n    return train_test_split(X, y, test_size=0.2, random_state=0)\n\n"
        "from sklearn.model_selection import train_test_split\n",
        [
            ("X: float64[1000, 4]; y: float64[1000]", 373, 59_824),
            ("X: float64[9000, 4]; y: float64[9000]", 550, 443_000),
        ],
    ),
    (
        "def f(X, y):\n    return LinearRegression().fit(X, y)\n\nfrom sklearn.linear_model import LinearRegression\n",
        [
            ("X: float64[1000, 4]; y: float64[1000]", 451, 95_372),
            ("X: float64[2000, 50]; y: float64[2000]", 2_700, 1_680_000),
        ],
    ),
    (
        "def f(y, z):\n    return mean_squared_error(y, z)\n\nfrom sklearn.metrics import mean_squared_error\n",
        [("y: float64[1000]; z: float64[1000]", 194, 21_710), ("y: float64[20000]; z: float64[20000]", 222, 325_710)],
    ),
    (
        "def f(y, z):\n    return f1_score(y, z, average='macro')\n\nfrom sklearn.metrics import f1_score\n",
        [
            ("y: int64[1000] in 0..2; z: int64[1000] in 0..2", 1_290, 34_000),
            ("y: int64[20000] in 0..2; z: int64[20000] in 0..2", 3_400, 420_000),
        ],
    ),
]


@pytest.mark.parametrize(
    ("source", "workload", "time", "peak"), [(source, *one) for source, measured in _MEASURED for one in measured]
)
def test_it_costs_what_it_does(source: str, workload: str, time: float, peak: float) -> None:
    assert _microseconds(source, workload) == pytest.approx(time, rel=0.35)
    assert peak_of(source, workload) == pytest.approx(peak, rel=0.3)
