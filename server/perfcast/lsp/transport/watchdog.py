"""Ends the server when the editor that started it is gone, however it went; likewise what the server started."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

OWNER = "PERFCAST_OWNER"
"""The environment variable by which the server tells a process that it starts whom to watch."""

_SECONDS_BETWEEN = 0.5


def watch(process_id: int) -> None:
    """Ends this process soon after the other one has ended. Works while the event loop is blocked, too."""
    if process_id == os.getpid():
        return
    threading.Thread(target=_watch, args=(process_id,), name="perfcast-watchdog", daemon=True).start()


def watch_owner() -> None:
    """As `watch`, for the process that the environment names, if it names one."""
    owner = os.environ.pop(OWNER, "")
    if owner.isdecimal():
        watch(int(owner))


def _watch(process_id: int) -> None:
    while is_alive(process_id):
        time.sleep(_SECONDS_BETWEEN)
    os._exit(1)


def is_alive(process_id: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    if sys.platform == "win32":
        return _is_alive_on_windows(process_id)
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    try:
        stat = Path(f"/proc/{process_id}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return True
    # The state follows the name, which is in parentheses and may hold any character.
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def _is_alive_on_windows(process_id: int) -> bool:
    # os.kill would end the process there.
    import ctypes

    synchronize, timed_out = 0x00100000, 0x00000102
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined, unused-ignore]
    handle = kernel.OpenProcess(synchronize, False, process_id)
    if not handle:
        return False
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == timed_out)
    finally:
        kernel.CloseHandle(handle)
