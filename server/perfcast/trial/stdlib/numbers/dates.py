"""Dates and times of the closed world: ``datetime``, where it is always the same day, and every place has UTC."""

from __future__ import annotations

import calendar
import datetime
import time
from collections.abc import Callable, Collection
from functools import partial
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any, Final

from perfcast.trial.interpreter.accounting.heap_walk import KEYS, LIST, TABLE
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import (
    DATE_CALLS,
    DATE_FIELD,
    DATE_PART_NAMED,
    DATE_REPLACED,
    DATED,
    FORMATTED,
    SPAN_CONVERTED,
)
from perfcast.trial.interpreter.builtin_functions import noted
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.numbers.zones import Zone
from perfcast.trial.stdlib.text.text_modules import check_date_format

_TYPES: Final = (datetime.datetime, datetime.date, datetime.time, datetime.timedelta, datetime.timezone)
#: Tuples that some methods give, and what they have for the names of their parts.
_PARTED: Final = (type(datetime.date.min.isocalendar()), time.struct_time)
_PARTS: Final = (GetSetDescriptorType, MemberDescriptorType)
#: What a span of time is kept in.
_KEPT_PARTS: Final = frozenset({"days", "seconds", "microseconds"})
#: Elements of the tuple of a moment's parts, and bytes of what a text is written into, with these and its layout.
_PARTS_OF_TIME: Final = 9
_WRITING: Final = 4_280
#: Bytes of a search in a text and of what it found, by which a moment is read.
_READING: Final = 1_510
#: Places that it leaves: of a dictionary by the format's fields, and of tuples that the moment is put together of.
_LEFT_BY_READING: Final = (TABLE, KEYS, 1, 3, 6, 7, 11)
#: Types that are called with parts; how many there are of what is made anew of others, and bytes of what they are put
#: into where they are most.
_PUT_TOGETHER: Final = frozenset({"datetime", "date", "time"})
_NAMES: Final = ("year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo")
_PARTS_OF: Final[dict[type, int]] = {datetime.date: 3, datetime.time: 5, datetime.datetime: 8}
_REPLACING: Final = 144
#: Methods that read or write a text by a format.
_BY_FORMAT: Final = frozenset({"strftime", "strptime"})
#: Later than the moments that are made up: those of a workload are past when a function is called.
_TODAY: Final = datetime.datetime(2026, 1, 15, 12)
_OF_ZONES: Final = frozenset({"key", "utcoffset", "dst", "tzname"})
_GIVEN: Final = (int, float, str, type(None), *_TYPES, Zone)
#: Of a text that is no format.
_MOST_CHARACTERS: Final = 64
_UTC: Final = datetime.UTC


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``datetime`` holds."""
    found: dict[str, Any] = {kind.__name__: kind for kind in _TYPES}
    return found | {"tzinfo": datetime.tzinfo, "UTC": _UTC, "MINYEAR": datetime.MINYEAR, "MAXYEAR": datetime.MAXYEAR}


def read_time(machine: Machine, text: Any, layout: Any = "%a %b %d %H:%M:%S %Y") -> Any:
    """As ``time.strptime``."""
    return _limited(machine, time.strptime, FORMATTED, by_format=True)(text, layout)


def calendars(machine: Machine) -> dict[str, Any]:
    """What the module ``calendar`` holds of what only computes."""
    names = ("isleap", "leapdays", "weekday", "monthrange", "monthcalendar")
    days = ("MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY")

    def of_numbers(function: Callable[..., Any]) -> Guarded:
        limited = _limited(machine, function, DATED)

        def run(*args: Any, **kwargs: Any) -> Any:
            # What is taken modulo a number would be formatted if it were a text.
            if not all(isinstance(value, int | float) for value in (*args, *kwargs.values())):
                raise Unsupported("a year that is no number")
            return limited(*args, **kwargs)

        return Guarded(run)

    def seconds(parts: Any) -> int:
        if not isinstance(parts, tuple) or not all(isinstance(part, int) for part in parts):
            raise Unsupported("a time of another kind")
        machine.pay(DATED)
        return calendar.timegm(parts)

    return {
        **{name: of_numbers(getattr(calendar, name)) for name in names},
        **{name: list(getattr(calendar, name)) for name in ("month_name", "month_abbr", "day_name", "day_abbr")},
        **{name: int(getattr(calendar, name)) for name in days},
        "timegm": Guarded(seconds),
    }


def has(value: Any, name: str) -> bool:
    """Whether a date, a time or one of their types has the attribute in the closed world."""
    kind = value if isinstance(value, type) else type(value)
    if name.startswith("_"):
        return False
    if kind in _PARTED:
        return kind is not value and isinstance(getattr(kind, name, None), _PARTS)
    if kind is Zone:
        return kind is not value and name in _OF_ZONES
    return kind in _TYPES and hasattr(kind, name)


def date_attribute(machine: Machine, value: Any, name: str) -> Any:
    """An attribute that the value has, see `has`."""
    kind = value if isinstance(value, type) else type(value)
    if name in _OF_TYPES:
        found: Any = partial(_OF_TYPES[name], kind)
    elif name in _OF_MOMENTS:
        found = _OF_MOMENTS[name] if value is kind else partial(_OF_MOMENTS[name], value)
    else:
        found = getattr(value, name)
    if not callable(found):
        return found
    price = DATE_CALLS.get(name, FORMATTED if name in _BY_FORMAT else DATED)
    return Guarded(_limited(machine, found, price, by_format=name in _BY_FORMAT))


def _now(kind: Any, tz: Any = None) -> Any:
    return _TODAY if tz is None else _TODAY.replace(tzinfo=_UTC).astimezone(tz)


def _of_seconds(kind: Any, timestamp: Any, tz: Any = None) -> Any:
    found = datetime.datetime.fromtimestamp(timestamp, _UTC)
    if kind is datetime.date:
        return found.date()
    return found.replace(tzinfo=None) if tz is None else found.astimezone(tz)


def _seconds(moment: datetime.datetime) -> float:
    return _placed(moment).timestamp()


def _in_zone(moment: datetime.datetime, tz: Any = None) -> datetime.datetime:
    return _placed(moment).astimezone(_UTC if tz is None else tz)


def _placed(moment: datetime.datetime) -> datetime.datetime:
    return moment.replace(tzinfo=_UTC) if moment.tzinfo is None else moment


#: Functions that would look at the clock, or at this machine's zone, as they are in the closed world.
_OF_TYPES: Final[dict[str, Callable[..., Any]]] = {
    "now": _now,
    "utcnow": _now,
    "today": lambda kind: _TODAY.date() if kind is datetime.date else _TODAY,
    "fromtimestamp": _of_seconds,
    "utcfromtimestamp": _of_seconds,
}
_OF_MOMENTS: Final[dict[str, Callable[..., Any]]] = {"timestamp": _seconds, "astimezone": _in_zone}


def _limited(
    machine: Machine, function: Callable[..., Any], price: float, *, by_format: bool = False
) -> Callable[..., Any]:
    name = getattr(function, "__name__", "")

    def run(*args: Any, **kwargs: Any) -> Any:
        if not all(isinstance(value, _GIVEN) for value in (*args, *kwargs.values())):
            raise Unsupported("a date of another kind")
        for text in (*args, *kwargs.values()):
            if by_format:
                if name == "strptime" and not isinstance(text, str):
                    raise TypeError(f"strptime() argument must be str, not {type(text).__name__}")
                check_date_format(text)
            elif isinstance(text, str) and len(text) > _MOST_CHARACTERS:
                # It may be a zone's name, which formats repeat.
                raise Unsupported("a date's text")
        if name == "strftime":
            machine.passes(LIST, _PARTS_OF_TIME)
            machine.briefly(_WRITING)
        elif name == "strptime":
            # Few runs of so dear a function say how the rest goes on: what came since the last look counts as well.
            machine.briefly(_READING + machine.fresh)
            machine.passes(*_LEFT_BY_READING)
        elif name in _PUT_TOGETHER or name == "replace":
            # What it is made of comes in a tuple, what is told by name in a dictionary.
            parts = len(args) if name in _PUT_TOGETHER else _PARTS_OF.get(type(getattr(function, "__self__", None)), 0)
            machine.passes(*((TABLE, KEYS) if kwargs else ()), *((parts,) if parts else ()))
            machine.briefly(_REPLACING if parts == _PARTS_OF[datetime.datetime] else 0)
        machine.pay(price + (DATE_FIELD * args[-1].count("%") if price == FORMATTED and args else 0.0))
        if name in _PUT_TOGETHER:
            machine.pay(DATE_PART_NAMED * _last_named(name, kwargs))
        machine.pay(DATE_REPLACED * len(kwargs) if name == "replace" else 0.0)
        return noted(machine, machine.made(function(*args, **kwargs)))

    return run


def _last_named(kind: str, named: Collection[str]) -> int:
    """How many parts there are up to the last that is told by its name; 0 where none is."""
    if not named:
        return 0
    names = _NAMES[3:] if kind == "time" else _NAMES
    return max((names.index(name) + 1 for name in named if name in names), default=0)


def _maker(kind: type) -> Callable[[Machine, tuple[Any, ...], dict[str, Any]], Any]:
    if kind is not datetime.timedelta:
        return lambda machine, args, kwargs: _limited(machine, kind, DATED)(*args, **kwargs)

    def span(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if kwargs:
            machine.passes(TABLE, KEYS)
        return _limited(
            machine, kind, DATE_CALLS["timedelta"] + (SPAN_CONVERTED if kwargs.keys() - _KEPT_PARTS else 0.0)
        )(*args, **kwargs)

    return span


#: Type -> what is done where it is called.
MAKERS: Final = {kind: _maker(kind) for kind in _TYPES}
