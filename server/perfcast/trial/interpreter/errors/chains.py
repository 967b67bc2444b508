"""What errors tell of others: those that they were raised from, and those that were handled meanwhile."""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.errors.groups import told
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported

#: Under this name what an error tells is kept beside its attributes, which code may look at.
_KEPT: Final = "chain"


class _Chain(NamedTuple):
    """As the attributes of errors that Python names so; `MISSING` stands for what was not noted."""

    cause: Any = None
    context: Any = MISSING
    suppresses: bool = False


#: By the names that Python has for them.
_FIELDS: Final = {"__cause__": "cause", "__context__": "context", "__suppress_context__": "suppresses"}


def origin(
    node: ast.Raise, compile_: Callable[[ast.expr], Callable[[Frame], Any]]
) -> Callable[[Machine, Frame, Exception], None]:
    """Notes for an error that a statement raises what it is raised from, and what is handled meanwhile.

    Of causes names and ``None`` are looked at; other expressions are not evaluated, and whoever asks for such a cause
    asks in vain.
    """
    cause = node.cause
    is_plain = isinstance(cause, ast.Name) or (isinstance(cause, ast.Constant) and cause.value is None)
    value = compile_(cause) if cause is not None and is_plain else None

    def note(machine: Machine, frame: Frame, error: Exception) -> None:
        chain = _chain_of(told(error))
        if cause is not None:
            chain = chain._replace(cause=MISSING, suppresses=True)
        if value is not None:
            with suppress(Unsupported, NameError):
                chain = chain._replace(cause=_error_or_none(value(frame)))
        handled = handled_now(machine, frame)
        if handled is not None and told(handled) is not told(error):
            chain = chain._replace(context=told(handled))
        if handled is not None or cause is not None:
            vars(told(error))[_KEPT] = chain

    return note


def chain_attribute(error: Exception | Instance, name: str) -> Any:
    """What the error tells by that name; `MISSING` for names of anything else.

    Raises:
        Unsupported: it was not noted.
    """
    chain = _chain_of(error)
    if name not in _FIELDS:
        return MISSING
    found = getattr(chain, _FIELDS[name])
    if found is MISSING:
        raise Unsupported(f"an error's {name}")
    return found


def assign_chain(error: Exception | Instance, name: str, found: Any) -> bool:
    """Notes what code says that an error was raised from, or meanwhile; whether the name is one of these."""
    field = _FIELDS.get(name)
    if field is None:
        return False
    # A cause that is said leaves out what was handled.
    said = {"suppresses": True} if field == "cause" else {}
    vars(error)[_KEPT] = _chain_of(error)._replace(**{**said, field: found})
    return True


def keeps_another(error: Exception) -> bool:
    """Whether a statement has raised it from another one, or while that was handled."""
    chain = _chain_of(told(error))
    return chain.cause is not None or chain.context not in {None, MISSING}


def handled_now(machine: Machine, *nearest: Frame) -> Exception | None:
    """The error whose handler is under way in the nearest frame."""
    return next((one.handled for one in (*nearest, *reversed(machine.frames)) if one.handled is not None), None)


def _chain_of(error: Exception | Instance) -> _Chain:
    return vars(error).get(_KEPT) or _Chain()


def _error_or_none(found: Any) -> Any:
    is_error = isinstance(found, Exception) or (isinstance(found, Instance) and found.of.exception is not None)
    return found if found is None or is_error else MISSING
