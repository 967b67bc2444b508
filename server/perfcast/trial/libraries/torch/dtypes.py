"""Data types of tensors, and type promotion."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported


class Kind:
    """A data type.

    Attributes:
        held: of the array in which elements are held here; itemsize: bytes of an element in PyTorch.
        rank: of two, the one of higher rank holds what either does, but for `_EXCEPTIONS`.
    """

    __slots__ = ("held", "itemsize", "name", "rank")

    def __init__(self, name: str, held: str, itemsize: int, rank: int) -> None:
        self.name, self.held, self.itemsize, self.rank = name, np.dtype(held), itemsize, rank

    @property
    def category(self) -> int:
        """0 of truth values, 1 of whole numbers, 2 of numbers with a fraction, 3 of complex ones."""
        return {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}[self.held.kind]

    @property
    def is_floating_point(self) -> bool:
        return self.category == 2

    @property
    def is_complex(self) -> bool:
        return self.category == 3

    def __str__(self) -> str:
        return f"torch.{self.name}"

    __repr__ = __str__


class Device:
    """Where tensors are: beside the interpreter, whatever it is called.

    Attributes:
        type: its name; index: its number among those of the name.
    """

    __slots__ = ("index", "type")

    def __init__(self, name: str) -> None:
        self.type, _, number = name.partition(":")
        self.index = int(number) if number.isdigit() else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"


CPU: Final = Device("cpu")
_TABLE: Final = (
    ("bool", "?", 1), ("uint8", "u1", 1), ("int8", "i1", 1), ("int16", "i2", 2), ("int32", "i4", 4),
    ("int64", "i8", 8), ("float16", "f4", 2), ("bfloat16", "f4", 2), ("float32", "f4", 4), ("float64", "f8", 8),
    ("complex64", "c8", 8), ("complex128", "c16", 16),
)  # fmt: skip
KINDS: Final = {name: Kind(name, held, size, rank) for rank, (name, held, size) in enumerate(_TABLE)}
#: Other names of the same.
ALIASES: Final = {
    "half": "float16", "float": "float32", "double": "float64", "long": "int64", "int": "int32", "short": "int16",
    "cfloat": "complex64",
}  # fmt: skip
BOOL, INT64, FLOAT32, FLOAT64 = (KINDS[name] for name in ("bool", "int64", "float32", "float64"))
#: What neither of the two holds.
_EXCEPTIONS: Final = {
    frozenset({"uint8", "int8"}): "int16",
    frozenset({"float16", "bfloat16"}): "float32",
    frozenset({"float64", "complex64"}): "complex128",
}
_OF_NUMBERS: Final[dict[type, Kind]] = {
    bool: BOOL, int: INT64, float: FLOAT32, complex: KINDS["complex64"],
}  # fmt: skip


def named(kind: Any) -> Kind:
    """A data type as it is given: itself, or one of Python's. Raises Unsupported."""
    if isinstance(kind, Kind):
        return kind
    if kind in {bool, int}:
        return BOOL if kind is bool else INT64
    if kind is float:
        return FLOAT64
    raise Unsupported("a data type of another kind")


def of_array(array: np.ndarray[Any, Any]) -> Kind:
    """Raises Unsupported for arrays of what tensors do not hold."""
    found = KINDS.get(array.dtype.name)
    if found is None:
        raise Unsupported(f"a tensor of {array.dtype}")
    return found


def of_number(number: Any) -> Kind:
    """What a number of Python's counts as in an operator. Raises Unsupported."""
    if isinstance(number, np.generic):
        number = number.item()
    found = _OF_NUMBERS.get(type(number))
    if found is None:
        raise Unsupported("a tensor and something else")
    return found


def promoted(one: Kind, other: Kind) -> Kind:
    """The smallest that holds what both do."""
    name = _EXCEPTIONS.get(frozenset({one.name, other.name}))
    return KINDS[name] if name is not None else max(one, other, key=lambda kind: kind.rank)


def together(with_axes: Iterable[Kind], without: Iterable[Kind], numbers: Iterable[Kind]) -> Kind:
    """Of operands: what has no axes, and numbers of Python's, count where they are of a higher category.

    As PyTorch's documentation of ``torch.result_type`` says.
    """
    found: Kind | None = None
    for group in (with_axes, without, numbers):
        highest: Kind | None = None
        for kind in group:
            highest = kind if highest is None else promoted(highest, kind)
        if highest is not None and (found is None or highest.category > found.category):
            found = highest if found is None else promoted(found, highest)
    if found is None:
        raise Unsupported("an operator of nothing")
    return found
