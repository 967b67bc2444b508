"""Rolling, expanding and exponentially weighted windows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.pandas.charging import pay, settled
from perfcast.trial.libraries.pandas.prices import WINDOWS
from perfcast.trial.libraries.pandas.reductions import correlation, present, reducing
from perfcast.trial.libraries.pandas.values import Array, Column, Table, Tabular, check_calls, check_room

_NAMED: Final = ("sum", "mean", "min", "max", "std", "var", "median", "count", "skew")
#: Microseconds of each of several aggregates, beside what it takes by itself.
_EACH_OF_SEVERAL: Final = 80.0
_PRICED_AS: Final = {"sum": "mean", "count": "mean", "var": "std", "max": "min", "quantile": "median", "skew": "std"}


class Windows(Tabular):
    """A table or column, and how far back each value looks.

    Attributes:
        size: values of a window; None for all that came before.
        least: how many have to be there.
        weight: of what came before, where it counts less the further back it is.
    """

    __slots__ = ("centred", "least", "of", "size", "weight")
    nbytes = 900

    def __init__(
        self, of: Table | Column, size: int | None, least: int, weight: float | None = None, *, centred: bool = False
    ) -> None:
        super().__init__(of.machine)
        self.of, self.size, self.least, self.weight, self.centred = of, size, least, weight, centred

    @property
    def attributes(self) -> dict[str, Any]:
        return {"of": self.of}

    def special_item(self, key: Any) -> Any:
        if not isinstance(self.of, Table):
            raise KeyError(key)
        return Windows(self.of.column(key), self.size, self.least, self.weight, centred=self.centred)

    def settle(self, name: str, run: Callable[[Array], Array]) -> Any:
        """The function's results for each column, paid for."""
        price = "ewm" if self.weight is not None else "expanding" if self.size is None and name == "mean" else name
        if isinstance(self.of, Column):
            return settled(WINDOWS, price, self.of.like(run(self.of.values * 1.0)), self.of)
        arrays = [run(values * 1.0) for values in self.of.data.values()]
        pay(self.of, 20.0 * len(arrays))
        # All columns are there before they are put together.
        aside = max(WINDOWS[price].aside * len(self.of), sum(int(array.nbytes) for array in arrays))
        return settled(WINDOWS, price, self.of.like(arrays), self.of, aside=aside)

    def each(self, values: Array, run: Callable[[Array], Any]) -> Array:
        """What a function gives of each window."""
        length = len(values)
        size = length if self.size is None else max(1, self.size)
        check_room(length * min(size, length))
        check_calls(self.machine, length)
        ahead = size // 2 if self.centred else 0
        found = np.full(length, np.nan)
        for place in range(length):
            part = present(values[max(0, place + 1 + ahead - size) : place + 1 + ahead])
            if len(part) >= self.least and len(part):
                found[place] = run(part)
        return found


def rolling(
    of: Any,
    window: Any,
    min_periods: Any = None,
    center: bool = False,
    win_type: Any = None,
    on: Any = None,
    closed: Any = None,
) -> Windows:
    """As ``rolling``. Raises Unsupported."""
    if not isinstance(window, int | np.integer) or win_type is not None or on is not None:
        raise Unsupported("windows of time")
    pay(of, 5.0)
    return Windows(of, int(window), int(window) if min_periods is None else min_periods, centred=center)


def expanding(of: Any, min_periods: int = 1) -> Windows:
    """As ``expanding``."""
    pay(of, 5.0)
    return Windows(of, None, min_periods)


def fading(
    of: Any,
    com: Any = None,
    span: Any = None,
    halflife: Any = None,
    alpha: Any = None,
    min_periods: int = 0,
    adjust: bool = True,
) -> Windows:
    """As ``ewm``."""
    pay(of, 8.0)
    return Windows(of, None, min_periods, fading_weight(com, span, halflife, alpha))


def fading_weight(com: Any, span: Any, halflife: Any, alpha: Any) -> float:
    """By how much what came before counts less with each value. Raises ValueError, Unsupported."""
    said = [one for one in (com, span, halflife, alpha) if one is not None]
    if len(said) != 1:
        raise ValueError("comass, span, halflife, and alpha are mutually exclusive")
    if not isinstance(said[0], int | float | np.number):
        raise Unsupported("windows of time")
    if span is not None:
        alpha = 2.0 / (span + 1.0)
    elif com is not None:
        alpha = 1.0 / (1.0 + com)
    elif halflife is not None:
        alpha = 1.0 - float(np.exp(-np.log(2.0) / halflife))
    return 1.0 - float(alpha)


def faded(weight: float, values: Array) -> Array:
    found = np.empty(len(values))
    total = weights = 0.0
    for place, value in enumerate(values.tolist()):
        if value == value:  # noqa: PLR0124
            total, weights = total * weight + value, weights * weight + 1.0
        found[place] = total / weights if weights else np.nan
    return found


def _reduced(name: str) -> Callable[..., Any]:
    def method(windows: Windows, *_: Any, ddof: int = 1, **__: Any) -> Any:
        if windows.weight is not None:
            weight = windows.weight
            windows.machine.pass_over(len(windows.of))
            return windows.settle("mean", lambda values: faded(weight, values))
        return windows.settle(_PRICED_AS.get(name, name), computed_of(windows, name, ddof))

    return method


def computed_of(windows: Windows, name: str, ddof: int) -> Callable[[Array], Array]:
    """What gives an aggregate of each window of some values."""
    run = reducing(name, ddof)
    return _quick(name, windows) or (lambda values: windows.each(values, run))


def _quick(name: str, windows: Windows) -> Callable[[Array], Array] | None:
    """Of sums, which are known from those up to each place."""
    if name not in {"sum", "mean"} or windows.centred:
        return None

    def run(values: Array) -> Array:
        there = ~np.isnan(values)
        sums = np.concatenate([[0.0], np.cumsum(np.where(there, values, 0.0))])
        counts = np.concatenate([[0], np.cumsum(there)])
        ends = np.arange(1, len(values) + 1)
        starts = np.maximum(0, ends - (len(values) if windows.size is None else windows.size))
        totals, number = sums[ends] - sums[starts], counts[ends] - counts[starts]
        found = totals / np.maximum(number, 1) if name == "mean" else totals
        return np.where(number >= max(1, windows.least), found, np.nan)

    return run


def _applied(windows: Windows, function: Any, raw: bool = False, engine: Any = None, args: Any = ()) -> Any:
    run = guarded(windows.machine, function)

    def one(values: Array) -> Any:
        if raw:
            return run(values, *args)
        pay(windows, 6.0)
        return run(Column(windows.machine, values), *args)

    return windows.settle("apply", lambda values: windows.each(values, one))


def _quantile(windows: Windows, quantile: float, interpolation: Any = None) -> Any:
    return windows.settle("median", lambda values: windows.each(values, lambda part: np.quantile(part, quantile)))


def _corr(windows: Windows, other: Column) -> Any:
    column = windows.of
    if not isinstance(column, Column) or windows.size is None:
        raise Unsupported("correlation of tables by windows")
    theirs, size = other.aligned(column.labels), windows.size
    check_room(len(column) * size)
    check_calls(windows.machine, 8 * len(column))

    def run(values: Array) -> Array:
        parts = [slice(max(0, place + 1 - size), place + 1) for place in range(len(values))]
        return np.array(
            [
                correlation(values[one], theirs[one]) if one.stop - one.start >= windows.least else np.nan
                for one in parts
            ]
        )

    return windows.settle("corr", run)


def _aggregated(windows: Windows, function: Any) -> Any:
    if isinstance(function, str) and function in METHODS:
        return METHODS[function](windows)
    if isinstance(function, list) and isinstance(windows.of, Column):
        return _together(windows, [(name, windows, name) for name in function])
    if isinstance(function, dict) and isinstance(windows.of, Table):
        return _together(windows, [(key, windows.special_item(key), name) for key, name in function.items()])
    raise Unsupported("such aggregates of windows")


def _together(windows: Windows, asked: Sequence[tuple[Any, Windows, Any]]) -> Table:
    """A table of aggregates, by the names of its columns, each of which is computed by itself and stays as it is.

    Raises:
        Unsupported: there are none, or one is none that is known by a name, or comes twice.
    """
    if not asked or not all(isinstance(name, str) and name in _NAMED for _, _, name in asked):
        raise Unsupported("such aggregates of windows")
    machine, columns = windows.machine, dict[Any, Column]()
    before = len(machine.waiting)
    try:
        for key, of, name in asked:
            if key in columns:
                raise Unsupported("an aggregate of windows that comes twice")
            columns[key] = METHODS[name](of)
            machine.waiting.append(columns[key])
        pay(windows, _EACH_OF_SEVERAL * len(columns))
        found = Table(machine, {key: one.values for key, one in columns.items()}, windows.of.labels)
        settled(WINDOWS, "several", found, *columns.values())
    finally:
        del machine.waiting[before:]
    return found


METHODS: Final[dict[str, Callable[..., Any]]] = {
    **{name: _reduced(name) for name in _NAMED},
    "apply": _applied,
    "quantile": _quantile,
    "corr": _corr,
    "agg": _aggregated,
    "aggregate": _aggregated,
}
