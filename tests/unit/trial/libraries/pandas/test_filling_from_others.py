"""Tables and series that are filled or updated by what others have in the same places."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, peak_of, run

_SETUP = """
import pandas as pd
import numpy as np
a = pd.DataFrame({"z": [1.0, np.nan, 3.0], "b": [1, 2, 3]})
b = pd.DataFrame({"b": [5, 6, 7, 8], "z": [3.0, 4.0, np.nan, 1.0], "c": ["p", "q", "r", "s"]})
s = pd.Series([1.0, np.nan, 3.0], index=[1, 2, 3])

def updated(overwrite):
    left = a.copy()
    left.update(b, overwrite=overwrite)
    return left.values.tolist()
"""


@pytest.mark.parametrize(
    "expression",
    [
        "pd.Series(['a', None, 'c']).combine_first(pd.Series([1.0, 2.0, 3.0])).tolist()",
        "s.combine_first(pd.Series([5.0, 6.0, 7.0], index=[2, 3, 4])).to_dict()",
        "pd.Series([1.0, np.nan]).combine_first(pd.Series([7.0, 8.0])).tolist()",
        "a.combine_first(b)[['z', 'b', 'c']].fillna(0).values.tolist()",
        "list(a.combine_first(b).columns)",
        "a.combine_first(b)['b'].tolist()",
        "a.set_index('b').combine_first(b.set_index('b'))['z'].fillna(0).to_dict()",
        "updated(True)",
        "updated(False)",
    ],
)
def test_expressions_give_what_pandas_gives(expression: str) -> None:
    source = f"{_SETUP}\nfound = {expression}"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        ("a.combine_first(b)", "a: Series[10000]; b: Series[10000]", 39_300),
        ("a.combine_first(b)", "a: DataFrame[10000, 3]; b: DataFrame[10000, 3]", 526_000),
        ("a.update(b)", "a: DataFrame[10000, 3]; b: DataFrame[10000, 3]", 520_000),
    ],
)
def test_they_hold_what_was_measured(body: str, workload: str, measured: int) -> None:
    text = f"import pandas as pd\n\ndef f(a: pd.DataFrame, b: pd.DataFrame):\n    return {body}\n"
    assert peak_of(text, workload) == pytest.approx(measured, rel=0.2)


@pytest.mark.parametrize("other", ["[1.0, 2.0]", "['p', 'q']"])
def test_columns_of_other_kinds_are_not_known(other: str) -> None:
    with pytest.raises(Unsupported, match="another kind"):
        interpreted(
            f"{_SETUP}\nfound = pd.Series(pd.to_datetime(['2024-01-01', None])).combine_first(pd.Series({other}))"
        )
