"""What modules that reach the operating system hold besides: numbers and texts that stand for options, and errors.

Code mentions them where it is far from reaching anything, as in the default of a parameter.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final

from perfcast.trial.interpreter.builtin_functions import ALLOWED

#: Modules of the standard library that the closed world has little or nothing else of.
_MODULES: Final = frozenset(
    {
        *("errno", "fcntl", "locale", "mmap", "multiprocessing", "os", "pickle", "resource", "select", "signal"),
        *("socket", "ssl", "subprocess", "syslog", "tempfile", "termios"),
    }
)


@cache
def constants(name: str) -> dict[str, Any]:
    """By name, those of the module, none of which the caller changes."""
    if name not in _MODULES:
        return {}
    try:
        held = vars(import_module(name))
    except ImportError:
        # Of another operating system.
        return {}
    errors = {key: value for key, value in held.items() if _is_error(value) and not key.startswith("_")}
    ALLOWED.update(errors.values())
    return {
        key: _plain(value) for key, value in held.items() if key.isupper() and isinstance(value, int | str)
    } | errors


def _is_error(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Exception)


def _plain(value: int | str) -> int | str:
    """Without the enumeration that it may be a member of."""
    return int(value) if isinstance(value, int) else str(value)
