"""Trial runs in another process: the same numbers, and whatever happens there ends there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from perfcast.source.locations.place import Place, here, stamp_of
from perfcast.trial import NAMES, Trials
from perfcast.trial.process.questions import Question
from perfcast.trial.process.worker import Followed, TrialProcess
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
    assert process.estimate(LINE, WORKLOADS, here()) == [Trials(LINE).estimate(workload) for workload in WORKLOADS]


@pytest.mark.parametrize(
    "body",
    [
        "import re\n    return re.search(r'(?:a|aa)+\\d', 'a' * 2000)",
        "a = (0,)\n    for _ in range(60): a = (a, a)\n    return hash(a)",
        "import itertools\n    s = []\n    s += itertools.count()",
        "import numpy as np\n    return np.array([[0] * 10000] * 30000)",
        "return round(5, -10**8)",
    ],
)
def test_what_no_allowance_interrupts_is_stopped(process: TrialProcess, body: str) -> None:
    assert (
        process.estimate(f"def f(n):\n    {body}\n", [parse("n: int = 4")], here())[0][NAMES.index("trial_runs")] <= 0
    )
    # The next question finds a process again.
    assert process.estimate(LINE, WORKLOADS, here())[0] != UNTRIED


def test_a_process_that_is_gone_is_replaced(process: TrialProcess) -> None:
    process.start()
    assert process._process is not None
    os.kill(process._process.pid, 9)
    process._process.wait()
    assert process.estimate(LINE, WORKLOADS, here())[0] != UNTRIED


@pytest.mark.parametrize("text", ["def f(:", "x = 1", ""])
def test_what_is_no_unit_is_not_tried(process: TrialProcess, text: str) -> None:
    assert process.estimate(text, WORKLOADS, here()) == [UNTRIED, UNTRIED]


def test_what_was_asked_ahead_is_answered_in_any_order(process: TrialProcess) -> None:
    other = LINE.replace("+=", "-=")
    process.expect(LINE, WORKLOADS, here())
    process.expect(other, WORKLOADS, here())
    assert process.estimate(other, WORKLOADS, here()) == [Trials(other).estimate(workload) for workload in WORKLOADS]
    assert process.estimate(LINE, WORKLOADS, here()) == [Trials(LINE).estimate(workload) for workload in WORKLOADS]


def test_what_nobody_comes_for_holds_nothing_up(process: TrialProcess) -> None:
    for number in range(30):
        process.expect(LINE.replace("total = 0", f"total = {number}"), WORKLOADS, here())
    assert process.estimate(LINE, WORKLOADS, here())[0] != UNTRIED


def test_a_question_ahead_that_ends_the_process_costs_the_others_nothing(process: TrialProcess) -> None:
    process.expect(
        "def f(n):\n    import re\n    return re.search(r'(?:a|aa)+\\d', 'a' * 2000)", [parse("n: int = 4")], here()
    )
    process.expect(
        "def f(n):\n    a = (0,)\n    for _ in range(60): a = (a, a)\n    return hash(a)", [parse("n: int = 4")], here()
    )
    assert process.estimate(LINE, WORKLOADS, here())[0] != UNTRIED


def test_a_process_that_dies_between_questions_takes_what_it_was_asked_with_it(process: TrialProcess) -> None:
    other = LINE.replace("+=", "-=")
    process.expect(LINE, WORKLOADS, here())
    assert process._process is not None
    process._process.kill()
    process._process.wait()
    assert process.estimate(other, WORKLOADS[:1], here()) == [Trials(other).estimate(WORKLOADS[0])]
    assert process.estimate(LINE, WORKLOADS, here()) == [Trials(LINE).estimate(workload) for workload in WORKLOADS]


def test_modules_that_were_followed_are_told_and_read_anew(process: TrialProcess, tmp_path: Path) -> None:
    helpers = tmp_path / "helpers.py"
    helpers.write_text("def kept(xs):\n    return list(xs)\n")
    text = "def f(xs):\n    return kept(xs)\n\nfrom helpers import kept\n"
    place = Place.of(tmp_path / "main.py")
    [before] = process.estimate(text, WORKLOADS[1:], place)
    assert process.followed(LINE, place) is None
    assert process.followed(text, place) == Followed(True, False, {str(helpers): stamp_of(str(helpers))})
    helpers.write_text("def kept(xs):\n    return [x for x in xs if x > 10]\n")
    [after] = process.estimate(text, WORKLOADS[1:], place)
    assert before != after
    process.estimate(LINE, WORKLOADS, place)
    assert process.followed(LINE, place) == Followed(True, False, {})


@pytest.mark.parametrize(
    ("body", "workload", "error"),
    [
        ("return [r['price'] for r in xs]", "xs: list[dict[str, float]] * 10 * 3", "KeyError 'price'"),
        ("return [r['price'] for r in xs]", "xs: list[int] * 10", "TypeError \"'int' object is not subscriptable\""),
        ("return xs.price", "xs: int = 3", "AttributeError \"'int' object has no attribute 'price'\""),
        ("raise ValueError('one\\ntwo')", "xs: int = 3", "ValueError 'one\\ntwo'"),
        ("raise ValueError('x' * 1000)", "xs: int = 3", f"ValueError '{'x' * 38}…"),
        ("raise OSError(2, 'none')", "xs: int = 3", "FileNotFoundError"),
        ("raise ValueError([xs])", "xs: int = 3", "ValueError"),
        ("raise ValueError(10**6)", "xs: int = 3", "ValueError 1000000"),
        ("raise ValueError(10**600)", "xs: int = 3", "ValueError"),
        ("raise Odd('odd')", "xs: int = 3", "Odd 'odd'"),
        ("raise type('a b', (Odd,), {})('odd')", "xs: int = 3", "Exception 'odd'"),
        ("assert not xs", "xs: int = 3", "AssertionError"),
        ("return xs", "xs: int = 3", ""),
    ],
)
def test_what_runs_raise_is_told(process: TrialProcess, body: str, workload: str, error: str) -> None:
    text = f"def f(xs):\n    {body}\n\nclass Odd(Exception):\n    pass\n"
    process.estimate(text, [parse(workload)], here())
    assert process.followed(text, here()) == Followed(not error, bool(error), {}, error)


@pytest.mark.parametrize(
    ("body", "workload", "stopped_at"),
    [
        ("return os.getpgrp() + xs", "xs: int = 3", "os.getpgrp"),
        ("return xs.rows.first()", "xs: Row", ".rows of an unknown value"),
        ("return xs", "xs: int = 3", ""),
        ("return {}[xs] + os.getpgrp()", "xs: int = 3", ""),
        ("return 0 if xs < 50 else os.getpgrp()", "xs: list[int] * 10", ""),
    ],
)
def test_where_runs_stop_is_told(process: TrialProcess, body: str, workload: str, stopped_at: str) -> None:
    text = f"def f(xs):\n    {body}\n\nimport os\n"
    process.estimate(text, [parse(workload)], here())
    followed = process.followed(text, here())
    assert followed is not None and followed.stopped_at == stopped_at


def test_an_error_at_one_of_several_workloads_is_not_told(process: TrialProcess) -> None:
    text = "def f(n):\n    return 1 // n\n"
    workloads = [parse(f"n: int = {n}") for n in (0, 1)]
    process.estimate(text, workloads, here())
    assert process.followed(text, here()) == Followed(True, False, {})
    process.estimate(text, workloads[:1], here())
    followed = process.followed(text, here())
    assert followed is not None and followed.error.startswith("ZeroDivisionError ")


def test_what_is_told_after_a_run_without_an_answer_is_not_sure(process: TrialProcess) -> None:
    text = "def f(n):\n    return n if n < 9 else list(range(n))\n"
    process.estimate(text, [parse("n: int = 3")], here())
    followed = process.followed(text, here())
    assert followed is not None and followed.is_sure
    asked = process._answer
    process._answer = lambda _: None  # type: ignore[method-assign]
    assert process.estimate(text, [parse("n: int = 30")], here())[0][0] == -1
    process._answer = asked  # type: ignore[method-assign]
    for _ in range(2):
        followed = process.followed(text, here())
        assert followed is not None and not followed.is_sure
        process.estimate(text, [parse("n: int = 3")], here())


def test_a_text_that_cannot_be_read_is_not_sure(process: TrialProcess) -> None:
    text = "def f(:\n"
    process.estimate(text, [parse("n: int = 3")], here())
    followed = process.followed(text, here())
    assert followed is not None and not followed.is_sure


def test_a_module_that_is_written_later_is_found(process: TrialProcess, tmp_path: Path) -> None:
    helpers, place = tmp_path / "helpers.py", Place.of(tmp_path / "main.py")
    text = "def f(xs):\n    return kept(xs)\n\nfrom helpers import kept\n"
    for written in (None, "def kept(xs:\n", "def kept(xs):\n    return list(xs)\n"):
        if written is not None:
            helpers.write_text(written)
        [row] = process.estimate(text, WORKLOADS[1:], place)
        followed = process.followed(text, place)
        assert followed is not None
        assert followed.files[str(helpers)] == stamp_of(str(helpers))
        assert followed.was_tried is (row[NAMES.index("trial_runs")] > 0) is ("):" in (written or ""))


def test_what_was_begun_and_came_to_no_end_was_not_tried(process: TrialProcess) -> None:
    text = (
        "class Repeating:\n    def each(self):\n        while True:\n            yield from self.items\n"
        "    def __init__(self, items):\n        self.items = items\n"
    )
    [row] = process.estimate(text, [parse("")], here())
    followed = process.followed(text, here())
    assert followed is not None
    assert row[NAMES.index("trial_time")] > 10
    assert not followed.was_tried


def test_one_that_holds_much_is_replaced(process: TrialProcess, tmp_path: Path) -> None:
    place = Place.of(tmp_path / "main.py")
    processes = set()
    # Together more than is kept parsed; each in far less than the seconds that there are.
    for number in range(24):
        (tmp_path / f"large{number}.py").write_text("def kept(xs):\n    return list(xs)\n" + "x = 1\n" * 15_000)
        text = f"def f(xs):\n    return kept(xs)\n\nfrom large{number} import kept\n"
        process.start()
        assert process._process is not None
        processes.add(process._process.pid)
        process.expect(text, WORKLOADS[1:], place)
        # Asked of the one before.
        process.expect(LINE, WORKLOADS, here())
        assert process.estimate(text, WORKLOADS[1:], place) != [UNTRIED]
        assert UNTRIED not in process.estimate(LINE, WORKLOADS, here())
    assert 1 < len(processes) < 12


def test_one_in_which_much_is_left_says_so_and_answers_no_more() -> None:
    code = "from perfcast.trial.process import serving; serving._MOST_OBJECTS = 0; serving.serve()"
    question = Question.about(LINE, WORKLOADS, here()).line + "\n"
    ran = subprocess.run([sys.executable, "-c", code], input=2 * question, text=True, capture_output=True, check=True)
    (answer,) = map(json.loads, ran.stdout.splitlines())
    assert answer["is_last"]
    assert UNTRIED not in answer["rows"]
