"""Modules of the closed world, and what they hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, MutableMapping
from contextlib import suppress
from typing import Any, Final

from perfcast.trial.interpreter.stops import Unsupported

#: What code asks modules for that have it in other surroundings alone: when somebody types, in a program that was
#: packed, on another operating system.
_LACKING: Final = {
    "sys": frozenset({"ps1", "ps2", "frozen", "_MEIPASS", "real_prefix", "getwindowsversion", "winver"}),
    "os": frozenset({"startfile", "add_dll_directory"}),
}


class Members(MutableMapping[str, Any]):
    """What a large module holds, each member made when it is asked for.

    Args:
        names: of the members; make: makes the one of that name.
        has: whether the real module has something by a name; None where nobody knows.
        stand_in: gives what may be named in the place of others that the real module has, and raises Unsupported where
            there is nothing; None where nobody knows these.
    """

    def __init__(
        self,
        names: Collection[str],
        make: Callable[[str], Any],
        has: Callable[[str], bool] | None = None,
        stand_in: Callable[[str], Any] | None = None,
    ) -> None:
        self._names, self._has, self.stand_in = set(names), has, stand_in
        self._make = make
        self._made: dict[str, Any] = {}

    def surely_lacks(self, name: str) -> bool:
        """Whether the real module has nothing by that name either."""
        return name not in self._names and self._has is not None and not self._has(name)

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            self._made[name] = self._make(name)
        return self._made[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self._names.add(name)
        self._made[name] = value

    def __delitem__(self, name: str) -> None:
        self._names.remove(name)
        self._made.pop(name, None)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._names))

    def __len__(self) -> int:
        return len(self._names)


class Module:
    """A module of the closed world.

    Attributes:
        members: by name, all that there is of it, but for what its source has besides them.
        source: the same module as it is written, where that is at hand.
    """

    __slots__ = ("_find_source", "members", "name")

    def __init__(
        self, name: str, members: MutableMapping[str, Any], find_source: Callable[[], Module | None] = lambda: None
    ) -> None:
        """
        Args:
            find_source: gives `source`; asked where the members do not answer a question.
        """
        self.name, self.members, self._find_source = name, members, find_source

    @property
    def source(self) -> Module | None:
        return self._find_source()

    def has(self, name: str) -> bool:
        if name in self.members:
            return True
        source = self.source
        return source is not None and source.has(name)

    def get(self, name: str) -> Any:
        """Raises AttributeError for what there surely is not, Unsupported for what is not known."""
        if name in self.members:
            return self.members[name]
        if name == "__name__":
            return self.name
        if isinstance(self.members, Members) and self.members.surely_lacks(name):
            raise AttributeError(f"module '{self.name}' has no attribute '{name}'")
        stand_in = self.members.stand_in if isinstance(self.members, Members) else None
        source = self.source
        if source is not None and stand_in is None:
            return source.get(name)
        if source is not None:
            with suppress(Unsupported):
                return source.get(name)
        if name in _LACKING.get(self.name, ()):
            raise AttributeError(f"module '{self.name}' has no attribute '{name}'")
        if stand_in is not None:
            return stand_in(name)
        raise Unsupported(f"{self.name}.{name}")


def inner_modules(name: str, names: Collection[str], module: Callable[[str], Module]) -> dict[str, Module]:
    """Those of a library's modules that one of them holds, by the last part of their names.

    Args:
        name: whole name of the one; names: of all; module: gives one by its whole name.
    """
    parts = (one.rpartition(".") for one in names)
    return {last: module(f"{name}.{last}") for outer, _, last in parts if outer == name}
