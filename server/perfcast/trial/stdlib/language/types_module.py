"""``types``: types of functions, modules and the like."""

from __future__ import annotations

import types
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import called
from perfcast.trial.interpreter.objects.classes import Class, Either
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.guarded_functions import Elementwise, Guarded, Kind, Unbound
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.system.platform_facts import of_nothing, refused

#: Nanoseconds of making a module.
_MADE_MODULE: Final = 160.0
#: What is refused to be made; what code cannot come by here.
_OF_CODE: Final = "what is made of code"
_OUT_OF_REACH: Final = ("TracebackType", "FrameType", "CodeType", "CoroutineType", "AsyncGeneratorType")


def _is_built_in(value: Any) -> bool:
    """Whether a function is written in C. Raises Unsupported for what may stand for either."""
    if type(value) in {Guarded, Elementwise}:
        raise Unsupported("whether a function is built in")
    return type(value) in {Unbound, types.BuiltinFunctionType}


def _module(machine: Machine, name: str, doc: str | None) -> Module:
    """One with nothing in it yet."""
    machine.pay(_MADE_MODULE)
    return Module(name, {"__name__": name, "__doc__": doc})


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    namespace = Class("SimpleNamespace", [], None)

    def put(made: Instance, /, **attributes: Any) -> None:
        # They share no keys with those of other instances.
        made.told()
        made.attributes.update(attributes)

    def equals(one: Instance, other: Any) -> Any:
        return one.attributes == other.attributes if type(other) is Instance and other.of is one.of else NotImplemented

    def shown(one: Instance) -> Any:
        parts = (f"{name}={called(machine, repr, (value,), {})}" for name, value in one.attributes.items())
        return machine.made(f"namespace({', '.join(parts)})")

    namespace.attributes.update(__init__=Guarded(put), __eq__=Guarded(equals), __repr__=Guarded(shown))
    kinds: dict[str, type | tuple[type, ...]] = {
        **dict.fromkeys(("FunctionType", "LambdaType"), Function),
        "GeneratorType": types.GeneratorType,
    }
    found = {
        **{name: Kind(kind, partial(refused, _OF_CODE)) for name, kind in kinds.items()},
        **{name: of_nothing(_OF_CODE) for name in _OUT_OF_REACH},
        "MethodType": Kind(Method, Method),
        "ModuleType": Kind(Module, lambda name, doc=None: _module(machine, name, doc)),
        "SimpleNamespace": namespace,
        # Nobody changes what may only be looked at.
        "MappingProxyType": Guarded(lambda mapping: mapping),
        "GenericAlias": Guarded(lambda of, _: of),
        **dict.fromkeys(
            ("BuiltinFunctionType", "BuiltinMethodType"),
            Kind((types.BuiltinFunctionType, Guarded), partial(refused, _OF_CODE), which=_is_built_in),
        ),
        "UnionType": Kind((types.UnionType, Either), partial(refused, _OF_CODE)),
        "NoneType": type(None),
        "EllipsisType": type(...),
        "NotImplementedType": type(NotImplemented),
    }
    for name, one in found.items():
        if type(one) is Kind:
            one.attributes = {**one.attributes, "__name__": getattr(types, name).__name__}
    return found
