"""Projects that trial runs look around in, and time for it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from perfcast.source.projects import structural_types
from perfcast.trial.inputs import constructor_changes, mixin_receivers


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked for some tenths of a second is found on a busy machine, too, and in a process of many tests, where
    looking through all objects for cycles may take as long."""
    for module in (constructor_changes, mixin_receivers, structural_types):
        monkeypatch.setattr(module, "_SECONDS", 10.0)


@pytest.fixture
def project_of(tmp_path: Path) -> Callable[[Mapping[str, str]], Path]:
    """Writes a project's files, by their names, and tells its folder."""

    def written(files: Mapping[str, str]) -> Path:
        (tmp_path / "pyproject.toml").touch()
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(textwrap.dedent(text))
        return tmp_path

    return written
