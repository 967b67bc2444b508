"""``raise``, and errors thrown into generators."""

from __future__ import annotations

from types import GeneratorType
from typing import Any

from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Closed, Closing, Raised, Stopped, Unsupported


def raised(found: Any) -> Exception:
    """The error that stands for a value behind ``raise``.

    Raises:
        Unsupported: nobody knows what it is, or it is to end the program.
        TypeError: it is no error.
    """
    if isinstance(found, Class):
        found = found()
    if isinstance(found, Instance) and found.of.exception is not None:
        return Raised(found)
    if isinstance(found, type) and issubclass(found, Exception):
        found = found()
    if isinstance(found, Exception):
        return found
    if isinstance(found, Module | Unknown | Instance | Guarded) or _ends_a_program(found):
        raise Unsupported("raising something of another library")
    raise TypeError("exceptions must derive from BaseException")


def throw(generator: GeneratorType[Any, Any, Any], kind: Any, value: Any = None, _: Any = None) -> Any:
    """As a generator's ``throw``."""
    if value is not None:
        # With a class, what it is made of or an instance of it.
        is_made = isinstance(value, BaseException | Instance)
        kind = value if is_made else kind(*value) if isinstance(value, tuple) else kind(value)
    error = raised(kind)
    # Python lets none leave a generator, this one's own functions included.
    return generator.throw(Stopped() if isinstance(error, StopIteration) else error)


def close(generator: GeneratorType[Any, Any, Any]) -> None:
    """As a generator's ``close``."""
    try:
        generator.throw(Closed())
    except (StopIteration, Closed, Closing):
        return
    raise RuntimeError("generator ignored GeneratorExit")


def _ends_a_program(found: Any) -> bool:
    kind = found if isinstance(found, type) else type(found)
    return issubclass(kind, BaseException)
