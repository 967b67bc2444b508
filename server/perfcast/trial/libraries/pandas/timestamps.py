"""Timestamps, timedeltas, and ranges of them."""

from __future__ import annotations

import re
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import settled
from perfcast.trial.libraries.pandas.frequencies import check_frequency, length, parts, span, unit_length
from perfcast.trial.libraries.pandas.prices import COLUMN, TABLE
from perfcast.trial.libraries.pandas.values import Array, Column, Labels, of_objects

START: Final = np.datetime64("2024-01-01T00:00:00", "ns")
#: What the time is said to be.
NOW: Final = np.datetime64("2026-01-01T00:00:00", "ns")
_MOST_ROWS: Final = 200_000
#: Bytes of a number with a fraction while it becomes a time.
_FRACTION: Final = 55
#: Parts that lengths of time are made of.
_PARTS_OF_SPANS: Final = {
    "weeks": 604_800e9, "days": 86_400e9, "hours": 3_600e9, "minutes": 60e9, "seconds": 1e9, "milliseconds": 1e6,
    "microseconds": 1e3, "nanoseconds": 1.0,
}  # fmt: skip
#: What a text says that is a moment as is usual.
_MOMENT: Final = re.compile(r"\d{4}(-\d\d){0,2}([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?)?Z?")
#: Frequencies of months and the like -> the unit that they count, and whether they count its last day.
_PARTS_OF_YEARS: Final[dict[Any, tuple[str, ...]]] = {
    "ME": ("M", "end"), "MS": ("M",), "QE": ("M", "end"), "QS": ("M",), "YE": ("Y", "end"), "YS": ("Y",),
}  # fmt: skip
#: Months of those that have several, by the first letters of their names.
_MONTHS: Final = {"Q": 3, "Y": 12}
#: The number of a Sunday among the days since 1970.
_SUNDAY: Final = 3
_WEEK: Final = 7
_DAYS_OF_WEEKS: Final = frozenset({"B", "W", "W-SUN"})


def times_of(machine: Machine, values: Any, unit: str, kind: str) -> Any:
    plain = values.values if isinstance(values, Column | Labels) else values
    if isinstance(plain, list):
        plain = of_objects(plain)
    nanoseconds = unit_length(unit)
    if isinstance(plain, int | float | str | np.datetime64 | np.timedelta64):
        if isinstance(plain, np.generic):
            return plain
        return moment(plain) if kind == "M8" else duration(plain, unit, {})
    are_texts = plain.dtype.kind == "O"
    made: Any
    if are_texts:
        machine.pass_over(len(plain))
        texts = plain.tolist()
        # Spans are all alike.
        found: Array = np.array([_told_by(one) for one in texts] if kind == "M8" else [START] * len(texts), "M8[ns]")
    elif plain.dtype.kind in "mM":
        made = values.like(plain.copy()) if isinstance(values, Column) else Labels(machine, plain.copy())
        return settled(COLUMN, "copy", made, made)
    else:
        found = (np.asarray(plain, dtype=np.float64) * nanoseconds).astype(np.int64).astype(f"{kind}[ns]")
    made = values.like(found) if isinstance(values, Column) else Labels(machine, found)
    if are_texts:
        return settled(COLUMN, "texts_to_times", made, made)
    name = "to_datetime" if kind == "M8" else "to_timedelta"
    aside = _FRACTION * len(plain) if plain.dtype.kind == "f" else None
    return settled(TABLE, name, made, made, plain, aside=aside)


def _told_by(text: Any) -> Any:
    """A moment that a text says, or nothing where there is none."""
    return moment(text) if isinstance(text, str) else np.datetime64("NaT")


def moment(value: Any = None, *_: Any, **parts: Any) -> Any:
    """As ``Timestamp``; where a text says no moment as is usual, the first of all."""
    if isinstance(value, np.datetime64):
        return value
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        try:
            return np.datetime64(value.replace(" ", "T").removesuffix("Z"), "ns")
        except ValueError:
            return START
    return START


def duration(value: Any, unit: str, named: dict[str, Any]) -> Any:
    """As ``Timedelta``. Raises Unsupported."""
    if not named.keys() <= _PARTS_OF_SPANS.keys():
        raise Unsupported("a length of time of other parts")
    total = sum(float(number) * _PARTS_OF_SPANS[name] for name, number in named.items())
    if isinstance(value, str):
        return np.timedelta64(length(value), "ns")
    return np.timedelta64(int(total + float(value) * unit_length(unit)), "ns")


def dates(machine: Machine, start: Any = None, end: Any = None, periods: Any = None, freq: Any = "D", **_: Any) -> Any:
    """As ``date_range``. Raises Unsupported, ValueError."""
    if isinstance(periods, int | np.integer) and 0 <= int(periods) <= _MOST_ROWS:
        first = START if start is None else moment(start)
        found = _from_first(first, int(periods), freq)
    elif periods is None and start is not None and end is not None:
        found = between(moment(start), moment(end), freq)
    else:
        raise Unsupported("times of another range")
    labels = Labels(machine, found)
    return settled(TABLE, "date_range", labels, labels)


def _from_first(first: Any, count: int, freq: Any) -> Array:
    """So many times from one on, each as much later as a frequency counts. Raises Unsupported, ValueError."""
    check_frequency(freq)
    number, unit = parts(freq)
    day = first.astype("M8[D]")
    later = np.arange(count) * number
    days: Any
    if unit in _PARTS_OF_YEARS:
        months = _MONTHS.get(unit[0], 1)
        month = int(first.astype("M8[M]").astype(np.int64))
        if unit.endswith("E"):
            before, after = -np.timedelta64(1, "D"), (month // months + 1) * months
        else:
            is_past = day > day.astype("M8[M]").astype("M8[D]")
            before, after = np.timedelta64(0, "D"), -(-(month + is_past) // months) * months
        days = (after + later * months).astype("M8[M]").astype("M8[D]") + before
    elif unit in {"W", "W-SUN"}:
        days = day + (_SUNDAY - int(day.astype(np.int64))) % _WEEK + later * _WEEK
    elif unit == "B":
        days = np.busday_offset(day, later, roll="forward")
    else:
        return np.asarray(first + np.arange(count) * np.timedelta64(span(freq), "ns"))
    # They keep the time of day.
    return np.asarray(days.astype("M8[ns]") + (first - day))


def between(first: Any, last: Any, freq: Any) -> Array:
    """All times between two that lie on what a frequency counts. Raises Unsupported, ValueError."""
    check_frequency(freq)
    first, last = np.datetime64(first, "ns"), np.datetime64(last, "ns")
    unit, *ending = _PARTS_OF_YEARS.get(freq, ("",))
    if unit:
        step = 3 if freq[0] == "Q" else 1
        parts = np.arange(first.astype(f"M8[{unit}]"), last.astype(f"M8[{unit}]") + np.array(2, f"m8[{unit}]"))
        parts = parts[parts.astype(np.int64) % step == 0]
        days = parts.astype("M8[D]") - np.timedelta64(1 if ending else 0, "D")
        found = days.astype("M8[ns]")
        return np.asarray(found[(found >= first.astype("M8[D]")) & (found <= last)])
    step_ = span("D" if freq in _DAYS_OF_WEEKS else freq)
    if (last - first) // np.timedelta64(step_, "ns") > _MOST_ROWS:
        raise Unsupported("so many times")
    found = np.arange(first, last + np.timedelta64(1, "ns"), np.timedelta64(step_, "ns"))
    if freq in _DAYS_OF_WEEKS:
        weekdays = (found.astype("M8[D]").astype(np.int64) + 3) % 7
        found = found[weekdays < 5 if freq == "B" else weekdays == 6]
    return np.asarray(found)
