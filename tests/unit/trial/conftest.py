"""Projects that trial runs look around in."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest


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
