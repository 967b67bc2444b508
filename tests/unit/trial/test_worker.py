"""Trial runs in another process: the same numbers, and whatever happens there ends there."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.worker import TrialProcess
from perfcast.workload import parse

LINE = "def f(xs):\n    total = 0\n    for x in xs:\n        total += x\n    return total\n"
WORKLOADS = [parse(f"xs: list[int] * {size}") for size in (10, 1000)]
UNTRIED = [-1.0] * len(NAMES)


@pytest.fixture
def process() -> Iterator[TrialProcess]:
    started = TrialProcess()
    yield started
    started.close()


def test_the_numbers_are_those_of_runs_in_this_process(process: TrialProcess) -> None:
    assert process.estimate(LINE, WORKLOADS) == [Trials(LINE).estimate(workload) for workload in WORKLOADS]


@pytest.mark.parametrize(
    "body",
    [
        "import re\n    return re.search('a*a*a*b', 'a' * 2000)",
        "a = (0,)\n    for _ in range(60): a = (a, a)\n    return hash(a)",
        "import itertools\n    s = []\n    s += itertools.count()",
        "import numpy as np\n    return np.array([[0] * 10000] * 30000)",
        "return round(5, -10**8)",
    ],
)
def test_what_no_allowance_interrupts_is_stopped(process: TrialProcess, body: str) -> None:
    began = time.monotonic()
    assert process.estimate(f"def f(n):\n    {body}\n", [parse("n: int = 4")])[0][NAMES.index("trial_runs")] <= 0
    assert time.monotonic() - began < 30
    # The next question finds a process again.
    assert process.estimate(LINE, WORKLOADS)[0] != UNTRIED


def test_a_process_that_is_gone_is_replaced(process: TrialProcess) -> None:
    process.start()
    assert process._process is not None
    os.kill(process._process.pid, 9)
    process._process.wait()
    assert process.estimate(LINE, WORKLOADS)[0] != UNTRIED


@pytest.mark.parametrize("text", ["def f(:", "x = 1", ""])
def test_what_is_no_unit_is_not_tried(process: TrialProcess, text: str) -> None:
    assert process.estimate(text, WORKLOADS) == [UNTRIED, UNTRIED]


def test_what_was_asked_ahead_is_answered_in_any_order(process: TrialProcess) -> None:
    other = LINE.replace("+=", "-=")
    process.expect(LINE, WORKLOADS)
    process.expect(other, WORKLOADS)
    assert process.estimate(other, WORKLOADS) == [Trials(other).estimate(workload) for workload in WORKLOADS]
    assert process.estimate(LINE, WORKLOADS) == [Trials(LINE).estimate(workload) for workload in WORKLOADS]


def test_what_nobody_comes_for_holds_nothing_up(process: TrialProcess) -> None:
    for number in range(30):
        process.expect(LINE.replace("total = 0", f"total = {number}"), WORKLOADS)
    assert process.estimate(LINE, WORKLOADS)[0] != UNTRIED


def test_a_question_ahead_that_ends_the_process_costs_the_others_nothing(process: TrialProcess) -> None:
    process.expect("def f(n):\n    import re\n    return re.search('a*a*a*b', 'a' * 2000)", [parse("n: int = 4")])
    process.expect(
        "def f(n):\n    a = (0,)\n    for _ in range(60): a = (a, a)\n    return hash(a)", [parse("n: int = 4")]
    )
    assert process.estimate(LINE, WORKLOADS)[0] != UNTRIED


def test_a_process_that_dies_between_questions_takes_what_it_was_asked_with_it(process: TrialProcess) -> None:
    other = LINE.replace("+=", "-=")
    process.expect(LINE, WORKLOADS)
    assert process._process is not None
    process._process.kill()
    process._process.wait()
    assert process.estimate(other, WORKLOADS[:1]) == [Trials(other).estimate(WORKLOADS[0])]
    assert process.estimate(LINE, WORKLOADS) == [Trials(LINE).estimate(workload) for workload in WORKLOADS]
