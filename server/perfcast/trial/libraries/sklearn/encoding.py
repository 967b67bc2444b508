"""``sklearn.preprocessing`` and ``sklearn.impute``: encoders, polynomial features, imputers."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call
from perfcast.trial.libraries.sklearn.models import Model, check_features, know, learned, note_features
from perfcast.trial.libraries.sklearn.sparse import sparse_of

_TRANSFORMER: Final = ("TransformerMixin",)
#: Of the allowance for a value that is looked up.
_HERE: Final = 1.0


def _sort(values: Array) -> str:
    """What is added to the name of a price."""
    return " of texts" if values.dtype.kind in "OUS" else ""


def _fit_labels(call: Call, own: Instance, y: Any) -> Instance:
    labels = call.column(y)
    call.allows(len(labels), _HERE)
    call.pays(f"LabelEncoder.fit{_sort(labels)}", len(labels))
    return learned(call, own, classes_=np.unique(labels))


def _labels(call: Call, own: Instance, y: Any) -> Any:
    classes = know(own, "classes_")
    labels = call.column(y)
    call.allows(len(labels), _HERE)
    codes = np.minimum(np.searchsorted(classes, labels), len(classes) - 1)
    if (classes[codes] != labels).any():
        raise ValueError("y contains previously unseen labels")
    return call.gives(f"LabelEncoder.transform{_sort(labels)}", codes, len(labels))


def _fit_and_labels(call: Call, own: Instance, y: Any) -> Any:
    labels = call.column(y)
    call.allows(len(labels), _HERE)
    classes, codes = np.unique(labels, return_inverse=True)
    learned(call, own, classes_=classes)
    return call.gives(f"LabelEncoder.fit{_sort(labels)}", codes, len(labels))


def _from_labels(call: Call, own: Instance, y: Any) -> Any:
    classes = know(own, "classes_")
    codes = call.column(y).astype(np.int64)
    return call.gives("LabelEncoder.inverse_transform", classes[codes], len(codes))


def _fit_kinds(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    table = call.cells(X)
    call.allows(table.size, _HERE)
    note_features(own, X, table)
    call.pays(f"OneHotEncoder.fit{_sort(table)}", table.size, table.shape[1])
    return learned(call, own, categories_=[np.unique(column) for column in table.T])


def _coded(call: Call, own: Instance, X: Any) -> tuple[Array, Array]:
    """The table, and which of its column's kinds each value is: -1 for what is none."""
    kinds = know(own, "categories_")
    table = call.cells(X)
    check_features(own, table)
    call.allows(table.size, _HERE)
    codes = np.empty(table.shape, dtype=np.int64)
    for place, (column, known) in enumerate(zip(table.T, kinds, strict=True)):
        found = np.minimum(np.searchsorted(known, column), len(known) - 1)
        codes[:, place] = np.where(known[found] == column, found, -1)
    if own.attributes["handle_unknown"] == "error" and (codes < 0).any():
        raise ValueError("Found unknown categories during transform")
    return table, codes


def _one_hot(call: Call, own: Instance, X: Any) -> Any:
    table, codes = _coded(call, own, X)
    kept = [np.ones(len(kinds), dtype=bool) for kinds in own.attributes["categories_"]]
    for column in kept:
        if own.attributes["drop"] == "first" or (own.attributes["drop"] == "if_binary" and len(column) == 2):
            column[0] = False
    if sum(map(len, kept)) * len(table) > MOST_CELLS:
        raise Unsupported("arrays too large")
    found = np.hstack(
        [(codes[:, [place]] == np.arange(len(column)))[:, column] for place, column in enumerate(kept)]
    ).astype(np.float64)
    call.pays(f"OneHotEncoder.transform{_sort(table)}", table.size, table.shape[1])
    if own.attributes["sparse_output"]:
        return call.gives("told", sparse_of(call.machine, found), 1)
    return call.gives("told", found, 1)


def _kind_names(call: Call, own: Instance, input_features: Any = None) -> Any:
    """As ``get_feature_names_out``."""
    kinds = know(own, "categories_")
    names = input_features
    if names is None:
        names = own.attributes.get("feature_names_in_", [f"x{place}" for place in range(len(kinds))])
    found = [f"{name}_{kind}" for name, known in zip(names, kinds, strict=True) for kind in known.tolist()]
    return call.gives("told", np.array(found, dtype=object), len(found))


def _ordinal(call: Call, own: Instance, X: Any) -> Any:
    table, codes = _coded(call, own, X)
    return call.gives(f"OrdinalEncoder.transform{_sort(table)}", codes.astype(np.float64), table.size, table.shape[1])


def _fit_filling(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    table = call.table(X, has_missing=True)
    note_features(own, X, table)
    call.allows(table.size, _HERE)
    strategy = own.attributes["strategy"]
    with np.errstate(all="ignore"):
        match strategy:
            case "mean":
                fill = np.nanmean(table, axis=0)
            case "median":
                fill = np.nanmedian(table, axis=0)
            case "most_frequent":
                fill = np.array([_most_frequent(column) for column in table.T])
            case "constant":
                value = own.attributes["fill_value"]
                fill = np.full(table.shape[1], 0.0 if value is None else value)
            case _:
                raise ValueError(f"the strategy {strategy!r}")
    name = f"SimpleImputer.fit {strategy}" if strategy in {"median", "most_frequent"} else "SimpleImputer.fit"
    call.pays(name, table.size, table.shape[1] if strategy == "most_frequent" else len(table))
    return learned(call, own, statistics_=fill)


def _most_frequent(column: Array) -> float:
    values, counts = np.unique(column[~np.isnan(column)], return_counts=True)
    return float(values[counts.argmax()]) if len(values) else 0.0


def _filled(call: Call, own: Instance, X: Any) -> Any:
    fill = know(own, "statistics_")
    table = call.table(X, has_missing=True)
    check_features(own, table)
    return call.gives("SimpleImputer.transform", np.where(np.isnan(table), fill, table), table.size)


def _fit_powers(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    table = call.table(X)
    note_features(own, X, table)
    if not isinstance(own.attributes["degree"], int):
        raise Unsupported("a range of degrees")
    call.pays("looked at", table.size)
    return learned(call, own, n_output_features_=len(_products(own, table.shape[1])))


def _products(own: Instance, columns: int) -> list[tuple[int, ...]]:
    chosen = combinations if own.attributes["interaction_only"] else combinations_with_replacement
    first = 0 if own.attributes["include_bias"] else 1
    found: list[tuple[int, ...]] = []
    for degree in range(first, own.attributes["degree"] + 1):
        for one in chosen(range(columns), degree):
            found.append(one)
            if len(found) > MOST_CELLS:
                raise Unsupported("arrays too large")
    return found


def _powers(call: Call, own: Instance, X: Any) -> Any:
    know(own, "n_output_features_")
    table = call.table(X)
    check_features(own, table)
    products = _products(own, table.shape[1])
    if len(products) * len(table) > MOST_CELLS:
        raise Unsupported("arrays too large")
    call.allows(len(products) * len(table), 0.3)
    found = np.column_stack([table[:, list(one)].prod(axis=1) for one in products])
    return call.gives("PolynomialFeatures.transform", found, found.size)


_KINDS: Final = {
    "categories": "auto", "drop": None, "sparse_output": True, "dtype": np.float64, "handle_unknown": "error",
    "min_frequency": None, "max_categories": None, "feature_name_combiner": "concat",
}  # fmt: skip
_ORDINAL: Final = {
    "categories": "auto", "dtype": np.float64, "handle_unknown": "error", "unknown_value": None,
    "encoded_missing_value": np.nan, "min_frequency": None, "max_categories": None,
}  # fmt: skip
_POWERS: Final = {"degree": 2, "interaction_only": False, "include_bias": True, "order": "C"}
_FILLING: Final = {
    "missing_values": np.nan, "strategy": "mean", "fill_value": None, "copy": True, "add_indicator": False,
    "keep_empty_features": False,
}  # fmt: skip
CLASSES: Final = {
    "LabelEncoder": Model(
        _TRANSFORMER,
        {},
        {"fit": _fit_labels, "transform": _labels, "fit_transform": _fit_and_labels, "inverse_transform": _from_labels},
    ),
    "OneHotEncoder": Model(
        _TRANSFORMER,
        _KINDS,
        {"fit": _fit_kinds, "transform": _one_hot, "get_feature_names_out": _kind_names},
        frozenset({"drop", "sparse_output", "handle_unknown"}),
    ),
    "OrdinalEncoder": Model(
        _TRANSFORMER,
        _ORDINAL,
        {"fit": _fit_kinds, "transform": _ordinal},
        frozenset({"handle_unknown", "unknown_value"}),
    ),
    "PolynomialFeatures": Model(
        _TRANSFORMER,
        _POWERS,
        {"fit": _fit_powers, "transform": _powers},
        frozenset({"degree", "interaction_only", "include_bias"}),
    ),
}
IMPUTERS: Final = {
    "SimpleImputer": Model(
        _TRANSFORMER,
        _FILLING,
        {"fit": _fit_filling, "transform": _filled},
        frozenset({"strategy", "fill_value"}),
    )
}
