"""What the expressions of a kernel gave and did, for whoever follows it again with other constexpr values.

Configurations share most of what they compute: a block of row offsets is the same whatever the columns are. An
expression gives and does the same again where the names in it stand for the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

from perfcast.triton.program.blocks import Block, BlockPointer, DType, Value
from perfcast.triton.program.tally import Effect

#: Bytes that are kept at most, of blocks' numbers and of all that is beside them.
_MOST: Final = 32 << 20
_BESIDE: Final = 1024
#: What is told apart by its value; blocks are by themselves.
_BY_VALUE: Final = frozenset({int, float, bool, str, type(None), DType})


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of following an expression.

    Attributes:
        value: what it stands for.
        effects: what is to be done to the tally.
        steps: that it took.
    """

    value: Value
    effects: tuple[Effect, ...]
    steps: int


class Remembered:
    """Outcomes of one kernel's expressions, and blocks that come from none. Not to be shared by threads."""

    def __init__(self) -> None:
        self._outcomes: dict[Hashable, Outcome] = {}
        self._numbers: dict[Hashable, int] = {}
        self._blocks: dict[Hashable, Block] = {}
        self._size = 0

    def outcome(self, key: Hashable) -> Outcome | None:
        return self._outcomes.get(key)

    def keep(self, key: Hashable, outcome: Outcome) -> None:
        self._make_room(outcome.value)
        self._outcomes[key] = outcome

    def number(self, key: Hashable) -> int:
        """A number that stands for the key in other ones, where it would take long to compare."""
        return self._numbers.setdefault(key, len(self._numbers))

    def block(self, key: Hashable, make: Callable[[], Block]) -> Block:
        """The one that was made for that key before."""
        found = self._blocks.get(key)
        if found is None:
            found = make()
            self._make_room(found)
            self._blocks[key] = found
        return found

    def _make_room(self, value: Value) -> None:
        size = _BESIDE + (value.values.nbytes if isinstance(value, Block) and value.values is not None else 0)
        self._size += size
        if self._size > _MOST:
            self._outcomes.clear()
            self._blocks.clear()
            self._size = size


def told_apart(value: Value) -> Hashable:
    """Equal for values that give the same whatever is computed with them: 1 and 1.0 are not."""
    if isinstance(value, Block | BlockPointer):
        return value
    kind = type(value)
    if kind in _BY_VALUE:
        return kind, value
    if kind is tuple or kind is list:
        return (kind, *map(told_apart, value))
    return object()
