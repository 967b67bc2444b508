"""What code asks of the module ``inspect``: what kind a value is of, and where it runs."""

from __future__ import annotations

import inspect
from types import GeneratorType
from typing import Any

from perfcast.trial.limits import check_length
from perfcast.trial.natives import Guarded
from perfcast.trial.objects import Class, Function, Method, Module
from perfcast.trial.stops import Unsupported
from perfcast.trial.surroundings import calling_frame


def members() -> dict[str, Any]:
    """What the module holds."""
    return {
        "isfunction": Guarded(lambda value: isinstance(value, Function)),
        "ismethod": Guarded(lambda value: isinstance(value, Method)),
        "isroutine": Guarded(lambda value: isinstance(value, Function | Method | Guarded)),
        "isclass": Guarded(lambda value: isinstance(value, Class | type)),
        "ismodule": Guarded(lambda value: isinstance(value, Module)),
        "isgeneratorfunction": Guarded(_makes_generators),
        "isgenerator": Guarded(lambda value: isinstance(value, GeneratorType)),
        "getmro": Guarded(_order),
        "cleandoc": Guarded(_cleaned),
        "currentframe": Guarded(calling_frame),
    }


def _makes_generators(value: Any) -> bool:
    function = value.function if isinstance(value, Method) else value
    return isinstance(function, Function) and function.yields


def _order(of: Any) -> tuple[Any, ...]:
    if not isinstance(of, Class):
        raise Unsupported("what a built-in class extends")
    return of.whole_order


def _cleaned(text: Any) -> str:
    if not isinstance(text, str):
        raise Unsupported("a text of another kind")
    check_length(len(text))
    return inspect.cleandoc(text)
