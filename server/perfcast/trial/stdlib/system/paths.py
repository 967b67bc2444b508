"""Paths of the closed world: ``pathlib``, of which only what reads and puts together texts is there.

Whatever looks into the file system is not, but for where a program is, which is the same everywhere here: nothing is a
link.
"""

from __future__ import annotations

import posixpath
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import PurePath, PurePosixPath, PureWindowsPath
from typing import Any, Final

from perfcast.trial.interpreter.accounting.heap_walk import LIST
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import PATH_ASKED, PATH_MADE
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.system import absent_files
from perfcast.trial.stdlib.system.path_prices import PATH_CALLS
from perfcast.trial.stdlib.system.working_folder import HERE


class PosixPath(PurePosixPath):
    """What ``Path`` makes, without all that reaches files."""

    __slots__ = ()


_TYPES: Final = (PurePath, PurePosixPath, PureWindowsPath, PosixPath)
_NAMES: Final = frozenset(
    {"name", "stem", "suffix", "suffixes", "parent", "parents", "parts", "drive", "root", "anchor"}
    | {"as_posix", "as_uri", "is_absolute", "is_relative_to", "joinpath", "match", "relative_to"}
    | {"with_name", "with_stem", "with_suffix"}
    | ({"full_match"} if sys.version_info >= (3, 13) else set())
)
#: Methods that take a pattern. Since Python 3.13 what may be anything is tried at any length, whatever the rest is.
_MATCHING: Final = frozenset({"match", "full_match"})
_TRIES_AGAIN: Final = sys.version_info >= (3, 13)
_ANY: Final = re.compile(r"\*+")
_MOST_WAYS: Final = 10_000_000
#: Characters and parts of the longest path, characters of a pattern.
_MOST_CHARACTERS: Final = 1_000
_MOST_PATTERN: Final = 100
#: Places that what a path is put together of leaves.
_PARTED: Final = (LIST, LIST, 1, 1, 3, 3)
_GIVEN: Final = (str, bytes, int, float, type(None), PurePath)


def members() -> dict[str, Any]:
    """What the module ``pathlib`` holds."""
    return {kind.__name__: kind for kind in _TYPES} | {"Path": PosixPath}


def has(value: Any, name: str) -> bool:
    """Whether a path or its type has the attribute in the closed world."""
    kind = value if isinstance(value, type) else type(value)
    if kind is PosixPath and (name in _OF_TYPE or ((name in _PLACED or absent_files.asks(name)) and kind is not value)):
        return True
    return kind in _TYPES and name in _NAMES and (kind is not value or callable(getattr(kind, name)))


def path_attribute(machine: Machine, value: Any, name: str) -> Any:
    """An attribute that the value has, see `has`; of a method a function."""
    if name in _OF_TYPE:
        return _limited(machine, lambda: PosixPath(HERE), PATH_CALLS[name], _ASIDE[name])
    if type(value) is PosixPath and name in _PLACED:
        is_there = value.parts[:1] != ("~",) if name == "expanduser" else name == "absolute" and value.is_absolute()
        if is_there:
            return _limited(machine, partial(_PLACED[name], value), PATH_ASKED)
        return _limited(machine, partial(_PLACED[name], value), PATH_CALLS[name], _ASIDE.get(name, 0))
    if type(value) is PosixPath and absent_files.asks(name):
        return _limited(machine, absent_files.method(machine, value, name), PATH_ASKED)
    found = getattr(value, name)
    if callable(found):
        return _limited(machine, found, PATH_CALLS.get(name, PATH_MADE))
    machine.pay(PATH_CALLS.get(name, PATH_ASKED))
    return tuple(found) if name == "parents" else found


def _absolute(path: PosixPath) -> PosixPath:
    return PosixPath(HERE) / path


def _of_user(path: PosixPath) -> PosixPath:
    first = path.parts[0] if path.parts else ""
    if first.startswith("~") and first != "~":
        raise Unsupported("PosixPath.expanduser")
    return PosixPath(HERE, *path.parts[1:]) if first == "~" else path


def _resolved(path: PosixPath, strict: Any = False) -> PosixPath:
    if strict:
        raise Unsupported("PosixPath.resolve")
    return PosixPath(posixpath.normpath(_absolute(path)))


#: Methods of paths that tell where they are, and of their type.
_PLACED: Final[dict[str, Callable[..., PosixPath]]] = {
    "absolute": _absolute,
    "expanduser": _of_user,
    "resolve": _resolved,
}
_OF_TYPE: Final = frozenset({"cwd", "home"})
#: Bytes that are held while it is found out, where the system is asked.
_ASIDE: Final = {"cwd": 1_080, "home": 930, "absolute": 1_180, "resolve": 1_560}


def joined(machine: Machine, operate: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """The operator that puts two of them, or one and a text, together."""
    return _limited(machine, operate, PATH_MADE)(left, right)


def _limited(machine: Machine, function: Callable[..., Any], price: float, aside: int = 0) -> Callable[..., Any]:
    def run(*args: Any, **kwargs: Any) -> Any:
        if sum(map(_length, (*args, *kwargs.values()))) > _MOST_CHARACTERS:
            raise Unsupported("a long path")
        if getattr(function, "__name__", "") in _MATCHING:
            _check_patterns(getattr(function, "__self__", ""), args)
        machine.pay(price)
        machine.briefly(aside)
        found = function(*args, **kwargs)
        if isinstance(found, PurePath) and _length(found) > _MOST_CHARACTERS:
            raise Unsupported("a long path")
        if isinstance(found, PurePath):
            # It is put together of lists and tuples of its parts.
            machine.passes(*_PARTED)
        return machine.made(found)

    return run


def _check_patterns(path: Any, given: tuple[Any, ...]) -> None:
    """Raises Unsupported where a pattern is long, or a path may be tried in a great many ways."""
    if any(_length(one) > _MOST_PATTERN for one in given):
        raise Unsupported("a long path")
    longest = max(map(_length, (path, *given)))
    if _TRIES_AGAIN and any(longest ** len(_ANY.findall(str(one))) > _MOST_WAYS for one in given):
        raise Unsupported("a pattern of many parts that may be anything")


def _length(value: Any) -> int:
    """Characters of a path or a part of one. Raises Unsupported for what is neither and may become one."""
    if not isinstance(value, _GIVEN):
        raise Unsupported("a path of another kind")
    if isinstance(value, PurePath):
        return sum(map(len, value.parts)) + len(value.parts)
    return len(value) if isinstance(value, str) else 0


def _maker(kind: type) -> Callable[[Machine, tuple[Any, ...], dict[str, Any]], Any]:
    make = PurePosixPath if kind is PurePath else kind
    return lambda machine, args, kwargs: _limited(machine, make, PATH_MADE)(*args, **kwargs)


#: Type -> what is done where it is called.
MAKERS: Final = {kind: _maker(kind) for kind in _TYPES}
