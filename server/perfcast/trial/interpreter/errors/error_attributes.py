"""Attributes of exceptions, of Python's own classes and of interpreted ones."""

from __future__ import annotations

import sys
from typing import Any, Final

from perfcast.trial.interpreter.errors.chains import chain_attribute
from perfcast.trial.interpreter.errors.groups import group_attribute
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.libraries.pydantic.validation_errors import ValidationError
from perfcast.trial.stdlib.system.call_frames import traceback_of_nobody
from perfcast.trial.stdlib.system.platform_facts import ignored

#: What errors of some of Python's kinds tell besides, which is theirs wherever they are raised.
_TOLD: Final[dict[str, tuple[type[Exception], ...]]] = {
    "value": (StopIteration,),
    **dict.fromkeys(("errno", "strerror", "filename"), (OSError,)),
    **dict.fromkeys(("errors", "error_count", "title", "json"), (ValidationError,)),
    **dict.fromkeys(("encoding", "object", "start", "end", "reason"), (UnicodeDecodeError, UnicodeEncodeError)),
}
#: Those of Python's syntax, whose errors ``tokenize`` makes its own of since Python 3.12.
_OF_SYNTAX: Final = frozenset({"msg", "lineno", "offset"} if sys.version_info >= (3, 12) else ())


def error_attribute(error: Exception | Instance, name: str) -> Any:
    """The attribute; `MISSING` for one that neither all errors have nor a group.

    Raises Unsupported for what tells of other errors, which is not noted.
    """
    if (told := _of_kind(error, name)) is not MISSING:
        return told
    match name:
        case "args":
            return error.args if isinstance(error, Exception) else ()
        case "__traceback__":
            return traceback_of_nobody()
        case "with_traceback":
            return Guarded(lambda _: error)
        case "add_note":
            return Guarded(ignored)
    return chain_attribute(error, name)


def _of_kind(error: Exception | Instance, name: str) -> Any:
    """What groups have, or errors of one of Python's kinds; `MISSING` of others."""
    of_group = group_attribute(error, name) if isinstance(error, ExceptionGroup) else None
    if of_group is not None:
        return Guarded(of_group) if callable(of_group) else of_group
    if name in _OF_SYNTAX and isinstance(error, SyntaxError):
        return getattr(error, name)
    return getattr(error, name) if isinstance(error, _TOLD.get(name, ())) else MISSING
