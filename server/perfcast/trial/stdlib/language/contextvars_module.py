"""What the module ``contextvars`` holds, for a program that is one context."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING

#: Nanoseconds of a look at a variable, and of a change of it, which makes a token.
_LOOK: Final = 30.0
_CHANGE: Final = 90.0
#: Where a variable keeps its value, and its default.
_VALUE: Final = "_value"
_DEFAULT: Final = "_default"


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    variable, token, context = (Class(name, [], None) for name in ("ContextVar", "Token", "Context"))

    def begin(made: Instance, name: str, *, default: Any = MISSING) -> None:
        machine.pay(_CHANGE)
        made.attributes.update({"name": name, _VALUE: MISSING, _DEFAULT: default})

    def get(made: Instance, *default: Any) -> Any:
        machine.pay(_LOOK)
        for known in (made.attributes[_VALUE], *default, made.attributes[_DEFAULT]):
            if known is not MISSING:
                return known
        raise LookupError(made.attributes["name"])

    def put(made: Instance, value: Any) -> Instance:
        machine.pay(_CHANGE)
        before = Instance(token)
        before.attributes.update({"var": made, "old_value": made.attributes[_VALUE]})
        made.attributes[_VALUE] = value
        return before

    def reset(made: Instance, before: Instance) -> None:
        machine.pay(_LOOK)
        made.attributes[_VALUE] = before.attributes["old_value"]

    def run(_: Instance, function: Any, *args: Any, **kwargs: Any) -> Any:
        machine.pay(_CHANGE)
        return function(*args, **kwargs)

    methods: dict[str, Callable[..., Any]] = {"__init__": begin, "get": get, "set": put, "reset": reset}
    variable.attributes.update({name: Guarded(method) for name, method in methods.items()})
    context.attributes.update({"run": Guarded(run), "copy": Guarded(lambda _: Instance(context))})
    token.attributes["MISSING"] = MISSING
    return {
        "ContextVar": variable,
        "Token": token,
        "Context": context,
        "copy_context": Guarded(lambda: Instance(context)),
    }
