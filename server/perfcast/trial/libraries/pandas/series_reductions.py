"""Reductions of series."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, pay_for_ranks, settled
from perfcast.trial.libraries.pandas.elementwise import unwrapped
from perfcast.trial.libraries.pandas.hash_tables import table_of_counts, telling_apart
from perfcast.trial.libraries.pandas.method_calls import iterable
from perfcast.trial.libraries.pandas.prices import COLUMN, DISTINCT
from perfcast.trial.libraries.pandas.reductions import (
    QUARTERS,
    REDUCING,
    correlation,
    present,
    quantile,
    ranked,
    shifted,
    unique,
)
from perfcast.trial.libraries.pandas.values import Column, Labels, of_objects

#: Bytes of a different value while it is put in order by how often it was counted.
_COUNTED: Final = 16


def _rank(
    column: Column,
    method: str = "average",
    ascending: bool = True,
    pct: bool = False,
    axis: Any = 0,
    numeric_only: Any = None,
) -> Any:
    ranks = ranked(column.values, method, ascending=ascending, pct=pct)
    pay_for_ranks(column, [ranks])
    return settled(COLUMN, "rank", column.like(ranks), column)


def _quantile(column: Column, q: Any = 0.5, interpolation: str = "linear") -> Any:
    found = np.quantile(present(column.values), unwrapped(q))
    if isinstance(found, np.ndarray) and found.ndim:
        found = Column(column.machine, found, Labels(column.machine, of_objects(list(iterable(q)))), column.name)
    return settled(COLUMN, "quantile", found, column)


def _unique(column: Column) -> Any:
    kind = column.values.dtype.kind
    found = unique(column.values)
    aside = None if kind == "O" else telling_apart(column.machine, len(column), len(found)) - found.nbytes
    return settled(COLUMN, "wholes" if kind in "biu" else "unique", found, column, aside=aside)


def _value_counts(
    column: Column, normalize: bool = False, sort: bool = True, ascending: bool = False, dropna: bool = True
) -> Any:
    counts: dict[Any, int] = {}
    for value in present(column.values).tolist():
        counts[value] = counts.get(value, 0) + 1
    pairs = sorted(counts.items(), key=lambda pair: pair[1], reverse=not ascending) if sort else list(counts.items())
    labels = Labels(column.machine, of_objects([pair[0] for pair in pairs]), name=column.name)
    numbers = np.array([pair[1] for pair in pairs], dtype=np.int64)
    if normalize:
        numbers = numbers / max(1, numbers.sum())
    pay(column, 0.0, DISTINCT * len(pairs))
    found = Column(column.machine, numbers, labels, "count")
    if column.values.dtype.kind == "O":
        return settled(COLUMN, "texts_counted", found, column)
    aside = table_of_counts(column.machine, len(column), len(pairs)) + _COUNTED * len(pairs)
    return settled(COLUMN, "value_counts", found, column, aside=aside)


def _describe(column: Column, percentiles: Any = None) -> Any:
    values = present(column.values)
    if values.dtype.kind in "bM" or (values.dtype.kind == "O" and any(isinstance(one, str) for one in values.tolist())):
        raise Unsupported("a description of what is not numbers")
    parts = [len(values), *(REDUCING[name](values) for name in ("mean", "std", "min"))]
    parts += [*(quantile(values, part) for part in QUARTERS), REDUCING["max"](values)]
    labels = Labels(column.machine, of_objects(["count", "mean", "std", "min", "25%", "50%", "75%", "max"]))
    return settled(
        COLUMN, "describe", Column(column.machine, np.array(parts, dtype=float), labels, column.name), column
    )


def _corr(column: Column, other: Column, method: str = "pearson") -> Any:
    left, right = column.values, other.aligned(column.labels)
    if method == "spearman":
        left, right = ranked(left), ranked(right)
        pay(column, 2 * COLUMN["rank"].call)
        pay_for_ranks(column, [left, right])
    return settled(COLUMN, "corr", np.float64(correlation(left, right)), column)


def _autocorr(column: Column, lag: int = 1) -> Any:
    return settled(COLUMN, "autocorr", np.float64(correlation(column.values, shifted(column.values, lag))), column)


def _cov(column: Column, other: Column) -> Any:
    return settled(COLUMN, "corr", np.cov(column.values, other.aligned(column.labels))[0, 1], column)


def _mode(column: Column) -> Any:
    found, counts = np.unique(present(column.values), return_counts=True)
    return settled(COLUMN, "mode", Column(column.machine, found[counts == counts.max()]), column)


METHODS: Final[dict[str, Callable[..., Any]]] = {
    "rank": _rank,
    "quantile": _quantile,
    "unique": _unique,
    "value_counts": _value_counts,
    "describe": _describe,
    "corr": _corr,
    "cov": _cov,
    "mode": _mode,
    "autocorr": _autocorr,
}
