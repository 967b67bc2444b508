"""Linux system calls that the standard library has no function for."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Any, Final

_libc: Final = ctypes.CDLL(None, use_errno=True)

NEW_NAMESPACES: Final = {
    "user": 0x10000000,
    "pid": 0x20000000,
    "network": 0x40000000,
    "ipc": 0x08000000,
    "mount": 0x00020000,
}
_PR_SET_PDEATHSIG: Final = 1
_PR_SET_NO_NEW_PRIVS: Final = 38
_CAPABILITY_VERSION_3: Final = 0x20080522
_SIGKILL: Final = 9
_MS_REC_PRIVATE: Final = 0x4000 | 0x40000
_MS_NOSUID_NODEV: Final = 2 | 4
_SYS_MOUNT_SETATTR: Final = 442
_AT_FDCWD: Final = -100
_AT_RECURSIVE: Final = 0x8000
_MOUNT_ATTR_RDONLY: Final = 1


class _MountAttributes(ctypes.Structure):
    _fields_ = (
        ("attr_set", ctypes.c_uint64),
        ("attr_clr", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("userns_fd", ctypes.c_uint64),
    )


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def syscall(number: int, *arguments: Any) -> int:
    """The call's result; arguments are ctypes values or ints of a machine word. Raises OSError."""
    words = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    return _checked(_libc.syscall(ctypes.c_long(number), *words))


def prctl(option: int, *arguments: Any) -> None:
    """Raises OSError."""
    words = [ctypes.c_ulong(value) if isinstance(value, int) else value for value in arguments]
    words += [ctypes.c_ulong(0)] * (4 - len(words))
    _checked(_libc.prctl(ctypes.c_int(option), *words))


def die_with_parent(by: int = _SIGKILL) -> None:
    """This process gets a signal, which kills it, when the one that forked it ends."""
    prctl(_PR_SET_PDEATHSIG, by)


def forbid_new_privileges() -> None:
    """No set-user-id program gives this process anything; filters may be installed without being root."""
    prctl(_PR_SET_NO_NEW_PRIVS, 1)


def drop_capabilities() -> None:
    """Gives up root's powers, for good when no program can be executed any more."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    _checked(_libc.capset(ctypes.byref(header), ctypes.byref(nothing)))


def unshare(*names: str) -> None:
    """Leaves namespaces for new ones; the new pid namespace starts with the next child. Raises OSError."""
    flags = 0
    for name in names:
        flags |= NEW_NAMESPACES[name]
    uid, gid = os.geteuid(), os.getegid()
    _checked(_libc.unshare(ctypes.c_int(flags)))
    if "user" in names:
        Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1", encoding="ascii")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1", encoding="ascii")


def mount_scratch(folder: Path, size: int) -> None:
    """In this process's mount namespace: a new file system in memory of `size` bytes at `folder`. Raises OSError."""
    _checked(_libc.mount(b"none", b"/", None, ctypes.c_ulong(_MS_REC_PRIVATE), None))
    options = f"size={size},nr_inodes=10000,mode=0700".encode()
    flags = ctypes.c_ulong(_MS_NOSUID_NODEV)
    _checked(_libc.mount(b"perfcast", os.fsencode(folder), b"tmpfs", flags, ctypes.c_char_p(options)))


def make_read_only_except(folder: Path) -> None:
    """In this process's mount namespace: every file system but the one mounted at `folder`. Raises OSError."""
    _set_mount(Path("/"), _AT_RECURSIVE, _MountAttributes(attr_set=_MOUNT_ATTR_RDONLY))
    _set_mount(folder, 0, _MountAttributes(attr_clr=_MOUNT_ATTR_RDONLY))


def _set_mount(path: Path, flags: int, attributes: _MountAttributes) -> None:
    size = ctypes.sizeof(attributes)
    syscall(_SYS_MOUNT_SETATTR, _AT_FDCWD, ctypes.c_char_p(os.fsencode(path)), flags, ctypes.byref(attributes), size)
