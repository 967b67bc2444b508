"""What is made up for what goes to scikit-learn's estimators and figures."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from perfcast.workload import build, parse
from perfcast.workload.tables.columns import Content, NamedColumns
from tests.unit.workload.made_up import default

_SPLIT = """
def train(features, target):
    X_train, X_test, y_train, y_test = train_test_split(features, target, test_size=0.2)
    model = make_pipeline(StandardScaler(), LogisticRegression())
    model.fit(X_train, y_train)
    return accuracy_score(y_test, model.predict(X_test))
"""
_ANNOTATED = """
def fit(X: np.ndarray, y: pd.Series):
    return RandomForestClassifier().fit(X, y)
"""


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (_SPLIT, "features: float64[1000, 10]; target: int64[1000] in 0..1"),
        (_ANNOTATED, "X: float64[1000, 10]; y: Series[1000] in 0..1 few"),
        (
            "def fit(texts, y):\n    model = make_pipeline(TfidfVectorizer(), LinearSVC())\n    model.fit(texts, y)",
            "texts: list[str] * 1000 * 40 in 'abcdefgh '; y: int64[1000] in 0..1",
        ),
        (
            "def train(X: np.ndarray, y: np.ndarray):\n"
            "    return TensorDataset(torch.from_numpy(X).float(), torch.from_numpy(y).long())",
            "X: float64[1000, 10]; y: int64[1000] in 0..1",
        ),
        (
            "def train(X: np.ndarray, y: np.ndarray):\n"
            "    known = torch.tensor(y, dtype=torch.float32)\n"
            "    return TensorDataset(torch.tensor(X), known)",
            "X: float64[1000, 10]; y: float64[1000]",
        ),
        (
            "def count(corpus: list[str]):\n    return CountVectorizer().fit_transform(corpus)",
            "corpus: list[str] * 1000 * 40 in 'abcdefgh '",
        ),
        (
            "def fit(X, y):\n    model = Ridge()\n    return cross_val_score(model, X, y)",
            "X: float64[1000, 10]; y: float64[1000]",
        ),
        (
            "def f(y_true, y_pred):\n    return f1_score(y_true, y_pred)",
            "y_true: int64[1000] in 0..1; y_pred: int64[1000] in 0..1",
        ),
        (
            "def f(y_true: list[int], scores):\n    return roc_auc_score(y_true, scores)",
            "y_true: list[int] * 1000 in 0..1; scores: float64[1000]",
        ),
        ("def f(rows, found):\n    return r2_score(rows, found)", "rows: float64[1000]; found: float64[1000]"),
        (
            "def f(a, b):\n    return cosine_similarity(np.asarray(a), b)",
            "a: float64[1000, 10]; b: float64[1000, 10]",
        ),
        (
            "def f(x, y):\n    return LinearRegression().fit(x.reshape(-1, 1), y)",
            "x: float64[1000]; y: float64[1000]",
        ),
        (
            "def f(X, y):\n    for model in [GaussianNB(), SVC()]:\n        model.fit(X, y)",
            "X: float64[1000, 10]; y: int64[1000] in 0..1",
        ),
        ("def f(found):\n    return LabelEncoder().fit_transform(found)", "found: int64[1000] in 0..1"),
        # Nothing of scikit-learn's.
        ("def fit(a: np.ndarray, b: np.ndarray):\n    return net.fit(a, b)", "a: float64[1000]; b: float64[1000]"),
    ],
)
def test_what_goes_to_estimators_is_what_they_take(source: str, wanted: str) -> None:
    assert default(source) == wanted


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (
            """
def f(df):
    X = df[["age", "city"]].to_numpy()
    y = df["label"]
    return LogisticRegression().fit(X, y)
""",
            {"age": Content.NUMBERS, "city": Content.NUMBERS, "label": Content.LABELS},
        ),
        (
            """
def f(df):
    X = df.drop(columns=["price"])
    return Ridge().fit(X, df["price"].values)
""",
            {"price": Content.NUMBERS},
        ),
        (
            """
def f(df):
    numbers = ["age"]
    first = ColumnTransformer([("n", StandardScaler(), numbers), ("k", OneHotEncoder(), ["zone"])])
    return make_pipeline(first, DecisionTreeClassifier()).fit(df[["age", "zone"]], df.pop("left"))
""",
            {"age": Content.NUMBERS, "zone": Content.TEXTS, "left": Content.LABELS},
        ),
    ],
)
def test_columns_hold_what_estimators_take(source: str, wanted: dict[str, Content]) -> None:
    found = NamedColumns(ast.parse(f"{source}\nfrom sklearn.pipeline import make_pipeline\n")).of("df", ["df"])
    assert {name: column.content for name, column in found.items()} == wanted


def test_a_column_of_labels_has_few_whole_numbers() -> None:
    _, named = build(parse("y: Series[100] in 0..1 few"), seed=1)
    assert sorted(set(named["y"].tolist())) == [0, 1]
    assert named["y"].dtype == np.int64
