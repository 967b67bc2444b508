"""Methods of ``groupby`` objects."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas import distinct_in_groups
from perfcast.trial.libraries.pandas.charging import pay, pay_for_ranks
from perfcast.trial.libraries.pandas.groups import Groups
from perfcast.trial.libraries.pandas.hash_tables import table_for
from perfcast.trial.libraries.pandas.method_calls import listed
from perfcast.trial.libraries.pandas.prices import (
    CHOSEN_BY_NAME,
    COLUMN,
    GROUP,
    GROUP_TABLE,
    KEPT_ROW,
    NAMED_AT_ONCE,
)
from perfcast.trial.libraries.pandas.reductions import (
    QUARTERS,
    REDUCING,
    along,
    differences,
    filled,
    present,
    quantile,
    ranked,
    reducing,
    shifted,
)
from perfcast.trial.libraries.pandas.series import METHODS as OF_COLUMNS
from perfcast.trial.libraries.pandas.values import (
    Array,
    Column,
    Labels,
    Table,
    Tabular,
    check_calls,
    check_room,
    of_objects,
    whole,
)

_PRICED_AS: Final = {
    **dict.fromkeys(("sum", "mean", "min", "max", "count", "first", "last", "prod", "any", "all"), "sum"),
    **dict.fromkeys(("std", "var", "sem", "skew"), "std"),
    "median": "median", "quantile": "median", "nunique": "nunique", "idxmax": "sum", "idxmin": "sum", "size": "size",
}  # fmt: skip

#: Bytes of calling a function with each group of a table, and of a row's places in its group and in the order of all.
_APPLIED: Final = 14_000
_CODES: Final = 20
#: Of a row's value and places in the order of the groups.
_IN_PARTS: Final = 24
#: Of a value.
_CELL: Final = 8
#: Of a group that a function made something of, and of a row in that while all are put together.
_RESULT: Final = 2_000
_OF_RESULTS: Final = 55
#: Of a row while groups are described one after the other, or when all of them are, and of a group by then.
_DESCRIBED_ROW: Final = 19
_DESCRIBED_ROW_LATER: Final = 7
_DESCRIBED_GROUP: Final = 4_000
#: What a description tells.
_FIGURES: Final = ("count", "mean", "std", "min", "25%", "50%", "75%", "max")


def _aggregate(groups: Groups, run: Callable[[Array], Any]) -> list[Array]:
    """For each column, a value for each group, with what is missing."""
    places = groups.places
    check_calls(groups.machine, len(places) * max(1, len(groups.parts())))
    return [of_objects([run(values[one]) for one in places]) for values in groups.parts().values()]


def _reduced(name: str) -> Callable[..., Any]:
    def method(groups: Groups, numeric_only: bool = False, min_count: int = 0, ddof: int = 1, **_: Any) -> Any:
        run = reducing(name, ddof)
        chosen = groups
        if numeric_only and isinstance(groups.of, Table):
            chosen = groups.special_item([n for n in groups.chosen if groups.of.data[n].dtype.kind in "biuf"])
        arrays = _aggregate(chosen, run if name in {"idxmax", "idxmin"} else lambda values: run(present(values)))
        if name in {"idxmax", "idxmin"}:
            labels = groups.of.labels.values
            arrays = [
                labels[[rows[int(place)] for rows, place in zip(groups.places, array, strict=True)]] for array in arrays
            ]
        return chosen.settle(_PRICED_AS.get(name, "sum"), chosen.made(arrays, list(chosen.parts())))

    return method


def _size(groups: Groups) -> Any:
    counts = np.array([len(rows) for rows in groups.places], dtype=np.int64)
    if groups.as_labels:
        return groups.settle("size", Column(groups.machine, counts, groups.key_labels()), columns=1)
    return groups.settle("size", groups.made([counts], ["size"]), columns=1)


def _like(groups: Groups, arrays: list[Array]) -> Any:
    """A value for each row."""
    if isinstance(groups.of, Column):
        return groups.of.like(arrays[0])
    return Table(groups.machine, {}, groups.of.labels).like(arrays, groups.chosen)


def _by_group(groups: Groups, run: Callable[[Array], Any]) -> list[Array]:
    """For each column, what a function makes of the rows of each group, in the places of the rows."""
    places = groups.places
    check_calls(groups.machine, 2 * len(places) * max(1, len(groups.parts())))
    arrays = []
    for values in groups.parts().values():
        found: Any = None
        for rows in places:
            part = np.asarray(run(values[rows]))
            if found is None:
                found = np.zeros(len(values), dtype=part.dtype if part.dtype.kind != "i" else np.float64)
            found[rows] = part
        arrays.append(values if found is None else found)
    return arrays


def _transformed(groups: Groups, function: Any, *args: Any, **named: Any) -> Any:
    if isinstance(function, str):
        if function in REDUCING:
            reduce = REDUCING[function]
            arrays = _by_group(groups, lambda values: np.full(len(values), reduce(present(values))))
            return groups.settle("transform", _like(groups, arrays))
        return _named(function)(groups)
    machine = groups.machine
    run = guarded(machine, function)
    groups.settle("apply", None)
    arrays = []
    for name in groups.parts():
        column = groups.of if isinstance(groups.of, Column) else groups.of.column(name)
        found: Any = np.zeros(len(column))
        for rows in groups.places:
            pay(groups, 4 * GROUP)
            value = run(column.rows(rows), *args, **named)
            part = value.values if isinstance(value, Column) else np.asarray(value)
            if part.dtype.kind == "O":
                found = found.astype(object)
            found[rows] = part
        arrays.append(found)
    # What each group became is there until all are put together.
    aside = _RESULT * len(groups) + _OF_RESULTS * len(groups.codes)
    return groups.settle("transform", _like(groups, arrays), aside=aside)


def _applied(groups: Groups, function: Any, *args: Any, include_groups: bool = False, **named: Any) -> Any:
    if isinstance(function, str):
        return _named(function)(groups)
    results: list[Any] = []
    groups.settle("apply", None, columns=1)
    run = guarded(groups.machine, function)
    _put_in_order(groups)
    # What a column's groups are parts of is there until the last one.
    machine, number = groups.machine, groups.machine.number
    held = _IN_PARTS * len(groups.codes) if isinstance(groups.of, Column) else 0
    machine.put_aside(held)
    machine.waiting.append(results)
    try:
        for rows in groups.places:
            pay(groups, GROUP if isinstance(groups.of, Column) else GROUP_TABLE)
            results.append(run(groups.rows(rows), *args, **named))
    finally:
        machine.waiting.pop()
        machine.take_back(held, number)
    groups.machine.briefly(KEPT_ROW * sum(isinstance(one, Tabular) for one in results))
    return groups.machine.made_of(_together(groups, results), (groups,))


def _put_in_order(groups: Groups) -> None:
    """All columns of a table are put in the order of the groups before a function is called with each."""
    if isinstance(groups.of, Table):
        groups.machine.briefly(_APPLIED + (_CODES + _CELL * len(groups.of.data)) * len(groups.codes))


def _together(groups: Groups, results: list[Any]) -> Any:
    """What the results for all groups make up."""
    if not results or not isinstance(results[0], Table | Column):
        found = of_objects([one.tolist() if isinstance(one, np.ndarray) else one for one in results])
        if groups.as_labels:
            return Column(groups.machine, found, groups.key_labels())
        return groups.made([found], [None])
    lengths = [len(one) for one in results]
    check_room(sum(one.cells for one in results))
    pay(groups, 60.0 + 8.0 * len(results), 2.0 * sum(map(float, lengths)))
    if isinstance(results[0], Column):
        names = results[0].labels.values.tolist()
        if all(one.labels.is_like(results[0].labels) for one in results) and len(results[0]) <= _MOST_ROW:
            rows = zip(*(one.values.tolist() for one in results), strict=True)
            return whole(groups.machine, names, [of_objects(list(row)) for row in rows], groups.key_labels())
        labels = [
            (key, label)
            for key, one in zip(groups.labels, results, strict=True)
            for label in one.labels.values.tolist()
        ]
        values = np.concatenate([one.values for one in results])
        return Column(groups.machine, values, Labels(groups.machine, of_objects(labels), name=[groups.names[0], None]))
    if sum(lengths) == len(groups.codes):
        # Each row is looked for by its label, to be put where it was; labels of groups and rows take about as much.
        found = 2 * table_for(groups.machine, sum(lengths)) + 2 * _CELL * sum(one.cells for one in results)
        groups.machine.briefly(int(found))
    data = {name: np.concatenate([one.data[name] for one in results]) for name in results[0].data}
    labels = [
        (key, label) for key, one in zip(groups.labels, results, strict=True) for label in one.labels.values.tolist()
    ]
    return whole(
        groups.machine,
        list(data),
        list(data.values()),
        Labels(groups.machine, of_objects(labels), name=[groups.names[0], None]),
    )


_MOST_ROW: Final = 50


def _aggregated(groups: Groups, function: Any = None, *args: Any, **named: Any) -> Any:
    aside = 0
    if function is None:
        arrays = []
        for one in named.values():
            name, run = one if isinstance(one, tuple) else (None, one)
            chosen = groups if name is None else groups.special_item(name)
            arrays += _aggregate(chosen, _reducing(groups, run))
            aside = max(aside, _telling_apart(chosen, run))
        return groups.settle("named_agg", groups.made(arrays, list(named)), columns=len(named), aside=aside)
    if isinstance(function, str):
        pay(groups, NAMED_AT_ONCE if isinstance(groups.of, Table) else 0.0)
        return _named(function)(groups)
    if isinstance(function, dict):
        arrays, names = [], []
        for name, run in function.items():
            for one in listed(run):
                chosen = groups.special_item(name)
                arrays += _aggregate(chosen, _reducing(groups, one))
                aside = max(aside, _telling_apart(chosen, one))
                names.append(name if not isinstance(run, list) else (name, _title(one)))
        pay(groups, CHOSEN_BY_NAME * len(names))
        return groups.settle("agg", groups.made(arrays, names), columns=len(names), aside=aside)
    if isinstance(function, list):
        arrays, names = [], []
        for one in function:
            arrays += _aggregate(groups, _reducing(groups, one))
            aside = max(aside, _telling_apart(groups, one))
            names += [_title(one)] if isinstance(groups.of, Column) else [(n, _title(one)) for n in groups.parts()]
        return groups.settle("agg", groups.made(arrays, names), columns=len(names), aside=aside)
    arrays = []
    run = guarded(groups.machine, function)
    for name in groups.parts():
        column = groups.of if isinstance(groups.of, Column) else groups.of.column(name)
        values = []
        for rows in groups.places:
            pay(groups, GROUP)
            values.append(run(column.rows(rows)))
        arrays.append(of_objects(values))
    return groups.settle("agg", groups.made(arrays, list(groups.parts())))


def _telling_apart(groups: Groups, function: Any) -> int:
    """Pays for telling values apart, if that is an aggregate, beyond what aggregates take. Bytes for a moment."""
    if function != "nunique":
        return 0
    return max((distinct_in_groups.pay_within_aggregates(groups, one) for one in groups.parts().values()), default=0)


def _title(function: Any) -> Any:
    return function if isinstance(function, str) else getattr(function, "name", "f")


def _reducing(groups: Groups, function: Any) -> Callable[[Array], Any]:
    if isinstance(function, str):
        if function not in REDUCING:
            raise Unsupported(f"Groups.{function}")
        reduce = REDUCING[function]
        return lambda values: reduce(present(values))
    run = guarded(groups.machine, function)

    def method(values: Array) -> Any:
        pay(groups, GROUP)
        return run(Column(groups.machine, values))

    return method


def _along(name: str) -> Callable[..., Any]:
    return lambda groups, *_: groups.settle(
        "cumsum", _like(groups, _by_group(groups, lambda values: along(name, values)))
    )


def _ohlc(groups: Groups) -> Any:
    """The first, largest, smallest and last value of each group of a column."""
    if not isinstance(groups.of, Column):
        raise Unsupported("ohlc of a table")
    values = groups.of.values
    rows = [_bar(present(values[places])) for places in groups.places]
    arrays = list(np.array(rows, dtype=np.float64).reshape(-1, 4).T)
    made = whole(groups.machine, ["open", "high", "low", "close"], arrays, groups.key_labels())
    return groups.settle("ohlc", made, columns=1)


def _bar(values: Array) -> list[Any]:
    """Nothing where there is nothing to choose from."""
    return [values[0], values.max(), values.min(), values[-1]] if len(values) else [np.nan] * 4


def _cumcount(groups: Groups, ascending: bool = True) -> Any:
    found = np.zeros(len(groups.codes), dtype=np.int64)
    for rows in groups.places:
        found[rows] = np.arange(len(rows)) if ascending else np.arange(len(rows))[::-1]
    return groups.settle("cumcount", Column(groups.machine, found, groups.of.labels), columns=1)


def _ngroup(groups: Groups) -> Any:
    return groups.settle("cumcount", Column(groups.machine, groups.codes, groups.of.labels), columns=1)


def _rank(groups: Groups, method: str = "average", ascending: bool = True, pct: bool = False) -> Any:
    arrays = _by_group(groups, lambda values: ranked(values, method, ascending=ascending, pct=pct))
    pay_for_ranks(groups, arrays)
    return groups.settle("rank", _like(groups, arrays))


def _shift(groups: Groups, periods: int = 1) -> Any:
    return groups.settle("cumsum", _like(groups, _by_group(groups, lambda values: shifted(values, periods))))


def _diff(groups: Groups, periods: int = 1) -> Any:
    arrays = _by_group(groups, lambda values: differences(values, periods))
    return groups.settle("transform", _like(groups, arrays))


def _pct_change(groups: Groups, periods: int = 1) -> Any:
    arrays = _by_group(groups, lambda values: values / shifted(values, periods) - 1.0)
    return groups.settle("pct_change", _like(groups, arrays))


def _piped(groups: Groups, function: Any, *args: Any, **named: Any) -> Any:
    return guarded(groups.machine, function)(groups, *args, **named)


def _ffill(groups: Groups, limit: Any = None, *, backward: bool = False) -> Any:
    if limit is not None:
        raise Unsupported("a few values filled in")
    arrays = _by_group(groups, lambda values: filled(values, backward=backward))
    return groups.settle("cumsum", _like(groups, arrays))


def _head(groups: Groups, n: int = 5, *, last: bool = False) -> Any:
    places = np.sort(np.concatenate([rows[-n:] if last else rows[:n] for rows in groups.places] or [np.array([], int)]))
    return groups.settle("head", groups.rows(places), columns=1)


def _nth(groups: Groups, n: int = 0, dropna: None = None) -> Any:
    """The row of each group that stands at that place in it, where there is one."""
    if type(n) is not int or dropna is not None:
        raise Unsupported("rows at several places of groups")
    found = [rows[n] for rows in groups.places if -len(rows) <= n < len(rows)]
    return groups.settle("head", groups.rows(np.sort(np.array(found, dtype=np.int64))), columns=1)


def _quantile(groups: Groups, q: float = 0.5) -> Any:
    arrays = _aggregate(groups, lambda values: quantile(present(values), q))
    return groups.settle("median", groups.made(arrays, list(groups.parts())))


def _filtered(groups: Groups, function: Any, dropna: bool = True) -> Any:
    run = guarded(groups.machine, function)
    kept = []
    _put_in_order(groups)
    for rows in groups.places:
        pay(groups, GROUP_TABLE)
        if bool(run(groups.rows(rows))):
            kept.append(rows)
    places = np.sort(np.concatenate(kept)) if kept else np.array([], dtype=np.int64)
    return groups.settle("head", groups.rows(places), columns=1)


def _get_group(groups: Groups, name: Any) -> Any:
    return groups.settle("head", groups.rows(groups.places[groups.labels.index(name)]), columns=1)


def _of_columns(name: str) -> Callable[..., Any]:
    """A column's method, for each group by itself."""

    def method(groups: Groups, *args: Any, **named: Any) -> Any:
        if not isinstance(groups.of, Column):
            raise Unsupported(f"Groups.{name}")
        results = []
        for rows in groups.places:
            pay(groups, 2 * GROUP)
            results.append(OF_COLUMNS[name](groups.of.rows(rows), *args, **named))
        aside = _described_aside(groups) if name == "describe" else _RESULT * len(groups)
        return groups.settle("agg", _together(groups, results), aside=aside)

    return method


def _of_present(run: Callable[[Array], Any], values: Array) -> Any:
    return run(present(values))


def _described_aside(groups: Groups, columns: int = 1) -> int:
    rows, count = len(groups.codes), len(groups) * columns
    return max(_DESCRIBED_ROW * rows, _DESCRIBED_ROW_LATER * rows + _DESCRIBED_GROUP * count)


def _described(groups: Groups, percentiles: Any = None) -> Any:
    """As ``describe``: what tells of each column of numbers of each group, side by side."""
    if percentiles is not None:
        raise Unsupported("other parts than quarters of groups")
    if isinstance(groups.of, Column):
        return _of_columns("describe")(groups)
    kinds = {name: values.dtype.kind for name, values in groups.parts().items()}
    numbers = [name for name, kind in kinds.items() if kind in "iuf"]
    if not numbers or not set(kinds.values()) <= set("biufO"):
        raise Unsupported("a description of groups of what is not numbers")
    groups = groups.special_item(numbers) if len(numbers) < len(kinds) else groups
    quarters = [partial(quantile, part=part) for part in QUARTERS]
    first = [REDUCING[name] for name in ("count", "mean", "std", "min")]
    runs: list[Callable[[Array], Any]] = [*first, *quarters, REDUCING["max"]]
    columns = [_aggregate(groups, partial(_of_present, run)) for run in runs]
    arrays = [figures[place] for place in range(len(numbers)) for figures in columns]
    names = [(name, figure) for name in numbers for figure in _FIGURES]
    pay(groups, (2 * GROUP + COLUMN["describe"].call) * len(groups) * len(numbers))
    return groups.settle("describe", groups.made(arrays, names), aside=_described_aside(groups, len(numbers)))


METHODS: Final[dict[str, Callable[..., Any]]] = {
    **{name: _reduced(name) for name in REDUCING if name not in {"size", "nunique"}},
    "nunique": distinct_in_groups.counted,
    **{name: _along(name) for name in ("cumsum", "cumprod", "cummax", "cummin")},
    **{name: _of_columns(name) for name in ("value_counts", "unique", "nlargest", "nsmallest")},
    "describe": _described,
    "size": _size,
    "transform": _transformed,
    "apply": _applied,
    "agg": _aggregated,
    "aggregate": _aggregated,
    "cumcount": _cumcount,
    "ohlc": _ohlc,
    "ngroup": _ngroup,
    "rank": _rank,
    "shift": _shift,
    "diff": _diff,
    "pct_change": _pct_change,
    "pipe": _piped,
    "head": _head,
    "tail": partial(_head, last=True),
    "nth": _nth,
    "quantile": _quantile,
    "ffill": _ffill,
    "bfill": partial(_ffill, backward=True),
    "filter": _filtered,
    "get_group": _get_group,
}


def _named(name: str) -> Callable[..., Any]:
    if name not in METHODS:
        raise Unsupported(f"Groups.{name}")
    return METHODS[name]
