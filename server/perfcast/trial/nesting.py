"""Containers that lie within each other in many places, which look small and take very long to go through."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import Any, Final

from perfcast.trial.objects import contained
from perfcast.trial.stops import Unsupported

_NESTED: Final = (list, tuple, dict, set, frozenset, deque)
#: Parts of each container that are looked into, and containers that are, at most.
_BREADTH: Final = 16
_MOST_LOOKED_AT: Final = 20_000


def check_nesting(value: Any) -> None:
    """Looks at what an operation on a whole value goes through, each part as often as it is met.

    Of each container only the first parts are looked into: what is merely long is paid for elsewhere.

    Raises Unsupported for too many containers.
    """
    waiting = [contained(value)]
    looked_at = 0
    while waiting:
        item = waiting.pop()
        if not isinstance(item, _NESTED):
            continue
        looked_at += 1
        if looked_at > _MOST_LOOKED_AT:
            raise Unsupported("containers nested too often")
        parts = item.values() if isinstance(item, dict) else item
        waiting.extend(part for part in islice(parts, _BREADTH) if isinstance(part, _NESTED))
