"""What the module ``logging`` holds: loggers without handlers, which write down on the error output what is not below
their level. Its other classes are followed."""

from __future__ import annotations

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
#: Nanoseconds of a record that is made and written down, and of the traceback of an error with it.
_WRITTEN_DOWN: Final = 8_500.0
_TRACED: Final = 49_000.0
#: Bytes of a record, and of the texts of a traceback; how often its message is there while it is written down.
_RECORD: Final = 1_390
_TRACEBACK: Final = 14_300
_COPIES: Final = 3


def logging(machine: Machine) -> dict[str, Any]:
    """What the module holds."""

    def told(level: Any, message: Any = "", *values: Any, exc_info: Any = None, **_: Any) -> None:
        if level < _LEVELS["WARNING"]:
            machine.pay(_TOLD_NOBODY)
            return
        machine.schedules(_WRITTEN_DOWN + (_TRACED if exc_info else 0.0))
        texts = sum(len(text) for text in (message, *values) if isinstance(text, str))
        machine.briefly(_RECORD + _COPIES * texts + (_TRACEBACK if exc_info else 0))

    def is_enabled(level: Any) -> bool:
        machine.pay(_LEVEL_LOOKED_UP)
        return bool(level >= _LEVELS["WARNING"])

    said = ("setLevel", "addHandler", "removeHandler", "addFilter", "removeFilter", "basicConfig")
    functions = {
        **dict.fromkeys(said, Guarded(ignored)),
        **{name: Guarded(partial(told, level)) for name, level in _TOLD.items()},
        "exception": Guarded(lambda *args, **named: told(_LEVELS["ERROR"], *args, **{"exc_info": True} | named)),
        "log": Guarded(told),
        "isEnabledFor": Guarded(is_enabled),
        "getEffectiveLevel": Guarded(lambda: _LEVELS["WARNING"]),
        "hasHandlers": Guarded(lambda: False),
    }
    state: dict[str, Any] = {
        "level": 0,
        "disabled": False,
        "propagate": True,
        "parent": None,
        "handlers": [],
        "filters": [],
    }
    logger = Settable(ignored, functions | state | {"name": "root"})
    logger.put("getChild", Guarded(lambda _: logger))
    kind = Settable(lambda *_: logger, functions)
    manager = Settable(ignored, {"loggerClass": kind, "loggerDict": {}, "disable": 0, "root": logger})
    manager.put("getLogger", Guarded(lambda _: logger))
    for holding in (logger, kind):
        holding.put("manager", manager)
    others = dict.fromkeys(("disable", "captureWarnings", "addLevelName", "shutdown"), Guarded(ignored))
    others |= {"getLevelName": Guarded(_level_name), "setLoggerClass": Guarded(ignored)}
    others |= {"getLogger": Guarded(lambda name=None: logger), "getLoggerClass": Guarded(lambda: kind)}
    return functions | _LEVELS | others | {"root": logger}


def _level_name(level: Any) -> Any:
    """The name of a number, or the number of a name, as ``logging.getLevelName``."""
    names = {number: name for name, number in reversed(_LEVELS.items())}
    found = _LEVELS.get(level, names.get(level))
    return f"Level {level}" if found is None else found
