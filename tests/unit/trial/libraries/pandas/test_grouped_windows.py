"""What is computed of values and those before them in their own groups, as pandas has it."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

SETUP = """
import pandas as pd
import numpy as np
from datetime import timedelta
df = pd.DataFrame({"g": [1, 2, 1, 2, 1, 1], "x": [1.0, 2.0, np.nan, 4.0, 5.0, 6.0]})
df["y"] = [3.0, 1.0, 2.0, 6.0, 5.0, 4.0]
groups = df.groupby("g")
"""


@pytest.mark.parametrize(
    "expression",
    [
        "groups['x'].rolling(2).mean().fillna(-1).tolist()",
        "groups['y'].rolling(3, min_periods=1).max().tolist()",
        "groups['x'].rolling(2, min_periods=1).sum().reset_index().columns.tolist()",
        "groups[['x', 'y']].rolling(2).std().fillna(-1).round(9).values.tolist()",
        "groups['x'].expanding().mean().tolist()",
        "groups['y'].ewm(span=3).mean().round(9).tolist()",
        "groups[['x', 'y']].ewm(alpha=0.3).mean().round(9)['y'].tolist()",
        "groups['y'].ewm(com=1).mean().reset_index(level=0, drop=True).sort_index().round(9).tolist()",
        "groups['y'].rolling(2).mean().reset_index(level=0, drop=True).fillna(0).sort_index().tolist()",
        "groups['x'].ffill().tolist(), groups['x'].bfill().tolist()",
    ],
)
def test_expressions_give_what_pandas_gives(expression: str) -> None:
    source = f"{SETUP}\nfound = {expression}"
    assert interpreted(source) == run(source)


def test_windows_of_groups_take_what_was_measured() -> None:
    text = "def f(df):\n    return df.groupby('g')['x'].rolling(7).mean()\n\nimport pandas as pd\n"
    found = dict(zip(NAMES, Trials(text).estimate(parse("df: DataFrame[20000, 2]")), strict=True))
    assert 5_500 / 1.6 < 2.0 ** found["trial_time"] / 1_000 < 1.6 * 5_500
    assert 2_316_227 / 1.4 < 2.0 ** found["trial_peak"] < 1.4 * 2_316_227


def test_fading_groups_take_what_was_measured() -> None:
    text = "def f(df):\n    return df.groupby('g')['x'].ewm(span=7).mean()\n\nimport pandas as pd\n"
    found = dict(zip(NAMES, Trials(text).estimate(parse("df: DataFrame[10000, 2]")), strict=True))
    assert 4_000 / 1.6 < 2.0 ** found["trial_time"] / 1_000 < 1.6 * 4_000
    assert 1_280_206 / 1.4 < 2.0 ** found["trial_peak"] < 1.4 * 1_280_206


def test_moments_of_columns_go_with_spans_of_pythons() -> None:
    text = (
        "def f(df):\n    last = pd.to_datetime(df['date']).max() - timedelta(days=30)\n"
        "    return df[df['date'] > last]\n\n"
        "import pandas as pd\nfrom datetime import timedelta\n"
    )
    trials = Trials(text)
    trials.estimate(parse("df: DataFrame[1000, 2]"))
    assert not trials.error
    assert not trials.stopped_at


def test_rows_that_are_pivoted_have_keys_of_their_own() -> None:
    text = "def f(df):\n    return df.pivot(index='date', columns='ticker', values='close')\n\nimport pandas as pd\n"
    trials = Trials(text)
    trials.estimate(parse("df: DataFrame[1000, 3]"))
    assert not trials.error
