"""Trial runs in a process of their own, which may be stopped in the middle of whatever it does.

The closed world lets code reach nothing, but a built-in function that was given something clever may still run for long
or want much memory, and no allowance of steps interrupts it. So the process (`perfcast.trial.process.serving`) has a
limit of memory, ends by a timer of the operating system's where a question takes too long, and with its standard input;
the next question starts another. Whoever asks loads none of the interpreter.

Questions and answers are lines of JSON: {"text", "workloads", "own", "installed", "package"} -> {"rows", "followed",
"error", "stopped_at", "receiver"}, rows as `Trials.estimate` gives them, files of the user's own that were followed,
`Trials.error`, `Trials.stopped_at` and `Trials.receiver` of the last workload that has one, and "is_cut_short" where
the interpreter could not go on, and "is_last" where another process has to answer what comes next, since this one has
come to hold much; with "outer" besides -> {"fitted"}, as `Trials.fitted` gives it for these ways. A
question may be asked ahead, so that it is answered while its asker does something else. With "units" and a "size" ->
{"calls", "read"}, see `Observations`.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from perfcast.source.locations.place import Caller, Place, Stamp
from perfcast.trial import NAMES
from perfcast.trial.process.questions import Question
from perfcast.trial.process.signs_of_life import Hung
from perfcast.trial.process.starting import Start, Started, spawn
from perfcast.trial.process.time_limits import SECONDS
from perfcast.trial.quantities import has_ended
from perfcast.workload import Workload, WorkloadError, parse

#: As many times as long may they be under way: what a forecast rests on is not for other programs to decide.
_PATIENCE: Final = 4.0
#: Times that a question may find the process hanging; the second time it may be the one that it was forked off.
_MOST_HUNG: Final = 3
_UNTRIED: Final = [-1.0] * len(NAMES)
_RAISED: Final = NAMES.index("trial_raised")
#: Questions that wait for an answer, and answers that wait for whoever asked, at most.
_MOST_AHEAD: Final = 3
_MOST_KEPT: Final = 8
#: Characters of a question that is asked ahead; pipes hold 64 KiB on Linux, and less elsewhere.
_LONGEST_AHEAD: Final = 15_000


@dataclass(frozen=True)
class Followed:
    """What trial runs went into.

    Attributes:
        was_tried: one of them came to an end without an error.
        has_raised: none did, and one ended with an error.
        files: of the user's own, as they were then; None for what is not there and was looked for.
        error: with which one ended, in short, such as "KeyError 'price'"; '' where one came to its end.
        stopped_at: what they could not follow, in short; '' where one came to its end or to an error.
        is_sure: they would go the same way again; not where the process did not come to an answer.
        receiver: what a method was called on, where its class does not say it.
    """

    was_tried: bool
    has_raised: bool
    files: Mapping[str, Stamp | None]
    error: str = ""
    stopped_at: str = ""
    is_sure: bool = True
    receiver: str = ""

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> Followed:
        """What `asdict` gave, after JSON."""
        return cls(**{**said, "files": stamps_from_json(said["files"])})


@dataclass(frozen=True)
class SeenCall:
    """What a unit is called with by its project's own code, or could be with what that makes or defines.

    Attributes:
        workload: of the call itself; sized: the like of it at the size that was asked for, which comes to an end;
            None where nothing does, or what the call is made with cannot be made. Of a call that nobody makes, all that
            it would be made with.
        caller: by which trial runs get what the workload does not say, and what stands before the dot; None where it
            says all. seen: that showed it; line: of that, in its file.
        is_corrected: it is what was made up of the unit's file, corrected; after: the class of the error that this made
            the unit raise, '' where it was none.
    """

    workload: str
    sized: str | None
    caller: Caller | None
    seen: Caller
    line: int
    is_corrected: bool = False
    after: str = ""

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> SeenCall:
        """What `asdict` gave, after JSON."""
        return cls(**{**said, "caller": Caller.from_json(said["caller"]), "seen": Caller(**said["seen"])})


@dataclass(frozen=True)
class Observations:
    """Calls that trial runs have seen, or that could be made, by the unit's key.

    Attributes:
        read: files that they rest on, as they were then; None for what is not there and was looked for.
    """

    calls: Mapping[str, SeenCall]
    read: Mapping[str, Stamp | None]

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> Observations:
        """What `asdict` gave, after JSON."""
        calls = {name: SeenCall.from_json(one) for name, one in said["calls"].items()}
        return cls(calls, stamps_from_json(said["read"]))


def observe(place: Place, units: Mapping[str, str], size: int, stopped: threading.Event | None = None) -> Observations:
    """Runs a project's tests, programs and examples to see what they call a file's units with, in a process of its own:
    it takes seconds.

    Args:
        place: of the file; units: their normal forms by key.
        size: at which the like of the calls is wanted.
        stopped: from another thread: ends the process.
    """
    process = TrialProcess()
    process.start()
    ended = stopped or threading.Event()

    def end() -> None:
        ended.wait()
        process.kill()

    threading.Thread(target=end, name="perfcast-observing", daemon=True).start()
    try:
        return process.observed(place, units, size)
    finally:
        ended.set()
        process.close()


class TrialProcess:
    """Asks a process for trial runs. For one thread at a time."""

    def __init__(self, idle: float | None = None, start: Start = spawn) -> None:
        """
        Args:
            idle: seconds without a question after which the process ends; it stays without.
            start: how it is started.
        """
        self._idle, self._start = idle, start
        self._last_asked = 0.0
        self._process: Started | None = None
        self._asked: deque[Question] = deque()
        self._answers: dict[Question, dict[str, Any] | None] = {}
        self._followed: dict[tuple[str, Place], Followed] = {}
        self._unanswered: set[tuple[str, Place]] = set()
        self._hung: Counter[Question] = Counter()

    @property
    def waiting(self) -> int:
        """How many questions it was asked whose answers were not taken."""
        return len(self._asked)

    @property
    def answers(self) -> Started | None:
        """Where its answers come from; None where it was not started."""
        return self._process

    def is_asked(self, question: Question) -> bool:
        """Whether its answer is still to be taken."""
        return question in self._asked

    def collect(self) -> None:
        """Takes the answers that are there."""
        while self._asked and self._process is not None and self._process.has_answer():
            self._take_answer()

    def start(self) -> None:
        """Starts the process, so that the first question need not wait for it."""
        self.collect()
        if self._process is not None:
            if self._process.poll() is None and not self._is_about_to_end(self._process):
                return
            # What it was asked stays unanswered: the next process knows nothing of it.
            self.close()
        try:
            self._process = self._start(self._idle)
        except OSError:
            self._process = None

    def expect(self, text: str, workloads: Sequence[Workload], place: Place) -> None:
        """Asks ahead for what `estimate` will be asked for soon; no more than a few questions wait at a time, and none
        that could fill the pipe."""
        question = Question.about(text, workloads, place)
        if len(question.line) > _LONGEST_AHEAD:
            return
        if len(self._asked) < _MOST_AHEAD and question not in self._asked and question not in self._answers:
            self._ask(question)

    def followed(self, text: str, place: Place) -> Followed | None:
        """What the last trial runs of a text went into; None where they were long ago."""
        return self._followed.get((text, place))

    def estimate(self, text: str, workloads: Sequence[Workload], place: Place) -> list[list[float]]:
        """Rows as `Trials.estimate` gives them, all -1 for what could not be tried or took too long."""
        key, answer = (text, place), self._answer(Question.about(text, workloads, place))
        if answer is None or answer.get("is_cut_short"):
            self._unanswered.add(key)
            if key in self._followed:
                self._followed[key] = replace(self._followed[key], is_sure=False)
        if answer is None:
            return [list(_UNTRIED) for _ in workloads]
        rows: list[list[float]] = answer["rows"]
        followed = stamps_from_json(answer["followed"])
        if len(self._followed) >= _MOST_KEPT:
            self._followed.clear()
            self._unanswered &= {key}
        # What raises on made-up inputs may have ended before it called anything.
        was_tried = any(has_ended(row) and row[_RAISED] <= 0 for row in rows)
        error = "" if was_tried else str(answer["error"])
        has_raised = not was_tried and (bool(error) or any(row[_RAISED] > 0 for row in rows))
        stopped_at = "" if was_tried or has_raised else str(answer["stopped_at"])
        is_sure = key not in self._unanswered
        self._followed[key] = Followed(
            was_tried, has_raised, followed, error, stopped_at, is_sure, str(answer["receiver"])
        )
        return rows

    def fitted(
        self, text: str, own: Sequence[Workload], outer: Sequence[Workload], place: Place
    ) -> int | Workload | None:
        """As `Trials.fitted` gives it; None where that took too long, too."""
        answer = self._answer(Question.of_ways(text, own, outer, place))
        found = None if answer is None else answer["fitted"]
        try:
            return parse(found) if isinstance(found, str) else found
        except WorkloadError:
            return None

    def observed(self, place: Place, units: Mapping[str, str], size: int) -> Observations:
        """See `observe`; nothing where that took too long."""
        answer = self._answer(Question.of_units(place, units, size))
        return Observations({}, {}) if answer is None else Observations.from_json(answer)

    def _answer(self, question: Question) -> dict[str, Any] | None:
        """None where there is none."""
        while question not in self._answers:
            # Asked again where a question before it ended the process.
            if question not in self._asked and not self._ask(question):
                return None
            self._take_answer()
        return self._answers.pop(question)

    def _ask(self, question: Question) -> bool:
        """Whether there is a process that it could be asked."""
        self.start()
        if self._process is None:
            return False
        try:
            self._process.ask(question.line + "\n", _patience(question))
        except Hung:
            self.close()
            return self._may_ask_again(question) and self._ask(question)
        except OSError:
            self.close()
            return False
        self._asked.append(question)
        self._last_asked = time.monotonic()
        return True

    def _is_about_to_end(self, process: Started) -> bool:
        """It could end before it reads a question; it has waited since it answered, which was not before it was asked.
        While it is known to be at a question it does not wait."""
        if self._idle is None or (self._asked and process.has_answer() is False):
            return False
        return time.monotonic() - self._last_asked > self._idle / 2

    def _take_answer(self) -> None:
        """Waits for the answer to the question that was asked first; one that ends the process is not asked again. One
        at which the process hangs is: who stopped that cannot be told."""
        process, question = self._process, self._asked.popleft()
        assert process is not None
        try:
            found = json.loads(process.answer(_patience(question)) or "null")
        except Hung:
            self.close()
            if self._may_ask_again(question):
                return
            found = None
        except (OSError, ValueError):
            found = None
        if not isinstance(found, dict):
            self.close()
            found = None
        elif found.pop("is_last", False):
            self._go_on_anew()
        self._hung.clear()
        if len(self._answers) >= _MOST_KEPT:
            # Whoever asked ahead for the oldest did not come for it.
            del self._answers[next(iter(self._answers))]
        self._answers[question] = found

    def _go_on_anew(self) -> None:
        """With another process, which is asked what this one has not answered."""
        waiting = list(self._asked)
        self.close()
        for question in waiting:
            self._ask(question)

    def _may_ask_again(self, question: Question) -> bool:
        """Of one that found the process hanging."""
        self._hung[question] += 1
        return self._hung[question] < _MOST_HUNG

    def kill(self) -> None:
        """From another thread: ends the process, whatever it does."""
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """Ends the process; what it was asked stays unanswered."""
        self._asked.clear()
        if self._process is not None:
            self._process.close()
            self._process = None


def _patience(question: Question) -> float:
    """Seconds for which an answer is waited for."""
    return _PATIENCE * (SECONDS * question.workloads + 1.0)


def stamps_from_json(said: Mapping[str, Any]) -> dict[str, Stamp | None]:
    """After JSON."""
    return {path: None if stamp is None else (stamp[0], stamp[1]) for path, stamp in said.items()}
