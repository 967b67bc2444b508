"""What the module ``pandas`` holds, and what stands behind the dot of what it makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.machine import Machine
from perfcast.trial.natives import Guarded, fed
from perfcast.trial.stops import Unsupported
from perfcast.trial.tables import columns, frames, grouping, joining, shaping, windows
from perfcast.trial.tables.calling import bound, gated, given_in, iterable, listed
from perfcast.trial.tables.grouping import Groups
from perfcast.trial.tables.paying import pay, settled
from perfcast.trial.tables.prices import APPLIED_COLUMN, COLUMN, TABLE
from perfcast.trial.tables.selection import Places, as_label, as_values
from perfcast.trial.tables.texts import TIMES, Texts, Times
from perfcast.trial.tables.values import (
    Array,
    Column,
    Labels,
    Table,
    Tabular,
    check_room,
    is_missing,
    of_objects,
    taken,
    whole,
)
from perfcast.trial.tables.windows import Windows

_START: Final = np.datetime64("2024-01-01T00:00:00", "ns")
_MOST_ROWS: Final = 200_000
#: Methods of both, besides those of each.
_SHARED: Final[dict[str, Callable[..., Any]]] = {
    "groupby": grouping.grouped,
    "rolling": windows.rolling,
    "expanding": windows.expanding,
    "ewm": windows.fading,
    "resample": lambda of, rule, **_: grouping.resampled(of, rule),
}
_OF_TABLES: Final[Mapping[str, Callable[..., Any]]] = {
    **frames.METHODS,
    **_SHARED,
    "merge": joining.merged,
    "join": joining.joined,
    "melt": shaping.melted,
    "stack": shaping.stacked,
    "unstack": lambda table, level=-1: shaping.stacked(frames.transposed(table)),
    "pivot": shaping.pivoted,
    "pivot_table": shaping.pivot_table,
}
_OF_COLUMNS: Final[Mapping[str, Callable[..., Any]]] = {**columns.METHODS, **_SHARED}


class Kind(Guarded):
    """A class of pandas, for calling it and for asking for it.

    Attributes:
        kind: of its instances.
    """

    __slots__ = ("kind",)

    def __init__(self, kind: type, make: Callable[..., Any], attributes: Mapping[str, Any] | None = None) -> None:
        super().__init__(make, attributes)
        self.kind = kind


def tabular_attribute(machine: Machine, value: Tabular, name: str) -> Any:
    """What stands behind the dot. Raises Unsupported, AttributeError."""
    if isinstance(value, Table):
        return _of_table(value, name)
    if isinstance(value, Column):
        return _of_column(value, name)
    if isinstance(value, Groups):
        return _of_groups(value, name)
    if isinstance(value, Windows):
        return bound(windows.METHODS, value, name)
    if isinstance(value, Labels):
        return _of_labels(value, name)
    if isinstance(value, Texts | Times):
        return value.method(name)
    raise Unsupported(f"{type(value).__name__}.{name}")


def _of_table(table: Table, name: str) -> Any:  # noqa: PLR0911
    if name in _OF_TABLES:
        return bound(_OF_TABLES, table, name)
    if name in {"loc", "iloc", "at", "iat"}:
        return Places(table, name in {"loc", "at"})
    pay(table, 0.3)
    if name == "columns":
        return Labels(table.machine, of_objects(list(table.data)))
    if name == "index":
        return table.labels
    if name == "values":
        return frames.METHODS["to_numpy"](table)
    if name == "T":
        return frames.transposed(table)
    plain: dict[str, Any] = {
        "shape": (len(table), len(table.data)), "size": table.cells, "ndim": 2, "empty": not table.cells,
    }  # fmt: skip
    if name in plain:
        return plain[name] if name != "size" or table.data else 0
    if name == "dtypes":
        labels = Labels(table.machine, of_objects(list(table.data)))
        kinds = of_objects([str(values.dtype) for values in table.data.values()])
        return settled(TABLE, "dtypes", Column(table.machine, kinds, labels), labels)
    if name in table.data:
        found = table.column(name)
        return settled(TABLE, "column", found, found)
    raise Unsupported(f"DataFrame.{name}")


def _of_column(column: Column, name: str) -> Any:  # noqa: PLR0911
    if name in _OF_COLUMNS:
        return bound(_OF_COLUMNS, column, name)
    if name in {"loc", "iloc", "at", "iat"}:
        return Places(column, name in {"loc", "at"})
    pay(column, 0.3)
    if name == "index":
        return column.labels
    if name in {"values", "array"}:
        return columns.METHODS["to_numpy"](column)
    if name == "str":
        return Texts(column)
    if name == "dt":
        return Times(column)
    plain: dict[str, Any] = {
        "shape": (len(column),), "size": len(column), "ndim": 1, "empty": not len(column), "name": column.name,
        "dtype": column.values.dtype, "T": column, "nbytes": int(column.values.nbytes),
        "hasnans": bool(is_missing(column.values).any()) if name == "hasnans" else False,
    }  # fmt: skip
    if name in plain:
        return plain[name]
    if name == "is_unique":
        return len(set(column.values.tolist())) == len(column)
    if name in {"is_monotonic_increasing", "is_monotonic"}:
        return bool((column.values[1:] >= column.values[:-1]).all())
    if name in column.labels.values.tolist()[:_FEW]:
        return column.values[column.labels.where(name)]
    raise Unsupported(f"Series.{name}")


#: Labels of a row among which a name is looked for.
_FEW: Final = 100


def _of_groups(groups: Groups, name: str) -> Any:
    if name in grouping.METHODS:
        return bound(grouping.METHODS, groups, name)
    if name in {"rolling", "expanding", "ewm", "plot"}:
        raise Unsupported(f"groups' {name}")
    if name == "ngroups":
        return len(groups)
    if name in {"groups", "indices"}:
        return dict(zip(groups.labels, groups.places, strict=True))
    if isinstance(groups.of, Table) and name in groups.of.data:
        return groups.special_item(name)
    raise Unsupported(f"groups' {name}")


def _of_labels(labels: Labels, name: str) -> Any:  # noqa: PLR0911
    if name in TIMES:
        return Times(labels).method(name)
    plain: dict[str, Any] = {
        "name": labels.name, "names": labels.name if isinstance(labels.name, list) else [labels.name],
        "size": len(labels), "shape": (len(labels),), "empty": not len(labels), "dtype": labels.values.dtype,
    }  # fmt: skip
    if name in plain:
        return plain[name]
    if name == "values":
        return labels.values
    if name in {"tolist", "to_list", "to_numpy"}:
        return Guarded(
            lambda *_, **__: settled(
                COLUMN, "tolist", labels.values.tolist() if "list" in name else labels.values, labels
            )
        )
    if name == "str":
        return Texts(Column(labels.machine, labels.values))
    if name in {"max", "min", "unique", "nunique", "isin", "duplicated", "any", "all", "map", "astype", "sum", "mean"}:
        method = bound(_OF_COLUMNS, Column(labels.machine, labels.values), name)
        return Guarded(lambda *args, **named: _as_labels(labels, method(*args, **named)))
    sets: dict[str, Callable[[list[Any], list[Any]], list[Any]]] = {
        "difference": lambda a, b: sorted(set(a) - set(b)),
        "intersection": lambda a, b: list(dict.fromkeys(a).keys() & set(b)),
        "union": lambda a, b: sorted({*a, *b}),
        "drop": lambda a, b: list(dict.fromkeys(a).keys() - set(b)),
        "append": lambda a, b: [*a, *b],
    }
    if name in sets:
        return Guarded(lambda other, **_: _combined(labels, sets[name], given_in(labels.machine, other)))
    if name == "repeat":
        return Guarded(lambda times: _repeated(labels, times))
    if name == "get_loc":
        return Guarded(labels.where)
    if name == "get_level_values":
        return Guarded(
            lambda level: Labels(
                labels.machine,
                list(columns.label_columns(labels, "index").values())[level if isinstance(level, int) else 0],
            )
        )
    raise Unsupported(f"Index.{name}")


def _combined(labels: Labels, combine: Callable[[list[Any], list[Any]], list[Any]], other: Any) -> Any:
    """Labels of two sets of them."""
    others = listed(other)
    check_room(len(labels) + len(others))
    found = Labels(labels.machine, of_objects(combine(labels.values.tolist(), others)))
    return settled(COLUMN, "tolist", found, labels)


def _repeated(labels: Labels, times: Any) -> Labels:
    if not isinstance(times, int):
        raise Unsupported("labels repeated by others")
    check_room(len(labels) * max(0, times))
    return Labels(labels.machine, np.repeat(labels.values, times))


def _as_labels(labels: Labels, found: Any) -> Any:
    return Labels(labels.machine, found.values, name=labels.name) if isinstance(found, Column) else found


def named_anew(value: Tabular, name: str, found: Any) -> None:
    """What ``table.columns = names`` and its like do. Raises Unsupported."""
    found = given_in(value.machine, found)
    if isinstance(value, Table) and name == "columns":
        value.data = dict(zip(map(as_label, iterable(found)), value.data.values(), strict=True))
    elif isinstance(value, Table | Column) and name == "index":
        value.labels = as_index(value.machine, found)
    elif isinstance(value, Column | Labels) and name == "name":
        value.name = found
    elif isinstance(value, Table) and name in value.data:
        value.data[name] = as_values(value.labels, found)
    else:
        raise Unsupported(f"assigning to {name} of a table")


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    made_of = Guarded(lambda data, **named: _table(machine, data, **_kept(named)))

    def levels(rows: Any, names: Any = None) -> Labels:
        return Labels(machine, of_objects(list(rows)), name=names or [None] * len(rows[0]))

    found: dict[str, Any] = {
        "DataFrame": Kind(Table, partial(_table, machine), {"from_dict": made_of, "from_records": made_of}),
        "Series": Kind(Column, partial(_column, machine)),
        "Index": Kind(Labels, lambda values, name=None: Labels(machine, of_objects(list(iterable(values))), name=name)),
        "RangeIndex": Kind(Labels, lambda length, **_: _numbered(machine, length)),
        "MultiIndex": Kind(Labels, nothing_such, {"from_tuples": Guarded(levels)}),
        "concat": Guarded(joining.concatenated),
        "merge": Guarded(joining.merged),
        "merge_asof": Guarded(joining.merged_asof),
        "crosstab": Guarded(shaping.crosstab),
        "pivot_table": Guarded(shaping.pivot_table),
        "melt": Guarded(shaping.melted),
        "get_dummies": Guarded(shaping.indicators),
        "cut": Guarded(shaping.cut),
        "qcut": Guarded(shaping.qcut),
        "isna": Guarded(_missing),
        "isnull": Guarded(_missing),
        "notna": Guarded(lambda value: _negated(_missing(value))),
        "notnull": Guarded(lambda value: _negated(_missing(value))),
        "factorize": Guarded(lambda values, sort=False: _numbered_by_value(machine, values, sort=sort)),
        "unique": Guarded(lambda values: columns.METHODS["unique"](_as_column(machine, values))),
        "to_numeric": Guarded(lambda values, errors=None, **_: _numeric(machine, values)),
        "to_datetime": Guarded(lambda values, unit="ns", **_: _times(machine, values, unit, "M8")),
        "to_timedelta": Guarded(lambda values, unit="ns", **_: _times(machine, values, unit, "m8")),
        "date_range": Guarded(lambda *args, **named: _dates(machine, *args, **named)),
        "Timedelta": Guarded(lambda value=0, unit="ns", **named: _duration(value, unit, named)),
        "Timestamp": Guarded(lambda *_, **__: _START),
        "NA": np.nan,
        "NaT": np.datetime64("NaT"),
    }  # fmt: skip
    for value in found.values():
        if isinstance(value, Guarded):
            value.run = gated(machine, value.run)
            for maker in value.attributes.values():
                maker.run = gated(machine, maker.run)
    return found


def copied(value: Table | Column) -> Any:
    """As ``copy.copy``."""
    return (frames.METHODS if isinstance(value, Table) else columns.METHODS)["copy"](value)


def _numbered(machine: Machine, length: Any) -> Labels:
    if not isinstance(length, int):
        raise Unsupported("labels between two numbers")
    check_room(length)
    return Labels(machine, None, length)


def nothing_such(*_: Any, **__: Any) -> Any:
    raise Unsupported("something of pandas")


def _kept(named: dict[str, Any]) -> dict[str, Any]:
    if set(named) - {"columns", "index"}:
        raise Unsupported("a table of another orientation")
    return named


def _table(
    machine: Machine, data: Any = None, index: Any = None, columns: Any = None, dtype: Any = None, copy: Any = None
) -> Any:
    """As ``DataFrame``. Raises ValueError, Unsupported."""
    names = None if columns is None else list(iterable(columns))
    labels = None if index is None else as_index(machine, index)
    if isinstance(data, Iterator):
        data = list(machine.counted(data))
    if data is None or (isinstance(data, list | dict) and not data):
        found = Table(machine, {name: of_objects([]) for name in names or []}, labels)
        return settled(TABLE, "from_columns", found, found)
    if isinstance(data, Table):
        found = data if names is None else Table(machine, {name: data.data[name] for name in names}, data.labels)
        return settled(TABLE, "copy", found, found.labels)
    if isinstance(data, Column):
        name = names[0] if names else 0 if data.name is None else data.name
        return settled(COLUMN, "to_frame", Table(machine, {name: data.values}, labels or data.labels), data)
    if isinstance(data, dict):
        return _of_columns(machine, data, labels, names)
    if isinstance(data, np.ndarray):
        if data.ndim > 2:
            raise ValueError("Must pass 2-d input")
        matrix = data if data.ndim == 2 else data.reshape(-1, 1)
        kept = names if names is not None else list(range(matrix.shape[1]))
        if len(kept) != matrix.shape[1]:
            raise ValueError("Shape of passed values does not match columns")
        found = whole(machine, kept, list(matrix.T), labels)
        return settled(TABLE, "from_matrix", found, data)
    if isinstance(data, list | tuple):
        return _of_rows(machine, list(data), labels, names)
    raise Unsupported("a table of something else")


def _of_columns(machine: Machine, data: dict[Any, Any], labels: Labels | None, names: list[Any] | None) -> Any:
    if labels is None:
        labels = next((value.labels for value in data.values() if isinstance(value, Column)), None)
    length = len(labels) if labels is not None else max((_length(value) for value in data.values()), default=0)
    if labels is None:
        labels = Labels(machine, None, length)
    check_room(length * len(data))
    kept = data if names is None else {name: data.get(name, np.nan) for name in names}
    arrays = [as_values(labels, value if not isinstance(value, Iterator) else list(value)) for value in kept.values()]
    objects = sum(len(value) for value in kept.values() if isinstance(value, list | tuple))
    found = whole(machine, list(kept), arrays, labels)
    pay(found, APPLIED_COLUMN * len(kept), 28.0 * objects)
    return settled(TABLE, "from_columns", found, found)


def _length(value: Any) -> int:
    if isinstance(value, np.ndarray):
        return len(value) if value.ndim else 1
    return len(value) if isinstance(value, list | tuple | range | Labels) else 1


def _of_rows(machine: Machine, rows: list[Any], labels: Labels | None, names: list[Any] | None) -> Any:
    machine.pass_over(len(rows))
    if all(isinstance(row, dict) for row in rows):
        kept = names or list(dict.fromkeys(name for row in rows for name in row))
        check_room(len(rows) * len(kept))
        arrays = [of_objects([row.get(name, np.nan) for row in rows]) for name in kept]
    elif all(isinstance(row, Column) for row in rows):
        kept = rows[0].labels.values.tolist()
        check_room(len(rows) * len(kept))
        machine.pass_over(4 * len(rows))
        arrays = [
            of_objects(list(part)) for part in zip(*(row.aligned(rows[0].labels).tolist() for row in rows), strict=True)
        ]
        if labels is None and all(row.name is not None for row in rows):
            labels = Labels(machine, of_objects([row.name for row in rows]))
        pay(rows[0], 9.0 * len(rows))
    elif all(isinstance(row, list | tuple | np.ndarray) for row in rows):
        width = max(map(len, rows))
        check_room(len(rows) * width)
        padded = [[*row, *[np.nan] * (width - len(row))] for row in rows]
        arrays = [of_objects(list(part)) for part in zip(*padded, strict=True)]
        kept = names if names is not None else list(range(width))
        if len(kept) != width:
            raise ValueError("columns passed do not match the data")
    else:
        kept, arrays = names or [0], [of_objects(rows)]
    found = whole(machine, kept, arrays, labels)
    return settled(TABLE, "from_rows", found, found)


def _column(
    machine: Machine, data: Any = None, index: Any = None, dtype: Any = None, name: Any = None, copy: Any = None
) -> Any:
    """As ``Series``. Raises Unsupported."""
    labels = None if index is None else as_index(machine, index)
    if isinstance(data, Iterator):
        data = list(machine.counted(data))
    if isinstance(data, Column):
        values = data.values if labels is None else data.aligned(labels)
        found = Column(machine, values, labels or data.labels, data.name if name is None else name)
        return settled(COLUMN, "rename", found, data)
    if isinstance(data, dict):
        own = Labels(machine, of_objects(list(data)))
        values = of_objects(list(data.values()))
        if labels is not None:
            values, own = taken(values, own.where_of(labels.values.tolist())), labels
        found = Column(machine, values, own, name)
        return settled(COLUMN, "map_table", found, found)
    if data is None:
        data = []
    given = list(data) if isinstance(data, list | tuple | range) else data
    if isinstance(data, range):
        check_room(len(data))
    if labels is None and not isinstance(given, list | np.ndarray | Labels):
        labels = Labels(machine, None, 1)
    values = as_values(labels if labels is not None else Labels(machine, None, len(given)), given)
    if isinstance(given, list):
        fed(machine, given)
    if dtype is not None:
        values = columns.converted(values, columns.unkind(dtype))
    found = Column(machine, values, labels, name)
    if isinstance(given, list) and values.dtype.kind == "O":
        return settled(COLUMN, "from_texts", found, found)
    pay(found, 0.0, 28.0 * len(values) if isinstance(given, list) else 0.0)
    return settled(COLUMN, "copy", found, found)


def as_index(machine: Machine, index: Any) -> Labels:
    """What is given as an index."""
    if isinstance(index, Column):
        return Labels(machine, index.values, name=index.name)
    if isinstance(index, range):
        check_room(len(index))
    if isinstance(index, list) and index and all(isinstance(one, np.ndarray | Column | list) for one in index):
        raise Unsupported("labels of several levels")
    return columns.as_labels(Column(machine, np.array([])), index)


def _as_column(machine: Machine, values: Any) -> Column:
    return values if isinstance(values, Column) else Column(machine, of_objects(list(iterable(values))))


def _numbered_by_value(machine: Machine, values: Any, *, sort: bool) -> Any:
    """As ``factorize``."""
    column = _as_column(machine, values)
    there = list(dict.fromkeys(column.values.tolist()))
    places = {value: place for place, value in enumerate(sorted(there) if sort else there)}
    codes = np.array([places[value] for value in column.values.tolist()], dtype=np.int64)
    settled(COLUMN, "unique", codes, column)
    return codes, of_objects(list(places))


def _missing(value: Any) -> Any:
    if isinstance(value, Table):
        return frames.METHODS["isna"](value)
    if isinstance(value, Column):
        return columns.METHODS["isna"](value)
    if isinstance(value, np.ndarray):
        return is_missing(value)
    return value is None or (isinstance(value, float | np.floating) and value != value)  # noqa: PLR0124


def _negated(found: Any) -> Any:
    if isinstance(found, Column):
        return found.like(~found.values)
    if isinstance(found, Table):
        return found.like([~values for values in found.data.values()])
    return ~found if isinstance(found, np.ndarray) else not found


def _numeric(machine: Machine, values: Any) -> Any:
    column = _as_column(machine, values)

    def number(value: Any) -> float:
        try:
            return float(value)
        except (TypeError, ValueError):
            return float("nan")

    if column.values.dtype.kind != "O":
        return column
    machine.pass_over(len(column))
    return settled(
        COLUMN, "to_text", column.like(of_objects([number(value) for value in column.values.tolist()])), column
    )


_UNITS: Final = {"D": "D", "h": "h", "H": "h", "min": "m", "m": "m", "s": "s", "ms": "ms", "us": "us", "ns": "ns"}
#: Nanoseconds of each.
_SPANS: Final = {
    "D": 86_400 * 10**9, "h": 3_600 * 10**9, "m": 60 * 10**9, "s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1,
}  # fmt: skip


def _times(machine: Machine, values: Any, unit: str, kind: str) -> Any:
    plain = values.values if isinstance(values, Column | Labels) else values
    if isinstance(plain, list):
        plain = of_objects(plain)
    if unit not in _UNITS:
        raise Unsupported("a unit of time that is not known")
    if isinstance(plain, np.ndarray) and plain.dtype.kind in "mM":
        return values
    if isinstance(plain, int | float | str):
        return _START if kind == "M8" else _duration(plain, unit, {})
    if plain.dtype.kind == "O":
        # Texts: all of the same day.
        found: Array = np.full(len(plain), _START)
    else:
        found = (
            (np.asarray(plain, dtype=np.float64) * _nanoseconds(_UNITS[unit])).astype(np.int64).astype(f"{kind}[ns]")
        )
    made: Any = values.like(found) if isinstance(values, Column) else Labels(machine, found)
    return settled(TABLE, "to_datetime", made, made)


def _nanoseconds(unit: str) -> int:
    return _SPANS[unit]


def _duration(value: Any, unit: str, named: dict[str, Any]) -> Any:
    parts = {f"{name}s" if not name.endswith("s") else name: number for name, number in named.items()}
    nanoseconds = {"days": 86_400e9, "hours": 3_600e9, "minutes": 60e9, "seconds": 1e9, "milliseconds": 1e6}
    total = sum(float(number) * nanoseconds.get(name, 0.0) for name, number in parts.items())
    if isinstance(value, str):
        return np.timedelta64(grouping.span(value), "ns")
    return np.timedelta64(int(total + float(value) * _nanoseconds(_UNITS.get(unit, "ns"))), "ns")


def _dates(machine: Machine, start: Any = None, end: Any = None, periods: Any = None, freq: Any = "D", **_: Any) -> Any:
    if not isinstance(periods, int | np.integer) or not 0 <= int(periods) <= _MOST_ROWS:
        raise Unsupported("times between two others")
    found = _START + np.arange(int(periods)) * np.timedelta64(grouping.span(freq), "ns")
    labels = Labels(machine, found)
    return settled(TABLE, "date_range", labels, labels)
