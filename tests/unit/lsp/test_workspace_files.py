"""The Python files of a folder."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from perfcast.lsp.configuration.settings import Settings
from perfcast.lsp.documents.workspace_files import python_files


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def found(folder: Path, settings: Settings | None = None) -> list[str]:
    files = list(python_files(folder.as_uri(), settings or Settings()))
    for uri, path in files:
        assert unquote(urlsplit(uri).path) == str(path)
    return [path.relative_to(folder).as_posix() for _, path in files]


def test_in_the_order_of_their_names(tmp_path):
    make(tmp_path, "b.py", "a.py", "c/d.py", "c/e/f.py", "g.pyi", "h.txt", "i j#é%20.py")
    assert found(tmp_path) == ["a.py", "b.py", "i j#é%20.py", "c/d.py", "c/e/f.py"]


def test_what_is_excluded_is_not_even_entered(tmp_path, monkeypatch):
    make(tmp_path, "a.py", ".venv/x.py", "b/node_modules/x/y.py", "lib/site-packages/z.py", "old/x.py", "old/y_test.py")
    assert found(tmp_path) == ["a.py", "old/x.py", "old/y_test.py"]
    assert found(tmp_path, Settings(exclude=("**/*_test.py", "**/.venv/**", "**/lib/**"))) == [
        "a.py", "b/node_modules/x/y.py", "old/x.py",
    ]  # fmt: skip


def test_environments_whatever_their_name(tmp_path):
    make(tmp_path, "a.py", "env/pyvenv.cfg", "env/lib/x.py")
    assert found(tmp_path) == ["a.py"]


def test_links_to_folders_are_not_followed(tmp_path):
    make(tmp_path, "a/x.py")
    (tmp_path / "a" / "again").symlink_to("..")
    (tmp_path / "b").symlink_to("a")
    assert found(tmp_path) == ["a/x.py"]


def test_folders_that_are_not_there_or_not_on_a_disk(tmp_path):
    assert found(tmp_path / "nowhere") == []
    for uri in ("untitled:x", "http://[", "file:///nowhere/a%00b"):
        assert list(python_files(uri, Settings())) == []
