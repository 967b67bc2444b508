"""Workloads with numbers, and as many elements, as make a difference, see `perfcast.trial.runs.clamps`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Final

from perfcast.trial.runs.clamps import Clamp
from perfcast.workload import Argument, Workload

#: Sequences of which a cut is the same whatever comes behind it, and those that are handed out themselves where the cut
#: takes all of them, so that one element more is kept.
_CUT: Final = frozenset({"list", "tuple", "str", "bytes"})
_HANDED_OUT: Final = _CUT - {"list"}
#: How values may be distributed for the first of many to be like all of few.
_ALIKE: Final = frozenset({"equal", "distinct"})


def clamped(workload: Workload, clamps: Mapping[str, Clamp]) -> Workload:
    """The workload with the numbers that make no difference as large as they make one, and as many elements."""
    if not clamps:
        return workload
    given = {one.name for one in workload.arguments}
    found = [_at_most(one, clamps.get(one.name or ""), given) for one in workload.arguments]
    return Workload(tuple(_beside_others(found, workload.arguments)))


def _beside_others(clamped: Sequence[Argument], whole: Sequence[Argument]) -> list[Argument]:
    """The arguments with sequences as long as they were beside a longer one, with which they would shrink, and numbers
    kept that are larger than the longest."""
    pairs = list(zip(clamped, whole, strict=True))
    cut = max((one.sizes[0] for one, before in pairs if one.sizes != before.sizes), default=0)
    if not cut:
        return list(clamped)
    if any(size > cut for one in clamped for size in (*one.sizes, *one.type.shape)):
        return [replace(one, sizes=before.sizes) for one, before in pairs]
    are_larger = (type(one.value) is int and abs(one.value) > cut for one in clamped)
    return [replace(one, kept=(0,)) if is_larger else one for one, is_larger in zip(clamped, are_larger, strict=True)]


def _at_most(argument: Argument, clamp: Clamp | None, given: Set[str | None]) -> Argument:
    if clamp is None or clamp.defaults & given:
        return argument
    value, name = argument.value, argument.type.name
    if type(value) is int:
        return replace(argument, value=clamp.of(value))
    is_alike = argument.like is None and _ALIKE.issuperset(argument.qualifiers)
    if name not in _CUT or not argument.sizes or clamp.step > 1 or not is_alike:
        return argument
    outer, *inner = argument.sizes
    return replace(argument, sizes=(min(outer, clamp.least + (name in _HANDED_OUT)), *inner))
