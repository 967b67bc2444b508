"""``warnings.deprecated``, since Python 3.13: what it decorates warns whenever it is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.guarded_functions import Bindable, Guarded
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import StaticMethod
from perfcast.trial.interpreter.stops import Unsupported

#: Nanoseconds of the function around the one that is deprecated, without its warning.
_HANDED_ON: Final = 230.0
#: Bytes of what that function is given, in a tuple and by name.
_GIVEN: Final = 110
_TOLD: Final = "__deprecated__"


def deprecating(machine: Machine, warn: Callable[[str, Any], None]) -> Guarded:
    """The decorator.

    Args:
        warn: warns by a text, of a category.
    """

    def made(message: Any, /, *, category: Any = DeprecationWarning, stacklevel: Any = 1) -> Guarded:
        if not isinstance(message, str):
            raise TypeError("a text is expected")

        def told() -> None:
            machine.pay(_HANDED_ON)
            machine.put_aside(_GIVEN)
            warn(message, category)
            machine.aside -= _GIVEN

        def decorate(target: Any, /) -> Any:
            if not isinstance(target, Class | Function):
                raise Unsupported("what is deprecated and neither a function nor a class")
            if isinstance(target, Class):
                if category is not None:
                    target.attributes["__new__"] = _making(target, told)
            elif category is not None:
                target = _calling(target, told)
            target.attributes = {**target.attributes, _TOLD: message}
            return target

        return Guarded(decorate)

    return Guarded(made)


def _calling(function: Function, told: Callable[[], None]) -> Bindable:
    """What warns and calls the function."""

    def run(*args: Any, **kwargs: Any) -> Any:
        told()
        return function(*args, **kwargs)

    return Bindable(run, {**function.attributes, "__name__": function.name, "__wrapped__": function})


def _making(of: Class, told: Callable[[], None]) -> StaticMethod:
    """What warns and makes an instance of the class; those of classes that extend it are made without a warning."""
    own = of.find("__new__")
    make = own.function if isinstance(own, StaticMethod) else own

    def run(kind: Class, *args: Any, **kwargs: Any) -> Any:
        if kind is of:
            told()
        if make is not MISSING:
            return make(kind, *args, **kwargs)
        takes_any = kind.container is not None or kind.exception is not None or kind.initializer() is not MISSING
        if (args or kwargs) and not takes_any:
            raise kind.lacks("__init__", TypeError(f"{kind.name}() takes no arguments"))
        return kind.blank(args)

    return StaticMethod(Guarded(run))
