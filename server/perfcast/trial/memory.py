"""Bytes that objects hold, shared ones counted once."""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from perfcast.trial.objects import Class, Module

#: Types without parts.
_ATOMS = frozenset({int, float, complex, str, bytes, bytearray, bool, type(None), range})
#: Made before the call, whatever the unit does.
_UNCOUNTED = frozenset({Module, Class})
#: CPython makes these once for all.
_SMALL = range(-5, 257)
#: Of them, those that the same run with larger inputs could have as larger ones: by their bits.
_LEAST_GROWING = 8
BITS = _SMALL.stop.bit_length() + 1
#: Of a whole number that CPython makes each time.
NUMBER = 28
#: Bytes of an instance, and of each of its attributes.
_OBJECT = 56
_SLOT = 8


class Walk:
    """Goes through objects and adds up their sizes.

    Args:
        known: a walk through objects that are not counted.
        keeps: keeps the objects alive, or another one may come to lie at the address of one that is gone.

    Attributes:
        total: bytes; objects: how many there were.
        small: by bits, how many references to numbers that CPython shares there were; those that a known walk came
            by are left out.
    """

    def __init__(self, known: Walk | None = None, *, keeps: bool = False) -> None:
        self._kept: list[Any] | None = [] if keeps else None
        self._seen: set[int] = set(known._seen) if known is not None else set()
        self._known_small: set[int] = known._small_numbers() if known is not None else set()
        self._small_seen: Counter[int] = Counter()
        self._larger = 0
        self.total = 0
        self.objects = 0
        self.small = [0] * BITS

    def add(self, value: Any) -> None:
        waiting = [value]
        while waiting:
            item = waiting.pop()
            kind = type(item)
            if self._passes_by(kind, item):
                continue
            self._seen.add(id(item))
            self.objects += 1
            self._larger += kind is int
            if self._kept is not None:
                self._kept.append(item)
            if kind is type or kind in _UNCOUNTED:
                continue
            if kind in _ATOMS:
                self.total += sys.getsizeof(item)
            elif kind is np.ndarray:
                self.total += 112 + (item.nbytes if item.base is None else 0)
                if item.base is not None:
                    waiting.append(item.base)
            elif isinstance(item, Mapping):
                self.total += sys.getsizeof(item)
                waiting.extend(item.keys())
                waiting.extend(item.values())
            elif isinstance(item, list | tuple | set | frozenset | deque):
                self.total += sys.getsizeof(item)
                waiting.extend(item)
            else:
                self.total += getattr(item, "nbytes", _OBJECT)
                attributes = getattr(item, "attributes", None)
                if isinstance(attributes, dict):
                    # Instances of a class share their keys.
                    self.total += _SLOT * len(attributes)
                    waiting.extend(attributes.values())

    def _passes_by(self, kind: type, item: Any) -> bool:
        """Whether the object takes nothing, or is known already."""
        if not _is_shared(kind, item):
            return id(item) in self._seen
        if kind is int and item >= _LEAST_GROWING:
            self._note_small(item)
        return True

    def _small_numbers(self) -> set[int]:
        """Those it came by, if they are most: among larger numbers a small one is as likely of another origin."""
        return set(self._small_seen) if self._small_seen.total() > self._larger else set()

    def _note_small(self, number: int) -> None:
        if self._kept is not None:
            self._small_seen[number] += 1
        elif number not in self._known_small:
            self.small[number.bit_length()] += 1

    def holds(self, value: Any) -> bool:
        """Whether the walk came by."""
        return id(value) in self._seen

    def add_parts(self, value: Any) -> None:
        """What a known object holds."""
        if isinstance(value, Mapping):
            self.add_all([*value.keys(), *value.values()])
        elif isinstance(value, list | tuple | set | frozenset | deque):
            self.add_all(value)
        else:
            self.add_all(getattr(value, "attributes", {}).values())

    def add_all(self, values: Iterable[Any]) -> None:
        for value in values:
            self.add(value)

    def shallow(self, value: Any) -> int:
        """Bytes of the object without its parts; for a container of atoms about those too."""
        if value is None or value is True or value is False or _is_shared(type(value), value):
            return 0
        if isinstance(value, np.ndarray):
            return 112 + (value.nbytes if value.base is None else 0)
        return sys.getsizeof(value)


def _is_shared(kind: type, item: Any) -> bool:
    """Whether CPython has it anyway: small numbers, single characters, what is empty."""
    if kind is int:
        return item in _SMALL
    if kind is str or kind is bytes:
        return len(item) < 2
    return kind is tuple and not item
