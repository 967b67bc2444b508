"""Trial runs in several processes: the same numbers, and no more processes than there is work for."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator

import pytest

from perfcast.source.locations.place import here
from perfcast.trial import Trials
from perfcast.trial.process.pool import TrialProcesses
from perfcast.trial.process.questions import Question
from perfcast.trial.process.starting import can_fork
from perfcast.trial.process.worker import TrialProcess
from perfcast.workload import parse

WORKLOADS = [parse("xs: list[int] * 100")]
TEXTS = [
    f"def f(xs):\n    total = {number}\n    for x in xs:\n        total += x\n    return total\n" for number in range(9)
]

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="one process is all there is without timers")


@pytest.fixture
def processes() -> Iterator[TrialProcesses]:
    started = TrialProcesses(most=2)
    yield started
    started.close()


@pytest.fixture
def busy(processes: TrialProcesses, monkeypatch: pytest.MonkeyPatch) -> TrialProcesses:
    """The same, of which none is found to have answered before somebody waits for that: they could be quick."""
    monkeypatch.setattr(TrialProcess, "collect", lambda self: None)
    return processes


def _started(processes: TrialProcesses) -> list[bool]:
    return [one._process is not None for one in processes._processes]


def test_one_question_after_another_needs_one_process(processes: TrialProcesses) -> None:
    for text in TEXTS:
        processes.expect(text, WORKLOADS, here())
        processes.estimate(text, WORKLOADS, here())
    assert _started(processes) == [True, False]


def _shares(processes: TrialProcesses) -> list[int]:
    """How many units each process knows."""
    known = [*processes._asked.values()]
    return [known.count(one) for one in processes._processes]


def test_what_is_asked_ahead_is_shared(busy: TrialProcesses) -> None:
    for text in TEXTS[:4]:
        busy.expect(text, WORKLOADS, here())
    assert _started(busy) == [True, True]
    assert min(_shares(busy)) > 0
    found = [busy.estimate(text, WORKLOADS, here()) for text in TEXTS[:4]]
    assert found == [[Trials(text).estimate(WORKLOADS[0])] for text in TEXTS[:4]]
    assert [one.waiting for one in busy._processes] == [0, 0]


@pytest.mark.skipif(not can_fork(), reason="another process takes longer to start than a question")
def test_two_questions_are_for_two_processes_where_the_second_is_there_at_once(busy: TrialProcesses) -> None:
    for text in TEXTS[:2]:
        busy.expect(text, WORKLOADS, here())
    assert _shares(busy) == [1, 1]


class Busy:
    """Stands for a process that answers all it was asked whenever one looks, or nothing until it is waited for."""

    answers = None

    def __init__(self, *, is_quick: bool) -> None:
        self.is_quick = is_quick
        self.asked: list[str] = []
        self.given: list[str] = []

    @property
    def waiting(self) -> int:
        return len(self.asked)

    def expect(self, text: str, *_: object) -> None:
        self.asked += [text] if text not in self.given else []
        self.given.append(text)

    def is_asked(self, question: Question) -> bool:
        return json.loads(question.line)["text"] in self.asked

    def collect(self) -> None:
        self.asked = [] if self.is_quick else self.asked

    def estimate(self, text: str, *_: object) -> list[list[float]]:
        self.asked.clear()
        return []

    def close(self) -> None:
        pass


@pytest.mark.skipif(not can_fork(), reason="nobody knows what others have answered")
def test_a_process_that_has_answered_is_given_what_waits_while_another_one_is_busy(
    processes: TrialProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick = Busy(is_quick=False), Busy(is_quick=False)
    processes._processes = [slow, quick]  # type: ignore[list-item]
    waited: list[float] = []

    def wait(answers: object, seconds: float) -> bool:
        waited.append(seconds)
        quick.is_quick = True
        return len(waited) < 5

    monkeypatch.setattr("perfcast.trial.process.pool.wait_for_answers", wait)
    for text in TEXTS[:7]:
        processes.expect(text, WORKLOADS, here())
    assert (slow.given, quick.given) == ([TEXTS[0], TEXTS[2]], [TEXTS[1], TEXTS[3]])
    processes.estimate(TEXTS[0], WORKLOADS, here())
    assert slow.given == [TEXTS[0], TEXTS[2], TEXTS[0]]
    assert quick.given == [TEXTS[1], *TEXTS[3:7]]


@pytest.mark.skipif(not can_fork(), reason="what waits is given to processes at once")
def test_what_nobody_came_for_is_not_tried_before_what_somebody_waits_for(processes: TrialProcesses) -> None:
    for text in TEXTS[:8]:
        processes.expect(text, WORKLOADS, here())
    waiting = [text for text, _ in processes._ahead]
    if waiting:
        processes.estimate(waiting[-1], WORKLOADS, here())
    assert not processes._ahead


@pytest.mark.skipif(not can_fork(), reason="what waits is given to processes at once")
def test_answers_that_nobody_came_for_keep_no_process_from_further_questions(busy: TrialProcesses) -> None:
    for one in busy._processes:
        for number in range(7):
            left = TEXTS[0].replace("total = 0", f"total = -{number}")
            one.expect(left, WORKLOADS, here())
            one.estimate(TEXTS[0], WORKLOADS, here())
    for text in TEXTS[1:3]:
        busy.expect(text, WORKLOADS, here())
    assert not busy._ahead
    assert _shares(busy) == [1, 1]


def test_to_ask_how_runs_went_makes_none(processes: TrialProcesses) -> None:
    assert processes.followed(TEXTS[0], here()) is None
    assert not processes._asked


def test_units_that_are_asked_about_are_not_among_those_forgotten(
    processes: TrialProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("perfcast.trial.process.pool._UNITS", 3)
    for text in TEXTS[:3]:
        processes.estimate(text, WORKLOADS, here())
    processes.estimate(TEXTS[0], WORKLOADS, here())
    processes.estimate(TEXTS[3], WORKLOADS, here())
    assert [text for text, _ in processes._asked] == [TEXTS[2], TEXTS[0], TEXTS[3]]
    assert processes.followed(TEXTS[0], here()) is not None


def test_a_unit_stays_with_the_process_that_knows_it(busy: TrialProcesses) -> None:
    for text in TEXTS[:3]:
        busy.expect(text, WORKLOADS, here())
    for text in TEXTS[:3]:
        busy.estimate(text, WORKLOADS, here())
    [known, *_] = [text for (text, _), one in busy._asked.items() if one is busy._processes[1]]
    busy.expect(known, WORKLOADS, here())
    assert busy._processes[0].waiting == 0
    busy.estimate(known, WORKLOADS, here())
    assert busy.followed(known, here()) == busy._processes[1].followed(known, here()) is not None


def test_one_that_nobody_asks_ends_and_is_replaced_by_the_next_question() -> None:
    process = TrialProcess(idle=1.0)
    try:
        before = process.estimate(TEXTS[0], WORKLOADS, here())
        assert process._process is not None
        assert process._process.wait(timeout=120) == -signal.SIGALRM
        assert process.estimate(TEXTS[0], WORKLOADS, here()) == before
    finally:
        process.close()


def test_nothing_is_left_of_one_that_nobody_asks() -> None:
    process = TrialProcess(idle=0.5)
    try:
        process.estimate(TEXTS[0], WORKLOADS, here())
        assert process._process is not None
        with pytest.raises(ProcessLookupError):
            for _ in range(1200):
                os.kill(process._process.pid, 0)
                time.sleep(0.1)
    finally:
        process.close()


def test_one_that_may_end_any_moment_is_not_asked() -> None:
    process = TrialProcess(idle=60.0)
    try:
        before = process.estimate(TEXTS[0], WORKLOADS, here())
        assert process._process is not None
        known = process._process.pid
        process._last_asked -= 50.0
        assert process.estimate(TEXTS[0], WORKLOADS, here()) == before
        assert process._process.pid != known
    finally:
        process.close()
