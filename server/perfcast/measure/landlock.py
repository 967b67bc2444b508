"""Landlock: since Linux 5.13 a process may give up writing outside of a folder, without being root."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Final

from perfcast.measure.kernel import syscall

_CREATE_RULESET: Final = 444
_ADD_RULE: Final = 445
_RESTRICT_SELF: Final = 446
_ASK_VERSION: Final = 1
_PATH_BENEATH: Final = 1

_WRITE_FILE: Final = 1 << 1
#: Removing and making of every kind of entry.
_CHANGE_FOLDERS: Final = sum(1 << bit for bit in range(4, 13))
_REFER: Final = 1 << 13
_TRUNCATE: Final = 1 << 14
_IOCTL_DEVICE: Final = 1 << 15
_TCP: Final = 1 | 2
_SCOPES: Final = 1 | 2
#: Devices that swallow what is written.
_SINKS: Final = ("/dev/null", "/dev/zero")


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("handled_access_fs", ctypes.c_uint64),
        ("handled_access_net", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


def version() -> int:
    """Of the kernel's Landlock; 0 where there is none."""
    if sys.platform != "linux":
        return 0
    try:
        return syscall(_CREATE_RULESET, ctypes.c_void_p(None), 0, _ASK_VERSION)
    except OSError:
        return 0


def allow_writes_only_in(folder: Path) -> int:
    """From now on this process writes, makes and removes files in `folder` only, and connects to no TCP port.

    It needs `kernel.forbid_new_privileges`. Returns the version, from which it follows what is held: 1 files,
    4 TCP too, 6 signals to processes outside too. Raises OSError where there is no Landlock.
    """
    held = version()
    files = _WRITE_FILE | _CHANGE_FOLDERS
    files |= _REFER if held >= 2 else 0
    files |= _TRUNCATE if held >= 3 else 0
    files |= _IOCTL_DEVICE if held >= 5 else 0
    rules = _Ruleset(files, _TCP if held >= 4 else 0, _SCOPES if held >= 6 else 0)
    size = 24 if held >= 6 else 16 if held >= 4 else 8
    ruleset = syscall(_CREATE_RULESET, ctypes.byref(rules), size, 0)
    try:
        _allow(ruleset, folder, files & ~_IOCTL_DEVICE)
        for sink in _SINKS:
            _allow(ruleset, Path(sink), _WRITE_FILE | (files & _TRUNCATE))
        syscall(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)
    return held


def _allow(ruleset: int, path: Path, access: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = _PathBeneath(access, descriptor)
        syscall(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(descriptor)
