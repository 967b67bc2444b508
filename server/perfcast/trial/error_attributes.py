"""What may stand behind a dot after an error, of Python's own classes or of the unit's."""

from __future__ import annotations

from typing import Any

from perfcast.trial.groups import group_attribute
from perfcast.trial.missing import MISSING
from perfcast.trial.natives import Guarded
from perfcast.trial.objects import Instance
from perfcast.trial.stops import Unsupported
from perfcast.trial.surroundings import ignored, traceback_of_nobody


def error_attribute(error: Exception | Instance, name: str) -> Any:
    """The attribute; `MISSING` for one that neither all errors have nor a group.

    Raises Unsupported for what tells of other errors, which is not noted.
    """
    of_group = group_attribute(error, name) if isinstance(error, ExceptionGroup) else None
    if of_group is not None:
        return Guarded(of_group) if callable(of_group) else of_group
    match name:
        case "args":
            return error.args if isinstance(error, Exception) else ()
        case "__traceback__":
            return traceback_of_nobody()
        case "with_traceback":
            return Guarded(lambda _: error)
        case "add_note":
            return Guarded(ignored)
        case "__cause__" | "__context__" | "__suppress_context__":
            raise Unsupported(f"an error's {name}")
    return MISSING
