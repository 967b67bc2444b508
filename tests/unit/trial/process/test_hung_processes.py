"""Processes that were stopped, or wait for what never comes: noticed and replaced, their question asked again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from perfcast.source.locations.place import here
from perfcast.trial import Trials
from perfcast.trial.process.pool import TrialProcesses
from perfcast.trial.process.signs_of_life import SignsOfLife, child_with
from perfcast.trial.process.starting import Forked, Forks, can_fork
from perfcast.trial.process.worker import TrialProcess
from perfcast.workload import parse

WORKLOADS = [parse("xs: list[int] * 100")]
TEXT = "def f(xs):\n    total = 0\n    for x in xs:\n        total += x\n    return total\n"
OTHER = TEXT.replace("+=", "-=")
#: More than a pipe holds.
LONG = TEXT + "\n" + "#" * 300_000 + "\n"

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="nobody tells what processes are at")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks that follow each other quickly."""
    monkeypatch.setattr("perfcast.trial.process.starting.SECONDS_BETWEEN", 0.2)


@pytest.fixture
def forks() -> Iterator[Forks]:
    if not can_fork():
        pytest.skip("the operating system does not fork")
    made = Forks()
    yield made
    made.close()


@pytest.fixture(params=["spawned", "forked"])
def process(request: pytest.FixtureRequest) -> Iterator[TrialProcess]:
    made = request.getfixturevalue("forks") if request.param == "forked" else None
    started = TrialProcess() if made is None else TrialProcess(start=made.start)
    yield started
    started.close()


def _number(process: TrialProcess) -> int:
    started = process.answers
    assert started is not None
    found = started._process() if isinstance(started, Forked) else started.pid
    assert found is not None
    return found


def _has_ended(process: int) -> bool:
    """Even where nobody buries it."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def _expected(text: str) -> list[list[float]]:
    return [Trials(text).estimate(workload) for workload in WORKLOADS]


@pytest.mark.parametrize("text", [TEXT, LONG])
def test_a_stopped_process_is_replaced_and_the_question_answered(process: TrialProcess, text: str) -> None:
    process.estimate(OTHER, WORKLOADS, here())
    stopped = _number(process)
    os.kill(stopped, signal.SIGSTOP)
    assert process.estimate(text, WORKLOADS, here()) == _expected(text)
    assert _number(process) != stopped


def test_what_was_asked_ahead_of_a_stopped_process_is_answered_too(process: TrialProcess) -> None:
    process.estimate(TEXT.replace("total = 0", "total = 1"), WORKLOADS, here())
    os.kill(_number(process), signal.SIGSTOP)
    for text in (TEXT, OTHER):
        process.expect(text, WORKLOADS, here())
    assert [process.estimate(text, WORKLOADS, here()) for text in (OTHER, TEXT)] == [_expected(OTHER), _expected(TEXT)]


def test_an_origin_that_was_stopped_is_replaced(forks: Forks) -> None:
    process = TrialProcess(start=forks.start)
    process.estimate(OTHER, WORKLOADS, here())
    origin = forks._parent
    assert origin is not None
    for one in (origin.pid, _number(process)):
        os.kill(one, signal.SIGSTOP)
    assert process.estimate(TEXT, WORKLOADS, here()) == _expected(TEXT)
    assert forks._parent is not origin
    process.close()


def test_stopped_forks_of_an_origin_that_is_gone_are_ended(forks: Forks) -> None:
    first, second = TrialProcess(start=forks.start), TrialProcess(start=forks.start)
    for process in (first, second):
        process.estimate(OTHER, WORKLOADS, here())
    stopped = [_number(process) for process in (first, second)]
    assert forks._parent is not None
    for one in (forks._parent.pid, *stopped):
        os.kill(one, signal.SIGSTOP)
    forks._parent.kill()
    forks._parent.wait()
    assert first.estimate(TEXT, WORKLOADS, here()) == _expected(TEXT)
    second.close()
    end = time.monotonic() + 120
    while not all(map(_has_ended, stopped)):
        assert time.monotonic() < end
        time.sleep(0.02)
    first.close()


@pytest.mark.skipif(not can_fork(), reason="there is one process")
def test_all_of_several_may_be_stopped() -> None:
    processes = TrialProcesses(most=2)
    texts = [TEXT.replace("total = 0", f"total = {number}") for number in range(4)]
    try:
        for text in texts[:2]:
            processes.expect(text, WORKLOADS, here())
        for text in texts[:2]:
            processes.estimate(text, WORKLOADS, here())
        for one in processes._processes:
            if one.answers is not None:
                os.kill(_number(one), signal.SIGSTOP)
        for text in texts:
            processes.expect(text, WORKLOADS, here())
        assert [processes.estimate(text, WORKLOADS, here()) for text in texts] == list(map(_expected, texts))
    finally:
        processes.close()


def test_one_that_computes_does_not_hang() -> None:
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        signs = SignsOfLife(lambda: busy.pid)
        assert not any(signs.are_gone() for _ in range(100))
        os.kill(busy.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, busy.pid, os.WSTOPPED)
        assert any(signs.are_gone() for _ in range(100))
        busy.kill()


def test_what_is_no_process_does_not_hang() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    for number in (None, ended.pid):
        signs = SignsOfLife(lambda number=number: number)  # type: ignore[misc]
        assert not any(signs.are_gone() for _ in range(100))


def test_a_child_is_known_by_its_pipe() -> None:
    pipe, theirs = os.pipe()
    others, unknown = os.pipe()
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=theirs) as child:
        assert child_with(os.getpid(), os.fstat(pipe).st_ino) == child.pid
        assert child_with(os.getpid(), os.fstat(others).st_ino) is None
        child.kill()
    for one in (pipe, theirs, others, unknown):
        os.close(one)


def test_nobody_is_taken_to_hang_where_nobody_tells_of_children(forks: Forks, monkeypatch: pytest.MonkeyPatch) -> None:
    def untold(parent: int, pipe: int) -> int | None:
        raise OSError

    process = TrialProcess(start=forks.start)
    process.estimate(OTHER, WORKLOADS, here())
    monkeypatch.setattr("perfcast.trial.process.starting.child_with", untold)
    assert isinstance(process.answers, Forked)
    assert process.answers._process() is None
    process.close()


def test_one_that_was_closed_may_be_ended_by_another_thread(forks: Forks) -> None:
    process = TrialProcess(start=forks.start)
    process.estimate(OTHER, WORKLOADS, here())
    started = process.answers
    assert started is not None
    process.close()
    started.kill()
