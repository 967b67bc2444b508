"""What groups of times have for each of theirs: the first, largest, smallest and last value."""

from __future__ import annotations

from tests.unit.trial.interpreting import interpreted, run

_SOURCE = (
    "import pandas as pd\nlabels = pd.date_range('2024-01-01', periods=7, freq='min')\n"
    "prices = pd.Series([3.0, 5.0, 1.0, 2.0, 4.0, 9.0, 8.0], index=labels)\n"
    "bars = prices.resample('3min').ohlc()\n"
    "found = list(bars.columns), [bars[name].tolist() for name in bars.columns]\n"
)
_MISSING = (
    "import pandas as pd\nlabels = pd.date_range('2024-01-01', periods=4, freq='min')\nnone = float('nan')\n"
    "prices = pd.Series([none, 2.0, 3.0, none], index=labels)\n"
    "found = repr(prices.resample('3min').ohlc().to_numpy().tolist())\n"
)


def test_what_is_missing_is_passed_over() -> None:
    assert interpreted(_MISSING) == run(_MISSING)


def test_they_are_as_in_pandas() -> None:
    assert interpreted(_SOURCE) == run(_SOURCE)
