"""Steps between moments, as ``pandas.offsets`` has them: to the end of a month, to a day of work, by months."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.offset_values import MOST_STEPS, Moving, Offset
from perfcast.trial.libraries.pandas.values import Array

#: Nanoseconds of making a step, and of one that is told by parts.
_MADE: Final = 250.0
_MADE_OF_PARTS: Final = 3_400.0
_DAY: Final = np.timedelta64(1, "D")
#: Days whose nanoseconds can be counted.
_FIRST: Final = np.datetime64("1678-01-01", "D")
_LAST: Final = np.datetime64("2261-12-31", "D")
#: Months of a year and of a quarter.
_YEAR: Final = 12
_QUARTER: Final = 3
#: Nanoseconds of units of time, and at most of a span.
_MOST_NANOSECONDS: Final = (1 << 63) - 1
_UNITS: Final = {
    "weeks": 604_800 * 10**9, "days": 86_400 * 10**9, "hours": 3_600 * 10**9, "minutes": 60 * 10**9, "seconds": 10**9,
    "milliseconds": 10**6, "microseconds": 10**3, "nanoseconds": 1,
}  # fmt: skip


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``pandas.offsets`` holds."""
    spans = {"Day": "days", "Hour": "hours", "Minute": "minutes", "Second": "seconds", "Milli": "milliseconds"}
    return {
        **{name: Guarded(partial(_told_by_name, machine, name)) for name in _BY_NAME},
        **{name: Guarded(partial(_span, _UNITS[unit])) for name, unit in spans.items()},
        "Week": Guarded(partial(_span, _UNITS["weeks"])),
        "DateOffset": Guarded(partial(by_parts, machine)),
    }


def by_parts(machine: Machine, n: int = 1, **parts: Any) -> Offset:
    """As ``DateOffset``. Raises Unsupported."""
    machine.pay(_MADE_OF_PARTS)
    if any(type(one) is not int or abs(one) > MOST_STEPS for one in parts.values()):
        raise Unsupported("steps of time that are no whole numbers")
    months = _YEAR * parts.pop("years", 0) + parts.pop("months", 0)
    if not parts and not months:
        parts = {"days": 1}
    if not parts.keys() <= _UNITS.keys():
        raise Unsupported("steps to a certain time")
    span = sum(_UNITS[name] * number for name, number in parts.items())
    if abs(span * n) > _MOST_NANOSECONDS:
        raise Unsupported("moments that are centuries away")
    price = "spans_added" if not months else "months_and_spans_added" if parts else "months_added"
    return Offset(machine, partial(_by_months, months, span), n, price)


def _by_months(months: int, span: int, values: Array, steps: int) -> Array:
    """Days beyond the end of a month are its last one."""
    days = values.astype("M8[D]")
    first = days.astype("M8[M]")
    wanted = first + np.timedelta64(months * steps, "M")
    last = (wanted + 1).astype("M8[D]") - _DAY
    moved = np.minimum(wanted.astype("M8[D]") + (days - first.astype("M8[D]")), last)
    _check_room(moved)
    _check_room(moved + np.timedelta64(span * steps // _UNITS["days"], "D"))
    found: Array = moved + (values - days) + np.timedelta64(span * steps, "ns")
    return found


def _span(nanoseconds: int, n: int = 1, weekday: Any = None) -> np.timedelta64:
    if type(n) is not int or abs(n) > min(MOST_STEPS, _MOST_NANOSECONDS // nanoseconds) or weekday is not None:
        raise Unsupported("steps to a certain time")
    return np.timedelta64(nanoseconds * n, "ns")


def _to_end(months: int, values: Array, steps: int) -> Array:
    """To the last day of so many months; a moment that is on one before is at that."""
    days = values.astype("M8[D]")
    numbers = days.astype("M8[M]").astype(np.int64)
    last = numbers - numbers % months + months - 1
    end = _months(last + 1) - _DAY
    further = np.where(days == end, steps, steps - 1) if steps > 0 else np.full(len(days), steps)
    return _at_day(_months(last + 1 + further * months) - _DAY, values - days)


def _to_begin(months: int, values: Array, steps: int) -> Array:
    """To the first day of so many months."""
    days = values.astype("M8[D]")
    numbers = days.astype("M8[M]").astype(np.int64)
    first = numbers - numbers % months
    further = np.where(days == _months(first), steps, steps + 1) if steps <= 0 else np.full(len(days), steps)
    return _at_day(_months(first + further * months), values - days)


def _at_day(days: Array, times: Array) -> Array:
    _check_room(days)
    found: Array = days + times
    return found


def _check_room(days: Array) -> None:
    """Raises Unsupported for days that have no nanoseconds."""
    if len(days) and not _FIRST <= days.min() <= days.max() <= _LAST:
        raise Unsupported("moments that are centuries away")


def _months(numbers: Array) -> Array:
    return numbers.astype("M8[M]").astype("M8[D]")


def _to_work(values: Array, steps: int) -> Array:
    """To a day that is none of a weekend."""
    days = values.astype("M8[D]")
    moved = np.busday_offset(days, steps, roll="backward" if steps > 0 else "forward")
    return _at_day(moved, values - days)


#: Step -> what it does, and what moving a column is paid for as.
_BY_NAME: Final[Mapping[str, tuple[Moving, str]]] = {
    "MonthEnd": (partial(_to_end, 1), "months_ended"),
    "MonthBegin": (partial(_to_begin, 1), "months_ended"),
    "QuarterEnd": (partial(_to_end, _QUARTER), "months_ended"),
    "YearEnd": (partial(_to_end, _YEAR), "months_ended"),
    "YearBegin": (partial(_to_begin, _YEAR), "months_ended"),
    **dict.fromkeys(("BusinessDay", "BDay"), (_to_work, "days_of_work")),
}


def _told_by_name(machine: Machine, name: str, n: int = 1, **others: Any) -> Offset:
    if others:
        raise Unsupported("steps to a certain time")
    machine.pay(_MADE)
    move, price = _BY_NAME[name]
    return Offset(machine, move, n, price)
