"""The Python files below a folder."""

from pathlib import Path

import pytest

from perfcast.source.locations.python_files import is_excluded_by_default, walked


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def found(folder: Path) -> list[str]:
    return [(place / name).relative_to(folder).as_posix() for place, names in walked(folder) for name in names]


def test_what_somebody_wrote_there(tmp_path):
    make(tmp_path, "b.py", "a.py", "c/d.py", "e.pyi", "f.txt")
    make(tmp_path, ".hidden/x.py", "build/lib/x.py", "dist/x.py", "c/node_modules/x.py", "lib/site-packages/x.py")
    make(tmp_path, "env/pyvenv.cfg", "env/lib/x.py")
    (tmp_path / "again").symlink_to("c")
    assert found(tmp_path) == ["a.py", "b.py", "c/d.py"]


def test_a_folder_that_is_named_is_walked_wherever_it_lies(tmp_path):
    make(tmp_path, "site-packages/build/a.py", ".venv/b.py")
    assert found(tmp_path / "site-packages/build") == ["a.py"]
    assert found(tmp_path / ".venv") == ["b.py"]
    assert found(tmp_path / "nowhere") == []


def test_what_is_left_out_is_not_entered(tmp_path):
    make(tmp_path, "a/b/x.py", "c/y.py")
    asked = []

    def is_excluded(path: str) -> bool:
        asked.append(path)
        return path == "a/"

    assert [names for _, names in walked(tmp_path, is_excluded)] == [[], ["y.py"]]
    assert sorted(asked) == ["a/", "c/", "c/y.py"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/me/.venv/x.py", True), ("node_modules/x/", True), ("/me/x.py", False), ("my_node_modules/x.py", False)],
)
def test_by_default(path, expected):
    assert is_excluded_by_default(path) is expected
