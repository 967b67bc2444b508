"""Start and rest: how soon a server answers, what it holds, what it does when there is nothing to do."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from perfcast.rlm.bundle import FILES, MANIFEST
from tests.benchmarks.bench import Bench
from tests.benchmarks.editor import SERVER
from tests.benchmarks.processes import TICK, cpu_seconds, resident
from tests.benchmarks.rows import Row
from tests.e2e.session import ROOT
from tests.e2e.wire import SHUTDOWN, notification, request
from tests.endurance.servers import resident_mib

_IDLE = 5.0
_MIB = 2**20


@dataclass(frozen=True)
class Started:
    """One server process, from its start to its rest.

    Attributes:
        answered, ready: seconds from the start of the process to the answer to `initialize`, and to the model.
        alone: MiB in RAM of the server, with a model that has forecast one function.
        together: the same with the process that makes trial runs.
        idle: CPU seconds of both in five seconds of doing nothing.
    """

    answered: float
    ready: float
    alone: float
    together: float
    idle: float


def measure(bench: Bench) -> Iterator[Row]:
    """Of fresh processes, the bundle, and an installed package if asked for."""
    started(bench, 0.0)  # Files are in the system's cache from here on, as for the second window of an editor.
    runs = [started(bench, bench.count(5, 1)) for _ in range(bench.count(10, 2))]
    yield Row.of("Process start to `initialize` answered", "s", [run.answered for run in runs], 0.4)
    yield Row.of("Process start to model ready", "s", [run.ready for run in runs], 1.5)
    yield Row.of("Resident memory of the server after one forecast", "MiB", [run.alone for run in runs])
    what = "Resident memory of the server and the process for trial runs"
    yield Row.of(what, "MiB", [run.together for run in runs], 250e6 / _MIB, note="pages that both share count once")
    note = f"the clock's tick is {TICK * 1e3:.0f} ms"
    yield Row.of(f"CPU time used in {_IDLE:.0f} s of rest", "s", [run.idle for run in runs], TICK, note=note)
    sizes = [(bench.bundle / name).stat().st_size for name in (*FILES, MANIFEST)]
    yield Row("Bundle", "MiB", sum(sizes) / _MIB, target=30e6 / _MIB)
    what = "Installed package with all it needs"
    if bench.install:
        size, largest = _installed()
        yield Row(what, "MiB", size / _MIB, target=150e6 / _MIB, note=f"of it {largest}")
    else:
        yield Row.missing(what, "only with --install")


def started(bench: Bench, rest: float) -> Started:
    """Starts a server, asks for one forecast, and lets it rest for so many seconds."""
    begin = time.perf_counter()
    with subprocess.Popen(
        SERVER, env=bench.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin and process.stdout
        options = {"settings": bench.settings, "client": {"name": "vscode", "trusted": True}}
        parameters = {"processId": os.getpid(), "capabilities": {}, "initializationOptions": options}
        _say(process.stdin, request(1, "initialize", parameters))
        _hear(process.stdout, lambda heard: heard.get("id") == 1)
        answered = time.perf_counter() - begin
        _say(process.stdin, notification("initialized", {}))
        _hear(process.stdout, _is_ready)
        ready = time.perf_counter() - begin
        item = {"uri": "file:///project/one.py", "languageId": "python", "version": 1}
        text = "def total(nums: list[int]):\n    return sum(nums)\n"
        _say(process.stdin, notification("textDocument/didOpen", {"textDocument": {**item, "text": text}}))
        _hear(process.stdout, lambda heard: _is_ready(heard) and heard["params"].get("units") == 1)
        time.sleep(0.5 if rest else 0.0)
        alone, together, used = resident_mib(process.pid), resident(process.pid), cpu_seconds(process.pid)
        time.sleep(rest)
        idle = cpu_seconds(process.pid) - used
        _say(process.stdin, SHUTDOWN)
        process.communicate(timeout=20)
    return Started(answered, ready, alone, together, idle)


def _is_ready(heard: dict[str, Any]) -> bool:
    if heard.get("method") != "perfcast/status":
        return False
    if heard["params"]["state"] == "error":
        raise RuntimeError(heard["params"]["message"])
    return bool(heard["params"]["state"] == "ready")


def _say(stream: BinaryIO | Any, data: bytes) -> None:
    stream.write(data)
    stream.flush()


def _hear(stream: Any, wanted: Any) -> None:
    """Reads messages up to the one that is wanted."""
    while True:
        length = 0
        while (header := stream.readline()) not in (b"\r\n", b""):
            name, _, value = header.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            raise RuntimeError("the server ended")
        if wanted(json.loads(stream.read(length))):
            return


def _installed() -> tuple[int, str]:
    """Bytes that the package and all that it depends on take on disk, and which take most."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "bin", "python")
        # Twice quiet: only what goes wrong is said.
        subprocess.run([python, "-m", "pip", "install", "-qq", str(ROOT)], check=True)
        packages = next(Path(folder, "lib").glob("python*/site-packages"))
        sizes = {
            path.name: sum(file.stat().st_size for file in (path, *path.rglob("*")) if file.is_file())
            for path in packages.iterdir()
            if not path.name.startswith(("pip", "setuptools"))
        }
    largest = sorted(sizes, key=lambda name: -sizes[name])[:4]
    return sum(sizes.values()), ", ".join(f"{name} {sizes[name] / _MIB:.0f}" for name in largest)
