"""What names stand for in a call, a class body or a module."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.stops import Unsupported

if TYPE_CHECKING:
    from perfcast.trial.interpreter.objects.classes import Class


#: What loops go over and frames are seen to hold.
_HELD: Final = (list, tuple, set, frozenset, dict, str, bytes, bytearray, deque, np.ndarray)


class Names(dict[str, Any]):
    """What a frame's names stand for; those that it lacks are looked for further out.

    Args:
        outer: of the frame around it; None of the built-in ones.

    Attributes:
        later: makes what a module's name stands for when it is first asked for, or gives `MISSING`; None where there
            is nothing to be made.
    """

    __slots__ = ("_outer", "later")

    def __init__(self, outer: Names | None) -> None:
        self._outer = outer
        self.later: Callable[[str], Any] | None = None

    def __missing__(self, name: str) -> Any:
        """Raises Unsupported for what the closed world lacks, be it a name of nobody's."""
        if self.later is not None:
            value = self.later(name)
            if value is not MISSING:
                return value
        outer = self._outer
        while outer is not None:
            if name in outer:
                return outer[name]
            if outer.later is not None:
                value = outer.later(name)
                if value is not MISSING:
                    return value
            outer = outer._outer
        raise Unsupported(name)

    def there(self, name: str) -> Any:
        """What a name stands for, `MISSING` where that has yet to be made."""
        names: Names | None = self
        while names is not None:
            if name in names:
                return names[name]
            names = names._outer
        return MISSING


class Frame:
    """Names of one call, of a class body or of the module.

    Attributes:
        outer: where names are looked up that this one lacks.
        result: of the call, once a return statement was met.
        owner, receiver: of a method, for ``super()``.
        function: name of the one that is called; empty where it is no call.
        home: the frame that an assignment inside a comprehension binds in.
        loops: what the loops under way go over, which lives until they end.
        handled: the error whose handler is under way.
        is_class: of a class's body, whose names its functions do not see.
        leaves_defaults: of one whose functions are made though not all of their defaults can be.
        told: what ``locals()`` gave, which is always the same dictionary.
        is_object: of a call in which an error was met: what says so holds the frame.
        counted_cells: names of those that a function took first, to whose size they are counted.
    """

    __slots__ = (
        *("_home", "counted_cells", "function", "handled", "is_class", "is_object", "leaves_defaults", "loops"),
        *("names", "outer", "owner", "receiver", "result", "told"),
    )

    def __init__(self, outer: Frame | None, home: Frame | None = None, builtins: Names | None = None) -> None:
        """
        Args:
            builtins: names that a module has besides its own.
        """
        self.names: Names = Names(builtins if outer is None else outer.names)
        self.outer = outer
        self.result: Any = None
        self.owner: Class | None = None
        self.receiver: Any = None
        self.function = ""
        self._home = home
        self.loops: dict[int, Any] = {}
        self.handled: Exception | None = None
        self.is_class = False
        self.leaves_defaults = False
        self.told: dict[str, Any] | None = None
        self.is_object = False
        self.counted_cells: frozenset[str] = frozenset()

    @property
    def home(self) -> Frame:
        # One that held itself would hold what its names stand for until the garbage collector came.
        return self if self._home is None else self._home

    @property
    def file(self) -> str:
        """Path of the module that it belongs to; empty where that is not known."""
        frame = self
        while frame.outer is not None:
            frame = frame.outer
        path = frame.names.get("__file__")
        return path if isinstance(path, str) else ""

    def hold(self, loop: object, elements: Any) -> None:
        """Keeps what a loop goes over among what the frame holds; what is read like a file says its own bytes."""
        if isinstance(elements, _HELD) or hasattr(type(elements), "nbytes"):
            self.loops[id(loop)] = elements

    def release(self, loop: object) -> None:
        self.loops.pop(id(loop), None)
