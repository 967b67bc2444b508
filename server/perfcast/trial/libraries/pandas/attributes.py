"""Attributes of pandas' objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas import (
    frame_rows,
    frames,
    grouped_windows,
    grouping,
    groups,
    joining,
    resampling,
    reshaping,
    series,
    series_rows,
    series_values,
    windows,
)
from perfcast.trial.libraries.pandas.charging import note_views, pay, settled, take
from perfcast.trial.libraries.pandas.column_storage import as_label, as_values
from perfcast.trial.libraries.pandas.constructing import as_index
from perfcast.trial.libraries.pandas.datetimes import TIMES, Times
from perfcast.trial.libraries.pandas.grouped_windows import GroupedWindows
from perfcast.trial.libraries.pandas.groups import Groups
from perfcast.trial.libraries.pandas.known_names import refuse
from perfcast.trial.libraries.pandas.method_calls import bound, given_in, iterable, listed
from perfcast.trial.libraries.pandas.prices import COLUMN, TABLE
from perfcast.trial.libraries.pandas.selection import Places
from perfcast.trial.libraries.pandas.strings import Texts
from perfcast.trial.libraries.pandas.values import (
    Categories,
    Column,
    Labels,
    Table,
    Tabular,
    check_room,
    is_missing,
    of_objects,
)
from perfcast.trial.libraries.pandas.windows import Windows

#: Methods of both, besides those of each.
_SHARED: Final[dict[str, Callable[..., Any]]] = {
    "groupby": groups.grouped,
    "rolling": windows.rolling,
    "expanding": windows.expanding,
    "ewm": windows.fading,
    "resample": resampling.resampled,
}


_OF_TABLES: Final[Mapping[str, Callable[..., Any]]] = {
    **frames.METHODS,
    **_SHARED,
    "merge": joining.merged,
    "join": joining.joined,
    "melt": reshaping.melted,
    "stack": reshaping.stacked,
    "unstack": lambda table, level=-1: reshaping.stacked(frame_rows.transposed(table)),
    "pivot": reshaping.pivoted,
    "pivot_table": reshaping.pivot_table,
}


_OF_COLUMNS: Final[Mapping[str, Callable[..., Any]]] = {**series.METHODS, **_SHARED}


def tabular_attribute(machine: Machine, value: Tabular, name: str) -> Any:
    """What stands behind the dot. Raises Unsupported, AttributeError."""
    if isinstance(value, Table):
        return _of_table(value, name)
    if isinstance(value, Column):
        return _of_column(value, name)
    if isinstance(value, Groups):
        return _of_groups(value, name)
    if isinstance(value, Windows | GroupedWindows):
        return bound((windows if isinstance(value, Windows) else grouped_windows).METHODS, value, name)
    if isinstance(value, Labels):
        return _of_labels(value, name)
    if isinstance(value, Texts | Times):
        return value.method(name)
    raise Unsupported(f"{type(value).__name__}.{name}")


def _of_table(table: Table, name: str) -> Any:  # noqa: PLR0911
    if name in _OF_TABLES:
        return bound(_OF_TABLES, table, name)
    if name in {"loc", "iloc", "at", "iat"}:
        return Places(table, name in {"loc", "at"}, is_single=name in {"at", "iat"})
    pay(table, 0.3)
    if name == "columns":
        return Labels(table.machine, of_objects(list(table.data)))
    if name == "index":
        return table.labels
    if name == "values":
        return frames.METHODS["to_numpy"](table)
    if name == "T":
        return frame_rows.transposed(table)
    if name == "axes":
        return [table.labels, Labels(table.machine, of_objects(list(table.data)))]
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
        pay(table, _BY_NAME)
        note_views(table)
        found = table.column(name)
        return settled(TABLE, "column", found, found)
    refuse(table, name)


class CategoricalAccessor(Guarded):
    """What ``cat`` gives, of which the codes are known alone."""

    __slots__ = ()


def _uncallable(*_: Any, **__: Any) -> Any:
    raise TypeError("'CategoricalAccessor' object is not callable")


def _of_column(column: Column, name: str) -> Any:  # noqa: PLR0911
    if name in _OF_COLUMNS:
        return bound(_OF_COLUMNS, column, name)
    if name in {"loc", "iloc", "at", "iat"}:
        return Places(column, name in {"loc", "at"}, is_single=name in {"at", "iat"})
    pay(column, 0.3)
    if name == "index":
        return column.labels
    if name in {"values", "array"}:
        return series.METHODS["to_numpy"](column)
    if name == "str":
        return Texts(column)
    if name == "dt":
        return Times(column)
    if name == "cat" and isinstance(column, Categories):
        return CategoricalAccessor(_uncallable, {"codes": series_values.codes_of(column)})
    if name == "dtype" and isinstance(column, Categories):
        raise Unsupported("the data type of categories")
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
        pay(column, _BY_NAME)
        return column.values[column.labels.where(name)]
    refuse(column, name)


#: Microseconds of finding out that a name is a label, besides what the label's place takes.
_BY_NAME: Final = 5.0
#: Labels of a row among which a name is looked for.
_FEW: Final = 100


def _of_groups(groups: Groups, name: str) -> Any:
    if name in grouping.METHODS:
        return bound(grouping.METHODS, groups, name)
    if name in {"rolling", "expanding"}:
        return Guarded(partial(getattr(grouped_windows, name), groups))
    if name == "ewm":
        return Guarded(partial(grouped_windows.fading, groups))
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
        "nlevels": len(labels.name) if isinstance(labels.name, list) else 1, "ndim": 1,
        **({"tz": None, "tzinfo": None} if labels.values.dtype.kind == "M" else {}),
    }  # fmt: skip
    if name in plain:
        return plain[name]
    if name in {"values", "array"}:
        return labels.values
    if name in _LOOKS:
        pay(labels, _LOOK)
        return _LOOKS[name](labels)
    if name in _LABELS:
        return Guarded(lambda *args: _LABELS[name](labels, *(given_in(labels.machine, arg) for arg in args)))
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
        return Guarded(lambda repeats: _repeated(labels, repeats))
    if name == "get_loc":
        return Guarded(labels.where)
    if name == "get_level_values":
        return Guarded(
            lambda level: Labels(
                labels.machine,
                list(series_rows.label_columns(labels).values())[level if isinstance(level, int) else 0],
            )
        )
    refuse(labels, name)


def _are_equal(labels: Labels, other: Any) -> bool:
    """As ``equals``."""
    is_like = isinstance(other, Labels) and labels.is_like(other)
    return bool(settled(COLUMN, "equals", is_like, labels, cells=1 if labels is other else None))


def _places_of(labels: Labels, wanted: Any) -> Any:
    """As ``get_indexer``."""
    if not labels.is_unique:
        raise Unsupported("places of labels that are there twice")
    found = labels.where_of(listed(wanted))
    pay(labels, _SOUGHT)
    return settled(COLUMN, "tolist", found, labels, cells=len(found))


#: Microseconds of a look at labels, whose answer is kept, and of looking for places.
_LOOK: Final = 0.1
_SOUGHT: Final = 30.0
_LOOKS: Final[Mapping[str, Callable[[Labels], Any]]] = {
    "is_unique": lambda labels: labels.is_unique,
    "has_duplicates": lambda labels: not labels.is_unique,
    "hasnans": lambda labels: bool(is_missing(labels.values).any()),
    "is_monotonic_increasing": lambda labels: bool((labels.values[1:] >= labels.values[:-1]).all()),
}
_LABELS: Final[Mapping[str, Callable[..., Any]]] = {
    "equals": _are_equal,
    "get_indexer": _places_of,
    "isna": lambda labels: settled(COLUMN, "tolist", is_missing(labels.values), labels, cells=1),
    "notna": lambda labels: settled(COLUMN, "tolist", ~is_missing(labels.values), labels, cells=1),
    "copy": lambda labels: settled(COLUMN, "tolist", Labels(labels.machine, labels.values, name=labels.name), labels),
}


def _combined(labels: Labels, combine: Callable[[list[Any], list[Any]], list[Any]], other: Any) -> Any:
    """Labels of two sets of them."""
    others = listed(other)
    check_room(len(labels) + len(others))
    found = Labels(labels.machine, of_objects(combine(labels.values.tolist(), others)))
    return settled(COLUMN, "tolist", found, labels)


def _repeated(labels: Labels, times: Any) -> Labels:
    """As ``Index.repeat``, all of them as often or each as often as its number says."""
    counts = np.asarray(times.values if isinstance(times, Column) else times)
    is_one = not counts.ndim
    if counts.dtype.kind not in "iu" or not (is_one or counts.shape == labels.values.shape):
        raise Unsupported("labels repeated by others")
    if counts.size and counts.min() < 0:
        raise ValueError("repeats may not contain negative values.")
    length = int(counts) * len(labels) if is_one else int(counts.sum())
    check_room(length)
    found = Labels(labels.machine, np.repeat(labels.values, counts), name=labels.name)
    # Where there are several numbers, they are copied.
    settled(COLUMN, "repeat", found, labels, times, cells=length, aside=0 if is_one else None)
    return found


def _as_labels(labels: Labels, found: Any) -> Any:
    return Labels(labels.machine, found.values, name=labels.name) if isinstance(found, Column) else found


def named_anew(value: Tabular, name: str, found: Any) -> None:
    """What ``table.columns = names`` and its like do. Raises Unsupported."""
    found = given_in(value.machine, found)
    if isinstance(value, Table) and name == "columns":
        value.data = dict(zip(map(as_label, iterable(found)), value.data.values(), strict=True))
        _pay_for_labels(value, found)
    elif isinstance(value, Table | Column) and name == "index":
        value.labels = as_index(value.machine, found)
        _pay_for_labels(value, found)
    elif isinstance(value, Column | Labels) and name == "name":
        value.name = found
    elif isinstance(value, Table) and name in value.data:
        value.data[name] = as_values(value.labels, found)
    else:
        raise Unsupported(f"assigning to {name} of a table")


def _pay_for_labels(value: Tabular, given: Any) -> None:
    """What lists say is found out first."""
    price = TABLE["labels_put" if isinstance(given, Tabular) else "names_put"]
    pay(value, price.call)
    take(value.machine, price, 0)
