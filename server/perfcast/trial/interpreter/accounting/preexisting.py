"""Objects that were there before a call: its arguments, and module state, some of which it may change."""

from __future__ import annotations

import sys
from typing import Any, Final

from perfcast.trial.interpreter.accounting.heap_walk import Walk, own_floats
from perfcast.trial.interpreter.accounting.object_sizes import LARGEST_SMALL, LEAST_SMALL
from perfcast.trial.interpreter.objects.frames import Frame

#: Of a container none of whose places is what it was; no container has that size.
_OF_NO_SIZE: Final = -1


class Before:
    """What was there before a call, and what of it the call has changed.

    Attributes:
        outside: all of it.
        changed: by identity, what the call has put something into: that, its size then, and floats that it alone held.
        has_changed_lasting: whether something was put into what is there for all calls.
    """

    def __init__(self) -> None:
        self._there = self._lasting = self._since = self.outside = Walk(keeps=True)
        self._changing: dict[int, Any] = {}
        self.changed: dict[int, tuple[Any, int, list[float]]] = {}
        self.has_changed_lasting = False

    def begin(self, arguments: object, constants: object, lasting: object) -> None:
        """Looks at what is there now: see `Machine.begin`."""
        self.outside = Walk(keeps=True)
        self.outside.add(arguments)
        self.outside.add(constants)
        self.outside.take(self._there)
        # What calls before have put into what lasts.
        self._since = Walk(keeps=True)
        for container in self._changing.values():
            self._since.add_parts(container)
        self.outside.take(self._since)
        self._lasting = Walk(keeps=True)
        if lasting is not None:
            self._lasting.add(lasting)
            self.outside.add(lasting)
        self.has_changed_lasting = False
        self.changed = {}

    def knows(self, value: Any) -> None:
        """Notes that a value was there before the call, though nobody had asked for it, and will be before others."""
        self._there.add(value)
        self.outside.take(self._there)

    def written(self, value: Any) -> None:
        """Notes a value that the code of a module says, which lasts as long as that."""
        if type(value) is not int or not LEAST_SMALL <= value <= LARGEST_SMALL:
            self._there.add(value)
            self.outside.mark(value)

    def changes(self, container: Any) -> None:
        """Notes that something is put into an object that was there, for the first time."""
        if self._there.holds(container) or self._since.holds(container):
            self._changing[id(container)] = container
            self.has_changed_lasting = True
        elif self._lasting.holds(container):
            self.has_changed_lasting = True
        self.changed[id(container)] = (container, sys.getsizeof(container), own_floats(container))

    def renews(self, container: Any) -> None:
        """Notes that the places of what the call puts something into are new ones, be they as many."""
        _, _, floats = self.changed[id(container)]
        self.changed[id(container)] = (container, _OF_NO_SIZE, floats)

    def binds_in(self, frame: Frame) -> None:
        """Notes that a name around the function under way comes to stand for something else."""
        if frame.outer is None or self._lasting.holds(frame):
            self.has_changed_lasting = True

    def lasts(self, value: Any) -> bool:
        """Whether a value is there for all calls."""
        return self._there.holds(value) or self._lasting.holds(value)

    def is_of_call(self, place: int) -> bool:
        """Whether what has that identity was there before the call, and for no other one."""
        is_lasting = self._there.holds_at(place) or self._since.holds_at(place) or self._lasting.holds_at(place)
        return self.outside.holds_at(place) and not is_lasting
