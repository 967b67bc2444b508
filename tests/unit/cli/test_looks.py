"""What projects show of several files is looked for beside the forecasts of the files before."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from perfcast.cli.looks import looked_at
from perfcast.cli.targets import Target
from perfcast.source import SourceFile

FILES = [(Target(Path(f"{name}.py"), None), SourceFile.parse(f"def {name}(): pass")) for name in "abcd"]
PATIENCE = 30.0


class _Looks:
    """Questions of a predictor that are answered when they may be."""

    def __init__(self) -> None:
        self.calls = self
        self.asked: list[str] = []
        self.noted: list[str] = []
        self.stopped: list[str] = []
        self.may_end = threading.Event()

    def pending_question(self, file: SourceFile, size: int, names: None) -> Any:
        name = file.units[0].name
        if name == "c":
            return None
        self.asked.append(name)
        return SimpleNamespace(name=name, answered=lambda stopped: self._answered(name, stopped))

    def _answered(self, name: str, stopped: threading.Event) -> str:
        if name == "a":
            return "seen of a"
        while not self.may_end.wait(0.001):
            if stopped.is_set():
                self.stopped.append(name)
                break
        return f"seen of {name}"

    def note(self, question: Any, observations: str) -> None:
        assert observations == f"seen of {question.name}"
        self.noted.append(question.name)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> _Looks:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    return _Looks()


def test_files_behind_are_looked_at_meanwhile(looks: Any) -> None:
    turns = looked_at(FILES, looks, None)
    assert next(turns)[0].path.name == "a.py"
    assert (looks.asked, looks.noted) == (["a", "b"], ["a"])
    looks.may_end.set()
    assert [target.path.name for target, _ in turns] == ["b.py", "c.py", "d.py"]
    assert looks.noted == ["a", "b", "d"]


def test_what_nobody_comes_for_is_stopped(looks: Any) -> None:
    turns = looked_at(FILES, looks, None)
    next(turns)
    ended = threading.Thread(target=turns.close)
    ended.start()
    ended.join(PATIENCE)
    assert not ended.is_alive()
    assert (looks.stopped, looks.noted) == (["b"], ["a"])
