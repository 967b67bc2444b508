"""Each layer of the isolation holds by itself, since machines differ in which of them they have."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from perfcast.measure import Limits, Sandbox, isolation, landlock, seccomp
from perfcast.measure.isolation import Surroundings, give_to_user, isolate

AS_IF_IN_A_USER_NAMESPACE = Surroundings(frozenset({"user"}))
PROTECTIONS = {"files", "network", "processes", "signals", "privileges", "limits"}


def in_a_child(act: Callable[[], object]) -> object:
    """What `act` returns (or the number of the OSError that it raises) in a process of its own."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            try:
                result: object = act()
            except OSError as error:
                result = errno.errorcode[error.errno or 0]
            os.write(writing, json.dumps(result).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read()
    os.waitpid(process, 0)
    return json.loads(text)


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    path = tmp_path / "scratch"
    path.mkdir()
    return path


def no_landlock(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(folder: Path) -> int:
        raise OSError(errno.ENOSYS, "none")

    monkeypatch.setattr(landlock, "allow_writes_only_in", refuse)
    monkeypatch.setattr(landlock, "version", lambda: 0)


def no_seccomp(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OSError(errno.ENOSYS, "none")

    monkeypatch.setattr(seccomp, "forbid_system_calls", refuse)


def test_tells_what_holds_each_protection(sandbox: Sandbox) -> None:
    assert set(sandbox.isolation()) == PROTECTIONS
    assert isolation() == sandbox.isolation()
    assert "rlimits" in isolation()["limits"]


def test_without_the_kernels_help_the_limits_are_left(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_landlock(monkeypatch)
    no_seccomp(monkeypatch)

    def act() -> object:
        held = isolate(AS_IF_IN_A_USER_NAMESPACE, Limits(file_bytes=1000), scratch, 10)
        try:
            Path("large").write_bytes(b"x" * 2000)
        except OSError as error:
            return [held["files"], held["limits"], error.errno, str(Path.cwd())]
        return held

    assert in_a_child(act) == ["", "rlimits, watchdog", errno.EFBIG, str(scratch)]


@pytest.mark.skipif(landlock.version() == 0, reason="this kernel has no Landlock")
def test_landlock_keeps_writes_in_the_scratch_folder(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_seccomp(monkeypatch)

    def write(path: Path) -> Callable[[], object]:
        def act() -> object:
            held = isolate(AS_IF_IN_A_USER_NAMESPACE, Limits(), scratch, 10)
            path.write_text("x", encoding="utf-8")
            return held["files"]

        return act

    assert in_a_child(write(scratch / "inside")) == "Landlock"
    assert in_a_child(write(scratch.parent / "outside")) == "EACCES"
    assert in_a_child(write(Path("/dev/null"))) == "Landlock"
    assert (scratch / "inside").read_text(encoding="utf-8") == "x"


@pytest.mark.skipif(not seccomp.is_supported(), reason="no filter for this instruction set")
def test_seccomp_refuses_processes_and_signals_but_not_threads(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_landlock(monkeypatch)

    def fork() -> object:
        isolate(AS_IF_IN_A_USER_NAMESPACE, Limits(), scratch, 10)
        return os.fork()

    def signal_parent() -> object:
        isolate(AS_IF_IN_A_USER_NAMESPACE, Limits(), scratch, 10)
        return os.kill(os.getppid(), 0)

    def open_up() -> object:
        isolate(AS_IF_IN_A_USER_NAMESPACE, Limits(), scratch, 10)
        return scratch.chmod(0o777)

    def thread() -> object:
        import threading

        isolate(AS_IF_IN_A_USER_NAMESPACE, Limits(), scratch, 10)
        done: list[str] = []
        worker = threading.Thread(target=done.append, args=("ran",))
        worker.start()
        worker.join()
        os.kill(os.getpid(), 0)
        return done

    assert in_a_child(fork) == "EPERM"
    assert in_a_child(signal_parent) == "EPERM"
    assert in_a_child(open_up) == "EPERM"
    assert in_a_child(thread) == ["ran"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has another user's rights to take")
def test_the_systems_root_becomes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    import tempfile

    no_landlock(monkeypatch)
    no_seccomp(monkeypatch)
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        canary = Path(folder) / "canary"
        canary.touch(0o644)
        scratch = Path(folder) / "sandbox" / "1"
        scratch.mkdir(parents=True, mode=0o700)
        give_to_user(Surroundings(), scratch)

        def act() -> object:
            held = isolate(Surroundings(), Limits(), scratch, 10)
            Path("inside").touch()
            assert os.geteuid() != 0
            assert held["files"] == held["privileges"].split(",")[0] == "unprivileged user"
            return canary.write_text("x", encoding="utf-8")

        assert in_a_child(act) == "EACCES"
        assert (scratch / "inside").exists()
