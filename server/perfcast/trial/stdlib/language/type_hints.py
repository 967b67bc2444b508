"""``typing.get_type_hints``: what classes and functions say of types, evaluated."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.hints import Hints
from perfcast.trial.interpreter.stops import Unsupported

#: Nanoseconds of asking a function, and each class that one extends; of each hint, and more of one that is a text.
_ASKED: Final = 600.0
_ASKED_OF_CLASS: Final = 1_700.0
_EVALUATED: Final = 1_600.0
_PARSED: Final = 8_000.0
#: Bytes that are held meanwhile: of a function, of a class, and while a text is parsed.
_ASIDE: Final = 1_000
_ASIDE_OF_CLASS: Final = 1_900
_ASIDE_OF_TEXT: Final = 12_500


def told_hints(
    machine: Machine, value: Any, globalns: Any = None, localns: Any = None, include_extras: Any = False
) -> dict[str, Any]:
    """As ``get_type_hints``. Raises Unsupported for what is not written, or meant with other names than its own."""
    if globalns is not None or localns is not None:
        raise Unsupported("hints with other names")
    found: dict[str, Any] = {}
    for hints, frame in _sources(value):
        is_class = isinstance(value, Class)
        machine.pay(_ASKED_OF_CLASS if is_class else _ASKED)
        machine.briefly(_ASIDE_OF_CLASS if is_class else _ASIDE)
        for name in hints.written:
            machine.pay(_EVALUATED)
            if hints.is_text(name):
                machine.pay(_PARSED)
                machine.briefly(_ASIDE_OF_TEXT)
            found[name] = hints.meant(name, frame, with_extras=bool(include_extras))
    machine.made(found)
    return found


def _sources(value: Any) -> list[tuple[Hints, Frame]]:
    """Where they are written, the first ones first."""
    function = value.function if isinstance(value, Method) else value
    if isinstance(function, Function):
        return [_told(function.hints, function.around)]
    if isinstance(value, Class):
        # Containers of Python's own say nothing.
        return [_told(one.hints, one.body) for one in reversed(value.order) if one.built_in is None]
    raise Unsupported("the hints of another kind of value")


def _told(hints: Hints | None, frame: Frame | None) -> tuple[Hints, Frame]:
    if hints is None or frame is None:
        raise Unsupported("the hints of what is not written")
    return hints, frame
