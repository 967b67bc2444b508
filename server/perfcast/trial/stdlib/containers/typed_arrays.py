"""``array.array``."""

from __future__ import annotations

import array
from collections.abc import Iterator
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import TAKEN
from perfcast.trial.interpreter.builtin_functions import fed, noted
from perfcast.trial.interpreter.stops import Unsupported

#: Types of elements that are numbers.
_CODES: Final = frozenset("bBhHiIlLqQfd")
_RAW: Final = (bytes, bytearray)
#: Arguments that its type takes.
_GIVEN: Final = 2


def members() -> dict[str, Any]:
    """What the module ``array`` holds."""
    return {"array": array.array, "ArrayType": array.array, "typecodes": array.typecodes}


def made(machine: Machine, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """An array, as its type makes it. Raises Unsupported for one of characters."""
    if kwargs or not 0 < len(args) <= _GIVEN or not isinstance(args[0], str) or args[0] not in _CODES:
        raise Unsupported("an array of another kind")
    before = machine.call("array.array")
    try:
        # Bytes are taken as they are.
        found = array.array(args[0], *[v if isinstance(v, _RAW) else fed(machine, v) for v in args[1:]])
        if isinstance(args[-1], _RAW):
            machine.price = 0.0
        elif isinstance(args[-1], Iterator):
            machine.pay(TAKEN * len(found))
        return noted(machine, found)
    finally:
        machine.price = before
