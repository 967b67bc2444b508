"""Several aggregates of the same windows, and values numbered by the order in which they are met."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, peak_of, run

_SETUP = """
import pandas as pd
import numpy as np
s = pd.Series([3.0, 1.0, 2.0, np.nan, 5.0, 4.0, 1.0])
df = pd.DataFrame({"a": [3.0, 1.0, 2.0, 6.0], "b": [2.0, 2.5, 4.0, 1.0]})
words = pd.Series(["b", "a", "b", None, "c"])
"""


@pytest.mark.parametrize(
    "expression",
    [
        "s.rolling(2).agg(['mean', 'std', 'max']).round(9).fillna(-1).values.tolist()",
        "s.rolling(3, min_periods=1).aggregate(['min', 'sum']).columns.tolist()",
        "s.expanding().agg(['min', 'count'])['min'].tolist()",
        "df.rolling(2).agg({'a': 'mean', 'b': 'max'}).fillna(0).values.tolist()",
        "[part.tolist() for part in s.factorize()]",
        "[part.tolist() for part in pd.factorize(s, sort=True)]",
        "[part.tolist() for part in words.factorize()]",
        "len(df['a'].factorize()[1])",
    ],
)
def test_expressions_give_what_pandas_gives(expression: str) -> None:
    source = f"{_SETUP}\nfound = {expression}"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    ("body", "length", "measured"),
    [
        ("s.rolling(5).agg(['mean', 'std', 'min', 'max'])", 1_000, 63_340),
        ("s.rolling(5).agg(['mean', 'std', 'min', 'max'])", 20_000, 975_340),
        ("s.rolling(5).agg(['mean', 'std'])", 20_000, 830_709),
        ("s.factorize()", 1_000, 59_255),
        ("s.factorize()", 20_000, 952_375),
    ],
)
def test_they_hold_what_was_measured(body: str, length: int, measured: int) -> None:
    text = f"import pandas as pd\n\ndef f(s):\n    return {body}\n"
    assert peak_of(text, f"s: Series[{length}]") == pytest.approx(measured, rel=0.2)


@pytest.mark.parametrize(
    "asked",
    ["s.rolling(2).agg([])", "df.rolling(2).agg({})", "s.rolling(2).agg([['mean']])", "s.rolling(2).agg(['sum'] * 2)"],
)
def test_what_is_no_list_of_names_is_refused(asked: str) -> None:
    with pytest.raises(Unsupported, match="aggregate"):
        interpreted(f"{_SETUP}\nfound = [len(str({asked}))]")
