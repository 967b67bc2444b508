"""Asking the system for the working folder, which is the same everywhere in the closed world."""

from __future__ import annotations

from typing import Final

from perfcast.trial.interpreter.accounting.machine import Machine

#: Where programs are, and whose they are.
HERE: Final = "/home"
#: Nanoseconds of the system call, and bytes of the room for what it answers.
_ASKED: Final = 800.0
_ROOM: Final = 1_080


def ask(machine: Machine) -> str:
    """What ``os.getcwd`` gives."""
    machine.pay(_ASKED)
    machine.briefly(_ROOM)
    return HERE
