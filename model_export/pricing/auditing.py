"""Trial runs whose nanoseconds are told apart by what they were paid for.

Prices are plain numbers while Perfcast works, and whoever pays does not say what for: that would slow down each step.
Here they are told apart from without, by who pays, in a process of its own.
"""

from __future__ import annotations

import inspect
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple
from unittest.mock import patch

from perfcast.source.locations.place import Place
from perfcast.trial import NAMES
from perfcast.trial.interpreter.accounting import syntax_prices
from perfcast.trial.interpreter.accounting.counts import Counts
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import BYTE, FUNCTION
from perfcast.trial.runs import compiled_unit, trials
from perfcast.trial.runs.execution import Running
from perfcast.trial.runs.run import Failure, parts_of
from perfcast.trial.runs.trials import Trials
from perfcast.workload import Workload

_TIME: Final = NAMES.index("trial_time")
_WHOLE: Final = NAMES.index("trial_whole")
#: The files of a machine's parts, which pay for others.
_OF_MACHINE: Final = frozenset(inspect.getfile(part) for part in Machine.__mro__ if part is not object)
#: Frames around who pays that are searched for the name of the operation.
_MOST_FRAMES: Final = 6
#: What these call the operation that they pay for.
_OPERATION: Final = ("same", "name")
_STATEMENTS: Final = {
    value: name.strip("_").lower()
    for name, value in vars(syntax_prices).items()
    if name.isupper() and isinstance(value, float)
}


class Audit(NamedTuple):
    """Of a call at its whole size.

    Attributes:
        total: nanoseconds; costs: those of it by what they were paid for.
    """

    total: float
    costs: Mapping[str, float]


def audit(text: str, workload: Workload, place: Place) -> Audit | None:
    """None where the whole size cannot be tried."""
    with _audited() as ledger:
        row = Trials(text, place).estimate(workload)
    if row[_WHOLE] < 1 or not ledger.calls:
        return None
    total = 2.0 ** row[_TIME] - 1.0
    # Several sizes are tried, and some of them twice.
    return min(ledger.calls, key=lambda call: abs(call.total - total))._replace(total=total)


class _Parted(float):
    """A price that is put together of others."""

    parts: Mapping[str, float]

    @classmethod
    def of(cls, parts: Mapping[str, float]) -> _Parted:
        found = cls(sum(parts.values()))
        found.parts = parts
        return found

    def __add__(self, other: float) -> _Parted:
        more = other.parts if isinstance(other, _Parted) else {_named(other): other} if other else {}
        return _Parted.of({key: self.parts.get(key, 0.0) + more.get(key, 0.0) for key in {**self.parts, **more}})

    __radd__ = __add__

    def __sub__(self, other: float) -> _Parted:
        return self + -1.0 * (other if isinstance(other, _Parted) else _Parted.of({_named(other): other}))

    def __rsub__(self, other: float) -> _Parted:
        return -1.0 * self + other

    def __mul__(self, times: float) -> _Parted:
        return _Parted.of({key: times * part for key, part in self.parts.items()})

    __rmul__ = __mul__


def _named(price: float) -> str:
    return f"syntax {_STATEMENTS.get(price, f'{price:g} ns')}"


class _Called(float):
    """The price of an element, of a function that has a name."""

    name: str


class _Ledger:
    """Nanoseconds by what they were paid for, and calls that have ended. `label` says that where who pays does not."""

    def __init__(self) -> None:
        self.costs: defaultdict[str, float] = defaultdict(float)
        self.calls: list[Audit] = []
        self.label = ""

    @contextmanager
    def labelled(self, label: str) -> Iterator[None]:
        self.label = label
        try:
            yield
        finally:
            self.label = ""


@contextmanager
def _audited() -> Iterator[_Ledger]:
    """Whoever pays within does so into a ledger."""
    ledger = _Ledger()

    class AuditedCounts(Counts):
        """Looks who adds to what built-in functions cost."""

        def __setattr__(self, name: str, value: Any) -> None:
            if name == "native" and (more := value - getattr(self, name, 0.0)):
                ledger.costs[ledger.label or _payer(sys._getframe(1))] += more
            super().__setattr__(name, value)

    class AuditedMachine(Machine):
        def _new_counts(self) -> Counts:
            return AuditedCounts()

        def start(self) -> None:
            ledger.costs.clear()
            super().start()

        def step(self, time: float) -> None:
            for key, part in time.parts.items() if isinstance(time, _Parted) else ((_named(time), time),):
                ledger.costs[key] += part
            super().step(float(time))

        def call(self, name: str) -> float:
            with ledger.labelled(f"call {name}"):
                before = super().call(name)
            self.price = _Called(self.price)
            self.price.name = name
            return before

        def pass_over(self, elements: float) -> None:
            name = self.price.name if isinstance(self.price, _Called) else ""
            with ledger.labelled(f"element {name}" if name else _payer(sys._getframe(1))):
                super().pass_over(elements)

        def array(self, elements: int, call: float, work: float) -> None:
            payer = _payer(sys._getframe(1), _operation(sys._getframe(1)))
            ledger.costs[f"{payer}, call"] += call
            ledger.costs[f"{payer}, elements"] += work
            super().array(elements, call, work)

    class AuditedRunning(Running):
        """Keeps what each call was paid for."""

        def call(self, workload: Workload, limit: float, seed: int) -> tuple[Counts, Failure | None]:
            counts, error = super().call(workload, limit, seed)
            total = sum(parts_of(counts))
            own = {"calls of own functions": FUNCTION * counts.calls, "bytes": BYTE * counts.allocated}
            ledger.calls.append(Audit(total + counts.longer.after(total, counts.longer.parts), {**ledger.costs, **own}))
            return counts, error

    price_of = syntax_prices.price_of

    def parted(node: Any) -> _Parted:
        price = price_of(node)
        return _Parted.of({f"{type(node).__name__} at {price:g} ns": price} if price else {})

    with (
        patch.object(syntax_prices, "price_of", parted),
        patch.object(compiled_unit, "Machine", AuditedMachine),
        patch.object(trials, "Running", AuditedRunning),
    ):
        yield ledger


def _payer(frame: FrameType | None, operation: str = "") -> str:
    while frame is not None and frame.f_code.co_filename in _OF_MACHINE:
        frame = frame.f_back
    if frame is None:
        return "?"
    where = f"{Path(frame.f_code.co_filename).stem} {frame.f_code.co_qualname}"
    return f"{where} {operation}" if operation else f"{where} {frame.f_lineno}"


def _operation(frame: FrameType | None) -> str:
    for _ in range(_MOST_FRAMES):
        if frame is None:
            break
        found = next((value for name in _OPERATION if isinstance(value := frame.f_locals.get(name), str)), "")
        if found:
            return found
        frame = frame.f_back
    return ""
