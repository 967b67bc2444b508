"""What the module ``pandas`` holds."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Kind
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas import (
    dtypes,
    frames,
    joining,
    nested_records,
    offsets,
    reshaping,
    separated_texts,
    series,
)
from perfcast.trial.libraries.pandas.constructing import as_column, held_meanwhile, keys_of, make_column, make_table
from perfcast.trial.libraries.pandas.method_calls import gated, iterable
from perfcast.trial.libraries.pandas.numbering import numbered, numbered_values
from perfcast.trial.libraries.pandas.resampling import grouper
from perfcast.trial.libraries.pandas.timestamps import NOW, dates, duration, moment, times_of
from perfcast.trial.libraries.pandas.to_numeric import numeric
from perfcast.trial.libraries.pandas.values import Column, Labels, Table, check_room, is_missing, of_objects

_VERSION: Final = "3.0.0"
#: Classes of labels -> the letter of what they are; '' where none are.
_LETTERS: Final = {
    "DatetimeIndex": "M", "TimedeltaIndex": "m", "PeriodIndex": "", "CategoricalIndex": "", "IntervalIndex": "",
}  # fmt: skip


def _labels_of(letter: str) -> Kind:
    return Kind(Labels, nothing_such, which=lambda labels: labels.values.dtype.kind == letter)


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    made_of = Guarded(partial(held_meanwhile, _made_of, machine))

    def levels(rows: Any, names: Any = None) -> Labels:
        return Labels(machine, of_objects(list(rows)), name=names or [None] * len(rows[0]))

    table = partial(held_meanwhile, make_table, machine)
    found: dict[str, Any] = {
        "__version__": _VERSION,
        "DataFrame": Kind(Table, table, {"from_dict": made_of, "from_records": made_of}),
        "Series": Kind(Column, partial(held_meanwhile, make_column, machine)),
        "Index": Kind(Labels, lambda values, name=None: Labels(machine, of_objects(list(iterable(values))), name=name)),
        "RangeIndex": Kind(Labels, lambda length, **_: _numbered(machine, length), which=lambda one: one.is_range),
        "MultiIndex": Kind(
            Labels, nothing_such, {"from_tuples": Guarded(levels)}, lambda labels: isinstance(labels.name, list)
        ),
        **{name: _labels_of(letter) for name, letter in _LETTERS.items()},
        **dtypes.lacking(),
        "NamedAgg": Guarded(lambda column, aggfunc: (column, aggfunc)),
        "Grouper": Guarded(partial(grouper, machine)),
        "concat": Guarded(joining.concatenated),
        "merge": Guarded(joining.merged),
        "merge_asof": Guarded(joining.merged_asof),
        "read_csv": Guarded(partial(separated_texts.read, machine)),
        "crosstab": Guarded(reshaping.crosstab),
        "pivot_table": Guarded(reshaping.pivot_table),
        "melt": Guarded(reshaping.melted),
        "get_dummies": Guarded(reshaping.indicators),
        "json_normalize": Guarded(partial(held_meanwhile, nested_records.normalized, machine)),
        "cut": Guarded(reshaping.cut),
        "qcut": Guarded(reshaping.qcut),
        "isna": Guarded(_missing),
        "isnull": Guarded(_missing),
        "notna": Guarded(lambda value: _negated(_missing(value))),
        "notnull": Guarded(lambda value: _negated(_missing(value))),
        "factorize": Guarded(lambda values, sort=False: _numbered_by_value(machine, values, sort=sort)),
        "unique": Guarded(lambda values: series.METHODS["unique"](as_column(machine, values))),
        "to_numeric": Guarded(partial(numeric, machine)),
        "to_datetime": Guarded(lambda values, unit="ns", **_: times_of(machine, values, unit, "M8")),
        "to_timedelta": Guarded(lambda values, unit="ns", **_: times_of(machine, values, unit, "m8")),
        "date_range": Guarded(lambda *args, **named: dates(machine, *args, **named)),
        "Timedelta": Guarded(lambda value=0, unit="ns", **named: duration(value, unit, named)),
        "Timestamp": Guarded(moment, {name: Guarded(lambda *_, **__: NOW) for name in ("now", "today", "utcnow")}),
        "DateOffset": Guarded(partial(offsets.by_parts, machine)),
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
    return (frames.METHODS if isinstance(value, Table) else series.METHODS)["copy"](value)


def _numbered(machine: Machine, length: Any) -> Labels:
    if not isinstance(length, int):
        raise Unsupported("labels between two numbers")
    check_room(length)
    return Labels(machine, None, length)


def nothing_such(*_: Any, **__: Any) -> Any:
    raise Unsupported("something of pandas")


def _made_of(
    machine: Machine, data: Any = None, orient: str = "columns", index: Any = None, columns: Any = None, **named: Any
) -> Any:
    """As ``from_dict`` and ``from_records``. Raises Unsupported."""
    if orient == "index" and isinstance(data, dict) and index is None and not named:
        rows = [*data.values()]
        found = make_table(machine, rows, columns=columns)
        found.labels = keys_of(machine, data)
        return found
    if orient != "columns" or named:
        raise Unsupported("a table of another orientation")
    return make_table(machine, data, index=index, columns=columns)


def _numbered_by_value(machine: Machine, values: Any, *, sort: bool) -> Any:
    """As ``factorize``: of what is no column the values are no index."""
    if isinstance(values, Column):
        return numbered(values, sort)
    return numbered_values(as_column(machine, values), sort=sort)


def _missing(value: Any) -> Any:
    if isinstance(value, Table):
        return frames.METHODS["isna"](value)
    if isinstance(value, Column):
        return series.METHODS["isna"](value)
    if isinstance(value, np.ndarray):
        return is_missing(value)
    return value is None or (isinstance(value, float | np.floating) and value != value)  # noqa: PLR0124


def _negated(found: Any) -> Any:
    if isinstance(found, Column):
        return found.like(~found.values)
    if isinstance(found, Table):
        return found.like([~values for values in found.data.values()])
    return ~found if isinstance(found, np.ndarray) else not found
