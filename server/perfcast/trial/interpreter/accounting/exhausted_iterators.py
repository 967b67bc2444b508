"""Iterators that keep what they iterate over until they are freed, exhausted or not, as CPython's own do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Keeping:
    """Gives the elements, and holds what they are taken from as long as it is there.

    It takes part in collecting garbage, as a finalizer that held them would not: they may lead back to it.

    Attributes:
        source: what the elements are taken from, which is there until nobody has this iterator, where CPython's own
            would let go of it once there are none left.
    """

    __slots__ = ("__weakref__", "_elements", "source")

    def __init__(self, elements: Iterator[Any], source: Any = None) -> None:
        self._elements = elements
        self.source = source

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return next(self._elements)
