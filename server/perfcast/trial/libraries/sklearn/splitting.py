"""``sklearn.model_selection``: splits and folds."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.values import Column, Table
from perfcast.trial.libraries.scipy.sparse.values import Sparse, dense_of
from perfcast.trial.libraries.sklearn.arrays import Array
from perfcast.trial.libraries.sklearn.function_calls import Call, check_lengths, source_of
from perfcast.trial.libraries.sklearn.models import Model
from perfcast.trial.libraries.sklearn.sparse import rows_of, sparse_of

#: Part of the rows that is for testing where nothing is said.
_USUAL: Final = 0.25
#: Of the allowance for a fold.
_FOLD: Final = 10.0


def train_test_split(
    call: Call,
    *arrays: Any,
    test_size: Any = None,
    train_size: Any = None,
    random_state: Any = None,
    shuffle: Any = True,
    stratify: Any = None,
) -> Any:
    """As that function."""
    if not arrays:
        raise ValueError("At least one array required as input")
    check_lengths(*arrays)
    rows = rows_of(arrays[0])
    train, test = _sizes(rows, test_size, train_size)
    if not shuffle:
        first, second = np.arange(train), np.arange(train, train + test)
    elif stratify is None:
        order = source_of(random_state).permutation(rows)
        first, second = order[test : test + train], order[:test]
        call.pays("shuffled", rows)
    else:
        labels = call.column(stratify)
        first, second = _by_class(call, labels, train, test, source_of(random_state))
    found = []
    for array in arrays:
        found += [rows_at(call, array, first), rows_at(call, array, second)]
        call.pays(*_price(array))
    return call.gives("train_test_split", found, rows, aside=8 * rows)


def _sizes(rows: int, test_size: Any, train_size: Any) -> tuple[int, int]:
    """How many rows are for training, and for testing. Raises ValueError."""
    for size in (test_size, train_size):
        if size is not None and not isinstance(size, int | float | np.number):
            raise Unsupported("a part of another kind")
    if test_size is None and train_size is None:
        test_size = _USUAL
    test = _size(rows, test_size, ceil) if test_size is not None else None
    train = _size(rows, train_size, floor) if train_size is not None else rows - (test or 0)
    test = rows - train if test is None else test
    if train + test > rows or test < 1 or train < 1:
        raise ValueError(f"With n_samples={rows}, the resulting train set or test set will be empty.")
    return train, test


def _size(rows: int, size: Any, rounded: Any) -> int:
    is_part = isinstance(size, float | np.floating)
    if (is_part and not 0 < size < 1) or (not is_part and not 0 < size < rows):
        raise ValueError(f"size={size} should be either positive and smaller than the number of samples, or a part")
    return int(rounded(size * rows)) if is_part else int(size)


def _by_class(call: Call, labels: Array, train: int, test: int, source: np.random.RandomState) -> tuple[Array, Array]:
    """Places so that each label's part is the same on both sides."""
    values, codes, counts = np.unique(labels, return_inverse=True, return_counts=True)
    if counts.min() < 2 and not call.is_shrunk:
        raise ValueError("The least populated class in y has only 1 member, which is too few.")
    if min(train, test) < len(values) and not call.is_shrunk:
        raise ValueError("The test_size should be greater or equal to the number of classes")
    call.allows(len(labels), 1.0)
    call.pays("stratified", len(labels))
    order = np.lexsort((source.permutation(len(labels)), codes))
    # Equally far apart among those that are in the order of their labels.
    chosen = np.zeros(len(labels), dtype=bool)
    chosen[order[np.linspace(0, len(labels) - 1, test).astype(np.int64)]] = True
    first, second = np.flatnonzero(~chosen), np.flatnonzero(chosen)
    return source.permutation(first)[:train], source.permutation(second)


def rows_at(call: Call, array: Any, places: Array) -> Any:
    """The rows of an array, a table, a column or a list that stand at those places. Raises Unsupported."""
    if isinstance(array, np.ndarray):
        call.operands.append(array)
        call.allows(array.size)
        return array[places]
    if isinstance(array, Table | Column):
        call.operands.append(array)
        return array.rows(places)
    if isinstance(array, Sparse):
        return sparse_of(call.machine, dense_of(array)[places])
    if isinstance(array, list):
        return call.machine.made([array[place] for place in places.tolist()])
    raise Unsupported("rows of another kind")


def _price(array: Any) -> tuple[str, float, float]:
    """The name of the price of rows of one, its elements and its rows."""
    if isinstance(array, Sparse):
        return "part of rows", array.count, array.shape[0]
    if isinstance(array, Table):
        return "part of a table", array.cells, 0.0
    if isinstance(array, np.ndarray):
        return ("part of rows", array.size, len(array)) if array.ndim > 1 else ("part of numbers", array.size, 0.0)
    return "part of a column" if isinstance(array, Column) else "part of a list", len(array), 0.0


def _count_splits(call: Call, own: Instance, *_: Any, **__: Any) -> Any:
    return own.attributes["n_splits"]


def _folds(call: Call, own: Instance, X: Any, y: Any = None, groups: Any = None) -> Iterator[Any]:
    """As ``KFold.split``."""
    rows = rows_of(X)
    parts = _parts(call, own, rows)
    places = np.arange(rows)
    if own.attributes["shuffle"]:
        call.pays("shuffled folds", rows)
        places = source_of(own.attributes["random_state"]).permutation(rows)
    ends = np.cumsum([rows // parts + (part < rows % parts) for part in range(parts)])
    return _given_out(call, [places[begin:end] for begin, end in zip([0, *ends[:-1]], ends, strict=True)], rows)


def _equal_folds(call: Call, own: Instance, X: Any, y: Any = None, groups: Any = None) -> Iterator[Any]:
    """As ``StratifiedKFold.split``."""
    rows = rows_of(X)
    parts = _parts(call, own, rows)
    labels = call.column(y)
    _, codes, counts = np.unique(labels, return_inverse=True, return_counts=True)
    call.at_most(parts, counts.max(), f"n_splits={parts} cannot be greater than the number of members in each class.")
    call.pays("stratified and shuffled folds" if own.attributes["shuffle"] else "stratified folds", rows)
    order = np.argsort(codes, kind="stable")
    if own.attributes["shuffle"]:
        order = order[np.argsort(codes[order] + source_of(own.attributes["random_state"]).random_sample(rows) / 2)]
    return _given_out(call, [np.sort(order[part::parts]) for part in range(parts)], rows)


def _parts(call: Call, own: Instance, rows: int) -> int:
    parts = own.attributes["n_splits"]
    if type(parts) is not int or parts < 2:
        raise ValueError("k-fold cross-validation requires at least one train/test split")
    # Of fewer rows than the workload's there are as many folds all the same.
    call.at_most(parts, rows, f"Cannot have number of splits n_splits={parts} greater than the number of samples.")
    call.allows(parts, _FOLD)
    return parts


def _given_out(call: Call, tests: list[Array], rows: int) -> Iterator[Any]:
    for place, test in enumerate(tests):
        mask = np.zeros(rows, dtype=bool)
        # Where rows are fewer than folds each has one all the same.
        mask[test if len(test) else place % rows] = True
        train = np.flatnonzero(~mask) if rows > 1 else np.zeros(1, dtype=np.int64)
        yield call.gives("fold", (train, np.flatnonzero(mask)), rows)


def _folds_in_time(call: Call, own: Instance, X: Any, y: Any = None, groups: Any = None) -> Iterator[Any]:
    """As ``TimeSeriesSplit.split``: what comes before is for training."""
    said, rows = own.attributes, rows_of(X)
    parts = _parts(call, own, rows)
    size = rows // (parts + 1) if said["test_size"] is None else int(said["test_size"])
    size = max(1, size) if call.is_shrunk else size
    first = rows - parts * size
    if not size or (first - said["gap"] <= 0 and not call.is_shrunk):
        raise ValueError(f"Too many splits={parts} for number of samples={rows} with test_size={size}.")
    places = np.arange(rows)
    call.machine.made(places)
    for begin in range(first, rows, size):
        end = max(1, begin - said["gap"])
        train = places[:end] if said["max_train_size"] is None else places[max(0, end - said["max_train_size"]) : end]
        call.pays("fold in time", 1)
        yield train, places[begin : begin + size]


_FOLDS: Final = {"n_splits": 5, "shuffle": False, "random_state": None}
_IN_TIME: Final = {"n_splits": 5, "max_train_size": None, "test_size": None, "gap": 0}
CLASSES: Final = {
    "KFold": Model((), _FOLDS, {"split": _folds, "get_n_splits": _count_splits}, frozenset(_FOLDS)),
    "StratifiedKFold": Model((), _FOLDS, {"split": _equal_folds, "get_n_splits": _count_splits}, frozenset(_FOLDS)),
    "TimeSeriesSplit": Model(
        (), _IN_TIME, {"split": _folds_in_time, "get_n_splits": _count_splits}, frozenset(_IN_TIME)
    ),
}
