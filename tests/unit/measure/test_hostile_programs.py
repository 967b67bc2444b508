"""Whatever a program does costs one row with an error, harms nothing, and the next program is measured."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from perfcast.measure import Job, Measurement, Sandbox
from tests.unit.measure.processes import descendants

Measure = Callable[..., list[Measurement]]

DENIED = ("raised PermissionError", "raised OSError")

PROGRAMS: dict[str, tuple[str, str | tuple[str, ...]]] = {
    # time
    "loop": ("while True: pass", "timed out"),
    "loop that catches all": (
        "while True:\n    try:\n        for i in range(10**9): pass\n    except BaseException: pass",
        "timed out",
    ),
    "loop without the clock's signal": (
        "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True: pass",
        "timed out",
    ),
    "loop without the clock": ("import signal\nsignal.setitimer(signal.ITIMER_REAL, 0)\nwhile True: pass", "timed out"),
    "loop inside C": ("return len(str(7 ** 10**7))", "timed out"),
    "exception that never tells": (
        "class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E",
        "timed out",
    ),
    # processes
    "fork bomb": ("import os\nwhile True: os.fork()", DENIED),
    "program": ("import subprocess\nsubprocess.run(['/bin/sleep', '100'])", DENIED),
    "shell": ("import os\nassert os.system('sleep 100') == 0", "raised AssertionError"),
    "pool": ("import multiprocessing\nmultiprocessing.Pool(2)", DENIED),
    "threads left running": (
        "import threading, time\nthreading.Thread(target=time.sleep, args=(100,)).start()",
        "left threads running",
    ),
    "thread bomb": (
        "import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(100,)).start()",
        ("raised RuntimeError", "timed out"),
    ),
    # signals
    "kills its parent": ("import os\nos.kill(os.getppid(), 9)", DENIED),
    "kills all": ("import os\nos.kill(-1, 9)", DENIED),
    "survives its parent": ("import ctypes\nassert ctypes.CDLL(None).prctl(1, 0) == 0", "raised AssertionError"),
    # ends
    "exits": ("import os\nos._exit(0)", "died: the call: exit status 0"),
    "raises SystemExit": ("raise SystemExit(3)", "raised SystemExit: 3"),
    "segfault": ("import ctypes\nctypes.string_at(0)", "died: the call: SIGSEGV"),
    "aborts": ("import os\nos.abort()", "died: the call: SIGABRT"),
    "dies of a signal without a name": ("import os\nos.kill(os.getpid(), 40)", "died: the call: signal 40"),
    "stops itself": ("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", "timed out"),
    # memory
    "fills memory": ("a = []\nwhile True: a.append(bytearray(1 << 26))", ("ran out of memory", "timed out")),
    "fills memory by small objects": ("a = []\nwhile True: a.append([0])", ("ran out of memory", "timed out")),
    "one huge list": ("return [0] * 10**12", "ran out of memory"),
    "lifts its limits": (
        "import resource\nresource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)",
        "raised ValueError",
    ),
    # recursion
    "infinite recursion": ("def g(): return g() + 1\ng()", "raised RecursionError"),
    "infinite recursion without a limit": (
        "import sys\nsys.setrecursionlimit(10**9)\ndef g(n): return g(n + 1) + 1\ng(0)",
        ("ran out of memory", "timed out", "died", "raised"),
    ),
    "infinite recursion inside C": (
        "import sys\nsys.setrecursionlimit(10**9)\nclass A:\n    def __repr__(self): return repr(self)\nrepr(A())",
        ("died: the call: SIGSEGV", "ran out of memory", "timed out", "raised RecursionError"),
    ),
    # output
    "prints a gigabyte": (
        "for i in range(1 << 20): print('x' * 1024)\nraise ValueError('done')",
        ("raised", "timed out"),
    ),
    "waits for input": ("input()", "raised EOFError"),
    # files
    "removes a file": ("import os\nos.remove({canary!r})", DENIED),
    "overwrites a file": ("open({canary!r}, 'w')", DENIED),
    "truncates a file": ("import os\nos.truncate({canary!r}, 0)", DENIED),
    "opens a file up": ("import os\nos.chmod({canary!r}, 0o777)", DENIED),
    "makes a file": ("open({canary!r} + '.new', 'w')", DENIED),
    "moves a file": ("import os\nos.rename({canary!r}, 'here')", DENIED),
    "removes a folder": ("import shutil, os\nshutil.rmtree(os.path.dirname({canary!r}))", DENIED),
    "huge file": ("with open('a', 'wb') as f:\n    while True: f.write(b'x' * 1_000_000)", "raised OSError"),
    "many files": (
        "for i in range(10**6):\n    with open(str(i), 'wb') as f: f.write(b'x' * 10_000_000)",
        ("raised OSError", "timed out"),
    ),
    "writes to its parent's memory": ("import os\nopen('/proc/%d/mem' % os.getppid(), 'r+b')", DENIED),
    # network
    "socket": ("import socket\nsocket.create_connection(('127.0.0.1', 80))", DENIED),
    "unix socket": ("import socket\nsocket.socket(socket.AF_UNIX)", DENIED),
    "web page": ("import urllib.request\nurllib.request.urlopen('http://192.0.2.1')", "raised URLError"),
    # the harness
    "closes all files": ("import os\nos.closerange(0, 4096)", "died"),
    "closes all files and goes on": ("import os\nos.closerange(0, 4096)\nwhile True: pass", "died"),
    "writes to all files": (
        "import os\nfor i in range(256):\n    try: os.write(i, b'\\x00\\x00\\x00\\x05hello')\n    except OSError: pass",
        "malformed",
    ),
    "answers itself": (
        "import json, os, struct\n"
        "answer = json.dumps({{'index': 0, 'metrics': {{'peak_memory': -1.0}}}}).encode()\n"
        "for i in range(256):\n"
        "    try: os.write(i, struct.pack('>I', len(answer)) + answer)\n"
        "    except OSError: pass",
        "malformed",
    ),
    "becomes another user's namespace": ("import ctypes\nassert ctypes.CDLL(None).unshare(0x10000000) == 0", "raised"),
}


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    path = tmp_path / "canary"
    path.write_text("sings", encoding="utf-8")
    path.chmod(0o644)
    return path


@pytest.mark.parametrize("title", PROGRAMS)
def test_costs_one_row(sandbox: Sandbox, measure: Measure, canary: Path, title: str) -> None:
    body, expected = PROGRAMS[title]
    body = body.format(canary=str(canary)) if "{" in body else body
    source = "def f(n):\n    " + body.replace("\n", "\n    ")
    sandbox.isolation()
    before = descendants(os.getpid())

    first, second = measure(source, "n: int = 1", "n: int = 2")

    assert first.error is not None
    assert first.error.startswith(expected)
    assert first.metrics == {}
    # What a smaller workload dies of, a larger one is not tried for; an exception is that workload's own.
    assert second.error is not None
    assert second.error.startswith(("skipped: a smaller workload failed", first.error))
    assert canary.read_text(encoding="utf-8") == "sings"
    assert canary.stat().st_mode & 0o777 == 0o644
    assert os.listdir(canary.parent) == ["canary"]  # noqa: PTH208
    assert descendants(os.getpid()) == before
    (after,) = sandbox.run(Job("next", "def f(n): return bytearray(n)", "f", ("n: int = 1000000",)))
    assert after.error is None
    assert after.metrics["peak_memory"] == pytest.approx(1_000_000, rel=0.01)


def test_a_module_that_never_ends_costs_one_row() -> None:
    from perfcast.measure import Limits

    with Sandbox(Limits(seconds=0.01)) as sandbox:
        first, second = sandbox.run(Job("key", "while True: pass", "f", ("", "")))
    assert first.error is not None
    assert first.error.startswith("timed out: loading the source")
    assert second.error == "skipped: a smaller workload failed"


def test_folders_too_deep_to_remove_cost_that_program_only(sandbox: Sandbox, measure: Measure) -> None:
    source = "import os\ndef f():\n    for _ in range(3000):\n        os.mkdir('d')\n        os.chdir('d')\n"
    (measurement,) = measure(source)
    assert measurement.error is not None
    (after,) = sandbox.run(Job("next", "import os\ndef f(): return os.listdir('..')", "f", ("",)))
    assert after.error is None


def test_a_program_may_use_its_scratch_folder_and_leaves_nothing_there(measure: Measure) -> None:
    writes = (
        "import os, tempfile\n"
        "def f():\n"
        "    before = os.listdir()\n"
        "    with open('note', 'w') as file: file.write('x' * 1000)\n"
        "    with tempfile.TemporaryFile() as file: file.write(b'x' * 1000)\n"
        "    os.remove('note')\n"
        "    assert not [name for name in before if name != 'memory'], before\n"
    )
    stays = "def f():\n    with open('note', 'w') as file: file.write('x')\n"
    assert [measurement.error for source in (stays, writes) for measurement in measure(source)] == [None, None]


def test_a_program_that_replaces_what_the_harness_uses_is_measured_all_the_same(measure: Measure) -> None:
    source = (
        "import json, os, time, signal, sys, pickle\n"
        "json.dumps = os.write = time.perf_counter = time.perf_counter_ns = signal.setitimer = os.pread = None\n"
        "def f(n): return bytearray(n)\n"
    )
    (measurement,) = measure(source, "n: int = 1000000")
    assert measurement.error is None
    assert measurement.metrics["peak_memory"] == pytest.approx(1_000_000, rel=0.01)
