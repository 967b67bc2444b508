"""``sklearn.decomposition``: directions in which rows differ most."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.learning.arrays import Array
from perfcast.trial.learning.calling import Call
from perfcast.trial.learning.models import Model, check_features, know, learned, note_features
from perfcast.trial.objects.kinds import Instance
from perfcast.trial.stops import Unsupported

#: Features up to which as many times as many rows are looked at by how columns go together.
_MOST_TOGETHER: Final = 1_000
_ROWS_MORE: Final = 10
#: From so many rows or features on it is a few directions that are drawn, where they are less than that part of all.
_LARGE: Final = 500
_MOST_DRAWN: Final = 0.8
#: Nanoseconds of a table: of each row, of each product of its columns, and of what comes of these.
_TOGETHER: Final = (14.0, 0.035, 0.6)
#: Of each element for as many as there are the other way.
_SINGULAR: Final = 0.5
#: Of each row besides, and bytes of it, where a few directions are drawn.
_DRAWN: Final = (140.0, 300.0)
#: Bytes of an element of what is made of columns together.
_SQUARE: Final = 40.0
#: Of the allowance for a step.
_HERE: Final = 0.03


def _fit_main(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    table = call.table(X)
    note_features(own, X, table)
    _decompose(call, own, table)
    return own


def _decompose(call: Call, own: Instance, table: Array) -> None:
    rows, columns = table.shape
    means = table.mean(axis=0)
    count = _count(call, own, min(rows, columns))
    call.allows(table.size * min(rows, columns), _HERE)
    if columns <= _MOST_TOGETHER and rows >= _ROWS_MORE * columns:
        time = rows * (_TOGETHER[0] + _TOGETHER[1] * columns**2) + _TOGETHER[2] * columns**3
        call.pays("PCA.fit", table.size, time, _SQUARE * columns**2)
    elif max(rows, columns) > _LARGE and isinstance(count, int) and 1 <= count < _MOST_DRAWN * min(rows, columns):
        call.pays("TruncatedSVD.fit", table.size, _DRAWN[0] * rows, 8.0 * table.size + _DRAWN[1] * rows)
    else:
        call.pays("PCA.fit", table.size, _SINGULAR * rows * columns * min(rows, columns), 56.0 * table.size)
    _, singular, parts = np.linalg.svd(table - means, full_matrices=False)
    variances = singular**2 / max(1, rows - 1)
    shares = variances / max(float(variances.sum()), 1e-300)
    if isinstance(count, float):
        count = int(np.searchsorted(np.cumsum(shares), count)) + 1
    learned(
        call,
        own,
        mean_=means,
        components_=parts[:count],
        explained_variance_=variances[:count],
        explained_variance_ratio_=shares[:count],
        singular_values_=singular[:count],
        n_components_=count,
    )


def _count(call: Call, own: Instance, most: int) -> int | float:
    count = own.attributes["n_components"]
    if count is None:
        return most
    if isinstance(count, str) or not 0 < count <= most:
        raise (
            Unsupported("another number of components")
            if isinstance(count, str)
            else ValueError(f"n_components={count} must be between 0 and min(n_samples, n_features)={most}")
        )
    return float(count) if isinstance(count, float) and count < 1 else int(count)


def _project(call: Call, own: Instance, X: Any) -> Any:
    parts = know(own, "components_")
    table = call.table(X)
    check_features(own, table)
    found = (table - own.attributes.get("mean_", 0.0)) @ parts.T
    return call.gives("projected", found, found.size, table.size)


def _fit_project(call: Call, own: Instance, X: Any, y: Any = None) -> Any:
    _fit_main(call, own, X)
    return _project(Call(call.machine, own), own, X)


def _back(call: Call, own: Instance, X: Any) -> Any:
    parts = know(own, "components_")
    table = call.table(X)
    found = table @ parts + own.attributes.get("mean_", 0.0)
    return call.gives("projected", found, found.size, table.size)


def _fit_drawn(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    table = call.table(X)
    note_features(own, X, table)
    count = int(own.attributes["n_components"])
    count = call.at_most(count, table.shape[1], f"n_components({count}) must be <= n_features({table.shape[1]}).")
    call.allows(table.size * min(table.shape), _HERE)
    wide = 1.0 + max(0, count - 2) / 12.0
    call.pays("TruncatedSVD.fit", table.size, wide * _DRAWN[0] * len(table), wide * _DRAWN[1] * len(table))
    _, singular, parts = np.linalg.svd(table, full_matrices=False)
    parts = parts[:count]
    variances = (table @ parts.T).var(axis=0)
    whole = max(float(table.var(axis=0).sum()), 1e-300)
    return learned(
        call,
        own,
        components_=parts,
        explained_variance_=variances,
        explained_variance_ratio_=variances / whole,
        singular_values_=singular[:count],
    )


def _fit_drawn_project(call: Call, own: Instance, X: Any, y: Any = None) -> Any:
    _fit_drawn(call, own, X)
    table = call.table(X)
    return call.gives("told", table @ own.attributes["components_"].T, len(table))


_MAIN: Final = {
    "n_components": None, "copy": True, "whiten": False, "svd_solver": "auto", "tol": 0.0, "iterated_power": "auto",
    "n_oversamples": 10, "power_iteration_normalizer": "auto", "random_state": None,
}  # fmt: skip
_FEW: Final = {
    "n_components": 2, "algorithm": "randomized", "n_iter": 5, "n_oversamples": 10,
    "power_iteration_normalizer": "auto", "random_state": None, "tol": 0.0,
}  # fmt: skip
_BASES: Final = ("ClassNamePrefixFeaturesOutMixin", "TransformerMixin")
CLASSES: Final = {
    "PCA": Model(
        _BASES,
        _MAIN,
        {"fit": _fit_main, "transform": _project, "fit_transform": _fit_project, "inverse_transform": _back},
        frozenset({"n_components"}),
    ),
    "TruncatedSVD": Model(
        _BASES,
        _FEW,
        {"fit": _fit_drawn, "transform": _project, "fit_transform": _fit_drawn_project, "inverse_transform": _back},
        frozenset({"n_components"}),
    ),
}
