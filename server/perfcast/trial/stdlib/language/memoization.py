"""``functools.cache`` and ``functools.lru_cache``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.accounting.prices import FOUND, FOUND_BY_NAME, KEPT
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.imports.followed_modules import Globals
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.scaling import FEW

#: How many results are remembered where nobody says.
_USUAL: Final = 128
#: Bytes of the function that remembers; and of each result's place in the order in which they were asked for, where
#: only so many are remembered.
_CACHE: Final = 1_100
_IN_ORDER: Final = 56
#: Types of single arguments that are kept as they are.
_KEYS_THEMSELVES: Final = frozenset({int, str})
#: Arguments that are the same ones when a call is repeated.
_BY_VALUE: Final = (int, float, str, bytes, type(None), Class, type)


class _Info(NamedTuple):
    """As ``cache_info()`` gives it."""

    hits: int
    misses: int
    maxsize: int | None
    currsize: int


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``functools`` holds of the kind."""

    def limited(maxsize: Any = _USUAL, typed: bool = False) -> Guarded:
        if callable(maxsize):
            return _remembered(machine, maxsize, _USUAL)
        most = None if maxsize is None else max(0, int(maxsize))
        return Guarded(lambda function: _remembered(machine, function, most, typed=bool(typed)))

    return {"cache": Guarded(lambda function: _remembered(machine, function, None)), "lru_cache": Guarded(limited)}


def of_library(machine: Machine, function: Callable[..., Any]) -> Guarded:
    """A function of the standard library's that remembers as many results as usual, by their types too."""
    with machine.apart(machine.limit):
        return _remembered(machine, function, _USUAL, typed=True)


def _remembered(  # noqa: PLR0915
    machine: Machine, function: Any, most: int | None, *, typed: bool = False
) -> Guarded:
    """The function, of which so many results are remembered, those that were asked for last; None for all.

    Args:
        most: fewer as a run's sizes are smaller, where only larger ones would meet it.
        typed: arguments of different types are not the same.
    """
    wrapped: Callable[..., Any] = guarded(machine, function)
    table: dict[Any, Any] = {}
    machine.tables.append(table)
    if most and most > FEW:
        machine.cache_maxsizes.add(most)
    asked = {True: 0, False: 0}
    is_of_library = machine.is_importing
    deep = 0
    # Bytes of the order in which results were asked for, and the run that they were taken in.
    in_order, number = 0, machine.number

    def run(*args: Any, **kwargs: Any) -> Any:
        nonlocal deep, in_order, number
        room = machine.caps.get(most, most) if most else most
        key = _key(args, kwargs, typed=typed)
        check_nesting(key)
        found = table.get(key, MISSING)
        is_known = found is not MISSING
        asked[is_known] += 1
        has_room = room is None or len(table) < room
        if not (is_known or deep) and is_of_library and has_room and _is_known_by_then(machine, args, kwargs):
            machine.step(FOUND + (FOUND_BY_NAME if kwargs else 0.0))
            deep += 1
            try:
                table[key] = found = _found_before(machine, partial(wrapped, *args, **kwargs))
            finally:
                deep -= 1
            return found
        machine.step((FOUND if is_known else KEPT) + (FOUND_BY_NAME if kwargs else 0.0))
        if is_known and room is not None:
            table[key] = table.pop(key)
        if not is_known:
            # The tuple of the arguments is there until the call returns; measuring has its own.
            deep += 1
            if most and deep > 1:
                # What it calls itself with is mostly what it was called with last, however few those are.
                machine.cache_maxsizes.discard(most)
            machine.passes(*[1] * deep if len(args) == 1 and machine.frames else [])
            try:
                found = wrapped(*args, **kwargs)
            finally:
                deep -= 1
            is_full = room is not None and len(table) >= room
            if is_full:
                if not room:
                    return found
                del table[next(iter(table))]
            # It outlasts the call where it was there before.
            machine.changes(table)
            before = len(table)
            table[key] = machine.made(found)
            machine.inserted(table, before)
            if room is not None and not is_full:
                machine.remembers(len(table), room)
                machine.put_aside(_IN_ORDER)
                machine.counts.lingering += _IN_ORDER
                in_order, number = _IN_ORDER + (in_order if number == machine.number else 0), machine.number
        return found

    def clear() -> None:
        nonlocal in_order
        if number == machine.number:
            machine.take_back(in_order, number)
            machine.counts.lingering -= in_order
        in_order = 0
        table.clear()
        asked.update({True: 0, False: 0})

    told = {
        "cache_clear": Guarded(clear),
        "cache_info": Guarded(lambda: _Info(asked[True], asked[False], most, len(table))),
        "cache_parameters": Guarded(lambda: {"maxsize": most, "typed": typed}),
        "__wrapped__": function,
        "table": table,
    }
    return Guarded(run, told, nbytes=_CACHE)


def _is_known_by_then(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether a function of another module is asked by one of another module, for what calls before have asked it, too:
    those of the unit's own module are made to forget before it is measured."""
    if not machine.frames or not all(isinstance(value, _BY_VALUE) for value in (*args, *kwargs.values())):
        return False
    frame = machine.frames[-1]
    while frame.outer is not None:
        frame = frame.outer
    return isinstance(frame.names, Globals) and frame.names.members is not None


def _found_before(machine: Machine, function: Callable[[], Any]) -> Any:
    """What it gives, which was there before the call."""
    with machine.apart(machine.limit - machine.spent):
        found = function()
        spent = machine.spent
    machine.allows(spent)
    machine.before.written(found)
    return found


def _key(args: tuple[Any, ...], kwargs: dict[str, Any], *, typed: bool) -> Any:
    """What a result is remembered by."""
    if typed:
        return (*args, *sorted(kwargs.items()), *map(type, (*args, *kwargs.values())))
    if kwargs:
        return args, tuple(sorted(kwargs.items()))
    return args[0] if len(args) == 1 and type(args[0]) in _KEYS_THEMSELVES else args
