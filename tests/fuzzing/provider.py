"""What turns the fuzzer's bytes into structured input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

Value = TypeVar("Value")


class Provider(Protocol):
    """The part of atheris' `FuzzedDataProvider` that the targets use; one over random numbers stands in for it."""

    def ConsumeBool(self) -> bool: ...

    def ConsumeIntInRange(self, low: int, high: int, /) -> int: ...

    def ConsumeRegularFloat(self) -> float: ...

    def ConsumeUnicode(self, count: int, /) -> str: ...

    def ConsumeBytes(self, count: int, /) -> bytes: ...

    def remaining_bytes(self) -> int: ...


def pick(data: Provider, values: Sequence[Value]) -> Value:
    """One of some values; the first where the bytes are used up."""
    return values[data.ConsumeIntInRange(0, len(values) - 1)]


def cut(data: Provider, text: str) -> tuple[int, int]:
    """The ends of some piece of a text."""
    start = data.ConsumeIntInRange(0, len(text))
    return start, data.ConsumeIntInRange(start, min(len(text), start + 40))
