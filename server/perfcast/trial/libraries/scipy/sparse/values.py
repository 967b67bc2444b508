"""A sparse matrix, and conversion between its formats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import TooLarge, Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS
from perfcast.trial.libraries.scipy.sparse.prices import pay

#: Bytes of one without its arrays.
_OBJECT: Final = 450
#: Those whose entries lie row by row, and column by column.
COMPRESSED: Final = frozenset({"csr", "csc"})
#: Forms that are filled one by one.
FILLED: Final = frozenset({"lil", "dok"})
#: Bytes of an entry of one of them.
_ENTRY: Final = {"lil": 64, "dok": 190}
_INDEX: Final = np.int32
_NUMBERS: Final = "biuf"


class Entries(NamedTuple):
    """What is there: of each its row, its column and itself."""

    rows: Any
    columns: Any
    values: Any


class Sparse(Foreign):
    """
    Attributes:
        form: ``csr``, ``csc``, ``coo``, ``dia``, ``lil`` or ``dok``.
        is_array: whether ``*`` multiplies element by element.
        cells: of one that is filled one by one.
        fills_evenly: whether it was made of an array, so that a larger one has as large a part of all entries.
    """

    methods: Mapping[str, Callable[..., Any]] = {}
    operators: Mapping[str, Callable[..., Any]] = {}

    def __init__(
        self, machine: Machine, form: str, shape: tuple[int, int], parts: dict[str, Any], *, is_array: bool
    ) -> None:
        super().__init__(parts, _OBJECT)
        self.machine, self.form, self.shape, self.is_array = machine, form, shape, is_array
        self.cells: dict[tuple[int, int], Any] = {}
        self.fills_evenly = False

    @property
    def kind(self) -> Any:
        """The type of its entries."""
        return self.attributes["data"].dtype if "data" in self.attributes else np.dtype(np.float64)

    @property
    def count(self) -> int:
        """How many entries there are."""
        if self.form == "dia":
            rows, columns = self.shape
            lengths = (
                min(rows + place, columns - place, rows, columns) for place in self.attributes["offsets"].tolist()
            )
            return sum(max(0, length) for length in lengths)
        return int(self.attributes["data"].size) if "data" in self.attributes else len(self.cells)

    @property
    def size_in_bytes(self) -> int:
        return sum(int(part.nbytes) for part in self.attributes.values())

    def member(self, name: str) -> Any:
        machine = self.machine
        if name in _TOLD:
            pay(machine, "nnz" if name in {"nnz", "size"} else "told")
            return _TOLD[name](self)
        if name in {"row", "col"} and self.form == "coo" and not self.attributes.keys() >= {name}:
            raise Unsupported(f"{self.form}.{name}")
        if name in self.attributes:
            pay(machine, "told")
            return self.attributes[name]
        if name == "T":
            return self.methods["transpose"](self)
        if name in self.methods:
            return Guarded(partial(self.methods[name], self))
        raise Unsupported(f"{self.form}_matrix.{name}")

    def __getitem__(self, place: Any) -> Any:
        return self.operators["getitem"](self, place)

    def put(self, place: Any, value: Any) -> None:
        """An entry. Raises Unsupported but where it is filled one by one."""
        if self.form not in FILLED or not isinstance(place, tuple) or not isinstance(value, int | float | np.number):
            raise Unsupported("an entry that is put into such a matrix")
        row, column = (int(one) for one in place)
        pay(self.machine, f"{self.form}_put")
        is_new = (row, column) not in self.cells
        if not (-self.shape[0] <= row < self.shape[0] and -self.shape[1] <= column < self.shape[1]):
            raise IndexError("row index out of range")
        self.cells[row % self.shape[0], column % self.shape[1]] = value
        if is_new:
            self.nbytes += _ENTRY[self.form]
            self.machine.grown(self, _ENTRY[self.form])

    def __matmul__(self, other: Any) -> Any:
        return self.operators["matmul"](self, other)

    def __rmatmul__(self, other: Any) -> Any:
        return self.operators["rmatmul"](self, other)

    def __mul__(self, other: Any) -> Any:
        return self.operators["mul"](self, other)

    def __rmul__(self, other: Any) -> Any:
        return self.operators["rmul"](self, other)

    def __truediv__(self, other: Any) -> Any:
        return self.operators["truediv"](self, other)

    def __add__(self, other: Any) -> Any:
        return self.operators["add"](self, other)

    def __radd__(self, other: Any) -> Any:
        return self.operators["radd"](self, other)

    def __sub__(self, other: Any) -> Any:
        return self.operators["sub"](self, other)

    def __rsub__(self, other: Any) -> Any:
        return self.operators["rsub"](self, other)

    def __pow__(self, other: Any) -> Any:
        return self.operators["pow"](self, other)

    def __gt__(self, other: Any) -> Any:
        return self.operators["gt"](self, other)

    def __lt__(self, other: Any) -> Any:
        return self.operators["lt"](self, other)

    def __neg__(self) -> Any:
        return self.operators["neg"](self)

    def __abs__(self) -> Any:
        return self.operators["abs"](self)


_TOLD: Final[dict[str, Callable[[Sparse], Any]]] = {
    "shape": lambda one: one.shape,
    "dtype": lambda one: one.kind,
    "format": lambda one: one.form,
    "ndim": lambda _: 2,
    "nnz": lambda one: one.count,
    "size": lambda one: one.count,
}


def made(machine: Machine, form: str, shape: tuple[int, int], parts: dict[str, Any], *, is_array: bool) -> Sparse:
    """A new one, whose arrays are its own or shared."""
    found = Sparse(machine, form, shape, parts, is_array=is_array)
    fresh = sum(int(part.nbytes) for part in parts.values() if not machine.is_known(part))
    machine.grown(found, fresh + found.nbytes)
    return found


def entries_of(matrix: Sparse) -> Entries:
    """In the order in which they lie."""
    parts = matrix.attributes
    if matrix.form in COMPRESSED:
        counts = np.diff(parts["indptr"])
        outer = np.repeat(np.arange(len(counts)), counts)
        inner = parts["indices"].astype(np.int64)
        return Entries(outer, inner, parts["data"]) if matrix.form == "csr" else Entries(inner, outer, parts["data"])
    if matrix.form == "coo":
        return Entries(parts["row"].astype(np.int64), parts["col"].astype(np.int64), parts["data"])
    if matrix.form == "dia":
        columns = np.arange(parts["data"].shape[1])
        rows = columns[None, :] - parts["offsets"][:, None]
        is_within = (rows >= 0) & (rows < matrix.shape[0]) & (columns[None, :] < matrix.shape[1])
        is_within &= parts["data"] != 0
        return Entries(rows[is_within], np.broadcast_to(columns, rows.shape)[is_within], parts["data"][is_within])
    places = sorted(matrix.cells)
    rows, columns = (np.array([place[axis] for place in places], dtype=np.int64) for axis in (0, 1))
    return Entries(rows, columns, np.array([matrix.cells[place] for place in places], dtype=np.float64))


def compressed(machine: Machine, form: str, shape: tuple[int, int], entries: Entries, *, is_array: bool) -> Sparse:
    """One whose entries are in order; those at the same place are added up."""
    rows, columns, values = entries
    outer, inner = (rows, columns) if form == "csr" else (columns, rows)
    length, width = shape if form == "csr" else shape[::-1]
    keys = outer * max(1, width) + inner
    if len(keys) and not bool((keys[1:] > keys[:-1]).all()):
        found, where = np.unique(keys, return_inverse=True)
        values = _added_up(values, where, len(found))
        outer, inner = found // max(1, width), found % max(1, width)
    ends = np.zeros(length + 1, dtype=_INDEX)
    np.cumsum(np.bincount(outer, minlength=length), out=ends[1:])
    parts = {"data": np.array(values), "indices": inner.astype(_INDEX), "indptr": ends}
    return made(machine, form, shape, parts, is_array=is_array)


def _added_up(values: Any, where: Any, count: int) -> Any:
    found = np.zeros(count, dtype=values.dtype)
    np.add.at(found, where, values)
    return found


def loose(machine: Machine, shape: tuple[int, int], entries: Entries, *, is_array: bool) -> Sparse:
    """As ``coo``, in any order and several at a place."""
    parts = {
        "data": entries.values,
        "row": np.asarray(entries.rows).astype(_INDEX),
        "col": np.asarray(entries.columns).astype(_INDEX),
    }
    return made(machine, "coo", shape, parts, is_array=is_array)


def in_form(matrix: Sparse, form: str, *, copy: bool = False) -> Sparse:
    """Another form of the same; itself where it is of that form."""
    machine = matrix.machine
    if matrix.form == form and not copy:
        return matrix
    rows, count = max(matrix.shape), matrix.count
    result = 12 * count + 4 * rows
    if matrix.form in FILLED:
        pay(machine, f"{matrix.form}_compressed", rows, count, result)
    elif matrix.form == form:
        pay(machine, "copy", rows, count, result)
    elif form == "coo":
        pay(machine, "tocoo", rows, count, 16 * count)
    elif matrix.form == "dia":
        pay(machine, "diags_compressed", rows, count, result)
    else:
        pay(machine, "turned" if matrix.form in COMPRESSED else "sorted", rows, count, result)
    if form in COMPRESSED:
        return compressed(machine, form, matrix.shape, entries_of(matrix), is_array=matrix.is_array)
    if form == "coo":
        return loose(machine, matrix.shape, entries_of(matrix), is_array=matrix.is_array)
    if form in FILLED:
        return _filled(matrix, form)
    raise Unsupported(f"a matrix as {form}")


def _filled(matrix: Sparse, form: str) -> Sparse:
    found = Sparse(matrix.machine, form, matrix.shape, {}, is_array=matrix.is_array)
    rows, columns, values = (part.tolist() for part in entries_of(matrix))
    found.cells = dict(zip(zip(rows, columns, strict=True), values, strict=True))
    size = _ENTRY[form] * len(values) + (120 * matrix.shape[0] if form == "lil" else 0)
    found.nbytes += size
    return found.machine.grown(found, size)  # type: ignore[no-any-return]


def dense_of(matrix: Sparse) -> Any:
    """As an array. Raises TooLarge."""
    if matrix.shape[0] * matrix.shape[1] > MOST_CELLS:
        raise TooLarge("a matrix too large")
    found = np.zeros(matrix.shape, dtype=matrix.kind)
    rows, columns, values = entries_of(matrix)
    np.add.at(found, (rows, columns), values)
    return found


def check_numbers(values: Any) -> Any:
    """An array of numbers. Raises Unsupported for others."""
    if not isinstance(values, np.ndarray) or values.dtype.kind not in _NUMBERS:
        raise Unsupported("a matrix of other than numbers")
    return values
