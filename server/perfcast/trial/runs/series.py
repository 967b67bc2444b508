"""Runs of one workload at growing sizes, and what they tell together."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from perfcast.trial.interpreter.accounting.integers import part_of_objects
from perfcast.trial.interpreter.accounting.shared_state import RECEIVER
from perfcast.trial.runs.extrapolation import is_superpolynomial
from perfcast.trial.runs.run import SMALL_BITS, Run, of_one_kind
from perfcast.trial.scaling import SHORT, largest
from perfcast.workload import Workload

#: Runs that tell little of how it goes on, where the smallest ones take most of what may be spent.
TOO_FEW: Final = 2
#: Cells of the largest inputs that are made.
MOST_CELLS: Final = 300_000
#: By how many binary orders a run has to be smaller than another one for its numbers to be shorter, where these grow.
_MUCH_SMALLER: Final = 2.0
#: What a run was made with: the workload, its caps; and the run.
Made = tuple[Workload, dict[int, int], Run]


@dataclass(frozen=True)
class Shrinking:
    """What is shrunk of a workload besides its sizes.

    Attributes:
        caps: of the unit; is_by_caps: sizes are told by them, too, which may be far larger than the workload.
        values: the bounds of all values.
        insists: as of `Schedule`.
        receiver: elements of each sized argument of what a method is called on, where they shrink; turns: by place, how
            often loops go round, where they are left earlier. Sizes are told by these, too. is_alone: and by nothing
            else, as nothing else shrinks.
        largest_kept: as of `perfcast.trial.scaling.shrunk`.
    """

    caps: Collection[int] = frozenset()
    is_by_caps: bool = False
    values: bool = False
    insists: bool = False
    receiver: int = 0
    turns: Mapping[int, int] = field(default_factory=dict)
    is_alone: bool = False
    largest_kept: int = SHORT

    @property
    def tells_size(self) -> bool:
        """Whether sizes are told by more than the workload."""
        return self.is_by_caps or self.receiver > 0 or bool(self.turns)

    @property
    def numbers(self) -> dict[int, int]:
        """By cap or place, what shrinks besides sizes."""
        receiver = {RECEIVER: self.receiver} if self.receiver else {}
        return {**{cap: cap for cap in self.caps}, **self.turns, **receiver}

    def size(self, workload: Workload) -> float:
        """Of the workload."""
        if not self.tells_size:
            return largest(workload)
        return float(max(([] if self.is_alone else [largest(workload)]) + [*self.numbers.values()]))


#: Nothing is shrunk besides.
SIZES_ALONE: Final = Shrinking()


@dataclass(frozen=True)
class Series:
    """Runs of a workload.

    Attributes:
        runs: that came to an end, small ones first.
        refused: whether the next one met what is not supported.
        made: what they were, as they were made.
        size: of the workload, where that is not the largest number that it says.
        stop: what ended the next one, in full, where that was refused.
        shrinking: what was shrunk besides sizes.
        unfinished: what a run of the workload itself had cost when it was given up; None where there was none.
    """

    runs: list[Run]
    refused: bool
    made: list[Made]
    size: float | None = None
    stop: str = ""
    shrinking: Shrinking = SIZES_ALONE
    unfinished: Run | None = None


def tells(series: Series) -> bool:
    """Whether there are enough runs to tell how it goes on."""
    return len(series.runs) > TOO_FEW and not series.refused and not series.runs[-1].raised


def is_erratic(runs: Sequence[Run]) -> bool:
    """Whether what they cost may be by chance: small ones do now this and now that."""
    sizes, all_series = [run.size for run in runs], zip(*(run.costs for run in runs), strict=True)
    return any(is_superpolynomial(sizes, series) for series in all_series)


def error_of(runs: Sequence[Run]) -> str:
    """What all of them ended with; '' where one came to its end."""
    return runs[-1].error if all(run.raised for run in runs) else ""


def ends(runs: Sequence[Run]) -> bool:
    """Whether one came to its end without an error."""
    return any(not run.raised for run in runs)


def among_larger(runs: Sequence[Run], most: float) -> list[Run]:
    """The runs as among those of the workload itself, of size `most`, see `Run.among`.

    Where numbers get no longer with the sizes, the workload's are as short as theirs.
    """
    if _has_settled_numbers(runs):
        return list(runs)
    part = part_of_objects([run.numbers for run in runs])
    return [run.among(run.size / most if most else 1.0, part) for run in runs]


def _has_settled_numbers(runs: Sequence[Run]) -> bool:
    """Whether small numbers are as long in the largest run as in one that is much smaller, and in those between.

    Where they have all bits that small ones may have, they may be longer in the next run.
    """
    if not runs or runs[-1].small_bits >= SMALL_BITS:
        return False
    much_smaller = [run for run in runs if run.size <= runs[-1].size - _MUCH_SMALLER]
    since = runs[len(much_smaller) - 1 :]
    return bool(much_smaller) and len({run.small_bits for run in since}) == 1


def telling(runs: Sequence[Run], most: float) -> list[Run]:
    """Those of the runs that tell of the workload, of size `most`: of one kind, as among its own, and as the last."""
    return like_the_last(of_one_kind(among_larger(runs, most)), most)


def like_the_last(runs: list[Run], most: float) -> list[Run]:
    """Those that ended as the largest did, to their end or with an error: so the workload does, as far as one can tell.
    An error of the largest alone may be by chance, where that is not the workload itself, of size `most`."""
    by_chance = len(runs) > 2 and runs[-1].raised and not runs[-2].raised and runs[-1].size < most
    return [run for run in runs if run.raised == (runs[-1].raised and not by_chance)]
