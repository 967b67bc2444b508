"""Paths of the closed world are those of Python, without the file system."""

from __future__ import annotations

import sys

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, peak_of, run, soon, time_of

_NAMES = """
import os, os.path, pathlib
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
p, q = Path("/a/b/c.tar.gz"), PurePosixPath("x", "y.txt")
"""
_ASKED = """
from pathlib import Path

def f(n):
    path, to = Path("/a/b/c/d"), Path("/a/b")
    return [path.{} for _ in range(n)]
"""
_MATCHES_WHOLE = sys.version_info >= (3, 13)

EXPRESSIONS = [
    "[p, q, Path(), Path('a', p), Path('a/./b//c/'), Path(q), PurePath('a'), PureWindowsPath('c:\\\\a\\\\b'), [p]]",
    "[p / 'x', 'x' / q, p / q, p.joinpath('x', 'y'), q.with_suffix('.md'), q.with_name('n'), q.with_stem('s')]",
    "[p.name, p.stem, p.suffix, p.suffixes, p.parent, p.parent.parent, p.parts, p.root, p.anchor, p.drive]",
    "[str(p), p.as_posix(), f'{p}', '%s' % q, '{}'.format(p), os.fspath(p), os.path.join(p, 'x'), p.as_uri()]",
    "[p.is_absolute(), q.is_absolute(), p.relative_to('/a'), p.is_relative_to('/b'), p.match('*.gz')]",
    "[p == Path(str(p)), p == str(p), p != q, p < Path('/b'), {p: 1}[Path('/a/b/c.tar.gz')], sorted([Path('b'), q])]",
    "[isinstance(p, Path), isinstance(q, Path), isinstance(p, (str, PurePath)), isinstance(p, os.PathLike)]",
    "[hasattr(p, 'name'), hasattr(p, 'foo'), getattr(p, 'foo', 1), len(p.parents), p.parents[1], list(p.parents)]",
    "[type(p) is type(Path('x')), type(p).__name__, pathlib.Path('a') in [p, Path('a')], list(map(Path, 'ab'))]",
    "[Path('/a/../b').resolve(), p.absolute(), p.expanduser(), Path('x').resolve().name]",
    "Path('~/x').expanduser().name",
    "[each.is_absolute() for each in (Path.cwd(), Path.home(), Path('x').absolute(), Path('~').expanduser())]",
    "[os.path.splitdrive('/a'), os.path.commonpath(['/a/b', '/a/c']), os.path.realpath('/zz/../b')]",
    "os.path.expandvars('a/b')",
    "[one.name for one in sorted({p, q, Path('z')}, key=lambda one: one.name)]",
    "[PurePosixPath.match(q, '*.txt'), p.match('/a/*/*.gz'), p.match('b/c*')]",
    *(["[p.full_match('/a/**/*.gz'), p.full_match('*.gz'), q.full_match('x/*')]"] if _MATCHES_WHOLE else []),
]
STATEMENTS = [
    "try:\n    Path(None)\nexcept TypeError:\n    found = 1",
    "try:\n    p.relative_to('b')\nexcept ValueError:\n    found = 1",
    "try:\n    p + 'x'\nexcept TypeError:\n    found = 1",
    "try:\n    p / 1\nexcept TypeError:\n    found = 1",
    "found = p\nfound /= 'x'",
    "def f(one: str | Path) -> Path | None:\n    return Path(one)\nfound = f('x')",
]

_TRIED_OFTEN = ["Path('a' * 90).match('*a' * 40 + 'b')", "Path('a/' * 90).full_match('**/a/' * 9 + 'b')"]
REFUSED = [
    *("p.exists()", "p.open()", "p.read_text()", "list(p.iterdir())", "p.mkdir()", "p.write_text('x')"),
    *("p.unlink()", "p.stat()", "list(p.glob('*'))", "p.resolve(strict=True)", "Path('~a').expanduser()"),
    *(
        "Path('a' * 10 ** 5)",
        "p.joinpath(*['a'] * 10 ** 5)",
        "p.match('*a' * 60)",
        "open(p)",
        "os.path.expandvars('$HOME')",
    ),
    *(
        ["Path('a' * 90).match('*a' * 40 + 'b')", "Path('a/' * 90).full_match('**/a/' * 9 + 'b')"]
        if _MATCHES_WHOLE
        else []
    ),
    *("Path.parts", "p.__class__.__base__", "p.__reduce__()", "Path(print)"),
]


@pytest.mark.parametrize(
    "statements", [*[f"found = {expression}" for expression in EXPRESSIONS], *STATEMENTS], ids=lambda one: one[:60]
)
def test_paths_are_those_of_python(statements: str) -> None:
    assert repr(interpreted(_NAMES + statements)) == repr(run(_NAMES + statements))


@pytest.mark.parametrize("expression", REFUSED)
def test_files_and_long_paths_are_refused(expression: str) -> None:
    with soon(), pytest.raises(Unsupported):
        interpreted(f"{_NAMES}found = {expression}")


def test_a_path_that_grows_is_refused() -> None:
    with soon(), pytest.raises(Unsupported):
        interpreted(f"{_NAMES}while True:\n    q = q / q")


@pytest.mark.skipif(sys.version_info < (3, 12), reason="paths keep what they are made of up to Python 3.11")
def test_what_later_pythons_make_anew_takes_longer() -> None:
    took = {
        one: time_of(_ASKED.format(one), "n: int = 500")
        for one in ("name", "parent", "relative_to(to)", "is_relative_to(to)")
    }
    assert took["parent"] > 3 * took["name"]
    assert took["relative_to(to)"] > took["is_relative_to(to)"] > 3 * took["parent"]


_HELD = """
from pathlib import Path

def f(n):
    path, to = Path("/usr/share/dict/words.txt"), Path("/usr/share")
    return [path.relative_to(to) for _ in range(n)]
"""
_MEASURED = 35_000 if sys.version_info < (3, 12) else 43_900 if sys.version_info < (3, 13) else 69_400


def test_paths_hold_what_they_were_made_of() -> None:
    assert peak_of(_HELD, "n: int = 200") == pytest.approx(_MEASURED, rel=0.3)
