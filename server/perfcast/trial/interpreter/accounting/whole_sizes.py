"""What a run was told of the sizes that its own stand for: one of the same inputs that is told the same of larger or
smaller ones costs the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from perfcast.trial.interpreter.accounting.free_lists import kept_of


@dataclass
class Told:
    """What a run was told.

    Attributes:
        kept: kind of place and how many are empty -> how many of them stay.
        exceeds: elements and a bound -> whether there are more than that at the workload's own sizes.
    """

    kept: dict[tuple[int, int], int] = field(default_factory=dict)
    exceeds: dict[tuple[int, float], bool] = field(default_factory=dict)

    def would_be_alike(self, whole: Callable[[int], float]) -> bool:
        """Whether it would be told the same where its sizes stand for others.

        Args:
            whole: what there are so many of in the run -> how many of those others.
        """
        return all((whole(size) > bound) == answer for (size, bound), answer in self.exceeds.items()) and all(
            kept_of(kind, empty, whole) == count for (kind, empty), count in self.kept.items()
        )
