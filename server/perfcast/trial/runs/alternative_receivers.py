"""Methods that fail on what is made up for them to be called on: tried on what was prepared, or of a class that extends
theirs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from perfcast.source.classes.abstract import left_open
from perfcast.trial.inputs.preparing_calls import preparing
from perfcast.trial.interpreter.errors.handlers import stop_in_full
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.stops import Stop
from perfcast.trial.runs.compiled_unit import Unit
from perfcast.trial.runs.execution import Running
from perfcast.trial.runs.growing_runs import Growing
from perfcast.trial.runs.series import Series, error_of
from perfcast.trial.runs.series_choice import Choosing
from perfcast.workload import Workload

#: Errors of what only a class that extends the unit's gives, a project's own among them.
_LEFT_TO_OTHERS: Final = re.compile(r"AttributeError '|\w*NotImplemented")
#: Errors of what is not what it was filled with.
_UNFIT: Final = ("AttributeError", "TypeError")
#: What a run stops at where nobody knows what a value is.
_OF_UNKNOWN: Final = re.compile(r"\bUnknown\b|\bunknown value")


class OtherReceivers:
    """What tries others, for one unit."""

    def __init__(self, unit: Unit, running: Running, growing: Growing, choosing: Choosing) -> None:
        self._unit, self._running, self._growing, self._choosing = unit, running, growing, choosing
        self._receivers = unit.receivers

    def on_others(self, series: Series, workload: Workload, until: float) -> Series:
        """The runs of a method that fails on what its made-up receiver lacks, of a class that extends its own, with
        another method called before, on what is left as its constructor makes it, or of one that is made of something
        else; those that it had where that helps none. See `perfcast.trial.inputs.mixin_receivers`,
        `perfcast.trial.inputs.preparing_calls`."""
        of, unit = self._unit.definition.callee or (None, "")
        if not isinstance(of, Class) or self._unit.repetition is not None:
            return series
        error, stopped = error_of(series.runs) if series.runs else self._running.lacked, self._growing.stopped_at
        # Where nothing says that the receiver lacks something, this rests on no more of the file.
        may_lack = bool(error) or stopped.startswith(f"{of.name}.")
        if not (may_lack or _OF_UNKNOWN.search(stopped)) or not all(run.raised for run in series.runs):
            return series
        told = self._running.unfinished, self._running.lacked
        others = self._tried(of, unit, error, stopped, workload) if may_lack else iter(())
        # What a network's module is made of is told by the one around it.
        anew = iter(()) if self._unit.is_of_module else self._reconsidered(of, workload)
        for _ in chain(others, anew):
            again = self._choosing.runs(workload, until)
            if again.runs and not any(run.raised for run in again.runs):
                return again
        # Of what was tried in vain nothing is told.
        self._running.unfinished, self._running.lacked = told
        self._growing.stopped_at = stopped
        return series

    def _tried(self, of: Class, unit: str, error: str, stopped: str, workload: Workload) -> Iterator[None]:
        """Each time, another receiver is made from now on; in the end, that of before."""
        classes = {node.name: node for node in self._unit.left_out.tree.body if isinstance(node, ast.ClassDef)}
        owner = classes.get(of.name, of.node)
        if not isinstance(owner, ast.ClassDef):
            return
        is_left = _LEFT_TO_OTHERS.match(error) is not None or bool(left_open(of.name, classes.get))
        if is_left and (extending := self._unit.standing(of, unit)) is not None:
            self._receivers.extending = extending
            yield
            self._receivers.extending = None
        is_filled = self._receivers.is_filled
        for name in preparing(of, owner, unit, error, stopped, is_filled=is_filled):
            # It is so in other runs of the workload, too.
            self._receivers.prepared = name, owner
            yield
        self._receivers.prepared = None
        if self._receivers.is_filled and (error.startswith(_UNFIT) or self._receivers.may_be_full):
            # What it is filled with is not what it asks, or leaves no room for more.
            self._receivers.is_left_as_made = True
            yield
            self._receivers.is_left_as_made = False

    def _reconsidered(self, of: Class, workload: Workload) -> Iterator[None]:
        """The same where it comes to an end on one that is made of something else, as its errors tell."""

        def fails() -> str:
            try:
                return self._running.smallest(workload).error_in_full
            except (Stop, Exception) as reason:
                return stop_in_full(reason)

        failure = fails()
        if failure in {f"KeyError: {one.value}" for one in workload.arguments if one.has_value}:
            # Somebody asks for that, whether it is there or not.
            return
        if failure and self._receivers.reconsidered(of, failure, fails, workload):
            self._running.forget()
            yield
            self._receivers.begin_question()
