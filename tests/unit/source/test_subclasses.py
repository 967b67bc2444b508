"""Which classes of a package extend one of its files' classes, and where they are looked for."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from perfcast.source.locations.place import Place
from perfcast.source.projects import subclasses as searching
from perfcast.source.projects.subclasses import extending

_BASE = "class Base: ...\n"


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return _write(tmp_path, "package/near/base.py", _BASE)


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    for inner in [one for one in path.parents if folder in one.parents]:
        (inner / "__init__.py").touch()
    path.write_text(text)
    return path


def _found(base: Path) -> list[str]:
    return [name for _, name in extending(Place.of(base), ast.parse(base.read_text()), "Base")]


def test_those_beside_a_file_come_first_and_those_of_tests_last(tmp_path: Path, base: Path) -> None:
    for name, of in {"a/far.py": "Far", "near/zoo.py": "Near", "a/test_far.py": "Tested"}.items():
        _write(tmp_path, f"package/{name}", f"class {of}(Base): ...\n")
    base.write_text(_BASE + "class Own(Base): ...\n")
    assert _found(base) == ["Own", "Near", "Far", "Tested"]


@pytest.mark.parametrize("folder", ["build", "node_modules", "dist", ".hidden"])
def test_what_is_no_source_of_the_project_is_left_out(tmp_path: Path, base: Path, folder: str) -> None:
    _write(tmp_path, f"package/{folder}/other.py", "class Other(Base): ...\n")
    assert _found(base) == []


def test_of_many_files_the_nearest_are_looked_at(tmp_path: Path, base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a/far.py", "near/within/there.py", "near/zoo.py"):
        _write(tmp_path, f"package/{name}", f"class {Path(name).stem.title()}(Base): ...\n")
    # With those that say that folders are packages.
    monkeypatch.setattr(searching, "_MOST_FILES", 6)
    assert _found(base) == ["Zoo", "There"]


def test_a_package_is_listed_once(tmp_path: Path, base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tmp_path, "package/near/zoo.py", "class Zoo(Base): ...\n")
    listed: list[list[str]] = []

    def counted(roots: list[str]) -> list[tuple[str, str]]:
        listed.append(roots)
        return [(roots[0], str(base.parent / "zoo.py"))]

    monkeypatch.setattr(searching, "project_files", counted)
    monkeypatch.setattr(searching, "_SECONDS_KNOWN", 1e9)
    assert [_found(base) for _ in range(3)] == [["Zoo"]] * 3
    assert len(listed) == 1


def test_no_file_is_looked_at_once_time_is_up(tmp_path: Path, base: Path) -> None:
    _write(tmp_path, "package/near/zoo.py", "class Zoo(Base): ...\n")
    assert list(extending(Place.of(base), ast.parse(_BASE), "Base", until=0.0)) == []
