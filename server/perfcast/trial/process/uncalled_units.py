"""What units may be called with that nobody is seen to call: with instances of the project's classes, made by others or
made up; or with what was made up, corrected by what it made them raise."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final, NamedTuple

from perfcast.source import SourceError, Unit
from perfcast.source.locations.place import Caller, Place
from perfcast.trial.interpreter.stops import Stop
from perfcast.trial.observing.observer import Observed, Observer
from perfcast.trial.observing.scripts import MADE_UP
from perfcast.trial.process.time_shares import Shares
from perfcast.trial.process.worker import SeenCall
from perfcast.trial.runs.trials import Trials
from perfcast.trial.runs.workload_correction import corrected
from perfcast.workload import Workload

#: Seconds for what they may be called with, and as many for what they may be called with instead of what was made up
#: and made them fail.
_SUPPOSING: Final = 4.0
_CORRECTING: Final = 4.0


class _Supposed(NamedTuple):
    """
    Attributes:
        call: that could be made; None where there is none.
        is_fine: what the unit's own file suggests will do, or more than that is known.
    """

    call: SeenCall | None = None
    is_fine: bool = False


def uncalled(
    observer: Observer, place: Place, texts: Mapping[str, str], size: int, called: Collection[str]
) -> dict[str, SeenCall]:
    """Calls by the keys of units, of some of those that are not called.

    Args:
        place: of their file; texts: their normal forms.
    """
    waiting = {key: unit for key, unit in observer.units.items() if key not in called}
    supposing, correcting = (Shares(seconds, len(waiting)) for seconds in (_SUPPOSING, _CORRECTING))
    found: dict[str, SeenCall] = {}
    for key, unit in waiting.items():
        one = _Uncalled(observer, place, unit, texts[key], size)
        supposed = supposing.of_one(one.supposed)
        if supposed is None:
            # What was interrupted may be in any state.
            one.forget()
        call = None if supposed is None else supposed.call
        if call is None and not (supposed is not None and supposed.is_fine):
            call = correcting.of_one(one.corrected)
        if call is not None:
            found[key] = call
    return found


class _Uncalled:
    """One of them."""

    def __init__(self, observer: Observer, place: Place, unit: Unit, text: str, size: int) -> None:
        self._observer, self._place, self._unit, self._text, self._size = observer, place, unit, text, size
        self._known: Trials | None = None

    @property
    def _trials(self) -> Trials:
        """Compiled but once."""
        if self._known is None:
            self._known = Trials(self._text, self._place)
        return self._known

    def forget(self) -> None:
        """The next trial runs have nothing in common with those before."""
        self._known = None

    def supposed(self, end: float) -> _Supposed:
        """Where what its own file suggests comes to no end: with instances of the project's classes."""
        try:
            supposed = self._observer.suppositions.of(self._unit, self._size)
        except SourceError:
            return _Supposed()
        is_fine = supposed is None or self._ends(supposed.by_itself)
        # What the project makes goes before what the errors of its constructor tell.
        if supposed is None or (is_fine and not self._trials.is_made_otherwise):
            return _Supposed(is_fine=True)
        for one in self._observer.lent(self._unit, supposed.with_classes):
            if time.process_time() > end:
                return _Supposed(is_fine=is_fine)
            lent = one.described.workload
            names = {argument.name for argument in lent.arguments}
            others = (argument for argument in supposed.by_itself.arguments if argument.name not in names)
            whole = Workload((*lent.arguments, *others))
            if ends(replace(self._place, caller=one.caller), self._text, whole):
                return _Supposed(replace(as_seen(one), sized=str(whole)))
        is_classes = not is_fine and supposed.with_classes != supposed.by_itself and self._ends(supposed.with_classes)
        return _Supposed(self._made_up(supposed.with_classes)) if is_classes else _Supposed(is_fine=is_fine)

    def corrected(self, end: float) -> SeenCall | None:
        """Where it fails on what was made up: with what the errors tell. None where it does not, or with all else that
        was tried."""
        supposed = self._observer.suppositions.of(self._unit, self._size)
        if supposed is None:
            return None
        suppositions = self._observer.suppositions
        optional = lru_cache(partial(suppositions.optional, self._unit, self._size))
        free = suppositions.free(self._unit)
        found = corrected(self._text, self._trials, supposed.by_itself, free, end, optional)
        return None if found is None else replace(self._made_up(found.workload), after=found.after, is_corrected=True)

    def _ends(self, workload: Workload) -> bool:
        try:
            return self._trials.comes_to_an_end(workload)
        except (Stop, Exception):
            return False

    def _made_up(self, workload: Workload) -> SeenCall:
        """A call that nobody makes."""
        said, name = str(workload), self._unit.name
        return SeenCall(said, said, None, Caller(self._place.file, f"{MADE_UP}{name}", name, 0, 0), 0)


def as_seen(observed: Observed) -> SeenCall:
    """The call of which nobody has tried to make the like."""
    return SeenCall(str(observed.described.workload), None, observed.caller, observed.caller, observed.line)


def ends(place: Place, text: str, workload: Workload) -> bool:
    """Whether a unit comes to an end with a workload; not where trial runs themselves fail."""
    try:
        return Trials(text, place).comes_to_an_end(workload)
    except (Stop, Exception):
        return False
