"""Functions of strings with a price a call: ``unicodedata`` and others."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import PurePath
from typing import Any

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import CHARACTERS_ASKED
from perfcast.trial.interpreter.builtin_functions import Guarded, fed, noted


def characters(machine: Machine) -> dict[str, Any]:
    """What the module ``unicodedata`` holds."""
    return {
        name: of_texts(machine, getattr(unicodedata, name), CHARACTERS_ASKED)
        for name in ("normalize", "category", "combining")
    }


def of_texts(machine: Machine, function: Callable[..., Any], call: float, further: float = 0.0) -> Guarded:
    """
    Args:
        call: nanoseconds of calling it with one text; further: of each other one.
    """

    def run(*args: Any) -> Any:
        machine.pay(call + further * (len(args) - 1))
        given = [str(arg) if isinstance(arg, PurePath) else arg for arg in args]
        if not all(isinstance(arg, str | list | tuple) for arg in given):
            raise TypeError("texts are expected")
        return noted(machine, function(*[fed(machine, one) for one in given]))

    return Guarded(run)
