"""Names that stand in every module: Python's own functions where those will do, and what stands for the others."""

from __future__ import annotations

import builtins
from functools import partial
from typing import Any, Final

from perfcast.trial.accounting.machine import Machine
from perfcast.trial.concurrency.coroutines import Coroutine, next_of
from perfcast.trial.errors.groups import grouped
from perfcast.trial.natives import ALLOWED, MADE, Guarded, Unbound, guarded
from perfcast.trial.objects import descriptors
from perfcast.trial.objects.kinds import ClassMethod, StaticMethod
from perfcast.trial.standard import absent_files, attributes_by_name, buffers, surroundings, types_of_values
from perfcast.trial.syntax.operators import divided

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


def members(machine: Machine) -> dict[str, Any]:
    """Those names."""
    own: dict[str, Any] = {
        "print": buffers.printer(machine),
        **types_of_values.members(machine),
        **attributes_by_name.members(machine),
        "__name__": "__main__",
        "__debug__": True,
        "Ellipsis": ...,
        **{name: Guarded(partial(surroundings.refused, name)) for name in ("input", "compile", "exec")},
        "open": Guarded(absent_files.opening(machine)),
        "property": descriptors.properties(machine),
        "staticmethod": Guarded(StaticMethod),
        "classmethod": Guarded(lambda function: ClassMethod(guarded(machine, function))),
        "id": Guarded(id),
        "anext": Guarded(lambda iterator, *default: Coroutine(lambda: next_of(iterator, *default))),
        "aiter": Guarded(lambda value: value),
    }
    return _BUILTINS | own | {name: Unbound(own[name].run) for name in _BUILT_IN}
