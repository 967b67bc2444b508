"""``scipy.sparse``: constructors of sparse matrices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Kind
from perfcast.trial.interpreter.stops import TooLarge, Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS
from perfcast.trial.libraries.scipy.function_calls import taken
from perfcast.trial.libraries.scipy.sparse import arithmetic, indexing
from perfcast.trial.libraries.scipy.sparse.prices import pay
from perfcast.trial.libraries.scipy.sparse.values import (
    COMPRESSED,
    FILLED,
    Entries,
    Sparse,
    check_numbers,
    compressed,
    entries_of,
    in_form,
    loose,
    made,
)

_FORMS: Final = ("csr", "csc", "coo", "dia", "lil", "dok")
_PAIR: Final = 2
_PARTS: Final = 3
Sparse.methods = {**arithmetic.METHODS, **indexing.METHODS}
Sparse.operators = {**arithmetic.OPERATORS, **indexing.OPERATORS}


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    kinds = {
        f"{form}_{name}": Kind(
            Sparse, partial(_matrix, machine, form, is_array=name == "array"), which=partial(_is_of, form, name)
        )
        for form in _FORMS
        for name in ("matrix", "array")
    }
    functions: dict[str, Callable[..., Any]] = {
        "eye": partial(_eye, machine, False),
        "identity": lambda n, dtype="d", format=None: _eye(machine, False, n, format=format or "csr"),
        "eye_array": partial(_eye, machine, True),
        "diags": partial(_diags, machine, False),
        "diags_array": lambda diagonals, *, offsets=0, shape=None, format=None, dtype=None: _diags(
            machine, True, diagonals, offsets, shape, format, dtype
        ),
        "random": partial(_random, machine, False),
        "rand": partial(_random, machine, False),
        "random_array": lambda shape, *, density=0.01, format="coo", rng=None: _random(
            machine, True, shape[0], shape[1], density, format
        ),
        "vstack": partial(_stacked, machine, 0),
        "hstack": partial(_stacked, machine, 1),
        "kron": partial(_kron, machine),
        "kronsum": partial(_kronsum, machine),
        "triu": partial(_cut, machine, lambda rows, columns, k: columns - rows >= k),
        "tril": partial(_cut, machine, lambda rows, columns, k: columns - rows <= k),
        "issparse": lambda x: isinstance(x, Sparse),
        "isspmatrix": lambda x: isinstance(x, Sparse) and not x.is_array,
        **{
            f"isspmatrix_{form}": lambda x, form=form: isinstance(x, Sparse) and not x.is_array and x.form == form
            for form in _FORMS
        },
    }
    any_kinds = {
        "spmatrix": Kind(Sparse, _unmade, which=lambda one: not one.is_array),
        "sparray": Kind(Sparse, _unmade, which=lambda one: one.is_array),
    }
    return {**kinds, **any_kinds, **{name: Guarded(run) for name, run in functions.items()}}


def _is_of(form: str, name: str, value: Sparse) -> bool:
    return value.form == form and value.is_array == (name == "array")


def _unmade(*_: Any, **__: Any) -> Any:
    raise Unsupported("a matrix of no form")


def _matrix(
    machine: Machine,
    form: str,
    arg1: Any,
    shape: Any = None,
    dtype: Any = None,
    copy: Any = False,
    *,
    is_array: bool,
) -> Sparse:
    """As the class of a form is called."""
    sizes = None if shape is None else _shape(shape)
    if isinstance(arg1, Sparse):
        found = in_form(arg1, form, copy=bool(copy))
        if found.is_array != is_array:
            found = made(machine, form, found.shape, dict(found.attributes), is_array=is_array)
    elif _is_shape(arg1):
        found = _empty(machine, form, _shape(arg1), dtype, is_array=is_array)
    elif isinstance(arg1, tuple) and len(arg1) == _PAIR:
        found = _of_places(machine, form, arg1, sizes, is_array=is_array)
    elif isinstance(arg1, tuple) and len(arg1) == _PARTS and form in COMPRESSED:
        found = _of_parts(machine, form, arg1, sizes, is_array=is_array)
    else:
        found = _of_dense(machine, form, check_numbers(taken(machine, arg1)), is_array=is_array)
    if dtype is None or found.form in FILLED or found.kind == np.dtype(dtype):
        return found
    converted: Sparse = Sparse.methods["astype"](found, dtype)
    return converted


def _is_shape(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == _PAIR and all(isinstance(one, int | np.integer) for one in value)


def _shape(value: Any) -> tuple[int, int]:
    rows, columns = value
    if rows < 0 or columns < 0 or max(rows, columns) > MOST_CELLS:
        raise TooLarge("a matrix too large")
    return int(rows), int(columns)


def _check_near(offsets: list[int]) -> None:
    """Raises TooLarge for diagonals far from the middle one."""
    if max(map(abs, offsets), default=0) > MOST_CELLS:
        raise TooLarge("a matrix too large")


def _empty(machine: Machine, form: str, shape: tuple[int, int], dtype: Any, *, is_array: bool) -> Sparse:
    kind = np.dtype(np.float64 if dtype is None else dtype)
    if form in FILLED:
        pay(machine, "lil_made" if form == "lil" else "from_parts", shape[0] if form == "lil" else 0)
        found = Sparse(machine, form, shape, {}, is_array=is_array)
        found.nbytes += 120 * shape[0] if form == "lil" else 0
        return machine.grown(found, found.nbytes)  # type: ignore[no-any-return]
    pay(machine, "from_parts")
    nothing = Entries(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, kind))
    if form in COMPRESSED:
        return compressed(machine, form, shape, nothing, is_array=is_array)
    return loose(machine, shape, nothing, is_array=is_array)


def _of_places(
    machine: Machine, form: str, given: tuple[Any, Any], shape: tuple[int, int] | None, *, is_array: bool
) -> Sparse:
    """Of values, and the row and the column of each."""
    values, places = given
    if form == "dia":
        return _dia(machine, taken(machine, values), taken(machine, places), shape, is_array=is_array)
    data = check_numbers(np.asarray(taken(machine, values)))
    rows, columns = (np.asarray(taken(machine, one)) for one in places)
    if rows.dtype.kind not in "iu" or columns.dtype.kind not in "iu":
        if len(rows):
            raise Unsupported("places that are no whole numbers")
        rows, columns = rows.astype(np.int64), columns.astype(np.int64)
    if not len(data) == len(rows) == len(columns):
        raise ValueError("all index and data arrays must have the same length")
    if len(rows) and (rows.min() < 0 or columns.min() < 0):
        raise ValueError("negative axis index")
    if shape is None:
        if not len(rows):
            raise ValueError("cannot infer dimensions from zero sized index arrays")
        shape = _shape((int(rows.max()) + 1, int(columns.max()) + 1))
    if len(rows) and (rows.max() >= shape[0] or columns.max() >= shape[1]):
        raise ValueError("axis index exceeds matrix dimension")
    entries = Entries(rows.astype(np.int64), columns.astype(np.int64), data)
    if form == "coo":
        pay(machine, "coo", 0, len(data), 8 * len(data))
        return loose(machine, shape, entries, is_array=is_array)
    if form not in COMPRESSED:
        raise Unsupported(f"places of a {form}_matrix")
    pay(machine, "from_entries", 0, len(data), 12 * len(data) + 4 * shape[0])
    return compressed(machine, form, shape, entries, is_array=is_array)


def _of_parts(
    machine: Machine, form: str, given: tuple[Any, Any, Any], shape: tuple[int, int] | None, *, is_array: bool
) -> Sparse:
    """Of the arrays that it is to have."""
    data, indices, ends = (np.asarray(taken(machine, one)) for one in given)
    if shape is None:
        length, width = len(ends) - 1, int(indices.max(initial=-1)) + 1
        shape = _shape((length, width) if form == "csr" else (width, length))
    length, width = shape if form == "csr" else shape[::-1]
    is_wrong = len(ends) != length + 1 or ends[0] != 0 or ends[-1] > len(data) or (np.diff(ends) < 0).any()
    if is_wrong or len(indices) != len(data) or (len(indices) and not 0 <= indices.min() <= indices.max() < width):
        raise ValueError("index pointer size or indices are wrong")
    pay(machine, "from_parts")
    parts = {"data": check_numbers(data), "indices": _narrow(indices), "indptr": _narrow(ends)}
    return made(machine, form, shape, parts, is_array=is_array)


def _narrow(places: Any) -> Any:
    return places if places.dtype == np.int32 else places.astype(np.int32)


def _of_dense(machine: Machine, form: str, given: Any, *, is_array: bool) -> Sparse:
    table = given[None, :] if given.ndim == 1 else given
    if table.ndim != _PAIR:
        raise ValueError("expected dimension <= 2 array or matrix")
    rows, columns = np.nonzero(table)
    entries = Entries(rows, columns, table[rows, columns])
    pay(machine, "from_dense", 0, len(rows), 12 * len(rows))
    pay(machine, "dense_cell", 0, table.size)
    shape = (table.shape[0], table.shape[1])
    if form in COMPRESSED:
        found = compressed(machine, form, shape, entries, is_array=is_array)
    else:
        found = loose(machine, shape, entries, is_array=is_array)
        found = found if form == "coo" else in_form(found, form)
    found.fills_evenly = True
    return found


def _dia(machine: Machine, data: Any, offsets: Any, shape: tuple[int, int] | None, *, is_array: bool) -> Sparse:
    rows, places = np.atleast_2d(np.asarray(data)), np.atleast_1d(np.asarray(offsets))
    if shape is None:
        raise ValueError("expected a shape argument")
    _check_near(places.tolist())
    pay(machine, "from_parts")
    return made(machine, "dia", shape, {"data": rows, "offsets": places.astype(np.int32)}, is_array=is_array)


def _diags(
    machine: Machine,
    is_array: bool,
    diagonals: Any,
    offsets: Any = 0,
    shape: Any = None,
    format: Any = None,
    dtype: Any = None,
) -> Sparse:
    """As ``diags``."""
    is_one = not isinstance(offsets, list | tuple | range | np.ndarray)
    given = diagonals if isinstance(diagonals, list | tuple) else [diagonals] if is_one else list(diagonals)
    if is_one and given and isinstance(given[0], int | float | np.number):
        given = [given]
    listed = [np.atleast_1d(np.asarray(taken(machine, one))) for one in given]
    places = [int(offsets)] if is_one else [int(one) for one in offsets]
    if len(listed) != len(places):
        raise ValueError("Different number of diagonals and offsets.")
    size = len(listed[0]) + abs(places[0])
    sizes = _shape((size, size) if shape is None else shape)
    _check_near(places)
    width = max(min(sizes[0] + place, sizes[1] - place) + max(0, place) for place in places)
    if width * len(places) > MOST_CELLS:
        raise TooLarge("a matrix too large")
    data = np.zeros((len(places), max(0, width)), dtype=np.result_type(*listed) if dtype is None else dtype)
    for row, (one, place) in enumerate(zip(listed, places, strict=True)):
        length = min(sizes[0] + place, sizes[1] - place, sizes[0], sizes[1])
        if len(one) not in {1, length}:
            raise ValueError(f"Diagonal length (index {row}) does not agree with array size")
        data[row, max(0, place) : max(0, place) + length] = one
    pay(machine, "diags", data.size, 0, data.nbytes)
    parts = {"data": data, "offsets": np.array(places, dtype=np.int32)}
    found = made(machine, "dia", sizes, parts, is_array=is_array)
    return found if format in {None, "dia"} else in_form(found, format)


def _eye(
    machine: Machine, is_array: bool, m: Any, n: Any = None, k: Any = 0, dtype: Any = float, format: Any = None
) -> Sparse:
    """As ``eye``."""
    shape = _shape((m, m if n is None else n))
    _check_near([k])
    length = max(0, min(shape[0] + min(0, k), shape[1] - max(0, k)))
    pay(machine, "eye", length, 0, 8 * length)
    if format in {None, "dia"}:
        data = np.ones((1, length + max(0, int(k))))
        return made(machine, "dia", shape, {"data": data, "offsets": np.array([k], np.int32)}, is_array=is_array)
    rows = np.arange(length)
    entries = Entries(rows - min(0, int(k)), rows + max(0, int(k)), np.ones(length))
    if format in COMPRESSED:
        return compressed(machine, format, shape, entries, is_array=is_array)
    found = loose(machine, shape, entries, is_array=is_array)
    return found if format == "coo" else in_form(found, format)


def _random(
    machine: Machine,
    is_array: bool,
    m: Any,
    n: Any,
    density: Any = 0.01,
    format: Any = "coo",
    dtype: Any = None,
    random_state: Any = None,
    data_rvs: Any = None,
    rng: Any = None,
) -> Sparse:
    """As ``random``."""
    shape, cells = _shape((m, n)), int(m) * int(n)
    if data_rvs is not None or dtype is not None:
        raise Unsupported("a random matrix of another kind")
    count = round(float(density) * cells)
    if cells > MOST_CELLS:
        raise TooLarge("a matrix too large")
    drawn = np.random.RandomState(0)
    flat = drawn.permutation(cells)[:count].astype(np.int64)
    pay(machine, "random", 0, count, 12 * count)
    pay(machine, "random_cell", 0, cells)
    entries = Entries(flat // shape[1], flat % shape[1], drawn.random_sample(count))
    if format in COMPRESSED:
        return compressed(machine, format, shape, entries, is_array=is_array)
    found = loose(machine, shape, entries, is_array=is_array)
    return found if format == "coo" else in_form(found, format)


def _stacked(machine: Machine, axis: int, blocks: Any, format: Any = None, dtype: Any = None) -> Sparse:
    """As ``vstack`` and ``hstack``."""
    given = [one if isinstance(one, Sparse) else _matrix(machine, "coo", one, is_array=False) for one in blocks]
    if not given or len({one.shape[1 - axis] for one in given}) > 1:
        raise ValueError("incompatible dimensions")
    count = sum(one.count for one in given)
    length = sum(one.shape[axis] for one in given)
    across = given[0].shape[1 - axis]
    shape = _shape((length, across) if axis == 0 else (across, length))
    form = format or ("csr" if all(one.form == "csr" for one in given) else "coo")
    pay(machine, "stacked_beside" if axis else "stacked", shape[0], count, 12 * count + 4 * shape[0])
    starts = np.cumsum([0, *(one.shape[axis] for one in given)])
    parts: list[list[Any]] = [[], [], []]
    for start, one in zip(starts.tolist(), given, strict=False):
        for place, part in enumerate(entries_of(one)):
            parts[place].append(part + start if place == axis else part)
    entries = Entries(*(np.concatenate(part) for part in parts))
    is_array = any(one.is_array for one in given)
    if form in COMPRESSED:
        return compressed(machine, form, shape, entries, is_array=is_array)
    found = loose(machine, shape, entries, is_array=is_array)
    return found if form == "coo" else in_form(found, form)


def _kron(machine: Machine, A: Any, B: Any, format: Any = None) -> Sparse:
    left, right = (one if isinstance(one, Sparse) else _matrix(machine, "coo", one, is_array=False) for one in (A, B))
    first, second = entries_of(left), entries_of(right)
    count = len(first.values) * len(second.values)
    shape = _shape((left.shape[0] * right.shape[0], left.shape[1] * right.shape[1]))
    if count > MOST_CELLS:
        raise TooLarge("a matrix too large")
    pay(machine, "kron", 0, count, 16 * count)
    entries = Entries(
        (first.rows[:, None] * right.shape[0] + second.rows).ravel(),
        (first.columns[:, None] * right.shape[1] + second.columns).ravel(),
        (first.values[:, None] * second.values).ravel(),
    )
    is_array = left.is_array or right.is_array
    if format in COMPRESSED:
        return compressed(machine, format, shape, entries, is_array=is_array)
    return loose(machine, shape, entries, is_array=is_array)


def _kronsum(machine: Machine, A: Any, B: Any, format: Any = None) -> Sparse:
    """Of both with an identity of the other's size."""
    left, right = (one if isinstance(one, Sparse) else _matrix(machine, "coo", one, is_array=False) for one in (A, B))
    if left.shape[0] != left.shape[1] or right.shape[0] != right.shape[1]:
        raise ValueError("A is not square" if left.shape[0] != left.shape[1] else "B is not square")
    first = _kron(machine, _eye(machine, False, right.shape[0]), left)
    second = _kron(machine, right, _eye(machine, False, left.shape[0]))
    return in_form(first + second, format or "csr")


def _cut(machine: Machine, is_kept: Callable[[Any, Any, int], Any], A: Any, k: Any = 0, format: Any = None) -> Sparse:
    """As ``triu`` and ``tril``."""
    given = A if isinstance(A, Sparse) else _matrix(machine, "coo", A, is_array=False)
    rows, columns, values = entries_of(given)
    kept = is_kept(rows, columns, int(k))
    pay(machine, "tocoo", 0, len(values), 16 * int(kept.sum()))
    found = loose(machine, given.shape, Entries(rows[kept], columns[kept], values[kept]), is_array=given.is_array)
    return found if format in {None, "coo"} else in_form(found, format)
