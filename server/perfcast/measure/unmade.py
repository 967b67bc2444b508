"""What stands for a value that nobody knows how to make."""

from __future__ import annotations

from typing import NoReturn

from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Unsupported


class Unmade(Unknown):
    """As trial runs have it: it may be passed on and kept, so that what does no more with it can be measured.

    No handler of the user's swallows what looking into it raises.
    """

    def __init__(self, kind: str) -> None:
        """
        Args:
            kind: the type that is asked for.
        """
        self.__dict__["__kind"] = kind

    def __eq__(self, other: object) -> bool:
        return self is other if type(other) is Unmade else super().__eq__(other)

    __hash__ = Unknown.__hash__

    def __getattr__(self, name: str) -> NoReturn:
        self._looked_into(name)

    def _looked_into(self, name: str) -> NoReturn:
        raise Unsupported(f"no value can be made for the type {self.__dict__['__kind']!r}, which is asked for {name!r}")
