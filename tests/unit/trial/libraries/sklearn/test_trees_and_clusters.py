"""What scikit-learn's trees, neighbours, clusters, encoders and validations give, cost and hold in trial runs."""

from __future__ import annotations

from typing import Any

import pytest

from perfcast.trial import Trials
from perfcast.trial.interpreter.stops import OutOfSteps, Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, peak_of, soon, time_of

_IMPORTS = """
import numpy as np
import pandas as pd
from sklearn.cluster import KMeans
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier, RandomForestRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import average_precision_score, log_loss, roc_auc_score, roc_curve, silhouette_score
from sklearn.metrics.pairwise import cosine_similarity, euclidean_distances, manhattan_distances, pairwise_distances
from scipy import sparse
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score, cross_validate, train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor, NearestNeighbors
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import LabelEncoder, OneHotEncoder, OrdinalEncoder, PolynomialFeatures, StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
X = np.array([[0.0, 0.0], [0.0, 1.0], [9.0, 9.0], [9.0, 8.0]] * 5)
y = np.array([0, 0, 1, 1] * 5)
z = X[:, 0] * 2 + 1
texts = ["p", "q", "p"]
table = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": texts})
def error(call):
    try:
        call()
    except Exception as error:
        return type(error).__name__
"""


def _found(expression: str) -> Any:
    return interpreted(f"{_IMPORTS}found = {expression}\n")


def _alike(found: Any, value: Any) -> bool:
    if isinstance(value, list):
        return len(found) == len(value) and all(map(_alike, found, value))
    return bool(found == pytest.approx(value, abs=1e-6)) if isinstance(value, int | float) else bool(found == value)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        # Trees and many of them.
        ("DecisionTreeClassifier().fit(X, y).predict(X).tolist() == y.tolist()", True),
        ("DecisionTreeRegressor(max_depth=2).fit(X, z).predict(X)[:3]", [1, 1, 19]),
        ("RandomForestClassifier(n_estimators=5).fit(X, y).predict_proba(X[:1])", [[1, 0]]),
        ("RandomForestRegressor(3).fit(X, z).score(X, z), GradientBoostingClassifier().fit(X, y).score(X, y)", [1, 1]),
        ("DecisionTreeClassifier().fit(X, y).feature_importances_.sum()", 1),
        # Neighbours, clusters, likelihoods.
        ("KNeighborsClassifier(3).fit(X, y).predict([[1, 1], [8, 8]])", [0, 1]),
        ("KNeighborsRegressor(n_neighbors=2).fit([[0], [1], [5]], [0.0, 2.0, 9.0]).predict([[0.4]])", [1]),
        ("NearestNeighbors(n_neighbors=1).fit([[0.0], [3.0]]).kneighbors([[2.0]])", [[[1]], [[1]]]),
        ("np.sort(KMeans(n_clusters=2, random_state=0).fit(X).cluster_centers_[:, 0])", [0, 9]),
        ("len(set(KMeans(2, n_init=3).fit_predict(X).tolist()))", 2),
        ("GaussianNB().fit(X, y).predict([[1, 1], [8, 8]])", [0, 1]),
        # Directions.
        ("PCA(n_components=1).fit(X).explained_variance_ratio_.round(2)", [1.0]),
        ("PCA(0.9).fit_transform(X).shape, TruncatedSVD(1).fit_transform(X).shape", [[20, 1], [20, 1]]),
        # Kinds, powers, missing numbers.
        ("LabelEncoder().fit_transform(texts)", [0, 1, 0]),
        ("(lambda e: e.inverse_transform(e.fit_transform(texts)).tolist())(LabelEncoder())", ["p", "q", "p"]),
        ("OneHotEncoder(sparse_output=False).fit_transform(table[['b']])", [[1, 0], [0, 1], [1, 0]]),
        ("OneHotEncoder(drop='first').fit_transform(table[['b']]).toarray()", [[0], [1], [0]]),
        ("OneHotEncoder().fit_transform(table[['b']]).shape, OneHotEncoder().fit_transform(table[['b']]).nnz",
         [[3, 2], 3]),
        ("OneHotEncoder().fit(table[['b']]).get_feature_names_out().tolist()", ["b_p", "b_q"]),
        ("OrdinalEncoder().fit_transform(table[['b']])[:, 0]", [0, 1, 0]),
        ("PolynomialFeatures(2).fit_transform([[2.0, 3.0]])", [[1, 2, 3, 4, 6, 9]]),
        ("SimpleImputer(strategy='median').fit_transform([[1.0], [np.nan], [3.0]])[:, 0]", [1, 2, 3]),
        ("ColumnTransformer([('n', StandardScaler(), ['a']), ('k', OneHotEncoder(), ['b'])]).fit_transform(table)[1]",
         [0, 0, 1]),
        # Chances and pairs.
        ("roc_auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), log_loss([0, 1], [0.5, 0.5])", [0.75, 0.6931472]),
        ("roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])[1]", [0, 0.5, 0.5, 1, 1]),
        ("average_precision_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])", 5 / 6),
        ("cosine_similarity([[1, 0], [1, 1]])[0], euclidean_distances([[0, 0]], [[3, 4]])", [[1, 0.5**0.5], [[5]]]),
        ("manhattan_distances([[0, 0]], [[3, 4]]), pairwise_distances([[0], [2]], metric='cosine').shape",
         [[[7]], [2, 2]]),
        ("silhouette_score(X, y) > 0.9", True),
        # Again and again.
        ("cross_val_score(LinearRegression(), X, z, cv=4).tolist()", [1, 1, 1, 1]),
        ("cross_val_score(make_pipeline(StandardScaler(), LogisticRegression()), X, y, scoring='f1').shape", [5]),
        ("sorted(cross_validate(GaussianNB(), X, y, cv=3, scoring=['accuracy', 'roc_auc']))",
         ["fit_time", "score_time", "test_accuracy", "test_roc_auc"]),
        ("cross_val_predict(LinearRegression(), X, z)[:3]", [1, 1, 19]),
        ("GridSearchCV(Ridge(), {'alpha': [1e6, 1e-3]}, cv=4).fit(X, z).best_params_", {"alpha": 1e-3}),
        ("GridSearchCV(make_pipeline(Ridge()), {'ridge__alpha': [2]}).fit(X, z).best_estimator_['ridge'].alpha", 2),
        ("error(lambda: GaussianNB().predict(X)), error(lambda: KMeans(30).fit(X))", ["NotFittedError", "ValueError"]),
        ("error(lambda: OneHotEncoder().fit([['p']]).transform([['q']]))", "ValueError"),
        # Its matrices are SciPy's.
        ("(lambda m: (m.T @ m).toarray().tolist())(OneHotEncoder().fit_transform(table[['b']]))", [[2, 0], [0, 1]]),
        ("sparse.hstack([OneHotEncoder().fit_transform(table[['b']]), sparse.csr_matrix([[1.0]] * 3)]).shape",
         [3, 3]),
        ("[part.shape for part in train_test_split(OneHotEncoder().fit_transform(X), test_size=5)]", [[15, 6], [5, 6]]),
        ("cross_val_score(LogisticRegression(), OneHotEncoder().fit_transform(X), y, cv=2).tolist()", [1, 1]),
    ],
)  # fmt: skip
def test_what_models_learn(expression: str, value: Any) -> None:
    assert _alike(_found(expression), value)


@pytest.mark.parametrize(
    "expression",
    [
        "KMeans(2, init='random').fit(X)",
        "RandomForestClassifier(oob_score=True).fit(X, y)",
        "KNeighborsClassifier(metric='cosine').fit(X, y)",
        "KNeighborsClassifier(weights='distance').fit(X, y)",
        "DecisionTreeClassifier(class_weight='balanced').fit(X, y)",
        "DecisionTreeClassifier().fit(X, np.column_stack([y, y]))",
        "OneHotEncoder().fit_transform(table[['b']]).tobsr()",
        "cross_val_score(Ridge(), X, z, scoring=lambda *_: 1)",
        "silhouette_score(X, y, metric='cosine')",
    ],
)
def test_what_is_not_known_of_models(expression: str) -> None:
    with pytest.raises(Unsupported):
        _found(expression)


@pytest.mark.parametrize(
    "expression",
    [
        "GridSearchCV(Ridge(), {f'p{place}': list(range(100)) for place in range(5)}).fit(X, z)",
        "KMeans(20_000).fit(np.arange(40_000.0).reshape(-1, 1))",
        "KMeans(8, max_iter=2).fit(np.arange(400_000.0).reshape(-1, 1)).transform(np.ones((400_000, 1)))",
        "DecisionTreeClassifier().fit(np.ones((5_000, 1)), np.arange(5_000)).predict_proba(np.ones((5_000, 1)))",
        "KNeighborsClassifier(1).fit(np.ones((5_000, 1)), np.arange(5_000)).predict_proba(np.ones((5_000, 1)))",
        "GaussianNB().fit(np.ones((30_000, 1)), np.arange(30_000))",
    ],
)
def test_what_is_too_large_for_models(expression: str) -> None:
    with soon(), pytest.raises((Unsupported, OutOfSteps)):
        _found(expression)


def _microseconds(source: str, workload: str) -> float:
    return time_of(source, workload) / 1e3


_LABELLED = "X: float64[{0}, 4]; y: int64[{0}] in 0..1"


def _fitting(module: str, made: str, labelled: bool = True) -> str:
    taken = "X, y" if labelled else "X"
    return f"def f({taken}):\n    return {made}.fit({taken})\n\nfrom sklearn.{module} import {made.partition('(')[0]}\n"


#: What calls take with one thread of a server, in microseconds, and bytes at most.
@pytest.mark.parametrize(
    ("source", "workload", "time", "peak"),
    [
        (_fitting("tree", "DecisionTreeClassifier(max_depth=5)"), _LABELLED.format(1000), 2_420, 90_000),
        (_fitting("tree", "DecisionTreeClassifier(max_depth=5)"), _LABELLED.format(20000), 48_000, 1_480_000),
        (_fitting("ensemble", "RandomForestClassifier(10)"), _LABELLED.format(1000), 26_800, 460_000),
        (_fitting("naive_bayes", "GaussianNB()"), _LABELLED.format(20000), 3_510, 752_000),
        (_fitting("cluster", "KMeans(3, random_state=0)", False), "X: float64[1000, 4]", 1_500, 134_000),
        (_fitting("cluster", "KMeans(3, random_state=0)", False), "X: float64[20000, 4]", 12_000, 1_930_000),
        (_fitting("decomposition", "PCA(2)", False), "X: float64[1000, 32]", 445, 50_600),
        (_fitting("neighbors", "KNeighborsClassifier()"), _LABELLED.format(1000), 670, 50_000),
        (
            "def f(X):\n    return cosine_similarity(X)\n\nfrom sklearn.metrics.pairwise import cosine_similarity\n",
            "X: float64[500, 64]",
            650,
            2_260_000,
        ),
        (
            "def f(X, y):\n    return cross_val_score(GaussianNB(), X, y)\n\n"
            "from sklearn.model_selection import cross_val_score\nfrom sklearn.naive_bayes import GaussianNB\n",
            _LABELLED.format(1000),
            9_500,
            200_000,
        ),
    ],
)
def test_models_cost_what_they_do(source: str, workload: str, time: float, peak: float) -> None:
    assert _microseconds(source, workload) == pytest.approx(time, rel=0.4)
    assert peak_of(source, workload) == pytest.approx(peak, rel=0.35)


def test_folds_are_as_many_however_few_samples_runs_have() -> None:
    source = (
        "def f(X, y):\n    return cross_val_score(Ridge(), X, y, cv=20)\n\n"
        "from sklearn.linear_model import Ridge\nfrom sklearn.model_selection import cross_val_score\n"
    )
    few, many = (_microseconds(source, f"X: float64[{rows}, 4]; y: float64[{rows}]") for rows in (100, 4000))
    assert 1.0 < many / few < 1.6


def test_folds_that_are_many_end_soon() -> None:
    source = (
        "def f(X, y):\n    return cross_val_score(Ridge(), X, y, cv=10**8)\n\n"
        "from sklearn.linear_model import Ridge\nfrom sklearn.model_selection import cross_val_score\n"
    )
    with soon():
        Trials(source).estimate(parse("X: float64[4000, 4]; y: float64[4000]"))
