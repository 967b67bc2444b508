"""One job's child, from the fork to the last trace of it."""

from __future__ import annotations

import os
import shutil
import signal
from contextlib import suppress
from pathlib import Path


class Run:
    """A child at work.

    Attributes:
        pipe: where its messages come from.
    """

    def __init__(self, process: int, pipe: int, scratch: Path, whole_namespace: bool) -> None:
        self.pipe = pipe
        self._process = process
        self._scratch = scratch
        self._whole_namespace = whole_namespace
        self._ending: str | None = None

    def end(self) -> str:
        """Leaves no process and no file of the job; returns how the child ended.

        A child that is exiting already keeps its own code: the system has it before it closes the pipe.

        Raises:
            RuntimeError: there are files left; no other job should start beside them.
        """
        if self._ending is not None:
            return self._ending
        for kill in (os.killpg, os.kill):
            with suppress(ProcessLookupError, PermissionError):
                kill(self._process, signal.SIGKILL)
        if self._whole_namespace:
            assert os.getpid() == 1
            # All that is in this namespace but its first process, which is this one.
            with suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
        _, status = os.waitpid(self._process, 0)
        with suppress(ChildProcessError):
            while os.waitpid(-1, 0):
                pass
        os.close(self.pipe)
        with suppress(RecursionError):
            shutil.rmtree(self._scratch, ignore_errors=True)
        if self._scratch.exists():
            # Folders nested by the thousand. They go with this process, whose file system they are in.
            raise RuntimeError("a program's files could not be removed")
        self._ending = _described(os.waitstatus_to_exitcode(status))
        return self._ending


def _described(code: int) -> str:
    if code == -signal.SIGKILL:
        return "it was killed, or closed its result pipe"
    names = {member.value: member.name for member in signal.Signals}
    return f"exit status {code}" if code >= 0 else names.get(-code, f"signal {-code}")
