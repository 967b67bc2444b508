"""``property`` as classes of the unit's own extend it, and what functions give behind a dot as descriptors do."""

from __future__ import annotations

import inspect
from types import BuiltinFunctionType
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.guarded_functions import (
    Bindable,
    Elementwise,
    Extendable,
    Guarded,
    Partial,
    Unbound,
)
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import ACCESSORS, Property

#: Nanoseconds of beginning a property of a class of the unit's own; of binding a function by its ``__get__``; of
#: calling one by its ``__call__``, besides the call.
_BEGUN: Final = 65.0
_BOUND: Final = 55.0
_CALLED: Final = 35.0
_CALLED_ALIKE: Final = Function | Method | Unbound | BuiltinFunctionType
_DEFAULTS: Final = frozenset({"__defaults__", "__kwdefaults__"})


def properties(machine: Machine) -> Extendable:
    """What stands behind the name ``property``."""
    extended = _extended(machine)

    def make(fget: Any = None, fset: Any = None, fdel: Any = None, doc: Any = None) -> Property:
        return Property(*(guarded(machine, function) for function in (fget, fset, fdel)))

    made = Extendable(make)
    made.as_class = lambda: extended
    return made


def _extended(machine: Machine) -> Class:
    """What classes extend whose instances are properties."""

    def begin(one: Instance, fget: Any = None, fset: Any = None, fdel: Any = None, doc: Any = None) -> None:
        machine.pay(_BEGUN)
        one.attributes.update(fget=fget, fset=fset, fdel=fdel, __doc__=doc)

    def get(one: Instance, of: Any, _: Any = None) -> Any:
        return one if of is None else _asked(one, "fget")(of)

    def put(one: Instance, of: Any, value: Any) -> None:
        _asked(one, "fset")(of, value)

    def changed(part: str) -> Guarded:
        def change(one: Instance, function: Any) -> Any:
            functions = {name: one.attributes[name] for name in ACCESSORS.values()} | {part: function}
            return one.of(*functions.values())

        return Guarded(change)

    def _asked(one: Instance, part: str) -> Any:
        function = one.attributes[part]
        if function is None:
            raise AttributeError(f"property of '{one.of.name}' object has no {part}")
        return guarded(machine, function)

    found = Class("property", [], None)
    found.attributes.update(__init__=Guarded(begin), __get__=Guarded(get), __set__=Guarded(put))
    found.attributes.update({name: changed(part) for name, part in ACCESSORS.items()})
    return found


def of_function(machine: Machine, value: Any, name: str) -> Any:
    """A function's ``__get__``, ``__code__``, hints and defaults, and the ``__call__`` of whatever it is; `MISSING` for
    what is not known.

    Raises AttributeError for what functions that are written in C lack.
    """
    if name == "__call__" and (isinstance(value, _CALLED_ALIKE) or type(value) in {Guarded, Elementwise}):
        function = guarded(machine, value)

        def call(*args: Any, **named: Any) -> Any:
            machine.pay(_CALLED)
            return function(*args, **named)

        return Unbound(call, {"__self__": value})
    if name == "__code__" and isinstance(value, Function):
        return value.code
    if name == "__annotations__" and isinstance(value, Function):
        return value.annotations
    if name in _DEFAULTS and isinstance(value, Function):
        return _defaults(value, by_name=name == "__kwdefaults__")
    if name == "__get__" and isinstance(value, Unbound | BuiltinFunctionType):
        raise AttributeError(f"'{_type_of(value)}' object has no attribute '__get__'")
    if name == "__get__" and isinstance(value, Function | Bindable):

        def bind(of: Any, _: Any = None) -> Any:
            machine.pay(_BOUND)
            return value if of is None else Method(value, of)

        return Unbound(bind)
    return MISSING


def _defaults(function: Function, *, by_name: bool) -> Any:
    """Of its parameters that are given by name alone, or of the others; None where none has one."""
    names = {one.name for one in function.parameters if (one.kind == inspect.Parameter.KEYWORD_ONLY) == by_name}
    found = {name: value for name, value in function.given.items() if name in names}
    return (found if by_name else tuple(found.values())) or None


def _type_of(value: Unbound | BuiltinFunctionType) -> str:
    return "functools.partial" if isinstance(value, Partial) else "builtin_function_or_method"
