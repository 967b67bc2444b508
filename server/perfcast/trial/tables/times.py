"""Times, and how far they are apart."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.accounting.machine import Machine
from perfcast.trial.stops import Unsupported
from perfcast.trial.tables import groups
from perfcast.trial.tables.paying import settled
from perfcast.trial.tables.prices import COLUMN, TABLE
from perfcast.trial.tables.values import (
    Array,
    Column,
    Labels,
    of_objects,
)

START: Final = np.datetime64("2024-01-01T00:00:00", "ns")
_MOST_ROWS: Final = 200_000
#: Bytes of a number with a fraction while it becomes a time.
_FRACTION: Final = 55
#: Nanoseconds of units of time.
_NANOSECONDS: Final = {
    "D": 86_400 * 10**9, "h": 3_600 * 10**9, "H": 3_600 * 10**9, "min": 60 * 10**9, "m": 60 * 10**9, "s": 10**9,
    "ms": 10**6, "us": 10**3, "ns": 1,
}  # fmt: skip


def times_of(machine: Machine, values: Any, unit: str, kind: str) -> Any:
    plain = values.values if isinstance(values, Column | Labels) else values
    if isinstance(plain, list):
        plain = of_objects(plain)
    if unit not in _NANOSECONDS:
        raise Unsupported("a unit of time that is not known")
    if isinstance(plain, int | float | str | np.datetime64 | np.timedelta64):
        if isinstance(plain, np.generic):
            return plain
        return START if kind == "M8" else duration(plain, unit, {})
    are_texts = plain.dtype.kind == "O"
    made: Any
    if are_texts:
        # All of the same day.
        found: Array = np.full(len(plain), START)
    elif plain.dtype.kind in "mM":
        made = values.like(plain.copy()) if isinstance(values, Column) else Labels(machine, plain.copy())
        return settled(COLUMN, "copy", made, made)
    else:
        found = (np.asarray(plain, dtype=np.float64) * _NANOSECONDS[unit]).astype(np.int64).astype(f"{kind}[ns]")
    made = values.like(found) if isinstance(values, Column) else Labels(machine, found)
    if are_texts:
        return settled(COLUMN, "texts_to_times", made, made)
    name = "to_datetime" if kind == "M8" else "to_timedelta"
    aside = _FRACTION * len(plain) if plain.dtype.kind == "f" else None
    return settled(TABLE, name, made, made, plain, aside=aside)


def duration(value: Any, unit: str, named: dict[str, Any]) -> Any:
    parts = {f"{name}s" if not name.endswith("s") else name: number for name, number in named.items()}
    nanoseconds = {"days": 86_400e9, "hours": 3_600e9, "minutes": 60e9, "seconds": 1e9, "milliseconds": 1e6}
    total = sum(float(number) * nanoseconds.get(name, 0.0) for name, number in parts.items())
    if isinstance(value, str):
        return np.timedelta64(groups.span(value), "ns")
    return np.timedelta64(int(total + float(value) * _NANOSECONDS.get(unit, 1)), "ns")


def dates(machine: Machine, start: Any = None, end: Any = None, periods: Any = None, freq: Any = "D", **_: Any) -> Any:
    if not isinstance(periods, int | np.integer) or not 0 <= int(periods) <= _MOST_ROWS:
        raise Unsupported("times between two others")
    found = START + np.arange(int(periods)) * np.timedelta64(groups.span(freq), "ns")
    labels = Labels(machine, found)
    return settled(TABLE, "date_range", labels, labels)
