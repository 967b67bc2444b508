"""Workloads that were made up, corrected by what trial runs with them raise."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Collection
from typing import Final

from perfcast.trial.runs.trials import Trials
from perfcast.workload import Workload
from perfcast.workload.clues import clues_in
from perfcast.workload.corrections import corrections
from perfcast.workload.unknown import holds_unknown

#: One after the other; tries of all of them together, and of those that begin alike.
_MOST_CORRECTIONS: Final = 3
_MOST_TRIES: Final = 40
_MOST_OF_ONE: Final = 12


def corrected(text: str, trials: Trials, workload: Workload, free: Collection[str]) -> Workload | None:
    """A workload like that with which the unit comes to an end, where it does not with this one as it is made up; None
    where it does, or with no other that was tried.

    Args:
        text: of the unit, in normal form; trials: of it.
        free: parameters of which nothing says the type.
    """
    if not workload.arguments or not _needs_correcting(trials, workload):
        return None
    first = trials.failure(workload)
    if not first:
        return None
    clues = clues_in(ast.parse(text), trials.held_texts())
    waiting = deque([(workload, first, 0)])
    seen, tries = {first}, 0
    while waiting:
        before, failure, depth = waiting.popleft()
        for place, other in enumerate(corrections(before, failure, clues, free)):
            tries += 1
            if tries > _MOST_TRIES:
                return None
            if place >= _MOST_OF_ONE:
                break
            found = trials.failure(other)
            if not found:
                return other
            if found not in seen and depth + 1 < _MOST_CORRECTIONS:
                seen.add(found)
                waiting.append((other, found, depth + 1))
    return None


def _needs_correcting(trials: Trials, workload: Workload) -> bool:
    """Whether all runs end with an error, or what nobody knows of what it is keeps them from coming to an end."""
    ran = trials.estimate(workload)[0] >= 0
    if trials.error:
        return True
    return not ran and any(not one.has_value and holds_unknown(one.type) for one in workload.arguments)
