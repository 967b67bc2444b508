"""Columns that are chosen by parts of their names, and groups that are handed on to a function."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, time_of

_TABLE = """
import pandas as pd
df = pd.DataFrame({"price_a": [1.0, 2.0, 4.0], "price_b": [2.0, 2.0, 3.0], "city": [0, 1, 0]})
"""


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("like='price'", ["price_a", "price_b"]),
        ("regex='_b$|^c'", ["price_b", "city"]),
        ("items=['city', 'none']", ["city"]),
        ("like='a', axis=1", ["price_a"]),
    ],
)
def test_they_are_chosen(said: str, names: list[str]) -> None:
    assert interpreted(f"{_TABLE}found = list(df.filter({said}).columns)") == names


def test_groups_tell_by_how_much_values_change() -> None:
    found = interpreted(f"{_TABLE}found = df.groupby('city')['price_a'].pct_change().fillna(0).tolist()")
    assert found == [0.0, 0.0, 3.0]


def test_groups_are_handed_on() -> None:
    found = interpreted(f"{_TABLE}found = df.groupby('city')['price_a'].pipe(lambda g: g.max() - g.min()).tolist()")
    assert found == [3.0, 0.0]


def test_a_table_of_counts_takes_as_long_as_it_has_pairs() -> None:
    head = "import numpy as np\nimport pandas as pd\ndef f(n, few):\n    "
    body = "x = pd.Series(np.arange(n) % few)\n    return pd.crosstab(x, pd.Series(np.arange(n) // few % few))"
    many, few = (time_of(head + body, f"n: int = 2000; few: int = {kinds}") for kinds in (40, 4))
    # Measured: 1,600 pairs take 4.5 times as long as 16.
    assert 4.5 / 1.7 < many / few < 4.5 * 1.7
