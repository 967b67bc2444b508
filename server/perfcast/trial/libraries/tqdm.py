"""``tqdm``: what it shows, nobody sees; showing it takes time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.repeated_iterations import counted

NAMES: Final = ("tqdm", "tqdm.auto", "tqdm.std", "tqdm.notebook")
#: Nanoseconds of making a bar, which shows it, and closing it; of an element that it goes past, and of `update`.
_MADE: Final = 48_000.0
_PASSED: Final = 110.0
_UPDATED: Final = 190.0
#: Of showing something else beside it, and above it.
_SHOWN: Final = 18_000.0
_WRITTEN: Final = 30_000.0
#: Bytes of a bar, and of what it shows while it is made.
_BAR: Final = 3_300
_SHOWING: Final = 5_900
#: What none of it takes of the allowance.
_ALLOWED: Final = 100.0
_OVER: Final = "iterable"
_SHOWING_METHODS: Final = ("set_description", "set_description_str", "set_postfix", "set_postfix_str", "refresh")


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""

    def shows(time: float) -> Guarded:
        def run(*_: Any, **__: Any) -> None:
            machine.counts.native += time
            machine.allows(_ALLOWED)

        return Guarded(run)

    def begin(bar: Instance, iterable: Any = None, desc: Any = None, total: Any = None, *_: Any, **__: Any) -> None:
        machine.counts.native += _MADE
        machine.allows(_ALLOWED)
        machine.briefly(_BAR + _SHOWING)
        bar.attributes.update({_OVER: iterable, "n": 0, "total": total, "desc": desc})

    def elements(bar: Instance) -> Iterator[Any]:
        over = bar.attributes[_OVER]
        if over is None:
            raise TypeError("'NoneType' object is not iterable")
        # What is gone through pays for itself.
        for one in machine.alive_while(_BAR, counted(machine, over) if type(over) is range else iter(over)):
            machine.counts.native += _PASSED
            machine.allows()
            yield one

    def length(bar: Instance) -> int:
        total, over = bar.attributes["total"], bar.attributes[_OVER]
        if isinstance(total, int):
            return total
        if over is None:
            raise TypeError("a bar without a total has no length")
        return len(over)

    def bar_of_numbers(*args: Any, **named: Any) -> Any:
        if not all(isinstance(one, int) for one in args):
            raise Unsupported("numbers of another kind")
        return of(range(*args), **named)

    of = Class("tqdm", [], None)
    of.attributes = {"__init__": Guarded(begin), "__iter__": Guarded(elements), "__len__": Guarded(length)}
    of.attributes["__enter__"] = Guarded(lambda bar: bar)
    of.attributes |= dict.fromkeys(_SHOWING_METHODS, shows(_SHOWN))
    of.attributes |= {"update": shows(_UPDATED), "write": shows(_WRITTEN)}
    of.attributes |= dict.fromkeys(("close", "reset", "__exit__"), shows(0.0))
    return {"tqdm": of, "trange": Guarded(bar_of_numbers)}
