"""What measuring holds for a unit with keyword-only arguments: as it calls it, they come in a dictionary of the
call's own, their names in a tuple, and all of the values in one place."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, Final

from perfcast.trial.interpreter.accounting.heap_walk import KEYS, LONGEST_TUPLE, TABLE
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import EMPTY_TABLE, EMPTY_TUPLE, FEW_ENTRIES, POINTER
from perfcast.trial.interpreter.objects.functions import Function, Method

_BY_PLACE: Final = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@contextmanager
def given_by_name(machine: Machine, unit: Any, args: Collection[Any], names: Collection[str]) -> Iterator[None]:
    """Holds that while the unit is called.

    Args:
        args: given by place; names: of the others. Defaults are given, too.
    """
    by_place, by_name = _given(unit, len(args), names)
    if not by_name:
        yield
        return
    is_small, has_kept_tuple = by_name <= FEW_ENTRIES, by_name <= LONGEST_TUPLE
    size = POINTER * (1 + by_place + by_name)
    if not is_small:
        size += sys.getsizeof(dict.fromkeys(map(str, range(by_name)))) - EMPTY_TABLE
    if not has_kept_tuple:
        size += EMPTY_TUPLE + POINTER * by_name
    places = [TABLE, *[KEYS] * is_small, *[by_name] * has_kept_tuple]
    machine.opens(*places)
    machine.put_aside(size)
    try:
        yield
    finally:
        machine.closes(*places)
        machine.aside -= size


def _given(unit: Any, by_place: int, names: Collection[str]) -> tuple[int, int]:
    """How much a unit is given by place, and how much by name."""
    is_method = isinstance(unit, Method)
    function = unit.function if isinstance(unit, Method) else unit
    # What measuring asks for its parameters tells those of what it stands for.
    while isinstance(function, Function) and "__wrapped__" in function.attributes:
        function = function.attributes["__wrapped__"]
    if not isinstance(function, Function):
        return 0, 0
    kinds = {one.name: one.kind for one in function.parameters}
    by_name = sum(kind == inspect.Parameter.KEYWORD_ONLY for kind in kinds.values())
    if inspect.Parameter.VAR_KEYWORD in kinds.values():
        by_name += sum(name not in kinds for name in names)
    places = sum(kind in _BY_PLACE for kind in kinds.values()) - is_method
    return max(by_place, places), by_name
