"""Whether code works with moments that have a zone: ``datetime.now(timezone.utc)`` can be compared with no other."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.parameters import is_none

#: Methods that give moments of a zone where they are given one, at that place.
_IN_ZONE: Final = {"now": 0, "fromtimestamp": 1}
#: Those that never do.
_WITHOUT: Final = frozenset({"utcnow", "today", "utcfromtimestamp"})
#: What makes moments, and others of them, that have the zone which they are told.
_MADE: Final = frozenset({"datetime", "replace"})
#: A year, a month and a day.
_OF_DAY: Final = 3
#: What reads moments of texts, or of days, that most often say no zone.
_READ: Final = frozenset({"strptime", "fromisoformat", "combine"})


def have_zone(parts: Iterable[ast.AST]) -> bool | None:
    """Whether moments have a zone that these parts of code make; None where they make none, or some of each kind."""
    calls = [part for part in parts if type(part) is ast.Call]
    # ``datetime.now(UTC).replace(tzinfo=None)`` has none any more.
    inner = {part for call in calls if _loses_zone(call) for part in ast.walk(call.func)}
    told = {said for call in calls if call not in inner and (said := _has_zone(call)) is not None}
    return told.pop() if len(told) == 1 else None


def may_lack_zone(parts: Iterable[ast.AST]) -> bool:
    """Whether some of these parts of code make, or read, moments without saying a zone."""
    return any(type(part) is ast.Call and _may_lack_zone(part) for part in parts)


def _may_lack_zone(call: ast.Call) -> bool:
    name = last_name(call.func)
    if name == "datetime":
        return len(call.args) >= _OF_DAY and not any(one.arg == "tzinfo" for one in call.keywords)
    says_zone = any(isinstance(one, ast.Constant) and "%z" in str(one.value) for one in call.args)
    return name in _READ and not says_zone


def _loses_zone(call: ast.Call) -> bool:
    return last_name(call.func) == "replace" and _has_zone(call) is False


def _has_zone(call: ast.Call) -> bool | None:
    """Whether what a call gives has a zone; None where it gives no moment of now."""
    name = last_name(call.func)
    of = last_name(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    if name in _MADE:
        return next((not is_none(one.value) for one in call.keywords if one.arg == "tzinfo"), None)
    if name == "astimezone":
        return True
    if of == "timezone" and name == "now":
        # Django's.
        return True
    if of not in {"datetime", "dt"}:
        return None
    if name in _IN_ZONE:
        zones = [*call.args[_IN_ZONE[name] :], *(one.value for one in call.keywords if one.arg in {"tz", "tzinfo"})]
        return not all(map(is_none, zones))
    return False if name in _WITHOUT else None
