"""Whether forecasts of a unit have grounds, and why not: what it does, and how its trial runs went."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from perfcast.forecast.cache.bounded_cache import BoundedCache
from perfcast.forecast.forecast import Forecast
from perfcast.forecast.known_forecasts import KnownForecasts
from perfcast.forecast.metrics import METRICS
from perfcast.forecast.project_calls import ProjectCalls, is_guessed, is_made_up
from perfcast.forecast.questions import GIVEN
from perfcast.forecast.receiver import made_up_receiver, with_receiver_size
from perfcast.forecast.refusals import unguessed
from perfcast.forecast.refusals.effects import effect_of_stop
from perfcast.forecast.refusals.outside import IN_VAIN, NO_BODY, USES, outside_reasons
from perfcast.source import SourceFile, Unit
from perfcast.source.locations.place import NOWHERE
from perfcast.workload import Workload
from perfcast.workload.language.resizing import stated_receiver_size
from perfcast.workload.origins.misfits import strange_type
from perfcast.workload.origins.resolution import COMMENT, Resolved, parameter_names, unknown_names
from perfcast.workload.values.unbuildable import holds_unknown

if TYPE_CHECKING:
    from perfcast.trial.process.worker import Followed

_MAX_UNITS: Final = 10_000
_UNFIT: Final = "takes what could not be found out"
_MADE_ELSEWHERE: Final = "made as a file shows: how much it holds cannot be stated"
_ON_MADE_UP: Final = " on what was made up"
_AS_SAID: Final = " on small inputs like these"
#: Of what grows exponentially.
ENDLESS: Final = "would not end"
#: Of what the log says more of.
FAILED: Final = "meets an error in Perfcast"
_COULD_BE_ANYTHING: Final = "could cost anything"
#: Ranges whose ends are this far apart say nothing.
_WIDEST: Final = 1e4


class Grounds:
    """What forecasts of units rest on. Safe to use from several threads."""

    def __init__(self, known: KnownForecasts, calls: ProjectCalls) -> None:
        """
        Args:
            known: says how trial runs went.
            calls: that the units' projects show.
        """
        self._known, self._calls = known, calls
        self._lock = threading.Lock()
        self._outside: BoundedCache[tuple[str, bool | None], tuple[str, ...]] = BoundedCache(_MAX_UNITS)

    def missing(self, file: SourceFile, unit: Unit, resolved: Resolved) -> tuple[str, ...]:
        """Why forecasts at a workload have none: what the unit does, then what it was tried with; empty where they
        have.

        Raises:
            SourceError: the unit is nested too deeply to be read.
        """
        found = self.outside(file, unit, resolved.workload)
        told = found if NO_BODY in found else (*found, *self._unfit(file, unit, resolved))
        return tuple(dict.fromkeys(told))

    def outside(self, file: SourceFile, unit: Unit, workload: Workload | None = None) -> tuple[str, ...]:
        """What a unit does that nothing tells the cost of; empty where it does not.

        Args:
            workload: that was forecast; without, as the last trial runs of the unit went.

        Raises:
            SourceError: the unit is nested too deeply to be read.
        """
        followed = self._known.run(file, unit, workload)
        key = self._known.base(file, unit), None if followed is None else followed.was_tried
        with self._lock:
            reasons = self._outside.get(key)
        if reasons is None:
            reasons = outside_reasons(
                file.normal_form(unit),
                is_kernel=unit.kind == "kernel",
                has_ended=key[1],
                home=file.home or NOWHERE,
            )
            with self._lock:
                self._outside.put(key, reasons)
        return reasons if followed is None else _told_instead(reasons, followed)

    def raised(self, file: SourceFile, unit: Unit, resolved: Resolved) -> str:
        """The error behind a reason that something cannot be guessed, such as "raises KeyError 'price'"; '' without.

        Raises:
            SourceError: the unit is nested too deeply to be read.
        """
        ran = self._known.run(file, unit, resolved.workload)
        if ran is None or not ran.has_raised or not self._raises_on_guess(file, unit, resolved):
            return ""
        return f"raises {ran.error or 'an error'}{_ON_MADE_UP}"

    def receiver(self, file: SourceFile, unit: Unit, workload: Workload) -> str:
        """What a method is called for where that is made up; '' where a call was seen, or an instance is lent."""
        found = self._calls.of(file, unit)
        if found is not None and (found.caller is not None or not is_made_up(found)):
            return ""
        told, prepared = made_up_receiver(file, unit, workload), self.prepared(file, unit, workload)
        return f"self: {prepared}" if told and prepared else told

    def growing(self, file: SourceFile, unit: Unit, workload: Workload) -> Workload:
        """The workload as it can be asked about at other sizes: with how much a method's instance holds, where that is
        made up and nothing else grows.

        Raises:
            SourceError: the unit is not of the file.
        """
        return with_receiver_size(file, unit, workload) if self.receiver(file, unit, workload) else workload

    def prepared(self, file: SourceFile, unit: Unit, workload: Workload) -> str:
        """What trial runs called a method on that its own file does not say, such as "Queue after put()"; '' where they
        did not, or the workload was not forecast."""
        ran = self._known.run(file, unit, workload)
        return "" if ran is None else ran.receiver

    def _unfit(self, file: SourceFile, unit: Unit, resolved: Resolved) -> tuple[str, ...]:
        """Why a workload tells nothing of what the unit costs; empty where it does."""
        if resolved.is_unfit:
            return (_UNFIT,)
        if resolved.origin in (GIVEN, COMMENT) and (misfits := self._misfits(file, unit, resolved.workload)):
            return misfits
        ran = self._known.run(file, unit, resolved.workload)
        if ran is None or ran.was_tried:
            return ()
        if ran.has_raised:
            return (self._raising(file, unit, resolved, ran.error),)
        if not is_guessed(resolved):
            return ()
        unknown_to_all = [
            one.name or "" for one in resolved.workload.arguments if not one.has_value and holds_unknown(one.type)
        ]
        # What was made up was good enough to come to where no run can go on.
        told = effect_of_stop(ran.stopped_at) or f"{_UNFIT}: {', '.join(unknown_to_all)}"
        return (told,) if unknown_to_all else ()

    def _misfits(self, file: SourceFile, unit: Unit, said: Workload) -> tuple[str, ...]:
        """What somebody says of a call that the unit has no place for."""
        unknown = unknown_names(unit, file, said)
        if unknown:
            return tuple(f"has no parameter {name}" for name in unknown)
        names = parameter_names(unit, file)
        strange = [strange_type(one, file, names) for one in said.arguments if unit.kind != "kernel"]
        if any(strange):
            return tuple(filter(None, strange))
        is_in_vain = stated_receiver_size(said) is not None and not self.receiver(file, unit, said)
        return (_MADE_ELSEWHERE,) if is_in_vain else ()

    def _raising(self, file: SourceFile, unit: Unit, resolved: Resolved, error: str) -> str:
        """Why there is no forecast of what raises: the error itself where somebody says what it was tried with."""
        workload = resolved.workload
        if not self._raises_on_guess(file, unit, resolved):
            return f"raises {error}".rstrip() + (_AS_SAID if workload.arguments else "")
        names = [one.name for one in workload.arguments if one.name and is_guessed(resolved)]
        return unguessed.reason(file.node(unit), names, str(workload), self.receiver(file, unit, workload), error)

    def _raises_on_guess(self, file: SourceFile, unit: Unit, resolved: Resolved) -> bool:
        """Whether something that a unit is tried with is made up, where it raises."""
        is_made_up = is_guessed(resolved) and bool(resolved.workload.arguments)
        return is_made_up or bool(self.receiver(file, unit, resolved.workload))


def unsayable(resolved: Resolved, forecasts: Mapping[str, Forecast]) -> tuple[str, ...]:
    """Why forecasts are not worth telling, at workloads that nobody gave: what grows exponentially, and what
    nothing is known of."""
    if resolved.origin in (GIVEN, COMMENT):
        return ()
    if any(one.p50 > METRICS[metric].most for metric, one in forecasts.items()):
        return (ENDLESS,)
    return (_COULD_BE_ANYTHING,) * any(one.p90 > _WIDEST * one.p10 for one in forecasts.values())


def _told_instead(reasons: tuple[str, ...], ran: Followed) -> tuple[str, ...]:
    """Where trial runs stopped, or nothing where they came to an error that is told besides, in place of what was
    followed in vain, and of the library alone."""
    if ran.stopped_at:
        named = tuple(_with_stop(reason, ran.stopped_at) for reason in reasons)
        if named == reasons and any(_is_library(reason) for reason in reasons):
            # Another one than is named so far.
            effect = effect_of_stop(ran.stopped_at)
            named = tuple(effect if effect and _is_library(reason) else reason for reason in reasons)
            # What the run came to stands first, as hints tell one reason alone; a library is but named in the code.
            named = named if effect else (f"stops at {ran.stopped_at}", *named)
        reasons = tuple(dict.fromkeys(named))
    in_vain = [reason for reason in reasons if reason.endswith(IN_VAIN)]
    if not in_vain or not (ran.has_raised or ran.stopped_at):
        return reasons
    stop = effect_of_stop(ran.stopped_at) or f"stops at {ran.stopped_at}"
    instead = {in_vain[0]: stop} if ran.stopped_at else {}
    told = (instead.get(reason, reason) for reason in reasons)
    return tuple(dict.fromkeys(reason for reason in told if not reason.endswith(IN_VAIN)))


def _with_stop(reason: str, stopped_at: str) -> str:
    """A reason that names a library, with what of it trial runs stopped at, if it was that."""
    if not _is_library(reason):
        return reason
    library = reason.removeprefix(USES)
    name = stopped_at.removeprefix("calling ")
    if name.startswith(f"{library}."):
        return f"{USES}{name}, which is not modelled"
    arguments = name.removeprefix("arguments of ")
    if arguments.startswith(f"{library}."):
        return f"{USES}{arguments} with arguments that are not modelled"
    return reason


def _is_library(reason: str) -> bool:
    return reason.startswith(USES) and not reason.endswith(IN_VAIN)
