"""Names of frequencies that pandas 3 knows no more are refused as there."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, run
from tests.unit.trial.libraries.pandas.test_data_frames import plain

_SETUP = """
import pandas as pd
days = pd.date_range("2024-01-01", periods=90, freq="D")[[6, 7, 59, 81]]
frame = pd.DataFrame({"day": days, "amount": [3, 1, 2, 4]})
"""


@pytest.mark.parametrize(
    "expression",
    [
        "frame.set_index('day').resample('M').sum()",
        "frame.set_index('day')['amount'].resample('2H').sum()",
        "frame.set_index('day').resample('Q-DEC').sum()",
        "frame.groupby(pd.Grouper(key='day', freq='M')).sum()",
        "frame.set_index('day').asfreq('A')",
        "frame['day'].dt.floor('H')",
        "frame['day'].dt.to_period('H')",
        "pd.date_range('2024-01-01', '2024-06-01', freq='M')",
        "pd.date_range('2024-01-01', periods=3, freq='T')",
    ],
)
def test_names_that_are_gone_raise(expression: str) -> None:
    source = f"{_SETUP}\nfound = {expression}"
    with pytest.raises(ValueError, match="Invalid frequency"):
        run(source)
    with pytest.raises(ValueError, match="Invalid frequency"):
        interpreted(source)


@pytest.mark.parametrize(
    "expression",
    [
        "[str(one)[:10] for one in pd.date_range('2024-01-01', '2024-06-01', freq='ME').values]",
        "frame['day'].dt.to_period('M').nunique()",
        "frame['day'].dt.floor('D').nunique()",
        "pd.Timedelta('2h').total_seconds()",
    ],
)
def test_names_that_are_left_do_not(expression: str) -> None:
    source = f"{_SETUP}\nfound = {expression}"
    assert plain(interpreted(source)) == plain(run(source))
