"""A filter on system calls: no other processes or programs, no sockets, no signals, no changes to the system.

Classic BPF over `struct seccomp_data`: the call's number at byte 0, the architecture at 4, the arguments from 16 on.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import sys
from dataclasses import dataclass
from functools import cache
from typing import Final

from perfcast.measure.kernel import prctl

_PR_SET_SECCOMP: Final = 22
_PR_SET_PDEATHSIG: Final = 1
_MODE_FILTER: Final = 2

_LOAD: Final = 0x20
_JUMP_EQUAL: Final = 0x15
_JUMP_AT_LEAST: Final = 0x35
_JUMP_ANY_BIT: Final = 0x45
_RETURN: Final = 0x06

_ALLOW: Final = 0x7FFF0000
_FAIL: Final = 0x00050000
_CLONE_THREAD: Final = 0x00010000
#: Numbers from here on are of the x32 interface, which would go around a filter on numbers.
_X32: Final = 0x40000000

#: Each is (number on x86_64, number on aarch64); None where the call does not exist.
_DENIED: Final[dict[str, tuple[int | None, int | None]]] = {
    # other processes and programs
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pidfd_getfd": (438, 438),
    "setpriority": (141, 140),
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setattr": (314, 274),
    # network; socketpair stays, for asyncio; io_uring would open sockets without a call that is filtered
    "socket": (41, 198),
    "io_uring_setup": (425, 425),
    # owners, rights and times of files, which Landlock leaves alone
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    # what outlives the process
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # the system
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "setns": (308, 268),
    "unshare": (272, 97),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "acct": (163, 89),
}
_CLONE: Final = (56, 220)
_CLONE3: Final = (435, 435)
_PRCTL: Final = (157, 167)
#: Allowed when their first argument is the process itself.
_TO_ITSELF: Final[dict[str, tuple[int, int]]] = {"kill": (62, 129), "tgkill": (234, 131)}
#: The same, where 0 means the process itself.
_TO_ITSELF_OR_ZERO: Final[dict[str, tuple[int, int]]] = {"prlimit64": (302, 261)}

_ARCHITECTURES: Final = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}


class _Instruction(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint16), ("jt", ctypes.c_uint8), ("jf", ctypes.c_uint8), ("k", ctypes.c_uint32))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("filter", ctypes.POINTER(_Instruction)))


@dataclass(frozen=True)
class _Step:
    code: int
    value: int
    if_true: int = 0
    if_false: int = 0


def is_supported() -> bool:
    """Whether the filter is written for this machine's instruction set."""
    return sys.platform == "linux" and platform.machine() in _ARCHITECTURES and sys.maxsize > 1 << 32


def forbid_system_calls() -> None:
    """Installs the filter in this process, for good. It needs `kernel.forbid_new_privileges`. Raises OSError."""
    if not is_supported():
        raise OSError(errno.ENOSYS, "no filter for this instruction set")
    steps = [*_head(), *_for_itself(os.getpid()), *_tail()]
    instructions = (_Instruction * len(steps))(
        *(_Instruction(step.code, step.if_true, step.if_false, step.value) for step in steps)
    )
    program = _Program(len(steps), instructions)
    prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program))


def _fail(number: int) -> _Step:
    return _Step(_RETURN, _FAIL | number)


def _first_argument() -> _Step:
    return _Step(_LOAD, 16)


@cache
def _head() -> tuple[_Step, ...]:
    column, architecture = _ARCHITECTURES[platform.machine()]
    steps = [
        _Step(_LOAD, 4),
        _Step(_JUMP_EQUAL, architecture, if_true=1),
        _fail(errno.EPERM),
        _Step(_LOAD, 0),
    ]
    if column == 0:
        steps += [_Step(_JUMP_AT_LEAST, _X32, if_false=1), _fail(errno.EPERM)]
    for numbers in _DENIED.values():
        number = numbers[column]
        if number is not None:
            steps += [_Step(_JUMP_EQUAL, number, if_false=1), _fail(errno.EPERM)]
    # glibc makes threads by clone when there is no clone3, whose flags are in memory where no filter can look.
    steps += [_Step(_JUMP_EQUAL, _CLONE3[column], if_false=1), _fail(errno.ENOSYS)]
    steps += [
        _Step(_JUMP_EQUAL, _CLONE[column], if_false=4),
        _first_argument(),
        _Step(_JUMP_ANY_BIT, _CLONE_THREAD, if_false=1),
        _Step(_RETURN, _ALLOW),
        _fail(errno.EPERM),
    ]
    # It must not outlive the sandbox.
    steps += [
        _Step(_JUMP_EQUAL, _PRCTL[column], if_false=4),
        _first_argument(),
        _Step(_JUMP_EQUAL, _PR_SET_PDEATHSIG, if_true=1),
        _Step(_RETURN, _ALLOW),
        _fail(errno.EPERM),
    ]
    return tuple(steps)


def _for_itself(process: int) -> list[_Step]:
    column, _ = _ARCHITECTURES[platform.machine()]
    steps = []
    for numbers in _TO_ITSELF.values():
        steps += [
            _Step(_JUMP_EQUAL, numbers[column], if_false=4),
            _first_argument(),
            _Step(_JUMP_EQUAL, process, if_false=1),
            _Step(_RETURN, _ALLOW),
            _fail(errno.EPERM),
        ]
    for numbers in _TO_ITSELF_OR_ZERO.values():
        steps += [
            _Step(_JUMP_EQUAL, numbers[column], if_false=5),
            _first_argument(),
            _Step(_JUMP_EQUAL, process, if_true=2),
            _Step(_JUMP_EQUAL, 0, if_true=1),
            _fail(errno.EPERM),
            _Step(_RETURN, _ALLOW),
        ]
    return steps


def _tail() -> list[_Step]:
    return [_Step(_RETURN, _ALLOW)]
