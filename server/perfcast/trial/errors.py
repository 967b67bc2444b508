"""Which errors a handler is for."""

from __future__ import annotations

from typing import Any

from perfcast.trial.objects import Class, Instance
from perfcast.trial.stops import Raised, Stopped


def caught(error: Exception, kinds: Any) -> bool:
    """Whether ``except kinds`` handles the error."""
    if isinstance(kinds, tuple):
        return any(caught(error, kind) for kind in kinds)
    if isinstance(kinds, Class):
        return isinstance(error, Raised) and isinstance(error.instance, Instance) and error.instance.of.extends(kinds)
    if isinstance(kinds, type):
        if isinstance(error, Raised):
            instance = error.instance
            return isinstance(instance, Instance) and issubclass(instance.of.exception or Exception, kinds)
        if isinstance(error, Stopped) and issubclass(StopIteration, kinds):
            return True
        return isinstance(error, kinds)
    return False
