"""Paths of the closed world: ``pathlib``, of which only what reads and puts together texts is there.

Whatever looks into the file system is not.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath, PurePosixPath, PureWindowsPath
from typing import Any, Final

from perfcast.trial.machine import Machine
from perfcast.trial.prices import PATH_ASKED, PATH_CALLS, PATH_MADE
from perfcast.trial.stops import Unsupported


class PosixPath(PurePosixPath):
    """What ``Path`` makes, without all that reaches files."""

    __slots__ = ()


_TYPES: Final = (PurePath, PurePosixPath, PureWindowsPath, PosixPath)
_NAMES: Final = frozenset(
    {"name", "stem", "suffix", "suffixes", "parent", "parents", "parts", "drive", "root", "anchor"}
    | {"as_posix", "as_uri", "is_absolute", "is_relative_to", "joinpath", "match", "relative_to"}
    | {"with_name", "with_stem", "with_suffix"}
)
#: Characters and parts of the longest path, characters of a pattern.
_MOST_CHARACTERS: Final = 1_000
_MOST_PATTERN: Final = 100
_GIVEN: Final = (str, bytes, int, float, type(None), PurePath)


def members() -> dict[str, Any]:
    """What the module ``pathlib`` holds."""
    return {kind.__name__: kind for kind in _TYPES} | {"Path": PosixPath}


def has(value: Any, name: str) -> bool:
    """Whether a path or its type has the attribute in the closed world."""
    kind = value if isinstance(value, type) else type(value)
    return kind in _TYPES and name in _NAMES and (kind is not value or callable(getattr(kind, name)))


def path_attribute(machine: Machine, value: Any, name: str) -> Any:
    """An attribute that the value has, see `has`; of a method a function."""
    found = getattr(value, name)
    if callable(found):
        return _limited(machine, found, PATH_CALLS.get(name, PATH_MADE))
    machine.pay(PATH_CALLS.get(name, PATH_ASKED))
    return tuple(found) if name == "parents" else found


def joined(machine: Machine, operate: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """The operator that puts two of them, or one and a text, together."""
    return _limited(machine, operate, PATH_MADE)(left, right)


def _limited(machine: Machine, function: Callable[..., Any], price: float) -> Callable[..., Any]:
    def run(*args: Any, **kwargs: Any) -> Any:
        if sum(map(_length, (*args, *kwargs.values()))) > _MOST_CHARACTERS:
            raise Unsupported("a long path")
        if getattr(function, "__name__", "") == "match" and any(_length(arg) > _MOST_PATTERN for arg in args):
            raise Unsupported("a long path")
        machine.pay(price)
        found = function(*args, **kwargs)
        if isinstance(found, PurePath) and _length(found) > _MOST_CHARACTERS:
            raise Unsupported("a long path")
        return machine.made(found)

    return run


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
