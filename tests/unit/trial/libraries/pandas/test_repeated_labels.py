"""Labels that are repeated, all as often or each as often as a column says."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, peak_of, time_of

_BEGIN = "import pandas as pd\ndf = pd.DataFrame({'a': [2, 0, 1]}, index=['x', 'y', 'z'])\n"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("df.index.repeat(2).tolist()", ["x", "x", "y", "y", "z", "z"]),
        ("df.index.repeat(repeats=0).tolist()", []),
        ("df.set_index('a').index.repeat(2).name", "a"),
        ("df.index.repeat(df['a']).tolist()", ["x", "x", "z"]),
        ("df.index.repeat([0, 2, 1]).tolist()", ["y", "y", "z"]),
        ("df.loc[df.index.repeat(df['a'])].reset_index(drop=True)['a'].tolist()", [2, 2, 1]),
    ],
)
def test_they_are_as_in_pandas(expression: str, expected: object) -> None:
    assert interpreted(f"{_BEGIN}found = {expression}") == expected


def test_fewer_than_no_times_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        interpreted(f"{_BEGIN}found = df.index.repeat([1, -1, 1])")


def test_numbers_of_times_are_copied() -> None:
    source = "def f(table):\n    return table.index.repeat((table['c0'] * 4).astype(int))\n\nimport pandas as pd\n"
    # Measured: 566 kB.
    assert peak_of(source, "table: DataFrame[20000, 3]") == pytest.approx(566_000, rel=0.25)


def test_labels_that_are_all_repeated_as_often_are_paid_for_too() -> None:
    source = "def f(table):\n    return table.index.repeat(3)\n\nimport pandas as pd\n"
    few, many = (time_of(source, f"table: DataFrame[{rows}, 3]") for rows in (200, 20_000))
    # Measured: 25 times as long.
    assert many > 5 * few
