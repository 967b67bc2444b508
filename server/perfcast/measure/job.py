"""What is asked of a sandbox and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from perfcast.source.locations.place import Caller


@dataclass(frozen=True)
class Limits:
    """What one measured program may use. Processes and network are not limits: a program gets none.

    Attributes:
        seconds: of one call of the unit; building its inputs and loading the source have budgets derived from it.
        memory_bytes: address space above what the interpreter and its libraries hold before the source is loaded.
        file_bytes: the largest file it may write, in its scratch folder only.
        recursion: the interpreter's recursion limit.
    """

    seconds: float = 1.0
    memory_bytes: int = 2 << 30
    file_bytes: int = 16 << 20
    recursion: int = 20_000

    @property
    def longest_phase(self) -> float:
        """Seconds after which a program is killed that does one thing: it is loaded, called, traced, ..."""
        return 12 * self.seconds + 6

    @property
    def longest_answer(self) -> float:
        """Seconds after which it is killed that has no measurement ready for one workload."""
        return 3 * self.longest_phase


@dataclass(frozen=True)
class Job:
    """One program and the workloads to measure it at.

    Attributes:
        key: the caller's name for it, repeated in the measurements.
        source: a whole module's text; it is executed once, under a name that is not ``__main__``.
        name: the unit: ``f``, ``Class.method``, ``Outer.Inner.method``. For an instance method ``Class()`` is made
            before each call, outside of what is measured.
        workloads: workload texts in ascending order of expected cost.
        seed: of the inputs.
        folders: that its imports are looked for in before and after those of this Python, the user's own and those of
            libraries.
        package: dotted name that its relative imports start from.
        path: of the source's file.
        caller: what makes the call that is measured, see `perfcast.measure.repeating`: then the unit is that of the
            file, imported by its own name. called_with: what that call is made with, as a workload's text.
    """

    key: str
    source: str
    name: str
    workloads: tuple[str, ...]
    seed: int = 0
    folders: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    package: str = ""
    path: str = ""
    caller: Caller | None = None
    called_with: str = ""

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> Job:
        """What `asdict` gave, after JSON."""
        return cls(**{**said, "workloads": tuple(said["workloads"]), "caller": Caller.from_json(said["caller"])})


@dataclass(frozen=True)
class Measurement:
    """The costs of one unit at one workload, or why there are none.

    Attributes:
        metrics: ``peak_memory`` (B), ``cpu_time`` (s); and where they could be had cheaply ``result_size`` (B),
            ``allocations`` (count), ``allocated_bytes`` (B) and ``work`` (lines of Python executed).
            Empty when there is an error.
        error: starts with ``raised``, ``timed out``, ``ran out of memory``, ``died``, ``inputs``, ``source``,
            ``left threads running``, ``malformed`` or ``skipped``; None when all went well.
    """

    key: str
    workload: str
    metrics: Mapping[str, float] = field(default_factory=dict)
    error: str | None = None
