"""What calls of pandas and torch cost beside the array that they give, as measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from perfcast.static.counters import Machine
from perfcast.static.values import Array

#: Lines that a microsecond of a library's own code counts as.
_LINES: Final = 50.0


@dataclass(frozen=True)
class _Cost:
    """Bytes at the peak whatever the size, bytes for each row, and microseconds whatever the size."""

    fixed: float
    row: float
    time: float


_PANDAS: Final = {
    "sum": _Cost(4000.0, 1.0, 20.0),
    "mean": _Cost(3700.0, 9.0, 15.0),
    "max": _Cost(3200.0, 9.0, 20.0),
    "min": _Cost(3200.0, 9.0, 20.0),
    "std": _Cost(5400.0, 25.0, 35.0),
    "var": _Cost(5400.0, 25.0, 35.0),
    "median": _Cost(7600.0, 18.0, 60.0),
    "quantile": _Cost(30_000.0, 10.0, 500.0),
    "cov": _Cost(7000.0, 25.0, 110.0),
    "corr": _Cost(7000.0, 25.0, 110.0),
    "describe": _Cost(15_000.0, 24.0, 1000.0),
    "groupby": _Cost(10_000.0, 34.0, 500.0),
    "sort_values": _Cost(4000.0, 24.0, 100.0),
    "argsort": _Cost(4000.0, 24.0, 40.0),
    "rolling": _Cost(5000.0, 16.0, 120.0),
    "cumsum": _Cost(1500.0, 8.0, 20.0),
    "pct_change": _Cost(7000.0, 16.0, 80.0),
    "rank": _Cost(9000.0, 29.0, 50.0),
    "value_counts": _Cost(8000.0, 25.0, 100.0),
    "unique": _Cost(3000.0, 30.0, 15.0),
    "nunique": _Cost(3000.0, 39.0, 15.0),
    "isin": _Cost(1500.0, 13.0, 25.0),
    "duplicated": _Cost(1500.0, 26.0, 30.0),
    "drop_duplicates": _Cost(7000.0, 40.0, 200.0),
    "map": _Cost(2000.0, 98.0, 30.0),
    "apply": _Cost(8000.0, 98.0, 300.0),
    "clip": _Cost(8000.0, 4.0, 200.0),
    "where": _Cost(5000.0, 3.0, 150.0),
    "dropna": _Cost(5000.0, 4.0, 150.0),
    "merge": _Cost(45_000.0, 30.0, 3500.0),
    "pivot_table": _Cost(40_000.0, 40.0, 3500.0),
    "crosstab": _Cost(80_000.0, 80.0, 5500.0),
    "melt": _Cost(20_000.0, 10.0, 1200.0),
    "stack": _Cost(16_000.0, 100.0, 600.0),
    "explode": _Cost(25_000.0, 16.0, 1500.0),
    "assign": _Cost(8000.0, 0.0, 200.0),
    "nlargest": _Cost(17_000.0, 14.0, 350.0),
    "nsmallest": _Cost(17_000.0, 14.0, 350.0),
    "query": _Cost(27_000.0, 3.0, 700.0),
    "eval": _Cost(27_000.0, 3.0, 500.0),
    "agg": _Cost(10_000.0, 20.0, 1000.0),
    "concat": _Cost(3000.0, 0.0, 60.0),
    "cut": _Cost(20_000.0, 16.0, 600.0),
    "qcut": _Cost(45_000.0, 16.0, 1200.0),
}
_TORCH: Final = {
    "gelu": _Cost(12_000.0, 0.0, 6.0),
    "conv1d": _Cost(35_000.0, 0.0, 60.0),
    "conv2d": _Cost(40_000.0, 0.0, 60.0),
    "unfold": _Cost(25_000.0, 0.0, 10.0),
    "interpolate": _Cost(34_000.0, 0.0, 12.0),
    "scaled_dot_product_attention": _Cost(10_000.0, 0.0, 20.0),
    "fft": _Cost(3500.0, 8.0, 6.0),
    "rfft": _Cost(3500.0, 8.0, 6.0),
    "ifft": _Cost(3500.0, 8.0, 6.0),
    "irfft": _Cost(3500.0, 8.0, 6.0),
    "svd": _Cost(14_000.0, 0.0, 60.0),
    "einsum": _Cost(2000.0, 0.0, 10.0),
    "argsort": _Cost(1000.0, 12.0, 4.0),
    "unique": _Cost(3000.0, 12.0, 8.0),
}
_USUAL: Final = {"pandas": _Cost(500.0, 0.0, 15.0), "torch": _Cost(0.0, 0.0, 1.5)}
_OF: Final = {"pandas": _PANDAS, "torch": _TORCH}


def count_call(machine: Machine, array: Array, name: str) -> None:
    """Counts what the library itself takes for a call of that name on the array."""
    costs = _OF.get(array.library)
    if costs is None:
        return
    cost = costs.get(name, _USUAL[array.library])
    machine.compute(0.0, _LINES * cost.time)
    rows = array.shape[0] if array.shape else 1.0
    machine.in_passing(cost.fixed + cost.row * rows)
