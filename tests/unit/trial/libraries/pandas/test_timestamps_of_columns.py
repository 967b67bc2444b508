"""Moments that a column gives: of pandas' own kind, with the parts that Python's have."""

from __future__ import annotations

from perfcast.trial import NAMES, Trials
from perfcast.workload import parse

SPANS = """
def spans(orders):
    days = pd.to_datetime(orders["order_date"])
    first, last = days.min(), days.max()
    return [last.year] * (last - first).days + [first.month, (last - first).total_seconds()]

import pandas as pd
"""


def test_their_parts_are_there() -> None:
    trials = Trials(SPANS)
    found = dict(zip(NAMES, trials.estimate(parse("orders: DataFrame[1000, 3]")), strict=True))
    assert not trials.error
    assert not trials.stopped_at
    assert found["trial_runs"] > 0


def test_moments_of_pythons_own_go_with_columns() -> None:
    text = (
        "def since(df, now):\n    recent = df[df['date'] > now]\n    return (now - df['date']).dt.days, recent\n\n"
        "import pandas as pd\n"
    )
    trials = Trials(text)
    found = dict(zip(NAMES, trials.estimate(parse("df: DataFrame[1000, 3]; now: datetime")), strict=True))
    assert not trials.error
    assert not trials.stopped_at
    assert 20_000 < 2.0 ** found["trial_peak"] < 60_000
