"""Ranking values: what is put in order for it takes longer the more values there are, and the more of them differ."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, time_of

_TABLE = "import pandas as pd\nimport numpy as np\ndef f(a, b):\n    return "


def _times(code: str, workload: str) -> float:
    """How many times as long it takes as sines of as many numbers."""
    return time_of(f"{_TABLE}{code}\n", workload) / time_of(f"{_TABLE}np.sin(a)\n", workload)


@pytest.mark.parametrize(
    ("code", "rows", "times"),
    [
        # Measured: so many times what sines take.
        ("pd.Series(a).rank()", 1_000, 6.2),
        ("pd.Series(a).rank()", 10_000, 8.1),
        ("pd.Series(a).rank(pct=True)", 100_000, 19.0),
        ("pd.DataFrame({'a': a, 'b': b}).rank()", 10_000, 17.5),
        ("pd.Series(np.floor(a * 100)).rank()", 100_000, 13.0),
    ],
)
def test_ranks_take_as_long_as_was_measured(code: str, rows: int, times: float) -> None:
    found = _times(code, f"a: float64[{rows}] in 0..1; b: float64[{rows}] in 0..1")
    assert times / 1.6 < found < 1.6 * times


def test_only_numbers_are_ranked_where_no_others_are_asked_for() -> None:
    table = "pd.DataFrame({'a': [3.0, 1.0], 'b': ['x', 'y']}).rank(numeric_only=True)"
    assert interpreted(f"import pandas as pd\nranks = {table}\nfound = [ranks.shape, ranks.a.tolist()]\n") == [
        (2, 1),
        [2.0, 1.0],
    ]
