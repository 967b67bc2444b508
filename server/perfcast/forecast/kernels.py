"""Which launch of a kernel is forecast, and what is known of it without a forecast."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from perfcast.forecast.cache.bounded_cache import BoundedCache
from perfcast.forecast.refusals.outside import HELPER
from perfcast.source import SourceFile, Unit
from perfcast.triton import Config, Device, Kernel, KernelError, KernelFile, LaunchPlan, Scored, plan
from perfcast.triton.ranking.learned import scorer_for
from perfcast.triton.ranking.ranked import candidates
from perfcast.workload import Workload

#: Configurations among which the one that is forecast is chosen; a ranking looks at all.
_MOST: Final = 48
_MOST_FILES: Final = 8


@dataclass(frozen=True)
class ChosenLaunch:
    """One launch of a kernel.

    Attributes:
        plan: what all launches have that it was chosen from.
        scored: the launch, what is counted of it, and its score.
        workload: that says the launch, as the model was shown it.
        configurations: among which it was chosen, as the most promising one.
    """

    plan: LaunchPlan
    scored: Scored
    workload: Workload
    configurations: int

    @property
    def bound(self) -> float | None:
        """Seconds that it takes at least, by the roofline; None where the grid is not known."""
        return None if self.scored.bound is None else self.scored.bound.seconds


@dataclass
class _Followed:
    """A file that was looked through, and the launches that were chosen."""

    kernels: KernelFile
    on_devices: dict[Device, _Followed] = field(default_factory=dict)
    """The same file, where its code asks for figures of the GPU that it runs on."""
    chosen: dict[tuple[Unit, Device, str], ChosenLaunch] = field(default_factory=dict)


class KernelFiles:
    """The kernels of files; each file is looked through once while it is in use. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        # Few, since they hold their files.
        self._known: BoundedCache[SourceFile, _Followed] = BoundedCache(_MOST_FILES)

    def of(self, file: SourceFile) -> KernelFile:
        return self._followed(file).kernels

    def chosen(self, file: SourceFile, unit: Unit, device: Device, workload: Workload | None = None) -> ChosenLaunch:
        """The launch that is forecast: the sizes of the comment, else of the largest launch, else of defaults; of
        several configurations the most promising one.

        Args:
            workload: in place of what the file says.

        Raises:
            KernelError: why it cannot be told.
        """
        key = unit, device, str(workload)
        with self._lock:
            followed = self._followed_on(file, device)
            found = followed.chosen.get(key)
            if found is None:
                found = followed.chosen[key] = _chosen(followed, unit, device, workload)
        return found

    def uncounted(
        self, file: SourceFile, unit: Unit, device: Device, workload: Workload | None, reason: str
    ) -> ChosenLaunch:
        """As `chosen` for a kernel of which nothing can be counted, and `reason` why: the first configuration.

        Raises:
            KernelError: no launch can be told at all.
        """
        with self._lock:
            planned, configs = _planned(self._followed_on(file, device), unit, workload)
        launch = planned.launch(configs[0])
        scored = Scored(configs[0], launch, math.inf, reason=reason)
        return ChosenLaunch(planned, scored, launch.workload(tuple(planned.kernel.roles)), len(configs))

    def _followed_on(self, file: SourceFile, device: Device) -> _Followed:
        followed = self._followed(file)
        if not followed.kernels.asks_device:
            return followed
        if device not in followed.on_devices:
            followed.on_devices[device] = _Followed(KernelFile(file, device))
        return followed.on_devices[device]

    def _followed(self, file: SourceFile) -> _Followed:
        with self._lock:
            known = self._known.get(file)
            if known is None:
                known = _Followed(KernelFile(file))
                self._known.put(file, known)
            return known


def _planned(followed: _Followed, unit: Unit, workload: Workload | None) -> tuple[LaunchPlan, Sequence[Config]]:
    """What all launches have, and the configurations to choose from. Raises KernelError."""
    file = followed.kernels
    kernel = next((kernel for kernel in file.kernels if kernel.unit == unit), None)
    if kernel is None:
        raise KernelError(f"{unit.name} is no kernel that can be followed")
    if kernel.is_helper and workload is None:
        raise KernelError(HELPER)
    few: Kernel = replace(kernel, configs=kernel.configs and kernel.configs[:_MOST])
    planned = plan(file, few, workload=workload)
    if planned.flaw:
        raise KernelError(planned.flaw)
    return planned, candidates(planned)[0] if kernel.configs or planned.missing() else [planned.own_config()]


def _chosen(followed: _Followed, unit: Unit, device: Device, workload: Workload | None) -> ChosenLaunch:
    planned, configs = _planned(followed, unit, workload)
    scored = scorer_for(device).score(planned.kernel, planned.launches(configs), device)
    possible = [one for one in scored if one.invalid is None and one.counts is not None]
    if not possible:
        raise KernelError(scored[0].invalid or scored[0].reason or "nothing can be told")
    # Where the grid is not known there are no scores, and the first will do.
    best = min(possible, key=lambda one: one.score)
    assert best.launch is not None
    return ChosenLaunch(planned, best, best.launch.workload(tuple(planned.kernel.roles)), len(scored))
