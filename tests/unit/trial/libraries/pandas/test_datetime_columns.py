"""What columns of times are asked for, and rows in groups of times, as pandas has them."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, peak_of, run

SETUP = """
import datetime
import numpy as np
import pandas as pd
texts = ["2023-12-31 23:30", "2024-01-01 05:00", "2024-02-29 12:15", "2024-03-31 00:00", "2024-12-30 08:45"]
moments = np.array([text.replace(" ", "T") for text in texts], dtype="datetime64[ns]")
when = pd.Series(moments)
df = pd.DataFrame({"when": moments[[3, 0, 4, 1, 2]], "x": [1.0, 2.0, 3.0, 4.0, 5.0]})
"""
EXPRESSIONS = (
    "when.dt.day_name().tolist(), when.dt.month_name().tolist()",
    "when.dt.isocalendar().week.tolist(), when.dt.isocalendar()['year'].tolist(), when.dt.isocalendar().day.tolist()",
    "when.dt.days_in_month.tolist(), when.dt.day_of_year.tolist(), when.dt.day_of_week.tolist()",
    "when.dt.is_month_start.tolist(), when.dt.is_month_end.tolist(), when.dt.is_quarter_start.tolist()",
    "when.dt.is_quarter_end.tolist(), when.dt.is_year_start.tolist(), when.dt.is_year_end.tolist()",
    "when.dt.is_leap_year.tolist(), when.dt.microsecond.tolist()",
    "when.dt.date.tolist()",
    "when.dt.strftime('%Y-%m').tolist(), when.dt.strftime('%d %b %H:%M').tolist()",
    "when.dt.normalize().dt.hour.tolist(), when.dt.floor('h').dt.minute.tolist()",
    "when.dt.tz_localize(None).dt.hour.tolist()",
    "len(pd.date_range('2024-01-01', '2024-01-31')), len(pd.date_range('2024-01-01', '2024-01-03', freq='h'))",
    "pd.date_range('2024-01-15', '2024-04-30', freq='ME').day.tolist()",
    "pd.date_range('2024-01-15', '2024-04-30', freq='MS').month.tolist()",
    "len(pd.date_range('2024-01-01', '2024-01-31', freq='B'))",
    "len(pd.date_range('2024-01-01', '2024-01-31', freq='W'))",
    "pd.Timestamp('2024-05-06 07:08:09').minute, pd.to_datetime('2024-05-06').day",
    "df.set_index('when').sort_index()['x'].asfreq('D').notna().sum()",
    "df.sort_values('when').set_index('when').asfreq('D').shape",
    "df.groupby(pd.Grouper(key='when', freq='ME'))['x'].sum().tolist()",
    "df.groupby(pd.Grouper(key='when', freq='MS'))['x'].count().index.month.tolist()",
)
#: Bodies -> bytes measured at 20,000 rows.
MEASURED = {
    "return df['d'].dt.day_name()": 25_961,
    "return df['d'].dt.date": 1_804_606,
    "return df['d'].dt.strftime('%Y-%m')": 1_445_822,
    "return df['d'].dt.isocalendar()": 732_512,
    "return df['d'].dt.month": 164_926,
    "return df['d'].dt.is_month_end": 44_878,
}


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions_give_what_pandas_gives(expression: str) -> None:
    source = f"{SETUP}\nfound = {expression}"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("body", MEASURED)
def test_parts_take_what_was_measured(body: str) -> None:
    peak = peak_of(f"import pandas as pd\ndef f(df):\n    {body}\n", "df: DataFrame[20000, 1]")
    assert MEASURED[body] / 1.4 < peak < 1.4 * MEASURED[body]


def test_what_is_no_frequency_is_not_guessed() -> None:
    trials = Trials("def f(df):\n    return df['when'].dt.floor('17x')\n")
    trials.estimate(parse("df: DataFrame[100, 1]"))
    assert trials.stopped_at == "a frequency that is not known"


def test_the_time_is_after_all_that_tables_hold() -> None:
    text = "def f(df):\n    return ((pd.Timestamp.now() - df['date']).dt.days < 0).sum()\n\nimport pandas as pd\n"
    trials = Trials(text)
    found = dict(zip(NAMES, trials.estimate(parse("df: DataFrame[1000, 1]")), strict=True))
    assert not trials.error
    assert not trials.stopped_at
    assert found["trial_runs"] > 0
