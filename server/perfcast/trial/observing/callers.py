"""The files of a project that may call what another one of them defines."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from perfcast.source.locations.place import Place
from perfcast.source.locations.projects import TEST, project_files, read_small, roots_of

_PYTHON: Final = ".py"
#: Of all files that are looked at.
_MOST_BYTES: Final = 30_000_000
#: Nanoseconds that a file system's clock may be behind.
_SLACK: Final = 2 * 10**9
_SECONDS_KNOWN: Final = 5.0
#: Words of a file's name, and those that every test's name has.
_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_OF_TESTS: Final = frozenset({"test", "tests"})
_WORD: Final = re.compile(rb"[A-Za-z_]\w*")


def callers_of(place: Place, names: Collection[str]) -> list[Path]:
    """The files beside one that mention any of the names, and tests that may lead to them, the likeliest first.

    Args:
        place: of the file that defines them.
    """
    module = _module(place)
    importing, wanted = _importing(place), {name.encode() for name in names}
    found: list[tuple[int, bool, bool, bool, int, int, str]] = []
    left = _MOST_BYTES
    for root, path in project_files(roots_of(place)):
        data = b"" if path == place.file else read_small(path)
        left -= len(data)
        if any(name in data for name in importing):
            words = set(_WORD.findall(data))
            mentioned, is_imported = len(wanted & words), module.encode() in words
            is_test = TEST.search(path.removeprefix(root)) is not None
            near = _nearness(module, Path(path).stem) if is_test else 0
            if mentioned or is_test:
                found.append((-near, not mentioned, not is_test, not is_imported, -mentioned, len(data), path))
        if left < 0:
            break
    return [Path(path) for *_, path in sorted(found)]


class Mentions:
    """What files mention that are new or have changed; each is read once."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[bytes, set[bytes]]] = {}

    def may_call(self, place: Place, names: Collection[str], paths: Collection[str]) -> bool:
        """Whether one of the files is beside another and mentions any of the names.

        Args:
            place: of the file that defines them.
        """
        roots = [root + os.sep for root in roots_of(place)]
        importing, wanted = _importing(place), {name.encode() for name in names}
        for path in paths:
            if path.endswith(_PYTHON) and path.startswith(tuple(roots)):
                data, words = self._of(path)
                if any(name in data for name in importing) and not wanted.isdisjoint(words):
                    return True
        return False

    def _of(self, path: str) -> tuple[bytes, set[bytes]]:
        if path not in self._read:
            data = read_small(path)
            self._read[path] = data, set(_WORD.findall(data))
        return self._read[path]


class Changes:
    """When the files of a project were changed last, or put where they are; for some seconds, of the last project."""

    def __init__(self) -> None:
        self._roots: list[str] = []
        self._until = 0.0
        self._known: list[tuple[str, int]] = []

    def since(self, place: Place, when: int) -> list[str]:
        """The files beside one that have changed since: those that may call what it defines among them.

        Args:
            when: in nanoseconds of the system's clock.
        """
        roots, now = roots_of(place), time.monotonic()
        if roots != self._roots or now > self._until:
            self._roots, self._known = roots, list(_changes(roots))
            self._until = time.monotonic() + _SECONDS_KNOWN
        return [path for path, changed in self._known if changed >= when - _SLACK]


def _changes(roots: list[str]) -> Iterator[tuple[str, int]]:
    for _, path in project_files(roots):
        try:
            status = os.stat(path)  # noqa: PTH116
        except OSError:
            continue
        # What is put there from elsewhere is as old as it was.
        yield path, max(status.st_mtime_ns, status.st_ctime_ns)


def called_name(name: str) -> str:
    """What a call of a unit mentions: the class, of one of its special methods."""
    *others, last = name.split(".")
    return others[-1] if others and last.startswith("__") else last


def _module(place: Place) -> str:
    """The last part of its name."""
    own = Path(place.file)
    return own.parent.name if own.stem == "__init__" else own.stem


def _importing(place: Place) -> set[bytes]:
    """What calls a file's units imports the file, or the package that it is of."""
    package = place.package.partition(".")[0]
    return {name.encode() for name in (_module(place), package) if name}


def _nearness(module: str, test: str) -> int:
    """How many words the names have in common where one has all of the other's, `lang_JA` and `test_ja`; 0 for others.

    A name that holds the other as it is, `interval` and `test_intervals`, is as near.
    """
    of_module, of_test = _words(module), _words(test) - _OF_TESTS
    common = of_module & of_test
    return len(common) if common in (of_module, of_test) else int(module.lower() in test.lower())


def _words(name: str) -> set[str]:
    return {word.lower() for word in _PART.findall(name)}
