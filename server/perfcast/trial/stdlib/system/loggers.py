"""What the module ``logging`` holds: loggers, which write down what is not below their level, on the error output where
they have no handlers. Its other classes are followed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Settable
from perfcast.trial.stdlib.system.platform_facts import ignored

_LEVELS: Final = {
    "NOTSET": 0, "DEBUG": 10, "INFO": 20, "WARNING": 30, "ERROR": 40, "CRITICAL": 50, "WARN": 30, "FATAL": 50,
}  # fmt: skip
#: Level of what one is told by a method's name.
_TOLD: Final = {name: _LEVELS[name.upper()] for name in ("debug", "info", "warning", "error", "critical", "warn")}
#: Nanoseconds of telling a logger what is below its level, besides the call, and of looking up whether it is.
_TOLD_NOBODY: Final = 85.0
_LEVEL_LOOKED_UP: Final = 25.0
#: Nanoseconds of setting one, of turning all off, and of looking up a logger by its name.
_LEVEL_SET: Final = 380.0
_DISABLED: Final = 480.0
_LOGGER_LOOKED_UP: Final = 260.0
#: Nanoseconds and bytes of a record that is made, where nobody writes it down.
_MADE_ALONE: Final = 5_200.0
_RECORD_ALONE: Final = 1_100
#: Nanoseconds of a record that is made and written down, and of the traceback of an error with it.
_WRITTEN_DOWN: Final = 8_500.0
_TRACED: Final = 49_000.0
#: Bytes of a record, and of the texts of a traceback; how often its message is there while it is written down.
_RECORD: Final = 1_390
_TRACEBACK: Final = 14_300
_COPIES: Final = 3


class _Loggers:
    """The loggers of a run by their names, the root's is '', and the levels that the unit sets."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._levels = {"": _LEVELS["WARNING"]}
        self._with_handlers: set[str] = set()
        #: Up to this nobody is told anything.
        self._disabled = 0
        self._manager = Settable(ignored, {"loggerDict": {}, "disable": 0})
        self._known: dict[str, Settable] = {}
        self.root = self.named()
        self.kind = Settable(lambda name, *_: self._made(name), self.functions("") | {"manager": self._manager})
        for name, value in (("loggerClass", self.kind), ("root", self.root), ("getLogger", Guarded(self.looked_up))):
            self._manager.put(name, value)

    def functions(self, name: str) -> dict[str, Any]:
        """Methods of the logger of a name."""
        told = partial(self._told, name)
        return {
            **dict.fromkeys(("removeHandler", "addFilter", "removeFilter"), Guarded(ignored)),
            **{method: Guarded(partial(told, level)) for method, level in _TOLD.items()},
            "exception": Guarded(lambda *args, **named: told(_LEVELS["ERROR"], *args, **{"exc_info": True} | named)),
            "log": Guarded(told),
            "isEnabledFor": Guarded(partial(self._is_enabled, name)),
            "getEffectiveLevel": Guarded(partial(self._level, name)),
            "setLevel": Guarded(partial(self._set_level, name)),
            "addHandler": Guarded(lambda *_: self._with_handlers.add(name)),
            "hasHandlers": Guarded(lambda: not self._with_handlers.isdisjoint(_upwards(name))),
        }

    def looked_up(self, name: Any = None) -> Settable:
        """As ``logging.getLogger``."""
        if name:
            self._machine.pay(_LOGGER_LOOKED_UP)
        return self.named(name if isinstance(name, str) and name != "root" else "")

    def named(self, name: str = "") -> Settable:
        if name not in self._known:
            self._known[name] = self._made(name)
        return self._known[name]

    def disable(self, level: int = _LEVELS["CRITICAL"]) -> None:
        """As ``logging.disable``."""
        self._machine.pay(_DISABLED)
        self._disabled = _number(level)
        self._manager.put("disable", self._disabled)

    def configure(self, level: Any = None, force: Any = False, **_: Any) -> None:
        """As ``logging.basicConfig``."""
        if "" not in self._with_handlers or force:
            self._with_handlers.add("")
            if level is not None:
                self._set_level("", level)

    def _made(self, name: str) -> Settable:
        state = {"level": self._levels.get(name, 0), "disabled": False, "propagate": True, "parent": None}
        held = {"handlers": [], "filters": [], "name": name or "root", "manager": self._manager}
        child = Guarded(lambda suffix: self.named(f"{name}.{suffix}" if name else suffix))
        return Settable(ignored, self.functions(name) | state | held | {"getChild": child})

    def _set_level(self, name: str, level: Any) -> None:
        self._machine.pay(_LEVEL_SET)
        self._levels[name] = _number(level)
        self.named(name).put("level", self._levels[name])

    def _level(self, name: str) -> int:
        return next((level for one in _upwards(name) if (level := self._levels.get(one))), 0)

    def _allows(self, name: str, level: Any) -> bool:
        is_off = name in self._known and bool(self._known[name].attributes["disabled"])
        return bool(level > self._disabled and level >= self._level(name)) and not is_off

    def _is_enabled(self, name: str, level: Any) -> bool:
        self._machine.pay(_LEVEL_LOOKED_UP)
        return self._allows(name, level)

    def _told(self, name: str, level: Any, message: Any = "", *values: Any, exc_info: Any = None, **_: Any) -> None:
        machine = self._machine
        if not self._allows(name, level):
            machine.pay(_TOLD_NOBODY)
            return
        if level < _LEVELS["WARNING"] and self._with_handlers.isdisjoint(_upwards(name)):
            # What writes down where nothing else does leaves that out.
            machine.schedules(_MADE_ALONE)
            machine.briefly(_RECORD_ALONE)
            return
        machine.schedules(_WRITTEN_DOWN + (_TRACED if exc_info else 0.0))
        texts = sum(len(text) for text in (message, *values) if isinstance(text, str))
        machine.briefly(_RECORD + _COPIES * texts + (_TRACEBACK if exc_info else 0))


def logging(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    loggers = _Loggers(machine)
    others = dict.fromkeys(("captureWarnings", "addLevelName", "shutdown", "setLoggerClass"), Guarded(ignored))
    others |= {"disable": Guarded(loggers.disable), "basicConfig": Guarded(loggers.configure)}
    others |= {"getLevelName": Guarded(_level_name), "getLogger": Guarded(loggers.looked_up)}
    others |= {"getLoggerClass": Guarded(lambda: loggers.kind)}
    return loggers.functions("") | _LEVELS | others | {"root": loggers.root}


def _upwards(name: str) -> Iterator[str]:
    """The name of a logger, and those above it up to the root's."""
    while name:
        yield name
        name = name.rpartition(".")[0]
    yield name


def _number(level: Any) -> int:
    """A level by its name, or as it is."""
    found = _LEVELS.get(level, level)
    return found if isinstance(found, int) else 0


def _level_name(level: Any) -> Any:
    """The name of a number, or the number of a name, as ``logging.getLevelName``."""
    names = {number: name for name, number in reversed(_LEVELS.items())}
    found = _LEVELS.get(level, names.get(level))
    return f"Level {level}" if found is None else found
