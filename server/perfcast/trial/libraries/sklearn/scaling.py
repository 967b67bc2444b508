"""``sklearn.preprocessing``: scalers and ``normalize``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call
from perfcast.trial.libraries.sklearn.models import Model, check_features, know, learned, note_features

_TRANSFORMER: Final = ("OneToOneFeatureMixin", "TransformerMixin")
_NORMS: Final[dict[str, Callable[[Array], Array]]] = {
    "l1": lambda x: np.abs(x).sum(axis=1),
    "l2": lambda x: np.sqrt((x * x).sum(axis=1)),
    "max": lambda x: np.abs(x).max(axis=1),
}


def _divisors(scale: Array) -> Array:
    """Columns that are all alike stay as they are."""
    return np.where(scale == 0.0, 1.0, scale)


def _fit_standard(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    table = call.table(X, has_missing=True)
    note_features(own, X, table)
    call.pays("StandardScaler.fit", table.size, len(table))
    means = np.nanmean(table, axis=0)
    variances = np.nanvar(table, axis=0) if own.attributes["with_std"] else None
    return learned(
        call,
        own,
        mean_=means if own.attributes["with_mean"] else None,
        var_=variances,
        scale_=None if variances is None else _divisors(np.sqrt(variances)),
        n_samples_seen_=len(table),
    )


def _standard(call: Call, own: Instance, X: Any, copy: Any = None) -> Any:
    scale, means = know(own, "scale_"), own.attributes["mean_"]
    table = call.table(X, has_missing=True)
    check_features(own, table)
    found = table - (0.0 if means is None else means)
    if scale is not None:
        found /= scale
    return call.gives("scaled", found, table.size, len(table))


def _from_standard(call: Call, own: Instance, X: Any, copy: Any = None) -> Any:
    scale, means = know(own, "scale_"), own.attributes["mean_"]
    table = call.table(X, has_missing=True)
    found = table * (1.0 if scale is None else scale)
    found += 0.0 if means is None else means
    return call.gives("scaled back", found, table.size, len(table))


def _fit_range(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    table = call.table(X, has_missing=True)
    note_features(own, X, table)
    call.pays("MinMaxScaler.fit", table.size, len(table))
    low, high = own.attributes["feature_range"]
    if low >= high:
        raise ValueError("Minimum of desired feature range must be smaller than maximum.")
    least, most = np.nanmin(table, axis=0), np.nanmax(table, axis=0)
    scale = (high - low) / _divisors(most - least)
    return learned(
        call,
        own,
        data_min_=least,
        data_max_=most,
        data_range_=most - least,
        scale_=scale,
        min_=low - least * scale,
        n_samples_seen_=len(table),
    )


def _ranged(call: Call, own: Instance, X: Any) -> Any:
    scale = know(own, "scale_")
    table = call.table(X, has_missing=True)
    check_features(own, table)
    found = table * scale
    found += own.attributes["min_"]
    if own.attributes["clip"]:
        np.clip(found, *own.attributes["feature_range"], out=found)
    return call.gives("scaled", found, table.size, len(table))


def _from_range(call: Call, own: Instance, X: Any) -> Any:
    scale = know(own, "scale_")
    table = call.table(X, has_missing=True)
    found = table - own.attributes["min_"]
    found /= scale
    return call.gives("scaled back", found, table.size, len(table))


def _fit_largest(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    table = call.table(X, has_missing=True)
    note_features(own, X, table)
    call.pays("MaxAbsScaler.fit", table.size, len(table))
    most = np.nanmax(np.abs(table), axis=0)
    return learned(call, own, max_abs_=most, scale_=_divisors(most), n_samples_seen_=len(table))


def _by_largest(call: Call, own: Instance, X: Any) -> Any:
    scale = know(own, "scale_")
    table = call.table(X, has_missing=True)
    check_features(own, table)
    return call.gives("scaled", table / scale, table.size, len(table))


def _fit_middle(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    table = call.table(X, has_missing=True)
    note_features(own, X, table)
    call.allows(table.size, 1.5)
    call.pays("RobustScaler.fit", table.size, table.shape[1])
    call.takes(16 * len(table))
    low, high = np.nanpercentile(table, own.attributes["quantile_range"], axis=0)
    is_centred, is_scaled = own.attributes["with_centering"], own.attributes["with_scaling"]
    centre = np.nanmedian(table, axis=0) if is_centred else None
    return learned(call, own, center_=centre, scale_=_divisors(high - low) if is_scaled else None)


def _by_middle(call: Call, own: Instance, X: Any) -> Any:
    scale, centre = know(own, "scale_"), own.attributes["center_"]
    table = call.table(X, has_missing=True)
    check_features(own, table)
    found = table - (0.0 if centre is None else centre)
    if scale is not None:
        found /= scale
    return call.gives("scaled", found, table.size, len(table))


def _noted(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    """As ``fit`` of what learns nothing."""
    table = call.table(X)
    note_features(own, X, table)
    call.pays("looked at", table.size)
    return own


def _normalized(call: Call, own: Instance, X: Any, copy: Any = None) -> Any:
    return normalize(call, X, own.attributes["norm"])


def normalize(
    call: Call, X: Any, norm: Any = "l2", *, axis: Any = 1, copy: Any = True, return_norm: Any = False
) -> Any:
    """As that function."""
    table = call.table(X)
    if norm not in _NORMS or axis not in (0, 1):
        raise ValueError(f"the norm {norm!r} or the axis {axis!r}")
    turned = table if axis else table.T
    lengths = _NORMS[norm](turned)
    found = turned / _divisors(lengths)[:, np.newaxis]
    made = found if axis else np.ascontiguousarray(found.T)
    return call.gives("normalize", (made, lengths) if return_norm else made, table.size, len(table))


def scale(call: Call, X: Any, *, axis: Any = 0, with_mean: Any = True, with_std: Any = True, copy: Any = True) -> Any:
    """As that function."""
    table = call.table(X, has_missing=True)
    if axis != 0:
        raise Unsupported("rows brought to the same scale")
    found = table - (np.nanmean(table, axis=0) if with_mean else 0.0)
    if with_std:
        found /= _divisors(np.nanstd(table, axis=0))
    return call.gives("scale", found, table.size, len(table))


_STANDARD: Final = {"copy": True, "with_mean": True, "with_std": True}
_RANGE: Final = {"feature_range": (0, 1), "copy": True, "clip": False}
_MIDDLE: Final = {
    "with_centering": True, "with_scaling": True, "quantile_range": (25.0, 75.0), "copy": True, "unit_variance": False,
}  # fmt: skip
CLASSES: Final = {
    "StandardScaler": Model(
        _TRANSFORMER,
        _STANDARD,
        {"fit": _fit_standard, "transform": _standard, "inverse_transform": _from_standard},
        frozenset(_STANDARD),
    ),
    "MinMaxScaler": Model(
        _TRANSFORMER,
        _RANGE,
        {"fit": _fit_range, "transform": _ranged, "inverse_transform": _from_range},
        frozenset(_RANGE),
    ),
    "MaxAbsScaler": Model(_TRANSFORMER, {"copy": True}, {"fit": _fit_largest, "transform": _by_largest}),
    "RobustScaler": Model(
        _TRANSFORMER,
        _MIDDLE,
        {"fit": _fit_middle, "transform": _by_middle},
        frozenset({"with_centering", "with_scaling", "quantile_range"}),
    ),
    "Normalizer": Model(
        _TRANSFORMER, {"norm": "l2", "copy": True}, {"fit": _noted, "transform": _normalized}, frozenset({"norm"})
    ),
}
FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {"normalize": normalize, "scale": scale}
