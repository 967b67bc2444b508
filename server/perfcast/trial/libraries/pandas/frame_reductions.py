"""Reductions of data frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.object_sizes import POINTER
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, pay_for_ranks, settled
from perfcast.trial.libraries.pandas.elementwise import unwrapped
from perfcast.trial.libraries.pandas.frame_rows import part_of
from perfcast.trial.libraries.pandas.frame_values import of_names
from perfcast.trial.libraries.pandas.hash_tables import telling_apart
from perfcast.trial.libraries.pandas.method_calls import iterable, rowwise
from perfcast.trial.libraries.pandas.prices import (
    APPLIED_COLUMN,
    BASE,
    COLUMN,
    DESCRIBED_COLUMN,
    DESCRIBED_LATER_ROW,
    DESCRIBED_ROW,
    OF_ONE_TYPE,
    TABLE,
)
from perfcast.trial.libraries.pandas.reductions import REDUCING, correlation, covariance, present, ranked
from perfcast.trial.libraries.pandas.series import METHODS as OF_COLUMNS
from perfcast.trial.libraries.pandas.values import (
    Array,
    Column,
    Labels,
    Table,
    check_calls,
    check_room,
    is_missing,
    of_objects,
    whole,
)


def _rank(
    table: Table,
    axis: Any = 0,
    method: str = "average",
    ascending: bool = True,
    pct: bool = False,
    numeric_only: Any = None,
) -> Any:
    if numeric_only:
        table = Table(table.machine, table.numbers(), table.labels)
    if rowwise(axis):
        check_calls(table.machine, 4 * len(table))
        rows = [ranked(row, method, ascending=ascending, pct=pct) for row in table.matrix()]
        pay_for_ranks(table, rows)
        return settled(TABLE, "rank", table.like(list(np.array(rows).T)), table)
    arrays = [ranked(values, method, ascending=ascending, pct=pct) for values in table.data.values()]
    pay_for_ranks(table, arrays)
    return settled(TABLE, "rank", table.like(arrays), table)


def _quantile(
    table: Table, q: Any = 0.5, axis: Any = 0, numeric_only: Any = False, interpolation: Any = "linear"
) -> Any:
    check_room(int(np.size(unwrapped(q))) * max(len(table), len(table.data)))
    check_calls(table.machine, 4 * len(table.data))
    if rowwise(axis):
        found = Column(table.machine, np.quantile(table.matrix(), q, axis=1), table.labels)
        return settled(TABLE, "quantile", found, table)
    values = [np.quantile(present(array), unwrapped(q)) for array in table.data.values()]
    if np.ndim(values[0]):
        labels = Labels(table.machine, of_objects(list(iterable(q))))
        return settled(TABLE, "quantile", whole(table.machine, list(table.data), values, labels), table)
    return settled(TABLE, "quantile", of_names(table, values), table)


def _describe(table: Table, percentiles: Any = None, include: Any = None) -> Any:
    data = table.numbers()
    names = ["count", "mean", "std", "min", "25%", "50%", "75%", "max"]
    arrays = []
    check_calls(table.machine, 12 * len(data))
    for values in map(present, data.values()):
        parts = [len(values), *(REDUCING[name](values) for name in ("mean", "std", "min"))]
        arrays.append(np.array([*parts, *np.quantile(values, [0.25, 0.5, 0.75]).tolist(), values.max()], dtype=float))
    found = whole(table.machine, list(data), arrays, Labels(table.machine, of_objects(names)))
    return settled(TABLE, "describe", found, table, aside=_described_aside(table, len(data)))


def _described_aside(table: Table, columns: int) -> float:
    """Bytes beside what tells of so many columns: that of each is a column until all are put together, and lies beside
    what the last one takes that is gone through."""
    told, rows = DESCRIBED_COLUMN * columns, len(table)
    first = DESCRIBED_ROW * rows + POINTER * table.machine.buffered(rows)
    return max(told, first, told - DESCRIBED_COLUMN + DESCRIBED_LATER_ROW * rows)


def _corr(table: Table, method: str = "pearson", min_periods: int = 1, numeric_only: bool = False) -> Any:
    data = table.numbers()
    check_room(len(data) ** 2 * 8)
    columns = [ranked(values) if method == "spearman" else values for values in data.values()]
    if method == "spearman":
        pay(table, TABLE["rank"].call)
        pay_for_ranks(table, columns)
    arrays = pairwise_figures(table, columns, correlation, np.corrcoef)
    found = whole(table.machine, list(data), arrays, Labels(table.machine, of_objects(list(data))))
    aside = TABLE["corr"].aside + (OF_ONE_TYPE if len({values.dtype for values in data.values()}) > 1 else 0)
    return settled(TABLE, "corr", found, table, aside=aside * table.cells)


def pairwise_figures(
    table: Table, columns: list[Array], of_two: Callable[..., float], of_all: Callable[..., Any]
) -> list[Array]:
    """A figure of each pair of columns; of all at once where nothing is missing."""
    if columns and not any(is_missing(values).any() for values in columns):
        return list(np.atleast_2d(of_all(np.array(columns))))
    check_calls(table.machine, 8 * len(columns) ** 2)
    return [np.array([of_two(one, other) for other in columns]) for one in columns]


def _cov(table: Table, min_periods: Any = None, ddof: int = 1, numeric_only: bool = False) -> Any:
    if ddof != 1:
        raise Unsupported("another number that products are divided by")
    if min_periods is not None:
        raise Unsupported("covariances of as many values at least")
    data = table.numbers()
    check_room(len(data) ** 2 * 8)
    found = pairwise_figures(table, list(data.values()), covariance, np.cov)
    return settled(
        TABLE,
        "cov",
        whole(table.machine, list(data), found, Labels(table.machine, of_objects(list(data)))),
        table,
    )


def _corrwith(table: Table, other: Column, axis: Any = 0) -> Any:
    if not isinstance(other, Column) or rowwise(axis):
        raise Unsupported("correlations of rows, or with another table")
    others = other.aligned(table.labels)
    values = [correlation(array, others) for array in table.data.values()]
    price = COLUMN["corr"]
    # Each column is held against the other one in turn.
    pay(table, (price.call + APPLIED_COLUMN) * len(values), price.cell * table.cells)
    aside = int(BASE * price.base + price.aside * len(table))
    return settled(TABLE, "corrwith", of_names(table, values), table, aside=aside)


def _nunique(table: Table, axis: Any = 0, dropna: bool = True) -> Any:
    values = [len(set(present(array).tolist())) for array in table.data.values()]
    most = max(values, default=0)
    aside = None if len(table.numbers()) < len(table.data) else telling_apart(table.machine, len(table), most)
    return settled(TABLE, "nunique", of_names(table, values), table, aside=aside)


def _memory_usage(table: Table, index: bool = True, deep: bool = False) -> Any:
    names = ["Index", *table.data] if index else list(table.data)
    sizes = [values.nbytes for values in table.data.values()]
    return settled(TABLE, "memory_usage", of_names(table, [132, *sizes] if index else sizes, names), table.labels)


#: Bytes of counting rows: of the call and each column, of a row in each column, of a different row, and of that as a
#: label of each column.
_LEVELS_COUNTED: Final = 2_000, 3_100, 21, 16, 3


def _value_counts(table: Table, subset: Any = None, normalize: bool = False, sort: bool = True) -> Any:
    if isinstance(subset, str):
        return OF_COLUMNS["value_counts"](table.column(subset), normalize=normalize, sort=sort)
    part = table if subset is None else part_of(table, subset)
    rows = list(zip(*(values.tolist() for values in part.data.values()), strict=True))
    column = Column(table.machine, of_objects(rows))
    found = OF_COLUMNS["value_counts"](column, normalize=normalize, sort=sort)
    call, level, row, distinct, label = _LEVELS_COUNTED
    of_each = (row * len(rows) + label * len(found) + level) * len(part.data)
    table.machine.briefly(call + of_each + distinct * len(found))
    return found


METHODS: Final[dict[str, Callable[..., Any]]] = {
    "rank": _rank,
    "quantile": _quantile,
    "describe": _describe,
    "corr": _corr,
    "cov": _cov,
    "corrwith": _corrwith,
    "nunique": _nunique,
    "memory_usage": _memory_usage,
    "value_counts": _value_counts,
}
