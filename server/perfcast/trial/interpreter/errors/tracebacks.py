"""What the module ``traceback`` holds: errors as text, of a call of nobody's."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.errors.handlers import in_short
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Raised
from perfcast.trial.stdlib.system.platform_facts import ignored

#: Nanoseconds of one line of a traceback, whose file is looked at, and of telling the error.
_FRAME: Final = 12_000.0
_ERROR: Final = 6_000.0
_HEAD: Final = "Traceback (most recent call last):\n"
_WHERE: Final = '  File "program.py", line 1, in function\n    function()\n'
_PRINTING: Final = ("print_exc", "print_exception", "print_stack", "print_tb", "print_last")


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""

    def placed(*_: Any, **__: Any) -> list[str]:
        machine.pay(_FRAME)
        return [_WHERE]

    def only(error: Any, value: Any = None, **_: Any) -> list[str]:
        machine.pay(_ERROR)
        return [f"{_told(error if value is None else value)}\n"]

    def whole(error: Any = None, value: Any = None, *_: Any, **__: Any) -> list[str]:
        return [_HEAD, *placed(), *only(error, value)]

    return {
        **dict.fromkeys(_PRINTING, Guarded(ignored)),
        **dict.fromkeys(("format_tb", "format_stack"), Guarded(placed)),
        "format_exception_only": Guarded(only),
        "format_exception": Guarded(whole),
        "format_exc": Guarded(lambda *_, **__: "".join(whole())),
    }


def _told(error: Any) -> str:
    if isinstance(error, Instance):
        return in_short(Raised(error))
    return in_short(error) if isinstance(error, Exception) else "Exception"
