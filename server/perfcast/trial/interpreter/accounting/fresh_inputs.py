"""How much longer calls take whose inputs are made anew for each of them.

What a call changes, or what cannot be compared, is made again before the next one: that has put other things into the
processor's caches, while a call that leaves its inputs as they were is made again with the same ones. Changes are seen
of containers and instances: what is put into an array, a tensor or a table in place is not.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import length_hint
from types import GeneratorType, ModuleType
from typing import Any, Final, NamedTuple

from perfcast.trial.interpreter.accounting.cache_penalty import NO_LONGER, Longer
from perfcast.trial.interpreter.accounting.preexisting import Before
from perfcast.trial.interpreter.accounting.prices import (
    ANEW,
    ANEW_BY_CODE,
    ANEW_BY_CODE_MOST,
    ANEW_BY_CODE_PART,
    ANEW_BY_CODE_SHARE,
    ANEW_MOST,
    ANEW_PART,
    ANEW_SHARE,
)
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.context_managers import Lock
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.objects.value_subclasses import Valued
from perfcast.trial.stdlib.testing.mocks import Mock

#: Elements that are looked at, the outermost first.
_MOST: Final = 3_000
#: Of those, how many count for how long making them takes.
_MOST_PARTS: Final = 100
#: Keys looked up for the first time that count: a call that looks up more of them takes long besides.
_MOST_LOOKUPS: Final = 8.0
_LAMBDA: Final = "<lambda>"
#: Alike where they are equal.
_PLAIN: Final = frozenset({bool, int, float, complex, str, bytes})
_CONTAINERS: Final = (list, tuple, dict, set, frozenset, deque)
#: Iterators that tell how much there is left.
_TELLING: Final = tuple(map(type, map(iter, ([0], (), "", range(1), {0: 0}, {0}))))
#: By which classes say themselves what of their instances is compared.
_STATES: Final = ("__getstate__", "__reduce__", "__reduce_ex__")
#: That the standard library's pickling refuses.
_BEYOND: Final = GeneratorType | ModuleType | Module | Iterator | Lock | Mock


class Inputs:
    """What a call is made with, as it was before."""

    def __init__(self, *values: Any, before: Before) -> None:
        """
        Args:
            before: what notes changes of that which is too much to be compared.
        """
        self._before: list[tuple[Any, list[Any]]] = []
        # Of those that have too many to be listed.
        self._too_large: list[tuple[Any, _Outline]] = []
        self._noted = before
        self._are_comparable = True
        self._look_at(values)

    @property
    def are_made_anew(self) -> bool:
        """Whether the next call needs others."""
        return (
            not self._are_comparable
            or any(_differs(before, value) for value, before in self._before)
            or any(_Outline.of(value) != outline for value, outline in self._too_large)
            or (bool(self._too_large) and self._has_noted_others)
        )

    @property
    def _has_noted_others(self) -> bool:
        """Whether something was put into what is not compared, but for what is there for all calls."""
        compared = {id(value) for value, _ in self._before}
        return any(
            place not in compared and not self._noted.lasts(value) for place, (value, *_) in self._noted.changed.items()
        )

    def longer(self, *, by_code: bool, lookups: Callable[[], Mapping[int, float]]) -> Longer:
        """
        Args:
            by_code: whether a test or the like leads up to the call, which does more than what a workload is made by.
            lookups: gives how many keys the call has looked up, by the identity of the container; what is there for all
                calls or was made in this one is in the caches.
        """
        if not self.are_made_anew:
            return NO_LONGER
        parts = sum(len(before) for _, before in self._before) + sum(one.least for _, one in self._too_large)
        counted = min(parts, _MOST_PARTS)
        by, share, most = (
            (ANEW_BY_CODE + ANEW_BY_CODE_PART * counted, ANEW_BY_CODE_SHARE, ANEW_BY_CODE_MOST)
            if by_code
            else (ANEW + ANEW_PART * counted, ANEW_SHARE, ANEW_MOST)
        )
        of_copies = sum(number for place, number in lookups().items() if self._noted.is_of_call(place))
        return Longer(by, share, most, parts, min(of_copies, _MOST_LOOKUPS))

    def _look_at(self, values: tuple[Any, ...]) -> None:
        seen = set[int]()
        waiting = deque[Any](values)
        room = _MOST
        while waiting:
            value = waiting.popleft()
            kind = type(value)
            if kind in _PLAIN or value is None or id(value) in seen:
                continue
            seen.add(id(value))
            if _is_beyond(value):
                self._are_comparable = False
                return
            if 1 + _least(value) > room:
                self._too_large.append((value, _Outline.of(value)))
                continue
            parts = _parts(value)
            if 1 + len(parts) > room:
                self._too_large.append((value, _Outline.of(value)))
                continue
            room -= 1 + len(parts)
            if kind is not tuple and kind is not frozenset:
                self._before.append((value, parts))
            if not (isinstance(value, Instance) and any(value.of.find(name) is not MISSING for name in _STATES)):
                waiting += parts


class _Outline(NamedTuple):
    """What tells at a glance that a container has changed: its length, or what comes first and last.

    Attributes:
        least: how many parts it has at least.
    """

    least: int
    first: int | None = None
    last: int | None = None

    @classmethod
    def of(cls, value: Any) -> _Outline:
        least = _least(value)
        if least and isinstance(value, dict):
            return cls(least, id(next(iter(value))), id(next(reversed(value))))
        if least and isinstance(value, list | deque):
            return cls(least, id(value[0]), id(value[-1]))
        return cls(least)


def _is_beyond(value: Any) -> bool:
    """Whether it cannot be compared: what is defined within a function has no name that it could be found by."""
    if isinstance(value, Instance | Valued):
        return _is_within(value.of)
    if isinstance(value, Class):
        return _is_within(value)
    if isinstance(value, Function):
        return value.name == _LAMBDA or any(True for _ in value.closed_over)
    return isinstance(value, _BEYOND) and not isinstance(value, (Unknown, *_TELLING))


def _is_within(of: Class) -> bool:
    methods = (one for one in of.attributes.values() if type(one) is Function)
    # Others were made by decorators.
    method = next((one for one in methods if one.around is not None and one.around.is_class), None)
    return method is not None and any(True for _ in method.closed_over)


def _least(value: Any) -> int:
    """How many parts it has at least, before they are listed."""
    if isinstance(value, dict):
        return 2 * dict.__len__(value)
    return len(value) if isinstance(value, _CONTAINERS) else 0


def _parts(value: Any) -> list[Any]:
    if isinstance(value, Instance):
        return [*value.attributes, *value.attributes.values()]
    if isinstance(value, Method):
        return [value.function, value.receiver]
    if isinstance(value, partial):
        return [value.func, *value.args, *value.keywords.values()]
    if isinstance(value, bytearray):
        return [bytes(value)]
    if isinstance(value, _TELLING):
        return [length_hint(value)]
    found = []
    if isinstance(value, OrderedDict):
        # A dictionary's own methods know nothing of the order of these.
        found = [*OrderedDict.keys(value), *OrderedDict.values(value)]
    elif isinstance(value, dict):
        found = [*dict.keys(value), *dict.values(value)]
    elif isinstance(value, _CONTAINERS):
        found = list(value)
    if isinstance(value, Valued):
        found += value.attributes.values()
    return found


def _differs(before: list[Any], value: Any) -> bool:
    if _least(value) > len(before):
        return True
    now = _parts(value)
    return len(before) != len(now) or not all(map(_are_alike, before, now))


def _are_alike(one: Any, other: Any) -> bool:
    if one is other:
        return True
    kind = type(one)
    if kind is not type(other):
        return False
    if kind in _PLAIN:
        return bool(one == other)
    return isinstance(one, _CONTAINERS) and not one and not other
