"""Flags of regular expressions: members of an enumeration, which CPython looks up anew for each operator."""

from __future__ import annotations

import re
from typing import Any

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import FLAGS_JOINED
from perfcast.trial.interpreter.objects.missing import MISSING


class RegexFlag(int):
    """In place of that of ``re``; its operators are paid for."""

    def __new__(cls, machine: Machine, value: int) -> RegexFlag:
        """Raises ValueError for what is no flag."""
        made = super().__new__(cls, value)
        made._machine = machine
        return made

    _machine: Machine

    @property
    def _meant(self) -> re.RegexFlag:
        return re.RegexFlag(int(self))

    def attribute(self, name: str) -> Any:
        """Of what members of enumerations have besides what numbers have; `MISSING` for others."""
        return getattr(self._meant, name) if name in {"name", "value"} else MISSING

    def __or__(self, other: Any) -> Any:
        return self._operated(int(self).__or__(other))

    def __and__(self, other: Any) -> Any:
        return self._operated(int(self).__and__(other))

    def __xor__(self, other: Any) -> Any:
        return self._operated(int(self).__xor__(other))

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self) -> RegexFlag:
        # Each member keeps what it gives.
        return RegexFlag(self._machine, ~self._meant)

    def __repr__(self) -> str:
        return repr(self._meant)

    __str__ = __repr__

    def __format__(self, how: str) -> str:
        return format(self._meant, how)

    def _operated(self, found: Any) -> Any:
        if found is NotImplemented:
            return found
        self._machine.pay(FLAGS_JOINED)
        return RegexFlag(self._machine, found)
