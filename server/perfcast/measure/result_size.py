"""How large a result is, all that it refers to included."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final

_MOST_OBJECTS: Final = 100_000
_OPAQUE: Final = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
_ATOMS: Final = (int, float, complex, str, bytes, bytearray, bool, type(None), range)


def result_size(result: object) -> int | None:
    """Bytes, each object counted once; None beyond 100,000 objects, or where an object does not tell its size."""
    seen: set[int] = set()
    waiting: list[object] = [result]
    size = 0
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        if len(seen) == _MOST_OBJECTS:
            return None
        seen.add(id(value))
        try:
            size += _own_size(value)
            waiting.extend(_parts(value))
        except Exception:
            return None
    return size


def _own_size(value: Any) -> int:
    library = type(value).__module__.partition(".")[0]
    if library == "numpy" and hasattr(value, "nbytes"):
        return int(value.nbytes)
    if library == "pandas" and hasattr(value, "memory_usage"):
        usage = value.memory_usage(deep=True)
        return int(usage if isinstance(usage, int) else usage.sum())
    if library == "torch" and hasattr(value, "element_size"):
        return int(value.element_size() * value.numel())
    return sys.getsizeof(value)


def _parts(value: Any) -> Iterable[object]:
    if isinstance(value, _ATOMS + _OPAQUE) or type(value).__module__.partition(".")[0] in ("numpy", "pandas", "torch"):
        return ()
    if isinstance(value, Mapping):
        return [part for pair in value.items() for part in pair]
    parts: list[object] = []
    if isinstance(value, list | tuple | set | frozenset) or type(value).__name__ == "deque":
        parts.extend(value)
    attributes = getattr(value, "__dict__", None)
    if isinstance(attributes, dict):
        parts.append(attributes)
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        parts.extend(getattr(value, name, None) for name in ((slots,) if isinstance(slots, str) else slots))
    return parts
