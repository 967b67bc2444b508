"""Dates and times of the closed world: ``datetime``, where it is always the same day."""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.machine import Machine
from perfcast.trial.natives import Guarded, noted
from perfcast.trial.prices import DATED, FORMATTED
from perfcast.trial.stops import Unsupported
from perfcast.trial.texts import check_date_format

_TYPES: Final = (datetime.datetime, datetime.date, datetime.time, datetime.timedelta, datetime.timezone)
#: Methods that look at the clock, at this machine's zone, or are not needed.
_WITHOUT: Final = frozenset({"now", "utcnow", "today", "fromtimestamp", "utcfromtimestamp", "astimezone", "timestamp"})
#: Methods that read or write a text by a format.
_BY_FORMAT: Final = frozenset({"strftime", "strptime"})
_TODAY: Final = datetime.datetime(2024, 1, 15, 12)
_GIVEN: Final = (int, float, str, type(None), *_TYPES)


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``datetime`` holds."""
    found: dict[str, Any] = {kind.__name__: kind for kind in _TYPES}
    return found | {"UTC": datetime.UTC, "MINYEAR": datetime.MINYEAR, "MAXYEAR": datetime.MAXYEAR}


def calendars(machine: Machine) -> dict[str, Any]:
    """What the module ``calendar`` holds of what only computes."""
    names = ("isleap", "leapdays", "weekday", "monthrange")

    def of_numbers(function: Callable[..., Any]) -> Guarded:
        limited = _limited(machine, function, DATED)

        def run(*args: Any, **kwargs: Any) -> Any:
            # What is taken modulo a number would be formatted if it were a text.
            if not all(isinstance(value, int | float) for value in (*args, *kwargs.values())):
                raise Unsupported("a year that is no number")
            return limited(*args, **kwargs)

        return Guarded(run)

    return {name: of_numbers(getattr(calendar, name)) for name in names}


def has(value: Any, name: str) -> bool:
    """Whether a date, a time or one of their types has the attribute in the closed world."""
    kind = value if isinstance(value, type) else type(value)
    if kind not in _TYPES or name.startswith("_"):
        return False
    return name in {"now", "utcnow", "today"} if name in _WITHOUT else hasattr(kind, name)


def date_attribute(machine: Machine, value: Any, name: str) -> Any:
    """An attribute that the value has, see `has`."""
    kind = value if isinstance(value, type) else type(value)
    if name in _WITHOUT:
        today = _TODAY.date() if kind is datetime.date else _TODAY
        return Guarded(lambda *_, **__: machine.made(today))
    found = getattr(value, name)
    if not callable(found):
        return found
    return Guarded(_limited(machine, found, FORMATTED if name in _BY_FORMAT else DATED, by_format=name in _BY_FORMAT))


def _limited(
    machine: Machine, function: Callable[..., Any], price: float, *, by_format: bool = False
) -> Callable[..., Any]:
    def run(*args: Any, **kwargs: Any) -> Any:
        if not all(isinstance(value, _GIVEN) for value in (*args, *kwargs.values())):
            raise Unsupported("a date of another kind")
        if by_format:
            for text in (*args, *kwargs.values()):
                check_date_format(text)
        machine.pay(price)
        return noted(machine, machine.made(function(*args, **kwargs)))

    return run


def _maker(kind: type) -> Callable[[Machine, tuple[Any, ...], dict[str, Any]], Any]:
    return lambda machine, args, kwargs: _limited(machine, kind, DATED)(*args, **kwargs)


#: Type -> what is done where it is called.
MAKERS: Final = {kind: _maker(kind) for kind in _TYPES}
