"""``joblib``: calls that are put off, made one after the other where nobody asks for several at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import called_back
from perfcast.trial.interpreter.objects.context_managers import Opening
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported

#: Nanoseconds of making what makes calls and of going over them, of each call, and of putting one off.
_BEGUN: Final = 22_000.0
_MADE: Final = 900.0
_PUT_OFF: Final = 300.0
#: Bytes of it while it makes calls.
_HELD: Final = 10_000
#: Ways that are followed: the same process, one after the other.
_ONE: Final = (None, 1)


class Parallel(Opening):
    """``joblib.Parallel``, of one worker."""

    __slots__ = ()

    def enter(self) -> Any:
        return self


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""

    def parallel(n_jobs: Any = None, backend: Any = None, verbose: Any = 0, **options: Any) -> Parallel:
        if n_jobs not in _ONE and backend != "sequential":
            raise Unsupported("multiprocessing.Process")
        if options.get("return_as", "list") != "list":
            raise Unsupported("calls that are made when they are asked for")
        return Parallel(run)

    def run(calls: Iterable[Any]) -> list[Any]:
        machine.pay(_BEGUN)
        found: list[Any] = []
        machine.briefly(_HELD)
        for function, args, named in machine.counted(calls):
            machine.pay(_MADE)
            found.append(called_back(machine, function, args, named))
        return machine.made(found)  # type: ignore[no-any-return]

    def delayed(function: Any) -> Guarded:
        machine.pay(_PUT_OFF)
        return Guarded(lambda *args, **named: machine.made((function, args, named)))

    return {
        "Parallel": Guarded(parallel),
        "delayed": Guarded(delayed),
        "cpu_count": Guarded(lambda *_, **__: 2),
    }
