"""Trial runs in forks of one process that has the interpreter loaded: as in any other, and gone when they should be."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from perfcast.source.locations.place import here
from perfcast.trial import NAMES, Trials
from perfcast.trial.process.pool import TrialProcesses
from perfcast.trial.process.starting import Forked, Forks, can_fork
from perfcast.trial.process.worker import TrialProcess
from perfcast.workload import parse

WORKLOADS = [parse("xs: list[int] * 100")]
TEXT = "def f(xs):\n    total = 0\n    for x in xs:\n        total += x\n    return total\n"

pytestmark = pytest.mark.skipif(not can_fork(), reason="the operating system does not fork")


@pytest.fixture
def forks() -> Iterator[Forks]:
    made = Forks()
    yield made
    made.close()


def _until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def _children(process: int) -> set[int]:
    found = set()
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdecimal() and f"PPid:\t{process}\n" in (folder / "status").read_text():
                found.add(int(folder.name))
        except OSError:
            continue
    return found


def test_all_processes_load_the_interpreter_once() -> None:
    processes = TrialProcesses(most=3)
    try:
        for one in processes._processes:
            assert one.estimate(TEXT, WORKLOADS, here()) == [Trials(TEXT).estimate(WORKLOADS[0])]
        forks = processes._forks
        assert forks is not None
        assert forks._parent is not None
        assert len(_children(forks._parent.pid)) == 3
    finally:
        processes.close()


def test_one_that_was_killed_is_buried_and_replaced(forks: Forks) -> None:
    process = TrialProcess(start=forks.start)
    before = process.estimate(TEXT, WORKLOADS, here())
    parent, known = forks._parent, process._process
    assert parent is not None
    assert isinstance(known, Forked)
    [first] = _children(parent.pid)
    process.kill()
    _until(lambda: known.poll() is not None and not _children(parent.pid))
    assert process.estimate(TEXT, WORKLOADS, here()) == before
    assert forks._parent is parent
    assert _children(parent.pid).isdisjoint({first})
    process.close()
    _until(lambda: not _children(parent.pid))


def test_no_thread_waits_for_an_answer(forks: Forks, monkeypatch: pytest.MonkeyPatch) -> None:
    process = TrialProcess(start=forks.start)
    monkeypatch.setattr(threading.Thread, "start", lambda _: pytest.fail("a thread was started"))
    process.expect(TEXT, WORKLOADS, here())
    process.estimate(TEXT.replace("+=", "-="), WORKLOADS, here())
    assert process.estimate(TEXT, WORKLOADS, here()) == [Trials(TEXT).estimate(WORKLOADS[0])]
    process.close()


def test_one_that_does_not_answer_in_time_is_ended(forks: Forks) -> None:
    fork = forks.start(None)
    assert fork.answer(0.3) == ""
    _until(lambda: fork.poll() is not None)
    assert fork.answer(0.3) == ""
    fork.close()


def test_one_that_nobody_asks_ends(forks: Forks) -> None:
    process = TrialProcess(0.5, forks.start)
    before = process.estimate(TEXT, WORKLOADS, here())
    known = process._process
    _until(lambda: known is not None and known.poll() is not None)
    assert process.estimate(TEXT, WORKLOADS, here()) == before
    process.close()


def test_forks_whose_origin_is_gone_are_replaced(forks: Forks) -> None:
    process = TrialProcess(start=forks.start)
    before = process.estimate(TEXT, WORKLOADS, here())
    parent = forks._parent
    assert parent is not None
    os.kill(parent.pid, 9)
    parent.wait()
    # The fork goes on; when it ends, another origin is there.
    assert process.estimate(TEXT, WORKLOADS, here()) == before
    process.close()
    assert process.estimate(TEXT, WORKLOADS, here()) == before
    assert forks._parent is not parent
    process.close()


def test_nothing_is_left_when_nobody_can_ask_any_more(forks: Forks) -> None:
    process = TrialProcess(start=forks.start)
    process.estimate(TEXT, WORKLOADS, here())
    assert forks._parent is not None
    forked = _children(forks._parent.pid)
    assert forked
    process._process = None
    forks.close()
    _until(lambda: not any(Path(f"/proc/{one}").exists() for one in forked))


def test_a_question_that_ends_a_fork_ends_that_one_alone(forks: Forks) -> None:
    first, second = TrialProcess(start=forks.start), TrialProcess(start=forks.start)
    before = second.estimate(TEXT, WORKLOADS, here())
    first.expect(TEXT, WORKLOADS, here())
    killed = first.answers
    first.kill()
    # One that has answered before it ends would be asked again meanwhile.
    _until(lambda: killed is None or killed.poll() is not None)
    assert second.estimate(TEXT, WORKLOADS, here()) == before
    assert first.estimate(TEXT.replace("total = 0", "total = 1"), WORKLOADS, here())[0][NAMES.index("trial_runs")] > 0
    first.close()
    second.close()


def test_one_that_is_at_a_question_is_asked_another_one(forks: Forks) -> None:
    process = TrialProcess(60.0, forks.start)
    process.start()
    process.close()
    assert forks._parent is not None
    # No answer comes before this goes on.
    os.kill(forks._parent.pid, signal.SIGSTOP)
    process.expect(TEXT, WORKLOADS, here())
    known = process._process
    process._last_asked -= 50.0
    process.expect(TEXT.replace("+=", "-="), WORKLOADS, here())
    assert process._process is known is not None
    os.kill(forks._parent.pid, signal.SIGCONT)
    assert process.estimate(TEXT, WORKLOADS, here()) == [Trials(TEXT).estimate(WORKLOADS[0])]
    process.close()


def test_answers_outlast_the_one_that_gave_them(forks: Forks) -> None:
    process = TrialProcess(0.2, forks.start)
    process.expect(TEXT, WORKLOADS, here())
    known = process._process
    _until(lambda: known is not None and known.poll() is not None)
    process.expect(TEXT.replace("+=", "-="), WORKLOADS, here())
    assert [one.line.count("+=") for one in process._answers] == [1]
    process.close()
