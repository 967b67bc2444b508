"""``OptimizeResult`` and its like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.guarded_functions import Guarded

#: Bytes of one without what it holds.
_OBJECT: Final = 500
#: Nanoseconds of reaching an entry behind a dot, and by its name.
_BY_DOT: Final = 350.0
_BY_NAME: Final = 40.0


class Result(Foreign):
    """As ``OptimizeResult``: a dictionary whose entries stand behind dots, too."""

    def __init__(self, machine: Machine, entries: dict[str, Any]) -> None:
        super().__init__(entries, _OBJECT)
        self._machine = machine
        machine.made(self)

    def member(self, name: str) -> Any:
        if name in self.attributes:
            self._machine.pay(_BY_DOT)
            return self.attributes[name]
        methods: dict[str, Any] = {
            "get": self.attributes.get,
            "keys": self.attributes.keys,
            "items": self.attributes.items,
        }
        return Guarded(methods[name]) if name in methods else super().member(name)

    def __getitem__(self, place: Any) -> Any:
        self._machine.pay(_BY_NAME)
        return self.attributes[place]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.attributes)

    def __contains__(self, value: Any) -> bool:
        return value in self.attributes

    def __len__(self) -> int:
        return len(self.attributes)

    def __bool__(self) -> bool:
        return bool(self.attributes)
