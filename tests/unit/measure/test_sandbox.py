"""The sandbox as its callers see it: answers in order, restarts, nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from perfcast.measure import Job, Limits, Sandbox, SandboxError, device_name
from tests.unit.measure.processes import descendants, is_alive

SMALL = Limits(seconds=1.0)
DOUBLE = "def f(n): return n * 2"
FOREVER = "def f(n):\n    while True: pass"


def eventually(holds: Callable[[], bool]) -> bool:
    for _ in range(1200):
        if holds():
            return True
        time.sleep(0.05)
    return False


def scratch_folders(process: int) -> list[Path]:
    """Those that the zygotes under a process were started with."""
    folders = []
    for child in descendants(process):
        command = Path(f"/proc/{child}/cmdline").read_text(encoding="utf-8")
        if "perfcast.measure.zygote" in command:
            folders.append(Path(command.partition('"scratch": "')[2].partition('"')[0]))
    return folders


def test_answers_come_in_order_and_under_the_callers_key(sandbox: Sandbox) -> None:
    workloads = tuple(f"n: int = {n}" for n in (1, 2, 3, 4))
    measurements = list(sandbox.run(Job("my key", DOUBLE, "f", workloads)))
    assert [measurement.workload for measurement in measurements] == list(workloads)
    assert {measurement.key for measurement in measurements} == {"my key"}
    assert set(measurements[0].metrics) == {
        "peak_memory",
        "cpu_time",
        "result_size",
        "allocations",
        "allocated_bytes",
        "work",
    }


def test_values_of_the_standard_librarys_types_are_made_alone_and_within_others(sandbox: Sandbox) -> None:
    source = """
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

@dataclass
class Line:
    price: Decimal

def total(lines: list[Line], at: Path):
    return sum(line.price for line in lines), at.stem
"""
    (measurement,) = sandbox.run(Job("key", source, "total", ("lines: list[Line] * 30; at: Path",)))
    assert not measurement.error


def test_a_job_without_workloads_has_no_answers(sandbox: Sandbox) -> None:
    assert list(sandbox.run(Job("key", DOUBLE, "f", ()))) == []


def test_larger_workloads_are_skipped_after_one_that_took_too_long(sandbox: Sandbox) -> None:
    source = "def f(n):\n    while n > 10: pass"
    measurements = list(sandbox.run(Job("key", source, "f", ("n: int = 1", "n: int = 100", "n: int = 200"))))
    assert [measurement.error for measurement in measurements] == [
        None,
        "timed out: the call took more than 1 s",
        "skipped: a smaller workload failed",
    ]


def test_a_caller_that_stops_listening_gets_the_next_job_right(sandbox: Sandbox) -> None:
    for measurement in sandbox.run(Job("first", DOUBLE, "f", ("n: int = 1", "n: int = 2", "n: int = 3"))):
        assert measurement.error is None
        break
    (measurement,) = sandbox.run(Job("second", DOUBLE, "f", ("n: int = 7",)))
    assert (measurement.key, measurement.workload, measurement.error) == ("second", "n: int = 7", None)


def test_a_killed_zygote_costs_one_row_and_is_replaced() -> None:
    with Sandbox(SMALL) as sandbox:
        others = descendants(os.getpid())
        sandbox.isolation()
        answers = sandbox.run(Job("key", DOUBLE + "\n", "f", ("n: int = 1", "n: int = 2", "n: int = 3")))
        assert next(answers).error is None
        for process in descendants(os.getpid()) - others:
            # One may be gone with the one before it.
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        errors = [measurement.error for measurement in answers]
        # The second answer may have been on its way.
        lost = [error for error in errors if error is not None]
        assert lost[0].startswith("died: ")
        assert lost[1:] in ([], ["skipped: a smaller workload failed"])
        (measurement,) = sandbox.run(Job("key", DOUBLE, "f", ("n: int = 1",)))
        assert measurement.error is None


def test_a_zygote_killed_between_two_jobs_costs_no_row() -> None:
    with Sandbox(SMALL) as sandbox:
        others = descendants(os.getpid())
        (first,) = sandbox.run(Job("key", DOUBLE, "f", ("n: int = 1",)))
        zygote = max(descendants(os.getpid()) - others)
        # The first process, by which the sandbox knows that it lives, is stopped: it does not see the other one's end.
        for process in descendants(os.getpid()) - others - {zygote}:
            os.kill(process, signal.SIGSTOP)
        os.kill(zygote, signal.SIGKILL)
        (second,) = sandbox.run(Job("key", DOUBLE, "f", ("n: int = 2",)))
        assert first.error is None and second.error is None


def test_closing_leaves_no_process_and_no_file() -> None:
    before = descendants(os.getpid())
    with Sandbox(SMALL) as sandbox:
        list(sandbox.run(Job("key", DOUBLE, "f", ("n: int = 1",))))
        folders = [folder for folder in scratch_folders(os.getpid()) if folder.exists()]
        assert descendants(os.getpid()) > before
    assert descendants(os.getpid()) == before
    assert len([folder for folder in folders if not folder.exists()]) >= 1


def test_a_parent_killed_in_the_middle_leaves_no_process_and_no_file() -> None:
    script = (
        "from perfcast.measure import *\n"
        "sandbox = Sandbox(Limits(seconds=100))\n"
        "sandbox.isolation()\n"
        "print('ready', flush=True)\n"
        f"list(sandbox.run(Job('key', {FOREVER!r}, 'f', ('n: int = 1',))))\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as caller:
        assert caller.stdout is not None
        assert caller.stdout.readline() == b"ready\n"
        # First process, zygote and child.
        assert eventually(lambda: len(descendants(caller.pid)) == 3)
        started = descendants(caller.pid)
        folders = set(scratch_folders(caller.pid))
        assert all(folder.is_dir() for folder in folders)
        caller.kill()
    assert eventually(lambda: not any(map(is_alive, started)))
    assert eventually(lambda: not any(folder.exists() for folder in folders))


def test_libraries_are_there_for_the_programs_that_name_them(sandbox: Sandbox) -> None:
    source = "import sys\ndef f(df): return df.sum() if 'pandas' in sys.modules else None"
    (measurement,) = sandbox.run(Job("key", source, "f", ("df: DataFrame[100, 3]",)))
    assert measurement.error is None
    assert measurement.metrics["peak_memory"] > 0
    source = "import sys\ndef f(): return 1 / ('pandas' not in sys.modules)"
    assert [measurement.error for measurement in sandbox.run(Job("key", source, "f", ("",)))] == [None]


def test_says_what_to_install_where_memray_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with Sandbox() as sandbox, pytest.raises(SandboxError, match="pip install 'perfcast"):
        list(sandbox.run(Job("key", DOUBLE, "f", ("n: int = 1",))))


def test_a_core_can_be_chosen() -> None:
    core = min(os.sched_getaffinity(0))
    source = f"import os\ndef f(): assert os.sched_getaffinity(0) == {{{core}}}"
    with Sandbox(SMALL, core=core) as sandbox:
        assert [measurement.error for measurement in sandbox.run(Job("key", source, "f", ("",)))] == [None]


def test_the_device_has_a_name() -> None:
    assert device_name().strip()
    assert device_name() == " ".join(device_name().split())
