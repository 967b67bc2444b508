"""Trial runs in several processes: the same numbers, and no more processes than there is work for."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

from perfcast.source.locations.place import here
from perfcast.trial import Trials
from perfcast.trial.process.pool import TrialProcesses
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


def _started(processes: TrialProcesses) -> list[bool]:
    return [one._process is not None for one in processes._processes]


def test_one_question_after_another_needs_one_process(processes: TrialProcesses) -> None:
    for text in TEXTS:
        processes.expect(text, WORKLOADS, here())
        processes.estimate(text, WORKLOADS, here())
    assert _started(processes) == [True, False]


def test_what_is_asked_ahead_is_shared(processes: TrialProcesses) -> None:
    for text in TEXTS[:4]:
        processes.expect(text, WORKLOADS, here())
    assert _started(processes) == [True, True]
    assert [one.waiting for one in processes._processes] == [2, 2]
    found = [processes.estimate(text, WORKLOADS, here()) for text in TEXTS[:4]]
    assert found == [[Trials(text).estimate(WORKLOADS[0])] for text in TEXTS[:4]]
    assert [one.waiting for one in processes._processes] == [0, 0]


@pytest.mark.skipif(not can_fork(), reason="another process takes longer to start than a question")
def test_two_questions_are_for_two_processes_where_the_second_is_there_at_once(processes: TrialProcesses) -> None:
    for text in TEXTS[:2]:
        processes.expect(text, WORKLOADS, here())
    assert [one.waiting for one in processes._processes] == [1, 1]


def test_a_unit_stays_with_the_process_that_knows_it(processes: TrialProcesses) -> None:
    for text in TEXTS[:3]:
        processes.expect(text, WORKLOADS, here())
    assert [one.waiting for one in processes._processes] == [2, 1]
    [known] = [text for (text, _), one in processes._asked.items() if one is processes._processes[1]]
    for text in TEXTS[:3]:
        processes.estimate(text, WORKLOADS, here())
    processes.expect(known, WORKLOADS, here())
    assert [one.waiting for one in processes._processes] == [0, 1]
    assert processes.followed(known, here()) == processes._processes[1].followed(known, here()) is not None


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
