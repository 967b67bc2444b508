"""What code finds that asks for files where there are none: the constructor of an instance that is made up, and what a
module does when it is imported.

There are a few folders as everywhere, and no files. Who asks otherwise, as the unit itself does, is refused, and so is
who asks for what would lie in a project of the user's, or where the modules lie that it imports, however that is
written: it may be there. What a path means that does not say where it begins rests on where a program is run: a module
that is imported is refused it, while an instance that is made up is made where there is nothing. The real file system
is never looked at.
"""

from __future__ import annotations

import errno
import os
import posixpath
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import PurePath
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.system.working_folder import HERE

_FOLDERS: Final = frozenset({"/", HERE, "/bin", "/dev", "/etc", "/tmp", "/usr", "/usr/bin", "/var"})
_MOST_CHARACTERS: Final = 1_000
#: Of ``open``: for reading alone.
_READING: Final = frozenset({"r", "rb", "rt", "br", "tr"})


def _is_folder(path: str) -> bool:
    return _whole(path) in _FOLDERS if path else False


def _whole(path: str) -> str:
    """From the root on, by the shortest way."""
    return f"/{posixpath.normpath(posixpath.join(HERE, path)).lstrip('/')}"


def _nowhere(*_: Any) -> bool:
    return False


def _missed(path: str, *_: Any, **__: Any) -> Any:
    """In place of what reads a file. Raises FileNotFoundError."""
    if _is_folder(path):
        raise Unsupported("a folder")
    raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)


def _opened(path: str, mode: Any = "r", *_: Any, **__: Any) -> Any:
    if mode not in _READING:
        raise Unsupported("open")
    return _missed(path)


_OF_PATHS: Final[dict[str, Callable[..., Any]]] = {
    **dict.fromkeys(("exists", "lexists", "isdir"), _is_folder),
    **dict.fromkeys(("isfile", "islink", "ismount"), _nowhere),
    **dict.fromkeys(("getsize", "getmtime"), _missed),
}
_OF_SYSTEM: Final[dict[str, Callable[..., Any]]] = {
    "access": lambda path, *_, **__: _is_folder(path),
    **dict.fromkeys(("stat", "lstat", "listdir", "scandir"), _missed),
}
_OF_PATH: Final[dict[str, Callable[..., Any]]] = {
    **dict.fromkeys(("exists", "is_dir"), _is_folder),
    **dict.fromkeys(("is_file", "is_symlink"), _nowhere),
    **dict.fromkeys(("read_text", "read_bytes", "stat"), _missed),
    "open": _opened,
}


def opening(machine: Machine) -> Callable[..., Any]:
    """The function ``open``."""
    return partial(_answered, machine, "open", _opened)


def of_paths(machine: Machine) -> dict[str, Callable[..., Any]]:
    """Of ``os.path``, what looks for files."""
    return {name: partial(_answered, machine, f"os.path.{name}", one) for name, one in _OF_PATHS.items()}


def of_system(machine: Machine) -> dict[str, Callable[..., Any]]:
    """Of ``os``, the same."""
    return {name: partial(_answered, machine, f"os.{name}", one) for name, one in _OF_SYSTEM.items()}


def asks(name: str) -> bool:
    """Whether a method of a path looks for files."""
    return name in _OF_PATH


def method(machine: Machine, path: PurePath, name: str) -> Callable[..., Any]:
    """Such a method. Raises Unsupported where there may be files."""
    reason = f"PosixPath.{name}"
    if not machine.is_without_files:
        raise Unsupported(reason)
    return partial(_answered, machine, reason, _OF_PATH[name], path)


def _answered(
    machine: Machine, reason: str, answer: Callable[..., Any], path: Any = None, *rest: Any, **more: Any
) -> Any:
    text = str(path) if isinstance(path, PurePath) else path
    if not machine.is_without_files or type(text) is not str or len(text) > _MOST_CHARACTERS:
        raise Unsupported(reason)
    is_relative = not text.startswith("/")
    if (machine.is_importing and is_relative) or _lies_in(_whole(text), machine.folders):
        raise Unsupported(reason)
    return answer(text, *rest, **more)


def _lies_in(path: str, folders: Sequence[str]) -> bool:
    return any(f"{path}/".startswith(f"{folder}/") for folder in folders)
