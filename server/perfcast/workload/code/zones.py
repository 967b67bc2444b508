"""Whether code works with moments that have a zone: ``datetime.now(timezone.utc)`` can be compared with no other."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Final

from perfcast.source.definitions.dunder_methods import last_name

#: Methods that give moments of a zone where they are given one, at that place.
_IN_ZONE: Final = {"now": 0, "fromtimestamp": 1}
#: Those that never do.
_WITHOUT: Final = frozenset({"utcnow", "today", "utcfromtimestamp"})
#: Types that moments of a zone are made by.
_MADE: Final = frozenset({"datetime"})


def have_zone(parts: Iterable[ast.AST]) -> bool | None:
    """Whether moments have a zone that these parts of code make; None where they make none, or some of each kind."""
    told = {said for part in parts if type(part) is ast.Call and (said := _has_zone(part)) is not None}
    return told.pop() if len(told) == 1 else None


def _has_zone(call: ast.Call) -> bool | None:
    """Whether what a call gives has a zone; None where it gives no moment of now."""
    name = last_name(call.func)
    of = last_name(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    if name in _MADE:
        return True if any(one.arg == "tzinfo" for one in call.keywords) else None
    if name == "astimezone":
        return True
    if of == "timezone" and name == "now":
        # Django's.
        return True
    if of not in {"datetime", "dt"}:
        return None
    if name in _IN_ZONE:
        zones = [*call.args[_IN_ZONE[name] :], *(one.value for one in call.keywords if one.arg in {"tz", "tzinfo"})]
        return any(not (isinstance(one, ast.Constant) and one.value is None) for one in zones)
    return False if name in _WITHOUT else None
