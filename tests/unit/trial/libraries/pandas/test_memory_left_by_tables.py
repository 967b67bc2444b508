"""What operations of pandas leave behind for the next ones, as memray counts it on pandas 3.1."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.accounting.leftover_memory import Remains
from tests.unit.trial.interpreting import peak_of

#: Bodies -> bytes measured at 20 rows.
MEASURED = {
    "return df.clip(0.2, 0.8)": 28_600,
    "x = df.clip(0.2, 0.8)\n    y = df.clip(0.2, 0.8)\n    return x, y": 41_900,
    "for _ in range(10):\n        df.describe()": 79_200,
    "for _ in range(10):\n        df['c0'].corr(df['c1'])": 25_000,
    "df['c0'].sum()\n    df['c1'].std()\n    s.median()\n    s.sort_values()\n    s.quantile(0.5)": 13_800,
    "return df.assign(a=df['c0'])": 9_800,
    "return df.assign(a=df['c0'], b=df['c1'])": 15_900,
    "return df.copy()": 3_040,
    "return df.iloc[::2]": 2_430,
    "return df.T": 2_820,
    "return df.pct_change()": 12_200,
    "return pd.to_timedelta(s, unit='h')": 3_710,
    "k = (s * 5).astype(int)\n    return df.groupby(k)": 14_100,
    "t = df.assign(k=(s * 5).astype(int), l=(s * 3).astype(int))\n    return t.groupby(['k', 'l']).mean()": 31_800,
    "return df.at[0, 'c0']": 2_450,
    "return df.loc[:, ['c0', 'c1']]": 8_780,
}


def _peak(body: str, rows: int = 20) -> float:
    source = f"import pandas as pd\ndef f(df, s):\n    {body}\n"
    return peak_of(source, f"df: DataFrame[{rows}, 3]; s: Series[{rows}]")


@pytest.mark.parametrize(
    ("shape", "measured"),
    [
        ("32, 1", 21_561),
        ("32, 8", 58_062),
        ("32, 32", 173_571),
        ("32, 64", 322_274),
        ("1000, 16", 101_440),
        ("10000, 8", 295_289),
        ("100000, 4", 1_730_330),
    ],
)
def test_what_tells_of_many_columns_is_a_column_each_until_all_are_told(shape: str, measured: int) -> None:
    source = "import pandas as pd\ndef f(df):\n    return df.describe()\n"
    assert peak_of(source, f"df: DataFrame[{shape}]") == pytest.approx(measured, rel=0.16)


@pytest.mark.parametrize("body", MEASURED)
def test_operations_hold_and_leave_what_was_measured(body: str) -> None:
    assert MEASURED[body] / 1.45 < _peak(body) < 1.45 * MEASURED[body]


def test_each_call_leaves_more_until_many_did() -> None:
    once, often, most = (_peak(f"for _ in range({count}):\n        df.clip(0.2, 0.8)") for count in (1, 4, 300))
    assert once + 20_000 < often < most < 150_000


def test_labels_in_order_are_shared() -> None:
    assert _peak("return s.sort_index()", 400) < 3_500
    assert _peak("return df.sort_index()", 400) < 4_500


def test_columns_turned_round_are_no_objects_each() -> None:
    # Measured: 2,844 bytes; the labels of the columns are 400.
    assert _peak("return df.T", 400) < 8_000


def test_numbers_of_the_type_asked_for_are_shown_as_they_stand() -> None:
    assert _peak("return df.to_numpy(dtype=float)", 400) < 1_000
    assert _peak("return df.to_numpy(dtype='float32')", 400) > 4_800


def test_an_operation_finds_places_of_those_before() -> None:
    remains = Remains()
    found, stays = remains.shared("one", 10_000)
    assert found == 0
    assert 0 < stays < 10_000
    again, more = remains.shared("one", 10_000)
    assert (again, more) == (stays, 0)
    found, more = remains.shared("other", 10_000)
    assert 0 < found < stays
    assert found + more == stays


def test_notes_are_bounded_and_fewer_where_sizes_are_smaller() -> None:
    remains = Remains()
    assert sum(remains.noted(9_000, 1.0) for _ in range(100)) == remains.left < 100_000
    assert Remains().noted(10**9, 0.1) < remains.left / 5
