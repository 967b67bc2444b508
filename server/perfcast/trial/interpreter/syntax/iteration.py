"""What loops and comprehensions take elements from."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import GeneratorType
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting import ordered_dicts
from perfcast.trial.interpreter.accounting.heap_walk import LONGEST_TUPLE
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import ITERATOR
from perfcast.trial.libraries.numpy.library import elements_of
from perfcast.trial.stdlib.concurrency.coroutines import Coroutine, following
from perfcast.trial.stdlib.concurrency.tasks import finished

#: Bytes of an iterator with the one that it goes over, and of one that goes over two.
_CHAINED = 120
_PAIRING = 160
#: Elements of a tuple that has another one's number.
_NUMBERED: Final = (2,)
#: What loops go over most often; and bytes of the iterators of what has places that may be empty.
_LISTED = frozenset({list, tuple, str})
_OF_PLACES: Final[dict[type, int]] = {dict: 72, set: 64}


def iterator_bytes(elements: Any, written: ast.expr | None = None) -> int:
    """Of what a loop takes the elements from, beside what a name stands for."""
    if type(elements) in _OF_PLACES:
        return _OF_PLACES[type(elements)]
    if type(elements) in _LISTED:
        return ITERATOR
    if isinstance(elements, GeneratorType) or (isinstance(written, ast.Name) and isinstance(elements, Iterator)):
        return 0
    if isinstance(elements, zip):
        return _PAIRING
    return _CHAINED if isinstance(elements, Iterator) else ITERATOR


def tuples_under_way(elements: Any, written: ast.expr) -> tuple[int, ...]:
    """How long the tuple is in which what a loop goes over has its elements, one after the other."""
    if type(elements) is enumerate:
        return _NUMBERED
    if type(elements) is zip and isinstance(written, ast.Call) and 0 < len(written.args) <= LONGEST_TUPLE:
        return () if any(isinstance(one, ast.Starred) for one in written.args) else (len(written.args),)
    return ()


def iterated(machine: Machine, value: Any) -> Iterator[Any]:
    """The elements of what may be iterated over; those of an array become objects one by one."""
    return elements_of(machine, value) if isinstance(value, np.ndarray) else ordered_dicts.followed(machine, value)


def iterated_on_loop(machine: Machine, value: Any) -> Iterator[Any]:
    """The same asynchronously, where nothing around can be held up: others run within it."""
    follow = following(value)
    if follow is None:
        yield from iterated(machine, value)
        return
    while True:
        try:
            item = finished(machine, Coroutine(follow))
        except StopAsyncIteration:
            return
        yield item
