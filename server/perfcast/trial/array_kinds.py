"""What NumPy tells of types of numbers, and the switches of its warnings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.contexts import Switch
from perfcast.trial.machine import Machine
from perfcast.trial.natives import Guarded
from perfcast.trial.objects import Instance
from perfcast.trial.stops import Unsupported

#: Types of numbers that have another name, or that others are of.
_NAMES: Final = (
    *("bool_", "int_", "intp", "intc", "uint", "single", "double", "number", "generic", "integer", "signedinteger"),
    *("unsignedinteger", "inexact", "floating", "complexfloating"),
)
KINDS: Final[Mapping[str, Any]] = {name: getattr(np, name) for name in _NAMES}
#: What is known of a type's numbers.
_OF_FLOATS: Final = ("bits", "eps", "epsneg", "max", "min", "tiny", "smallest_normal", "resolution", "precision")
_OF_INTEGERS: Final = ("bits", "max", "min")
#: Nanoseconds of a call.
_LIMITS: Final = 400.0
_COMPARED: Final = 900.0
_ASKED: Final = 250.0
_SWITCHED: Final = 1_200.0
_NAMED: Final = (type, np.dtype)
#: What becomes of a warning that changes no result.
_QUIET: Final = frozenset({"ignore", "warn", "print", "log"})
#: Names of types that a text may be, which others could make long.
_LONGEST: Final = 12


def members(machine: Machine) -> dict[str, Callable[[], Any]]:
    """Of the module ``numpy``."""
    return {
        "finfo": lambda: Guarded(lambda kind: _limits(machine, np.finfo(_kind(kind)), _OF_FLOATS)),
        "iinfo": lambda: Guarded(lambda kind: _limits(machine, np.iinfo(_kind(kind)), _OF_INTEGERS)),
        "issubdtype": lambda: Guarded(lambda one, of: _is_of(machine, one, of)),
        "isscalar": lambda: Guarded(lambda value: _is_scalar(machine, value)),
        "errstate": lambda: Guarded(lambda **wanted: _switched(machine, wanted)),
    }


def _limits(machine: Machine, found: Any, names: tuple[str, ...]) -> Guarded:
    machine.pay(_LIMITS)
    return Guarded(lambda: None, {name: getattr(found, name) for name in names})


def _is_of(machine: Machine, one: Any, of: Any) -> bool:
    machine.pay(_COMPARED)
    return bool(np.issubdtype(_kind(one), _kind(of)))


def _is_scalar(machine: Machine, value: Any) -> bool:
    machine.pay(_ASKED)
    return type(value) is not Instance and bool(np.isscalar(value))


def _switched(machine: Machine, wanted: Mapping[str, Any]) -> Switch:
    """Raises Unsupported where warnings become errors."""
    if not _QUIET.issuperset(wanted.values()):
        raise Unsupported("errors of NumPy's")
    machine.pay(_SWITCHED)
    return Switch(lambda state: state, None)


def _kind(value: Any) -> Any:
    """A type of numbers, or what has one. Raises Unsupported for others."""
    if isinstance(value, np.ndarray | np.generic):
        return value.dtype
    if isinstance(value, _NAMED) or (isinstance(value, str) and len(value) <= _LONGEST):
        return value
    if type(value) in (int, float, complex):
        return type(value)
    raise Unsupported("a type of numbers")
