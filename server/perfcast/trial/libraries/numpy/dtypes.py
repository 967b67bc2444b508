"""Data types of NumPy, and its warning switches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import ALLOWED
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.context_managers import Switch
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Kind
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Lacking, Unsupported
from perfcast.trial.libraries.numpy.prices import ATTRIBUTE

#: Types of numbers that have another name, or that others are of.
_NAMES: Final = (
    *("bool_", "int_", "intp", "intc", "uint", "single", "double", "number", "generic", "integer", "signedinteger"),
    *("unsignedinteger", "inexact", "floating", "complexfloating", "bytes_", "str_", "object_", "character"),
    *("flexible", "datetime64", "timedelta64", "byte", "ubyte", "short", "ushort", "long", "ulong", "longlong"),
    *("ulonglong", "uintp", "uintc", "half", "csingle", "cdouble"),
)
KINDS: Final[Mapping[str, Any]] = {name: getattr(np, name) for name in _NAMES}
ALLOWED.add(np.linalg.LinAlgError)
#: What is known of a type's numbers.
_OF_FLOATS: Final = ("bits", "eps", "epsneg", "max", "min", "tiny", "smallest_normal", "resolution", "precision")
_OF_INTEGERS: Final = ("bits", "max", "min")
#: What a data type may be asked for; those of its names that are put together anew each time, in nanoseconds.
_OF_TYPES: Final = frozenset(
    {"kind", "name", "type", "char", "str", "itemsize", "alignment", "num", "ndim", "shape", "names", "fields"}
    | {"byteorder", "isnative", "hasobject", "subdtype"}
)
_SPELLED: Final = {"name": 1_700.0, "str": 140.0}
#: Bytes of an element of the widest type that is made by its name.
_WIDEST: Final = 16
#: Parts of a type of records, bytes of one, and what such a type tells of itself; nanoseconds of a part.
_MOST_PARTS: Final = 50
_WIDEST_RECORD: Final = 2_000
_OF_RECORDS: Final = frozenset({"names", "itemsize"})
_PART: Final = 900.0
#: What an array may say of how it lies, by the names that it has for it.
_FLAGS: Final = ("c_contiguous", "f_contiguous", "owndata", "writeable", "aligned")
_OTHER_FLAGS: Final = {"contiguous": "c_contiguous", "fortran": "f_contiguous"}
_FLAGS_ASKED: Final = 30.0
#: Nanoseconds of a call.
_TYPE: Final = 95.0
_SET: Final = 900.0
_LIMITS: Final = 400.0
_COMPARED: Final = 900.0
_ASKED: Final = 250.0
_SWITCHED: Final = 1_200.0
#: Bytes of what says how errors are met, and how they were before.
_SWITCHED_BYTES: Final = 800
_NAMED: Final = (type, np.dtype)
#: What becomes of a warning that changes no result.
_QUIET: Final = frozenset({"ignore", "warn", "print", "log"})
#: Names of types that a text may be, which others could make long.
_LONGEST: Final = 12


def members(machine: Machine) -> dict[str, Callable[[], Any]]:
    """Of the module ``numpy``."""
    return {
        "__version__": lambda: np.__version__,
        "dtype": lambda: Kind(np.dtype, lambda kind=None, **_: _type(machine, kind)),
        "iterable": lambda: Guarded(lambda value: _is_iterable(machine, value)),
        "seterr": lambda: Guarded(lambda **wanted: _set(machine, wanted)),
        "finfo": lambda: Guarded(lambda kind: _limits(machine, np.finfo(_kind(kind)), _OF_FLOATS)),
        "iinfo": lambda: Guarded(lambda kind: _limits(machine, np.iinfo(_kind(kind)), _OF_INTEGERS)),
        "issubdtype": lambda: Guarded(lambda one, of: _is_of(machine, one, of)),
        "isscalar": lambda: Guarded(lambda value: _is_scalar(machine, value)),
        "errstate": lambda: Guarded(lambda **wanted: _switched(machine, wanted)),
    }


def type_attribute(machine: Machine, value: Any, name: str) -> Any:
    """What stands behind the dot of a data type.

    Raises:
        Lacking: no data type has it.
        Unsupported: it is not known.
    """
    if not hasattr(value, name):
        raise Lacking(f"'numpy.dtype' object has no attribute '{name}'")
    if value.names is not None and name in _OF_RECORDS:
        machine.pay(ATTRIBUTE)
        return getattr(value, name)
    if name not in _OF_TYPES or value.names is not None:
        raise Unsupported(f"dtype.{name}")
    machine.pay(_SPELLED.get(name, ATTRIBUTE))
    return getattr(value, name)


def flags_of(machine: Machine, array: Any) -> Instance:
    """As ``array.flags``."""
    machine.pay(_FLAGS_ASKED)
    told: dict[str, Any] = {name: getattr(array.flags, name) for name in _FLAGS}
    told |= {name: told[of] for name, of in _OTHER_FLAGS.items()}
    kind = Class("flagsobj", [], None)
    kind.attributes["__getitem__"] = Guarded(lambda flags, name: flags.attributes[name.lower()])
    found = Instance(kind)
    found.attributes.update(told)
    return found


def _type(machine: Machine, kind: Any) -> Any:
    """As ``numpy.dtype``. Raises TypeError; Unsupported for types with parts, and wide ones."""
    machine.pay(_TYPE)
    if isinstance(kind, np.ndarray | np.generic) or type(kind) in (int, float, complex):
        raise TypeError("Cannot construct a dtype from a value")
    if type(kind) is list:
        return _record(machine, kind)
    found: Any = np.dtype(None if kind is None else _kind(kind))
    if found.names is not None or found.subdtype is not None or found.itemsize > _WIDEST:
        raise Unsupported("a wide data type")
    return found


def _record(machine: Machine, parts: list[Any]) -> Any:
    """A type whose parts have names. Raises Unsupported for those that have parts of their own."""
    if len(parts) > _MOST_PARTS or any(type(part) is not tuple or len(part) != 2 for part in parts):
        raise Unsupported("a type of parts of another kind")
    machine.pay(_PART * len(parts))
    found = np.dtype([(str(name), np.dtype(_kind(kind))) for name, kind in parts])
    if found.itemsize > _WIDEST_RECORD:
        raise Unsupported("a wide data type")
    return found


def _is_iterable(machine: Machine, value: Any) -> bool:
    machine.pay(_TYPE)
    return bool(np.iterable(value))


def _set(machine: Machine, wanted: Mapping[str, Any]) -> dict[str, str]:
    """As ``seterr``. Raises Unsupported where warnings become errors."""
    machine.pay(_SET)
    if not _QUIET.issuperset(value for value in wanted.values() if value is not None):
        raise Unsupported("errors of NumPy's")
    return dict.fromkeys(("divide", "over", "under", "invalid"), "warn")


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
    machine.briefly(_SWITCHED_BYTES)
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
