"""What is looked up here and there, which takes longer where containers are larger than the processor's caches.

A run is too small for that to show. So it adds up how much there is around what it looks up, and what that takes is
found for the workload's own sizes.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Collection
from itertools import islice, pairwise
from math import log
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.visited_instances import Visits
from perfcast.trial.interpreter.objects.instances import Instance

if TYPE_CHECKING:
    from perfcast.trial.interpreter.objects.classes import Class

#: Elements of the largest container in which everything is near.
_NEAR: Final = 8
#: Places that are apart by no more are next to each other; so many of those before are in the caches at any rate.
_NEXT: Final = 2
_BEFORE: Final = 4
#: Containers whose last places are known, at most.
_MOST: Final = 4_000
#: Bytes of an entry with its key, of a set's element and of a list's place; of a number, of a list without its places,
#: and of an object whose type does not tell.
_ENTRY: Final = 80
_MEMBER: Final = 75
_PLACE: Final = 8
_NUMBER: Final = 32
_HEAD: Final = 56
_OBJECT: Final = 120
_NUMBERS: Final = frozenset({int, float, bool, type(None)})
_SIZED: Final = frozenset({str, bytes, list, tuple, dict, set, deque})
#: What a place of a list takes of what a key of a dictionary does, where numbers stand there and where other objects
#: do; what a set's element takes; and what a key takes that is no whole number.
_OF_NUMBERS: Final = 0.35
_OF_OBJECTS: Final = 0.9
_OF_SET: Final = 0.75
_OF_OTHER_KEYS: Final = 0.8
#: What one of many keys that a built-in function puts into a table takes of what one takes that is put there by itself:
#: the processor goes on with the next ones meanwhile. How many of them tell whether they lie next to each other.
_AT_ONCE: Final = 0.5
_SAMPLED: Final = 16
#: Elements of a list or tuple that is taken to be gone through when it is looked up, at most: a node's neighbours are,
#: a group that is appended to is not.
_GONE_THROUGH: Final = 16
#: Types of keys that are told apart by what they say.
_PLAIN: Final = frozenset({int, float, str, bytes})
#: Bytes among which a key of a dictionary is looked up, and nanoseconds that it takes more than among few: no cache is
#: a processor's own from some size on, and what is next to a program there takes its part of the largest one.
_BYTES: Final = (2e5, 6e5, 1.2e6, 4e6, 1e7, 4e7, 1.6e8, 6.4e8)
_LOGARITHMS: Final = tuple(map(log, _BYTES))
_NANOSECONDS: Final = (0.0, 4.0, 10.0, 32.0, 100.0, 300.0, 480.0, 650.0)


class Reach(NamedTuple):
    """How much there was around what was looked up.

    Attributes:
        first, second: sums over all that was, of the bytes among which it lay, and of their square.
    """

    first: float = 0.0
    second: float = 0.0

    @property
    def among(self) -> float:
        """Bytes among which it was looked up, by the mean: what is looked up among little weighs next to nothing."""
        return self.second / self.first if self.first > 0.0 else 0.0

    @property
    def lookups(self) -> float:
        """How many lookups among so many bytes have the same sums."""
        return self.first * self.first / self.second if self.second > 0.0 else 0.0


NOWHERE: Final = Reach()


class Scattered:
    """What a run has looked up here and there.

    Attributes:
        at, of: the serial number of the instance that was visited last, and its class. The instance itself is not held,
            for who refers to it counts.
    """

    __slots__ = ("_before", "_containers", "_visits", "at", "of")

    def __init__(self) -> None:
        self._containers: dict[int, _Container] = {}
        # By the instances' class.
        self._visits: dict[int, Visits] = {}
        self._before = NOWHERE
        self.at = 0
        self.of: Class | None = None

    @property
    def reach(self) -> Reach:
        """Of all that was looked up until now."""
        first, second = self._before
        found: list[_Container | Visits] = [*self._containers.values(), *self._visits.values()]
        lookups = sum(one.lookups for one in found)
        together = sum(one.among for one in found)
        for one in found:
            if one.lookups > 0.0:
                # Until one of its parts is asked for again, all of them are by the mean, and so is of others what is
                # looked up meanwhile.
                around = min(together, one.among * lookups / one.lookups)
                first += one.lookups * around
                second += one.lookups * around * around
        return Reach(first, second)

    def in_containers(self) -> dict[int, float]:
        """By the identity of containers, how many keys of dictionaries would take as long as what was looked up there
        of late."""
        return {place: one.lookups for place, one in self._containers.items()}

    def found(self, container: Any, key: Any, value: Any = 0) -> None:
        """Notes that a container's value of a key or at a place was looked up, or was put there."""
        if len(container) <= _NEAR:
            return
        known = self._containers.get(id(container))
        if known is None:
            if len(self._containers) >= _MOST:
                self._before, self._containers, self._visits = self.reach, {}, {}
            known = self._containers[id(container)] = _Container()
        is_number = type(key) is int
        last, mark = known.last, key if is_number else _mark(key)
        if is_number:
            for other in last:
                if -_NEXT <= mark - other <= _NEXT:
                    break
            else:
                # What goes on in steps of one length is fetched ahead.
                if len(last) < 2 or mark - last[-1] != last[-1] - last[-2]:
                    known.add(container, mark, 1.0, value)
        elif mark not in last:
            known.add(container, mark, _OF_OTHER_KEYS, value)
        known.last = (*last[1 - _BEFORE :], mark)

    def filled(self, table: dict[Any, Any] | set[Any] | frozenset[Any], keys: Collection[Any]) -> None:
        """Notes that a table was made of keys, one after the other, with nothing else looked up meanwhile."""
        if len(table) <= _NEAR:
            return
        sample = [_mark(key) for key in islice(keys, _SAMPLED)]
        if type(next(iter(keys))) is int:
            part = sum(abs(later - earlier) > _NEXT for earlier, later in pairwise(sample)) / len(sample)
        else:
            part = _OF_OTHER_KEYS
        member, of_kind = (_ENTRY, 1.0) if isinstance(table, dict) else (_MEMBER, _OF_SET)
        lookups, among = _AT_ONCE * of_kind * part * len(keys), member * len(table)
        first, second = self._before
        self._before = Reach(first + lookups * among, second + lookups * among * among)

    def visited(self, instance: Instance) -> None:
        """Notes that an instance was asked for an attribute."""
        self.at, self.of = instance.serial, instance.of
        known = self._visits.get(id(instance.of))
        if known is None:
            known = self._visits[id(instance.of)] = Visits()
        known.visit(instance)


class _Container:
    """What was looked up in one container.

    Attributes:
        lookups: how many keys of a dictionary, among few, would take as long.
        last: marks of the last keys or places.
    """

    __slots__ = ("_asked", "_part", "_parts", "last", "lookups")

    def __init__(self) -> None:
        self.lookups = 0.0
        self.last: tuple[int, ...] = ()
        self._asked: set[int] = set()
        self._part = self._parts = 0

    @property
    def among(self) -> int:
        """Bytes of those of its parts that are asked for: what nobody asks for is in no cache."""
        return self._part * min(self._parts, len(self._asked))

    def add(self, container: Any, mark: int, part: float, value: Any) -> None:
        """Notes a lookup that takes such a part of what one in a dictionary does."""
        size = size_among(value)
        if type(container) is list:
            # An instance is visited by itself.
            part *= _OF_NUMBERS if type(value) in _NUMBERS or type(value) is Instance else _OF_OBJECTS
            self._part = _PLACE + size
        elif isinstance(container, dict):
            self._part = _ENTRY + size
        else:
            part *= _OF_SET
            self._part = _MEMBER
        if type(value) is list and len(value) <= _GONE_THROUGH:
            part += _OF_NUMBERS * len(value)
        self._parts = len(container)
        self._asked.add(mark)
        self.lookups += part


def _mark(key: Any) -> int:
    """What tells a key from others without asking the unit's own classes, and without holding it: a place itself."""
    kind = type(key)
    if kind is int:
        return int(key)
    if kind is tuple:
        return hash(tuple(map(_mark, key[:_GONE_THROUGH])))
    return hash(key) if kind in _PLAIN else id(key)


def time_among(size: float) -> float:
    """What looking a key up among so many bytes takes more than among few, in nanoseconds."""
    return float(np.interp(log(max(1.0, size)), _LOGARITHMS, _NANOSECONDS))


def size_among(value: Any) -> int:
    """Bytes of what a container holds in each of its places, as far as who looks it up goes through it."""
    if type(value) in _NUMBERS:
        return _NUMBER
    if type(value) is Instance:
        return 0
    if type(value) is list or type(value) is tuple:
        return _HEAD + (_PLACE + _NUMBER) * min(len(value), _GONE_THROUGH)
    return sys.getsizeof(value) if type(value) in _SIZED else _OBJECT
