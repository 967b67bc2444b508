"""The process that others are forked off, which make trial runs; it makes none itself.

It is asked by `perfcast.trial.process.starting.Forks`, over a socket that is its standard input: {"start", "idle"} with
the two ends of pipes that are to be a new process's input and output, or {"end"} with the number that one was started
by. It ends when nobody can ask it any more.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
from collections.abc import Sequence
from typing import Final, NoReturn

from perfcast.trial.process.serving import serve

#: Bytes of what is asked.
_LONGEST: Final = 1_000


class Forking:
    """The processes that were forked off and have not ended."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        #: Number -> process, and the handle by which one hears of its end.
        self._processes: dict[int, tuple[int, int]] = {}
        self._heard = select.poll()
        self._heard.register(control, select.POLLIN)

    def go_on(self) -> None:
        """Does what is asked until nobody can ask any more."""
        # What was imported stays, and is shared as long as nobody looks whether it could go.
        gc.freeze()
        while True:
            ready = {handle for handle, _ in self._heard.poll()}
            for number, (process, handle) in list(self._processes.items()):
                if handle in ready:
                    self._bury(number, process, handle)
            if self._control.fileno() in ready and not self._answer():
                return

    def _answer(self) -> bool:
        """Whether anything was asked."""
        message, pipes, _, _ = socket.recv_fds(self._control, _LONGEST, 2)
        if not message:
            return False
        asked = json.loads(message)
        if "end" in asked:
            if asked["end"] in self._processes:
                os.kill(self._processes[asked["end"]][0], signal.SIGKILL)
            return True
        process = os.fork()
        if process == 0:
            self._be(pipes, asked["idle"] or 0.0)
        for pipe in pipes:
            os.close(pipe)
        handle = os.pidfd_open(process)
        self._processes[asked["start"]] = process, handle
        self._heard.register(handle, select.POLLIN)
        return True

    def _be(self, pipes: Sequence[int], idle: float) -> NoReturn:
        """The new process from here on."""
        try:
            self._control.close()
            for _, handle in self._processes.values():
                os.close(handle)
            for number, pipe in enumerate(pipes):
                os.dup2(pipe, number)
                os.close(pipe)
            serve(idle)
        finally:
            os._exit(0)

    def _bury(self, number: int, process: int, handle: int) -> None:
        self._heard.unregister(handle)
        os.close(handle)
        os.waitpid(process, 0)
        del self._processes[number]


def fork_off() -> None:
    """Forks others off as long as standard input lasts."""
    Forking(socket.socket(fileno=os.dup(0))).go_on()
