"""Series sorted, selected and relabelled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, pay_for_order, settled
from perfcast.trial.libraries.pandas.elementwise import unwrapped
from perfcast.trial.libraries.pandas.hash_tables import table_for
from perfcast.trial.libraries.pandas.method_calls import iterable
from perfcast.trial.libraries.pandas.prices import COLUMN, LEVEL
from perfcast.trial.libraries.pandas.reductions import in_order
from perfcast.trial.libraries.pandas.values import (
    Array,
    Column,
    Labels,
    Table,
    check_room,
    objects_of,
    of_objects,
    taken,
)


def _sort_values(
    column: Column, ascending: bool = True, kind: Any = None, ignore_index: bool = False, key: Any = None, axis: Any = 0
) -> Any:
    keys = column if key is None else guarded(column.machine, key)(column)
    found = column.rows(in_order(keys.values, ascending=bool(ascending)))
    if ignore_index:
        found = Column(column.machine, found.values, None, column.name)
    pay_for_order(column, keys.values)
    return settled(COLUMN, "sort_values", found, column)


def _sort_index(column: Column, ascending: bool = True, level: Any = None) -> Any:
    if column.labels.is_range and ascending:
        # They are in order, and the values are shared.
        return settled(COLUMN, "sort_index", column.like(column.values), column, aside=0)
    pay_for_order(column, column.labels.values)
    return settled(COLUMN, "sort_index", column.rows(in_order(column.labels.values, ascending=ascending)), column)


def _nlargest(column: Column, n: int = 5, keep: str = "first", *, ascending: bool = False) -> Any:
    return settled(COLUMN, "nlargest", column.rows(in_order(column.values, ascending=ascending)[:n]), column)


def _reset_index(column: Column, drop: bool = False, name: Any = None, level: Any = None) -> Any:
    if drop and level is not None and isinstance(column.labels.name, list):
        pay(column, LEVEL)
        kept = Column(column.machine, column.values, _without(column.labels, level), column.name)
        return settled(COLUMN, "reset_index", kept, column)
    if drop:
        return settled(COLUMN, "reset_index", Column(column.machine, column.values, None, column.name), column)
    data = {**labels_made_columns(column.labels), name or column.name or 0: column.values}
    return settled(COLUMN, "labels_to_column", Table(column.machine, data), column)


def _without(labels: Labels, level: Any) -> Labels:
    """Labels of one level less. Raises KeyError, IndexError, Unsupported."""
    if not isinstance(level, int | str):
        raise Unsupported("several levels of labels")
    levels = label_columns(labels)
    gone = list(levels)[level] if isinstance(level, int) else level
    kept = [(name, values) for name, values in levels.items() if name != gone]
    if len(kept) == len(levels):
        raise KeyError(level)
    if len(kept) != 1:
        raise Unsupported("labels of many levels")
    places = [place for place, name in enumerate(levels) if name != gone]
    return Labels(labels.machine, kept[0][1], name=labels.name[places[0]])


def labels_made_columns(labels: Labels) -> dict[Any, Array]:
    """Labels that become columns; of several levels each is put together first."""
    pay(labels, LEVEL * len(labels.name) if isinstance(labels.name, list) else 0.0)
    return label_columns(labels)


def label_columns(labels: Labels) -> dict[Any, Array]:
    """Labels as columns, one for each level."""
    names = labels.name if isinstance(labels.name, list) else [labels.name]
    if len(names) == 1:
        return {"index" if names[0] is None else names[0]: labels.values}
    levels = list(zip(*labels.values.tolist(), strict=True)) or [()] * len(names)
    return {
        f"level_{place}" if name is None else name: of_objects(list(level))
        for place, (name, level) in enumerate(zip(names, levels, strict=True))
    }


def _drop_duplicates(column: Column, keep: str = "first") -> Any:
    return _told_apart(column, column.rows(~duplicates([column.values], keep)))


def _duplicated(column: Column, keep: str = "first") -> Any:
    return _told_apart(column, column.like(duplicates([column.values], keep)))


def _told_apart(column: Column, found: Column) -> Any:
    """Pays for what depends on which values were met before: a table of them and a mask are gone before rows are
    chosen."""
    if column.values.dtype.kind == "O":
        return settled(COLUMN, "drop_duplicates", found, column)
    aside = max(0.0, table_for(column.machine, len(column)) + len(column) - found.values.nbytes)
    return settled(COLUMN, "drop_duplicates", found, column, aside=aside)


def duplicates(arrays: list[Array], keep: Any = "first") -> Array:
    """Whether rows were met before, or come again, or both where none is kept."""
    rows = list(zip(*(array.tolist() for array in arrays), strict=True))
    if keep == "last":
        return duplicates([array[::-1] for array in arrays])[::-1]
    seen: set[Any] = set()
    found = np.zeros(len(rows), dtype=bool)
    for place, row in enumerate(rows):
        found[place] = row in seen
        seen.add(row)
    return found if keep else found | duplicates(arrays, "last")


def _rename(column: Column, index: Any = None) -> Any:
    if isinstance(index, dict) or callable(index):
        raise Unsupported("other labels")
    return settled(COLUMN, "rename", column.like(column.values, index), column)


def _reindex(column: Column, index: Any, fill_value: Any = np.nan, method: Any = None) -> Any:
    labels = as_labels(column, index)
    values = column.aligned(labels)
    if fill_value == fill_value:  # noqa: PLR0124
        values = np.where(labels_missing(column.labels, labels), fill_value, values)
    aside = COLUMN["reindex"].aside * len(values)
    return settled(COLUMN, "reindex", Column(column.machine, values, labels, column.name), column, aside=aside)


def labels_missing(labels: Labels, wanted: Labels) -> Array:
    return labels.where_of(wanted.values.tolist()) < 0


def as_labels(of: Any, index: Any) -> Labels:
    """What is given as an index."""
    if isinstance(index, Labels):
        return index
    if isinstance(index, range):
        check_room(len(index))
        if index.start == 0 and index.step == 1:
            return Labels(of.machine, None, len(index))
    if isinstance(index, np.ndarray):
        return Labels(of.machine, index)
    return Labels(of.machine, of_objects(list(iterable(index))), name=getattr(index, "name", None))


def _head(column: Column, n: int = 5) -> Any:
    return settled(COLUMN, "slice", column.rows(slice(None, n)), column.rows(slice(0, 0)))


def _tail(column: Column, n: int = 5) -> Any:
    return settled(COLUMN, "slice", column.rows(slice(-n, None) if n else slice(0, 0)), column.rows(slice(0, 0)))


def _sample(column: Column, n: Any = None, frac: Any = None, random_state: Any = None, replace: bool = False) -> Any:
    count = round(frac * len(column)) if frac is not None else int(n or 1)
    check_room(count)
    places = drawn(len(column), count, replace=replace)
    return settled(COLUMN, "sample", column.rows(places), column)


def drawn(length: int, count: int, *, replace: bool) -> Array:
    """Places of a sample. Raises ValueError."""
    generator = np.random.default_rng(0)
    if replace:
        return generator.integers(0, length, count)
    if count > length:
        raise ValueError("Cannot take a larger sample than population when 'replace=False'")
    return generator.permutation(length)[:count]


def _get(column: Column, key: Any, default: Any = None) -> Any:
    pay(column, COLUMN["get"].call)
    places = column.labels.where_of([key])
    return column.values[places[0]] if places[0] >= 0 else default


def _drop(column: Column, labels: Any = None, index: Any = None, errors: str = "raise") -> Any:
    gone = column.labels.where_of(list(iterable(_as_list(labels if labels is not None else index))))
    if (gone < 0).any():
        raise KeyError("labels that are not there")
    keeps = np.ones(len(column), dtype=bool)
    keeps[gone] = False
    return settled(COLUMN, "take", column.rows(keeps), column)


def _as_list(value: Any) -> Any:
    return value if isinstance(value, list | np.ndarray | Labels | Column) else [value]


def _unstack(column: Column, level: Any = -1, fill_value: Any = np.nan) -> Any:
    from perfcast.trial.libraries.pandas.reshaping import unstacked

    return unstacked(column, fill_value)


def _take(column: Column, indices: Any) -> Any:
    return settled(COLUMN, "take", column.rows(np.asarray(unwrapped(indices), dtype=np.int64)), column)


def exploded(values: Array) -> tuple[Array, Array]:
    """Places of the rows that each element of lists becomes one of, and these elements, which stay objects. Raises
    Unsupported."""
    if values.dtype.kind != "O":
        return np.arange(len(values)), values.copy()
    given_ = values.tolist()
    check_room(sum(len(value) if isinstance(value, list | tuple) else 1 for value in given_))
    parts = [list(value) if isinstance(value, list | tuple) else [value] for value in given_]
    places = np.repeat(np.arange(len(parts)), [max(1, len(part)) for part in parts])
    found = [value for part in parts for value in (part or [np.nan])]
    # What columns do not hold is refused.
    of_objects(found)
    return places, objects_of(found)


def _explode(column: Column, ignore_index: bool = False) -> Any:
    places, values = exploded(column.values)
    labels = None if ignore_index else column.labels.picked(places)
    return settled(COLUMN, "explode", Column(column.machine, values, labels, column.name), column, cells=len(places))


def _copy(column: Column, deep: bool = True) -> Any:
    return settled(COLUMN, "copy", column.like(column.values.copy() if deep else column.values), column)


def _asfreq(column: Column, freq: Any, method: Any = None) -> Any:
    labels = labels_at(column, freq, method)
    values = taken(column.values, column.labels.where_of(labels.values.tolist()))
    found = Column(column.machine, values, labels, column.name)
    return settled(COLUMN, "asfreq", found, column, cells=len(column))


def labels_at(of: Column | Table, freq: Any, method: Any) -> Labels:
    """The times that ``asfreq`` asks for, between the first and the last of the labels. Raises Unsupported."""
    # Late, as that module imports this one.
    from perfcast.trial.libraries.pandas.timestamps import between

    times = of.labels.values
    if times.dtype.kind != "M" or not len(times) or method is not None:
        raise Unsupported("rows at other times")
    return Labels(of.machine, between(times.min(), times.max(), freq), name=of.labels.name)


METHODS: Final[dict[str, Callable[..., Any]]] = {
    "sort_values": _sort_values,
    "sort_index": _sort_index,
    "nlargest": _nlargest,
    "nsmallest": partial(_nlargest, ascending=True),
    "reset_index": _reset_index,
    "drop_duplicates": _drop_duplicates,
    "duplicated": _duplicated,
    "copy": _copy,
    "rename": _rename,
    "reindex": _reindex,
    "head": _head,
    "tail": _tail,
    "sample": _sample,
    "get": _get,
    "drop": _drop,
    "unstack": _unstack,
    "take": _take,
    "explode": _explode,
    "asfreq": _asfreq,
}
