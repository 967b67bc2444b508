"""Virtual subclasses: what counts as extending an abstract class by ``register`` or ``__subclasshook__`` alone."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.class_decorators import Completing
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import ClassMethod, StaticMethod
from perfcast.trial.interpreter.stops import Unsupported

#: Nanoseconds of registering a class.
_REGISTERED: Final = 700.0


def registering(machine: Machine, of: Class | type) -> Completing:
    """The ``register`` of an abstract class, which decorates others, too."""
    return Completing(partial(_register, machine, of))


def _register(machine: Machine, of: Class | type, registered: Any) -> None:
    machine.pay(_REGISTERED)
    if isinstance(registered, Class):
        if registered.counts_as(of) if isinstance(of, Class) else registered.is_a(of):
            return
        if isinstance(of, Class) and of.counts_as(registered):
            raise RuntimeError("Refusing to create an inheritance cycle")
        registered.virtual_bases = (*registered.virtual_bases, of)
    elif isinstance(registered, type) and isinstance(of, Class):
        for one in of.order:
            one.registered += () if one.takes(registered) else (registered,)
    elif not isinstance(registered, type):
        raise TypeError("Can only register classes")
    elif not (isinstance(of, type) and issubclass(registered, of)):
        raise Unsupported("a type of another library that is registered")


def told_by_hook(of: Class, kind: Any) -> Any:
    """What the ``__subclasshook__`` of an abstract class says of another one; `NotImplemented` where it has none."""
    hook = of.hook
    if hook is MISSING:
        return NotImplemented
    if kind in of.answers:
        return of.answers[kind]
    told = (hook.function if isinstance(hook, ClassMethod | StaticMethod) else hook)(of, kind)
    if isinstance(kind, Class | type):
        of.answers[kind] = told
    return told
