"""``platform``: what the machine and the Python on it are called, the same everywhere."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any, Final, NamedTuple

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded

#: Nanoseconds of a question whose answer is remembered, as all are by the second call.
_REMEMBERED: Final = 65.0
_MAJOR: Final = sys.version_info.major
_MINOR: Final = sys.version_info.minor


class _Names(NamedTuple):
    """As ``platform.uname`` gives them."""

    system: str = "Linux"
    node: str = "localhost"
    release: str = "6.1.0"
    version: str = "#1 SMP"
    machine: str = "x86_64"
    processor: str = ""


_ANSWERS: Final[dict[str, Any]] = {
    **_Names()._asdict(),
    "uname": _Names(),
    "platform": "Linux-6.1.0-x86_64-with-glibc2.36",
    "architecture": ("64bit", "ELF"),
    "libc_ver": ("glibc", "2.36"),
    "mac_ver": ("", ("", "", ""), ""),
    "win32_ver": ("", "", "", ""),
    "python_implementation": "CPython",
    "python_version": f"{_MAJOR}.{_MINOR}.0",
    "python_version_tuple": (str(_MAJOR), str(_MINOR), "0"),
    "python_branch": "",
    "python_revision": "",
    "python_compiler": "GCC 12.2.0",
}


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    return {name: Guarded(partial(_answered, machine, answer)) for name, answer in _ANSWERS.items()}


def _answered(machine: Machine, answer: Any, *_: Any, **__: Any) -> Any:
    machine.pay(_REMEMBERED)
    return answer
