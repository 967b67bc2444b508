"""What operations of pandas hold for a moment, as tracemalloc counts it."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import peak_of

#: Bodies -> bytes measured at 20,000 rows.
MEASURED = {
    "return df['key'].unique()": 530_617,
    "return df['key'].nunique()": 530_617,
    "return df['x'].nunique()": 791_765,
    "values = df['x']; return values.value_counts()": 1_147_589,
    "return df['key'].value_counts()": 530_304,
    "return df['key'].drop_duplicates()": 548_768,
    "return df.drop_duplicates(subset=['key'])": 550_244,
    "return df.drop_duplicates()": 1_441_000,
    "return df.duplicated()": 1_441_000,
    "return df.groupby('key')['x'].mean()": 695_883,
    "return df.groupby(['key', 'x'])['y'].sum()": 1_359_996,
    "return df.groupby('key').apply(lambda group: group['y'].max())": 1_216_676,
    "df['t'] = df['x'] * df['y']": 171_770,
    "df['t'] = np.arange(len(df))": 328_608,
    "df.loc[df['y'] > 0.5, 'x'] = 0.0": 354_460,
    "df['t'] = [0.5 * place for place in range(len(df))]": 1_812_709,
    "return pd.concat([df.iloc[place::4] for place in range(4)])": 973_104,
    "return pd.DataFrame({'a': df['x'].values, 'b': np.arange(len(df))})": 487_510,
    "return pd.to_datetime(df['x'].astype(int), unit='s')": 648_347,
    "return df.replace([np.inf, -np.inf], np.nan)": 242_432,
    "return df.replace(-5.0, 1.0)": 160_720,
    "return df.sort_values(['key', 'x'])": 965_512,
    "return df.groupby('key')['x'].describe()": 942_699,
    "return df.groupby('key')[['x', 'y']].describe()": 1_136_355,
    "return df.groupby('key')['x'].rank()": 1_086_798,
    "return df['x'].where(df['y'] > 0.5).interpolate()": 1_272_376,
    "return df['x'].describe()": 503_251,
    "return df['x'].prod()": 183_000,
    "return df[['x', 'y']].mean(axis=1)": 544_530,
    "return df[['x', 'y']].max(axis=1)": 523_416,
    "return df[['x', 'y']].median(axis=1)": 2_014_037,
    "return df.assign(n=np.arange(len(df)))[['x', 'n']].corr()": 542_429,
    "return df.groupby('key')['x'].pct_change()": 1_018_866,
    "return df.dropna(subset=['y'])": 56_563,
    "return pd.util.hash_pandas_object(df)": 805_787,
    "return pd.util.hash_pandas_object(df['x'])": 642_879,
}


def _peak(body: str, rows: int = 20_000) -> float:
    # The columns stand in the order in which they are asked for; the first one holds few different values.
    source = f"import numpy as np\nimport pandas as pd\ndef f(df):\n    df['key'], df['x'], df['y']\n    {body}\n"
    return peak_of(source, f"df: DataFrame[{rows}, 4] few")


@pytest.mark.parametrize("body", MEASURED)
def test_operations_hold_what_was_measured(body: str) -> None:
    assert MEASURED[body] / 1.3 < _peak(body) < 1.3 * MEASURED[body]


@pytest.mark.parametrize(
    "body", ["return df['x'].astype(float)", "return df.astype('float64')", "return df[['x', 'y']].values"]
)
def test_what_is_there_is_shared(body: str) -> None:
    """A type that values have already, and columns that stand beside each other, need no copy."""
    assert 2_000 < _peak(body) < 9_000


def test_columns_of_a_block_are_seen_as_they_stand() -> None:
    assert _peak("return df[['y', 'x']].values") > 300_000


def test_a_mask_that_holds_everywhere_copies_no_row() -> None:
    assert _peak("return df[df['x'] > -1.0]") < 200_000


def test_rows_that_have_the_same_keys_in_order_are_joined_without_copies() -> None:
    left, right = (f"df[['{name}']].assign(i=np.arange(len(df)))" for name in "yx")
    # Measured: 498,276 bytes, nearly all of them those of the keys.
    assert 300_000 < _peak(f"return {left}.merge({right}, on='i')") < 600_000


@pytest.mark.parametrize(("how", "measured"), [("left", 1_180_300), ("inner", 1_360_632)])
def test_keys_in_no_order_are_told_apart_by_a_table(how: str, measured: int) -> None:
    source = (
        f"def f(left, right):\n    left['a'], right['b']\n    return left.merge(right, on='customer_id', how='{how}')\n"
    )
    workload = "left: DataFrame[20000, 3]; right: DataFrame[20000, 3]"
    assert peak_of(source, workload) == pytest.approx(measured, rel=0.2)


@pytest.mark.parametrize("keys", ["None, 'a', 2", "2, 'a', None", ""])
def test_keys_that_have_no_order_are_joined_as_before(keys: str) -> None:
    right = f"pd.DataFrame({{'x': [{keys}]}})"
    source = f"import pandas as pd\ndef f(df):\n    df['x']\n    return df.merge({right}, on='x', how='left')\n"
    found = dict(zip(NAMES, Trials(source).estimate(parse("df: DataFrame[50, 2]")), strict=True))
    assert found["trial_raised"] == 0
    assert found["trial_peak"] > 10


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        ("return pd.concat(given, ignore_index=True)", "list[DataFrame[1000, 3]] * 10", 245_000),
        ("return [one.mean() for one in given]", "list[Series[1000]] * 10", 13_200),
        ("return [one.sum().sum() for one in given.values()]", "dict[str, DataFrame[1000, 3]] * 10", 12_500),
    ],
)
def test_tables_that_others_hold_are_made(body: str, workload: str, measured: int) -> None:
    source = f"import pandas as pd\ndef f(given):\n    {body}\n"
    assert measured / 1.3 < peak_of(source, f"given: {workload}") < 1.3 * measured
