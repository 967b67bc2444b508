"""``threading.local``: what each thread has attributes of its own in; here there is one thread."""

from __future__ import annotations

import sys
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.properties import StaticMethod

#: Bytes that one keeps besides itself, beyond the end of the call that made it.
_KEPT: Final = 580 if sys.version_info < (3, 13) else 680


def thread_local(machine: Machine) -> Class:
    """Its class: instances have the attributes that code sets, and no others."""

    def make(of: Class, *args: Any, **_: Any) -> Any:
        machine.counts.lingering += _KEPT
        made = of.blank(args)
        # They share no keys with those of other instances, and lie beside the object whatever Python this is.
        made.told()
        made.owns_table = True
        return made

    made = Class("local", [], None)
    made.attributes = {"__new__": StaticMethod(Guarded(make))}
    return made
