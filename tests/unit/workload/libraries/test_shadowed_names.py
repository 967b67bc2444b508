"""Functions and classes that are called as those of SciPy's and scikit-learn's are."""

from __future__ import annotations

import pytest

from perfcast.source import SourceFile
from perfcast.workload.origins.resolution import resolve


def _default(source: str, name: str) -> str:
    file = SourceFile.parse(source)
    return str(resolve(file.unit(name), file).workload)


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("import statistics as st\ndef f(values):\n    return st.mode(values)\n", "values: list[int] * 1000"),
        ("def f1_score(tp, fp):\n    return tp / (tp + fp)\ndef f(tp, fp):\n    return f1_score(tp, fp)\n",
         "tp: float"),
        ("def f(word, distance):\n    return distance.shift(word.lower())\n", "word: str * 1000 in 'a'..'z'"),
        ("from .figures import confusion_matrix\ndef f(actual):\n    return confusion_matrix(actual, len(actual))\n",
         "actual: list[int] * 1000"),
        ("class TextClassifier:\n    def fit(self, texts, labels): ...\n"
         "def f(texts, labels):\n    found = TextClassifier()\n    found.fit(texts, labels)\n    return len(texts)\n",
         "texts: list[str] * 1000 * 8 in 'a'..'z'"),
    ],
)  # fmt: skip
def test_others_tell_nothing(source: str, workload: str) -> None:
    found = _default(source, "f")
    assert found.startswith(workload.partition(" * 1000")[0])
    assert "int64[" not in found
    assert "float64[" not in found


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("from scipy import stats as st\ndef f(values):\n    return st.mode(values)\n", "values: float64[1000]"),
        ("import scipy.stats\ndef f(v):\n    return scipy.stats.zscore(v)\n", "v: float64[1000]"),
        ("def f(v):\n    from scipy.spatial import KDTree\n    return KDTree(v)\n", "v: float64[500, 2]"),
        ("from sklearn.metrics import f1_score as score, f1_score\ndef f(a, b):\n    return f1_score(a, b)\n",
         "a: int64[1000] in 0..1; b: int64[1000] in 0..1"),
        ("from lightgbm import LGBMClassifier\ndef f(X, y):\n    return LGBMClassifier().fit(X, y)\n",
         "X: float64[1000, 10]; y: int64[1000] in 0..1"),
    ],
)  # fmt: skip
def test_libraries_own_tell_what_they_take(source: str, workload: str) -> None:
    assert _default(source, "f") == workload


def test_what_is_imported_otherwise_later_is_another_thing() -> None:
    body = "\ndef f(values):\n    return st.mode(values)\n"
    own, library = (
        _default(f"{imports}{body}", "f") for imports in ("import statistics as st", "from scipy import stats as st")
    )
    assert own != library
