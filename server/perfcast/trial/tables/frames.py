"""Methods of tables."""

from __future__ import annotations

import ast
import json
from collections import namedtuple
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any, Final

import numpy as np

from perfcast.trial.natives import guarded
from perfcast.trial.stops import Unsupported
from perfcast.trial.tables.calling import iterable, listed, rowwise
from perfcast.trial.tables.columns import (
    METHODS as OF_COLUMNS,
)
from perfcast.trial.tables.columns import (
    OPERATORS,
    as_labels,
    converted,
    drawn,
    duplicates,
    label_columns,
    named,
    unkind,
)
from perfcast.trial.tables.elementwise import MOST_DIGITS, computed, given, operated, unwrapped
from perfcast.trial.tables.paying import pay, settled
from perfcast.trial.tables.prices import (
    APPLIED_COLUMN,
    APPLIED_ROW,
    ITERATED_ROW,
    KEPT_ROW,
    ROW_MADE,
    TABLE,
)
from perfcast.trial.tables.reducing import (
    PRICED_AS,
    REDUCING,
    along,
    correlation,
    covariance,
    filled,
    in_order,
    present,
    ranked,
    shifted,
)
from perfcast.trial.tables.selection import as_values, item, row_of
from perfcast.trial.tables.values import (
    Array,
    Column,
    Labels,
    Table,
    characters,
    check_calls,
    check_characters,
    check_room,
    exchanged,
    is_missing,
    name_of,
    objects_of,
    of_objects,
    taken,
    whole,
)


def _elementwise(name: str, run: Callable[..., Array]) -> Callable[..., Any]:
    def method(table: Table, *args: Any, **kwargs: Any) -> Any:
        arrays = [run(values, *args, **kwargs) for values in table.data.values()]
        return settled(TABLE, name, table.like(arrays), table)

    return method


def _of_names(table: Table, values: list[Any], names: list[Any] | None = None) -> Column:
    labels = Labels(table.machine, of_objects(list(table.data) if names is None else names))
    return Column(table.machine, of_objects(values), labels)


def _reduced(name: str) -> Callable[..., Any]:
    run, price = REDUCING[name], PRICED_AS.get(name, name)

    def method(
        table: Table, axis: Any = 0, skipna: bool = True, numeric_only: bool = False, ddof: int = 1, min_count: int = 0
    ) -> Any:
        data = table.numbers() if numeric_only else table.data
        check_calls(table.machine, len(data))
        if rowwise(axis):
            matrix = np.column_stack(list(data.values())) if data else np.empty((len(table), 0))
            if matrix.dtype.kind == "O":
                raise Unsupported("rows of objects")
            found = Column(table.machine, _by_rows(name, matrix), table.labels)
            if name in {"idxmax", "idxmin"}:
                found.values = objects_of(list(data))[found.values]
            return settled(TABLE, "sum_rows" if price in {"sum", "any", "count"} else "mean_rows", found, table)
        if name in {"idxmax", "idxmin"}:
            values = [table.labels.values[run(array)] for array in data.values()]
        else:
            values = [run(present(array)) for array in data.values()]
        return settled(TABLE, price, _of_names(table, values, list(data)), table)

    return method


_ROWS: Final[dict[str, Callable[..., Array]]] = {
    "sum": np.nansum, "mean": np.nanmean, "min": np.nanmin, "max": np.nanmax, "median": np.nanmedian,
    "prod": np.nanprod, "any": np.any, "all": np.all, "idxmax": np.nanargmax, "idxmin": np.nanargmin,
}  # fmt: skip


def _by_rows(name: str, matrix: Array) -> Array:
    if name in _ROWS:
        return _ROWS[name](matrix, axis=1)
    if name in {"std", "var"}:
        found: Array = (np.nanstd if name == "std" else np.nanvar)(matrix, axis=1, ddof=1)
        return found
    return np.array([REDUCING[name](present(row)) for row in matrix])


def _astype(table: Table, kind: Any, copy: Any = None, errors: Any = None) -> Any:
    kinds = kind if isinstance(kind, dict) else dict.fromkeys(table.data, kind)
    arrays = [
        converted(values, unkind(kinds[name])) if name in kinds else values for name, values in table.data.items()
    ]
    return settled(TABLE, "astype", table.like(arrays), table)


def _clip(table: Table, lower: Any = None, upper: Any = None, axis: Any = None) -> Any:
    arrays = list(table.data.values())
    for bound, run in ((lower, np.maximum), (upper, np.minimum)):
        if isinstance(bound, Column):
            bounds = (
                bound.aligned(Labels(table.machine, of_objects(list(table.data)))) if rowwise(axis) else bound.values
            )
            parts = list(bounds) if rowwise(axis) else [bounds] * len(arrays)
            arrays = [run(array, part) for array, part in zip(arrays, parts, strict=True)]
        elif bound is not None:
            arrays = [run(array, given(bound)) for array in arrays]
    return settled(TABLE, "clip", table.like(arrays), table)


def _fillna(table: Table, value: Any = None, method: Any = None, axis: Any = None) -> Any:
    if method is not None:
        return _ffill(table, backward=method in {"bfill", "backfill"})
    fillings = value
    if isinstance(value, Column):
        fillings = dict(zip(value.labels.values.tolist(), value.values.tolist(), strict=True))
    elif not isinstance(value, dict):
        fillings = dict.fromkeys(table.data, given(value))
    data = {}
    for name, values in table.data.items():
        missing = is_missing(values)
        is_filled = name in fillings and missing.any()
        data[name] = exchanged(values, missing, given(fillings[name])) if is_filled else values
    return settled(TABLE, "fillna", Table(table.machine, data, table.labels), table)


def _ffill(table: Table, axis: Any = 0, *, backward: bool = False) -> Any:
    arrays = [filled(values, backward=backward) for values in table.data.values()]
    return settled(TABLE, "ffill", table.like(arrays), table)


def _dropna(table: Table, axis: Any = 0, how: str = "any", subset: Any = None, thresh: Any = None) -> Any:
    names = list(table.data) if subset is None else listed(subset)
    masks = [is_missing(table.data[name]) for name in names]
    if rowwise(axis):
        gone = {name for name, mask in zip(names, masks, strict=True) if (mask.any() if how == "any" else mask.all())}
        data = {name: values for name, values in table.data.items() if name not in gone}
        return settled(TABLE, "dropna", Table(table.machine, data, table.labels), table)
    missing = np.any(masks, axis=0) if how == "any" else np.all(masks, axis=0)
    return settled(TABLE, "dropna", table.rows(~missing) if np.any(missing) else table, table)


def _where(table: Table, mask: Any, other: Any = np.nan, *, wanted: bool = True) -> Any:
    mask = guarded(table.machine, mask)(table) if callable(mask) else mask
    arrays = []
    for place, (name, values) in enumerate(table.data.items()):
        keeps = mask.data[name] if isinstance(mask, Table) else unwrapped(mask)
        keeps = keeps[:, place] if np.ndim(keeps) == 2 else keeps
        others = other.data[name] if isinstance(other, Table) else given(other)
        arrays.append(exchanged(values, np.asarray(keeps) != wanted, others))
    return settled(TABLE, "where", table.like(arrays), table)


def _along(name: str) -> Callable[..., Any]:
    price = "cumsum" if name in {"cumsum", "cumprod"} else "cummax"

    def method(table: Table, axis: Any = 0, skipna: bool = True) -> Any:
        if rowwise(axis):
            arrays = list(np.cumsum(table.matrix(), axis=1).T) if name == "cumsum" else []
            if not arrays:
                raise Unsupported("along rows")
        else:
            arrays = [along(name, values) for values in table.data.values()]
        return settled(TABLE, price, table.like(arrays), table)

    return method


def _shift(table: Table, periods: int = 1, fill_value: Any = np.nan, axis: Any = 0) -> Any:
    arrays = [shifted(values, periods, fill_value) for values in table.data.values()]
    return settled(TABLE, "shift", table.like(arrays), table)


def _diff(table: Table, periods: int = 1, axis: Any = 0) -> Any:
    if rowwise(axis):
        columns = [values * 1.0 for values in table.data.values()]
        nothing = np.full(len(table), np.nan)
        arrays = [values - before for values, before in zip(columns, [nothing, *columns[:-1]], strict=True)]
    else:
        arrays = [values * 1.0 - shifted(values, periods) for values in table.data.values()]
    return settled(TABLE, "diff", table.like(arrays), table)


def _pct_change(table: Table, periods: int = 1) -> Any:
    arrays = [values / shifted(values, periods) - 1.0 for values in table.data.values()]
    return settled(TABLE, "diff", table.like(arrays), table)


def _rank(
    table: Table,
    axis: Any = 0,
    method: str = "average",
    ascending: bool = True,
    pct: bool = False,
    numeric_only: Any = None,
) -> Any:
    if rowwise(axis):
        check_calls(table.machine, 4 * len(table))
        rows = [ranked(row, method, ascending=ascending, pct=pct) for row in table.matrix()]
        return settled(TABLE, "rank", table.like(list(np.array(rows).T)), table)
    arrays = [ranked(values, method, ascending=ascending, pct=pct) for values in table.data.values()]
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
    return settled(TABLE, "quantile", _of_names(table, values), table)


def _describe(table: Table, percentiles: Any = None, include: Any = None) -> Any:
    data = table.numbers()
    names = ["count", "mean", "std", "min", "25%", "50%", "75%", "max"]
    arrays = []
    check_calls(table.machine, 12 * len(data))
    for values in map(present, data.values()):
        parts = [len(values), *(REDUCING[name](values) for name in ("mean", "std", "min"))]
        arrays.append(np.array([*parts, *np.quantile(values, [0.25, 0.5, 0.75]).tolist(), values.max()], dtype=float))
    return settled(
        TABLE, "describe", whole(table.machine, list(data), arrays, Labels(table.machine, of_objects(names))), table
    )


def _corr(table: Table, method: str = "pearson", min_periods: int = 1, numeric_only: bool = False) -> Any:
    data = table.numbers()
    check_room(len(data) ** 2 * 8)
    columns = [ranked(values) if method == "spearman" else values for values in data.values()]
    if method == "spearman":
        pay(table, TABLE["rank"].call, TABLE["rank"].cell * table.cells)
    arrays = pairwise_figures(table, columns, correlation, np.corrcoef)
    return settled(
        TABLE, "corr", whole(table.machine, list(data), arrays, Labels(table.machine, of_objects(list(data)))), table
    )


def pairwise_figures(
    table: Table, columns: list[Array], of_two: Callable[..., float], of_all: Callable[..., Any]
) -> list[Array]:
    """A figure of each pair of columns; of all at once where nothing is missing."""
    if columns and not any(is_missing(values).any() for values in columns):
        return list(np.atleast_2d(of_all(np.array(columns))))
    check_calls(table.machine, 8 * len(columns) ** 2)
    return [np.array([of_two(one, other) for other in columns]) for one in columns]


def _cov(table: Table, ddof: int = 1) -> Any:
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
    values = [correlation(array, other.aligned(table.labels)) for array in table.data.values()]
    return settled(TABLE, "corr", _of_names(table, values), table)


def order_of(table: Table, names: list[Any], ascending: Any) -> Array:
    """Places of the rows in the order of some columns."""
    rises = ascending if isinstance(ascending, list) else [ascending] * len(names)
    order = np.arange(len(table))
    for name, rising in reversed(list(zip(names, rises, strict=True))):
        values = table.data[name] if name in table.data else label_columns(table.labels, "index")[name]
        order = order[in_order(values[order], ascending=bool(rising))]
    return order


def _sort_values(
    table: Table,
    by: Any,
    axis: Any = 0,
    ascending: Any = True,
    kind: Any = None,
    ignore_index: bool = False,
    na_position: str = "last",
    key: Any = None,
) -> Any:
    names = listed(by)
    found = table.rows(order_of(table, names, ascending))
    if ignore_index:
        found = Table(table.machine, found.data)
    return settled(TABLE, "sort_values" if len(names) == 1 else "sort_several", found, table)


def _sort_index(table: Table, axis: Any = 0, ascending: bool = True, level: Any = None, key: Any = None) -> Any:
    if rowwise(axis):
        names = sorted(table.data, reverse=not ascending)
        found = Table(table.machine, {name: table.data[name] for name in names}, table.labels)
        return settled(TABLE, "columns", found, table)
    if table.labels.is_range and ascending:
        return settled(TABLE, "reset_index", table, table.labels.picked(slice(0, 0)))
    return settled(TABLE, "sort_index", table.rows(in_order(table.labels.values, ascending=ascending)), table)


def _reset_index(table: Table, level: Any = None, drop: bool = False, names: Any = None) -> Any:
    if drop:
        return settled(TABLE, "reset_index", Table(table.machine, dict(table.data)), table.labels.picked(slice(0, 0)))
    data = {**label_columns(table.labels, "index"), **table.data}
    return settled(TABLE, "labels_to_column", Table(table.machine, data), table.labels)


def _set_index(table: Table, keys: Any, drop: bool = True, append: bool = False) -> Any:
    if isinstance(keys, Column | Labels):
        data, labels = table.data, Labels(table.machine, keys.values, name=keys.name)
    else:
        names = listed(keys)
        data = {name: values for name, values in table.data.items() if name not in names or not drop}
        labels = labels_of([table.data[name] for name in names], names, table)
    return settled(TABLE, "set_index", Table(table.machine, dict(data), labels), labels)


def labels_of(arrays: list[Array], names: list[Any], table: Any) -> Labels:
    """Labels of one level or several."""
    if len(arrays) == 1:
        return Labels(table.machine, arrays[0], name=names[0])
    rows = zip(*(array.tolist() for array in arrays), strict=True)
    return Labels(table.machine, of_objects(list(rows)), name=names)


def _assign(table: Table, **columns: Any) -> Any:
    data = dict(table.data)
    made = Table(table.machine, data, table.labels)
    for name, value in columns.items():
        # What follows may be of the columns before.
        data[name] = as_values(table.labels, guarded(table.machine, value)(made) if callable(value) else value)
        pay(table, 20.0)
    return settled(TABLE, "assign", made, table.labels)


def _drop(
    table: Table,
    labels: Any = None,
    axis: Any = 0,
    index: Any = None,
    columns: Any = None,
    errors: str = "raise",
    level: Any = None,
) -> Any:
    if columns is None and labels is not None and rowwise(axis):
        columns = labels
    if columns is not None:
        gone = listed(columns)
        if errors == "raise" and not set(gone) <= set(table.data):
            raise KeyError(gone)
        data = {name: values for name, values in table.data.items() if name not in gone}
        return settled(TABLE, "drop", Table(table.machine, data, table.labels), table.labels)
    places = table.labels.where_of(listed(labels if index is None else index))
    if (places < 0).any() and errors == "raise":
        raise KeyError("labels that are not there")
    keeps = np.ones(len(table), dtype=bool)
    keeps[places[places >= 0]] = False
    return settled(TABLE, "take", table.rows(keeps), table)


def _rename(
    table: Table, mapper: Any = None, index: Any = None, columns: Any = None, axis: Any = 0, copy: Any = None
) -> Any:
    changes = columns if columns is not None else mapper
    if index is not None or (columns is None and not rowwise(axis)):
        raise Unsupported("other labels")
    run = guarded(table.machine, changes) if callable(changes) else None
    names = [run(name) if run else changes.get(name, name) for name in table.data]
    return settled(TABLE, "rename", _named_anew(table, names), table.labels)


def _named_anew(table: Table, names: list[Any]) -> Table:
    return Table(table.machine, dict(zip(names, table.data.values(), strict=True)), table.labels)


def _set_axis(table: Table, labels: Any, axis: Any = 0, copy: Any = None) -> Any:
    if rowwise(axis):
        return settled(TABLE, "set_axis", _named_anew(table, list(iterable(labels))), table.labels)
    return settled(TABLE, "set_axis", Table(table.machine, table.data, as_labels(table, labels)), table.labels)


def _drop_duplicates(table: Table, subset: Any = None, keep: Any = "first", ignore_index: bool = False) -> Any:
    mask = ~_met(table, subset, keep)
    found = table.rows(mask)
    if ignore_index:
        found = Table(table.machine, found.data)
    return settled(TABLE, "drop_duplicates", found, table if subset is None else _part(table, subset))


def _duplicated(table: Table, subset: Any = None, keep: Any = "first") -> Any:
    found = Column(table.machine, _met(table, subset, keep), table.labels)
    return settled(TABLE, "duplicated", found, table if subset is None else _part(table, subset))


def _met(table: Table, subset: Any, keep: Any) -> Array:
    return duplicates(list(table.data.values() if subset is None else _part(table, subset).data.values()), keep)


def _part(table: Table, names: Any) -> Table:
    return Table(table.machine, {name: table.data[name] for name in listed(names)}, table.labels)


def _copy(table: Table, deep: bool = True) -> Any:
    return settled(TABLE, "copy", table.like(list(table.data.values())) if deep else table, table)


def _to_numpy(table: Table, dtype: Any = None, copy: bool = False, na_value: Any = None) -> Any:
    found = table.matrix()
    if dtype is not None:
        found = table.like([converted(values, unkind(dtype)) for values in table.data.values()]).matrix()
    is_view = found.base is not None
    return settled(TABLE, "to_numpy" if is_view else "mixed_to_numpy", found.copy() if copy else found, table)


def _to_dict(table: Table, orient: str = "dict", into: Any = dict, index: bool = True) -> Any:
    if orient == "list":
        return settled(TABLE, "to_lists", {name: values.tolist() for name, values in table.data.items()}, table)
    if orient == "records":
        rows = zip(*(values.tolist() for values in table.data.values()), strict=True)
        names = list(table.data)
        return settled(TABLE, "to_records", [dict(zip(names, row, strict=True)) for row in rows], table)
    labels = table.labels.values.tolist()
    if orient == "index":
        rows = zip(*(values.tolist() for values in table.data.values()), strict=True)
        names = list(table.data)
        found: Any = {label: dict(zip(names, row, strict=True)) for label, row in zip(labels, rows, strict=True)}
        return settled(TABLE, "to_records", found, table)
    if orient == "series":
        return settled(TABLE, "items", {name: table.column(name) for name in table.data}, table)
    found = {name: dict(zip(labels, values.tolist(), strict=True)) for name, values in table.data.items()}
    return settled(TABLE, "to_dict", found, table)


def _written(table: Table, name: str, *, per_cell: int) -> Any:
    rows = zip(*(map(str, values.tolist()) for values in table.data.values()), strict=True)
    check_room(per_cell * table.cells // 8)
    check_characters(table.machine, sum(map(characters, table.data.values())) + per_cell * table.cells)
    text = "\n".join(",".join(row) for row in rows)
    return settled(TABLE, name, text, table)


def _to_csv(table: Table, path: Any = None, index: bool = True, **_: Any) -> Any:
    if path is not None:
        raise Unsupported("a file")
    return _written(table, "to_csv", per_cell=20)


def _to_json(table: Table, path: Any = None, orient: str = "columns", **_: Any) -> Any:
    if path is not None or orient not in {"columns", "records", "values", "split", "index"}:
        raise Unsupported("a file, or a text of another kind")
    check_room(3 * table.cells)
    check_characters(table.machine, sum(map(characters, table.data.values())))
    labels = [str(label) for label in table.labels.values.tolist()]
    columns = {str(name): [_shown(value) for value in values.tolist()] for name, values in table.data.items()}
    found: Any = {name: dict(zip(labels, values, strict=True)) for name, values in columns.items()}
    rows = list(zip(*columns.values(), strict=True))
    if orient == "records":
        found = [dict(zip(columns, row, strict=True)) for row in rows]
    elif orient == "values":
        found = rows
    elif orient == "split":
        found = {"columns": list(columns), "index": labels, "data": rows}
    elif orient == "index":
        found = {label: dict(zip(columns, row, strict=True)) for label, row in zip(labels, rows, strict=True)}
    return settled(TABLE, "to_json", json.dumps(found), table)


def _shown(value: Any) -> Any:
    """As JSON has it."""
    return value if isinstance(value, str | int | None) or value == value else None  # noqa: PLR0124


def _to_string(table: Table, **_: Any) -> Any:
    pay(table, 2_000.0, 3_000.0 * table.cells)
    return _written(table, "to_csv", per_cell=20)


def _items(table: Table) -> Iterator[Any]:
    pay(table, TABLE["items"].call)
    for name in list(table.data):
        yield name, table.machine.made(table.column(name))


def _iterrows(table: Table) -> Iterator[Any]:
    pay(table, TABLE["iterrows"].call)
    names, labels = list(table.data), table.labels.values.tolist()
    for place in range(len(table)):
        pay(table, ITERATED_ROW)
        yield labels[place], row_of(table, place, names)


@lru_cache(64)
def _row_class(names: tuple[str, ...]) -> Any:
    return namedtuple("Pandas", names, rename=True)


def _itertuples(table: Table, index: bool = True, name: Any = "Pandas") -> Iterator[Any]:
    pay(table, TABLE["itertuples"].call)
    names = [str(label) for label in table.data]
    is_named = all(label.isidentifier() and not label.startswith("_") for label in names) and name is not None
    if len(names) > _MOST_FIELDS:
        raise Unsupported("long rows")
    make: Any = _row_class(("Index", *names) if index else tuple(names))._make if is_named else tuple
    price = TABLE["itertuples"].cell * (len(names) + index)
    columns = [values.tolist() for values in table.data.values()]
    for row in zip(*([table.labels.values.tolist(), *columns] if index else columns), strict=True):
        table.machine.scalar(price)
        yield make(row)


_MOST_FIELDS: Final = 200


def _map(table: Table, function: Any, na_action: Any = None) -> Any:
    machine = table.machine
    run = guarded(machine, function)
    arrays = []
    for values in table.data.values():
        results: list[Any] = []
        machine.waiting.append(results)
        try:
            results.extend(map(run, machine.counted(values.tolist())))
        finally:
            machine.waiting.pop()
        arrays.append(of_objects(results))
    return settled(TABLE, "map", table.like(arrays), table)


def _apply(
    table: Table,
    function: Any,
    axis: Any = 0,
    raw: bool = False,
    result_type: Any = None,
    args: Any = (),
    **named_: Any,
) -> Any:
    if isinstance(function, str):
        if function in _FUNCTIONS:
            return settled(
                TABLE, "numpy", table.like([_FUNCTIONS[function](one) for one in table.data.values()]), table
            )
        return METHODS[function](table, axis=axis) if function in METHODS else _unknown(function)
    machine = table.machine
    run = guarded(machine, function)
    by_rows = rowwise(axis)
    results: list[Any] = []
    machine.waiting.append(results)
    try:
        if by_rows:
            names = list(table.data)
            for place in range(len(table)):
                pay(table, APPLIED_ROW)
                row = row_of(table, place, names)
                found = run(row.values if raw else row, *args, **named_)
                results.append(found)
                if isinstance(found, Column):
                    pay(table, ROW_MADE)
                    machine.fresh += KEPT_ROW
        else:
            for name in list(table.data):
                pay(table, APPLIED_COLUMN)
                results.append(run(table.data[name] if raw else table.column(name), *args, **named_))
    finally:
        machine.waiting.pop()
    found = _collected(table, results, by_rows=by_rows, expands=result_type == "expand")
    if by_rows and results and isinstance(results[0], Column):
        machine.briefly(KEPT_ROW * len(results))
    return settled(TABLE, "apply_rows" if by_rows else "apply", found, table)


def _collected(table: Table, results: list[Any], *, by_rows: bool, expands: bool) -> Any:
    """What the results for each column, or row, are put together as."""
    check_room(
        sum(
            one.cells
            if isinstance(one, Table | Column)
            else int(np.size(one))
            if isinstance(one, np.ndarray)
            else len(one)
            if isinstance(one, list | tuple)
            else 1
            for one in results
        )
    )
    if results and isinstance(results[0], Column):
        if not by_rows:
            return whole(table.machine, list(table.data), [one.values for one in results], results[0].labels)
        names = results[0].labels.values.tolist()
        rows = zip(*(one.aligned(results[0].labels).tolist() for one in results), strict=True)
        return whole(table.machine, names, [of_objects(list(row)) for row in rows], table.labels)
    if expands and results and isinstance(results[0], list | tuple):
        arrays = [of_objects(list(part)) for part in zip(*results, strict=True)]
        return whole(table.machine, list(range(len(arrays))), arrays, table.labels)
    if not by_rows and results and isinstance(results[0], np.ndarray):
        return table.like(results)
    values = of_objects([one if not isinstance(one, np.ndarray) else one.tolist() for one in results])
    return Column(table.machine, values, table.labels) if by_rows else _of_names(table, values.tolist())


def _unknown(name: str) -> Any:
    raise Unsupported(f"Table.{name}")


def _aggregated(table: Table, function: Any, axis: Any = 0) -> Any:
    if isinstance(function, str):
        return METHODS[function](table, axis=axis) if function in METHODS else _unknown(function)
    if isinstance(function, list):
        names = [one if isinstance(one, str) else "f" for one in function]
        arrays = [of_objects([_of_column(table.column(name), one) for one in function]) for name in table.data]
        return settled(
            TABLE,
            "agg",
            whole(table.machine, list(table.data), arrays, Labels(table.machine, of_objects(names))),
            table,
        )
    if isinstance(function, dict):
        values = [_of_column(table.column(name), one) for name, one in function.items()]
        if any(isinstance(value, Column) for value in values):
            raise Unsupported("several aggregates of columns")
        return settled(TABLE, "agg", _of_names(table, values, list(function)), table)
    return _apply(table, function, axis)


def _of_column(column: Column, function: Any) -> Any:
    return named(function)(column) if isinstance(function, str) else guarded(column.machine, function)(column)


#: What may stand in the text of a query or an expression.
_IN_QUERIES: Final = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Pow: "pow", ast.Mod: "mod",
    ast.FloorDiv: "floordiv", ast.Gt: "gt", ast.Lt: "lt", ast.GtE: "ge", ast.LtE: "le", ast.Eq: "eq", ast.NotEq: "ne",
}  # fmt: skip
_FUNCTIONS: Final = {"abs": np.abs, "sqrt": np.sqrt, "exp": np.exp, "log": np.log, "sin": np.sin, "cos": np.cos}
_LONGEST_QUERY: Final = 1_000


def _queried(table: Table, text: str) -> Any:
    """The values of an expression over the columns."""
    if not isinstance(text, str) or len(text) > _LONGEST_QUERY or "@" in text:
        raise Unsupported("an expression of other names")
    return _value(table, ast.parse(text.replace("&", " and ").replace("|", " or "), mode="eval").body)


def _value(table: Table, node: ast.expr) -> Any:  # noqa: PLR0911
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float | str):
        return node.value
    if isinstance(node, ast.Name):
        return table.labels.values if node.id == "index" else table.data[node.id]
    if isinstance(node, ast.UnaryOp):
        value = _value(table, node.operand)
        return -value if isinstance(node.op, ast.USub) else ~np.asarray(value, dtype=bool)
    if isinstance(node, ast.BinOp) and type(node.op) in _IN_QUERIES:
        run = OPERATORS[_IN_QUERIES[type(node.op)]]
        return computed(run, np.asarray(_value(table, node.left)) * 1.0, _value(table, node.right))
    if isinstance(node, ast.Compare):
        found = np.ones(len(table), dtype=bool)
        left = _value(table, node.left)
        for kind, other in zip(node.ops, node.comparators, strict=True):
            if type(kind) not in _IN_QUERIES:
                raise Unsupported("a comparison of another kind")
            right = _value(table, other)
            found = found & computed(OPERATORS[_IN_QUERIES[type(kind)]], left, right)
            left = right
        return found
    if isinstance(node, ast.BoolOp):
        parts = [np.asarray(_value(table, part), dtype=bool) for part in node.values]
        return np.all(parts, axis=0) if isinstance(node.op, ast.And) else np.any(parts, axis=0)
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in _FUNCTIONS
        and len(node.args) == 1
    ):
        return _FUNCTIONS[node.func.id](_value(table, node.args[0]))
    raise Unsupported("an expression of another kind")


def _query(table: Table, text: str, engine: Any = None) -> Any:
    mask = _queried(table, text)
    return settled(TABLE, "query", table.rows(np.asarray(mask, dtype=bool)), table)


def _eval(table: Table, text: str, engine: Any = None) -> Any:
    name, _, rest = text.partition("=") if isinstance(text, str) else ("", "", "")
    if name.strip().isidentifier() and rest and not rest.startswith("="):
        data = {**table.data, name.strip(): as_values(table.labels, _queried(table, rest.strip()))}
        return settled(TABLE, "eval", Table(table.machine, data, table.labels), table)
    return settled(
        TABLE, "eval", Column(table.machine, as_values(table.labels, _queried(table, text)), table.labels), table
    )


def _nlargest(table: Table, n: int, columns: Any, keep: str = "first", *, ascending: bool = False) -> Any:
    return settled(TABLE, "nlargest", table.rows(order_of(table, listed(columns), ascending)[:n]), table)


def _sample(
    table: Table,
    n: Any = None,
    frac: Any = None,
    replace: bool = False,
    random_state: Any = None,
    axis: Any = None,
    ignore_index: bool = False,
) -> Any:
    count = round(frac * len(table)) if frac is not None else int(1 if n is None else n)
    if count > len(table) and not replace:
        raise ValueError("a larger sample than there are rows")
    check_room(count * max(1, len(table.data)))
    places = drawn(len(table), count, replace=replace)
    return settled(TABLE, "sample", table.rows(places), table)


def _reindex(
    table: Table,
    labels: Any = None,
    index: Any = None,
    columns: Any = None,
    fill_value: Any = np.nan,
    method: Any = None,
) -> Any:
    found = table
    if columns is not None:
        nothing = np.full(len(table), fill_value)
        found = Table(table.machine, {name: table.data.get(name, nothing) for name in iterable(columns)}, table.labels)
    wanted = labels if index is None else index
    if wanted is not None:
        rows = as_labels(table, wanted)
        if not table.labels.is_like(rows):
            check_room(len(rows) * len(found.data))
            places = table.labels.where_of(rows.values.tolist())
            arrays = [taken(values, places) for values in found.data.values()]
            if fill_value == fill_value:  # noqa: PLR0124
                arrays = [np.where(places < 0, fill_value, array) for array in arrays]
            found = whole(table.machine, list(found.data), arrays, rows)
    return settled(TABLE, "reindex", found, table)


def _head(table: Table, n: int = 5) -> Any:
    return settled(TABLE, "head", table.rows(slice(None, n)), table.labels.picked(slice(0, 0)))


def _tail(table: Table, n: int = 5) -> Any:
    return settled(TABLE, "head", table.rows(slice(-n, None) if n else slice(0, 0)), table.labels.picked(slice(0, 0)))


def _add_to_names(table: Table, text: str, *, before: bool) -> Any:
    names = [name_of(f"{name_of(text)}{name}" if before else f"{name}{name_of(text)}") for name in table.data]
    return settled(TABLE, "add_prefix", _named_anew(table, names), table.labels)


def _insert(table: Table, loc: int, column: Any, value: Any) -> None:
    table.machine.changes(table)
    pairs = list(table.data.items())
    pairs.insert(loc, (column, as_values(table.labels, value)))
    table.data = dict(pairs)
    settled(TABLE, "insert", table, table.labels)


def _pop(table: Table, name: Any) -> Any:
    column = table.column(name)
    table.data = {label: values for label, values in table.data.items() if label != name}
    return settled(TABLE, "column", column, column)


def _get(table: Table, name: Any, default: Any = None) -> Any:
    pay(table, TABLE["get"].call)
    return table.column(name) if name in table.data else default


def _nunique(table: Table, axis: Any = 0, dropna: bool = True) -> Any:
    values = [len(set(present(array).tolist())) for array in table.data.values()]
    return settled(TABLE, "nunique", _of_names(table, values), table)


def _combine(
    table: Table, name: str, other: Any, axis: Any = "columns", level: Any = None, fill_value: Any = None
) -> Any:
    if isinstance(other, Column) and not rowwise(axis):
        values = other.aligned(table.labels)
        arrays = [computed(OPERATORS[name], array, values) for array in table.data.values()]
        return settled(TABLE, "aligned", table.like(arrays), table)
    return operated(OPERATORS[name], table, other)


def _memory_usage(table: Table, index: bool = True, deep: bool = False) -> Any:
    names = ["Index", *table.data] if index else list(table.data)
    sizes = [values.nbytes for values in table.data.values()]
    return settled(TABLE, "memory_usage", _of_names(table, [132, *sizes] if index else sizes, names), table.labels)


def _select_dtypes(table: Table, include: Any = None, exclude: Any = None) -> Any:
    if include not in ("number", ["number"], np.number, [np.number]):
        raise Unsupported("columns of other types")
    return settled(TABLE, "select_dtypes", Table(table.machine, dict(table.numbers()), table.labels), table.labels)


def _isin(table: Table, values: Any) -> Any:
    among = set(iterable(values))
    arrays = [np.array([value in among for value in array.tolist()], dtype=bool) for array in table.data.values()]
    return settled(TABLE, "where", table.like(arrays), table)


def _value_counts(table: Table, subset: Any = None, normalize: bool = False, sort: bool = True) -> Any:
    if isinstance(subset, str):
        return OF_COLUMNS["value_counts"](table.column(subset), normalize=normalize, sort=sort)
    part = table if subset is None else _part(table, subset)
    rows = list(zip(*(values.tolist() for values in part.data.values()), strict=True))
    column = Column(table.machine, of_objects(rows))
    return OF_COLUMNS["value_counts"](column, normalize=normalize, sort=sort)


def _transform(table: Table, function: Any, axis: Any = 0) -> Any:
    return _apply(table, function, axis)


def _rounded(values: Array, decimals: int = 0) -> Array:
    if abs(decimals) > MOST_DIGITS:
        raise Unsupported("so many digits")
    found: Array = np.round(values, decimals) if values.dtype.kind == "f" else values
    return found


METHODS: Final[dict[str, Callable[..., Any]]] = {
    **{name: _reduced(name) for name in REDUCING if name not in {"first", "last", "size", "nunique"}},
    **{name: _along(name) for name in ("cumsum", "cumprod", "cummax", "cummin")},
    **{
        name: (lambda table, *args, _name=name, **named_: _combine(table, _name, *args, **named_)) for name in OPERATORS
    },
    "astype": _astype,
    "round": _elementwise("round", _rounded),
    "abs": _elementwise("abs", np.abs),
    "isna": _elementwise("isna", is_missing),
    "isnull": _elementwise("isna", is_missing),
    "notna": _elementwise("isna", lambda values: ~is_missing(values)),
    "notnull": _elementwise("isna", lambda values: ~is_missing(values)),
    "clip": _clip,
    "fillna": _fillna,
    "ffill": _ffill,
    "bfill": partial(_ffill, backward=True),
    "dropna": _dropna,
    "where": _where,
    "mask": partial(_where, wanted=False),
    "shift": _shift,
    "diff": _diff,
    "pct_change": _pct_change,
    "rank": _rank,
    "quantile": _quantile,
    "describe": _describe,
    "corr": _corr,
    "cov": _cov,
    "corrwith": _corrwith,
    "sort_values": _sort_values,
    "sort_index": _sort_index,
    "reset_index": _reset_index,
    "set_index": _set_index,
    "assign": _assign,
    "drop": _drop,
    "rename": _rename,
    "set_axis": _set_axis,
    "drop_duplicates": _drop_duplicates,
    "duplicated": _duplicated,
    "copy": _copy,
    "to_numpy": _to_numpy,
    "to_dict": _to_dict,
    "to_csv": _to_csv,
    "to_json": _to_json,
    "to_string": _to_string,
    "items": _items,
    "iterrows": _iterrows,
    "itertuples": _itertuples,
    "map": _map,
    "applymap": _map,
    "apply": _apply,
    "agg": _aggregated,
    "aggregate": _aggregated,
    "transform": _transform,
    "query": _query,
    "eval": _eval,
    "nlargest": _nlargest,
    "nsmallest": partial(_nlargest, ascending=True),
    "sample": _sample,
    "reindex": _reindex,
    "head": _head,
    "tail": _tail,
    "add_prefix": partial(_add_to_names, before=True),
    "add_suffix": partial(_add_to_names, before=False),
    "insert": _insert,
    "pop": _pop,
    "get": _get,
    "nunique": _nunique,
    "memory_usage": _memory_usage,
    "select_dtypes": _select_dtypes,
    "isin": _isin,
    "value_counts": _value_counts,
    "keys": lambda table: list(table.data),
    "filter": lambda table, items=None: item(table, [name for name in items if name in table.data]),
    "pipe": lambda table, function, *args, **named_: guarded(table.machine, function)(table, *args, **named_),
    "interpolate": lambda table, **options: _each(table, "interpolate", **options),
    "equals": lambda table, other: settled(
        TABLE, "equals", bool(np.array_equal(table.matrix(), unwrapped(other))), table
    ),
    "rename_axis": lambda table, name=None, axis=0: settled(TABLE, "reset_index", table, table.labels),
    "squeeze": lambda table: table.column(next(iter(table.data))) if len(table.data) == 1 else table,
    "take": lambda table, indices: settled(
        TABLE, "take", table.rows(np.asarray(unwrapped(indices), dtype=np.int64)), table
    ),
}


def _each(table: Table, name: str, **options: Any) -> Any:
    return table.like([OF_COLUMNS[name](table.column(label), **options).values for label in table.data])


def transposed(table: Table) -> Any:
    check_room(table.cells)
    matrix = table.matrix()
    if len(table) > _MOST_COLUMNS:
        raise Unsupported("a table of so many columns")
    names = table.labels.values.tolist()
    labels = Labels(table.machine, of_objects(list(table.data)))
    data = dict(zip(names, matrix, strict=True))
    return settled(TABLE, "T", Table(table.machine, data, labels), table)


_MOST_COLUMNS: Final = 5_000
METHODS["transpose"] = transposed
