"""Operators and NumPy functions between data frames, series and others, with alignment."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from math import isnan
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.buffers import fits_twice
from perfcast.trial.libraries.pandas.charging import settled
from perfcast.trial.libraries.pandas.offset_values import Offset
from perfcast.trial.libraries.pandas.prices import COLUMN, TABLE
from perfcast.trial.libraries.pandas.products import product
from perfcast.trial.libraries.pandas.values import (
    MOST_CHARACTERS,
    Array,
    Column,
    Labels,
    Table,
    Tabular,
    is_missing,
    objects_of,
    of_objects,
    taken,
)

Operation = Callable[[Any, Any], Any]
#: Digits that a number is rounded to.
_MOST_DIGITS: Final = 300
_COMPARING: Final = frozenset({operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge})
#: Of whole numbers, which a missing one makes numbers with a fraction.
_LOGICAL: Final = frozenset({operator.and_, operator.or_, operator.xor})
#: Of numbers that are objects too.
_OF_NUMBERS: Final = frozenset({operator.add, operator.sub, operator.mul})
#: Products of numbers below have room among NumPy's.
_LARGE: Final = 2.0**31

#: Bytes of a number.
_WIDE: Final = 8


def operated(run: Operation, left: Any, right: Any) -> Any:
    """What an operator gives for two values one of which is a table, a column or labels. Raises Unsupported."""
    if run is operator.matmul:
        return product(left, right)
    if isinstance(left, Offset):
        return left.operated(run, right, is_left=True)
    if isinstance(right, Offset):
        return right.operated(run, left, is_left=False)
    if isinstance(left, Table) or isinstance(right, Table):
        return _of_tables(run, left, right)
    if isinstance(left, Column) or isinstance(right, Column):
        return _of_columns(run, left, right)
    first = left if isinstance(left, Labels) else right
    values = computed(run, given(left), given(right))
    found = values if values.dtype.kind == "b" else Labels(first.machine, values, name=first.name)
    return settled(TABLE, "index_operator", found, first)


def changed(run: Callable[[Any], Any], operand: Tabular) -> Any:
    """What an operator, or a function such as ``abs``, gives for each value."""
    if isinstance(operand, Column):
        return settled(COLUMN, "unary", operand.like(_numbers(run, operand.values)), operand)
    if isinstance(operand, Table):
        found = operand.like([_numbers(run, values) for values in operand.data.values()])
        return settled(TABLE, "unary", found, operand)
    raise Unsupported("an operator of labels")


def rounded(operand: Tabular, digits: int | None = None) -> Any:
    """As ``round``."""
    check_digits(digits or 0)
    return changed(lambda values: np.round(values, digits or 0), operand)


def check_digits(digits: int) -> None:
    """Refuses to round to more digits than any number has."""
    if abs(digits) > _MOST_DIGITS:
        raise Unsupported("so many digits")


#: Built-in functions that tables have answers of their own for.
CHANGING: Final[Mapping[Any, Callable[..., Any]]] = {
    abs: lambda operand: changed(operator.abs, operand),
    round: rounded,
}


def computed(run: Operation, left: Any, right: Any) -> Array:
    """An operator between arrays, or an array and a single value. Raises Unsupported for most objects."""
    if _is_of_objects(left) or _is_of_objects(right):
        return _of_objects(run, left, right)
    if isinstance(left, str) or isinstance(right, str):
        if run not in _COMPARING:
            raise Unsupported("an operator of numbers and texts")
        shape = np.shape(right if isinstance(left, str) else left)
        return np.full(shape, run is operator.ne)
    if run in _LOGICAL:
        left, right = _logical(left), _logical(right)
    elif run in _COMPARING:
        left, right = _as_time(left, right), _as_time(right, left)
    found: Array = np.asarray(run(left, right))
    return found


def unwrapped(value: Any) -> Any:
    """As an array, or a list of such, what NumPy is given."""
    if isinstance(value, Table):
        return value.matrix()
    if isinstance(value, Column | Labels):
        return value.values
    if isinstance(value, Tabular):
        raise Unsupported("NumPy's functions of other things of pandas'")
    if isinstance(value, list | tuple) and any(isinstance(part, Tabular) for part in value):
        return [unwrapped(part) for part in value]
    return value


def has_tables(values: Any) -> bool:
    """Whether one of the arguments of NumPy's is of pandas, or a list of such."""
    return any(
        isinstance(value, Tabular)
        or (isinstance(value, list | tuple) and any(isinstance(part, Tabular) for part in value[:8]))
        for value in values
    )


def wrapped(found: Any, args: tuple[Any, ...]) -> Any:
    """What an elementwise function of NumPy's gives of pandas' arguments."""
    first = next((arg for arg in args if isinstance(arg, Tabular)), None)
    if not isinstance(found, np.ndarray):
        return found
    if isinstance(first, Table) and found.ndim == 2:
        return settled(TABLE, "numpy", first.like(list(found.T)), first)
    if isinstance(first, Column) and found.shape == (len(first),):
        return settled(COLUMN, "numpy", first.like(found), first)
    return found


def _of_columns(run: Operation, left: Any, right: Any) -> Any:
    first = left if isinstance(left, Column) else right
    labels = first.labels
    if isinstance(left, Column) and isinstance(right, Column) and not left.labels.is_like(right.labels):
        labels = joined_labels(left.labels, right.labels)
        left, right = left.aligned(labels), right.aligned(labels)
        name = None
    else:
        same = isinstance(left, Column) and isinstance(right, Column) and left.name != right.name
        name = None if same else first.name
        left, right = given(left), given(right)
    values = computed(run, left, right)
    if values.shape != (len(labels),):
        raise ValueError("lengths do not match")
    price = "texts" if _is_of_objects(left) or _is_of_objects(right) else "operator"
    return settled(COLUMN, price, Column(first.machine, values, labels, name), first)


def _of_tables(run: Operation, left: Any, right: Any) -> Any:
    first = left if isinstance(left, Table) else right
    if isinstance(left, Table) and isinstance(right, Table):
        labels = left.labels if left.labels.is_like(right.labels) else joined_labels(left.labels, right.labels)
        ours, theirs = _aligned(left, labels), _aligned(right, labels)
        names = list(ours) if list(ours) == list(theirs) else sorted({*ours, *theirs}, key=str)
        nothing = np.full(len(labels), np.nan)
        arrays = [computed(run, ours.get(name, nothing), theirs.get(name, nothing)) for name in names]
        found = Table(first.machine, {}, labels).like(arrays, names)
        return settled(TABLE, "operator", found, left, right)
    other = right if first is left else left
    if isinstance(other, Column):
        by_name = dict(zip(other.labels.values.tolist(), other.values.tolist(), strict=True))
        names = list(first.data) if set(by_name) <= set(first.data) else sorted({*first.data, *by_name}, key=str)
        nothing = np.full(len(first), np.nan)
        parts = [(first.data.get(name, nothing), by_name.get(name, np.nan)) for name in names]
        arrays = [computed(run, *(both if first is left else both[::-1])) for both in parts]
        return settled(TABLE, "aligned", first.like(arrays, names), first, aside=repeating(first))
    values = given(other)
    if isinstance(values, np.ndarray) and values.ndim:
        parts = list(values.T) if values.ndim == 2 else list(values)
        if len(parts) != len(first.data):
            raise ValueError("shapes do not match")
    else:
        parts = [values] * len(first.data)
    sides = [(array, part) if first is left else (part, array) for array, part in zip(first.data.values(), parts)]  # noqa: B905
    return settled(TABLE, "operator", first.like([computed(run, *both) for both in sides]), first)


def joined_labels(left: Labels, right: Labels) -> Labels:
    """Those of both, in order."""
    if not (left.is_unique and right.is_unique):
        raise Unsupported("rows of equal labels brought into line")
    found = {*left.values.tolist(), *right.values.tolist()}
    try:
        return Labels(left.machine, of_objects(sorted(found)))
    except TypeError:
        return Labels(left.machine, of_objects(list(found)))


def repeating(table: Table) -> int:
    """Bytes of values that go with rows or columns, brought into line with as many of a table as a buffer takes; each
    column is a row of pandas'."""
    buffered = table.machine.buffered
    return _WIDE * buffered(table.cells) if len(table.data) > 1 and fits_twice(len(table), buffered) else 0


def _aligned(table: Table, labels: Labels) -> dict[Any, Array]:
    if table.labels.is_like(labels):
        return table.data
    places = table.labels.where_of(labels.values.tolist())
    return {name: taken(values, places) for name, values in table.data.items()}


def given(value: Any) -> Any:
    """A value that goes with a column: an array, or a single one. Raises Unsupported for others."""
    if isinstance(value, Column | Labels):
        return value.values
    if isinstance(value, list | tuple):
        return of_objects(list(value))
    if isinstance(value, timedelta):
        return np.timedelta64(value)
    if isinstance(value, datetime) and value.tzinfo is None:
        return np.datetime64(value)
    if value is None or (
        isinstance(value, int | float | str | np.ndarray | np.generic) and not isinstance(value, np.flexible)
    ):
        return value
    raise Unsupported("an operator of a table and something else")


def _is_of_objects(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.kind == "O"


def _of_objects(run: Operation, left: Any, right: Any) -> Array:
    """Texts are put together and compared; of others nobody knows how long that takes."""
    length = len(left) if isinstance(left, np.ndarray) and left.ndim else len(right)
    ones = left.tolist() if isinstance(left, np.ndarray) and left.ndim else [left] * length
    others = right.tolist() if isinstance(right, np.ndarray) and right.ndim else [right] * length
    if run in _COMPARING:
        return np.array([bool(run(one, other)) for one, other in zip(ones, others, strict=True)], dtype=bool)
    if run in _LOGICAL:
        return np.array([bool(run(bool(a), bool(b))) for a, b in zip(ones, others, strict=True)], dtype=bool)
    if run in _OF_NUMBERS and all(map(_is_small, (*ones, *others))):
        return objects_of(np.asarray(run(of_objects(ones), of_objects(others))).tolist())
    if run is not operator.add or not all(isinstance(value, str | float | None) for value in (*ones, *others)):
        raise Unsupported("an operator of objects")
    if sum(len(value) for value in (*ones, *others) if isinstance(value, str)) > MOST_CHARACTERS:
        raise Unsupported("texts too long")
    both = zip(ones, others, strict=True)
    return of_objects([a + b if isinstance(a, str) and isinstance(b, str) else np.nan for a, b in both])


def _is_small(value: Any) -> bool:
    return type(value) in (int, float) and (abs(value) < _LARGE or isnan(value))


def _as_time(value: Any, other: Any) -> Any:
    """A number that is compared with times: a made-up argument in the place of one."""
    if isinstance(value, int | float) and isinstance(other, np.ndarray) and other.dtype.kind == "M":
        return other.min(initial=other[0]) + np.timedelta64(int(value) % 10_000, "h") if len(other) else value
    return value


def _logical(value: Any) -> Any:
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return ~is_missing(value) & (value != 0)
    return value


def _numbers(run: Callable[[Any], Any], values: Array) -> Array:
    if values.dtype.kind == "O":
        if run is operator.invert:
            return np.array([not value for value in values.tolist()], dtype=bool)
        raise Unsupported("an operator of objects")
    found: Array = run(values)
    return found
