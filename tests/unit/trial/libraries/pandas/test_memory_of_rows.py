"""What pandas holds of each row for a moment; figures are memray's of 100,000 rows, with CPython 3.11 and pandas 3."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import peak_of


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("events.set_index('timestamp')['value'].resample('D').mean()", 5_924_000),
        ("events.set_index('timestamp').sort_index()['value'].resample('D').mean()", 4_320_000),
        ("pd.to_datetime(events['timestamp'])", 807_000),
        ("events[['value', 'price', 'size']].corr()", 316_000),
        ("events.query('value > 18 and price > 0')", 2_410_000),
    ],
)
def test_rows_take_what_they_take(body: str, measured: int) -> None:
    source = f"import pandas as pd\ndef f(events):\n    return {body}\n"
    assert peak_of(source, "events: DataFrame[100000, 4]") == pytest.approx(measured, rel=0.35)
