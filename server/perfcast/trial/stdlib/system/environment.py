"""``os.environ``, which holds bytes and translates each name and value."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine

#: Beside what a dictionary takes: one that is there, one that is not, for which an error is raised and handled, and one
#: that is set.
_FOUND: Final = 180.0
_LACKING: Final = 640.0
_SET: Final = 230.0
#: Bytes of that error and what it keeps while it is handled, and of a name as bytes; both beside its characters.
_ERROR: Final = 850
_ENCODED: Final = 240


class Environment(dict[str, str]):
    """The variables, of which there are none until the unit sets some."""

    def __init__(self, machine: Machine) -> None:
        super().__init__()
        self._machine = machine

    def _look_up(self, name: object) -> None:
        if not isinstance(name, str):
            raise TypeError(f"str expected, not {type(name).__name__}")
        is_there = super().__contains__(name)
        self._machine.pay(_FOUND if is_there else _LACKING)
        self._machine.briefly((_ENCODED if is_there else _ERROR) + len(name))

    def get(self, name: str, default: Any = None) -> Any:
        self._look_up(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> str:
        self._look_up(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        # `os.environ` takes this of `Mapping`, which asks for the value and handles the error.
        self._look_up(name)
        return super().__contains__(name)

    def __setitem__(self, name: str, value: str) -> None:
        self._machine.pay(_SET)
        super().__setitem__(name, value)

    def setdefault(self, name: str, default: Any = None) -> Any:
        self._look_up(name)
        self._machine.pay(_SET)
        return super().setdefault(name, default)

    def pop(self, name: str, *default: Any) -> Any:
        self._look_up(name)
        return super().pop(name, *default)

    def copy(self) -> dict[str, str]:
        self._machine.pay(_FOUND * len(self))
        return dict(self)
