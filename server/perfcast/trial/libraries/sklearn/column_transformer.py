"""``sklearn.compose.ColumnTransformer``: each group of columns has a transformer of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.libraries.pandas.values import Table
from perfcast.trial.libraries.scipy.sparse.values import Sparse, dense_of
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call, while_there
from perfcast.trial.libraries.sklearn.models import Model, classes, know, learned
from perfcast.trial.libraries.sklearn.nested_parameters import inner_params, put_params
from perfcast.trial.libraries.sklearn.sparse import sparse_of

_DROPPED: Final = "drop"
_PASSED: Final = "passthrough"
#: Bytes of an entry of matrices that are put side by side.
_STACKED: Final = 28.0


def _picked(call: Call, X: Any, columns: Any) -> Any:
    """Those columns of a table or an array. Raises Unsupported."""
    call.operands.append(X)
    named = [columns] if isinstance(columns, str | int) else list(columns)
    if isinstance(X, Table):
        names = [list(X.data)[one] if isinstance(one, int) else one for one in named]
        call.pays("columns of a table", len(names))
        return X.shared({name: X.data[name] for name in names})
    if isinstance(X, np.ndarray) and all(isinstance(one, int) for one in named):
        call.pays("columns of an array", len(X) * len(named))
        return X[:, np.array(named, dtype=np.int64)]
    raise Unsupported("columns of another kind")


def _parts(own: Instance, X: Any) -> list[tuple[Any, Any]]:
    """Each transformer, and its columns; those of none last, where they are kept."""
    told = [(one[1], one[2]) for one in own.attributes["transformers"]]
    if own.attributes["remainder"] == _DROPPED:
        return told
    every = list(X.data) if isinstance(X, Table) else list(range(X.shape[1]))
    used = {name for _, columns in told for name in ([columns] if isinstance(columns, str | int) else columns)}
    return [*told, (own.attributes["remainder"], [name for name in every if name not in used])]


def _fit_transform(call: Call, own: Instance, X: Any, y: Any = None) -> Any:
    parts, made, fitted = _parts(own, X), [], []
    call.pays("ColumnTransformer.fit", 1, len(parts))
    for transformer, columns in parts:
        if not isinstance(transformer, Instance):
            made += _untransformed(call, transformer, X, columns)
            continue
        copy = invoke(call.machine, own.of.attributes["_clone"], (transformer,), {})
        fitted.append((copy, columns))
        made.append(_called(call, copy, "fit_transform", _picked(call, X, columns), y))
    kept = [(one, columns) for one, columns in parts if not isinstance(one, Instance)]
    learned(call, own, transformers_=[*fitted, *kept])
    return _side_by_side(call, own, made)


def _fit(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    _fit_transform(call, own, X, y)
    return own


def _transform(call: Call, own: Instance, X: Any) -> Any:
    fitted, made = know(own, "transformers_"), []
    call.pays("ColumnTransformer.transform", 1, len(fitted))
    for transformer, columns in fitted:
        if isinstance(transformer, Instance):
            made.append(_called(call, transformer, "transform", _picked(call, X, columns)))
        else:
            made += _untransformed(call, transformer, X, columns)
    return _side_by_side(call, own, made)


def _untransformed(call: Call, transformer: Any, X: Any, columns: Any) -> list[Any]:
    if transformer == _DROPPED or not len(columns):
        return []
    if transformer != _PASSED:
        raise Unsupported("a transformer of another library")
    return [call.table(_picked(call, X, columns))]


def _called(call: Call, transformer: Instance, name: str, table: Any, y: Any = None) -> Any:
    machine = call.machine
    given = (table,) if y is None else (table, y)
    return while_there(machine, given, lambda: invoke(machine, attribute(machine, transformer, name), given, {}))


def _side_by_side(call: Call, own: Instance, made: list[Any]) -> Any:
    arrays: list[Array] = [dense_of(one) if isinstance(one, Sparse) else call.table(one) for one in made]
    if not arrays:
        return call.gives("told", np.zeros((0, 0)), 1)
    found = np.hstack(arrays)
    call.operands += made
    if any(isinstance(one, Sparse) for one in made):
        entries = sum(one.count if isinstance(one, Sparse) else int(np.size(one)) for one in made)
        if entries / max(1, found.size) < own.attributes["sparse_threshold"]:
            call.takes(_STACKED * entries)
            return call.gives("told", sparse_of(call.machine, found), 1)
    return call.gives("side by side", found, found.size)


def _params(call: Call, own: Instance, deep: Any = True) -> Any:
    return inner_params(call, own, _GIVEN, [one[:2] for one in own.attributes["transformers"]] if deep else ())


def _set_params(call: Call, own: Instance, **params: Any) -> Instance:
    return put_params(call, own, {one[0]: one[1] for one in own.attributes["transformers"]}, params)


_GIVEN: Final = {
    "transformers": None, "remainder": "drop", "sparse_threshold": 0.3, "n_jobs": None, "transformer_weights": None,
    "verbose": False, "verbose_feature_names_out": True,
}  # fmt: skip
_MODEL: Final = Model(
    ("TransformerMixin",),
    _GIVEN,
    {
        "fit": _fit,
        "transform": _transform,
        "fit_transform": _fit_transform,
        "get_params": _params,
        "set_params": _set_params,
    },
    frozenset({"transformers", "remainder", "sparse_threshold", "verbose_feature_names_out"}),
)


def members(machine: Machine, bases: Mapping[str, Any]) -> dict[str, Any]:
    """What the module holds.

    Args:
        bases: what ``sklearn.base`` holds.
    """
    found = classes(machine, {"ColumnTransformer": _MODEL}, bases)
    found["ColumnTransformer"].attributes["_clone"] = bases["clone"]
    return found
