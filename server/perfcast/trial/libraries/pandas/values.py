"""Data frames, series and indexes, as NumPy arrays."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NoReturn

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.rendering import pay_for_writing
from perfcast.trial.libraries.pandas.prices import COLUMN, DICT_ITEM, LABEL_IN_TURN, TABLE, TEXT_COLUMN
from perfcast.trial.libraries.pandas.rendering import Written, column_written, table_written

Array = np.ndarray[Any, np.dtype[Any]]
#: Cells of the largest table that is tried.
MOST_CELLS: Final = 1_000_000
#: Characters of all texts that an operation goes through, how many cost as much as one of the unit's nanoseconds, and
#: those of a label.
MOST_CHARACTERS: Final = 2_000_000
_CHARACTERS: Final = 4
_LONGEST_NAME: Final = 200
#: What a call of NumPy's takes of the allowance.
_CALL: Final = 60.0
#: Bytes of the objects that pandas makes, without their elements: of a table, and of names of columns that are not
#: another one's.
_TABLE: Final = 1_200
_NAMES: Final = 1_700
_COLUMN: Final = 1_000
_LABELS: Final = 300
#: And of going through names.
_IN_TURN: Final = 1_300


class Tabular:
    """What pandas makes.

    Attributes:
        nbytes: of the object, without what it refers to.
        are_parts_apart: what it comes to hold is counted where it is found among its parts.
    """

    __slots__ = ("__weakref__", "machine")
    __hash__ = None  # type: ignore[assignment]
    #: NumPy leaves its operators to this side.
    __array_ufunc__ = None
    nbytes: int = _LABELS
    are_parts_apart: Final = True

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    @property
    def attributes(self) -> Mapping[str, Any]:
        """What it refers to."""
        return {}

    @property
    def cells(self) -> int:
        return 0

    def __sizeof__(self) -> int:
        held = [part for part in self.attributes.values() if isinstance(part, np.ndarray) and part.base is None]
        return self.nbytes + sum(part.nbytes for part in held)

    def __bool__(self) -> bool:
        raise ValueError("The truth value is ambiguous")

    def __repr__(self) -> str:
        written = self.writing()
        if written is None:
            raise Unsupported("the text of labels")
        text, writing = written
        return pay_for_writing(self.machine, writing, text)

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        if spec:
            raise Unsupported("the text of a table, by a format")
        return repr(self)

    def writing(self) -> Written | None:
        """Its text, of as many rows as are shown, and what it takes; None of what has none here."""
        return None


class Labels(Tabular):
    """Of rows or columns; 0, 1, 2 and so on take no room.

    Attributes:
        name: or those of each level, where labels are tuples.
        is_even: whether they are as far apart as those of a range, which take no room either.
    """

    __slots__ = ("_found", "_where", "is_even", "length", "name")

    def __init__(self, machine: Machine, found: Array | None, length: int | None = None, name: Any = None) -> None:
        super().__init__(machine)
        self._found = found
        self.length = len(found) if found is not None else int(length or 0)
        self.name = name
        self._where: dict[Any, list[int]] | None = None
        self.is_even = found is None

    @property
    def attributes(self) -> Mapping[str, Any]:
        if self._found is None or self.is_even:
            return {}
        return {"found": self._found}

    @property
    def cells(self) -> int:
        return self.length

    @property
    def is_range(self) -> bool:
        return self._found is None

    @property
    def values(self) -> Array:
        return np.arange(self.length) if self._found is None else self._found

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Any]:
        if self._found is not None and self._found.dtype.kind == "O":
            self.machine.briefly(_IN_TURN)
        for label in self.machine.counted(self.values.tolist()):
            self.machine.scalar(LABEL_IN_TURN if isinstance(label, str) else 0.0)
            yield label

    def __contains__(self, label: Any) -> bool:
        return bool(self.where_of([label])[0] >= 0)

    def where(self, label: Any) -> int:
        """The first place of a label. Raises KeyError."""
        place = int(self.where_of([label])[0])
        if place < 0:
            self._miss(label)
        return place

    def all_where(self, label: Any) -> Any:
        """The places of a label, or the only one. Raises KeyError."""
        if self.is_unique:
            return self.where(label)
        key = label.item() if isinstance(label, np.generic) else label
        if key not in self._places:
            self._miss(label)
        found = self._places[key]
        return found[0] if len(found) == 1 else np.array(found)

    def everywhere(self, labels: Sequence[Any]) -> Array:
        """All places of labels, one after the other. Raises KeyError."""
        if self.is_unique:
            places = self.where_of(labels)
            if (places < 0).any():
                self._miss(labels)
            return places
        found = [np.atleast_1d(self.all_where(label)) for label in labels]
        check_room(sum(map(len, found)))
        return np.concatenate(found) if found else np.array([], dtype=np.int64)

    @property
    def is_unique(self) -> bool:
        return self._found is None or len(self._places) == self.length

    def where_of(self, labels: Iterable[Any]) -> Array:
        """First places of labels, -1 for those that there are not."""
        if self._found is None:
            found = [
                int(label) if isinstance(label, int | float | np.number) and 0 <= label < self.length else -1
                for label in labels
            ]
        else:
            places, nowhere = self._places, [-1]
            found = [
                places.get(label.item() if isinstance(label, np.generic) else label, nowhere)[0] for label in labels
            ]
        return np.array(found, dtype=np.int64)

    @property
    def _places(self) -> dict[Any, list[int]]:
        """Label -> where it is."""
        if self._where is None:
            self.machine.pass_over(self.length)
            self._where = {}
            for place, value in enumerate(self.values.tolist()):
                self._where.setdefault(value, []).append(place)
        return self._where

    def _miss(self, label: Any) -> NoReturn:
        """Raises KeyError, or Unsupported for labels that may be asked for by a part of them."""
        if self._found is not None and (self._found.dtype.kind in "mM" or isinstance(self.name, list)):
            raise Unsupported("labels of several levels, or of times, by a part of them")
        raise KeyError(label)

    def picked(self, places: Any) -> Labels:
        """Those at places, in a mask or a slice."""
        if isinstance(places, slice) and self._found is None and places.indices(self.length)[::2] == (0, 1):
            return Labels(self.machine, None, len(range(*places.indices(self.length))), self.name)
        found = Labels(self.machine, self.values[places], name=self.name)
        found.is_even = self.is_even and isinstance(places, slice)
        return found

    def is_like(self, other: Labels) -> bool:
        if self is other or (self._found is None and other._found is None):
            return self.length == other.length
        return self.length == other.length and bool(np.array_equal(self.values, other.values))


class Column(Tabular):
    """A series."""

    __slots__ = ("labels", "name", "values")
    nbytes = _COLUMN

    def __init__(self, machine: Machine, values: Array, labels: Labels | None = None, name: Any = None) -> None:
        super().__init__(machine)
        self.values = values
        self.labels = Labels(machine, None, len(values)) if labels is None else labels
        self.name = name
        machine.sharing[id(self)] = self

    @property
    def attributes(self) -> Mapping[str, Any]:
        # Texts lie in Arrow's own memory, which nobody counts.
        return {"labels": self.labels} if are_texts(self.values) else {"values": self.values, "labels": self.labels}

    @property
    def cells(self) -> int:
        return len(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        price = (TEXT_COLUMN if are_texts(self.values) else COLUMN)["item_of"].cell
        for value in listed_anew(self.values):
            self.machine.scalar(price)
            yield value

    def __contains__(self, label: Any) -> bool:
        return bool(self.labels.where_of([label])[0] >= 0)

    def keys(self) -> list[Any]:
        """The labels; what makes a dictionary of it asks for them."""
        return listed_anew(self.labels.values)

    def __getitem__(self, label: Any) -> Any:
        self.machine.scalar(DICT_ITEM)
        return self.values[self.labels.where(label)]

    def like(self, values: Array, name: Any = None) -> Column:
        """Other values with the same labels."""
        return Column(self.machine, values, self.labels, self.name if name is None else name)

    def rows(self, places: Any) -> Column:
        return Column(self.machine, self.values[places], self.labels.picked(places), self.name)

    def aligned(self, labels: Labels) -> Array:
        """The values at these labels, nothing where there is none."""
        if self.labels.is_like(labels):
            return self.values
        if not self.labels.is_unique:
            raise Unsupported("rows of equal labels brought into line")
        return taken(self.values, self.labels.where_of(labels.values.tolist()))

    def writing(self) -> Written:
        return column_written(len(self))


class Categories(Column):
    """A series of values that are told by which of a few they are; the table that they are put into has them as such,
    and other ones as values as any others."""

    __slots__ = ()


class Table(Tabular):
    """A data frame.

    Attributes:
        data: label -> values; where pandas has one block, views of one array.
        views: how many of its block were made.
        categories: names of columns that were put into it as such.
    """

    __slots__ = ("categories", "data", "labels", "name", "nbytes", "views")

    def __init__(
        self, machine: Machine, data: dict[Any, Array], labels: Labels | None = None, name: Any = None
    ) -> None:
        super().__init__(machine)
        self.data = data
        rows = len(next(iter(data.values()))) if data else 0
        self.labels = Labels(machine, None, rows) if labels is None else labels
        self.name = name
        self.categories: frozenset[Any] = frozenset()
        self.views = 0
        self.nbytes = _TABLE + _NAMES
        machine.sharing[id(self)] = self

    def writing(self) -> Written:
        return table_written(self.data, len(self.labels))

    @property
    def attributes(self) -> Mapping[str, Any]:
        parts: dict[str, Any] = {"labels": self.labels}
        # Columns of a block are no objects of their own.
        blocks = {
            id(block): block
            for values in self.data.values()
            if not are_texts(values)
            for block in (values if values.base is None else values.base,)
        }
        return parts | {f"values{place}": block for place, block in enumerate(blocks.values())}

    @property
    def cells(self) -> int:
        return len(self.labels) * max(1, len(self.data))

    def __len__(self) -> int:
        return len(self.labels)

    def __iter__(self) -> Iterator[Any]:
        self.machine.scalar(1_000 * TABLE["names"].call)
        return iter(list(self.data))

    def __contains__(self, label: Any) -> bool:
        return label in self.data

    def keys(self) -> list[Any]:
        """The names of the columns; what makes a dictionary of it asks for them."""
        return list(self.data)

    def __getitem__(self, label: Any) -> Column:
        self.machine.scalar(1_000 * TABLE["column"].call)
        return self.column(label)

    def column(self, label: Any) -> Column:
        """Raises KeyError."""
        kind = Categories if label in self.categories else Column
        return kind(self.machine, self.data[label], self.labels, label)

    def like(self, arrays: Iterable[Array], names: Iterable[Any] | None = None) -> Table:
        """Other values, in one block for each type, with the same labels."""
        found = whole(self.machine, list(self.data if names is None else names), list(arrays), self.labels)
        if names is None:
            found.nbytes = _TABLE
        return found

    def shared(self, data: dict[Any, Array] | None = None, labels: Labels | None = None) -> Table:
        """Another table of the same columns, or of other values by the same names."""
        values = dict(self.data) if data is None else data
        found = Table(self.machine, values, self.labels if labels is None else labels)
        found.nbytes = _TABLE
        return found

    def rows(self, places: Any) -> Table:
        labels = self.labels.picked(places)
        if isinstance(places, slice):
            return self.shared({name: values[places] for name, values in self.data.items()}, labels)
        check_room(len(places) * len(self.data))
        found = whole(self.machine, list(self.data), [values[places] for values in self.data.values()], labels)
        found.nbytes = _TABLE
        return found

    def matrix(self) -> Array:
        """[rows, columns]; a view where there is one block."""
        arrays = list(self.data.values())
        if not arrays:
            return np.empty((len(self), 0))
        base = arrays[0].base
        if (
            isinstance(base, np.ndarray)
            and base.shape == (len(arrays), len(self))
            and all(array.base is base for array in arrays)
        ):
            return base.T
        part = _part_of_block(arrays)
        if part is not None:
            return part
        return np.column_stack([boxed(array) for array in arrays] if _are_mixed(arrays) else arrays)

    def numbers(self) -> dict[Any, Array]:
        """The columns that hold numbers."""
        return {name: values for name, values in self.data.items() if values.dtype.kind in "biufm"}


def _part_of_block(arrays: Sequence[Array]) -> Array | None:
    """A view of columns that stand in one block, equally far apart and in its order."""
    block = arrays[0].base
    if not isinstance(block, np.ndarray) or block.ndim != 2 or not block.flags.c_contiguous or not block.size:
        return None
    if any(array.base is not block or array.strides != block.strides[1:] for array in arrays):
        return None
    start = block.ctypes.data
    places = [divmod(array.ctypes.data - start, block.strides[0]) for array in arrays]
    rows, first = [place[0] for place in places], places[0][1]
    steps = {later - one for one, later in pairwise(rows)} or {1}
    if any(place[1] != first for place in places) or len(steps) > 1 or min(steps) < 1:
        return None
    column = first // block.strides[1]
    return block[rows[0] : rows[-1] + 1 : min(steps), column : column + len(arrays[0])].T


def are_texts(values: Array) -> bool:
    return values.dtype.kind == "O" and len(values) > 0 and type(values[0]) is str


def whole(machine: Machine, names: Sequence[Any], arrays: Sequence[Array], labels: Labels | None = None) -> Table:
    """A table of copies, in one block for each type, as pandas makes them."""
    rows = len(arrays[0]) if arrays else len(labels) if labels is not None else 0
    check_room(rows * len(arrays))
    kinds: dict[Any, list[int]] = {}
    for place, array in enumerate(arrays):
        kinds.setdefault(array.dtype, []).append(place)
    found: list[Any] = [None] * len(arrays)
    for kind, places in kinds.items():
        block = np.empty((len(places), rows), dtype=kind)
        for row, place in enumerate(places):
            block[row] = arrays[place]
            found[place] = block[row]
    return Table(machine, dict(zip(names, found, strict=True)), labels)


def taken(values: Array, places: Array) -> Array:
    """Values at places, nothing where the place is -1."""
    if not len(values):
        return np.full(len(places), np.nan)
    found = values[np.maximum(places, 0)]
    is_missing = places < 0
    if is_missing.any():
        found = found.astype(np.float64) if found.dtype.kind in "biu" else found
        found[is_missing] = np.datetime64("NaT") if found.dtype.kind in "mM" else np.nan
    return found


def boxed(values: Array) -> Array:
    """As an array of objects. Raises Unsupported for texts too long."""
    if values.dtype.kind in "US" and values.nbytes > MOST_CHARACTERS:
        raise Unsupported("texts too long")
    return objects_of(values.tolist())


def objects_of(values: Sequence[Any]) -> Array:
    """An array of objects, none of which NumPy looks into."""
    found = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        found[place] = value
    return found


#: Objects that columns hold.
_HELD: Final = frozenset({str, int, float, bool, tuple, list, dict, type(None), datetime.date})


def of_objects(values: Sequence[Any]) -> Array:
    """The array that pandas makes of a list: of numbers, where all of them are. Raises Unsupported."""
    kinds = set(map(type, values))
    for plain, kind in ((bool, np.bool_), (int, np.int64), (float, np.float64)):
        if kinds <= {plain, kind}:
            return np.array(values, dtype=kind)
    if kinds and all(kind in {int, float, type(None)} or issubclass(kind, np.number) for kind in kinds):
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    if kinds == {np.datetime64}:
        return np.array(values)
    if not all(
        kind in _HELD or kind is Column or (issubclass(kind, np.generic) and not issubclass(kind, np.flexible))
        for kind in kinds
    ):
        raise Unsupported("a column of other objects")
    check_nesting(values)
    return objects_of(values)


def exchanged(values: Array, mask: Array, others: Any) -> Array:
    """The values, with others where the mask holds: an array, or a single one."""
    if (
        values.dtype.kind != "O"
        and not isinstance(others, str | None)
        and getattr(others, "dtype", values.dtype).kind not in "OUS"
    ):
        return np.where(mask, others, values)
    found = boxed(values)
    are_many = isinstance(others, np.ndarray) and others.ndim > 0
    for place in np.flatnonzero(mask).tolist():
        found[place] = others[place] if are_many else others
    return found


def listed_anew(values: Array) -> list[Any]:
    """The values in a list. Texts are held without objects of their own, and are made anew each time."""
    found = values.tolist()
    if not are_texts(values):
        return found  # type: ignore[no-any-return]
    return ["".join([*value]) if type(value) is str else value for value in found]


def is_missing(values: Array) -> Array:
    if values.dtype.kind == "f":
        return np.isnan(values)
    if values.dtype.kind in "mM":
        return np.isnat(values)
    if values.dtype.kind == "O":
        return np.array([value is None or value != value for value in values.tolist()], dtype=bool)  # noqa: PLR0124
    return np.zeros(len(values), dtype=bool)


def check_room(cells: int) -> None:
    """Raises Unsupported for more cells than are tried."""
    if cells > MOST_CELLS:
        raise Unsupported("a table too large")


def check_characters(machine: Machine, characters: int) -> None:
    """Pays for characters that are moved. Raises Unsupported for more than are tried."""
    if characters > MOST_CHARACTERS:
        raise Unsupported("texts too long")
    machine.allows(characters / _CHARACTERS)


def check_calls(machine: Machine, calls: int) -> None:
    """Pays for calls of NumPy's that the unit does not make itself."""
    machine.allows(_CALL * calls)


def characters(values: Array) -> int:
    """Of an array's texts."""
    return sum(len(value) for value in values.tolist() if isinstance(value, str)) if values.dtype.kind == "O" else 0


def name_of(text: Any) -> str:
    """A part of a label. Raises Unsupported for one that is no text, or a long one."""
    if type(text) is not str or len(text) > _LONGEST_NAME:
        raise Unsupported("a label of another kind")
    return text


def _are_mixed(arrays: Sequence[Array]) -> bool:
    return any(array.dtype.kind == "O" for array in arrays)
