"""Groups of times are those of pandas, from the first to the last."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, run
from tests.unit.trial.libraries.pandas.test_data_frames import plain

_SETUP = """
import numpy as np
import pandas as pd
times = pd.date_range("2024-01-01", periods=60, freq="30min")[[2, 11, 4, 26, 50, 4]]
near = pd.DataFrame({"a": [3, 1.5, np.nan, 0.5, 2.5, 1.5], "b": [1, 2, 1, 3, 2, 1]}, index=times)
days = pd.date_range("2024-01-01", periods=150, freq="D")[[6, 7, 59, 121]]
far = pd.DataFrame({"a": [3, 1.5, np.nan, 0.5], "b": [1, 2, 1, 3]}, index=days)
def told(found):
    return found.reset_index(drop=True), [str(label)[:10] for label in found.index.values], found.index.hour.tolist()
"""


@pytest.mark.parametrize(
    "figure",
    ["sum", "mean", "count", "min", "max", "first", "last", "std", "median", "nunique", "size", "prod", "quantile"],
)
def test_groups_without_rows_have_figures_too(figure: str) -> None:
    source = f"{_SETUP}\nfound = near.resample('2h').{figure}().reset_index(drop=True)"
    assert plain(interpreted(source)) == plain(run(source))


@pytest.mark.parametrize(
    "expression",
    [
        "told(near.resample('2h').sum())",
        "told(near.resample('7h').sum())",
        "told(near.resample('90s').count())[1:]",
        "told(near.resample('3D').sum())",
        "told(far.resample('2D').mean())",
        "told(far.resample('36h').count())",
        "told(far.resample('W').sum())",
        "told(far.resample('ME').sum())",
        "told(far.resample('MS').sum())",
        "told(far.resample('QE').sum())",
        "told(far.resample('QS').sum())",
        "told(far.resample('YE').sum())",
        "told(far.resample('YS').sum())",
        "told(near['b'].resample('2h').apply(len))",
        "told(near['b'].resample('2h').agg(['sum', 'max']))",
        "told(near['a'].resample('2h').ohlc())",
        "told(near.resample('2h').agg({'a': 'sum', 'b': 'max'}))",
        "told(near.assign(t=near.index).reset_index(drop=True).resample('2h', on='t').sum())",
        "[len(group) for _, group in near.resample('2h')], len(near.resample('h')), len(near[:0].resample('h').sum())",
    ],
)
def test_groups_are_named_by_their_times(expression: str) -> None:
    source = f"{_SETUP}\nfound = {expression}"
    assert plain(interpreted(source)) == plain(run(source))


@pytest.mark.parametrize(
    "expression",
    ["near.resample('2h', label='right')", "near.resample('B')", "near.resample('2W')", "far.resample('1s').sum()"],
)
def test_other_groups_are_refused(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_SETUP}\nfound = {expression}")
