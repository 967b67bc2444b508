"""Costs of built-in functions that depend on their arguments, besides the call and the elements."""

from __future__ import annotations

import heapq
import itertools
import math
import statistics
import sys
from collections.abc import Callable, ItemsView
from decimal import Decimal
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.comparison_costs import comparing_alike
from perfcast.trial.interpreter.accounting.dict_growth import old_places
from perfcast.trial.interpreter.accounting.heap_walk import LONGEST_TUPLE
from perfcast.trial.interpreter.accounting.limits import bits
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.accounting.object_sizes import POINTER
from perfcast.trial.interpreter.accounting.prices import (
    CHOICE,
    CHOSEN_FIRST,
    CHOSEN_INSTEAD,
    DIGIT_RAISED,
    DIGITS,
    DIGITS_BY_FACTOR,
    DIVISOR,
    ELEMENTS,
    EXPONENT,
    FACTOR,
    FACTOR_IN_TURN,
    FLOAT_FILLED,
    GREATEST,
    HYPOTENUSE,
    KEY,
    LONG_FACTORIAL,
    LONG_MULTIPLIED,
    MADE_FIRST,
    MADE_FRACTION,
    MADE_TEXT,
    MEDIAN,
    MODULAR,
    MULTIPLIED_IN_PARTS,
    NUMBER_READ,
    ORDERED_WITHIN,
    POWER,
    RAISED,
    REAL_ROUNDED,
    SQUARED_FIRST,
    TEXT_SHOWN,
)
from perfcast.trial.interpreter.objects.elements import CONTAINERS
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_ELEMENTS
from perfcast.trial.libraries.numpy.prices import COMPARED_NUMBER
from perfcast.trial.stdlib.containers.sorting import heaped
from perfcast.trial.stdlib.text.formatting_times import WRITTEN_OUT, pay_for_text, shown

#: The natural logarithm of what a digit of a long whole number can be.
_LONG_DIGIT: Final = 30.0 * math.log(2.0)
#: How often the bytes of how many choices there are are held while these are counted.
_HALVES: Final = 7.0
#: Floats that take longer to be averaged than those behind them.
_FIRST_AVERAGED: Final = 10
#: They have their elements before they are gone through.
_GONE_THROUGH: Final = (*CONTAINERS, ItemsView)
#: So many values the price of the call is for.
_FEW_COMPARED: Final = 4
#: Arguments that are held on the stack.
_FEW: Final = 16
#: Bytes of a table of counts, besides the table.
_COUNTING: Final = 350
#: They sort what they are given apart.
SORTING: Final[tuple[Any, ...]] = (statistics.median, statistics.median_low, statistics.median_high)
#: The natural logarithm of what fits into 64 bits.
_IN_TABLE: Final = 64 * math.log(2)
#: Bits of numbers that floating point holds exactly.
_EXACT: Final = 53
#: By what power of its digits each factor of a long product takes longer: halves are multiplied in three parts.
_BY_FACTOR: Final = math.log2(3) - 1
#: Bits of the longest product that is made without objects.
_LONG_PRODUCT: Final = 63
#: Bytes of rounding one of NumPy's numbers, which it makes an array of.
_ROUNDED: Final = 1_780


def _hashed(machine: Machine, args: tuple[Any, ...]) -> None:
    if type(args[0]) is tuple:
        check_nesting(args[0])
        machine.pay(KEY * len(args[0]))


def _chosen(machine: Machine, args: tuple[Any, ...]) -> None:
    wanted = args[0] if args and isinstance(args[0], int) else 0
    there = len(args[1]) if len(args) > 1 and isinstance(args[1], CONTAINERS) else MOST_ELEMENTS
    if wanted >= there:
        machine.briefly(2 * POINTER * there)
    if 1 < wanted < there < MOST_ELEMENTS:
        # As many as come among the first ones of so many in no order.
        machine.pay(CHOSEN_FIRST * wanted + CHOSEN_INSTEAD * wanted * math.log(there / wanted))


def _compared(machine: Machine, args: tuple[Any, ...]) -> None:
    """Each number of an array is compared with another one as an object of NumPy's; of many values that are given one
    by one, each as an element."""
    if len(args) == 1 and isinstance(args[0], np.ndarray) and args[0].ndim == 1:
        machine.array(0, 0.0, COMPARED_NUMBER * args[0].size)
    elif 1 < len(args) <= LONGEST_TUPLE and not machine.places.has_free(len(args)):
        machine.passes(len(args))
    if len(args) > _FEW_COMPARED:
        machine.pay(ELEMENTS["max"] * (len(args) - _FEW_COMPARED))


def pay_for_parts(machine: Machine, values: Any) -> None:
    """Of values of which the least or largest is looked for: of tuples and lists the elements are compared."""
    first = next(iter(values), None) if isinstance(values, _GONE_THROUGH) else None
    if isinstance(first, tuple | list):
        machine.pay(ORDERED_WITHIN * len(values))
    elif first is not None:
        machine.pay(comparing_alike(first) * len(values))


def _ordered(machine: Machine, args: tuple[Any, ...]) -> None:
    if len(args) == 1 and isinstance(args[0], np.ndarray) and args[0].ndim == 1:
        machine.array(0, 0.0, COMPARED_NUMBER * args[0].size * math.log2(args[0].size + 1))


def _least(machine: Machine, args: tuple[Any, ...]) -> None:
    _compared(machine, args)
    if len(args) == 2 and type(args[0]) is type(args[1]) is int:
        machine.bounded(*args)
        machine.bounded(*args[::-1])


def _part(machine: Machine, args: tuple[Any, ...]) -> None:
    if len(args) == 2 and isinstance(args[0], list | str | tuple):
        machine.bounded(len(args[0]), args[1])


def _written(machine: Machine, args: tuple[Any, ...]) -> None:
    if args and type(args[0]) is not str:
        machine.pay(MADE_TEXT)
    _shown(machine, args)


def _shown(machine: Machine, args: tuple[Any, ...]) -> None:
    if args and isinstance(args[0], str | bytes):
        machine.price = TEXT_SHOWN
    elif args and isinstance(args[0], WRITTEN_OUT):
        machine.price = 0.0
        pay_for_text(machine, args[0])
    machine.pay(sum(map(shown, args[:1])))


def _hypotenuse(machine: Machine, args: tuple[Any, ...]) -> None:
    machine.pay(HYPOTENUSE * len(args))
    # Of more than a few it makes an array of C's.
    machine.briefly(POINTER * len(args) if len(args) > _FEW else 0)


def _divided(machine: Machine, args: tuple[Any, ...]) -> None:
    machine.pay(DIVISOR * len(args))


def _rounded(machine: Machine, args: tuple[Any, ...]) -> None:
    if args and type(args[0]) is not int:
        machine.pay(REAL_ROUNDED + FLOAT_FILLED * (len(args) > 1 and type(args[0]) is float))
    if len(args) > 1 and isinstance(args[0], np.floating):
        machine.briefly(_ROUNDED)


def _read(machine: Machine, args: tuple[Any, ...]) -> None:
    if args and type(args[0]) is not int and type(args[0]) is not float:
        machine.pay(NUMBER_READ)


#: The largest number whose factorial is in a table.
_FACTORIAL_IN_TABLE: Final = 20


def _multiplied(machine: Machine, args: tuple[Any, ...]) -> None:
    if args and type(args[0]) is int:
        number = max(0, args[0])
        if number <= _FACTORIAL_IN_TABLE:
            return
        digits = math.lgamma(number + 1) / _LONG_DIGIT
        machine.pay(FACTOR * number + LONG_FACTORIAL * digits * digits)
        _hold_parts(machine, digits)


def _multiplied_in_turn(machine: Machine, args: tuple[Any, ...]) -> None:
    """Of ``perm``: so many factors up to a number, in halves; a small product stands in a table."""
    if 1 <= len(args) <= 2 and all(type(value) is int for value in args):
        number, factors = args[0], args[-1]
        if not 0 < factors <= number or number.bit_length() > _EXACT:
            return
        log = math.lgamma(number + 1) - math.lgamma(number - factors + 1)
        if log > _IN_TABLE:
            digits = log / _LONG_DIGIT
            machine.pay((FACTOR_IN_TURN + DIGITS_BY_FACTOR * digits**_BY_FACTOR) * factors)
            _hold_parts(machine, digits)


def _hold_parts(machine: Machine, digits: float) -> None:
    """Notes what is there while a product of so many digits is made."""
    if digits >= MULTIPLIED_IN_PARTS:
        # Both factors, their halves, and the sums and products of these.
        machine.briefly(int(5.0 * 4.0 * digits))


def _raised(machine: Machine, args: tuple[Any, ...]) -> None:
    if any(isinstance(value, Decimal) for value in args):
        raise Unsupported("a power of a decimal number")
    if len(args) == 3:
        machine.pay(POWER + MODULAR * max(1, bits(args[1]) - 1) * (1 + bits(args[2]) // 30))
    elif len(args) == 2 and type(args[0]) is type(args[1]) is int:
        digits = args[0].bit_length() * max(0, args[1]) // 30
        machine.pay(POWER + EXPONENT * bits(args[1]) + (DIGIT_RAISED + RAISED * digits) * digits)


def pay_for_product(machine: Machine, factors: Any, product: Any) -> None:
    """Of one of many digits, which grew with each factor."""
    if type(product) is int and product.bit_length() > _LONG_PRODUCT and isinstance(factors, list | tuple):
        longer = len(factors) * (1 - _LONG_PRODUCT / product.bit_length())
        machine.pay((LONG_MULTIPLIED + DIGITS * product.bit_length() / 60) * longer)


def _choices(machine: Machine, args: tuple[Any, ...]) -> None:
    """A factor after the other, of numbers that grow up to the answer; a small one stands in a table."""
    if len(args) == 2 and all(type(value) is int and value >= 0 for value in args):
        number, chosen = args[0], min(args[1], args[0] - args[1])
        if chosen <= 0 or number.bit_length() > _EXACT:
            # Nothing is chosen among so many, see `perfcast.trial.interpreter.accounting.limits`.
            return
        log = math.lgamma(number + 1) - math.lgamma(chosen + 1) - math.lgamma(number - chosen + 1)
        if log > _IN_TABLE:
            machine.pay(CHOICE * chosen * log)
            # It is put together of halves, which are put together in turn.
            machine.briefly(int(_HALVES * 4.0 * log / _LONG_DIGIT))


def _averaged(first: float, machine: Machine, args: tuple[Any, ...]) -> None:
    """Floats become fractions, whose digits are fewer at first.

    Args:
        first: nanoseconds that each of the first few takes more.
    """
    if args and isinstance(args[0], list | tuple) and args[0] and type(args[0][0]) is float:
        machine.pay(MADE_FRACTION * len(args[0]) + first * min(len(args[0]), _FIRST_AVERAGED))


def _counted(machine: Machine, args: tuple[Any, ...]) -> None:
    """They are counted in a table first, which grows as it is filled, and the greatest count is looked for."""
    if args and isinstance(args[0], CONTAINERS):
        counts = dict.fromkeys(args[0])
        machine.pay(GREATEST * len(counts))
        machine.briefly(sys.getsizeof(counts) + old_places(counts) + _COUNTING)


def _in_order(machine: Machine, args: tuple[Any, ...]) -> None:
    if args and isinstance(args[0], CONTAINERS):
        machine.pay(MEDIAN * len(args[0]) * math.log2(len(args[0]) + 1))


def _distant(machine: Machine, args: tuple[Any, ...]) -> None:
    """Lists become tuples first, and what lies between them an array of C's."""
    made = sum(len(value) for value in args if isinstance(value, list))
    machine.briefly(POINTER * (made + len(args[0])) if made else 0)


#: What is noted of a call's arguments before it.
NOTES: Final[dict[Any, Callable[[Machine, tuple[Any, ...]], None]]] = {
    hash: _hashed,
    heapq.heapify: heaped,
    heapq.nlargest: _chosen,
    heapq.nsmallest: _chosen,
    min: _least,
    max: _compared,
    sorted: _ordered,
    itertools.islice: _part,
    str: _written,
    repr: _shown,
    round: _rounded,
    math.hypot: _hypotenuse,
    math.dist: _distant,
    statistics.mean: partial(_averaged, MADE_FIRST),
    **dict.fromkeys((statistics.stdev, statistics.pstdev), partial(_averaged, SQUARED_FIRST)),
    **dict.fromkeys((statistics.variance, statistics.pvariance), partial(_averaged, SQUARED_FIRST)),
    **dict.fromkeys(SORTING, _in_order),
    **dict.fromkeys((statistics.mode, statistics.multimode), _counted),
    math.gcd: _divided,
    math.lcm: _divided,
    math.factorial: _multiplied,
    math.comb: _choices,
    math.perm: _multiplied_in_turn,
    pow: _raised,
    float: _read,
}
