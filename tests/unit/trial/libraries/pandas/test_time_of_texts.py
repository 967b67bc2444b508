"""How long operations on columns of texts take, beside those on numbers."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import time_of

_HEAD = """import numpy as np
import pandas as pd
def f(df):
    df['s'].str.lower(), df['x']
    """
_WORKLOAD = "df: DataFrame[20000, 2]"


def _time(body: str) -> float:
    return time_of(f"{_HEAD}return {body}", _WORKLOAD) - time_of(f"{_HEAD}return df", _WORKLOAD)


@pytest.mark.parametrize(
    ("body", "other", "times"),
    [
        # Measured with texts in Arrow's memory, of 141 different ones.
        ("df.sort_values('s')", "df.sort_values('x')", 4.4),
        ("df['s'].tolist()", "df['x'].tolist()", 2.9),
        ("df['s'].str.title()", "df['s'].str.upper()", 4.2),
        ("df['s'].str.count('a')", "df['s'].str.upper()", 4.8),
    ],
)
def test_texts_take_so_many_times_as_long(body: str, other: str, times: float) -> None:
    assert times / 2 < _time(body) / _time(other) < times * 2
