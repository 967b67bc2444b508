"""Methods of columns."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.natives import Guarded, guarded
from perfcast.trial.stops import Unsupported
from perfcast.trial.tables.calling import iterable
from perfcast.trial.tables.elementwise import MOST_DIGITS, computed, given, operated, unwrapped
from perfcast.trial.tables.paying import pay, settled
from perfcast.trial.tables.prices import COLUMN
from perfcast.trial.tables.reducing import (
    PRICED_AS,
    REDUCING,
    along,
    correlation,
    filled,
    in_order,
    present,
    ranked,
    shifted,
    unique,
)
from perfcast.trial.tables.values import (
    Array,
    Column,
    Labels,
    Table,
    characters,
    check_calls,
    check_characters,
    check_room,
    exchanged,
    is_missing,
    objects_of,
    of_objects,
)

#: Types of Python that columns are made of.
_PLAIN: Final = frozenset({int, float, bool, str, object})
#: What looks at missing values too.
_WITH_MISSING: Final = frozenset({"size", "idxmax", "idxmin"})
_NAMES: Final = {"int": np.int64, "float": np.float64, "bool": np.bool_, "double": np.float64, "string": str}
#: Methods that do what operators do.
OPERATORS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
    "truediv": operator.truediv, "floordiv": operator.floordiv, "mod": operator.mod, "pow": operator.pow,
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
    "radd": lambda a, b: operator.add(b, a), "rsub": lambda a, b: operator.sub(b, a),
    "rmul": lambda a, b: operator.mul(b, a), "rdiv": lambda a, b: operator.truediv(b, a),
    "subtract": operator.sub, "multiply": operator.mul, "divide": operator.truediv,
}  # fmt: skip


def converted(values: Array, kind: Any) -> Array:
    """As another type. Raises Unsupported, ValueError."""
    if isinstance(kind, str):
        kind = _NAMES.get(kind, kind)
    if kind in (str, "str", "object", object):
        return objects_of([str(value) for value in values.tolist()] if kind in (str, "str") else values.tolist())
    if kind == "category":
        return values
    if not isinstance(kind, str | type | np.dtype):
        raise Unsupported("a data type that is not known")
    if values.dtype.kind == "O":
        convert = {"i": int, "f": float, "b": bool}.get(np.dtype(kind).kind)
        if convert is None:
            raise Unsupported("objects as another type")
        return np.array([convert(value) for value in values.tolist()], dtype=kind)
    dtype = np.dtype(kind)
    if dtype.kind not in "biufmM" or dtype.itemsize > 8:
        raise Unsupported("a data type that is not known")
    if dtype.kind in "iu" and is_missing(values).any():
        raise ValueError("Cannot convert non-finite values (NA or inf) to integer")
    return values.astype(dtype)


def _elementwise(name: str, run: Callable[..., Array]) -> Callable[..., Any]:
    def method(column: Column, *args: Any, **kwargs: Any) -> Any:
        return settled(COLUMN, name, column.like(run(column.values, *args, **kwargs)), column)

    return method


def _astype(column: Column, kind: Any, copy: Any = None) -> Any:
    name = "astype"
    if kind in (str, "str"):
        name = "fractions_to_text" if column.values.dtype.kind == "f" else "to_text"
    return settled(COLUMN, name, column.like(converted(column.values, unkind(kind))), column)


def unkind(kind: Any) -> Any:
    """A type as code names it. Raises Unsupported."""
    if isinstance(kind, str | np.dtype) or (
        isinstance(kind, type) and (kind in _PLAIN or issubclass(kind, np.generic))
    ):
        return kind
    raise Unsupported("a data type that is not known")


def _reduced(name: str) -> Callable[..., Any]:
    run, price = REDUCING[name], PRICED_AS.get(name, name)

    def method(
        column: Column,
        axis: Any = None,
        skipna: bool = True,
        numeric_only: bool = False,
        ddof: int = 1,
        dropna: bool = True,
    ) -> Any:
        found = run(column.values if name in _WITH_MISSING else present(column.values))
        if name in {"std", "var"} and ddof == 0:
            found = getattr(np, name)(present(column.values))
        if name in {"idxmax", "idxmin"}:
            found = column.labels.values[int(found)]
        return settled(COLUMN, price, found, column)

    return method


def _along(name: str) -> Callable[..., Any]:
    price = "cumsum" if name in {"cumsum", "cumprod"} else "cummax"
    return lambda column, axis=None, skipna=True: settled(
        COLUMN, price, column.like(along(name, column.values)), column
    )


def _clip(column: Column, lower: Any = None, upper: Any = None, axis: Any = None) -> Any:
    found = column.values
    for bound, run in ((lower, np.maximum), (upper, np.minimum)):
        if bound is not None:
            found = run(found, given(bound))
    return settled(COLUMN, "clip", column.like(found), column)


def _fillna(column: Column, value: Any = None, method: Any = None) -> Any:
    if method is not None:
        return _ffill(column, backward=method in {"bfill", "backfill"})
    missing = is_missing(column.values)
    filling = value.aligned(column.labels) if isinstance(value, Column) else given(value)
    found = exchanged(column.values, missing, filling) if missing.any() else column.values
    return settled(COLUMN, "fillna", column.like(found), column)


def _ffill(column: Column, *, backward: bool = False) -> Any:
    return settled(COLUMN, "ffill", column.like(filled(column.values, backward=backward)), column)


def _dropna(column: Column, axis: Any = None) -> Any:
    missing = is_missing(column.values)
    return settled(COLUMN, "dropna", column.rows(~missing) if missing.any() else column, column)


def _where(column: Column, mask: Any, other: Any = np.nan, *, wanted: bool = True) -> Any:
    keeps = unwrapped(_called(column, mask))
    found = exchanged(column.values, np.asarray(keeps) != wanted, given(other))
    return settled(COLUMN, "where", column.like(found), column)


def _called(column: Column, value: Any) -> Any:
    """What a function in place of a value gives."""
    return guarded(column.machine, value)(column) if callable(value) else value


def _between(column: Column, left: Any, right: Any, inclusive: str = "both") -> Any:
    low = operator.ge if inclusive in {"both", "left"} else operator.gt
    high = operator.le if inclusive in {"both", "right"} else operator.lt
    found = computed(low, column.values, given(left)) & computed(high, column.values, given(right))
    return settled(COLUMN, "between", column.like(found), column)


def _isin(column: Column, values: Any) -> Any:
    among = set(iterable(values))
    found = np.array([value in among for value in column.values.tolist()], dtype=bool)
    return settled(COLUMN, "isin", column.like(found), column)


def _shift(column: Column, periods: int = 1, fill_value: Any = np.nan) -> Any:
    return settled(COLUMN, "shift", column.like(shifted(column.values, periods, fill_value)), column)


def _diff(column: Column, periods: int = 1) -> Any:
    found = computed(operator.sub, column.values * 1.0, shifted(column.values, periods))
    return settled(COLUMN, "diff", column.like(found), column)


def _pct_change(column: Column, periods: int = 1) -> Any:
    found = column.values / shifted(column.values, periods) - 1.0
    return settled(COLUMN, "pct_change", column.like(found), column)


def _rank(
    column: Column,
    method: str = "average",
    ascending: bool = True,
    pct: bool = False,
    axis: Any = 0,
    numeric_only: Any = None,
) -> Any:
    return settled(COLUMN, "rank", column.like(ranked(column.values, method, ascending=ascending, pct=pct)), column)


def _quantile(column: Column, q: Any = 0.5, interpolation: str = "linear") -> Any:
    found = np.quantile(present(column.values), unwrapped(q))
    if isinstance(found, np.ndarray) and found.ndim:
        found = Column(column.machine, found, Labels(column.machine, of_objects(list(iterable(q)))), column.name)
    return settled(COLUMN, "quantile", found, column)


def _unique(column: Column) -> Any:
    return settled(COLUMN, "wholes" if column.values.dtype.kind in "biu" else "unique", unique(column.values), column)


def _value_counts(
    column: Column, normalize: bool = False, sort: bool = True, ascending: bool = False, dropna: bool = True
) -> Any:
    counts: dict[Any, int] = {}
    for value in present(column.values).tolist():
        counts[value] = counts.get(value, 0) + 1
    pairs = sorted(counts.items(), key=lambda pair: pair[1], reverse=not ascending) if sort else list(counts.items())
    labels = Labels(column.machine, of_objects([pair[0] for pair in pairs]), name=column.name)
    numbers = np.array([pair[1] for pair in pairs], dtype=np.int64)
    if normalize:
        numbers = numbers / max(1, numbers.sum())
    return settled(COLUMN, "value_counts", Column(column.machine, numbers, labels, "count"), column)


def _describe(column: Column, percentiles: Any = None) -> Any:
    values = present(column.values)
    parts = [len(values), *(REDUCING[name](values) for name in ("mean", "std", "min"))]
    parts += [*np.quantile(values, [0.25, 0.5, 0.75]).tolist(), REDUCING["max"](values)]
    labels = Labels(column.machine, of_objects(["count", "mean", "std", "min", "25%", "50%", "75%", "max"]))
    return settled(
        COLUMN, "describe", Column(column.machine, np.array(parts, dtype=float), labels, column.name), column
    )


def _corr(column: Column, other: Column, method: str = "pearson") -> Any:
    left, right = column.values, other.aligned(column.labels)
    if method == "spearman":
        left, right = ranked(left), ranked(right)
        pay(column, 2 * COLUMN["rank"].call, 2 * COLUMN["rank"].cell * len(left))
    return settled(COLUMN, "corr", np.float64(correlation(left, right)), column)


def _cov(column: Column, other: Column) -> Any:
    return settled(COLUMN, "corr", np.cov(column.values, other.aligned(column.labels))[0, 1], column)


def _sort_values(
    column: Column, ascending: bool = True, kind: Any = None, ignore_index: bool = False, key: Any = None, axis: Any = 0
) -> Any:
    keys = column if key is None else guarded(column.machine, key)(column)
    found = column.rows(in_order(keys.values, ascending=bool(ascending)))
    if ignore_index:
        found = Column(column.machine, found.values, None, column.name)
    return settled(COLUMN, "sort_values", found, column)


def _sort_index(column: Column, ascending: bool = True, level: Any = None) -> Any:
    return settled(COLUMN, "sort_index", column.rows(in_order(column.labels.values, ascending=ascending)), column)


def _nlargest(column: Column, n: int = 5, keep: str = "first", *, ascending: bool = False) -> Any:
    return settled(COLUMN, "nlargest", column.rows(in_order(column.values, ascending=ascending)[:n]), column)


def _reset_index(column: Column, drop: bool = False, name: Any = None, level: Any = None) -> Any:
    if drop:
        return settled(COLUMN, "reset_index", Column(column.machine, column.values, None, column.name), column)
    data = {**label_columns(column.labels, "index"), name or column.name or 0: column.values}
    return settled(COLUMN, "to_frame", Table(column.machine, data), column)


def label_columns(labels: Labels, default: str) -> dict[Any, Array]:
    """Labels as columns, one for each level."""
    names = labels.name if isinstance(labels.name, list) else [labels.name]
    if len(names) == 1:
        return {default if names[0] is None else names[0]: labels.values}
    levels = list(zip(*labels.values.tolist(), strict=True)) or [()] * len(names)
    return {
        f"level_{place}" if name is None else name: of_objects(list(level))
        for place, (name, level) in enumerate(zip(names, levels, strict=True))
    }


def _drop_duplicates(column: Column, keep: str = "first") -> Any:
    return settled(COLUMN, "drop_duplicates", column.rows(~duplicates([column.values], keep)), column)


def _duplicated(column: Column, keep: str = "first") -> Any:
    return settled(COLUMN, "drop_duplicates", column.like(duplicates([column.values], keep)), column)


def duplicates(arrays: list[Array], keep: Any = "first") -> Array:
    """Whether rows were met before, or come again, or both where none is kept."""
    rows = list(zip(*(array.tolist() for array in arrays), strict=True))
    if keep == "last":
        return duplicates([array[::-1] for array in arrays])[::-1]
    seen: set[Any] = set()
    found = np.zeros(len(rows), dtype=bool)
    for place, row in enumerate(rows):
        found[place] = row in seen
        seen.add(row)
    return found if keep else found | duplicates(arrays, "last")


def _to_numpy(column: Column, dtype: Any = None, copy: bool = False, na_value: Any = None) -> Any:
    found = column.values if dtype is None else converted(column.values, unkind(dtype))
    return settled(COLUMN, "to_numpy", found.copy() if copy else found, column)


def _tolist(column: Column) -> Any:
    return settled(COLUMN, "tolist", column.values.tolist(), column)


def _to_dict(column: Column) -> Any:
    found = dict(zip(column.labels.values.tolist(), column.values.tolist(), strict=True))
    return settled(COLUMN, "to_dict", found, column)


def _to_frame(column: Column, name: Any = None) -> Any:
    label = name if name is not None else 0 if column.name is None else column.name
    return settled(COLUMN, "to_frame", Table(column.machine, {label: column.values}, column.labels), column)


def _copy(column: Column, deep: bool = True) -> Any:
    return settled(COLUMN, "copy", column.like(column.values.copy() if deep else column.values), column)


def _rename(column: Column, index: Any = None) -> Any:
    if isinstance(index, dict) or callable(index):
        raise Unsupported("other labels")
    return settled(COLUMN, "rename", column.like(column.values, index), column)


def mapped(column: Column, function: Any, na_action: Any = None) -> Any:
    """As ``map`` and ``apply``: what a function or a table gives for each value."""
    machine = column.machine
    if isinstance(function, dict):
        found = of_objects([function.get(value, np.nan) for value in column.values.tolist()])
        return settled(COLUMN, "map_table", column.like(found), column)
    if isinstance(function, Column):
        pairs = dict(zip(function.labels.values.tolist(), function.values.tolist(), strict=True))
        return settled(
            COLUMN, "map_table", column.like(of_objects([pairs.get(v, np.nan) for v in column.values.tolist()])), column
        )
    run = guarded(machine, function)
    results: list[Any] = []
    machine.waiting.append(results)
    try:
        results.extend(map(run, machine.counted(column.values.tolist())))
    finally:
        machine.waiting.pop()
    if any(isinstance(one, Column) for one in results[:1]):
        raise Unsupported("columns of a column")
    return settled(COLUMN, "map", column.like(of_objects(results)), column)


def _applied(column: Column, function: Any, convert_dtype: Any = None, args: Any = (), **options: Any) -> Any:
    if isinstance(function, str):
        return named(function)(column)
    run = guarded(column.machine, function)
    return mapped(column, Guarded(lambda value: run(value, *args, **options)) if args or options else function)


def _aggregated(column: Column, function: Any, axis: Any = 0) -> Any:
    if isinstance(function, str):
        return named(function)(column)
    if isinstance(function, list):
        names = [one if isinstance(one, str) else getattr(one, "name", "f") for one in function]
        values = of_objects([_aggregated(column, one) for one in function])
        found = Column(column.machine, values, Labels(column.machine, of_objects(names)), column.name)
        return settled(COLUMN, "agg", found, column)
    return guarded(column.machine, function)(column)


def _replace(column: Column, old: Any, new: Any = None, regex: bool = False) -> Any:
    if regex:
        raise Unsupported("replacing patterns")
    pairs = old if isinstance(old, dict) else dict.fromkeys(old, new) if isinstance(old, list) else {old: new}
    if column.values.dtype.kind == "O":
        found = of_objects([pairs.get(value, value) for value in column.values.tolist()])
    else:
        found = column.values
        check_calls(column.machine, len(pairs))
        check_room(len(pairs) * len(found))
        for before, after in pairs.items():
            found = exchanged(found, found == given(before), np.nan if after is None else given(after))
    return settled(COLUMN, "replace", column.like(found), column)


def _interpolate(column: Column, method: str = "linear", limit_direction: str = "forward", limit: Any = None) -> Any:
    values, places = column.values * 1.0, np.arange(len(column))
    there = ~is_missing(values)
    found = np.interp(places, places[there], values[there]) if there.any() else values
    return settled(COLUMN, "interpolate", column.like(found), column)


def _reindex(column: Column, index: Any, fill_value: Any = np.nan, method: Any = None) -> Any:
    labels = as_labels(column, index)
    values = column.aligned(labels)
    if fill_value == fill_value:  # noqa: PLR0124
        values = np.where(labels_missing(column.labels, labels), fill_value, values)
    return settled(COLUMN, "reindex", Column(column.machine, values, labels, column.name), column)


def labels_missing(labels: Labels, wanted: Labels) -> Array:
    return labels.where_of(wanted.values.tolist()) < 0


def as_labels(of: Any, index: Any) -> Labels:
    """What is given as an index."""
    if isinstance(index, Labels):
        return index
    if isinstance(index, range):
        check_room(len(index))
        if index.start == 0 and index.step == 1:
            return Labels(of.machine, None, len(index))
    if isinstance(index, np.ndarray):
        return Labels(of.machine, index)
    return Labels(of.machine, of_objects(list(iterable(index))), name=getattr(index, "name", None))


def _searchsorted(column: Column, value: Any, side: str = "left") -> Any:
    return settled(
        COLUMN, "searchsorted", column.values.searchsorted(given(value), "right" if side == "right" else "left"), column
    )


def _equals(column: Column, other: Any) -> Any:
    return settled(COLUMN, "equals", bool(np.array_equal(column.values, unwrapped(other))), column)


def _dot(column: Column, other: Any) -> Any:
    if not isinstance(other, Column):
        raise Unsupported("a product of tables")
    return settled(COLUMN, "dot", column.values @ other.aligned(column.labels), column)


def _mode(column: Column) -> Any:
    found, counts = np.unique(present(column.values), return_counts=True)
    return settled(COLUMN, "mode", Column(column.machine, found[counts == counts.max()]), column)


def _head(column: Column, n: int = 5) -> Any:
    return settled(COLUMN, "slice", column.rows(slice(None, n)), column.rows(slice(0, 0)))


def _tail(column: Column, n: int = 5) -> Any:
    return settled(COLUMN, "slice", column.rows(slice(-n, None) if n else slice(0, 0)), column.rows(slice(0, 0)))


def _items(column: Column) -> Any:
    pay(column, COLUMN["items"].call)
    pairs = zip(column.labels.values, column.values, strict=True)
    return _each(column, pairs, COLUMN["items"].cell)


def _each(column: Column, values: Any, price: float) -> Any:
    machine = column.machine
    for value in values:
        machine.scalar(price)
        yield value


def _sample(column: Column, n: Any = None, frac: Any = None, random_state: Any = None, replace: bool = False) -> Any:
    count = round(frac * len(column)) if frac is not None else int(n or 1)
    check_room(count)
    places = drawn(len(column), count, replace=replace)
    return settled(COLUMN, "sample", column.rows(places), column)


def drawn(length: int, count: int, *, replace: bool) -> Array:
    """Places of a sample. Raises ValueError."""
    generator = np.random.default_rng(0)
    if replace:
        return generator.integers(0, length, count)
    if count > length:
        raise ValueError("Cannot take a larger sample than population when 'replace=False'")
    return generator.permutation(length)[:count]


def _get(column: Column, key: Any, default: Any = None) -> Any:
    pay(column, COLUMN["get"].call)
    places = column.labels.where_of([key])
    return column.values[places[0]] if places[0] >= 0 else default


def _drop(column: Column, labels: Any = None, index: Any = None, errors: str = "raise") -> Any:
    gone = column.labels.where_of(list(iterable(_as_list(labels if labels is not None else index))))
    if (gone < 0).any():
        raise KeyError("labels that are not there")
    keeps = np.ones(len(column), dtype=bool)
    keeps[gone] = False
    return settled(COLUMN, "take", column.rows(keeps), column)


def _as_list(value: Any) -> Any:
    return value if isinstance(value, list | np.ndarray | Labels | Column) else [value]


def _combine(column: Column, name: str, other: Any, level: Any = None, fill_value: Any = None, axis: Any = None) -> Any:
    if fill_value is not None and isinstance(other, Column):
        column = column.like(np.where(is_missing(column.values), fill_value, column.values))
        other = other.like(np.where(is_missing(other.values), fill_value, other.values))
    return operated(OPERATORS[name], column, other)


def _argsort(column: Column, kind: Any = None) -> Any:
    return settled(COLUMN, "argsort", column.like(np.argsort(column.values, kind="stable")), column)


def _unstack(column: Column, level: Any = -1, fill_value: Any = np.nan) -> Any:
    from perfcast.trial.tables.shaping import unstacked

    return unstacked(column, fill_value)


def _take(column: Column, indices: Any) -> Any:
    return settled(COLUMN, "take", column.rows(np.asarray(unwrapped(indices), dtype=np.int64)), column)


def _explode(column: Column) -> Any:
    given_ = column.values.tolist()
    check_room(sum(len(value) if isinstance(value, list | tuple) else 1 for value in given_))
    parts = [list(value) if isinstance(value, list | tuple) else [value] for value in given_]
    places = np.repeat(np.arange(len(parts)), [max(1, len(part)) for part in parts])
    values = of_objects([value for part in parts for value in (part or [np.nan])])
    found = Column(column.machine, values, column.labels.picked(places), column.name)
    return settled(COLUMN, "explode", found, column)


def _round(values: Array, decimals: int = 0) -> Array:
    if abs(decimals) > MOST_DIGITS:
        raise Unsupported("so many digits")
    return np.round(values, decimals)


def _text(column: Column, *_: Any, **__: Any) -> Any:
    check_characters(column.machine, characters(column.values) + 20 * len(column))
    pay(column, 500.0, 2_000.0 * len(column))
    return settled(COLUMN, "astype", "\n".join(map(str, column.values.tolist())), column)


def _concat_frame(column: Column, deep: bool = False, index: bool = True) -> Any:
    return settled(COLUMN, "get", int(column.values.nbytes + 132), column)


METHODS: Final[dict[str, Callable[..., Any]]] = {
    **{name: _reduced(name) for name in REDUCING if name not in {"first", "last", "size"}},
    **{name: _along(name) for name in ("cumsum", "cumprod", "cummax", "cummin")},
    **{
        name: (lambda column, *args, _name=name, **named: _combine(column, _name, *args, **named)) for name in OPERATORS
    },
    "astype": _astype,
    "round": _elementwise("round", _round),
    "abs": _elementwise("abs", np.abs),
    "isna": _elementwise("isna", is_missing),
    "isnull": _elementwise("isna", is_missing),
    "notna": _elementwise("isna", lambda values: ~is_missing(values)),
    "notnull": _elementwise("isna", lambda values: ~is_missing(values)),
    "clip": _clip,
    "fillna": _fillna,
    "ffill": _ffill,
    "bfill": partial(_ffill, backward=True),
    "dropna": _dropna,
    "where": _where,
    "mask": partial(_where, wanted=False),
    "between": _between,
    "isin": _isin,
    "shift": _shift,
    "diff": _diff,
    "pct_change": _pct_change,
    "rank": _rank,
    "quantile": _quantile,
    "unique": _unique,
    "value_counts": _value_counts,
    "describe": _describe,
    "corr": _corr,
    "cov": _cov,
    "sort_values": _sort_values,
    "sort_index": _sort_index,
    "nlargest": _nlargest,
    "nsmallest": partial(_nlargest, ascending=True),
    "reset_index": _reset_index,
    "drop_duplicates": _drop_duplicates,
    "duplicated": _duplicated,
    "to_numpy": _to_numpy,
    "tolist": _tolist,
    "to_list": _tolist,
    "to_dict": _to_dict,
    "to_frame": _to_frame,
    "copy": _copy,
    "rename": _rename,
    "map": mapped,
    "apply": _applied,
    "agg": _aggregated,
    "aggregate": _aggregated,
    "replace": _replace,
    "interpolate": _interpolate,
    "reindex": _reindex,
    "searchsorted": _searchsorted,
    "equals": _equals,
    "dot": _dot,
    "mode": _mode,
    "head": _head,
    "tail": _tail,
    "items": _items,
    "sample": _sample,
    "get": _get,
    "drop": _drop,
    "argsort": _argsort,
    "unstack": _unstack,
    "take": _take,
    "explode": _explode,
    "to_string": _text,
    "memory_usage": _concat_frame,
    "autocorr": lambda column, lag=1: _corr(column, column.like(shifted(column.values, lag))),
    "rename_axis": lambda column, name=None, axis=0: settled(COLUMN, "rename", column, column),
    "argmax": lambda column, *_: settled(COLUMN, "idxmax", int(np.argmax(column.values)), column),
    "argmin": lambda column, *_: settled(COLUMN, "idxmax", int(np.argmin(column.values)), column),
    "item": lambda column: column.values.item(),
    "pipe": lambda column, function, *args, **named: guarded(column.machine, function)(column, *args, **named),
    "transform": lambda column, function, *args, **named: _transformed(column, function),
}


def _transformed(column: Column, function: Any) -> Any:
    return named(function)(column) if isinstance(function, str) else guarded(column.machine, function)(column)


def named(name: str) -> Callable[..., Any]:
    """A method by its name. Raises Unsupported."""
    if name not in METHODS:
        raise Unsupported(f"Column.{name}")
    return METHODS[name]
