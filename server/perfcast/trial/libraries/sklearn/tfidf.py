"""``sklearn.feature_extraction.text``: TF-IDF."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.scipy.sparse.values import Entries, Sparse, compressed, entries_of
from perfcast.trial.libraries.sklearn import word_counts
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call
from perfcast.trial.libraries.sklearn.models import Model, know, learned
from perfcast.trial.libraries.sklearn.word_counts import GIVEN, HEEDED, NAMING, Counts

#: Nanoseconds of an entry that is weighed, and bytes of it for a moment.
_WEIGHED: Final = 9.0
_ENTRY: Final = 16


def _learn(call: Call, own: Instance, counts: Counts) -> None:
    """How rare each word is."""
    rows, width = counts.shape
    more = float(bool(own.attributes["smooth_idf"]))
    texts = np.bincount(counts.entries.columns, minlength=width)
    with np.errstate(divide="ignore"):
        rare = np.log((rows + more) / (texts + more)) + 1.0 if own.attributes["use_idf"] else np.ones(width)
    learned(call, own, idf_=rare)


def _weighed(call: Call, own: Instance, counts: Counts) -> Sparse:
    said, (rows, columns, found) = own.attributes, counts.entries
    values: Array = found.astype(np.float64)
    if said["sublinear_tf"]:
        values = np.log(values) + 1.0
    values = values * know(own, "idf_")[columns]
    if said["norm"] not in {"l1", "l2", None}:
        raise Unsupported("another norm")
    if said["norm"] is not None:
        sums = np.bincount(rows, values**2 if said["norm"] == "l2" else np.abs(values), minlength=counts.shape[0])
        lengths = np.sqrt(sums) if said["norm"] == "l2" else sums
        values = values / np.where(lengths > 0.0, lengths, 1.0)[rows]
    call.pays("words weighed", 1, _WEIGHED * len(values), _ENTRY * len(values))
    return compressed(call.machine, "csr", counts.shape, Entries(rows, columns, values), is_array=False)


def _fit_transform(call: Call, own: Instance, raw_documents: Any, y: Any = None) -> Any:
    counts = word_counts.fit_counted(call, own, raw_documents)
    _learn(call, own, counts)
    return call.gives("told", _weighed(call, own, counts), 1)


def _fit(call: Call, own: Instance, raw_documents: Any, y: Any = None) -> Instance:
    _learn(call, own, word_counts.fit_counted(call, own, raw_documents))
    return own


def _transform(call: Call, own: Instance, raw_documents: Any) -> Any:
    return call.gives("told", _weighed(call, own, word_counts.transform_counted(call, own, raw_documents)), 1)


def _counts_of(X: Any) -> Counts:
    if not isinstance(X, Sparse):
        raise Unsupported("numbers of words in another form")
    return Counts(entries_of(X), X.shape)


def _fit_counts(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    _learn(call, own, _counts_of(X))
    return own


def _weigh_counts(call: Call, own: Instance, X: Any, copy: Any = True) -> Any:
    return call.gives("told", _weighed(call, own, _counts_of(X)), 1)


def _fit_and_weigh_counts(call: Call, own: Instance, X: Any, y: Any = None) -> Any:
    _learn(call, own, _counts_of(X))
    return _weigh_counts(call, own, X)


_WEIGHING: Final = {"norm": "l2", "use_idf": True, "smooth_idf": True, "sublinear_tf": False}
CLASSES: Final = {
    "TfidfVectorizer": Model(
        (),
        {**GIVEN, "dtype": np.float64, **_WEIGHING},
        {"fit": _fit, "transform": _transform, "fit_transform": _fit_transform, **NAMING},
        HEEDED | _WEIGHING.keys(),
    ),
    "TfidfTransformer": Model(
        (),
        _WEIGHING,
        {"fit": _fit_counts, "transform": _weigh_counts, "fit_transform": _fit_and_weigh_counts},
        frozenset(_WEIGHING),
    ),
}
