"""Indexing: brackets, ``loc``, ``iloc``, ``at``, ``iat``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import note_views, pay, settled, take
from perfcast.trial.libraries.pandas.column_storage import as_label, own_values, put_columns
from perfcast.trial.libraries.pandas.copy_on_write import written_over
from perfcast.trial.libraries.pandas.elementwise import given, unwrapped
from perfcast.trial.libraries.pandas.method_calls import given_in, iterable
from perfcast.trial.libraries.pandas.prices import (
    CHOSEN_BOTH,
    CHOSEN_BOTH_ASIDE,
    COLUMN,
    LABEL_ASKED,
    STORED_IN_BOTH,
    TABLE,
    TEXT_CHOSEN,
    TEXT_PUT,
)
from perfcast.trial.libraries.pandas.values import (
    Array,
    Categories,
    Column,
    Labels,
    Table,
    Tabular,
    objects_of,
    of_objects,
    whole,
)

#: Of what is put from a table: its values in one array, once more in order, and those that are put into.
_COPIES_OF_TABLE: Final = 3
#: Of the place of a row that a mask chooses.
_PLACE: Final = 8


def item(holder: Any, key: Any) -> Any:
    """What `holder[key]` is. Raises KeyError, IndexError, Unsupported."""
    key = given_in(holder.machine, key)
    if callable(key):
        key = guarded(holder.machine, key)(holder.of if isinstance(holder, Places) else holder)
    if isinstance(holder, Table):
        return _of_table(holder, key)
    if isinstance(holder, Column):
        return _of_column(holder, key)
    if isinstance(holder, Labels):
        found = holder.values[unwrapped(key)]
        holder.machine.scalar(LABEL_ASKED if isinstance(found, str) else 0.0)
        return Labels(holder.machine, found, name=holder.name) if isinstance(found, np.ndarray) else found
    found = holder.special_item(key)
    return found


def put(holder: Any, key: Any, value: Any) -> None:
    """What `holder[key] = value` does."""
    key, value = given_in(holder.machine, key), given_in(holder.machine, value)
    if isinstance(holder, Table):
        _put_column(holder, key, value)
    elif isinstance(holder, Column):
        _put_values(holder, holder.labels, key, value)
    elif isinstance(holder, Places):
        holder.put(key, value)
    else:
        raise Unsupported("assigning to labels")


def _of_table(table: Table, key: Any) -> Any:
    if isinstance(key, Table):
        arrays = [np.where(unwrapped(key.column(name)), values, np.nan) for name, values in table.data.items()]
        return settled(TABLE, "where", table.like(arrays), table)
    mask = as_mask(key)
    if mask is not None:
        pay(table, TEXT_CHOSEN * sum(values.dtype.kind == "O" for values in table.data.values()))
        rows = chosen(table, mask)
        return settled(TABLE, "take", rows, table, aside=0 if mask.all() else _PLACE * len(rows))
    if isinstance(key, slice):
        note_views(table)
        return settled(TABLE, "slice", table.rows(_positions(table.labels, key)), table)
    if isinstance(key, list | Labels | np.ndarray | Column):
        names = list(unwrapped(key).tolist() if isinstance(key, Tabular | np.ndarray) else key)
        # Names in a list are made labels first.
        price = "labelled_columns" if isinstance(key, Labels) else "columns"
        return settled(TABLE, price, Table(table.machine, {n: table.data[n] for n in names}, table.labels), table)
    note_views(table)
    found = table.column(key)
    return settled(TABLE, "column", found, found)


def chosen(table: Table, mask: Array) -> Table:
    """The rows where a mask holds; where that is all of them, the table shares them."""
    if mask.all() and len(mask) == len(table):
        return table.shared()
    return table.rows(mask)


def _of_column(column: Column, key: Any) -> Any:
    mask = as_mask(key)
    if mask is not None:
        found = column.rows(mask)
        return settled(COLUMN, "take", found, column, aside=_PLACE * len(found))
    if isinstance(key, slice):
        return settled(COLUMN, "slice", column.rows(_positions(column.labels, key)), column.labels.picked(slice(0, 0)))
    if isinstance(key, list | np.ndarray | Labels | Column):
        places = _found(column.labels, key)
        return settled(COLUMN, "take", column.rows(places), column, aside=COLUMN["take"].aside * len(places))
    pay(column, COLUMN["item"].call)
    place = column.labels.all_where(key)
    return column.machine.made(column.values[place]) if isinstance(place, int) else column.rows(place)


def as_mask(key: Any) -> Array | None:
    """The mask that a key is, if it is one."""
    values = unwrapped(key) if isinstance(key, Column | Labels | np.ndarray) else key
    if isinstance(values, np.ndarray) and values.dtype.kind == "b":
        return values
    if isinstance(values, list) and values and all(type(value) is bool for value in values):
        return np.array(values)
    return None


def _positions(labels: Labels, key: slice) -> slice:
    """A slice of rows by position; one by labels that are no numbers includes its end."""
    bounds = [bound for bound in (key.start, key.stop) if bound is not None]
    if all(isinstance(bound, int | np.integer) for bound in bounds):
        return key
    start = None if key.start is None else labels.where(key.start)
    return slice(start, None if key.stop is None else labels.where(key.stop) + 1, key.step)


def _found(labels: Labels, wanted: Any) -> Array:
    """Places of labels. Raises KeyError."""
    names = unwrapped(wanted).tolist() if isinstance(wanted, Tabular | np.ndarray) else list(wanted)
    return labels.everywhere(names)


def _put_column(table: Table, key: Any, value: Any) -> None:
    table.machine.changes(table)
    before = len(table.data)
    rows = len(table) if table.data else len(value) if hasattr(value, "__len__") and not isinstance(value, str) else 0
    if not table.data and rows and not len(table.labels):
        table.labels = value.labels if isinstance(value, Column) else Labels(table.machine, None, rows)
    mask = as_mask(key) if not isinstance(key, Table) else None
    if mask is not None:
        for name in list(table.data):
            table.data[name] = _stored(table.data[name], mask, value)
    elif isinstance(key, list | Labels):
        put_columns(table, list(iterable(key)), value)
    elif isinstance(key, Table):
        for name, values in table.data.items():
            table.data[name] = _stored(values, key.data[name], value)
    else:
        table.data[as_label(key)] = own_values(table.labels, value)
        others = table.categories - {key}
        table.categories = others | {key} if isinstance(value, Categories) else others
    arrays = [value] if isinstance(value, np.ndarray) else []
    name = "store_new_column" if len(table.data) > before else "store_column"
    if isinstance(key, Table):
        name = "store_masked"
    settled(TABLE, name, table, table.labels, *arrays)


def _put_values(column: Column, labels: Labels, key: Any, value: Any, one: str = "store_item") -> None:
    """
    Args:
        one: what putting a single value is paid for as, where no copy is needed for it.
    """
    column.machine.changes(column)
    mask: Any = as_mask(key)
    is_one = mask is None and not isinstance(key, slice) and _takes(column.values, value)
    if mask is None:
        place = key if isinstance(key, slice) else labels.where_of([key])
        if not isinstance(place, slice) and place[0] < 0:
            column.values = np.append(column.values, value)
            column.labels = Labels(column.machine, of_objects([*labels.values.tolist(), key]))
            settled(COLUMN, "store", column, column)
            return
        mask = place
    column.values = _stored(column.values, mask, value)
    settled(COLUMN, one if is_one else "store", column, column, cells=0 if is_one else None)


def _stored(values: Array, where: Any, value: Any) -> Array:
    """A copy with other values at some places."""
    plain = given(value)
    if isinstance(plain, str | None) and values.dtype.kind != "O":
        values = values.astype(object) if isinstance(plain, str) else values.astype(np.float64)
    elif values.dtype.kind in "biu" and np.result_type(type(plain) if np.ndim(plain) == 0 else plain).kind == "f":
        values = values.astype(np.float64)
    found = values.copy()
    if isinstance(plain, np.ndarray) and plain.shape == values.shape:
        plain = plain[where]
    found[where] = np.nan if plain is None and found.dtype.kind == "f" else plain
    return found


def _takes(array: Array, value: Any) -> bool:
    """Whether a number can be put among others as they are."""
    if array.dtype.kind == "i":
        return type(value) is int or isinstance(value, np.int64)
    return array.dtype.kind == "f" and isinstance(value, int | float | np.number)


class Places(Tabular):
    """What ``loc``, ``iloc``, ``at`` and ``iat`` are."""

    __slots__ = ("by_label", "is_single", "of")

    def __init__(self, of: Table | Column, by_label: bool, *, is_single: bool) -> None:
        """
        Args:
            is_single: whether they are those of one value each.
        """
        super().__init__(of.machine)
        self.of, self.by_label, self.is_single = of, by_label, is_single

    @property
    def attributes(self) -> dict[str, Any]:
        return {"of": self.of}

    def special_item(self, key: Any) -> Any:
        rows, names = self._split(key)
        if isinstance(self.of, Column):
            return self._of_column(rows)
        table = self.of
        places = self._rows(rows)
        columns = None if names is None else self._columns(names)
        if isinstance(places, int) and columns is not None and not isinstance(columns, list):
            return self._cell(places, columns)
        note_views(table)
        if isinstance(places, int):
            return settled(TABLE, "row", self._row(places, columns), table.labels.picked(slice(0, 0)))
        price = "slice" if isinstance(places, slice) else "take"
        if columns is None:
            is_whole = isinstance(places, np.ndarray) and places.dtype == np.bool_ and bool(places.all())
            picked = chosen(table, places) if is_whole else table.rows(places)
            # The places of what is chosen as a whole are found nevertheless.
            aside = _PLACE * len(picked) if is_whole else None
            return settled(TABLE, price, picked, *self._operands(places), aside=aside)
        if isinstance(columns, list):
            if self.by_label and not isinstance(places, slice):
                pay(table, CHOSEN_BOTH)
                self.machine.briefly(CHOSEN_BOTH_ASIDE)
            elif isinstance(places, slice):
                pay(table, TABLE["columns"].call)
                take(self.machine, TABLE["columns"], 0)
            part = Table(table.machine, {name: table.data[name] for name in columns}, table.labels)
            picked = part.rows(places)
            picked.nbytes = part.nbytes
            aside = _PLACE * len(picked) if as_mask(places) is not None else None
            return settled(TABLE, price, picked, *self._operands(places), aside=aside)
        pay(table, TABLE["picked"].call)
        take(self.machine, TABLE["picked"], 0)
        found = table.column(columns).rows(places)
        return settled(COLUMN, price, found, found)

    def put(self, key: Any, value: Any) -> None:
        rows, names = self._split(key)
        self.machine.changes(self.of)
        if isinstance(self.of, Column):
            _put_values(self.of, self.of.labels, rows, value, "store_item" if self.is_single else "store_found")
            return
        table = self.of
        columns = list(table.data) if names is None else self._columns(names, is_new=True)
        try:
            places = self._rows(rows)
        except KeyError:
            self._append(rows, value)
            return
        plain = unwrapped(value)
        if isinstance(places, int) and not isinstance(columns, list) and self._put_number(places, columns, value):
            return
        names = columns if isinstance(columns, list) else [columns]
        if isinstance(value, Table) and not self._fits(value, places, names):
            raise Unsupported("what is put where other rows or columns are")
        if (
            isinstance(places, np.ndarray)
            and places.dtype.kind == "b"
            and not places.any()
            and {*names} <= {*table.data}
        ):
            # Nothing is to be copied where nothing is put.
            settled(TABLE, "store", table, table.labels, aside=0)
            return
        for number, name in enumerate(names):
            old = table.data.get(name)
            if old is None:
                old = np.full(len(table), np.nan)
            of_row = isinstance(places, int) and np.ndim(plain) == 1 and len(plain) == len(names)
            one = plain[number] if of_row else value.data[name] if isinstance(value, Table) else value
            table.data[name] = _stored(old, places, one)
        pay(table, TEXT_PUT if isinstance(value, str) else 0.0)
        # A column is taken out of its block and copied again; several at chosen rows are put into a copy of theirs.
        sizes = [table.data[name].nbytes for name in names if table.data[name].dtype.kind != "O"]
        are_chosen = isinstance(columns, list) and isinstance(places, np.ndarray)
        copies = _COPIES_OF_TABLE if isinstance(value, Table) else 1
        aside = copies * sum(sizes) if are_chosen else max(sizes, default=0)
        if are_chosen:
            pay(table, STORED_IN_BOTH)
        settled(TABLE, "store", table, table.labels, aside=aside)

    def _fits(self, value: Table, places: Any, names: list[Any]) -> bool:
        """Whether a table has the labels of where it is put."""
        return list(value.data) == names and np.array_equal(value.labels.values, self.of.labels.values[places])

    def _put_number(self, place: int, name: Any, value: Any) -> bool:
        """Whether a value could be put where it belongs, without a copy."""
        table = self.of
        assert isinstance(table, Table)
        array = table.data.get(name)
        if array is None or not _takes(array, value):
            return False
        written_over(table, name)[place] = value
        note_views(table, 1 if self.is_single else 2)
        # What may be of many is looked for in other ways first.
        pay(table, TABLE["store_item" if self.is_single else "store_found"].call)
        return True

    def _append(self, label: Any, value: Any) -> None:
        """A new row, which copies all."""
        table = self.of
        assert isinstance(table, Table)
        row = list(unwrapped(value)) if not isinstance(value, str | int | float) else [value] * len(table.data)
        if isinstance(value, dict):
            row = [value.get(name) for name in table.data]
        arrays = [of_objects([*array.tolist(), one]) for array, one in zip(table.data.values(), row, strict=True)]
        labels = Labels(table.machine, None, len(table) + 1)
        if not (table.labels.is_range and label == len(table)):
            labels = Labels(table.machine, of_objects([*table.labels.values.tolist(), label]))
        grown = whole(table.machine, list(table.data), arrays, labels)
        table.data, table.labels = grown.data, grown.labels
        settled(TABLE, "concat", table, table)

    def _split(self, key: Any) -> tuple[Any, Any]:
        """What is said of rows, and of columns."""
        if isinstance(key, tuple) and isinstance(self.of, Table) and len(key) == 2:
            return key
        return key, None

    def _operands(self, places: Any) -> tuple[Any, ...]:
        return (self.of.labels.picked(slice(0, 0)),) if isinstance(places, slice) else (self.of,)

    def _rows(self, rows: Any) -> Any:
        mask = as_mask(rows)
        if mask is not None:
            return mask
        if isinstance(rows, slice):
            if not self.by_label or rows == slice(None):
                return rows
            labels = self.of.labels
            start = None if rows.start is None else labels.where(rows.start)
            return slice(start, None if rows.stop is None else labels.where(rows.stop) + 1, rows.step)
        if isinstance(rows, list | np.ndarray | Labels | Column | range):
            wanted = list(rows) if isinstance(rows, range) else rows
            return _found(self.of.labels, wanted) if self.by_label else np.asarray(unwrapped(wanted), dtype=np.int64)
        return self.of.labels.all_where(rows) if self.by_label else range(len(self.of))[rows]

    def _columns(self, names: Any, *, is_new: bool = False) -> Any:
        table = self.of
        assert isinstance(table, Table)
        every = list(table.data)
        if not self.by_label:
            found = objects_of(every)[unwrapped(names)] if not isinstance(names, slice) else every[names]
            return list(found) if isinstance(found, np.ndarray | list) else found
        mask = as_mask(names)
        if mask is not None:
            return [name for name, keeps in zip(every, mask.tolist(), strict=True) if keeps]
        if isinstance(names, slice):
            start = None if names.start is None else every.index(names.start)
            return every[start : None if names.stop is None else every.index(names.stop) + 1]
        if isinstance(names, list | Labels | np.ndarray):
            return list(unwrapped(names).tolist() if isinstance(names, Tabular | np.ndarray) else names)
        if names not in table.data and not is_new:
            raise KeyError(names)
        return names

    def _row(self, place: int, columns: list[Any] | None) -> Column:
        table = self.of
        assert isinstance(table, Table)
        return row_of(table, place, list(table.data) if columns is None else columns)

    def _of_column(self, rows: Any) -> Any:
        column = self.of
        assert isinstance(column, Column)
        places = self._rows(rows)
        if isinstance(places, int):
            return self._number(column.values[places])
        return settled(
            COLUMN, "slice" if isinstance(places, slice) else "take", column.rows(places), self._operands(places)[0]
        )

    def _cell(self, place: int, name: Any) -> Any:
        table = self.of
        assert isinstance(table, Table)
        way = "loc" if self.by_label else "iloc"
        if self.is_single:
            way = "at" if self.by_label else "iat"
        if way != "iat":
            note_views(table)
        price = TABLE[f"cell_{way}"]
        pay(table, price.call)
        take(self.machine, price, 0)
        return self.machine.made(table.data[name][place])

    def _number(self, value: Any) -> Any:
        pay(self.of, COLUMN["picked"].call)
        return self.machine.made(value)


def row_of(table: Table, place: int, names: list[Any]) -> Column:
    """A row as a column, with the names as its labels."""
    values = of_objects([table.data[name][place] for name in names])
    label = table.labels.values[place] if not table.labels.is_range else place
    return Column(table.machine, values, Labels(table.machine, of_objects(names)), label)
