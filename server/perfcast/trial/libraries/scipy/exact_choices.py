"""``scipy.special.comb(exact=True)``: one factor after the other, of plain whole numbers once they are long."""

from __future__ import annotations

import math
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import CHOICE
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.libraries.scipy.function_calls import called
from perfcast.trial.libraries.scipy.special import FUNCTIONS

#: Nanoseconds of a call, of a factor while products fit into the processor's numbers, and of one of Python's.
_CALL: Final = 260.0
_SHORT_FACTOR: Final = 4.5
_FACTOR: Final = 40.0
#: The natural logarithm from which on a product does not fit.
_FITTING: Final = 64 * math.log(2.0)
#: How much longer it takes than ``math.comb``, which multiplies halves.
_IN_TURN: Final = 3.0
#: Bytes for each natural logarithm of the product, of which several stand beside one another.
_BYTES: Final = 4 * 4 / 30 / math.log(2.0)


def members(machine: Machine) -> dict[str, Guarded]:
    """What the module has in the place of a function of arrays."""

    def comb(N: Any, k: Any, *, exact: Any = False, repetition: Any = False) -> Any:
        if exact and type(N) is int and type(k) is int:
            # Refuses what would be too large to tell the price of.
            found = FUNCTIONS["comb"].run(N, k, exact=True, repetition=repetition)
            _pay(machine, N + k - 1 if repetition else N, k)
            return machine.made(found)
        options = {"exact": exact, "repetition": repetition}
        return called(machine, "special.comb", FUNCTIONS["comb"], (N, k), options)

    return {"comb": Guarded(comb)}


def _pay(machine: Machine, number: int, chosen: int) -> None:
    machine.pay(_CALL)
    factors = min(chosen, number - chosen)
    if factors <= 0:
        return
    product = math.lgamma(number + 1) - math.lgamma(number - factors + 1)
    found = product - math.lgamma(factors + 1)
    if product <= _FITTING or found + math.log(factors) <= _FITTING:
        machine.pay(_SHORT_FACTOR * factors)
        return
    machine.pay(_FACTOR * factors + _IN_TURN * CHOICE * factors * found)
    machine.briefly(int(_BYTES * product))
