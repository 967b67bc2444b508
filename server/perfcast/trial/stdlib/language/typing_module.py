"""What code calls of ``typing``; annotations cost nothing."""

from __future__ import annotations

import typing
from collections import Counter, OrderedDict, abc, defaultdict, deque
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, nothing
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.stdlib.language.bracketed_types import args_of, form, origin_of
from perfcast.trial.stdlib.language.type_hints import told_hints

_VARIABLES: Final = ("TypeVar", "ParamSpec", "TypeVarTuple")
_DECORATORS: Final = ("overload", "final", "override", "no_type_check", "runtime_checkable")


_CONTAINERS: Final = {
    "List": list,
    "Dict": dict,
    "Set": set,
    "FrozenSet": frozenset,
    "Tuple": tuple,
    "Deque": deque,
    "DefaultDict": defaultdict,
    "OrderedDict": OrderedDict,
    "Counter": Counter,
}


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    return {
        # What only annotations and bases mention, as it is where its name alone is imported.
        **{name: form(name) for name in typing.__all__ if name[0].isupper()},
        **_CONTAINERS,
        **{name: getattr(abc, name) for name in abc.__all__ if hasattr(typing, name)},
        "AbstractSet": abc.Set,
        "Text": str,
        # Not False itself, which would then be there before the call wherever all of the module is imported.
        "TYPE_CHECKING": 0,
        "cast": Guarded(lambda _, value: value),
        "get_origin": Guarded(origin_of),
        "get_args": Guarded(args_of),
        "get_type_hints": Guarded(partial(told_hints, machine)),
        "NewType": Guarded(lambda *_: Guarded(lambda value: value)),
        **dict.fromkeys(_VARIABLES, Guarded(lambda name, *_, **__: Module(f"typing.{name}", {}))),
        **dict.fromkeys(_DECORATORS, Guarded(nothing)),
    }
