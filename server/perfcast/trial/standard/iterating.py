"""Iterators that hold more than what they go through: of ``zip`` over many at once, and of ``itertools``."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterator, Sequence
from typing import Any, Final

from perfcast.trial.accounting.machine import Machine
from perfcast.trial.accounting.memory import EMPTY_TUPLE, ITERATOR, POINTER, shallow
from perfcast.trial.accounting.prices import COMBINED, PERMUTED
from perfcast.trial.accounting.walk import LONGEST_TUPLE

#: Nanoseconds of making an iterator over a list or a tuple; those of two are known to `natives`.
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
    return machine.alive_with(_THIRD + ITERATOR * min(made, more) + tuples, zip(*sources, strict=strict))


def teed(machine: Machine, given: Any, source: Any, times: int = 2) -> tuple[Iterator[Any], ...]:
    """
    Args:
        given: what ``tee`` is called with; source: the same, as it is to be gone through.
    """
    is_long = operator.length_hint(given, _IN_BLOCK + 1) > _IN_BLOCK
    held = [_TEED * times + _BLOCK] + [_BLOCK if is_long else 0] * (times - 1)
    parts = itertools.tee(source, times)
    return tuple(machine.alive_with(size, part) for size, part in zip(held, parts, strict=False))


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
    return machine.alive_with(held, each_at(machine, price * chosen, found))


def each_at(machine: Machine, price: float, values: Iterator[Any]) -> Iterator[Any]:
    """The elements, each paid for when it is asked for."""

    def paid(value: Any) -> Any:
        machine.pay(price)
        return value

    return map(paid, values)
