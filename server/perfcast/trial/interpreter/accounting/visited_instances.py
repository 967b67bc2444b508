"""Instances of one class that are asked for their attributes here and there in memory.

They lie there in the order in which they were made, but for those that have got the places of others that are gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from perfcast.trial.interpreter.objects.instances import Instance

#: Bytes of an instance, and of an attribute with what that refers to.
_INSTANCE: Final = 72
_ATTRIBUTE: Final = 32
#: What going to one takes of what looking a key of a dictionary up does, among as many bytes.
_OF_LOOKUP: Final = 0.9
#: Neighbours, two of them at a time, of one of so many that were visited before are in the caches, or fetched ahead:
#: who goes through a tree goes through each of its levels in order.
_NEIGHBOURS: Final = (0, -1, 1)
_BEFORE: Final = 32


class Visits:
    """Those of one class.

    Attributes:
        lookups: how many keys of a dictionary, among few, would take as long.
    """

    __slots__ = ("_count", "_last", "_nbytes", "_places", "lookups")

    def __init__(self) -> None:
        self.lookups = 0.0
        # By pairs of instances, the last visit.
        self._last: dict[int, int] = {}
        self._count = self._nbytes = 0
        # The interpreter's own instances get the places of others that are gone as CPython's do.
        self._places: set[int] = set()

    @property
    def among(self) -> int:
        """Bytes of all that were not near when they were visited."""
        return self._nbytes * len(self._places)

    def visit(self, one: Instance) -> None:
        """Notes that one is asked for an attribute."""
        self._count += 1
        pair, last, since = one.serial >> 1, self._last, self._count - _BEFORE
        if not any(last.get(pair + step, since) > since for step in _NEIGHBOURS):
            self.lookups += _OF_LOOKUP
            self._nbytes = _INSTANCE + _ATTRIBUTE * len(one.attributes)
            self._places.add(id(one))
        last[pair] = self._count
