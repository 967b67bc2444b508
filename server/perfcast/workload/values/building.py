"""`Workload` -> real values of those types, sizes and distributions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np

from perfcast.workload.language.workload import MOMENTS, NETWORK, OPTIMISER, TABLES, Argument, Workload
from perfcast.workload.numbers.intervals import last_of
from perfcast.workload.tables.columns import NamedColumns
from perfcast.workload.values.argument_values import ArgumentValues, built
from perfcast.workload.values.makers import NOBODY, Makers

#: Types of what begins or ends something and is drawn by itself.
_ENDING: Final = MOMENTS | {"float"}
#: The least and the most that is drawn, over how many days, and whether in a zone.
_Range = tuple[int | float | None, int | float | None, int | None, bool]


def build(
    workload: Workload, seed: int, columns: NamedColumns | None = None, makers: Makers = NOBODY
) -> tuple[list[Any], dict[str, Any]]:
    """Makes the arguments of one call.

    Args:
        workload: what to make.
        seed: the same seed makes equal values, on every machine.
        columns: those that the unit asks its tables for.
        makers: of types that are not of the workload language.

    Returns:
        Positional arguments (those without a name come first in the call) and keyword arguments.

    Raises:
        BuildError: a type is named that values cannot be made for, or they cannot have the range or the order.
    """
    workload = workload.passed
    generator = np.random.default_rng(seed)
    alike = Counter[str]()
    positional = [
        built(argument, generator, {}, _after(alike, argument, makers))
        for argument in workload.arguments
        if argument.name is None
    ]
    names = [one.name for one in workload.arguments if one.name is not None and one.type.name in TABLES]
    said = {one.name: one.value for one in workload.arguments if one.name is not None and isinstance(one.value, str)}
    named = {}
    for argument in workload.arguments:
        if argument.name is not None and argument.type.name != OPTIMISER:
            asked_for = columns.of(argument.name, names, said) if columns is not None and argument.name in names else {}
            named[argument.name] = built(argument, generator, asked_for, _after(alike, argument, makers))
    named |= _optimisers(workload, named, makers)
    _order_ends(_drawn_ends(workload), named)
    return positional, named


def _optimisers(workload: Workload, named: Mapping[str, Any], makers: Makers) -> dict[str, Any]:
    """Those of the weights of the network beside them, or one of their own."""
    names = [one.name for one in workload.arguments if one.type.name == OPTIMISER and one.name is not None]
    if not names:
        return {}
    network = next((named[one.name] for one in workload.arguments if one.type.name == NETWORK and one.name), None)
    return dict.fromkeys(names, makers.optimiser(makers.handed(NETWORK) if network is None else network))


def _drawn_ends(workload: Workload) -> dict[str, _Range]:
    """Arguments that may be drawn such that what ends comes before what begins, and from where each is."""
    drawn = (one for one in workload.arguments if one.name and not one.has_value and one.type.name in _ENDING)
    return {str(one.name): (one.low, one.high, one.days, one.in_utc) for one in drawn}


def _order_ends(ranges: Mapping[str, _Range], named: dict[str, Any]) -> None:
    """Exchanges a last moment, or number, that comes before the first one, where each may stand for the other."""
    for first in sorted(ranges):
        last = last_of(first, ranges)
        if last is None or ranges[last] != ranges[first] or type(named[last]) is not type(named[first]):
            continue
        if named[last] < named[first]:
            named[first], named[last] = named[last], named[first]


def build_calls(workload: Workload, seed: int, count: int, makers: Makers = NOBODY) -> list[dict[str, Any]]:
    """The named arguments of so many calls at a workload without tables; see `build`."""
    generator = np.random.default_rng(seed)
    columns, alike = {}, Counter[str]()
    for argument in workload.passed.arguments:
        builder = ArgumentValues(argument, generator, {}, _after(alike, argument, makers))
        columns[argument.name or ""] = builder.each(count)
    calls = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    ends = _drawn_ends(workload)
    for call in calls if len(ends) > 1 else ():
        _order_ends(ends, call)
    return calls or [{}] * count


def _after(alike: Counter[str], argument: Argument, makers: Makers) -> Makers:
    """For an argument that is another member than those before it of the same type, which are counted."""
    place = alike[argument.type.name]
    alike[argument.type.name] += 1
    return replace(makers, first=makers.first + place) if place else makers
