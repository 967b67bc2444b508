"""Reshaping: pivots, ``melt``, ``stack``, ``explode``."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.elementwise import unwrapped
from perfcast.trial.libraries.pandas.margins import with_total, with_totals
from perfcast.trial.libraries.pandas.method_calls import iterable, listed
from perfcast.trial.libraries.pandas.prices import COUNTED_PAIR, SPREAD, TABLE, UNNAMED_BINS
from perfcast.trial.libraries.pandas.reductions import REDUCING, present, unique
from perfcast.trial.libraries.pandas.series_rows import label_columns
from perfcast.trial.libraries.pandas.several_aggregates import aggregates_of, pay_for_aggregates, side_by_side
from perfcast.trial.libraries.pandas.values import (
    Array,
    Column,
    Labels,
    Table,
    check_calls,
    check_room,
    name_of,
    of_objects,
    whole,
)

_MOST_BINS: Final = 1_000
#: Bytes of each value that is summed up by one key, and of each row that comes of it.
_SUMMED: Final = 25
_GROUP: Final = 15
#: Bytes of naming bins by their bounds; and of a value: the place of its bin, twice, and marks.
_UNNAMED: Final = {"cut": 8_500, "qcut": 12_000}
_PLACED: Final = 18
#: Microseconds of a table whose columns become marks, nanoseconds of a mark, and bytes of a row's place among them.
_INDICATED_TABLE: Final = 950.0
_MARK: Final = 0.2
_INDICATED: Final = 8
#: Microseconds of making counts shares of all, of each row or of each column.
_NORMALIZED: Final = 250.0
#: Bytes of totals of counts, which are found beside what the counts take, and of a row that is counted again.
_TOTALS: Final = 65_000
_TOTALLED: Final = 15
#: Nanoseconds of a cell of a table that rows are spread over.
_SPREAD: Final = 1.5


def melted(
    table: Table,
    id_vars: Any = None,
    value_vars: Any = None,
    var_name: Any = "variable",
    value_name: Any = "value",
    ignore_index: bool = True,
) -> Any:
    """As ``melt``."""
    kept = listed(id_vars) if id_vars is not None else []
    names = listed(value_vars) if value_vars is not None else [name for name in table.data if name not in kept]
    rows = len(table)
    check_room(rows * len(names) * (len(kept) + 2))
    arrays = [np.tile(table.data[name], len(names)) for name in kept]
    variables = of_objects([name for name in names for _ in range(rows)])
    values = np.concatenate([table.data[name] for name in names]) if names else np.array([])
    return settled(
        TABLE, "melt", whole(table.machine, [*kept, var_name, value_name], [*arrays, variables, values]), table
    )


def stacked(table: Table, level: Any = -1, dropna: Any = None, future_stack: Any = None) -> Any:
    """As ``stack``."""
    check_room(table.cells)
    labels = of_objects([(label, name) for label in table.labels.values.tolist() for name in table.data])
    found = Column(table.machine, table.matrix().ravel(), Labels(table.machine, labels, name=[table.labels.name, None]))
    return settled(TABLE, "stack", found, table)


def unstacked(column: Any, fill_value: Any = np.nan) -> Any:
    """As ``unstack``: the last level of the labels becomes columns. Raises Unsupported."""
    if not isinstance(column, Column) or not isinstance(column.labels.name, list):
        raise Unsupported("labels of one level as columns")
    pairs = column.labels.values.tolist()
    rows = [pair[:-1] if len(pair) > 2 else pair[0] for pair in pairs]
    names = label_columns(column.labels)
    found = spread(column.machine, rows, [pair[-1] for pair in pairs], column.values, fill_value, next(iter(names)))
    return _spread_out("unstack", found, column)


def spread(
    machine: Any, rows: list[Any], columns: list[Any], values: Array, filling: Any = np.nan, name: Any = None
) -> Table:
    """A table with a row and a column for each that there is. Raises Unsupported for some that are missing."""
    if any(map(_is_missing, rows)) or any(map(_is_missing, columns)):
        raise Unsupported("missing keys of rows and columns")
    ours, theirs = sorted(set(rows)), sorted(set(columns))
    check_room(len(ours) * len(theirs))
    found = np.full(
        (len(theirs), len(ours)),
        np.nan if filling is None else filling,
        dtype=np.result_type(values, np.float64) if values.dtype.kind in "biuf" else object,
    )
    by_row, by_column = ({key: place for place, key in enumerate(keys)} for keys in (ours, theirs))
    for row, column, value in zip(rows, columns, values.tolist(), strict=True):
        found[by_column[column], by_row[row]] = value
    return whole(machine, theirs, list(found), Labels(machine, of_objects(ours), name=name))


def pivoted(table: Table, columns: Any = None, index: Any = None, values: Any = None) -> Any:
    """As ``pivot``. Raises ValueError for pairs that are there twice."""
    rows = table.labels.values.tolist() if index is None else table.data[index].tolist()
    across = table.data[columns].tolist()
    if len(set(zip(rows, across, strict=True))) < len(rows):
        raise ValueError("Index contains duplicate entries, cannot reshape")
    if values is None or isinstance(values, list):
        raise Unsupported("several tables in one")
    found = spread(table.machine, rows, across, table.data[values], name=index)
    return _spread_out("pivot", found, table)


def _spread_out(name: str, found: Table, given: Table | Column) -> Any:
    """Pays for rows that are given places in a table, and for those that have none in it."""
    pay(given, 0.0, _SPREAD * found.cells)
    return settled(TABLE, name, found, given, cells=len(given), aside=TABLE[name].aside * len(given) + found.cells)


def _summed_up(
    rows: list[Any], columns: list[Any], values: Array, function: Any, machine: Any
) -> tuple[list[Any], list[Any], Array]:
    """A value for each pair of a row and a column, of those that are there."""
    groups: dict[Any, list[int]] = {}
    for place, pair in enumerate(zip(rows, columns, strict=True)):
        if not any(map(_is_missing, pair)):
            groups.setdefault(pair, []).append(place)
    check_calls(machine, 3 * len(groups))
    if isinstance(function, str):
        if function not in REDUCING:
            raise Unsupported("an aggregate that is not known")
        found = [REDUCING[function](present(values[places])) for places in groups.values()]
    else:
        run = guarded(machine, function)
        found = [run(Column(machine, values[places])) for places in groups.values()]
    return [row for row, _ in groups], [column for _, column in groups], of_objects(found)


def _is_missing(key: Any) -> bool:
    """Whether it is nothing, or some of its levels are."""
    if isinstance(key, tuple):
        return any(map(_is_missing, key))
    return key is None or key != key  # noqa: PLR0124


def pivot_table(
    table: Table, values: Any = None, index: Any = None, columns: Any = None, aggfunc: Any = "mean",
    fill_value: Any = None, margins: bool = False, dropna: bool = True, observed: bool = True, sort: bool = True,
    margins_name: str = "All",
) -> Any:  # fmt: skip
    """As ``pivot_table``. Raises Unsupported."""
    if index is None:
        raise Unsupported("a table of columns alone")
    if isinstance(aggfunc, list):
        one = partial(
            pivot_table, table, values, index, columns,
            fill_value=fill_value, margins=margins, dropna=dropna, observed=observed, sort=sort,
            margins_name=margins_name,
        )  # fmt: skip
        return side_by_side(one, aggfunc)
    if isinstance(aggfunc, dict) and (columns is not None or margins):
        raise Unsupported("columns and totals of several aggregates")
    rows = _key_of(table, index)
    used = [
        *(listed(index) if not isinstance(index, Column) else []),
        *(listed(columns) if isinstance(columns, str | list) else []),
    ]
    if isinstance(aggfunc, dict):
        values = list(aggfunc)
    names = listed(values) if values is not None else [name for name in table.numbers() if name not in used]
    if margins and any(map(_is_missing, rows)):
        raise Unsupported("totals of missing keys")
    if columns is None:
        return _aggregated(table, names, index, aggfunc, name_of(margins_name) if margins else None)
    if len(names) != 1:
        raise Unsupported("several tables in one")
    across, summed_up = _key_of(table, columns), table.data[names[0]]
    if margins and any(map(_is_missing, across)):
        raise Unsupported("totals of missing keys")
    parts = _summed_up(rows, across, summed_up, aggfunc, table.machine)
    found = spread(table.machine, *parts, fill_value)
    pay(found, SPREAD)
    if margins:
        if any(isinstance(key, tuple) for key in (*rows[:1], *across[:1])):
            raise Unsupported("totals of several levels")
        found = with_totals(found, (rows, across), summed_up, aggfunc, name_of(margins_name))
    return settled(TABLE, "pivot_table", found, table, cells=len(table))


def _aggregated(table: Table, names: list[Any], index: Any, function: Any, total: str | None) -> Any:
    """A table of a row for each key.

    Args:
        total: the label of a row of all values; None for none.
    """
    rows, levels = _key_of(table, index), listed(index)
    arrays, labels = [], None
    wanted = aggregates_of(names, function)
    for name, run in wanted.values():
        ours, _, summed_up = _summed_up(rows, [0] * len(rows), table.data[name], run, table.machine)
        order = sorted(range(len(ours)), key=ours.__getitem__)
        arrays.append(summed_up[order])
        labels = Labels(
            table.machine,
            of_objects([ours[place] for place in order]),
            name=levels if len(levels) > 1 else levels[0] if isinstance(levels[0], str) else None,
        )
    found = whole(table.machine, list(wanted), arrays, labels)
    if isinstance(function, dict):
        pay_for_aggregates(table, len(wanted))
    cells = len(table) * max(1, len(names))
    aside = _SUMMED * cells + _GROUP * len(found)
    if total is not None:
        found = with_total(found, [table.data[name] for name in names], function, total)
    return settled(TABLE, "pivot_table", found, table, cells=cells, aside=aside)


def _key_of(table: Table, key: Any) -> list[Any]:
    if isinstance(key, list) and len(key) > 1:
        return list(zip(*(table.data[name].tolist() for name in key), strict=True))
    if isinstance(key, Column):
        return key.aligned(table.labels).tolist()  # type: ignore[no-any-return]
    return table.data[key[0] if isinstance(key, list) else key].tolist()  # type: ignore[no-any-return]


def crosstab(
    index: Any,
    columns: Any,
    values: Any = None,
    aggfunc: Any = None,
    normalize: Any = False,
    margins: bool = False,
    rownames: Any = None,
    colnames: Any = None,
    margins_name: str = "All",
) -> Any:
    """As ``crosstab``. Raises Unsupported."""
    if not isinstance(index, Column) or not isinstance(columns, Column):
        raise Unsupported("counts of something else than columns")
    if margins and (normalize or values is not None):
        raise Unsupported("totals of shares, or of values")
    counted = np.ones(len(index), dtype=np.int64) if values is None else values.values
    pairs = index.values.tolist(), columns.values.tolist()
    if values is None:
        # The length of each group is asked for by itself.
        pay(index, 0.0, COUNTED_PAIR * len({*zip(*pairs, strict=True)}))
    parts = _summed_up(*pairs, counted, aggfunc or "sum", index.machine)
    found = spread(index.machine, *parts, 0 if values is None else np.nan)
    if values is None and not normalize:
        found = found.like([array.astype(np.int64) for array in found.data.values()])
    if normalize:
        pay(index, _NORMALIZED)
        found = found.like(_shares(list(found.data.values()), normalize))
    if margins:
        found = with_totals(found, pairs, counted, "sum", name_of(margins_name), are_counts=True)
    aside = TABLE["crosstab"].aside * len(index) + margins * (_TOTALS + _TOTALLED * len(index))
    return settled(TABLE, "crosstab", found, index, cells=len(index), aside=aside)


def _shares(arrays: list[Array], of: Any) -> list[Array]:
    """Counts as shares of all, of each row or of each column. Raises ValueError."""
    if of is True or of == "all":
        total = sum(float(array.sum()) for array in arrays)
        return [array / total for array in arrays]
    if of in {"columns", 1}:
        return [array / array.sum() for array in arrays]
    if of not in {"index", 0}:
        raise ValueError("Not a valid normalize argument")
    totals = np.sum(arrays, axis=0)
    return [array / totals for array in arrays]


def indicators(
    data: Any,
    prefix: Any = None,
    dtype: Any = None,
    columns: Any = None,
    drop_first: bool = False,
    prefix_sep: str = "_",
    dummy_na: bool = False,
) -> Any:
    """As ``get_dummies``: a column for each value."""
    kind = np.dtype(np.bool_ if dtype is None else dtype if isinstance(dtype, type) else np.float64)
    if isinstance(data, Table):
        chosen = listed(columns) if columns is not None else [n for n, v in data.data.items() if v.dtype.kind == "O"]
        made = {name: values for name, values in data.data.items() if name not in chosen}
        for name in chosen:
            check_room(len(made) * len(data))
            made |= _indicators(data.data[name], name, prefix_sep, kind, drop_first=drop_first)
        found = Table(data.machine, made, data.labels)
        pay(data, _INDICATED_TABLE)
        return _as_indicated(found, data, len(made) - len(data.data) + len(chosen), kind, max(1, len(chosen)))
    column = data if isinstance(data, Column) else None
    if column is None:
        raise Unsupported("columns for the values of something else")
    made = _indicators(
        column.values, None if prefix is None else name_of(prefix), prefix_sep, kind, drop_first=drop_first
    )
    found = whole(column.machine, list(made), list(made.values()), column.labels)
    return _as_indicated(found, column, len(made), kind, 1)


def _as_indicated(found: Table, data: Table | Column, columns: int, kind: np.dtype[Any], of: int) -> Any:
    """Pays for columns of marks: all of them are set in an array that is copied, after values were told apart.

    Args:
        of: how many columns they were made of.
    """
    marks = len(data) * columns
    pay(data, 0.0, _MARK * marks)
    first = int(TABLE["get_dummies"].aside * len(data)) - marks * kind.itemsize
    aside = max(first, marks * kind.itemsize + _INDICATED * len(data))
    return settled(TABLE, "get_dummies", found, data, cells=len(data) * of, aside=aside)


def _indicators(values: Array, prefix: Any, between: str, kind: Any, *, drop_first: bool) -> dict[Any, Array]:
    there = sorted(unique(present(values)).tolist())
    check_room(len(there) * len(values))
    kept = there[1:] if drop_first else there
    if values.dtype.kind == "O":
        places = {value: place for place, value in enumerate(there)}
        values = np.array([places.get(value, -1) for value in values.tolist()])
        return {
            value if prefix is None else f"{prefix}{between}{value}": (values == places[value]).astype(kind)
            for value in kept
        }
    return {value if prefix is None else f"{prefix}{between}{value}": (values == value).astype(kind) for value in kept}


def cut(
    x: Any,
    bins: Any,
    labels: Any = None,
    right: bool = True,
    include_lowest: bool = False,
    duplicates: str = "raise",
    retbins: bool = False,
    ordered: bool = True,
    *,
    of: Any = None,
) -> Any:
    """As ``cut``. Raises ValueError, Unsupported."""
    if retbins:
        raise Unsupported("bins as a result")
    values = np.asarray(unwrapped(x), dtype=np.float64)
    if isinstance(bins, int):
        if not 0 < bins <= _MOST_BINS:
            raise Unsupported("so many bins")
        low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
        edges = np.linspace(low, high, bins + 1)
        edges[0] -= (high - low) * 0.001
    else:
        edges = np.asarray(
            unwrapped(list(iterable(bins)) if not isinstance(bins, np.ndarray) else bins), dtype=np.float64
        )
    if labels is None and isinstance(x, Column):
        pay(x, UNNAMED_BINS)
    return _binned(x, values, edges, labels, "left" if right else "right", "cut")


def qcut(x: Any, q: Any, labels: Any = None, duplicates: str = "raise", retbins: bool = False) -> Any:
    """As ``qcut``. Raises ValueError, Unsupported."""
    if retbins or (isinstance(q, int) and not 0 < q <= _MOST_BINS):
        raise Unsupported("bins as a result")
    values = np.asarray(unwrapped(x), dtype=np.float64)
    edges = np.quantile(values, np.linspace(0, 1, q + 1) if isinstance(q, int) else list(iterable(q)))
    if duplicates == "drop":
        edges = np.unique(edges)
    edges[0] -= 1e-9
    return _binned(x, values, edges, labels, "left", "qcut")


def _binned(x: Any, values: Array, edges: Array, labels: Any, side: Any, price: str) -> Any:
    places = np.searchsorted(edges, values, side) - 1
    places = np.where((places < 0) | (places >= len(edges) - 1) | np.isnan(values), -1, places)
    if labels is False:
        found: Array = places
    else:
        named = list(iterable(labels)) if labels is not None else [f"({a}, {b}]" for a, b in pairwise(edges)]
        if len(named) != len(edges) - 1:
            raise ValueError("Bin labels must be one fewer than the number of bin edges")
        found = of_objects([named[place] if place >= 0 else np.nan for place in places.tolist()])
    if isinstance(x, Column):
        aside = None if labels is False else _PLACED * len(x) + (_UNNAMED[price] if labels is None else 0)
        return settled(TABLE, price, x.like(found), x, aside=aside)
    return found
