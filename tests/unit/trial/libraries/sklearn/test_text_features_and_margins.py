"""What scikit-learn's words, support vectors, dense clusters and isolated rows give and cost in trial runs."""

from __future__ import annotations

from typing import Any

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, peak_of

_IMPORTS = """
import numpy as np
from sklearn.cluster import DBSCAN
from sklearn.decomposition import TruncatedSVD
from sklearn.ensemble import IsolationForest
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression, SGDClassifier, SGDRegressor
from sklearn.model_selection import TimeSeriesSplit
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC, LinearSVC
X = np.array([[0.0, 0.0], [0.0, 1.0], [9.0, 9.0], [9.0, 8.0]] * 5)
y = np.array([0, 0, 1, 1] * 5)
texts = ["the cat sat", "The dog sat, sat!", "a cat"]
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
        ("CountVectorizer().fit_transform(texts).toarray().tolist()", [[1, 0, 1, 1], [0, 1, 2, 1], [1, 0, 0, 0]]),
        ("CountVectorizer().fit(texts).get_feature_names_out().tolist()", ["cat", "dog", "sat", "the"]),
        ("CountVectorizer(ngram_range=(2, 2)).fit(texts).get_feature_names_out().tolist()",
         ["cat sat", "dog sat", "sat sat", "the cat", "the dog"]),
        ("CountVectorizer(analyzer='char', ngram_range=(2, 3)).fit(['abcd']).get_feature_names_out().tolist()",
         ["ab", "abc", "bc", "bcd", "cd"]),
        ("CountVectorizer(ngram_range=(1, 10**12)).fit(['so it is']).get_feature_names_out().tolist()",
         ["is", "it", "it is", "so", "so it", "so it is"]),
        ("CountVectorizer(stop_words='english', min_df=2).fit(texts).vocabulary_", {"cat": 0, "sat": 1}),
        ("CountVectorizer(max_features=1).fit(texts).vocabulary_", {"sat": 0}),
        ("CountVectorizer(binary=True).fit(texts).transform(['sat sat bird']).toarray().tolist()", [[0, 0, 1, 0]]),
        ("TfidfVectorizer().fit_transform(texts).toarray()[2].tolist()", [1, 0, 0, 0]),
        ("TfidfVectorizer().fit_transform(texts).toarray()[0].round(4).tolist()", [0.5774, 0, 0.5774, 0.5774]),
        ("TfidfVectorizer().fit(texts).idf_.round(4).tolist()", [1.2877, 1.6931, 1.2877, 1.2877]),
        ("(TfidfTransformer().fit_transform(CountVectorizer().fit_transform(texts))"
         " - TfidfVectorizer().fit_transform(texts)).toarray().round(9).any()", False),
        ("make_pipeline(TfidfVectorizer(), LogisticRegression()).fit(['no', 'so'] * 9, [0, 1] * 9).predict(['so'])[0]",
         1),
        ("error(lambda: CountVectorizer().fit('one')), error(lambda: TfidfVectorizer().transform(texts))",
         ("ValueError", "NotFittedError")),
        ("SVC().fit(X, y).predict([[1, 1], [8, 8]]).tolist()", [0, 1]),
        ("SVC(kernel='linear').fit(X, y).score(X, y), LinearSVC().fit(X, y).score(X, y)", (1, 1)),
        ("SVC().fit(X, np.arange(20) % 4).score(X, np.arange(20) % 4)", 1),
        ("SGDClassifier().fit(X, y).predict(X[:4]).tolist(), SGDClassifier(loss='log_loss').fit(X, y)"
         ".predict_proba(X).shape", ([0, 0, 1, 1], (20, 2))),
        ("SGDRegressor().fit(X, X[:, 0]).predict(X[:4]).round().tolist()", [0, 0, 9, 9]),
        ("SGDRegressor().fit(X.repeat(90, axis=1), X[:, 0]).predict(X[:4].repeat(90, axis=1)).round().tolist()",
         [0, 0, 9, 9]),
        ("SGDRegressor().fit(np.arange(100_000.0).reshape(10, 10_000), y[:10]).coef_.shape", (10_000,)),
        ("DBSCAN(eps=1.5, min_samples=3).fit_predict(X)[:4].tolist()", [0, 0, 1, 1]),
        ("DBSCAN(eps=0.5, min_samples=9).fit_predict(X)[:4].tolist()", [-1, -1, -1, -1]),
        ("IsolationForest(contamination=0.05).fit_predict(np.vstack([X * 0.01, [[9.0, 9.0]]]))[-2:].tolist()",
         [1, -1]),
        ("[(a.tolist(), b.tolist()) for a, b in TimeSeriesSplit(n_splits=2).split(np.zeros((7, 1)))]",
         [([0, 1, 2], [3, 4]), ([0, 1, 2, 3, 4], [5, 6])]),
        ("error(lambda: list(TimeSeriesSplit(n_splits=7).split(X[:7])))", "ValueError"),
    ],
)  # fmt: skip
def test_what_they_give(expression: str, value: Any) -> None:
    assert _found(expression) == value


@pytest.mark.parametrize(
    "expression",
    [
        "CountVectorizer(tokenizer=str.split).fit(texts)",
        "TfidfVectorizer(analyzer='char_wb').fit(texts)",
        "CountVectorizer(analyzer='char', ngram_range=(1, 5000)).fit(['ab' * 5000])",
        "SVC(class_weight='balanced').fit(X, y)",
        "SVC(kernel=lambda a, b: a @ b.T).fit(X, y)",
        "DBSCAN(metric='cosine').fit(X)",
        "SGDClassifier(early_stopping=True).fit(X, y)",
    ],
)
def test_what_is_not_known_of_them(expression: str) -> None:
    with pytest.raises(Unsupported):
        _found(expression)


_FROM = {
    "CountVectorizer": "feature_extraction.text", "TfidfVectorizer": "feature_extraction.text", "SVC": "svm",
    "LinearSVC": "svm", "DBSCAN": "cluster", "KMeans": "cluster", "IsolationForest": "ensemble",
    "SGDClassifier": "linear_model", "SGDRegressor": "linear_model", "TruncatedSVD": "decomposition",
}  # fmt: skip


def _fitting(made: str, labelled: bool = True) -> str:
    taken = "X, y" if labelled else "X"
    name = made.partition("(")[0]
    return f"def f({taken}):\n    return {made}.fit({taken})\n\nfrom sklearn.{_FROM[name]} import {name}\n"


_LABELLED = "X: float64[{0}, 10]; y: int64[{0}] in 0..1"
_TEXTS = "X: list[str] * {0} * 40 in 'abcdefgh '"


#: What calls take with one thread of a server, in milliseconds, and bytes at most.
@pytest.mark.parametrize(
    ("source", "workload", "time", "peak"),
    [
        (_fitting("TfidfVectorizer()", False), _TEXTS.format(1000), 8.7, 814_000),
        (_fitting("TfidfVectorizer()", False), _TEXTS.format(4000), 37, 2_970_000),
        (_fitting("CountVectorizer(min_df=2)", False), _TEXTS.format(10_000), 46, 6_320_000),
        (_fitting("SVC()"), _LABELLED.format(1000), 21.7, 4_050_000),
        (_fitting("SVC()"), _LABELLED.format(10_000), 2_100, 212_000_000),
        (_fitting("LinearSVC()"), _LABELLED.format(20_000), 9.5, 6_240_000),
        (_fitting("DBSCAN()", False), "X: float64[1000, 10]", 17.7, 218_000),
        (_fitting("DBSCAN()", False), "X: float64[10000, 10]", 1_000, 3_850_000),
        (_fitting("IsolationForest()", False), "X: float64[20000, 10]", 142, 3_360_000),
        (_fitting("SGDClassifier()"), _LABELLED.format(20_000), 49, 488_000),
        (_fitting("KMeans(5, n_init=10)", False), "X: float64[20000, 10]", 240, 3_120_000),
        (_fitting("TruncatedSVD(5)", False), "X: float64[20000, 10]", 20, 7_360_000),
    ],
)
def test_they_cost_what_they_do(source: str, workload: str, time: float, peak: float) -> None:
    found = float(2 ** Trials(source).estimate(parse(workload))[NAMES.index("trial_time")]) / 1e6
    assert time / 2 < found < 2 * time
    assert peak_of(source, workload) == pytest.approx(peak, rel=0.45)


@pytest.mark.parametrize(
    ("source", "workload", "time"),
    [
        (_fitting("SGDClassifier()"), "X: float64[100, 2000]; y: int64[100] in 0..1", 85),
        (_fitting("SGDRegressor()"), "X: float64[500, 1000]; y: float64[500]", 17.5),
    ],
)
def test_descents_along_many_columns_go_on_for_long(source: str, workload: str, time: float) -> None:
    found = float(2 ** Trials(source).estimate(parse(workload))[NAMES.index("trial_time")]) / 1e6
    assert time / 2.5 < found < 2.5 * time


def test_near_points_are_as_many_as_among_all_of_them() -> None:
    source = (
        "def f(points):\n    return cKDTree(points).query_ball_point(points, 0.1)\n\n"
        "from scipy.spatial import cKDTree\n"
    )
    found = 2 ** Trials(source).estimate(parse("points: float64[20000, 2]"))[NAMES.index("trial_time")]
    assert 0.4e9 < found < 2.5e9


def test_paths_lead_everywhere_in_a_large_graph_that_was_an_array() -> None:
    source = (
        "def f(weights):\n    return dijkstra(csr_matrix(np.where(weights > 0.8, weights, 0)), directed=False)\n\n"
        "import numpy as np\nfrom scipy.sparse import csr_matrix\nfrom scipy.sparse.csgraph import dijkstra\n"
    )
    found = 2 ** Trials(source).estimate(parse("weights: float64[1000, 1000]"))[NAMES.index("trial_time")]
    assert 0.5e9 < found < 2.4e9
