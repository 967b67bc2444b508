"""Zones of ``zoneinfo``, whose files nobody reads: each is as far from UTC all year round as its continent about is."""

from __future__ import annotations

import datetime
import re
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfoNotFoundError

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import ZONE
from perfcast.trial.interpreter.builtin_functions import ALLOWED
from perfcast.trial.interpreter.stops import Unsupported

#: What names of zones look like.
_NAME: Final = re.compile(r"[A-Z][\w+-]{1,30}(?:/[A-Z][\w+-]{1,30}){0,2}", re.ASCII)
_WORDS: Final = re.compile(r"[\w+-]{1,60}", re.ASCII)
#: Hours by which continents are before UTC.
_HOURS: Final = {"Africa": 2, "America": -5, "Asia": 8, "Australia": 10, "Europe": 1, "Pacific": 12, "US": -6}
#: How many zones are kept.
_MOST: Final = 64
ALLOWED.add(ZoneInfoNotFoundError)


class Zone(datetime.tzinfo):
    """In place of ``ZoneInfo``. Asking it takes what asking a zone of ``datetime`` does.

    Attributes:
        key: its name.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        hours = _HOURS.get(key.partition("/")[0], 0)
        self._offset = datetime.timedelta(hours=hours)
        self._name = f"{hours:+03}" if hours else "UTC"

    def utcoffset(self, moment: datetime.datetime | None) -> datetime.timedelta:
        return self._offset

    def dst(self, moment: datetime.datetime | None) -> datetime.timedelta:
        return datetime.timedelta()

    def tzname(self, moment: datetime.datetime | None) -> str:
        return self._name

    def __str__(self) -> str:
        return self.key

    def __repr__(self) -> str:
        return f"zoneinfo.ZoneInfo(key={self.key!r})"


def members() -> dict[str, Any]:
    """What the module ``zoneinfo`` holds."""
    return {"ZoneInfo": Zone, "ZoneInfoNotFoundError": ZoneInfoNotFoundError}


@lru_cache(maxsize=_MOST)
def _zone(key: str) -> Zone:
    return Zone(key)


def _made(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Zone:
    """Raises ZoneInfoNotFoundError for what is no zone's name, Unsupported for what may lead elsewhere."""
    keys = [*args, *kwargs.values()]
    if len(keys) != 1 or not kwargs.keys() <= {"key"}:
        raise Unsupported("a zone of another kind")
    if type(keys[0]) is not str:
        raise TypeError("a zone's name is a text")
    machine.pay(ZONE)
    if not _NAME.fullmatch(keys[0]):
        if not _WORDS.fullmatch(keys[0]):
            raise Unsupported("a path of a zone")
        raise ZoneInfoNotFoundError("No time zone found")
    return _zone(keys[0])


MAKERS: Final = {Zone: _made}
