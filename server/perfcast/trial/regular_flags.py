"""Flags of regular expressions: members of an enumeration, which CPython looks up anew for each operator."""

from __future__ import annotations

import re
from typing import Any

from perfcast.trial.machine import Machine
from perfcast.trial.prices import FLAGS_JOINED


class Flags(int):
    """As ``re.RegexFlag``, whose operators are paid for."""

    def __new__(cls, machine: Machine, value: int) -> Flags:
        made = super().__new__(cls, value)
        made._machine = machine
        return made

    _machine: Machine

    def __or__(self, other: Any) -> Any:
        return self._operated(int(self).__or__(other))

    def __and__(self, other: Any) -> Any:
        return self._operated(int(self).__and__(other))

    def __xor__(self, other: Any) -> Any:
        return self._operated(int(self).__xor__(other))

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self) -> Flags:
        # Each member keeps what it gives.
        return Flags(self._machine, ~re.RegexFlag(int(self)))

    def __repr__(self) -> str:
        return repr(re.RegexFlag(int(self)))

    __str__ = __repr__

    def __format__(self, how: str) -> str:
        return format(re.RegexFlag(int(self)), how)

    def _operated(self, found: Any) -> Any:
        if found is NotImplemented:
            return found
        self._machine.pay(FLAGS_JOINED)
        return Flags(self._machine, found)
