"""Files as git has them."""

import os
import subprocess
from pathlib import Path

import pytest

from perfcast.source import RevisionCommand, SourceError, revisions

OLD, NEW = "def f(): return 1\n", "def f(): return 2\n"
NAMES = ["code.py", "a b:c.py", "-x.py", "é漢😀.py", "line\nbreak.py", ":(top)x.py", "*.py", "HEAD"]


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(["git", *identity, *arguments], cwd=folder, env=environment, check=True, capture_output=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with one revision of odd names, since changed."""
    for name in NAMES:
        (tmp_path / name).write_text(OLD, "utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "first")
    for name in NAMES:
        (tmp_path / name).write_text(NEW, "utf-8")
    return tmp_path


@pytest.mark.parametrize("name", NAMES)
def test_any_name(folder, name):
    assert RevisionCommand.of(folder / name, "HEAD").run() == OLD


def test_from_a_folder_within_and_through_a_link(folder):
    (folder / "sub").mkdir()
    (folder / "sub" / "link.py").symlink_to("../code.py")
    assert RevisionCommand.of(folder / "sub" / "link.py", "HEAD").run() == OLD


def test_a_file_that_was_deleted(folder):
    (folder / "code.py").unlink()
    assert RevisionCommand.of(folder / "code.py", "HEAD").run() == OLD


@pytest.mark.parametrize("revision", ["HEAD~0", "@", "HEAD^{tree}", "HEAD@{0}"])
def test_other_ways_to_say_it(folder, revision):
    assert RevisionCommand.of(folder / "code.py", revision).run() == OLD


@pytest.mark.parametrize("revision", ["", "-x", "--help", "HEAD:code.py", "HEAD code.py", "HEAD\n", ":1"])
def test_what_is_no_revision(folder, revision):
    with pytest.raises(SourceError, match="is no revision"):
        RevisionCommand.of(folder / "code.py", revision)


def test_what_git_does_not_have(folder, tmp_path_factory):
    (folder / "new.py").write_text(NEW)
    for path, revision, reason in [
        (folder / "new.py", "HEAD", "new.py is not in HEAD"),
        (folder / "never.py", "HEAD", "never.py is not in HEAD"),
        (folder / "code.py", "HEAD~7", "the repository has no revision 'HEAD~7'"),
        (folder / "nowhere" / "code.py", "HEAD", "it is in no git repository"),
        (tmp_path_factory.mktemp("other") / "code.py", "HEAD", "it is in no git repository"),
    ]:
        with pytest.raises(SourceError) as raised:
            RevisionCommand.of(path, revision).run()
        assert str(raised.value) == reason


def test_without_git(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SourceError, match="git is not installed"):
        RevisionCommand.of(tmp_path / "code.py", "HEAD")


def test_a_git_that_does_not_answer(monkeypatch, folder, tmp_path_factory):
    slow = tmp_path_factory.mktemp("bin") / "git"
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", str(slow.parent), prepend=os.pathsep)
    monkeypatch.setattr(revisions, "SECONDS", 0.2)
    with pytest.raises(SourceError, match="has not answered"):
        RevisionCommand.of(folder / "code.py", "HEAD").run()


def test_nothing_of_the_repository_runs(folder):
    """Whatever a repository's configuration would have git run, this question leaves alone."""
    mark = folder / "mark"
    program = f"touch '{mark}'; cat"
    for name, value in {
        "core.fsmonitor": program,
        "core.pager": program,
        "core.sshCommand": program,
        "core.editor": program,
        "diff.py.textconv": program,
        "filter.py.smudge": program,
        "filter.py.clean": program,
        "credential.helper": f"!{program}",
        "core.hooksPath": str(folder / "hooks"),
        "alias.cat-file": f"!{program}",
    }.items():
        git(folder, "config", name, value)
    (folder / ".gitattributes").write_text("*.py diff=py filter=py\n")
    assert RevisionCommand.of(folder / "code.py", "HEAD").run() == OLD
    assert not mark.exists()


def test_within_a_hook_the_files_own_repository_counts(monkeypatch, folder, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    git(other, "init", "--quiet")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    assert RevisionCommand.of(folder / "code.py", "HEAD").run() == OLD
