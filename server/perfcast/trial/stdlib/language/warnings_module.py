"""``warnings``, which nobody sees."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import WARNED
from perfcast.trial.interpreter.builtin_functions import Guarded
from perfcast.trial.interpreter.objects import context_managers
from perfcast.trial.stdlib.system import platform_facts

#: Bytes of a warning that is shown no more; of looking for what it is ignored by, where that says so by default.
_WARNING: Final = 376
_IGNORING: Final = 1_286
_IGNORED: Final = frozenset({DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning})


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""

    def warn(_: Any = "", category: Any = None, *__: Any, **named: Any) -> None:
        machine.pay(WARNED)
        is_ignored = named.get("category", category) in _IGNORED
        machine.briefly(_WARNING + (_IGNORING if is_ignored else 0))

    return {
        "warn": Guarded(warn),
        "catch_warnings": Guarded(lambda **_: context_managers.Context([])),
        **dict.fromkeys(("simplefilter", "filterwarnings"), Guarded(platform_facts.ignored)),
    }
