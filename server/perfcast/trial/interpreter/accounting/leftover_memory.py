"""Memory that operations of a library leave behind: free lists, and records of objects that are gone.

Measuring gives such places back before a call, so that the first operation of a kind makes them, and they stay for the
others. They are counted in what it takes for a moment; those that come after it take part of theirs from them.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

#: How much of what an operation takes for a moment are places that stay, and of these the others' that it finds.
_PLACES: Final = 0.35
_SHARED: Final = 0.75
#: Bytes that an object has of notes of what referred to it and is gone, before it looks for them: of some objects.
_MOST_LEFT: Final = 80_000


class Remains:
    """Those of a run.

    Attributes:
        places: bytes of them; left: of notes.
    """

    __slots__ = ("_called", "left", "places")

    def __init__(self) -> None:
        self._called = set[Hashable]()
        self.places = self.left = 0

    def shared(self, operation: Hashable, size: int) -> tuple[int, int]:
        """Of the bytes that an operation takes for a moment, those that are there, and those that stay besides."""
        places = int(_PLACES * size)
        found = min(places, self.places)
        if operation in self._called:
            return found, 0
        self._called.add(operation)
        found = int(_SHARED * found)
        self.places += places - found
        return found, places - found

    def noted(self, size: int, part: float) -> int:
        """Bytes of notes that stay.

        Args:
            part: of how many can stay, those that do where sizes are smaller.
        """
        size = max(0, min(size, int(part * _MOST_LEFT) - self.left))
        self.left += size
        return size
