"""``collections.ChainMap``."""

from __future__ import annotations

import sys
from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.accounting.prices import CHAINED, MERGED
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import contained
from perfcast.trial.interpreter.stops import Unsupported

_MOST: Final = 64
#: Nanoseconds of asking for a key, and of each dictionary that lacks it; of looking whether there is one, which a
#: generator does, of each that lacks it, and where it is found.
_ASKED: Final = 75.0
_MISSED: Final = 165.0
_LOOKED: Final = 290.0
_LOOKED_AT: Final = 35.0
_FOUND: Final = 140.0
#: A key of a dictionary that another one is made of, which the keys of the next one are put into.
_KEYED: Final = 6.5


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
        place = self._place(key)
        self._machine.pay(_ASKED + _MISSED * (len(self._maps) if place is None else place))
        if place is None:
            raise KeyError(key)
        return self._maps[place][key]

    def _place(self, key: Any) -> int | None:
        """Of the first dictionary with the key."""
        return next((place for place, one in enumerate(self._maps) if key in one), None)

    @property
    def first(self) -> dict[Any, Any]:
        """The one that takes what is put into it."""
        return self._maps[0]

    def __contains__(self, key: Any) -> bool:
        check_nesting(key)
        place = self._place(key)
        self._machine.pay(_LOOKED + (_LOOKED_AT * len(self._maps) if place is None else _FOUND + _LOOKED_AT * place))
        return place is not None

    def __iter__(self) -> Iterator[Any]:
        found: dict[Any, None] = {}
        most = 0
        for one in reversed(self._maps):
            self._machine.pass_over(len(one))
            self._machine.pay((_KEYED + MERGED) * len(one))
            keys, before = dict.fromkeys(one), sys.getsizeof(found)
            found |= keys
            size = sys.getsizeof(found)
            most = max(most, sys.getsizeof(keys) + size + (before if size > before else 0))
        # Where it has to move to take in the next one, its old places are there, too.
        self._machine.briefly(most)
        return self._machine.counted(found)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def get(self, key: Any, default: Any = None) -> Any:
        is_there = key in self
        return self[key] if is_there else default

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
