"""``warnings``, which nobody sees."""

from __future__ import annotations

import sys
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import WARNED
from perfcast.trial.interpreter.objects import context_managers
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.language.deprecations import deprecating
from perfcast.trial.stdlib.system import platform_facts

#: Bytes of a warning that is shown no more; of looking for what it is ignored by, where that says so by default.
_WARNING: Final = 376
_IGNORING: Final = 1_286
_IGNORED: Final = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)
_DEPRECATES: Final = sys.version_info >= (3, 13)


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""

    recording: list[bool] = []

    def catch(*, record: Any = False, **_: Any) -> context_managers.Context:
        """What it gives is empty: to record a warning is not followed."""
        recording.append(bool(record))

        def leave(_: Exception | None) -> bool:
            recording.pop()
            return False

        return context_managers.Context([] if record else None, leave)

    def warn(message: Any = "", category: Any = None, *_: Any, **__: Any) -> None:
        if any(recording):
            raise Unsupported("a warning that is recorded")
        machine.pay(WARNED)
        machine.briefly(_WARNING + (_IGNORING if _is_ignored(_kind_of(message, category)) else 0))

    return {
        **({"deprecated": deprecating(machine, warn)} if _DEPRECATES else {}),
        "warn": Guarded(warn),
        "catch_warnings": Guarded(catch),
        **dict.fromkeys(("simplefilter", "filterwarnings"), Guarded(platform_facts.ignored)),
    }


def _kind_of(message: Any, category: Any) -> Any:
    """What kind of warning it is: a message may be one itself."""
    if type(message) is Instance:
        return message.of
    return type(message) if isinstance(message, Warning) else category


def _is_ignored(category: Any) -> bool:
    """Whether nobody sees warnings of that kind, or of one that the unit derives from it."""
    kind = category.exception if isinstance(category, Class) else category
    return isinstance(kind, type) and issubclass(kind, _IGNORED)
