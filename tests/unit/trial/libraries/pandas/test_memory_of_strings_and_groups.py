"""What operations of columns of texts, of groups and of rows take, as memray counts it: Arrow's texts are not seen."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import OF_PYTHON_3_11, peak_of

_SETUP = (
    "import io\nimport numpy as np\nimport pandas as pd\ndef f(df):\n"
    "    df['t'].str, df['u'].str, df['x'], df['y'], df.groupby('g')\n    "
)
#: Bodies -> bytes measured at 20,000 rows; texts and groups are as many as the square root of these.
MEASURED = {
    "return df['t'].value_counts()": 17_770,
    "return pd.factorize(df['t'])": 244_399,
    "return df['t'].astype('category')": 330_832,
    "return df['t'].map({'text 1': 'a', 'text 2': 'b'})": 1_452_417,
    "return df['t'].replace({'text 1': 'a', 'text 2': 'b'})": 43_834,
    "return df['t'].replace({'text 1': 1, 'text 2': 2})": 1_465_107,
    "return df['t'].tolist()": 1_445_732,
    "return list(df['t'])": 1_286_562,
    "return df[['x', 't']].to_dict('records')": 5_467_446,
    "return df['t'].str.extract(r'(\\d+)')": 4_172_100,
    "return df.groupby('t')['x'].sum()": 335_888,
    "return df.groupby(['t', 'u'])['x'].sum()": 1_771_832,
    "return df.groupby(df['x'] > 0.5)['y'].mean()": 495_074,
    "return df.groupby('g')['x'].apply(list)": 1_493_977,
    "return df.groupby('g')['x'].transform(lambda one: one)": 2_068_860,
    "return pd.get_dummies(df['t'])": 5_696_936,
    "return pd.get_dummies(df[['x', 't']], columns=['t'])": 5_714_846,
    "return df['x'].mask(df['x'] < -1, 0)": 63_000,
    "return df[['x', 't', 'y']].apply(lambda row: 1, axis=1)": 5_033_891,
    "return df[['x', 'y']].apply(lambda row: 1, axis=1)": 2_472_683,
    "df['z'] = np.where(df['x'] > 0.5, 'high', 'low')": 1_539_298,
    "df['z'] = np.select([df['x'] > 0.9, df['x'] > 0.5], ['A', 'B'], default='C')": 251_065,
}


@OF_PYTHON_3_11
@pytest.mark.parametrize("body", MEASURED)
def test_operations_hold_what_was_measured(body: str) -> None:
    peak = peak_of(f"{_SETUP}{body}\n", "df: DataFrame[20000, 5]")
    assert MEASURED[body] / 1.6 < peak < 1.6 * MEASURED[body]


@pytest.mark.parametrize("body", ["return df['t'].unique()", "return df['t'].mode()", "return df['t'].nunique()"])
def test_texts_are_told_apart_elsewhere(body: str) -> None:
    """Measured: from 4 to 7 KB at any number of rows."""
    assert peak_of(f"{_SETUP}{body}\n", "df: DataFrame[20000, 5]") < 15_000


def _estimated(text: str, workload: str) -> dict[str, float]:
    trials = Trials(text)
    found = dict(zip(NAMES, trials.estimate(parse(workload)), strict=True))
    assert not trials.error
    assert not trials.stopped_at
    return found


def test_tables_are_written_to_texts_in_memory() -> None:
    text = "def f(df):\n    to = io.StringIO()\n    df.to_csv(to, index=False)\n    return to.getvalue()\n\nimport io\n"
    assert 2.0 ** _estimated(text, "df: DataFrame[1000, 3]")["trial_peak"] > 200_000


def test_codes_of_a_table_s_own_categories_are_there() -> None:
    text = "def f(df):\n    df['t'] = df['t'].astype('category')\n    return df['t'].cat.codes\n"
    assert _estimated(text, "df: DataFrame[1000, 3]")["trial_runs"] > 0


def test_rows_of_one_table_alone_are_found() -> None:
    text = (
        "def f(left, right):\n    both = left.merge(right[['id']], on='id', how='left', indicator=True)\n"
        "    return both[both['_merge'] == 'left_only'].drop(columns='_merge')\n"
    )
    assert _estimated(text, "left: DataFrame[1000, 3]; right: DataFrame[1000, 3]")["trial_runs"] > 0


def test_rows_spread_over_a_table_hold_its_cells_once() -> None:
    text = "def f(df):\n    return df.set_index(['a', 'b'])['value'].unstack()\n\nimport pandas\n"
    # A million cells of eight bytes, and a mark of each.
    assert 7e6 < 2.0 ** _estimated(text, "df: DataFrame[1000, 3]")["trial_peak"] < 12e6
