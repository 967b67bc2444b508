"""Functions of strings with a price a call: ``unicodedata`` and others."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import PurePath
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import CHARACTERS_ASKED
from perfcast.trial.interpreter.builtin_functions import fed, noted
from perfcast.trial.interpreter.objects.guarded_functions import Guarded

#: Nanoseconds of finding the name of a character.
_NAMED: Final = 56.0
_OF_TEXTS: Final = (
    *("normalize", "is_normalized", "category", "combining", "bidirectional", "east_asian_width", "mirrored"),
    *("decomposition", "lookup"),
)
_WITH_DEFAULT: Final = ("name", "decimal", "digit", "numeric")


def characters(machine: Machine) -> dict[str, Any]:
    """What the module ``unicodedata`` holds."""
    return {
        **{name: of_texts(machine, getattr(unicodedata, name), CHARACTERS_ASKED) for name in _OF_TEXTS},
        **{name: _with_default(machine, getattr(unicodedata, name)) for name in _WITH_DEFAULT},
    }


def _with_default(machine: Machine, function: Callable[..., Any]) -> Guarded:
    """A function of a character, and of what it gives where the character has no such thing."""

    def run(character: Any, *default: Any) -> Any:
        machine.pay(_NAMED if function is unicodedata.name else CHARACTERS_ASKED)
        if len(default) > 1:
            raise TypeError(f"{function.__name__} expected at most 2 arguments")
        return machine.made(function(character, *default))

    return Guarded(run)


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
