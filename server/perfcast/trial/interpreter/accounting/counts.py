"""What a run has cost: counters that the machine adds to."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Final

from perfcast.trial.interpreter.accounting.cache_penalty import NO_LONGER, Longer
from perfcast.trial.interpreter.accounting.heap_walk import BITS
from perfcast.trial.interpreter.accounting.integers import NO_NUMBERS, WholeNumbers
from perfcast.trial.interpreter.accounting.largest_table import NO_TABLE, Table
from perfcast.trial.interpreter.accounting.scattered_memory import Scattered
from perfcast.trial.interpreter.accounting.whole_sizes import Told

#: Bytes that are held for a moment and never seen, as measuring an empty call takes them at its end. Of Python 3.14 it
#: takes none.
HIDDEN: Final = 144 if sys.version_info < (3, 14) else 0


@dataclass
class Counts:
    """What a run has cost.

    Attributes:
        syntax: nanoseconds of what was evaluated, by `prices`.
        calls: of the unit's own functions.
        native: nanoseconds of built-in functions; digits: of what whole numbers take for being long.
        array_calls: nanoseconds of calling NumPy's functions and operators; array_work: of all their elements.
        allocated: bytes of objects that were made, in all.
        peak: most bytes held at once, arguments not counted.
        scratch: most bytes that one operation worked with and gave back, whatever else was held then.
        step: by how many bytes the peak is above that with tables as full as they are on average, see `Walk.smooth`.
        table: the largest one that is held at the peak.
        lingering: bytes that stay after the call: cycles, and a tuple that CPython keeps.
        depth: most calls within calls; stack: bytes of their frames.
        result: bytes of the result.
        grown: bits -> most bytes held at once if the numbers of more bits that CPython shares were objects of their
            own, as larger ones are: a workload that is larger has larger numbers.
        small_result: such numbers in the result, by their bits, see `Walk.small`.
        numbers: the larger ones that were held at the peak.
        bounds: number -> the largest other one that is not used beyond it; itself where one was.
        cache_maxsizes: the same of how many results functions remember, which bounds what is held but not what is done.
        capacities: the same of how many elements containers have, and of what these are compared with.
        takes_share: whether it depends on what sizes were raised to, or on how many elements something has at the
            workload's own sizes, to the last one.
        told: of the workload's own sizes, of which less hangs.
        longer: what it takes more for inputs that are made anew.
        scattered: what was looked up here and there.
    """

    syntax: float = 0.0
    calls: int = 0
    native: float = 0.0
    digits: float = 0.0
    array_calls: float = 0.0
    array_work: float = 0.0
    allocated: int = 0
    peak: int = 0
    scratch: int = 0
    step: float = 0.0
    table: Table = NO_TABLE
    lingering: int = 0
    depth: int = 0
    stack: int = 0
    result: int = 0
    grown: list[int] = field(default_factory=lambda: [0] * (BITS - 1))
    small_result: list[int] = field(default_factory=lambda: [0] * BITS)
    numbers: WholeNumbers = NO_NUMBERS
    bounds: dict[int, int] = field(default_factory=dict)
    cache_maxsizes: dict[int, int] = field(default_factory=dict)
    capacities: dict[int, int] = field(default_factory=dict)
    takes_share: bool = False
    told: Told = field(default_factory=Told)
    longer: Longer = NO_LONGER
    scattered: Scattered = field(default_factory=Scattered)
