"""Trial runs in a process of their own, which may be stopped in the middle of whatever it does.

The closed world lets code reach nothing, but a built-in function that was given something clever may still run for long
or want much memory, and no allowance of steps interrupts it. So the process has a limit of memory, ends by a timer of
the operating system's where a question takes too long, and with its standard input; the next question starts another.

Questions and answers are lines of JSON: {"text", "workloads"} -> a list of rows as `Trials.estimate` gives them.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Any, Final

from perfcast.trial.trials import NAMES, Trials
from perfcast.workload import Workload, parse

#: Seconds that all trial runs of one question may take; they take milliseconds.
_SECONDS: Final = 2.0
#: Bytes of address space, most of which the libraries take without using them.
_MOST_MEMORY: Final = 2 * 2**30
_UNTRIED: Final = [-1.0] * len(NAMES)
#: Units that are kept compiled.
_MOST_UNITS: Final = 64


class TrialProcess:
    """Asks a process for trial runs. For one thread at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Starts the process, so that the first question need not wait for it."""
        if self._process is not None and self._process.poll() is None:
            return
        # Sets of texts lie in the same order in every process; one thread is enough for small arrays.
        environment = os.environ | {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        try:
            self._process = subprocess.Popen(
                # -P: what lies in the folder that the server was started in is not imported.
                [sys.executable, "-P", "-m", "perfcast.trial"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
                encoding="utf-8",
            )
        except OSError:
            self._process = None

    def estimate(self, text: str, workloads: Sequence[Workload]) -> list[list[float]]:
        """Rows as `Trials.estimate` gives them, all -1 for what could not be tried or took too long."""
        self.start()
        process = self._process
        untried = [list(_UNTRIED) for _ in workloads]
        if process is None or process.stdin is None or process.stdout is None:
            return untried
        timer = threading.Timer(_SECONDS + 1.0, process.kill)
        timer.start()
        try:
            process.stdin.write(json.dumps({"text": text, "workloads": list(map(str, workloads))}) + "\n")
            process.stdin.flush()
            rows = json.loads(process.stdout.readline() or "null")
        except (OSError, ValueError):
            rows = None
        finally:
            timer.cancel()
        if not isinstance(rows, list):
            self.close()
            return untried
        return rows

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def serve() -> None:
    """Answers questions from standard input until it ends."""
    # What code prints by way of a library must not be taken for an answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    _limit_memory()
    units: dict[str, Trials] = {}
    for line in sys.stdin:
        question = json.loads(line)
        _alarm(_SECONDS)
        answers.write(json.dumps(_answer(units, question["text"], question["workloads"])) + "\n")
        answers.flush()
        _alarm(0.0)


def _answer(units: dict[str, Trials], text: str, workloads: list[str]) -> Any:
    try:
        if text not in units:
            if len(units) >= _MOST_UNITS:
                units.clear()
            units[text] = Trials(text)
        return [units[text].estimate(parse(workload)) for workload in workloads]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [list(_UNTRIED) for _ in workloads]


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _alarm(seconds: float) -> None:
    """Has the operating system end the process then, whatever it does; 0 for never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)
