"""Trial runs of normal forms, in processes of their own, for who guesses by them and for who asks how they went."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from perfcast.prior.features import LONGEST, Tried
from perfcast.source.locations.place import Place, here
from perfcast.trial.process.pool import TrialProcesses
from perfcast.trial.process.worker import Followed
from perfcast.triton.features import is_kernel
from perfcast.workload import Workload


class TrialRuns:
    """Makes them as long as they are enabled, of functions that are not too long. One thread at a time.

    Attributes:
        enabled: whether they are made; of what is read from now on.
    """

    def __init__(self) -> None:
        self.enabled = True
        self._processes = TrialProcesses()
        self._processes.start()

    def of(self, text: str, place: Place) -> Tried | None:
        """Makes those of a normal form; None where none are made."""
        return partial(self._processes.estimate, text, place=place) if self._are_made(text) else None

    def expect(self, text: str, workloads: Sequence[Workload], place: Place | None = None) -> None:
        """Has those begin that will be asked for; returns at once."""
        if self._are_made(text):
            self._processes.expect(text, workloads, place or here())

    def fitted(
        self, text: str, own: Sequence[Workload], outer: Sequence[Workload], place: Place | None = None
    ) -> int | Workload | None:
        """How a method can be called so that it comes to an end, see `perfcast.trial.runs.trials.Trials.fitted`; None
        where nothing is tried."""
        return self._processes.fitted(text, own, outer, place or here()) if self._are_made(text) else None

    def followed(self, text: str, place: Place | None = None) -> Followed | None:
        """How the last ones of a normal form went, and what they went into; None where there were none."""
        return self._processes.followed(text, place or here()) if self.enabled and not is_kernel(text) else None

    def _are_made(self, text: str) -> bool:
        return self.enabled and len(text) <= LONGEST and not is_kernel(text)
