"""How often elements are held against each other where they are sorted.

What is nearly in order, was put together from what is, or has few different values, takes fewer comparisons than what
is in no order. How many, no formula tells: they are counted, of long lists in samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from itertools import chain, count
from math import log2
from operator import lt
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine

#: What can be compared at no cost to the unit.
_PLAIN: Final = frozenset({int, float, bool, str, bytes})
#: Elements of the shortest list whose comparisons are counted, and of the longest one in which all are.
_SHORTEST: Final = 64
_LONGEST: Final = 4_096
#: Elements of samples of longer ones, and of the blocks of neighbours that a sample consists of: about as many are put
#: in order before any are merged.
_SAMPLED: Final = 2_048
_NEIGHBOURS: Final = 64
#: What is in no order has so many neighbours of which the second one is less, half of them as a rule, and so many
#: different values, as parts of all.
_FALLING: Final = 0.45
_DIFFERENT: Final = 0.125
#: Of the allowance, for a comparison that is counted, beside what sorting spends itself: code that is followed for as
#: long spends as much.
_COUNTED: Final = 2.0


def comparisons(machine: Machine, values: Sequence[Any]) -> float | None:
    """Those of a list; None where it is in no order, or what they are of is not plain."""
    length = len(values)
    kinds = set(map(type, values))
    if kinds == {tuple}:
        kinds = set(map(type, chain.from_iterable(values)))
    if length < _SHORTEST or not kinds <= _PLAIN:
        return None
    falling = sum(map(lt, values[1:], values))
    if falling > _FALLING * length and len(set(values)) > _DIFFERENT * length:
        return None
    if length <= _LONGEST:
        return length * _each(machine, values)
    return length * max(_merging(machine, values), _each(machine, _blocks(values)))


def _blocks(values: Sequence[Any]) -> Sequence[Any]:
    """Neighbours from places all over a list: what is in order but for these takes most of its comparisons there."""
    step = len(values) * _NEIGHBOURS // _SAMPLED
    return [one for start in range(0, len(values), step) for one in values[start : start + _NEIGHBOURS]]


def _merging(machine: Machine, values: Sequence[Any]) -> float:
    """Comparisons of an element by those of a few that are equally far apart, whose order is that of the whole."""
    few = values[:: len(values) // _SAMPLED]
    of_few, of_fewer = _each(machine, few), _each(machine, few[::2])
    # In no order, each element takes one more where there are twice as many.
    return of_few + min(1.0, max(0.0, of_few - of_fewer)) * log2(len(values) / len(few))


def _each(machine: Machine, values: Sequence[Any]) -> float:
    """How often each of them is held against another where they are sorted."""
    number = count()

    def compare(one: Any, other: Any) -> int:
        next(number)
        return -bool(one < other)

    sorted(values, key=cmp_to_key(compare))
    compared = next(number)
    machine.allows(_COUNTED * compared)
    return compared / len(values)
