"""What an error costs on its way from where it is raised to where it is handled."""

from __future__ import annotations

import json
from types import TracebackType
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import (
    CAUGHT,
    FIRST_CAUGHT,
    MESSAGE,
    MODULE_MISSED,
    MODULE_MISSED_WITHIN,
    NAMED_ATTRIBUTE,
    PASSED,
)
from perfcast.trial.interpreter.errors.chains import keeps_another
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Raised

#: Bytes of an error with what says where it was met; of a frame that it has left, which that holds, too; of a text
#: beside its characters.
_ERROR: Final = 384
_FRAME: Final = 224
_TEXT: Final = 49
#: Of what an error is made with, where there is something, and where its class gives that on once more; of another one
#: that it keeps, with where that was met; and of what tells where a text is none of JSON's, which three functions of
#: the library have left.
_GIVEN_ON: Final = 56
_ARGUMENTS: Final = 64
_ANOTHER: Final = 192
_UNREADABLE: Final = 1_510
#: Characters by which it is told whose attribute there is none of.
_WHOSE: Final = 38
#: The same while a module is looked for.
_LOOKING_FOR_MODULE: Final = 2_500
#: What runs a function of the unit's, and the statement ``raise``, by the names of their code.
_CALL: Final = "Functions._plain_call.<locals>.call"
_RAISE: Final = "ErrorStatements.raise_.<locals>.run"
#: So far an error's way is followed. Beyond, it is one that statements raise again and again, whose way only grows.
_FURTHEST: Final = 2_000
#: What an error's text is put together of without the unit's code, and soon.
_PLAIN: Final = frozenset({str, bytes, int, float, bool, type(None)})
#: By what texts that are put together for one error differ from those that are the same for all of a kind.
_FILLED_WITH: Final = frozenset("'0123456789")


def note_handled(machine: Machine, frame: Frame, error: Exception) -> None:
    """Pays for an error that comes to a handler of a call, and for what holds the places that it has passed."""
    passed, is_stated = _way_of(error.__traceback__)
    size = _ERROR + passed * _FRAME
    if is_stated and not error.args:
        size -= _ARGUMENTS
    if is_stated and keeps_another(error):
        size += _ANOTHER
    machine.pay(CAUGHT + FIRST_CAUGHT * (not frame.is_object) + PASSED * passed)
    frame.is_object = True
    if isinstance(error, Raised):
        size += _GIVEN_ON if _is_given_on(error.instance) else 0
    elif not isinstance(error, KeyError) and not is_stated:
        text = str(error) if _PLAIN.issuperset(map(type, error.args)) else ""
        if isinstance(error, TypeError) and text and _FILLED_WITH.isdisjoint(text):
            size += _TEXT + len(text)
        if not _FILLED_WITH.isdisjoint(text):
            machine.pay(MESSAGE)
            size += _TEXT + len(text)
        if isinstance(error, json.JSONDecodeError):
            size += _UNREADABLE
        if isinstance(error, AttributeError):
            machine.pay(NAMED_ATTRIBUTE)
            if text and _FILLED_WITH.isdisjoint(text):
                # Of an object of the unit's own it says which attribute alone, and in Python whose it would be, too.
                machine.pay(MESSAGE)
                size += _TEXT + _WHOSE + len(text)
    machine.briefly(size)


def _is_given_on(raised: Any) -> bool:
    return isinstance(raised, Instance) and "args" in raised.attributes and raised.of.find("__init__") is not MISSING


def not_found(machine: Machine, name: str) -> ModuleNotFoundError:
    """The error of an import of a module that is not there, paid for."""
    machine.pay(MODULE_MISSED_WITHIN if "." in name else MODULE_MISSED)
    machine.briefly(_LOOKING_FOR_MODULE)
    return ModuleNotFoundError(f"No module named {name!r}", name=name)


def _way_of(at: TracebackType | None) -> tuple[int, bool]:
    """How many of the unit's functions an error has left, and whether a statement has raised it."""
    passed, name, steps = 0, "", 0
    while at is not None and steps < _FURTHEST:
        name = at.tb_frame.f_code.co_qualname
        passed += name == _CALL
        at, steps = at.tb_next, steps + 1
    return passed, name == _RAISE or at is not None
