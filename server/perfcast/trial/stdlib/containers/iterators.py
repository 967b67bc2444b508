"""Iterators that hold more than what they iterate over: ``zip`` of many, and ``itertools``."""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Iterator, Sequence
from typing import Any, Final

from perfcast.trial.interpreter.accounting.generators import alive_with
from perfcast.trial.interpreter.accounting.heap_walk import LONGEST_TUPLE
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_TUPLE, ITERATOR, POINTER, shallow
from perfcast.trial.interpreter.accounting.prices import COMBINED, PERMUTED

#: Nanoseconds of making an iterator over a list or a tuple; those of two are known to `builtin_functions`.
_MADE: Final = 22.0
_FEW: Final = 2
#: Bytes that ``zip`` takes beyond an iterator that goes over one other.
_THIRD: Final = 40
#: Bytes of one of the iterators that ``tee`` makes; those of a block in which it keeps what not all of them have
#: passed, and how many elements there are in one.
_TEED: Final = 56
_BLOCK: Final = 512
_IN_BLOCK: Final = 57
#: They begin with a tuple of all that they are given, and bytes of each of them.
POOLED: Final = frozenset(
    {itertools.combinations, itertools.product, itertools.combinations_with_replacement, itertools.permutations}
)
_POOLING: Final = 80


def zipped(machine: Machine, given: Sequence[Any], sources: Sequence[Any], *, strict: bool = False) -> Iterator[Any]:
    """
    Args:
        given: what ``zip`` is called with.
        sources: the same, as it is to be gone through.
    """
    more = len(given) - _FEW
    if more <= 0:
        return zip(*sources, strict=strict)
    made = sum(not isinstance(one, Iterator) for one in given)
    machine.pay(_MADE * made)
    tuples = 2 * (EMPTY_TUPLE + POINTER * len(given)) if len(given) > LONGEST_TUPLE else 0
    return alive_with(machine, _THIRD + ITERATOR * min(made, more) + tuples, zip(*sources, strict=strict))


class _Blocks:
    """What iterators of ``tee`` have in common: blocks of the elements that some have come to and not all have passed.

    Attributes:
        at: the block that each is in.
    """

    def __init__(self, machine: Machine, times: int) -> None:
        self._machine = machine
        self._number = machine.number
        self._held = 0
        self.at = dict.fromkeys(range(times), 0)

    def count(self) -> None:
        """Holds as many as there are now."""
        blocks = max(self.at.values()) - min(self.at.values()) + 1 if self.at else 0
        if blocks > self._held:
            self._machine.put_aside(_BLOCK * (blocks - self._held))
        else:
            self._machine.take_back(_BLOCK * (self._held - blocks), self._number)
        self._held = blocks

    def passed_on(self, part: Iterator[Any], place: int) -> Iterator[Any]:
        """The elements of the iterator at that place, until which it is in the first block."""
        yield from itertools.islice(part, _IN_BLOCK)
        while True:
            try:
                first = next(part)
            except StopIteration:
                return
            self.at[place] += 1
            self.count()
            yield first
            yield from itertools.islice(part, _IN_BLOCK - 1)

    def leaves(self, place: int) -> None:
        self.at.pop(place, None)
        self.count()


def teed(machine: Machine, given: Any, source: Any, times: int = 2) -> tuple[Iterator[Any], ...]:
    """
    Args:
        given: what ``tee`` is called with; source: the same, as it is to be gone through.
    """
    blocks = _Blocks(machine, times)
    blocks.count()
    held = [_TEED + (0 if isinstance(given, Iterator) else ITERATOR), *[_TEED] * (times - 1)]
    parts = []
    for place, (size, part) in enumerate(zip(held, itertools.tee(source, times), strict=False)):
        going = alive_with(machine, size, blocks.passed_on(part, place))
        weakref.finalize(going, blocks.leaves, place).atexit = False
        parts.append(going)
    return tuple(parts)


def pooled(machine: Machine, function: Any, sources: Sequence[Any], *, repeat: int = 1, r: int | None = None) -> Any:
    """
    Args:
        function: one of `POOLED`.
        sources: what it is called with, as it is to be gone through.
        repeat, r: as they are called in Python.
    """
    if function is itertools.product:
        pools, chosen = [tuple(source) for source in sources], repeat * len(sources)
        found: Iterator[Any] = itertools.product(*pools, repeat=repeat)
    else:
        pools = [tuple(sources[0])]
        asked = sources[1] if len(sources) > 1 else r
        chosen = len(pools[0]) if asked is None else asked
        found = function(*pools, chosen)
    held = _POOLING + EMPTY_TUPLE + 2 * POINTER * chosen
    for source, pool in zip(sources, pools, strict=False):
        held += EMPTY_TUPLE + POINTER * len(pool)
        if isinstance(source, Iterator):
            held += sum(map(shallow, pool))
    price = COMBINED
    if function is itertools.permutations:
        price, held = PERMUTED, held + POINTER * (len(pools[0]) + chosen)
    return alive_with(machine, held, each_at(machine, price * chosen, found))


def each_at(machine: Machine, price: float, values: Iterator[Any]) -> Iterator[Any]:
    """The elements, each paid for when it is asked for."""

    def paid(value: Any) -> Any:
        machine.pay(price)
        return value

    return map(paid, values)
