"""``_tokenize``, by which the module ``tokenize`` reads Python's own syntax since Python 3.12; what is built on that is
Python, and followed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Final

from perfcast.trial.interpreter.accounting.generators import alive_with
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import called_back
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported

NAMES: Final = ("_tokenize",) if sys.version_info >= (3, 12) else ()
#: Nanoseconds of beginning, of each line and of each token.
_BEGUN: Final = 1_000.0
_LINE: Final = 200.0
_TOKEN: Final = 235.0
#: Of a character of its line, which Python 3.12 makes anew for every token.
_MADE_ANEW: Final = 0.3 if sys.version_info < (3, 13) else 0.0
#: Bytes of the state, with stacks of brackets and indents, and the first buffer; of each character that waits in it.
_STATE: Final = 26_300
_WAITING: Final = 2
#: Characters of the longest line that is read.
_LONGEST: Final = 50_000


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    make = import_module("_tokenize").TokenizerIter

    def begin(readline: Any, *, extra_tokens: bool, encoding: str | None = None) -> Iterator[Any]:
        read = _reading(machine, readline)
        given = {} if encoding is None else {"encoding": encoding}
        machine.pay(_BEGUN)
        return alive_with(machine, _STATE, _read(machine, make(read, extra_tokens=extra_tokens, **given)))

    return {"TokenizerIter": Guarded(begin)}


def _reading(machine: Machine, readline: Any) -> Callable[[], Any]:
    """Gives the next line, as the unit's function does."""

    def read() -> Any:
        line = called_back(machine, readline, (), {})
        if isinstance(line, str | bytes):
            if len(line) > _LONGEST:
                raise Unsupported("a long line of source")
            machine.pay(_LINE)
            machine.briefly(_WAITING * len(line))
        return line

    return read


def _read(machine: Machine, tokens: Iterator[Any]) -> Iterator[Any]:
    for token in tokens:
        machine.pay(_TOKEN + _MADE_ANEW * len(token[-1]))
        machine.pass_over(1)
        yield machine.made(token)
