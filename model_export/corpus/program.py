"""A program of the corpus before it is run."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from perfcast.source.locations.place import Place


@dataclass(frozen=True)
class Program:
    """One unit to run, with a typical workload from which others are scaled.

    Attributes:
        origin: the kind of source, say ``leetcode``, ``mbpp`` or ``own``.
        problem: what the program solves; splits are by this, so all implementations of it share it.
        key: unique in the corpus and stable between builds.
        source: the whole module that defines the unit.
        name: the unit's qualified name in `source`; a class of a method is constructed without arguments.
        workload: text of a typical workload.
        licence: SPDX identifier of the source.
        place: of the source's file, of a unit that stays where it lies, with the call that it is measured by.
        called_with: workload of that call; the same as `workload` where there is no other one like it.
    """

    origin: str
    problem: str
    key: str
    source: str
    name: str
    workload: str
    licence: str
    place: Place | None = None
    called_with: str = ""

    @property
    def source_sha256(self) -> str:
        """By which a record is joined with a source that the corpus does not hold itself."""
        return hashlib.sha256(self.source.encode()).hexdigest()

    @property
    def is_one_call(self) -> bool:
        """Whether nothing of it can be scaled: all that is known is one call that its project makes."""
        return self.place is not None and self.place.caller is not None and self.workload == self.called_with
