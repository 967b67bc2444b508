"""Forecasts that were made, and the trial runs that they rest on: known as long as what these read is what it was."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from perfcast.forecast.cache.bounded_cache import BoundedCache
from perfcast.forecast.cache.kept_forecasts import KeptForecasts
from perfcast.forecast.forecast import Forecast
from perfcast.forecast.project_calls import ProjectCalls
from perfcast.source import SourceError, SourceFile, Unit
from perfcast.source.locations.place import Stamp, are_unchanged, stamp_of
from perfcast.workload import Workload
from perfcast.workload.values.unbuildable import names_module

if TYPE_CHECKING:
    from perfcast.trial.process.worker import Followed

#: Workloads of units, and units, that are remembered.
_MAX_FORECASTS: Final = 20_000
_MAX_UNITS: Final = 10_000
#: Texts in what may need more than itself: other modules, or what a normal form leaves out of its own.
_RESTING_ON_PLACE: Final = ("import ", "...", "class ")


class KnownForecasts:
    """Forecasts by unit, workload and device. Safe to use from several threads."""

    def __init__(self, calls: ProjectCalls, kept: KeptForecasts | None) -> None:
        """
        Args:
            calls: say where units lie, and who calls them.
            kept: forecasts of earlier processes.
        """
        self._calls = calls
        self._kept = kept
        self._lock = threading.Lock()
        self._forecasts: BoundedCache[tuple[str, str, str], Mapping[str, Forecast]] = BoundedCache(_MAX_FORECASTS)
        # How the trial runs went that a forecast rests on, by unit and workload.
        self._ran: BoundedCache[tuple[str, str], Followed | None] = BoundedCache(_MAX_FORECASTS)
        # How they went last, by unit.
        self._followed: dict[str, Followed] = {}
        # Digests of units that were asked about with instances of classes that only their place tells.
        self._placed: set[str] = set()
        # By digest, of others.
        self._by_themselves: dict[str, bool] = {}

    def base(self, file: SourceFile, unit: Unit) -> str:
        """Equal for units whose text is the same, and whose imports mean the same.

        Raises:
            SourceError: the unit is nested too deeply to be read.
        """
        digest, place = file.digest(unit), self._calls.place(file, unit)
        if place is None:
            return digest
        is_by_itself = place.caller is None and digest not in self._placed and self._is_by_itself(file, unit, digest)
        return digest if is_by_itself else f"{digest}\n{place.key}\n{place.file}"

    def _is_by_itself(self, file: SourceFile, unit: Unit, digest: str) -> bool:
        """Whether a unit's normal form needs nothing besides."""
        known = self._by_themselves.get(digest)
        if known is None:
            form = file.normal_form(unit)
            if len(self._by_themselves) >= _MAX_UNITS:
                self._by_themselves.clear()
            known = self._by_themselves[digest] = not any(one in form for one in _RESTING_ON_PLACE)
        return known

    def identity(self, file: SourceFile, unit: Unit) -> str:
        """Equal as long as forecasts for a unit hold, as far as one knows what it imports."""
        base = self.base(file, unit)
        followed = self._followed.get(base)
        return base if followed is None else _identity(base, map(stamp_of, followed.files))

    def place(self, file: SourceFile, unit: Unit, workloads: Iterable[Workload]) -> None:
        """From now on what a unit is rests on its place, where a workload names classes by their modules."""
        if any(names_module(one.type) for workload in workloads for one in workload.arguments if not one.has_value):
            self._placed.add(file.digest(unit))

    def find(
        self, file: SourceFile, unit: Unit, texts: Sequence[str], device: str, *, earlier: bool
    ) -> dict[str, Mapping[str, Forecast] | None]:
        """Forecasts by the workload's text; None for workloads that nothing is known of.

        Args:
            earlier: those that earlier processes have kept, too.
        """
        identity = self.identity(file, unit)
        with self._lock:
            known = {text: self._forecasts.get((identity, text, device)) for text in texts}
        if self._kept is None or not earlier or None not in known.values():
            return known
        base, place = self.base(file, unit), self._calls.place(file, unit)
        for text in texts:
            found = self._kept.find(base, place, text, device) if known[text] is None else None
            if found is not None:
                forecasts, followed = found
                self._note(base, text, device, forecasts, followed)
                known[text] = forecasts
        return known

    def note(
        self,
        file: SourceFile,
        unit: Unit,
        device: str,
        forecasts: Mapping[str, Mapping[str, Forecast]],
        followed: Followed | None,
        *,
        kept: bool,
    ) -> None:
        """Remembers forecasts by the workload's text.

        Args:
            followed: how the trial runs went that they rest on.
            kept: for later processes, too.
        """
        base, place = self.base(file, unit), self._calls.place(file, unit)
        for text, found in forecasts.items():
            self._note(base, text, device, found, followed)
            if self._kept is not None and kept:
                self._kept.keep(base, place, text, device, found, followed)

    def _note(
        self, base: str, text: str, device: str, forecasts: Mapping[str, Forecast], followed: Followed | None
    ) -> None:
        with self._lock:
            if followed is not None:
                if len(self._followed) >= _MAX_UNITS:
                    self._followed.clear()
                self._followed[base] = followed
            self._ran.put((base, text), self._followed.get(base))
            identity = base if followed is None else _identity(base, followed.files.values())
            self._forecasts.put((identity, text, device), forecasts)

    def run(self, file: SourceFile, unit: Unit, workload: Workload | None) -> Followed | None:
        """How the trial runs of a workload went, or the last ones of the unit; None where there were none.

        Raises:
            SourceError: the unit is nested too deeply to be read.
        """
        base = self.base(file, unit)
        with self._lock:
            return self._followed.get(base) if workload is None else self._ran.get((base, str(workload)))

    def is_current(self, file: SourceFile, unit: Unit) -> bool:
        """Whether the modules that a unit imports are what they were when it was forecast. Waits for no forecast."""
        try:
            followed = self._followed.get(self.base(file, unit))
        except SourceError:
            return True
        return followed is None or are_unchanged(followed.files)

    def clear(self) -> None:
        """Forgets what this process has found."""
        with self._lock:
            self._forecasts.clear()
            self._ran.clear()
            self._followed.clear()

    def flush(self) -> None:
        """Has what was found so far kept for later processes, where there are any."""
        if self._kept is not None:
            self._kept.flush()


def _identity(base: str, stamps: Iterable[Stamp | None]) -> str:
    """Of a unit while the files that it imports are these."""
    known = tuple(stamps)
    return f"{base}\n{hash(known)}" if known else base
