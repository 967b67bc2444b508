"""``sum``, by what it adds up."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import FLOAT
from perfcast.trial.interpreter.accounting.prices import OPERATOR
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.syntax.operators import binary
from perfcast.trial.libraries.numpy.prices import ELEMENT, ELEMENTWISE_CALL, NUMBER_OPERATOR
from perfcast.trial.libraries.numpy.temporaries import fits
from perfcast.trial.libraries.pandas.values import Tabular


def summed(machine: Machine, values: Iterable[Any], start: Any = 0) -> Any:
    """The sum; of lists and fractions one by one, as they grow."""
    if isinstance(start, list | tuple):
        return _joined(machine, values, start)
    rest = _added(machine, values)
    first = next(rest, MISSING)
    if first is MISSING:
        return start
    if isinstance(first, Decimal | Fraction | Tabular):
        return _in_turn(machine, rest, start + first)
    if type(first) is float and type(start) is not float:
        # It is added to the start as any object is; what follows is added up aside.
        machine.briefly(2 * FLOAT)
    return sum(rest, start + first)


def _in_turn(machine: Machine, values: Iterator[Any], total: Any) -> Any:
    """The sum, which is there while the next value is made."""
    add = binary(machine, ast.Add)
    place = len(machine.waiting)
    machine.waiting.append(total)
    try:
        for value in values:
            machine.waiting[place] = total = add(total, value)
    finally:
        del machine.waiting[place:]
    return total


def _added(machine: Machine, values: Iterable[Any]) -> Iterator[Any]:
    """What `sum` adds up, arrays and their numbers paid for as it does; an array that is the sum so far is there while
    the next one is made, and while that is added to it."""
    held = 0
    try:
        for value in values:
            if isinstance(value, np.ndarray):
                machine.array(value.size, ELEMENTWISE_CALL, ELEMENT * value.size)
                if held and not fits(machine, value, value):
                    machine.briefly(value.nbytes)
                more = max(0, value.nbytes - held)
                machine.put_aside(more)
                held += more
            elif isinstance(value, np.generic):
                machine.counts.native += NUMBER_OPERATOR
            yield value
            # Once it is added, nobody holds it while the next one is made.
            del value
    finally:
        machine.aside -= held


def _joined(machine: Machine, parts: Iterable[Any], start: Any) -> Any:
    """Lists or tuples added up by `sum`, which copies what it has for each of them."""
    total = start
    machine.price = OPERATOR
    for part in parts:
        if type(part) is not type(total):
            raise TypeError("only sequences of one kind can be added")
        joined = total + part
        machine.pass_over(len(joined))
        machine.briefly(sys.getsizeof(total) + sys.getsizeof(joined))
        total = joined
    return total
