"""Element-wise methods of data frames, column by column."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.clipping import clipped_table
from perfcast.trial.libraries.pandas.elementwise import check_digits, computed, given, operated, repeating, unwrapped
from perfcast.trial.libraries.pandas.filling import fill, fill_along
from perfcast.trial.libraries.pandas.filling_from_others import first_of_tables, updated
from perfcast.trial.libraries.pandas.membership import is_among_in_table
from perfcast.trial.libraries.pandas.method_calls import listed, rowwise
from perfcast.trial.libraries.pandas.prices import MEDIAN_BY_COLUMN, OF_ONE_TYPE, TABLE, TRUTH_ADDED
from perfcast.trial.libraries.pandas.reductions import (
    PRICED_AS,
    REDUCING,
    along,
    differences,
    present,
    reducing,
    shifted,
    spread_bytes,
)
from perfcast.trial.libraries.pandas.replacing import replaced_in_table
from perfcast.trial.libraries.pandas.series import METHODS as OF_COLUMNS
from perfcast.trial.libraries.pandas.series_values import OPERATORS, converted, unkind
from perfcast.trial.libraries.pandas.values import (
    Array,
    Column,
    Labels,
    Table,
    check_calls,
    exchanged,
    is_missing,
    objects_of,
    of_objects,
)

#: Microseconds of ``pct_change`` beside a difference.
_CHANGE: Final = 85.0
#: Microseconds of picking the columns in which values may be missing.
_PICKED_COLUMNS: Final = 270.0


def _elementwise(name: str, run: Callable[..., Array]) -> Callable[..., Any]:
    def method(table: Table, *args: Any, **kwargs: Any) -> Any:
        arrays = [run(values, *args, **kwargs) for values in table.data.values()]
        return settled(TABLE, name, table.like(arrays), table)

    return method


def of_names(table: Table, values: list[Any], names: list[Any] | None = None) -> Column:
    labels = Labels(table.machine, of_objects(list(table.data) if names is None else names))
    return Column(table.machine, of_objects(values), labels)


def _reduced(name: str) -> Callable[..., Any]:
    price = PRICED_AS.get(name, name)

    def method(
        table: Table, axis: Any = 0, skipna: bool = True, numeric_only: bool = False, ddof: int = 1, min_count: int = 0
    ) -> Any:
        run = reducing(name, ddof)
        data = table.numbers() if numeric_only else table.data
        aside: float | None = None
        check_calls(table.machine, len(data))
        if rowwise(axis):
            matrix = np.column_stack(list(data.values())) if data else np.empty((len(table), 0))
            if matrix.dtype.kind == "O":
                raise Unsupported("rows of objects")
            found = Column(table.machine, _by_rows(name, run, matrix, ddof), table.labels)
            if name in {"idxmax", "idxmin"}:
                found.values = objects_of(list(data))[found.values]
            if price == "std":
                aside = spread_bytes(table.machine, table.cells, len(table))
                return settled(TABLE, "std_rows", found, table, aside=aside)
            by_rows = _PRICED_BY_ROWS.get(price, "min_rows")
            aside = _of_one_type(data.values(), TABLE[by_rows].aside) * table.cells
            return settled(TABLE, by_rows, found, table, aside=aside)
        if name in {"idxmax", "idxmin"}:
            values = [table.labels.values[run(array)] for array in data.values()]
        else:
            values = [run(present(array)) for array in data.values()]
        truths = sum(array.size for array in data.values() if array.dtype == np.bool_) if name == "sum" else 0
        aside = max(TRUTH_ADDED * table.machine.buffered(truths), TABLE[price].aside * table.cells) if truths else None
        if name == "median" and table.machine.exceeds(len(table), MEDIAN_BY_COLUMN - 1):
            aside = _medians(list(data.values()))
        elif price == "std":
            aside = spread_bytes(table.machine, table.cells)
        return settled(TABLE, price, of_names(table, values, list(data)), table, aside=aside)

    return method


def _of_one_type(arrays: Iterable[Array], aside: float) -> float:
    """Bytes of a cell beside a figure that takes `aside` of one: what was brought into one type is not copied again."""
    return max(aside, OF_ONE_TYPE) if len({values.dtype for values in arrays}) > 1 else aside


def _medians(arrays: list[Array]) -> int:
    """Bytes of medians of long columns, of which each one is copied in turn: beside a mask of all of them, and a copy
    of those that are whole numbers or where some are missing, which are left out of another copy."""
    longest = max(map(len, arrays), default=0)
    found = 8 * longest
    for values in arrays:
        is_fraction = values.dtype.kind == "f"
        found += len(values) if is_fraction else 8 * len(values)
        if is_fraction and is_missing(values).any():
            found += 8 * len(values)
    return found


#: What figures of rows are paid for as.
_PRICED_BY_ROWS: Final = {
    **dict.fromkeys(("sum", "any", "count"), "sum_rows"),
    **{name: f"{name}_rows" for name in ("mean", "median", "idxmax")},
}
_ROWS: Final[dict[str, Callable[..., Array]]] = {
    "sum": np.nansum, "mean": np.nanmean, "min": np.nanmin, "max": np.nanmax, "median": np.nanmedian,
    "prod": np.nanprod, "any": np.any, "all": np.all, "idxmax": np.nanargmax, "idxmin": np.nanargmin,
}  # fmt: skip


def _by_rows(name: str, run: Callable[[Array], Any], matrix: Array, ddof: int) -> Array:
    if name in _ROWS:
        return _ROWS[name](matrix, axis=1)
    if name in {"std", "var"}:
        found: Array = (np.nanstd if name == "std" else np.nanvar)(matrix, axis=1, ddof=ddof)
        return found
    return np.array([run(present(row)) for row in matrix])


def _astype(table: Table, kind: Any, copy: Any = None, errors: Any = None) -> Any:
    kinds = kind if isinstance(kind, dict) else dict.fromkeys(table.data, kind)
    arrays = [
        converted(values, unkind(kinds[name])) if name in kinds else values for name, values in table.data.items()
    ]
    if all(
        one.dtype == other.dtype and one.dtype.kind != "O"
        for one, other in zip(arrays, table.data.values(), strict=True)
    ):
        # What has the types already is shared until one of both is changed.
        return settled(TABLE, "astype", table.shared(), table, aside=0)
    return settled(TABLE, "astype", table.like(arrays), table)


def _dropna(table: Table, axis: Any = 0, how: str = "any", subset: Any = None, thresh: Any = None) -> Any:
    names = list(table.data) if subset is None else listed(subset)
    masks = [is_missing(table.data[name]) for name in names]
    if rowwise(axis):
        gone = {name for name, mask in zip(names, masks, strict=True) if (mask.any() if how == "any" else mask.all())}
        data = {name: values for name, values in table.data.items() if name not in gone}
        return settled(TABLE, "dropna", Table(table.machine, data, table.labels), table)
    missing = np.any(masks, axis=0) if how == "any" else np.all(masks, axis=0)
    aside = None
    if subset is not None:
        pay(table, _PICKED_COLUMNS)
        # Only those columns are looked through.
        aside = int(TABLE["dropna"].aside * len(table) * len(names))
    return settled(TABLE, "dropna", table.rows(~missing) if np.any(missing) else table.shared(), table, aside=aside)


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
        arrays = [differences(values, periods) for values in table.data.values()]
    return settled(TABLE, "diff", table.like(arrays), table)


def _pct_change(table: Table, periods: int = 1, fill_method: None = None) -> Any:
    if fill_method is not None:
        raise ValueError(f"fill_method must be None; got fill_method={fill_method!r}.")
    arrays = [values / shifted(values, periods) - 1.0 for values in table.data.values()]
    pay(table, _CHANGE)
    return settled(TABLE, "pct_change", table.like(arrays), table)


def _rounded(values: Array, decimals: int = 0) -> Array:
    check_digits(decimals)
    found: Array = np.round(values, decimals) if values.dtype.kind == "f" else values
    return found


def _combine(
    table: Table, name: str, other: Any, axis: Any = "columns", level: Any = None, fill_value: Any = None
) -> Any:
    if isinstance(other, Column) and not rowwise(axis):
        values = other.aligned(table.labels)
        arrays = [computed(OPERATORS[name], array, values) for array in table.data.values()]
        return settled(TABLE, "aligned", table.like(arrays), table, aside=repeating(table))
    return operated(OPERATORS[name], table, other)


def _interpolate(table: Table, **options: Any) -> Any:
    arrays = [OF_COLUMNS["interpolate"](table.column(label), **options).values for label in table.data]
    # Columns are paid for; each one is filled in beside the table of all of them.
    return settled(TABLE, "interpolate", table.like(arrays), table, cells=len(table))


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
    "clip": clipped_table,
    "fillna": fill,
    "combine_first": first_of_tables,
    "update": updated,
    "ffill": fill_along,
    "bfill": partial(fill_along, backward=True),
    "dropna": _dropna,
    "where": _where,
    "replace": replaced_in_table,
    "mask": partial(_where, wanted=False),
    "shift": _shift,
    "diff": _diff,
    "pct_change": _pct_change,
    "isin": is_among_in_table,
    "interpolate": _interpolate,
}
