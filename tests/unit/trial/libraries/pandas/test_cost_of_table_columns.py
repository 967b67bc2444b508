"""What tables' operations take by how many columns there are, and by whether names are looked for."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import time_of

_TABLE = "import pandas as pd\ndef f(t):\n    k = t.columns[0]\n    return "


def _times(dear: str, cheap: str, workload: str = "t: DataFrame[1000, 6] in 0..9") -> float:
    """How many times as long one takes as the other."""
    return time_of(f"{_TABLE}{dear}\n", workload) / time_of(f"{_TABLE}{cheap}\n", workload)


@pytest.mark.parametrize(
    ("figure", "times"),
    [("mean()", 1.1), ("std()", 1.1), ("cumsum()", 1.2), ("transform('mean')", 1.1)],
)
def test_columns_of_a_type_are_added_up_at_once(figure: str, times: float) -> None:
    few, many = (time_of(f"{_TABLE}t.groupby(k).{figure}\n", f"t: DataFrame[1000, {columns}]") for columns in (2, 21))
    # Measured: twenty columns take so many times what one takes.
    assert times / 1.5 < many / few < 1.5 * times


@pytest.mark.parametrize(
    ("dear", "cheap", "times"),
    [
        ("t.groupby(k).sum()", "t.groupby(k)[t.columns[1]].sum()", 2.2),
        ("t.diff()", "t.abs()", 1.5),
        ("t.rename(columns=str)", "t.add_prefix('x')", 1.0),
        ("t.rename(columns=str)", "t.rename(columns={k: 'x'})", 0.32),
        ("t.set_index(t.index)", "t.set_index(k)", 0.22),
    ],
)
def test_operations_take_as_long_as_was_measured(dear: str, cheap: str, times: float) -> None:
    assert times / 1.6 < _times(dear, cheap) < 1.6 * times
