"""``sklearn.naive_bayes``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call, check_lengths
from perfcast.trial.libraries.sklearn.labels import labels_of
from perfcast.trial.libraries.sklearn.models import Model, check_features, know, learned, note_features

#: Of the allowance for a label.
_CLASS: Final = 1_000.0


def _fit(call: Call, own: Instance, X: Any, y: Any) -> Instance:
    table, labels = call.table(X), labels_of(call, y)
    check_lengths(table, labels)
    note_features(own, X, table)
    classes, codes = np.unique(labels, return_inverse=True)
    call.allows(len(classes) * len(table), 0.03)
    call.allows(len(classes), _CLASS)
    rows = [table[codes == place] for place in range(len(classes))]
    call.pays("GaussianNB.fit", table.size, 25_000.0 * len(classes) + 128.0 * len(table), 10 * len(table))
    smoothing = own.attributes["var_smoothing"] * float(table.var(axis=0).max())
    counts = np.array([float(len(one)) for one in rows])
    return learned(
        call,
        own,
        classes_=classes,
        class_count_=counts,
        class_prior_=counts / len(table),
        epsilon_=smoothing,
        theta_=np.array([one.mean(axis=0) for one in rows]),
        var_=np.array([one.var(axis=0) for one in rows]) + smoothing,
    )


def _likely(call: Call, own: Instance, X: Any) -> Array:
    """The logarithm of how likely each label is together with the features of each row."""
    means, variances = know(own, "theta_"), own.attributes["var_"]
    table = call.table(X)
    check_features(own, table)
    classes = len(means)
    call.counts(classes * len(table))
    call.allows(classes * table.size, 0.15)
    found = np.empty((len(table), classes))
    for place, (mean, variance, prior) in enumerate(zip(means, variances, own.attributes["class_prior_"], strict=True)):
        found[:, place] = (
            np.log(prior)
            - np.log(2.0 * np.pi * variance).sum() / 2
            - (((table - mean) ** 2) / variance).sum(axis=1) / 2
        )
    time = classes * (13_000.0 + 12.0 * len(table) + 5.5 * table.size)
    call.pays("GaussianNB.predict", 1, time, 16 * table.size + 8 * (classes + 1) * len(table))
    return found


def _predict(call: Call, own: Instance, X: Any) -> Any:
    found = _likely(call, own, X)
    return call.gives("told", own.attributes["classes_"][found.argmax(axis=1)], len(found))


def _chances(call: Call, own: Instance, X: Any) -> Any:
    found = _likely(call, own, X)
    parts = np.exp(found - found.max(axis=1, keepdims=True))
    return call.gives("chances", parts / parts.sum(axis=1, keepdims=True), parts.size)


CLASSES: Final = {
    "GaussianNB": Model(
        ("ClassifierMixin",),
        {"priors": None, "var_smoothing": 1e-9},
        {"fit": _fit, "predict": _predict, "predict_proba": _chances},
        frozenset({"var_smoothing"}),
    )
}
