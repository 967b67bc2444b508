"""``builtins``: Python's own functions where those will do, models of the others."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import ALLOWED, MADE, guarded
from perfcast.trial.interpreter.errors.groups import grouped
from perfcast.trial.interpreter.objects import descriptors
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Unbound
from perfcast.trial.interpreter.objects.properties import ClassMethod, StaticMethod
from perfcast.trial.interpreter.syntax.operators import divided
from perfcast.trial.stdlib.concurrency.coroutines import Coroutine, next_of
from perfcast.trial.stdlib.formats import io_and_csv
from perfcast.trial.stdlib.language import attribute_functions, type_functions
from perfcast.trial.stdlib.system import absent_files, platform_facts

_BUILTINS: Final = {
    name: getattr(builtins, name)
    for name in (
        *("len", "isinstance", "issubclass", "iter", "next", "reversed", "bool", "callable", "hash", "range"),
        *("slice", "abs", "ord", "chr", "divmod", "int", "float", "complex", "str", "bytes", "bytearray", "list"),
        *("tuple", "dict", "set", "frozenset", "object", "enumerate", "zip", "map", "filter", "sum", "min", "max"),
        *("sorted", "any", "all", "round", "pow", "bin", "hex", "oct", "repr", "ascii", "format"),
        *("memoryview", "NotImplemented"),
    )
} | {
    name: value
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException) and not name.startswith("_")
}
#: Functions among those that the closed world has instead of Python's.
_BUILT_IN: Final = (
    *("print", "isinstance", "issubclass", "callable", "vars", "input", "open", "compile", "exec", "getattr"),
    *("hasattr", "id", "setattr", "delattr", "dir", "anext", "aiter"),
)
ALLOWED.update(value for value in _BUILTINS.values() if isinstance(value, type))
MADE[divmod] = divided
MADE.update(dict.fromkeys((ExceptionGroup, BaseExceptionGroup), lambda _, args, kwargs: grouped(*args, **kwargs)))


def members(machine: Machine, standard_output: Callable[[], Any]) -> dict[str, Any]:
    """Those names; what is printed goes to `standard_output`."""
    own: dict[str, Any] = {
        "print": io_and_csv.printer(machine, standard_output),
        **type_functions.members(machine),
        **attribute_functions.members(machine),
        "__name__": "__main__",
        "__debug__": True,
        "Ellipsis": ...,
        **{name: Guarded(partial(platform_facts.refused, name)) for name in ("input", "compile", "exec")},
        "open": Guarded(absent_files.opening(machine)),
        "property": descriptors.properties(machine),
        "staticmethod": Guarded(StaticMethod),
        "classmethod": Guarded(lambda function: ClassMethod(guarded(machine, function))),
        "id": Guarded(id),
        "anext": Guarded(lambda iterator, *default: Coroutine(lambda: next_of(iterator, *default))),
        "aiter": Guarded(lambda value: value),
    }
    return _BUILTINS | own | {name: Unbound(own[name].run) for name in _BUILT_IN}


def table(known: Mapping[str, Any]) -> dict[str, Any]:
    """All of them by name, as ``__builtins__`` is in a module that is imported.

    Args:
        known: those that are modelled.
    """
    others = (name for name, value in vars(builtins).items() if callable(value) and name not in known)
    return {**known, **{name: Guarded(partial(platform_facts.refused, name)) for name in others}}
