"""What keeps a measured program from doing harm, and which of it a machine has.

From the strongest down; all that can be had is applied, so that one layer's gap is another one's wall:

files       its own mount namespace, read-only but for a scratch file system in memory; Landlock, which allows writes
            in the job's scratch folder only; where neither is had and this is root, an unprivileged user's rights
            (who must be able to read the interpreter's library). Rights and times of files are seccomp's.
network     its own network namespace, with nothing in it; seccomp, which refuses sockets; Landlock, which refuses TCP.
processes   seccomp refuses fork and exec; else the limit on the user's processes, which root does not feel.
signals     its own process namespace, in which no other process can be seen, and which is killed as a whole;
            Landlock; seccomp, which refuses signals to others.
privileges  its own user namespace, no capabilities in it, none to be had by set-user-id programs.
limits      address space, file size, open files, CPU time, core dumps; a clock inside and a watchdog outside.

Without any of the kernel's help (macOS, old Linux) what is left is: limits, a session of its own, a scratch folder as
working directory, and the watchdog.
"""

from __future__ import annotations

import os
import resource
import site
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from perfcast.measure import landlock, seccomp
from perfcast.measure.job import Limits

_NOBODY: Final = 65534
_OPEN_FILES: Final = 256
#: The kernel leaves at least 128 MiB below the top of the address space for the main thread's stack.
_STACK: Final = 120 << 20
#: All scratch files of a job together, as a multiple of the largest one allowed.
_SCRATCH_FILES: Final = 4

if sys.platform == "linux":
    from perfcast.measure import kernel

_NAMESPACES: Final = ("user", "pid", "network", "ipc")


@dataclass(frozen=True)
class Surroundings:
    """What a sandbox's processes have in common, set up once for all of its jobs.

    Attributes:
        namespaces: those that are not the system's.
    """

    namespaces: frozenset[str] = frozenset()

    @property
    def needs_other_user(self) -> bool:
        """Whether this is the system's root and nothing but its own rights keeps it from others' files."""
        return os.geteuid() == 0 and "user" not in self.namespaces and landlock.version() == 0


def enter_namespaces() -> Surroundings:
    """Takes what can be had; the process namespace holds from the next child on."""
    if sys.platform != "linux":
        return Surroundings()
    for names in (_NAMESPACES, _NAMESPACES[1:]):
        try:
            kernel.unshare(*names)
        except OSError:
            continue
        return Surroundings(frozenset(names))
    return Surroundings()


def protect_files(surroundings: Surroundings, scratch: Path, limits: Limits) -> Surroundings:
    """Takes a mount namespace in which only `scratch` can be written, if it can be had."""
    if sys.platform != "linux" or not surroundings.namespaces:
        return surroundings
    try:
        kernel.unshare("mount")
        kernel.mount_scratch(scratch, limits.file_bytes * _SCRATCH_FILES)
        kernel.make_read_only_except(scratch)
    except OSError:
        return surroundings
    return Surroundings(surroundings.namespaces | {"mount"})


def give_to_user(surroundings: Surroundings, scratch: Path) -> None:
    """Makes a job's folder that of the unprivileged user whom root's children become, if root may do so here."""
    if surroundings.needs_other_user:
        with suppress(OSError):
            os.chown(scratch, _NOBODY, _NOBODY)
            scratch.parent.chmod(0o711)


def isolate(surroundings: Surroundings, limits: Limits, scratch: Path, seconds: float) -> dict[str, str]:
    """Gives up, in this process and for good, what a measured program has no use for.

    Args:
        scratch: the job's folder, which exists; it becomes the working directory.
        seconds: of CPU time in all.

    Returns:
        For each protection what holds it, ``''`` where nothing does.
    """
    os.chdir(scratch)
    os.environ["TMPDIR"] = os.environ["HOME"] = str(scratch)
    _limit(limits, seconds)
    held: dict[str, list[str]] = {
        "files": [],
        "network": [],
        "processes": [],
        "signals": [],
        "privileges": [],
        "limits": ["rlimits", "watchdog"],
    }
    for namespace, protection in (
        ("mount", "files"),
        ("network", "network"),
        ("pid", "signals"),
        ("user", "privileges"),
    ):
        if namespace in surroundings.namespaces:
            held[protection].append(f"{namespace} namespace")
    if surroundings.needs_other_user and scratch.stat().st_uid == _NOBODY:
        # memray asks whether this folder exists, which may be in root's own.
        site.USER_SITE = str(scratch)
        os.setgroups([])
        os.setgid(_NOBODY)
        os.setuid(_NOBODY)
        held["files"].append("unprivileged user")
        held["privileges"].append("unprivileged user")
    if sys.platform == "linux":
        _lock(held, scratch)
    if not held["processes"] and os.geteuid() != 0:
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
        held["processes"].append("limit on processes")
    return {protection: ", ".join(mechanisms) for protection, mechanisms in held.items()}


if sys.platform == "linux":

    def _lock(held: dict[str, list[str]], scratch: Path) -> None:
        kernel.die_with_parent()
        kernel.forbid_new_privileges()
        kernel.drop_capabilities()
        held["privileges"].append("no capabilities")
        try:
            version = landlock.allow_writes_only_in(scratch)
        except OSError:
            version = 0
        for protection, least in (("files", 1), ("network", 4), ("signals", 6)):
            if version >= least:
                held[protection].append("Landlock")
        try:
            seccomp.forbid_system_calls()
        except OSError:
            return
        for protection in ("network", "processes", "signals"):
            held[protection].append("seccomp")


def _limit(limits: Limits, seconds: float) -> None:
    memory = _address_space() + limits.memory_bytes
    for kind, most in (
        (resource.RLIMIT_STACK, _STACK),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, limits.file_bytes),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
        (resource.RLIMIT_CPU, int(seconds) + 1),
    ):
        _, hard = resource.getrlimit(kind)
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(kind, (value, value))
        except (ValueError, OSError):  # macOS has no limit on the address space
            continue


def _address_space() -> int:
    """Bytes that this process has mapped; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_bytes().split()[0])
    except OSError:
        return 0
    return pages * resource.getpagesize()
