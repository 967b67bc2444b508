"""CPU time that several things share, one of which does not come to its end."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

_DOING = "from perfcast.trial.process.time_shares import Shares; print(Shares(0.2, 1).of_one(lambda end: {}))"


def _ended(doing: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", _DOING.format(doing)], capture_output=True, text=True, check=False)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nothing tells that the time is over")
def test_one_call_into_c_that_never_returns_ends_the_process() -> None:
    assert _ended("sum(iter(int, 1))").returncode == -signal.SIGVTALRM


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nothing tells that the time is over")
def test_what_python_can_interrupt_ends_alone() -> None:
    ended = _ended("[0 for _ in iter(int, 1)]")
    assert (ended.returncode, ended.stdout) == (0, "None\n")
