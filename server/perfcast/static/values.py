"""What the interpreter knows of a value: how large it is and what it holds, hardly ever what it is."""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass, field
from typing import Final

#: Lengths, magnitudes and costs stop here, so that all sums and products of them stay finite.
MOST: Final = 1e18
_MOST_BITS: Final = 1e9
_LOG2_OF_MOST: Final = 900.0


class Value:
    """Any abstract value."""

    __slots__ = ()


class Unknown(Value):
    """A value that nothing is known of."""

    __slots__ = ()


class Nothing(Value):
    """None."""

    __slots__ = ()


UNKNOWN: Final = Unknown()
NOTHING: Final = Nothing()


@dataclass(slots=True)
class Number(Value):
    """An int, float, bool or complex.

    Attributes:
        mean: what it is on the average over the iterations in which it is seen.
        bits: log2 of the largest magnitude.
        known: whether it is exactly `mean`.
        kind: 'int', 'float', 'bool' or 'complex'.
        fresh: made by the function and not part of its arguments.
    """

    mean: float
    bits: float
    known: bool = False
    kind: str = "int"
    fresh: bool = True

    @property
    def high(self) -> float:
        return float(2.0 ** min(self.bits, _LOG2_OF_MOST))


@dataclass(slots=True)
class Text(Value):
    """A str, bytes or bytearray of `length` characters out of `alphabet`."""

    length: float
    alphabet: float = 26.0
    kind: str = "str"
    fresh: bool = True
    literal: str | None = None


@dataclass(slots=True, eq=False)
class Collection(Value):
    """A container, or something lazy that goes through one ('iterator').

    Attributes:
        kind: 'list', 'tuple', 'set', 'dict', 'deque', 'range' or 'iterator'.
        length: elements; for a dictionary its keys.
        element: one for all, a dictionary's values.
        key: a dictionary's keys.
        items: the elements one by one where they are few and written out, as of a tuple.
        population: how many such containers this one stands for; what is added to it is divided among them.
        borrowed: elements it had before the call; `fresh` is false where the container itself was there.
        default: what makes the value of a missing key.
        distinct: how many different elements there are at most.
    """

    kind: str
    length: float = 0.0
    element: Value = UNKNOWN
    key: Value = UNKNOWN
    items: tuple[Value, ...] | None = None
    population: float = 1.0
    borrowed: float = 0.0
    fresh: bool = True
    default: Value | None = None
    distinct: float = math.inf


@dataclass(slots=True, eq=False)
class Array(Value):
    """An array, a tensor or a table.

    Attributes:
        shape: lengths of the axes; () for a scalar of the library.
        item: bytes of an element.
        kind: 'f', 'i', 'b' or 'c'.
        library: 'numpy', 'torch' or 'pandas'.
        fresh: whether its data was allocated by the function; false for arguments and views.
        grouped: of a table: the groups that operations apply to.
    """

    shape: tuple[float, ...]
    item: float = 8.0
    kind: str = "f"
    library: str = "numpy"
    fresh: bool = True
    grouped: float = 0.0

    @property
    def count(self) -> float:
        total = 1.0
        for length in self.shape:
            total *= length
        return min(total, MOST)

    @property
    def size(self) -> float:
        return min(self.count * self.item, MOST)


@dataclass(slots=True, eq=False)
class Linked(Value):
    """Nodes of a linked list or of a binary tree, from one on; `made` of them by the function itself."""

    kind: str
    count: float
    element: Value
    made: float = 0.0


@dataclass(slots=True, eq=False)
class Frame:
    """The names of one call, or of the module.

    Attributes:
        bound: name -> how often the statement that bound it last runs.
    """

    parent: Frame | None = None
    names: dict[str, Value] = field(default_factory=dict)
    bound: dict[str, float] = field(default_factory=dict)
    outer: dict[str, Frame] = field(default_factory=dict)
    returned: Value | None = None
    yielded: Collection | None = None

    def find(self, name: str) -> Value | None:
        frame: Frame | None = self
        while frame is not None:
            value = frame.names.get(name)
            if value is not None:
                return value
            frame = frame.parent
        return None

    def home(self, name: str) -> Frame:
        """The frame that holds the name, this one where none does."""
        frame: Frame | None = self
        while frame is not None:
            if name in frame.names:
                return frame
            frame = frame.parent
        return self


@dataclass(slots=True, eq=False)
class Function(Value):
    """A function or lambda of the text, and the receiver that it is bound to."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    frame: Frame
    receiver: Value | None = None
    memoised: bool = False


@dataclass(slots=True, eq=False)
class Class(Value):
    """A class of the text."""

    node: ast.ClassDef
    frame: Frame
    methods: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Instance(Value):
    """An object of a class of the text, or of many such objects one that stands for all."""

    of: Class
    fields: dict[str, Value] = field(default_factory=dict)
    population: float = 1.0


@dataclass(slots=True, eq=False)
class Layer(Value):
    """A layer of a neural network, by its name in `torch.nn`.

    Attributes:
        sizes: the numbers that it was made with.
        parameters: how many numbers it holds.
        parts: the layers that it is made of.
    """

    name: str
    sizes: tuple[float, ...]
    parameters: float
    parts: tuple[Value, ...] = ()


@dataclass(slots=True)
class Known(Value):
    """A function, module or class known by its dotted name: 'len', 'heapq.heappush', 'numpy'."""

    name: str


@dataclass(slots=True)
class Method(Value):
    """A method of a value that is no instance: ``xs.append``."""

    receiver: Value
    name: str


@dataclass(slots=True)
class Partial(Value):
    """``functools.partial``."""

    function: Value
    arguments: list[Value]


def number(value: float, kind: str = "int", *, known: bool = True, fresh: bool = True) -> Number:
    """A number of that value."""
    value = max(-MOST, min(MOST, value))
    return Number(value, math.log2(abs(value) + 1.0), known, kind, fresh)


def ranged(mean: float, high: float, kind: str = "int", *, fresh: bool = True) -> Number:
    """A number of which the mean and the largest magnitude are known."""
    high = min(abs(high), MOST)
    return Number(max(-MOST, min(MOST, mean)), math.log2(high + 1.0), False, kind, fresh)


def big(bits: float) -> Number:
    """An integer of so many bits."""
    bits = max(0.0, min(bits, _MOST_BITS))
    return Number(min(MOST, 2.0 ** min(bits, 60.0)), bits)


def boolean(value: bool | None) -> Number:
    """A truth value, perhaps unknown."""
    return Number(0.5 if value is None else float(value), 1.0, value is not None, "bool", False)


def join(old: Value, new: Value) -> Value:  # noqa: PLR0911
    """One value for both, the larger where they differ in size."""
    if old is new or isinstance(new, Unknown | Nothing):
        return old
    if isinstance(old, Unknown | Nothing):
        return new
    if isinstance(old, Number) and isinstance(new, Number):
        same = old.known and new.known and old.mean == new.mean
        kind = old.kind if old.kind == new.kind else "float" if "float" in (old.kind, new.kind) else "int"
        larger = old if abs(old.mean) >= abs(new.mean) else new
        return Number(larger.mean, max(old.bits, new.bits), same, kind, old.fresh or new.fresh)
    if isinstance(old, Text) and isinstance(new, Text):
        return old if old.length >= new.length else new
    if isinstance(old, Collection) and isinstance(new, Collection):
        if old.kind == new.kind == "tuple" and old.items and new.items and len(old.items) == len(new.items):
            items = tuple(join(one, other) for one, other in zip(old.items, new.items, strict=True))
            return Collection("tuple", old.length, join(old.element, new.element), items=items)
        return old if old.length >= new.length else new
    if isinstance(old, Array) and isinstance(new, Array):
        return old if old.size >= new.size else new
    return new if isinstance(old, Number) else old


def distinct_values(value: Value) -> float:
    """How many different values there can be at most."""
    if isinstance(value, Number):
        return 2.0 if value.kind == "bool" else MOST if value.kind != "int" else min(MOST, value.high)
    if isinstance(value, Text):
        return float(min(MOST, max(2.0, value.alphabet) ** min(value.length, 60.0)))
    if isinstance(value, Collection) and value.kind == "tuple":
        total = 1.0
        for item in value.items or [value.element] * int(min(value.length, 8.0)):
            total *= distinct_values(item)
            if total >= MOST:
                return MOST
        return total
    if isinstance(value, Nothing):
        return 1.0
    return MOST


def different(draws: float, values: float) -> float:
    """How many different ones are expected among so many random draws of so many values."""
    if values >= MOST or draws < values / 1e4:
        return draws
    return values * -math.expm1(-draws / max(values, 1.0))


def length_of(value: Value) -> float | None:
    """``len``; None where the value has none, or it is unknown."""
    if isinstance(value, Text | Collection):
        return value.length
    if isinstance(value, Array):
        return value.shape[0] if value.shape else None
    return None


def element_of(value: Value) -> Value:  # noqa: PLR0911
    """What iterating gives."""
    if isinstance(value, Collection):
        return value.key if value.kind == "dict" else value.element
    if isinstance(value, Text):
        if value.kind != "str":
            return ranged(127.0, 255.0, fresh=False)
        return Text(1.0, value.alphabet, fresh=False)
    if isinstance(value, Array) and value.shape:
        if value.library == "pandas" and len(value.shape) == 2:
            return Text(4.0, fresh=False)
        if len(value.shape) == 1 and value.library != "torch":
            return ranged(0.5, 1000.0, "float" if value.kind == "f" else "int")
        return Array(value.shape[1:], value.item, value.kind, value.library, fresh=False)
    return UNKNOWN
