"""Interpreted functions, and methods."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Any, Final, NamedTuple

from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.frames import Frame
from perfcast.trial.interpreter.objects.hints import Hints
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.stops import Unsupported

#: Bytes of a function that closes over nothing, as CPython has it.
FUNCTION_BYTES: Final = sys.getsizeof(lambda: None)


class Parameter(NamedTuple):
    """Of a function, as it is written.

    Attributes:
        kind: as `inspect.Parameter` numbers them.
    """

    name: str
    kind: int
    is_annotated: bool


class Parts(NamedTuple):
    """Of a function, to run its statements one by one.

    Attributes:
        node: its definition; frame: gives that of a call, told the function and its arguments.
        compiled: what runs a statement in such a frame.
    """

    node: ast.FunctionDef
    frame: Callable[[Function, tuple[Any, ...], dict[str, Any]], Frame]
    compiled: Callable[[ast.stmt], Callable[[Frame], Any]]


class Function:
    """A function of the unit's. It can be called by built-in functions too, say as a key.

    Attributes:
        attributes: that the unit has given it.
        nbytes: of the object and what it closes over.
        places: names of its parameters that arguments are given by place to.
        given: values of those that need no argument.
        parameters: all of them.
        call: what calling it does.
        yields: whether calling it makes a generator.
        is_asynchronous: whether calling it makes a coroutine.
        around: where it was defined; None of one that no code defines.
        free: names that it refers to and does not bind.
        parts: of a plain one that code defines.
        hints: what its definition says of types; None of one that no code defines.
    """

    def __init__(
        self,
        name: str,
        call: Callable[[Function, tuple[Any, ...], dict[str, Any]], Any],
        nbytes: int = FUNCTION_BYTES,
        places: Sequence[str] = (),
        given: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.places, self.given = places, given or {}
        self.parameters: Sequence[Parameter] = ()
        self.owner: Class | None = None
        self.attributes: dict[str, Any] = {}
        self.call = call
        self.nbytes = nbytes
        self.yields = self.is_asynchronous = False
        self.around: Frame | None = None
        self.free: AbstractSet[str] = frozenset()
        self.parts: Parts | None = None
        self.hints: Hints | None = None

    @property
    def closed_over(self) -> Iterator[Frame]:
        """Frames of the functions that it was defined in, whose names outlast their calls with it."""
        frame = self.around
        while frame is not None and frame.outer is not None:
            if not frame.is_class:
                yield frame
            frame = frame.outer

    @property
    def held(self) -> list[Any]:
        """What outlasts the calls that it was defined in: defaults, and what its names stand for there."""
        frames = list(self.closed_over)
        held = [*self.given.values()] if frames else []
        free = self.free
        for frame in frames:
            found = free & frame.names.keys()
            held += map(frame.names.__getitem__, found)
            free -= found
        return held

    @cached_property
    def code(self) -> Instance:
        """As ``__code__``; little is known of it."""
        made = Instance(Class("code", [], None))
        made.of.lose_track()
        by_name = sum(one.kind == inspect.Parameter.KEYWORD_ONLY for one in self.parameters)
        counts = {"co_argcount": len(self.places), "co_kwonlyargcount": by_name}
        made.attributes.update(co_name=self.name, **counts)
        file = "" if self.around is None else self.around.file
        if file:
            made.attributes["co_filename"] = file
        return made

    @cached_property
    def annotations(self) -> dict[str, Any]:
        """As ``__annotations__``. Raises Unsupported where they cannot be followed."""
        if self.hints is None or self.around is None:
            raise Unsupported("the hints of a function that is not written")
        return {name: self.hints.said(name, self.around) for name in self.hints.written}

    def said(self, name: str) -> Any:
        """The hint of a parameter, or what the result is said to be; `MISSING` where nothing is said.

        What cannot be followed is not known.
        """
        if self.hints is None or self.around is None:
            is_said = any(one.name == name and one.is_annotated for one in self.parameters)
            return Unknown() if is_said else MISSING
        if name not in self.hints.written:
            return MISSING
        try:
            return self.hints.said(name, self.around)
        except Unsupported:
            return Unknown()

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self.call(self, args, kwargs)


class Method:
    """A function bound to what stands before the dot, anew each time; those of the same two are equal."""

    __slots__ = ("function", "receiver")

    def __init__(self, function: Any, receiver: Any) -> None:
        self.function, self.receiver = function, receiver

    def __eq__(self, other: object) -> bool:
        if type(other) is not Method:
            return NotImplemented
        return self.function is other.function and self.receiver is other.receiver

    def __hash__(self) -> int:
        return hash((id(self.function), id(self.receiver)))

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self.function(self.receiver, *args, **kwargs)
