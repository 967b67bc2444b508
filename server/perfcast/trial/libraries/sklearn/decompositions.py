"""``sklearn.decomposition``: PCA and truncated SVD."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.empty_columns import narrowed
from perfcast.trial.libraries.sklearn.function_calls import Call
from perfcast.trial.libraries.sklearn.models import Model, check_width, know, learned, note_features, note_width

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
#: Directions that are drawn besides those that are wanted. Nanoseconds of each for an element, of each pair of them for
#: a row or column, and of each for one of these.
_BESIDES: Final = 10
_DRAWN: Final = (0.45, 1.4, 48.0)
#: Bytes of a direction for each of what there is more of, rows or columns, and for each of the other.
_HELD: Final = (24.0, 8.0)
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
        _pay_drawn(call, rows, columns, int(count))
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


def _pay_drawn(call: Call, rows: int, columns: int, count: int) -> None:
    """Pays for as many directions as are wanted, which are found from some that are drawn."""
    width = count + _BESIDES
    elements = rows * columns if call.filled == 1.0 else call.entries
    time = _DRAWN[0] * elements * width + (rows + columns) * width * (_DRAWN[1] * width + _DRAWN[2])
    held = width * (_HELD[0] * max(rows, columns) + _HELD[1] * min(rows, columns))
    if call.filled == 1.0:
        # How far numbers of all columns vary is told of a copy.
        held = max(held, 8.0 * rows * (columns + width + count))
    call.pays("TruncatedSVD.fit", 1, time, held)


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
    narrow = narrowed(call, X)
    table = narrow.table
    check_width(own, narrow.width)
    found = (table - own.attributes.get("mean_", 0.0)) @ narrow.narrow(parts).T
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
    _project_drawn(call, own, X)
    return own


def _project_drawn(call: Call, own: Instance, X: Any) -> Array:
    narrow = narrowed(call, X)
    table = narrow.table
    note_width(own, X, narrow.width)
    count = int(own.attributes["n_components"])
    count = call.at_most(count, narrow.width, f"n_components({count}) must be <= n_features({narrow.width}).")
    call.allows(table.size * min(table.shape), _HERE)
    _pay_drawn(call, len(table), narrow.width, count)
    _, singular, parts = np.linalg.svd(table, full_matrices=False)
    places = np.arange(count) % len(parts)
    parts = parts[places]
    found: Array = table @ parts.T
    variances = found.var(axis=0)
    whole = max(float(table.var(axis=0).sum()), 1e-300)
    learned(
        call,
        own,
        components_=narrow.widened(parts),
        explained_variance_=variances,
        explained_variance_ratio_=variances / whole,
        singular_values_=singular[places],
    )
    return found


def _fit_drawn_project(call: Call, own: Instance, X: Any, y: Any = None) -> Any:
    found = _project_drawn(call, own, X)
    return call.gives("told", found, len(found))


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
