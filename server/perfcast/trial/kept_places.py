"""Places of objects that are gone, which CPython keeps for the next ones of a kind: they stay after a call.

What is measured is the most that a call holds, and what the end of measuring takes hides some bytes of what is gone by
then (`perfcast.trial.machine.HIDDEN`). So of a call that holds little it matters what of it is never given back.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

from perfcast.trial.memory import EMPTY_LIST, EMPTY_TABLE
from perfcast.trial.walk import Walk

#: Bytes of a dictionary with the smallest table that there is, of which all stays where its keys are texts.
SMALL_TABLE: Final = 184
#: Longer tuples are given back.
_LONGEST_TUPLE: Final = 20
#: So far within one another objects are looked at.
_DEEPEST: Final = 2
#: So many parts of each container are looked at, and so many objects in all: a large one may be part of many others.
_MOST_PARTS: Final = 20
_MOST: Final = 200
#: Bytes of places from which no more are looked for. More than the end of measuring hides: what was held at once and
#: stays counts in full, not less what is hidden. Few enough to be a small part of a call that holds more.
ENOUGH: Final = 600
_CONTAINERS: Final = frozenset({list, tuple, dict})
_PAIR: Final = 2
#: Tuples of two whose places measuring has left behind.
FREE_PAIRS: Final = 1


def places_of(values: Iterable[Any], enough: int, known: Walk, free_pairs: int = 0) -> Counter[int]:
    """How many there are of values and of what they hold whose places stay: by their bytes, as soon as these are
    enough.

    Args:
        known: a walk through objects that were there before, whose places are none of the call's.
        free_pairs: so many tuples of two take places that were free before, and are left out.
    """
    found: Counter[int] = Counter()
    waiting, seen, total = [(value, 0) for value in values], set[int](), 0
    while waiting and total < enough and len(seen) < _MOST:
        value, depth = waiting.pop()
        if id(value) in seen or known.holds(value):
            continue
        seen.add(id(value))
        place = _place_of(value)
        if free_pairs and type(value) is tuple and len(value) == _PAIR:
            free_pairs -= 1
        elif place:
            found[place] += 1
            total += place
        if depth < _DEEPEST and type(value) in _CONTAINERS:
            parts = value.values() if type(value) is dict else value
            waiting += [(part, depth + 1) for part in islice(parts, _MOST_PARTS)]
    return found


def _place_of(value: Any) -> int:
    """Bytes of it that stay when it is gone."""
    kind = type(value)
    if kind is dict:
        return SMALL_TABLE if sys.getsizeof(value) == SMALL_TABLE else EMPTY_TABLE
    if kind is list:
        return EMPTY_LIST
    return sys.getsizeof(value) if kind is tuple and 0 < len(value) <= _LONGEST_TUPLE else 0
