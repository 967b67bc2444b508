"""Groups of rows, and what their operations cost."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, settled, take
from perfcast.trial.libraries.pandas.hash_tables import table_for, telling_apart
from perfcast.trial.libraries.pandas.method_calls import iterable
from perfcast.trial.libraries.pandas.prices import (
    AGGREGATED,
    AT_ONCE,
    CHOSEN,
    COLUMN_AT_ONCE,
    FURTHER_KEY,
    GROUP,
    GROUP_TABLE,
    GROUPS,
    OBJECT_KEYS,
    SEVERAL_KEYS,
    TYPE_AT_ONCE,
    Price,
)
from perfcast.trial.libraries.pandas.series_rows import label_columns
from perfcast.trial.libraries.pandas.values import Array, Column, Labels, Table, Tabular, are_texts, of_objects, whole

#: Bytes of a group's value while groups are put in order; of a row's place, and numbers of them while groups are gone
#: through; of the number that a row has by one key of several, of what it has by all of them besides, and of a group by
#: several.
_NUMBERED: Final = 8
_PLACE: Final = 8
_ORDERS: Final = 3
_CODE: Final = 8
_BOTH: Final = 18
_PAIR: Final = 40
#: Of a row by several keys some of which are texts.
_SEVERAL_TEXTS: Final = 75
#: Bytes of a row whose key is held against the next one, and of each run of alike keys.
_COMPARED: Final = 2
_RUN: Final = 24
#: Bytes of each key beyond the first while a result is labelled, and of making keys columns of it.
_LEVEL: Final = 9_500
_AS_COLUMNS: Final = 3_000
#: Bytes of a group of rows that follow each other, and of one between them that has none.
_BIN: Final = 60
_EMPTY_BIN: Final = 17
#: Operations that put no rows in the order of their groups.
_UNSORTED: Final = frozenset({"resample", "ohlc", "nunique"})
#: Operations that reckon with all columns of a type at once.
_AT_ONCE: Final = frozenset({"sum", "std", "median", "transform", "cumsum", "rank"})


class Groups(Tabular):
    """A table or column whose rows are in groups.

    Attributes:
        of: the table or column.
        apart: names of its columns that are keys.
        keys: an array for each level; names: theirs.
        chosen: labels of the columns that are computed with.
        as_labels: whether keys become labels.
        has_runs: whether the keys show that groups are rows that follow each other, and no table is needed to tell.
        has_sorted: whether rows were put in groups before, which takes time but once.
        is_in_order: whether groups are rows that follow each other.
    """

    __slots__ = (
        "_order",
        "apart",
        "as_labels",
        "chosen",
        "codes",
        "has_runs",
        "has_sorted",
        "is_in_order",
        "keys",
        "labels",
        "names",
        "of",
    )
    nbytes = 2_000

    def __init__(
        self,
        of: Table | Column,
        keys: list[Array],
        names: list[Any],
        *,
        apart: Collection[Any] = (),
        as_labels: bool = True,
        sort: bool = True,
    ) -> None:
        super().__init__(of.machine)
        self.of, self.keys, self.names, self.apart, self.as_labels = of, keys, names, apart, as_labels
        rows: list[Any] = (
            keys[0].tolist() if len(keys) == 1 else list(zip(*(key.tolist() for key in keys), strict=True))
        )
        found: dict[Any, int] = {}
        for row in rows:
            if row == row and row is not None:  # noqa: PLR0124
                found.setdefault(row, len(found))
        order = _in_order(found) if sort else list(found)
        places = {row: place for place, row in enumerate(order)}
        self.codes = np.array([places.get(row, -1) for row in rows], dtype=np.int64)
        self.labels = order
        self.chosen = [name for name in of.data if name not in apart] if isinstance(of, Table) else []
        self.has_sorted = self.is_in_order = False
        self.has_runs = len(keys) == 1 and _follow_each_other(keys[0])
        self._order: list[Array] | None = None

    @property
    def attributes(self) -> dict[str, Any]:
        return {"of": self.of, "codes": self.codes} if self.has_sorted else {"of": self.of}

    def __len__(self) -> int:
        return len(self.labels)

    def __iter__(self) -> Iterator[Any]:
        """The groups, each with its key."""
        self.settle("iterate", None, columns=1)
        # The numbers of the rows' groups, these in order, and the order.
        return self.machine.alive_while(_PLACE * _ORDERS * len(self.codes), self._each())

    def _each(self) -> Iterator[Any]:
        """All rows are put in the order of the groups, each of which is a part of that."""
        ordered = self.rows(np.concatenate(self.places or [np.array([], dtype=np.int64)]))
        last = 0
        for key, rows in zip(self.labels, self.places, strict=True):
            pay(self, GROUP if isinstance(self.of, Column) else GROUP_TABLE)
            first, last = last, last + len(rows)
            yield key, self.machine.made(ordered.rows(slice(first, last)))

    @property
    def places(self) -> list[Array]:
        """Of the rows of each group."""
        if self._order is None:
            order = np.argsort(self.codes, kind="stable")
            ends = np.searchsorted(self.codes[order], np.arange(len(self.labels) + 1))
            self._order = [order[first:last] for first, last in pairwise(ends)]
            self.machine.pass_over(len(self.labels))
        return self._order

    def special_item(self, key: Any) -> Any:
        """Fewer columns."""
        if not isinstance(self.of, Table):
            raise KeyError(key)
        found = Groups.__new__(Groups)
        for name in Groups.__slots__:
            setattr(found, name, getattr(self, name))
        found.machine = self.machine
        if isinstance(key, list | tuple):
            found.chosen = list(key)
            pay(self, CHOSEN)
        else:
            found.of, found.chosen = self.of.column(key), []
        pay(self, GROUPS["select"].call)
        return found

    def parts(self) -> dict[Any, Array]:
        """The columns that are computed with."""
        if isinstance(self.of, Column):
            return {self.of.name: self.of.values}
        return {name: self.of.data[name] for name in self.chosen}

    def rows(self, places: Any) -> Any:
        """A group."""
        if isinstance(self.of, Column):
            return self.of.rows(places)
        names = list(self.of.data) if len(self.chosen) + len(self.apart) >= len(self.of.data) else self.chosen
        return Table(self.machine, {name: self.of.data[name] for name in names}, self.of.labels).rows(places)

    def key_labels(self) -> Labels:
        if len(self.keys) == 1:
            return Labels(self.machine, of_objects(list(self.labels)), name=self.names[0])
        return Labels(self.machine, of_objects(list(self.labels)), name=self.names)

    def made(self, arrays: list[Array], names: list[Any]) -> Any:
        """A row for each group."""
        if isinstance(self.of, Column) and len(arrays) == 1 and names == [self.of.name] and self.as_labels:
            return Column(self.machine, arrays[0], self.key_labels(), self.of.name)
        if self.as_labels:
            return whole(self.machine, names, arrays, self.key_labels())
        keys = label_columns(self.key_labels())
        return whole(self.machine, [*keys, *names], [*keys.values(), *arrays])

    def _numbering(self) -> float | None:
        """Bytes besides the codes of giving each row the number of its group; None where keys are objects."""
        if any(key.dtype.kind == "O" for key in self.keys):
            return None if len(self.keys) == 1 and not are_texts(self.keys[0]) else self._numbering_of_texts()
        rows, groups = len(self.codes), len(self.labels)
        if len(self.keys) == 1 and self.keys[0].dtype.kind == "b":
            return 0.0
        if len(self.keys) == 1:
            if self.has_runs:
                return _COMPARED * rows + _RUN * groups
            return telling_apart(self.machine, rows, groups) + _NUMBERED * groups
        return table_for(self.machine, rows) + rows * (_CODE * len(self.keys) + _BOTH) + _PAIR * groups

    def _numbering_of_texts(self) -> float:
        """Arrow's own memory has the table of one key; of several, those of their numbers are here."""
        return 0.0 if len(self.keys) == 1 else _SEVERAL_TEXTS * len(self.codes)

    def settle(self, name: str, found: Any, *, columns: int | None = None, aside: int = 0) -> Any:
        """Pays for putting the rows in groups, the first time, and for the operation.

        Args:
            aside: bytes that it takes for a moment, beyond what the price says.
        """
        if not self.has_sorted:
            self.has_sorted = True
            settled(GROUPS, "keys_in_order" if self.has_runs else "keys", self.codes, self, aside=self._numbering())
            if any(key.dtype.kind == "O" for key in self.keys):
                pay(self, OBJECT_KEYS)
            if len(self.keys) > 1:
                pay(self, FURTHER_KEY * (len(self.keys) - 1), SEVERAL_KEYS * len(self.codes))
        price: Price = GROUPS[name]
        parts = max(1, len(self.parts()) if columns is None else columns)
        cells = len(self.codes) * parts
        is_at_once = name in _AT_ONCE and columns is None and isinstance(self.of, Table)
        call = self.machine.recent.takes(
            price, price.call + (self._at_once() if is_at_once else AGGREGATED * (parts - 1))
        )
        self.machine.array(cells, 1_000 * call, price.cell * cells)
        if isinstance(found, Tabular):
            self.machine.made_of(found, (self,))
        is_quick = self.has_runs or (len(self.keys) == 1 and are_texts(self.keys[0]))
        sorting = 0 if name in _UNSORTED else (8 if is_quick else 16) * len(self.codes)
        if self.is_in_order:
            filled = len(np.unique(self.codes))
            sorting = _BIN * filled + _EMPTY_BIN * (len(self.labels) - filled)
        several = _LEVEL * (len(self.keys) - 1) if self.as_labels else _LEVEL * (len(self.keys) - 1) + _AS_COLUMNS
        take(self.machine, price, int(price.aside * cells) + sorting + several + aside)
        return found

    def _at_once(self) -> float:
        """Microseconds of reckoning with a table's columns, those of a type together, beyond what a column takes."""
        kinds = [values.dtype for values in self.parts().values()]
        return AT_ONCE + TYPE_AT_ONCE * len(set(kinds)) + COLUMN_AT_ONCE * len(kinds)


def _in_order(keys: Collection[Any]) -> list[Any]:
    """Different keys; numbers before texts."""
    try:
        return sorted(keys)
    except TypeError:
        return sorted(keys, key=lambda key: (isinstance(key, str), key))


def _follow_each_other(keys: Array) -> bool:
    """Whether groups are rows that follow each other, as keys that rise or fall all along show: such rows are numbered
    by holding each key against the next one, without a table (`_factorize_monotonic` in pandas' grouper.py)."""
    if len(keys) <= 1 or keys.dtype.kind not in "iufmMb":
        return False
    return bool((keys[1:] >= keys[:-1]).all() or (keys[1:] <= keys[:-1]).all())


class Bins(Tabular):
    """As ``Grouper``: groups of times that a column of a table holds.

    Attributes:
        groups: what puts a table's rows into them.
    """

    __slots__ = ("groups",)

    def __init__(self, machine: Machine, groups: Callable[[Table], Groups]) -> None:
        super().__init__(machine)
        self.groups: Callable[[Table], Groups] = groups


def grouped(
    of: Any,
    by: Any = None,
    axis: Any = 0,
    level: Any = None,
    as_index: bool = True,
    sort: bool = True,
    group_keys: bool = True,
    observed: bool = True,
    dropna: bool = True,
) -> Groups:
    """As ``groupby``."""
    wanted = (
        [by] if not isinstance(by, list) or (by and not isinstance(by[0], str | Column | np.ndarray | Labels)) else by
    )
    keys: list[Array] = []
    names: list[Any] = []
    apart = []
    if isinstance(by, Bins):
        if not isinstance(of, Table):
            raise Unsupported("a column in groups of times")
        return by.groups(of)
    if by is None:
        wanted = [of.labels]
    for one in wanted:
        if isinstance(one, Column):
            keys.append(one.aligned(of.labels))
            names.append(one.name)
        elif isinstance(one, Labels):
            levels = label_columns(one)
            if level is None and len(levels) > 1:
                raise Unsupported("labels of several levels")
            place = level if isinstance(level, int) else 0 if level is None else list(levels).index(level)
            keys.append(list(levels.values())[place])
            names.append(one.name if not isinstance(one.name, list) else list(levels)[place])
        elif isinstance(one, np.ndarray | list):
            keys.append(of_objects(list(iterable(one))))
            names.append(None)
        elif callable(one):
            run = guarded(of.machine, one)
            keys.append(of_objects([run(label) for label in of.labels.values.tolist()]))
            names.append(None)
        elif isinstance(of, Table):
            keys.append(of.data[one])
            names.append(one)
            apart.append(one)
        else:
            raise KeyError(one)
    if any(len(key) != len(of) for key in keys):
        raise ValueError("Grouper and axis must be same length")
    found = Groups(of, keys, names, apart=apart, as_labels=as_index, sort=sort)
    found.machine.pass_over(len(of) // 4)
    price = GROUPS["made_by_array" if isinstance(by, np.ndarray) else "made"]
    pay(found, price.call)
    take(found.machine, price, 0)
    return found
