"""Which errors an ``except`` clause handles, and how an error that ends a run is reported."""

from __future__ import annotations

import re
from typing import Any, Final

from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Cancelled, Closing, Lacking, Raised, Stopped, Unfit, Unindexed, Unsupported

#: Characters of an error's text that are told.
_LONGEST_TEXT: Final = 40
#: The same of what a run could not follow; the type of values of which nobody knows what they are.
_LONGEST_STOP: Final = 80
_NOBODYS: Final = "Unknown"
_OF_UNKNOWN: Final = re.compile(r"\bUnknown\b|\bunknown value|^a type that is not known")
#: Bits of whole numbers that are told.
_MOST_BITS: Final = 64
#: What stands for an error of Python's own.
_MEANT: Final[dict[type, type]] = {
    Closing: GeneratorExit,
    Lacking: AttributeError,
    Stopped: RuntimeError,
    Unindexed: TypeError,
}


def meant(kind: type) -> type:
    """The type of Python's own that one stands for; any other as it is."""
    return _MEANT.get(kind, kind)


def caught(error: Exception, kinds: Any) -> bool:
    """Whether ``except kinds`` handles the error."""
    if isinstance(kinds, tuple):
        return any(caught(error, kind) for kind in kinds)
    if isinstance(kinds, Class):
        return isinstance(error, Raised) and isinstance(error.instance, Instance) and error.instance.of.extends(kinds)
    return isinstance(kinds, type) and _is_of(error, kinds)


def _is_of(error: Exception, kind: type) -> bool:
    if isinstance(error, Cancelled):
        return kind is not Exception and issubclass(Cancelled, kind)
    if isinstance(error, Closing):
        return issubclass(GeneratorExit, kind)
    if isinstance(error, Raised):
        instance = error.instance
        return isinstance(instance, Instance) and issubclass(instance.of.exception or Exception, kind)
    return isinstance(error, kind) or (isinstance(error, Stopped) and issubclass(StopIteration, kind))


def in_short(error: Exception) -> str:
    """An error's class and a short text of it in one line, such as "KeyError 'price'". Calls nothing of the unit's."""
    if isinstance(error, Raised):
        instance = error.instance
        if not isinstance(instance, Instance):
            return "Exception"
        name, args = instance.of.name, instance.attributes.get("args", ())
    else:
        name, args = meant(type(error)).__name__, error.args
    if not name.isidentifier() or len(name) > _LONGEST_TEXT:
        name = "Exception"
    said = args[0] if type(args) is tuple and len(args) == 1 else None
    text = repr(said[:_LONGEST_TEXT]) if type(said) is str else str(said) if _is_short(said) else ""
    return f"{name} {text if len(text) <= _LONGEST_TEXT else f'{text[: _LONGEST_TEXT - 1]}…'}".rstrip()


def in_full(error: BaseException) -> str:
    """The same with its whole text, of what ended a run: "KeyError: price". Calls nothing of the unit's."""
    if isinstance(error, Raised):
        instance = error.instance
        name = instance.of.name if isinstance(instance, Instance) else "Exception"
        args = instance.attributes.get("args", ()) if isinstance(instance, Instance) else ()
    else:
        name, args = meant(type(error)).__name__, error.args
    said = args[0] if type(args) is tuple and args else ""
    return f"{name}: {said if type(said) is str else ''}"


def stop_in_full(reason: BaseException) -> str:
    """The same of whatever ended a run before the unit did; what could not be followed is of one class."""
    if isinstance(reason, Unfit):
        return reason.error
    return f"Unsupported: {reason}" if isinstance(reason, Unsupported) else in_full(reason)


def is_of_unknown(reason: BaseException) -> bool:
    """Whether a run could not go on for what nobody knows of a value."""
    return isinstance(reason, Unsupported) and _OF_UNKNOWN.search(str(reason)) is not None


def stop_in_short(reason: BaseException) -> str:
    """What a run could not follow, such as "os.getpgrp"; '' where that says nothing."""
    text = str(reason) if isinstance(reason, Unsupported) else ""
    first, dot, rest = text.partition(".")
    if first == _NOBODYS and dot:
        text = f".{rest} of an unknown value"
    return text if len(text) <= _LONGEST_STOP and text.isprintable() else ""


def _is_short(said: Any) -> bool:
    return type(said) in {bool, float} or (type(said) is int and said.bit_length() <= _MOST_BITS)
