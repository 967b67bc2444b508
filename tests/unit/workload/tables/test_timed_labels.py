"""Rows are labelled by moments where a function asks for what only these have."""

from __future__ import annotations

import ast

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.workload import build, parse
from perfcast.workload.tables.columns import NamedColumns
from perfcast.workload.tables.timed_labels import labelled_by_moments


@pytest.mark.parametrize(
    "body",
    [
        "return df.resample('D').mean()",
        "return df['x'].resample('D').mean()",
        "return df['x'].dropna().asfreq('h')",
        "return df.between_time('09:00', '17:00')",
        "return df.rolling('7D').mean()",
        "return df.index.month",
        "x = df['x']\n    return x.index.hour",
        "later = df.copy()\n    later['hour'] = later.index.hour\n    return later",
    ],
)
def test_labels_are_moments_where_they_are_asked_as_such(body: str) -> None:
    assert labelled_by_moments(ast.parse(f"def f(df):\n    {body}")) == {"df"}


@pytest.mark.parametrize(
    "body",
    [
        "return df.resample('D', on='x').mean()",
        "return df.rolling(7).mean()",
        "return df.set_index('date').resample('D').mean()",
        "return df.set_index('date').index.month",
        "df = df.set_index('date')\n    return df.resample('D').mean()",
        "df.index = pd.to_datetime(df['date'])\n    return df.resample('D').mean()",
        "df.set_index('date', inplace=True)\n    return df.index.month",
        "by = df.set_index('date')\n    return by.resample('D').mean()",
        "return df.index.tolist()",
    ],
)
def test_labels_that_are_made_are_not_given(body: str) -> None:
    assert "df" not in labelled_by_moments(ast.parse(f"def f(df):\n    {body}"))


@pytest.mark.parametrize("workload", ["df: DataFrame[100, 3]", "df: Series[100]"])
def test_they_are_built_as_they_are_tried(workload: str) -> None:
    pandas = pytest.importorskip("pandas")
    text = "import pandas as pd\ndef f(df):\n    return df.index.hour.max(), df.resample('D').mean()\n"
    _, named = build(parse(workload), 0, columns=NamedColumns(ast.parse(text)))
    assert isinstance(named["df"].index, pandas.DatetimeIndex)
    assert len(named["df"].resample("D").mean()) == 5
    found = dict(zip(NAMES, Trials(text).estimate(parse(workload)), strict=True))
    assert found["trial_time"] > 0 and not found["trial_refused"]
