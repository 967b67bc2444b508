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
        is_shrunk: whether these are other ones; None where it was not.
        kept: kind of place and how many are empty -> how many of them stay.
        buffered: elements -> how many of them one of NumPy's buffers takes.
        exceeds: elements and a bound -> whether there are more than that at the workload's own sizes.
    """

    is_shrunk: bool | None = None
    kept: dict[tuple[int, int], int] = field(default_factory=dict)
    buffered: dict[int, int] = field(default_factory=dict)
    exceeds: dict[tuple[int, float], bool] = field(default_factory=dict)

    def would_be_alike(self, whole: Callable[[int], float], buffered: Callable[[int], int], *, is_shrunk: bool) -> bool:
        """Whether it would be told the same where its sizes stand for others.

        Args:
            whole: what there are so many of in the run -> how many of those others.
            buffered: elements -> how many of them a buffer takes then.
            is_shrunk: whether those are other ones than the run's.
        """
        return (
            self.is_shrunk in {None, is_shrunk}
            and all((whole(size) > bound) == answer for (size, bound), answer in self.exceeds.items())
            and all(buffered(elements) == count for elements, count in self.buffered.items())
            and all(kept_of(kind, empty, whole) == count for (kind, empty), count in self.kept.items())
        )
