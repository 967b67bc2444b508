"""What calls of built-in functions hold while they run, besides what they make; and places that they leave."""

from __future__ import annotations

import itertools
import statistics
import sys
from collections import Counter, defaultdict, deque
from fractions import Fraction
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.argument_costs import SORTING
from perfcast.trial.interpreter.accounting.heap_walk import KEYS, LONGEST_TUPLE, TABLE
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import POINTER
from perfcast.trial.interpreter.accounting.references import counted
from perfcast.trial.interpreter.objects.elements import CONTAINERS, HELD
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.libraries.numpy.array_bytes import allocated
from perfcast.trial.stdlib.containers.sorting import merging

#: Types and functions that make a tuple of their arguments.
_TUPLED: Final = frozenset(
    {int, str, bytes, bytearray, complex, map, deque, Counter, defaultdict, min, max}
    | {itertools.chain, itertools.accumulate, itertools.pairwise, itertools.islice, itertools.cycle}
)
#: They choose one of what they are given, for which a dictionary is made of what comes by name; its bytes.
EXTREMES: Final = frozenset({min, max})
_NAMES: Final = 48
#: What pairs elements makes tuples of its arguments, of their iterators and of each pair.
_PAIRING: Final = frozenset({zip, itertools.zip_longest})
_TUPLES: Final = 3
_OF_ITERTOOLS: Final = (itertools.groupby, itertools.accumulate, itertools.product, itertools.zip_longest)
#: Functions that are given a dictionary of what comes by name; places of others that stay when they have run.
_BY_NAME: Final[frozenset[Any]] = EXTREMES | {zip, deque, *_OF_ITERTOOLS}
_LEAVING: Final[dict[Any, tuple[int, ...]]] = {Counter: (TABLE, TABLE, TABLE, 1, 1), Fraction: (1,)}
#: How often a container is referred to that is made for a call alone.
_ALONE: Final = counted(3, lent=2)
#: Bytes that a call takes besides, most of them of functions written in Python.
_RUNNING: Final[dict[Any, int]] = {
    Counter: 112,
    Fraction: 56,
    **dict.fromkeys((statistics.mean, statistics.stdev, statistics.pstdev), 2_600),
    **dict.fromkeys((statistics.variance, statistics.pvariance), 2_600),
}
#: Bytes of an iterator that calls a function.
_CALLING: Final = 48


def note_tuples(machine: Machine, function: Any, args: tuple[Any, ...]) -> None:
    """Notes those that a function is given, or that it makes of the elements of what it is given."""
    if function in _TUPLED:
        kept = len(args) - (function is map)
        if 0 < kept <= LONGEST_TUPLE and kept != 2:
            machine.passes(kept)
    elif function in _PAIRING and 0 < len(args) <= LONGEST_TUPLE:
        machine.passes(*(len(args),) * _TUPLES)


def held_by_call(machine: Machine, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> int:
    """Bytes that are there while a built-in function runs and are gone then."""
    if kwargs and function in _BY_NAME:
        machine.passes(TABLE, KEYS)
    elif function in _LEAVING:
        # The last place is that of a tuple of what it is given.
        machine.passes(*_LEAVING[function][: None if args else -1])
    held = _RUNNING.get(function, 0) + (_NAMES if function in EXTREMES and kwargs else 0)
    for value in args:
        kind = type(value)
        if kind in HELD:
            if sys.getrefcount(value) <= _ALONE + machine.references(value):
                held += machine.aside_for_call(value)
        elif kind is np.ndarray:
            # The rows of one of several axes hold it.
            if value.ndim == 1 and sys.getrefcount(value) <= _ALONE + machine.references(value):
                held += machine.aside_of(value, allocated(value))
        elif kind is Function:
            held += value.nbytes + _CALLING
    for value in kwargs.values():
        if type(value) is Function:
            held += value.nbytes + _CALLING
    if function in SORTING and args and isinstance(args[0], CONTAINERS):
        held += POINTER * len(args[0]) + merging(machine, len(args[0]))
    return held
