"""A unit's trial runs at growing sizes."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from perfcast.source.locations.place import NOWHERE, Place, Stamp
from perfcast.trial.interpreter.errors.handlers import in_full, stop_in_full
from perfcast.trial.interpreter.stops import OutOfSteps, Stop
from perfcast.trial.quantities import SIZE_OF_BEGUN
from perfcast.trial.runs.alternative_receivers import OtherReceivers
from perfcast.trial.runs.clamped_workloads import clamped
from perfcast.trial.runs.compiled_unit import Unit
from perfcast.trial.runs.divisible_sizes import record_length
from perfcast.trial.runs.divisors import with_divisors
from perfcast.trial.runs.execution import Running
from perfcast.trial.runs.growing_runs import Growing
from perfcast.trial.runs.host_settings import undisturbed
from perfcast.trial.runs.lasting_spans import with_days_kept
from perfcast.trial.runs.network_inputs import Fitting
from perfcast.trial.runs.series import error_of
from perfcast.trial.runs.series_choice import Choosing
from perfcast.trial.runs.shape_only_runs import ByShapes
from perfcast.trial.runs.summary import NOTHING, numbers
from perfcast.trial.scaling import largest
from perfcast.workload import Workload

#: Of what a container holds, how much is looked at.
_LOOKED_AT: Final = 100


class Trials:
    """Trial runs of one unit. For one thread at a time.

    Attributes:
        error: what the largest run of the last estimate ended with; '' where that came to its end, or there is none.
    """

    def __init__(self, text: str, place: Place = NOWHERE) -> None:
        """
        Args:
            place: where modules are looked for that the text imports.

        Raises:
            SyntaxError: the text does not parse.
        """
        self.error = ""
        self._unit = Unit(text, place)
        self._running = Running(self._unit)
        self._growing = Growing(self._unit, self._running)
        self._choosing = Choosing(self._unit, self._running, self._growing)
        self._by_shapes = ByShapes(self._running)
        self._fitting = Fitting(self._unit, self._running, self._choosing, self._by_shapes)
        self._other_receivers = OtherReceivers(self._unit, self._running, self._growing, self._choosing)

    @property
    def followed(self) -> dict[str, Stamp | None]:
        """See `Unit.followed`."""
        return self._unit.followed

    @property
    def is_current(self) -> bool:
        """Whether the modules that it follows are still what they were."""
        return self._unit.is_current

    @property
    def receiver(self) -> str:
        """What the method of the last estimate was called on, as "Queue after put()"; '' where the unit says it."""
        return self._unit.receiver

    @property
    def is_made_otherwise(self) -> bool:
        """See `Unit.is_made_otherwise`, of the last workload."""
        return self._unit.is_made_otherwise

    @property
    def stopped_at(self) -> str:
        """What the first run of the last estimate could not follow, in short; '' where it followed all, or came too
        far."""
        return self._growing.stopped_at

    def begin_question(self) -> None:
        """Begins a question about workloads of one call: what may be spent on them does not depend on those before."""
        self._choosing.begin_question()

    def held_texts(self) -> list[Collection[str]]:
        """See `Unit.held_texts`."""
        return self._unit.held_texts()

    def sought_texts(self, workload: Workload) -> list[Collection[str]]:
        """Texts among which a run looked for one that is not there, the last ones first."""
        with undisturbed():
            found = self._running.sought_in(workload)
        looked_at = (list(islice(one, _LOOKED_AT)) for one in found[::-1])
        return [texts for texts in looked_at if texts and all(type(text) is str for text in texts)]

    def having(self, attribute: str, others: Collection[str]) -> Sequence[str]:
        """See `Unit.having`."""
        return self._unit.having(attribute, others)

    def enumerations(self) -> list[str]:
        """Names of those of the module whose members it may be given."""
        return self._unit.enumerations()

    def fitted(self, ways: Sequence[Workload], outer: Sequence[Workload]) -> int | Workload | None:
        """See `Fitting.fitted`."""
        return self._fitting.fitted(ways, outer)

    def estimate(self, workload: Workload, until: float = math.inf) -> list[float]:
        """What a call with the workload costs by its trial runs, see `NAMES`; all -1 where none was possible.

        Args:
            until: seconds of this process' CPU time after which no larger run is begun: the smaller ones tell.
        """
        self._running.forget()
        self.error = self._growing.stopped_at = ""
        self._unit.receivers.begin_question()
        is_lost = self._unit.definition.callee is None
        # A call that is not made any more tells nothing.
        if self._unit.repetition is None and (is_lost or self._unit.place.caller is not None):
            self._growing.stopped_at = self._unit.definition.unmade if self._unit.definition.callee is None else ""
            return list(NOTHING)
        if self._unit.repetition is None:
            workload = clamped(workload, self._unit.definition.clamps)
            workload = with_divisors(workload, self._unit.definition.divisors)
            workload = with_days_kept(workload) if self._unit.definition.has_lasting_spans else workload
        with undisturbed():
            # Layers take tensors of their own sizes alone.
            whole = self._by_shapes.whole(workload) if self._unit.is_of_module else None
            series = whole or self._choosing.runs(workload, until)
            series = self._other_receivers.on_others(series, workload, until)
            # What takes tensors of some shapes alone ends well at few sizes, if at any.
            has_failed = series.refused or not series.runs or any(run.raised for _, _, run in series.made)
            if self._unit.has_tensors and not self._unit.is_of_module and has_failed:
                series = self._by_shapes.whole(workload) or series
            self.error = error_of(series.runs) if series.runs else self._running.lacked
            if not series.runs and self._running.unfinished is not None and largest(workload) <= 1.0:
                # Nothing can be shrunk. It costs more than that; nothing tells how much more.
                series = replace(series, runs=[self._running.unfinished], refused=True, size=SIZE_OF_BEGUN)
            with self._unit.machine.ending_at(until):
                others = self._choosing.others(series, workload)
        size = largest(workload) if series.size is None else series.size
        return numbers(series.runs, size, series.refused, others, series.unfinished)

    def comes_to_an_end(self, workload: Workload) -> bool:
        """Whether the call does at all sizes that are tried, without an error; or by the shapes of its tensors alone,
        where it does at none."""
        return not self._failure_of_series(workload)

    def _failure_of_series(self, workload: Workload) -> str:
        """With what it does not, in full; '' where it does."""
        with undisturbed():
            series = self._growing.series(workload)
            runs = [run for _, _, run in series.made]
            has_failed = series.refused or all(run.raised for run in runs)
            if self._unit.has_tensors and has_failed and self._by_shapes.whole(workload) is not None:
                return ""
        is_whole = bool(series.made) and series.made[-1][0] == workload
        if is_whole and not runs[-1].raised and any(one.type.shape for one in workload.arguments):
            # What takes arrays of its own lengths alone fails at all others.
            return ""
        raised = next((run.error_in_full for run in runs if run.raised), "")
        return raised or (series.stop or in_full(OutOfSteps()) if series.refused or not runs else "")

    def failure(self, workload: Workload) -> str:
        """The error that a call ends with at the smallest size at which it does, or what it could not follow, in full:
        "KeyError: price"; '' where it comes to its end at all sizes that are tried, or at its own."""
        with undisturbed():
            try:
                run = self._running.smallest(workload)
            except (Stop, Exception) as reason:
                return stop_in_full(reason)
        may_fit = any(one.type.shape for one in workload.arguments) or record_length(run.error_in_full)
        if run.error_in_full and not may_fit:
            return run.error_in_full
        failed = self._failure_of_series(workload)
        return run.error_in_full if failed and run.error_in_full else failed
