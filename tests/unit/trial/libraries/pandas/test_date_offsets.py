"""Steps between moments as pandas has them, and what they take."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, peak_of, run

SETUP = """
import pandas as pd
from pandas.tseries.offsets import BDay, MonthEnd
days = pd.Series(pd.to_datetime(pd.Index(range(19_700, 19_800)), unit="D")) + pd.Timedelta(hours=7)
def seconds(times):
    return [int(one) for one in (times - pd.Timestamp("1970-01-01")).dt.total_seconds()]
"""
_PARTS, _ENDS = ("Month", "Year"), ("End", "Begin")
STEPS = (
    *(f"pd.offsets.{part}{end}({steps})" for part in _PARTS for end in _ENDS for steps in (-1, 0, 2)),
    *(f"pd.offsets.QuarterEnd({steps})" for steps in (-2, 0, 1)),
    *(f"pd.offsets.BusinessDay({steps})" for steps in (-3, 0, 1, 6)),
    "MonthEnd() * 2", "BDay()", "pd.offsets.Day(3)", "pd.offsets.Hour(5)", "pd.offsets.Week(1)",
    "pd.DateOffset(months=1)", "pd.DateOffset(months=-13, days=2)", "pd.DateOffset(days=30)", "pd.DateOffset(2)",
    "pd.DateOffset(years=1, hours=6)",
)  # fmt: skip
#: Bodies -> microseconds and bytes measured at 10,000 rows.
MEASURED = {
    "pd.offsets.MonthEnd(0)": (376, 88_956),
    "pd.offsets.BDay(1)": (292, 88_988),
    "pd.DateOffset(months=1)": (413, 164_612),
    "pd.DateOffset(days=30)": (118, 86_456),
    "pd.DateOffset(years=1, days=3)": (515, 90_995),
}


@pytest.mark.parametrize("step", STEPS)
def test_moments_are_moved_as_by_pandas(step: str) -> None:
    for expression in (f"seconds(days + {step})", f"seconds(days - {step})"):
        source = f"{SETUP}\nfound = {expression}"
        assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    "step",
    ["pd.DateOffset(years=900)", "pd.offsets.MonthEnd(9000)", "pd.offsets.Week(90_000)", "pd.DateOffset(weeks=90_000)"],
)
def test_none_is_moved_by_centuries(step: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{SETUP}\nfound = seconds(days + {step})")


def test_single_moments_are_moved_too() -> None:
    source = f"{SETUP}\nfound = [(pd.Timestamp('2024-01-31') + MonthEnd(1) - pd.Timestamp('2024-01-01')).days]"
    assert interpreted(source) == run(source) == [59]


@pytest.mark.parametrize("step", MEASURED)
def test_steps_take_what_was_measured(step: str) -> None:
    micros, size = MEASURED[step]
    source = f"def f(df):\n    return df['date'] + {step}\n\nimport pandas as pd\n"
    trials = Trials(source)
    found = dict(zip(NAMES, trials.estimate(parse("df: DataFrame[10000, 1]")), strict=True))
    assert not trials.stopped_at
    assert micros / 1.5 < 2.0 ** found["trial_time"] / 1_000 < 1.5 * micros
    assert size / 1.3 < peak_of(source, "df: DataFrame[10000, 1]") < 1.3 * size
