"""Dictionaries that are looked through one after the other, as in ``collections.ChainMap``, and may be put into."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from typing import Any, Final

from perfcast.trial.accounting.machine import Machine
from perfcast.trial.accounting.nesting import check_nesting
from perfcast.trial.accounting.prices import CHAINED, LOOKED_FOR
from perfcast.trial.natives import Guarded
from perfcast.trial.objects.kinds import contained
from perfcast.trial.stops import Unsupported

_MOST: Final = 20


class Chain:
    """What it holds is that of the first of its dictionaries with the key. All is paid for where it is asked for.

    Attributes:
        attributes: the dictionaries, for whoever looks what is held.
    """

    __slots__ = ("_machine", "_maps", "attributes")

    def __init__(self, machine: Machine, maps: list[dict[Any, Any]]) -> None:
        self._machine, self._maps = machine, maps
        self.attributes = dict(enumerate(maps))

    def __getitem__(self, key: Any) -> Any:
        check_nesting(key)
        for one in self._maps:
            self._machine.pay(CHAINED)
            if key in one:
                return one[key]
        raise KeyError(key)

    @property
    def first(self) -> dict[Any, Any]:
        """The one that takes what is put into it."""
        return self._maps[0]

    def __contains__(self, key: Any) -> bool:
        check_nesting(key)
        self._machine.pay(CHAINED)
        return any(key in one for one in self._maps)

    def __iter__(self) -> Iterator[Any]:
        found: dict[Any, None] = {}
        for one in reversed(self._maps):
            self._machine.pass_over(len(one))
            found |= dict.fromkeys(one)
        return self._machine.counted(found)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def get(self, key: Any, default: Any = None) -> Any:
        self._machine.pay(LOOKED_FOR)
        try:
            return self[key]
        except KeyError:
            return default

    def new_child(self, m: Any = None, **named: Any) -> Chain:
        """A chain with one more dictionary before the others."""
        first = named if m is None else contained(m)
        if not isinstance(first, dict) or (named and first is not named) or len(self._maps) >= _MOST:
            raise Unsupported("a chain of other mappings")
        self._machine.pay(CHAINED)
        return Chain(self._machine, [first, *self._maps])

    @property
    def maps(self) -> list[dict[Any, Any]]:
        """The dictionaries, the first one first."""
        return list(self._maps)

    @property
    def parents(self) -> Chain:
        """A chain of all but the first."""
        return Chain(self._machine, self._maps[1:] or [{}])

    def merged(self) -> dict[Any, Any]:
        """One dictionary of all, as two stars spread it."""
        return {key: self[key] for key in self}

    def keys(self) -> Any:
        return KeysView(self)

    def values(self) -> Any:
        return ValuesView(self)

    def items(self) -> Any:
        return ItemsView(self)


METHODS: Final = frozenset({"get", "keys", "values", "items"})
#: What gives chains, or dictionaries of one, as they are.
OF_CHAINS: Final = frozenset({"maps", "new_child", "parents"})


def maker(machine: Machine) -> Guarded:
    """What makes one. Raises Unsupported for chains of anything but dictionaries: of chains they would branch."""

    def make(*maps: Any) -> Chain:
        held = [contained(one) for one in maps] or [{}]
        if len(held) > _MOST or not all(isinstance(one, dict) for one in held):
            raise Unsupported("a chain of other mappings")
        machine.pay(CHAINED)
        return Chain(machine, held)

    return Guarded(make)
