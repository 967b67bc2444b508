"""A bounded cache that forgets what was not used for longest."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class BoundedCache(Generic[Key, Value]):
    """Keeps the most recently used values whose weights add up to `limit` at most; a single heavier one is kept."""

    def __init__(self, limit: int, weight: Callable[[Value], int] = lambda _: 1) -> None:
        self._limit = limit
        self._weight = weight
        self._total = 0
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def clear(self) -> None:
        self._values.clear()
        self._total = 0

    def get(self, key: Key) -> Value | None:
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def put(self, key: Key, value: Value) -> None:
        old = self._values.pop(key, None)
        if old is not None:
            self._total -= self._weight(old)
        self._values[key] = value
        self._total += self._weight(value)
        while self._total > self._limit and len(self._values) > 1:
            _, forgotten = self._values.popitem(last=False)
            self._total -= self._weight(forgotten)
