"""What a network is made of, as far as plain code tells."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

#: Channels of a photograph.
COLOURS: Final = 3
#: Axes of a batch of sequences of features.
SEQUENCE_AXES: Final = 3


class _Unknown:
    """A value that plain code does not tell."""

    def __repr__(self) -> str:
        return "unknown"


UNKNOWN: Final = _Unknown()


@dataclass(frozen=True)
class Weight:
    """A tensor that a module holds."""

    shape: tuple[int, ...]


@dataclass(frozen=True)
class Takes:
    """What a layer wants of the tensor that it is given.

    Attributes:
        last: elements of its last axis.
        channels: elements of its second axis, with `axes` behind that.
        classes: its elements are whole numbers below this.
        has_sequence: a sequence of such rows, rather than rows alone.
        keeps: what comes out has as many axes, and channels.
        flattens: what comes out has but two.
    """

    last: int | None = None
    channels: int | None = None
    axes: int = 0
    classes: int | None = None
    has_sequence: bool = False
    keeps: bool = False
    flattens: bool = False

    @property
    def of_rows(self) -> bool:
        """Whether it makes other rows of rows."""
        return not (self.keeps or self.flattens or self.axes) and self.channels is None and self.classes is None


@dataclass(frozen=True, eq=False)
class Several:
    """Layers one after the other, or side by side, by names where they have some."""

    layers: tuple[Any, ...]
    names: tuple[str, ...] = ()
    is_chain: bool = False


@dataclass(frozen=True, eq=False)
class Fields:
    """An object that only holds values, such as a configuration."""

    values: Mapping[str, Any]


@dataclass(eq=False)
class Module:
    """An instance of a module of the file's own.

    Attributes:
        attributes: what its constructor gave it; node: of its class.
        given: what its constructor is called with, by name.
    """

    node: ast.ClassDef
    given: dict[str, Any] = field(default_factory=dict)
    attributes: dict[str, Any] = field(default_factory=dict)


def is_plain(value: Any) -> bool:
    """Whether it is a number, a text or nothing: what holds others may hold them without end, and is not compared."""
    return value is None or type(value) in {int, float, bool, str}
