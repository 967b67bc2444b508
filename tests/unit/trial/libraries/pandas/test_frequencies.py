"""Names of frequencies that pandas 3 knows no more are refused as there."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
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
        "frame['day'].dt.to_period('ME')",
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
        "frame['day'].dt.to_period('Q').nunique(), frame['day'].dt.to_period('W').nunique()",
        "pd.Timedelta('0s').total_seconds(), pd.Timedelta('1W').total_seconds(), pd.Timedelta(weeks=1).total_seconds()",
        "pd.Timedelta(3, unit='W').total_seconds()",
        "pd.Timedelta('2h').total_seconds()",
    ],
)
def test_names_that_are_left_do_not(expression: str) -> None:
    source = f"{_SETUP}\nfound = {expression}"
    assert plain(interpreted(source)) == plain(run(source))


@pytest.mark.parametrize("freq", ["ME", "MS", "2MS", "QE", "QS", "YE", "YS", "W", "2W", "B", "3h", "D"])
@pytest.mark.parametrize("start", ["2024-01-01", "2024-01-06", "2024-02-29 10:00", "2024-12-31"])
def test_so_many_times_lie_on_what_is_counted(freq: str, start: str) -> None:
    times = f"pd.date_range('{start}', periods=4, freq='{freq}')"
    source = f"import pandas as pd\nfound = [str(one)[:19] for one in {times}.values]"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("way", ["floor", "ceil", "round"])
@pytest.mark.parametrize("freq", ["D", "2h", "15min", "90s"])
def test_times_are_rounded(way: str, freq: str) -> None:
    times = "['2024-01-01 12:00:00', '2024-01-02 12:00:00', '2024-03-04 05:06:07', None, '2024-03-05 00:07:30']"
    source = f"import pandas as pd\nwhen = pd.Series(pd.to_datetime({times}))\n"
    source += f"found = [str(one)[:19] for one in when.dt.{way}('{freq}').values]"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize("freq", ["ME", "W", "YS"])
def test_times_are_not_rounded_to_what_is_not_as_long_everywhere(freq: str) -> None:
    with pytest.raises(ValueError, match="non-fixed"):
        interpreted(f"{_SETUP}\nfound = frame['day'].dt.floor('{freq}')")


@pytest.mark.parametrize("expression", ["pd.Timedelta('1B')", "pd.Timedelta('h')", "pd.Timedelta(1, years=2)"])
def test_other_lengths_end_the_run(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_SETUP}\nfound = {expression}")
