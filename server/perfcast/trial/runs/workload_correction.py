"""Synthesized workloads, corrected by the errors that trial runs with them raise."""

from __future__ import annotations

import ast
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, NamedTuple

from perfcast.trial import NAMES
from perfcast.trial.runs.trials import Trials
from perfcast.workload import Workload
from perfcast.workload.corrections.clues import Clues, clues_in
from perfcast.workload.corrections.corrections import LeftOut, corrections
from perfcast.workload.language.parts import Part, Path, parts, with_part
from perfcast.workload.language.workload import Argument, TypeExpression
from perfcast.workload.values.unbuildable import holds_unknown

#: One after the other; tries of all of them together, and corrections of those that begin alike.
_MOST_CORRECTIONS: Final = 3
_MOST_TRIES: Final = 80
_MOST_OF_ONE: Final = 12
#: Containers that a text was looked for in, and texts of each that come into question.
_MOST_SOUGHT: Final = 2
_MOST_TEXTS: Final = 4
_RUNS: Final = NAMES.index("trial_runs")
#: Of what could not be followed; no error of the unit's.
_UNSUPPORTED: Final = "Unsupported"


class Corrected(NamedTuple):
    """
    Attributes:
        workload: with which the unit comes to an end.
        after: the class of the error that it ended with before; '' where it was none.
    """

    workload: Workload
    after: str


def corrected(
    text: str,
    trials: Trials,
    workload: Workload,
    free: Collection[str],
    end: float | None = None,
    optional: Callable[[], LeftOut] = LeftOut,
) -> Corrected | None:
    """A workload like that with which the unit comes to an end, where it does not with this one as it is made up; None
    where it does, or with no other that was tried.

    Args:
        text: of the unit, in normal form; trials: of it.
        free: parameters of which nothing says the type.
        end: by the process's clock of CPU time, after which nothing more is tried.
        optional: gives what may be given for what is left out.
    """
    if not (workload.arguments or optional().all) or not _needs_correcting(trials, workload):
        return None
    tries = _Tries(trials, workload, end)
    try:
        first = tries.failure(workload)
        if not first:
            return None
        clues = clues_in(ast.parse(text), trials.held_texts(), trials.enumerations())
        sought = (tuple(islice(texts, _MOST_TEXTS)) for texts in trials.sought_texts(workload))
        told = [texts for texts in dict.fromkeys(sought) if texts not in clues.texts]
        clues = replace(clues, texts=(*told[:_MOST_SOUGHT], *clues.texts), having=trials.having)
        groups = optional().groups
        every = (_found(tries, workload, first, clues, free, group) for group in groups)
        found = next((one for one in every if one is not None), None)
    except _NoMore:
        return None
    name = first.partition(":")[0]
    return None if found is None else Corrected(found, "" if name == _UNSUPPORTED else name)


def _found(
    tries: _Tries,
    workload: Workload,
    first: str,
    clues: Clues,
    free: Collection[str],
    optional: Sequence[Argument],
) -> Workload | None:
    waiting = deque([(workload, first, 0)])
    seen = {first}
    while waiting:
        before, failure, depth = waiting.popleft()
        for place, correction in enumerate(corrections(before, failure, clues, free, optional=optional)):
            if place >= _MOST_OF_ONE:
                break
            other, found = tries.narrowed(correction)
            if not found:
                return other
            if found not in seen and depth + 1 < _MOST_CORRECTIONS:
                seen.add(found)
                waiting.append((other, found, depth + 1))
    return None


class _NoMore(Exception):
    """As much was tried as may be, or as long."""


class _Tries:
    """Of one unit.

    Args:
        workload: as it was before; end: see `corrected`.
    """

    def __init__(self, trials: Trials, workload: Workload, end: float | None) -> None:
        self._trials, self._end, self._count = trials, end, 0
        # Of these somebody has said that the unit takes each.
        self._said = {type_ for one in workload.arguments for _, type_ in parts(one)}

    def failure(self, workload: Workload) -> str:
        """See `Trials.failure`. Raises _NoMore."""
        self._count += 1
        if self._count > _MOST_TRIES or (self._end is not None and time.process_time() > self._end):
            raise _NoMore
        return self._trials.failure(workload)

    def narrowed(self, workload: Workload) -> tuple[Workload, str]:
        """With those alone of the texts that one may be of which the unit takes each, and what it ends with then.

        Raises:
            _NoMore
        """
        failure = self.failure(workload)
        choices = [(place, path) for place, path, _ in self._choices(workload)]
        # Where one is right only by the choice of another one, that comes first.
        for choice in [*choices, *choices[:-1]]:
            kinds = next((kinds for *where, kinds in self._choices(workload) if tuple(where) == choice), ())
            fit = [one for one in kinds if not self.failure(_with(workload, *choice, one))]
            if fit:
                union = fit[0] if len(fit) == 1 else TypeExpression("|", tuple(fit))
                workload, failure = _with(workload, *choice, union), ""
        # Each by itself is not all of them in one list.
        return workload, failure or (self.failure(workload) if choices else "")

    def _choices(self, workload: Workload) -> Iterator[tuple[int, Path, tuple[TypeExpression, ...]]]:
        """Where it says that there is one of several texts, and which."""
        for place, argument in enumerate(workload.arguments):
            for path, type_ in parts(argument):
                is_choice = type_.name == "|" and all(one.literal is not None for one in type_.arguments)
                if is_choice and type_ not in self._said:
                    yield place, path, type_.arguments


def _with(workload: Workload, place: int, path: Path, type_: TypeExpression) -> Workload:
    arguments = list(workload.arguments)
    arguments[place] = with_part(arguments[place], path, Part(type_))
    return Workload(tuple(arguments))


def _needs_correcting(trials: Trials, workload: Workload) -> bool:
    """Whether all runs end with an error, or what nobody knows of what it is keeps them from coming to an end."""
    runs = trials.estimate(workload)[_RUNS]
    if trials.error:
        return True
    return runs <= 0 and any(not one.has_value and holds_unknown(one.type) for one in workload.arguments)
