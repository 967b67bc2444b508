"""What the module ``types`` holds: the types of functions, modules and the like, for asking whether a value is one."""

from __future__ import annotations

import types
from typing import Any, Final

from perfcast.trial.machine import Machine
from perfcast.trial.natives import Guarded, Kind
from perfcast.trial.objects import Class, Function, Instance, Method, Module
from perfcast.trial.stops import Unsupported

#: Nanoseconds of making a namespace, and bytes of it.
_MADE: Final = 200.0


class _Nothing:
    """In place of what code cannot come by."""


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
        **dict.fromkeys(("TracebackType", "FrameType", "CodeType", "CoroutineType", "AsyncGeneratorType"), _Nothing),
    }
    return {
        **{name: Kind(kind, _refused) for name, kind in kinds.items()},
        "MethodType": Kind(Method, Method),
        "SimpleNamespace": namespace,
        "NoneType": type(None),
        "EllipsisType": type(...),
        "NotImplementedType": type(NotImplemented),
    }


def _refused(*_: Any, **__: Any) -> Any:
    raise Unsupported("what is made of code")
