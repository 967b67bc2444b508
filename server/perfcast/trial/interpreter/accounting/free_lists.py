"""Free lists: memory of freed objects that CPython keeps for the next ones of a type. It stays after a call.

What is measured is the most that a call holds, and what the end of measuring takes hides some bytes of what is gone by
then (`perfcast.trial.interpreter.accounting.counts.HIDDEN`). So of a call that holds little it matters what of it is
never given back; and what is made later is held beside places that only others of their kind would take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Final

from perfcast.trial.interpreter.accounting.heap_walk import (
    KEYS,
    LIST,
    LONGEST_TUPLE,
    NUMBER_PLACE,
    TABLE,
    Walk,
    has_small_table,
)
from perfcast.trial.interpreter.accounting.object_sizes import (
    EMPTY_LIST,
    EMPTY_TABLE,
    EMPTY_TUPLE,
    FLOAT,
    POINTER,
    SMALLEST_TABLE,
)

#: So far within one another objects are looked at that were just made.
_DEEPEST: Final = 2
#: So many parts of each container are looked at, and so many objects in all: a large one may be part of many others.
_MOST_PARTS: Final = 20
_MOST: Final = 200
#: Bytes of places from which what was just made is looked at no more; looks at all that is there see the rest.
ENOUGH: Final = 600
_CONTAINERS: Final = frozenset({list, tuple, dict})
_PAIR: Final = 2
#: Kind of place, or elements of a tuple -> bytes, and how many of them CPython keeps.
_BYTES: Final = {
    **{length: EMPTY_TUPLE + POINTER * length for length in range(1, LONGEST_TUPLE + 1)},
    **{LIST: EMPTY_LIST, TABLE: EMPTY_TABLE, KEYS: SMALLEST_TABLE, NUMBER_PLACE: FLOAT},
}
_MOST_KEPT: Final = {
    **dict.fromkeys(range(1, LONGEST_TUPLE + 1), 2_000),
    **dict.fromkeys((LIST, TABLE, KEYS), 80),
    NUMBER_PLACE: 100,
}
#: So many may be far more at the workload's own sizes.
_MANY: Final = 16
#: Places that measuring has left behind: of a tuple of two.
_FREE: Final = {_PAIR: 1}


def bytes_of(kinds: Iterable[int]) -> int:
    """Of places of these kinds."""
    return sum(map(_BYTES.__getitem__, kinds))


def kept_of(kind: int, empty: int, whole: Callable[[int], float]) -> int:
    """How many of so many places CPython keeps: as small a part of them as at the workload's own sizes.

    Args:
        whole: as of `Places`.
    """
    return min(empty, round(_MOST_KEPT[kind] * empty / max(empty, whole(empty))))


class Places:
    """Those that a call has taken so far, by kind.

    Attributes:
        has_enough: they are `ENOUGH` bytes or more.
    """

    __slots__ = ("_held", "_most_open", "_noted", "_open", "_taken", "_there", "_whole", "has_enough")

    def __init__(self, whole: Callable[[int], float], noted: dict[tuple[int, int], int] | None = None) -> None:
        """
        Args:
            whole: what there are so many of in this run -> how many there are at the workload's own sizes.
            noted: gets how many are kept, by kind and how many are empty.
        """
        self._whole = whole
        self._noted = {} if noted is None else noted
        self._taken: dict[int, int] = {}
        self._there: dict[int, int] = {}
        # Places among what the machine knows to be held.
        self._held: dict[int, int] = {}
        # Places in which calls have what they were given.
        self._open: dict[int, int] = {}
        self._most_open: dict[int, int] = {}
        self.has_enough = False

    def looked(self, walk: Walk) -> int:
        """Takes over what a walk came by; gives the bytes of places that nothing is in."""
        taken, there, opened = self._taken, _there(walk), self._open
        for kind, count in there.items():
            most = count + opened.get(kind, 0)
            if most > taken.get(kind, 0):
                taken[kind] = most
        for kind, count in taken.items():
            empty = count - there.get(kind, 0)
            if empty > _MANY:
                taken[kind] = there.get(kind, 0) + self.kept(kind, empty)
        self._there, self._held = there, dict(taken)
        return self.staying(walk)

    def staying(self, walk: Walk) -> int:
        """Bytes of places that stay besides those of what a walk came by, less those of places that are free anyway."""
        there = _there(walk)
        return sum(
            _BYTES[kind] * (max(0, count - there.get(kind, 0)) - min(count, _FREE.get(kind, 0)))
            for kind, count in self._taken.items()
        )

    def kept(self, kind: int, empty: int) -> int:
        """How many of so many places CPython keeps."""
        count = self._noted.get((kind, empty))
        if count is None:
            count = self._noted[kind, empty] = kept_of(kind, empty, self._whole)
        return count

    def has_free(self, kind: int) -> bool:
        """Whether nothing is in one of a kind that is among what is held."""
        taken = self._there.get(kind, 0) + self._open.get(kind, 0)
        return taken < max(self._held.get(kind, 0), _FREE.get(kind, 0))

    def needs(self, kind: int, times: int = 1) -> int:
        """So many more of a kind for a moment; gives the bytes of those that are not among what is held."""
        needed = self._there.get(kind, 0) + self._open.get(kind, 0) + times
        held = max(self._held.get(kind, 0), _FREE.get(kind, 0))
        return self._holds(kind, needed) * (needed - held) if needed > held else 0

    def opens(self, kind: int) -> int:
        """One of a kind until `closes`; gives the bytes of one that is not among what is held."""
        count = self._open.get(kind, 0)
        # As many as that were there before.
        more = self.needs(kind) if count >= self._most_open.get(kind, 0) else 0
        self._open[kind] = count = count + 1
        self._most_open[kind] = max(count, self._most_open.get(kind, 0))
        return more

    def closes(self, *kinds: int) -> None:
        for kind in kinds:
            self._open[kind] = max(0, self._open.get(kind, 0) - 1)

    def takes_new(self, kind: int) -> None:
        """What was just made has none of the places that are there."""
        self._taken[kind] = self._taken.get(kind, 0) + 1

    def leaves(self, kind: int) -> int:
        """A new place that nothing is in; gives its bytes."""
        self.takes_new(kind)
        return self._holds(kind, self._held.get(kind, 0) + 1)

    def _holds(self, kind: int, count: int) -> int:
        """Gives the bytes of another place."""
        self._held[kind] = count
        self._taken[kind] = max(count, self._taken.get(kind, 0))
        return _BYTES[kind]

    def put_aside(self, value: Any, is_known: bool) -> tuple[int, int]:
        """Bytes of the place of a value that is no longer among what is held, and how many of them are not, though the
        place is from now on.

        Args:
            is_known: the last walk came by the value.
        """
        kind = _kind_of(value)
        if not kind:
            return 0, 0
        if not is_known:
            return _BYTES[kind], self.needs(kind)
        self._there[kind] = max(0, self._there.get(kind, 0) - 1)
        return _BYTES[kind], 0

    def made(self, values: Iterable[Any], known: Walk) -> None:
        """Notes what was just made, with what it holds."""
        taken = self._taken
        for kind, count in places_of(values, known).items():
            taken[kind] = max(count + self._open.get(kind, 0), taken.get(kind, 0))
        total = 0
        for kind, count in taken.items():
            total += _BYTES[kind] * count
        self.has_enough = total >= ENOUGH

    def left_for(self, value: Any) -> int:
        """Bytes of a place that is left over for a new value."""
        kind = _kind_of(value)
        return _BYTES[kind] if kind and self._taken.get(kind, 0) > self._there.get(kind, 0) else 0


def _there(walk: Walk) -> dict[int, int]:
    if walk.floats:
        walk.places[NUMBER_PLACE] = walk.floats
    return walk.places


def places_of(values: Iterable[Any], known: Walk) -> dict[int, int]:
    """How many places of a kind values and what they hold are in, as soon as these are enough.

    Args:
        known: a walk through objects that were there before, whose places are none of the call's.
    """
    found: dict[int, int] = {}
    # Of most values there is nothing to be looked for.
    waiting = [(value, 0) for value in values if type(value) in _CONTAINERS]
    seen: set[int] = set()
    total = 0
    while waiting and total < ENOUGH and len(seen) < _MOST:
        value, depth = waiting.pop()
        if id(value) in seen or known.holds(value):
            continue
        seen.add(id(value))
        kind = _kind_of(value)
        if kind:
            found[kind] = found.get(kind, 0) + 1
            total += _BYTES[kind]
            if kind == TABLE and has_small_table(value):
                found[KEYS] = found.get(KEYS, 0) + 1
                total += _BYTES[KEYS]
        if depth < _DEEPEST and type(value) in _CONTAINERS:
            parts = value.values() if type(value) is dict else value
            waiting += [(part, depth + 1) for part in islice(parts, _MOST_PARTS)]
    return found


def _kind_of(value: Any) -> int:
    """Of the place that it is in; 0 where that does not stay."""
    kind = type(value)
    if kind is tuple:
        return len(value) if len(value) <= LONGEST_TUPLE else 0
    return LIST if kind is list else TABLE if kind is dict else 0
