"""What a process that makes trial runs is asked, as it reads it; `perfcast.trial.process.worker` has what it says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from perfcast.source.locations.place import Place
from perfcast.trial.process.time_limits import FITTING, OBSERVING, SECONDS
from perfcast.workload import Workload


@dataclass(frozen=True)
class Question:
    """What is asked: a line, and about how many workloads."""

    line: str
    workloads: int

    @classmethod
    def about(cls, text: str, workloads: Sequence[Workload], place: Place) -> Question:
        """For trial runs of a normal form."""
        asked = {"text": text, "workloads": list(map(str, workloads)), **asdict(place)}
        return cls(json.dumps(asked), len(workloads))

    @classmethod
    def of_units(cls, place: Place, units: Mapping[str, str], size: int) -> Question:
        """For calls of a file's units."""
        return cls(json.dumps({"units": dict(units), "size": size, **asdict(place)}), OBSERVING // int(SECONDS))

    @classmethod
    def of_ways(cls, text: str, own: Sequence[Workload], outer: Sequence[Workload], place: Place) -> Question:
        """For the way in which a method can be called."""
        ways = {"workloads": list(map(str, own)), "outer": list(map(str, outer))}
        return cls(json.dumps({"text": text, **ways, **asdict(place)}), FITTING)
