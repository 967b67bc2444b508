"""A program of the corpus before it is run."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass


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
    """

    origin: str
    problem: str
    key: str
    source: str
    name: str
    workload: str
    licence: str

    @property
    def source_sha256(self) -> str:
        """By which a record is joined with a source that the corpus does not hold itself."""
        return hashlib.sha256(self.source.encode()).hexdigest()
