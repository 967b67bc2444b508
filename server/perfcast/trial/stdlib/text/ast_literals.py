"""What the module ``ast`` holds that reads values as they are written down."""

from __future__ import annotations

import ast
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported

#: Nanoseconds of a call, of each value and of each character.
_CALL: Final = 2_500.0
_VALUE: Final = 1_450.0
_CHARACTER: Final = 2.5
#: Bytes of the tree, and of each value in it.
_TREE: Final = 8_000
_NODE: Final = 1_000
#: Characters of the longest text that is read.
_LONGEST: Final = 20_000


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds; the rest of it is as it is written."""

    def read(text: Any) -> Any:
        if type(text) is not str or len(text) > _LONGEST:
            raise Unsupported("reading other than a short text")
        try:
            found = ast.literal_eval(text)
        except (RecursionError, MemoryError):
            raise Unsupported("reading what is nested deeply") from None
        count = _values(found)
        machine.pay(_CALL + _VALUE * count + _CHARACTER * len(text))
        machine.briefly(_TREE + _NODE * count)
        return machine.made(found)

    return {"literal_eval": Guarded(read)}


def _values(found: Any) -> int:
    count, waiting = 0, [found]
    while waiting:
        value = waiting.pop()
        count += 1
        waiting += [*value, *value.values()] if isinstance(value, dict) else []
        waiting += value if isinstance(value, list | tuple | set) else []
    return count
