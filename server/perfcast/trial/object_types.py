"""What the module ``types`` holds: the types of functions, modules and the like, for asking whether a value is one."""

from __future__ import annotations

import types
from functools import partial
from typing import Any, Final

from perfcast.trial.machine import Machine
from perfcast.trial.natives import Guarded, Kind
from perfcast.trial.objects import Class, Function, Instance, Method, Module
from perfcast.trial.surroundings import of_nothing, refused

#: Nanoseconds of making a namespace.
_MADE: Final = 200.0
#: What is refused to be made; what code cannot come by here.
_OF_CODE: Final = "what is made of code"
_OUT_OF_REACH: Final = ("TracebackType", "FrameType", "CodeType", "CoroutineType", "AsyncGeneratorType")


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    namespace = Class("SimpleNamespace", [], None)

    def put(made: Instance, **attributes: Any) -> None:
        machine.pay(_MADE)
        made.attributes.update(attributes)

    namespace.attributes["__init__"] = Guarded(put)
    kinds: dict[str, type | tuple[type, ...]] = {
        **dict.fromkeys(("FunctionType", "LambdaType"), Function),
        "ModuleType": Module,
        "GeneratorType": types.GeneratorType,
    }
    return {
        **{name: Kind(kind, partial(refused, _OF_CODE)) for name, kind in kinds.items()},
        **{name: of_nothing(_OF_CODE) for name in _OUT_OF_REACH},
        "MethodType": Kind(Method, Method),
        "SimpleNamespace": namespace,
        # Nobody changes what may only be looked at.
        "MappingProxyType": Guarded(lambda mapping: mapping),
        "GenericAlias": Guarded(lambda of, _: of),
        "NoneType": type(None),
        "EllipsisType": type(...),
        "NotImplementedType": type(NotImplemented),
    }
