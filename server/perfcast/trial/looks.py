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
        "isgenerator": Guarded(lambda value: isinstance(value, GeneratorType)),
        "cleandoc": Guarded(_cleaned),
        "currentframe": Guarded(calling_frame),
    }


def _cleaned(text: Any) -> str:
    if not isinstance(text, str):
        raise Unsupported("a text of another kind")
    check_length(len(text))
    return inspect.cleandoc(text)
