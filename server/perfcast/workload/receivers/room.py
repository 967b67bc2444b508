"""How much instances say that they have room for."""

from __future__ import annotations

import ast
from typing import Final

from perfcast.workload.code.parameters import parameters

#: Names of numbers that say it, and those that may say something else as well.
_ROOM_ALONE: Final = frozenset({"capacity", "maxsize", "max_size", "maxlen", "max_len", "max_items"})
ROOM: Final = _ROOM_ALONE | {"cap", "size", "limit"}


def room_by_default(init: ast.FunctionDef) -> int | None:
    """For how many elements there is room in what a constructor makes; None where it says nothing of it."""
    defaults = (default for one, default in parameters(init, drop_first=True) if one.arg in _ROOM_ALONE)
    rooms = (one.value for one in defaults if isinstance(one, ast.Constant) and type(one.value) is int)
    return min((room for room in rooms if room > 0), default=None)


def within_room(size: int, init: ast.FunctionDef) -> int:
    """As many elements as a constructor's containers are to have, or half of what it has room for by default: with more
    of them the instance would take nothing any more."""
    room = room_by_default(init)
    return size if room is None else min(size, max(1, room // 2))
