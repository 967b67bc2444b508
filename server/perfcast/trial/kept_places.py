"""Places of objects that are gone, which CPython keeps for the next ones of a kind: they stay after a call.

What is measured is the most that a call holds, and what the end of measuring takes hides some bytes of what is gone by
then (`perfcast.trial.machine.HIDDEN`). So of a call that holds little it matters what of it is never given back.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from perfcast.trial.memory import EMPTY_LIST, EMPTY_TABLE

#: Bytes of a dictionary with the smallest table that there is, of which all stays where its keys are texts.
SMALL_TABLE: Final = 184
#: Longer tuples are given back.
_LONGEST_TUPLE: Final = 20
#: So far within one another objects are looked at.
_DEEPEST: Final = 2
_CONTAINERS: Final = frozenset({list, tuple, dict})


def places_of(values: Iterable[Any], enough: int) -> Counter[int]:
    """How many there are of values and of what they hold whose places stay: by their bytes, as soon as these are
    enough."""
    found: Counter[int] = Counter()
    waiting, total = [(value, 0) for value in values], 0
    while waiting and total < enough:
        value, depth = waiting.pop()
        place = _place_of(value)
        if place:
            found[place] += 1
            total += place
        if depth < _DEEPEST and type(value) in _CONTAINERS:
            waiting += [(part, depth + 1) for part in (value.values() if type(value) is dict else value)]
    return found


def _place_of(value: Any) -> int:
    """Bytes of it that stay when it is gone."""
    kind = type(value)
    if kind is dict:
        return SMALL_TABLE if sys.getsizeof(value) == SMALL_TABLE else EMPTY_TABLE
    if kind is list:
        return EMPTY_LIST
    return sys.getsizeof(value) if kind is tuple and 0 < len(value) <= _LONGEST_TUPLE else 0
