"""Bytes that objects hold, shared ones counted once."""

from __future__ import annotations

import sys
from collections import deque
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
    """

    def __init__(self, known: Walk | None = None, *, keeps: bool = False) -> None:
        self._kept: list[Any] | None = [] if keeps else None
        self._seen: set[int] = set(known._seen) if known is not None else set()
        self.total = 0
        self.objects = 0

    def add(self, value: Any) -> None:
        waiting = [value]
        while waiting:
            item = waiting.pop()
            kind = type(item)
            if _is_shared(kind, item):
                continue
            if id(item) in self._seen:
                continue
            self._seen.add(id(item))
            self.objects += 1
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
