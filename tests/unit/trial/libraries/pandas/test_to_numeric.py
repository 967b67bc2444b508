"""Columns made numbers, and numbers made narrower, as ``to_numeric`` does it."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import interpreted, peak_of, run

SETUP = """
import numpy as np
import pandas as pd
whole = pd.Series([1, 2, 100])
wide = pd.Series([1, 2, 40_000])
parts = pd.Series([1.5, 2.25, 100.0])
rounded = pd.Series([1.0, 2.0, 100.0])
texts = pd.Series(["1", "2", "30"])
fractions = pd.Series(["1.5", "2", "x"])
"""
EXPRESSIONS = (
    "pd.to_numeric(texts).tolist(), str(pd.to_numeric(texts).dtype)",
    "pd.to_numeric(fractions, errors='coerce').fillna(-1).tolist()",
    "str(pd.to_numeric(whole, downcast='integer').dtype), str(pd.to_numeric(wide, downcast='integer').dtype)",
    "str(pd.to_numeric(wide, downcast='unsigned').dtype), str(pd.to_numeric(-wide, downcast='unsigned').dtype)",
    "str(pd.to_numeric(parts, downcast='float').dtype), str(pd.to_numeric(parts, downcast='integer').dtype)",
    "str(pd.to_numeric(rounded, downcast='integer').dtype), str(pd.to_numeric(texts, downcast='integer').dtype)",
    "pd.to_numeric(['1', '2']).tolist(), pd.to_numeric('3'), pd.to_numeric(2.5)",
)
#: Bodies -> bytes measured at 20,000 rows of fractions, and of texts that say whole numbers.
MEASURED = {
    "return pd.to_numeric(df['x'], downcast='float')": 563_584,
    "return pd.to_numeric(df['x'], downcast='integer')": 643_516,
    "return pd.to_numeric(df['num'], errors='coerce')": 2_458_429,
    "return df['num'].str.replace(',', '').astype(float)": 1_404_257,
}


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions_give_what_pandas_gives(expression: str) -> None:
    source = f"{SETUP}\nfound = {expression}"
    assert interpreted(source) == run(source)


def test_what_says_no_number_is_refused_as_by_pandas() -> None:
    source = f"{SETUP}\ntry:\n    found = pd.to_numeric(fractions)\nexcept ValueError:\n    found = 'refused'"
    assert interpreted(source) == run(source) == "refused"


@pytest.mark.parametrize("body", MEASURED)
def test_numbers_take_what_was_measured(body: str) -> None:
    source = f"import pandas as pd\ndef f(df):\n    df['x'], df['num']\n    {body}\n"
    peak = peak_of(source, "df: DataFrame[20000, 2]")
    assert MEASURED[body] / 1.4 < peak < 1.4 * MEASURED[body]
