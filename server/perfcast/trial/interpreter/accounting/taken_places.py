"""What takes places of free lists, or leaves some, without being seen by a look: see `free_lists`."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.interpreter.accounting.heap_walk import (
    KEYS,
    LIST,
    LONGEST_TUPLE,
    TABLE,
    has_small_table,
)
from perfcast.trial.interpreter.accounting.held_memory import HeldMemory
from perfcast.trial.interpreter.accounting.object_sizes import FEW_ENTRIES

#: Types whose instances have places of their own when they are made by a call.
_CALLED: Final[dict[type, int]] = {list: LIST, dict: TABLE}


class TakenPlaces(HeldMemory):
    """The part of the machine that is told what CPython keeps for the next objects of a type."""

    def keeps(self, size: int) -> None:
        """Notes that tuples of that size in all were made of arguments, which CPython keeps for the next time."""
        if size not in self._kept:
            self._kept.add(size)
            self.counts.lingering += size
            self.put_aside(size)

    def made_by_call(self, kind: Any) -> None:
        """Notes what was made by calling something: a list or a dictionary, if that is its type.

        CPython keeps the places of some that are gone for displays and comprehensions, and a call takes none of them:
        one after the other, they stay.
        """
        if kind in _CALLED and self.live is None:
            self.places.takes_new(_CALLED[kind])

    def resized_tuple(self, length: int) -> None:
        """Notes that a tuple came to its length after it was made, as of an iterator that does not say how much it
        gives: it takes none of the places that are there, beside which its own stays."""
        if 0 < length <= LONGEST_TUPLE and self.live is None:
            self.places.takes_new(length)

    def leaves_tuples(self, elements: int, count: int) -> None:
        """Notes that so many tuples of so many elements, none of which was noted, were there at once and are gone:
        CPython keeps their places for others, beside what is made later."""
        if 0 < elements <= LONGEST_TUPLE and self.live is None:
            self.held += self.places.needs(elements, self.places.kept(elements, count))

    def spares_names(self) -> None:
        """Notes that CPython keeps the places of a table of names, which it copied to give them on, and copies the next
        one to other places."""
        self.held += self.places.leaves(KEYS)
        self._rises(self.held + self.aside)

    def passes(self, *kinds: int) -> None:
        """Notes that places are taken for a moment, and stay; their kinds are named as often as there are some."""
        self.held += sum(self.places.needs(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds))
        self._rises(self.held + self.aside)

    def opens(self, *kinds: int) -> None:
        """As `passes`, of one place of each kind, which others are needed beside until `closes`."""
        more = sum(map(self.places.opens, kinds))
        if more:
            self.held += more
            self._rises(self.held + self.aside)

    def closes(self, *kinds: int) -> None:
        self.places.closes(*kinds)

    def named_one_by_one(self, table: dict[str, Any]) -> None:
        """Notes that a dictionary was made of what is given by name: its smallest table stays where there is more."""
        if len(table) > FEW_ENTRIES:
            self.passes(KEYS)

    def copied_table(self, table: Any) -> Any:
        """Notes that a dictionary was copied as it is: it takes none of the places of small tables that are there."""
        if has_small_table(table):
            self.places.takes_new(KEYS)
        return table
