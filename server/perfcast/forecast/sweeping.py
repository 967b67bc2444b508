"""Forecasts at many sizes of one workload, by those at a few of them.

Costs over sizes are lines and steps in logarithms. So of a sweep's sizes some are asked about, then the middles of
what lies between two of them; where that is as a straight line foretells it the line serves for all between, else each
half is looked at in turn, which closes in on the steps.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from perfcast.forecast.forecast import Forecast
from perfcast.workload import Workload

Forecasts = Mapping[str, Forecast]

#: Up to so many workloads of a kind are each asked about.
FEW: Final = 32
#: Binary orders of magnitude of size between two that are asked about at first, and between two that are close enough.
_STEP: Final = 2.0
_CLOSE: Final = 0.1
#: Those by which a median that was foretold may be off; ranges span one or more.
TOLERANCE: Final = 0.1


def swept(workloads: Sequence[Workload], exact: Callable[[list[Workload]], Sequence[Forecasts]]) -> list[Forecasts]:
    """Forecasts of workloads, in their order.

    Of many that differ in their sizes alone, all of which grow from one to the next, a few are asked about, and the
    logarithms of quantiles interpolated over those of sizes for the others.

    Args:
        exact: the forecasts of some of them, one for each.
    """
    if len(workloads) <= FEW:
        return list(exact(list(workloads)))
    found: dict[int, Forecasts] = {}
    alone: list[int] = []
    for members in _families(workloads):
        if len(members) <= FEW:
            alone += members
            continue
        found.update(zip(members, _curve([workloads[index] for index in members], exact), strict=True))
    if alone:
        found.update(zip(alone, exact([workloads[index] for index in alone]), strict=True))
    return [found[index] for index in range(len(workloads))]


def _curve(workloads: Sequence[Workload], exact: Callable[[list[Workload]], Sequence[Forecasts]]) -> list[Forecasts]:
    """Forecasts of one workload at ascending sizes."""
    extents = _extents([_lengths(workload) for workload in workloads])
    known: dict[int, Forecasts] = {}

    def ask(places: Sequence[int]) -> None:
        known.update(zip(places, exact([workloads[place] for place in places]), strict=True))

    def between(low: int, high: int, place: int) -> Forecasts:
        width = extents[high] - extents[low]
        share = (extents[place] - extents[low]) / width if width else 0.0
        return {metric: one.towards(known[high][metric], share) for metric, one in known[low].items()}

    knots = _knots(extents)
    ask(knots)
    gaps = list(pairwise(knots))
    while gaps := [(low, high) for low, high in gaps if high - low > 1 and extents[high] - extents[low] > _CLOSE]:
        middles = [_middle(extents, low, high) for low, high in gaps]
        ask(middles)
        steep = [
            (low, middle, high)
            for (low, high), middle in zip(gaps, middles, strict=True)
            if _differ(between(low, high, middle), known[middle])
        ]
        gaps = [gap for low, middle, high in steep for gap in ((low, middle), (middle, high))]
    places = sorted(known)
    found = []
    for place in range(len(workloads)):
        after = bisect_left(places, place)
        found.append(known[place] if place in known else between(places[after - 1], places[after], place))
    return found


def _knots(extents: Sequence[float]) -> list[int]:
    """The first, the last, and between them such as are `_STEP` apart at most, where there are any."""
    last = len(extents) - 1
    knots = [0]
    for place in range(1, last):
        if extents[place + 1] - extents[knots[-1]] > _STEP:
            knots.append(place)
    return [*knots, last]


def _middle(extents: Sequence[float], low: int, high: int) -> int:
    """The place between two whose extent is nearest to the middle of theirs."""
    middle = (extents[low] + extents[high]) / 2
    return min(range(low + 1, high), key=lambda place: abs(extents[place] - middle))


def _differ(foretold: Forecasts, told: Forecasts) -> bool:
    """Whether medians are farther apart than what is between them could be told by."""
    return any(abs(math.log2(one.p50 / told[metric].p50)) > TOLERANCE for metric, one in foretold.items())


def _families(workloads: Sequence[Workload]) -> list[list[int]]:
    """Places of workloads that differ in their sizes alone, and in all of them alike, in ascending order of these; each
    of the others by itself."""
    kinds: dict[str, list[int]] = {}
    for place, workload in enumerate(workloads):
        kinds.setdefault(_without_sizes(workload), []).append(place)
    found = []
    for members in kinds.values():
        members.sort(key=lambda place: _lengths(workloads[place]))
        lengths = [_lengths(workloads[place]) for place in members]
        grows = all(
            one <= other for before, after in pairwise(lengths) for one, other in zip(before, after, strict=True)
        )
        found += [members] if grows else [[place] for place in members]
    return found


def _lengths(workload: Workload) -> tuple[int, ...]:
    return tuple(length for one in workload.arguments for length in one.type.shape or one.sizes)


def _extents(lengths: Sequence[tuple[int, ...]]) -> list[float]:
    """Binary logarithms of the lengths that grow, in the middle."""
    growing = [column for column in zip(*lengths, strict=True) if column[0] != column[-1]]
    logs = [[math.log2(max(length, 1)) for length in column] for column in growing] or [[0.0] * len(lengths)]
    return [sum(row) / len(row) for row in zip(*logs, strict=True)]


def _without_sizes(workload: Workload) -> str:
    """What workloads of one kind have in common: numbers that are a length, or the last index, count as such."""
    places: dict[object, str] = {}
    for place, length in enumerate(_lengths(workload)):
        places.setdefault(length, f"length {place}")
        places.setdefault(length - 1, f"index {place}")
    said = []
    for one in workload.arguments:
        numbers = [places.get(number, number) if type(number) is int else number for number in (one.value, one.high)]
        bare = replace(one.type, shape=(0,) * len(one.type.shape))
        plain = replace(one, type=bare, sizes=(0,) * len(one.sizes), value=None, high=None, has_value=False)
        said.append(f"{plain} {one.low} {numbers}")
    return "; ".join(said)
