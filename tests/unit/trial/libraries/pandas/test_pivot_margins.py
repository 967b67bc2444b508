"""Tables that rows are summed up in, with totals at their margins."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

SETUP = """
import pandas as pd
df = pd.DataFrame({"r": ["x", "y", "x", "y", "x"], "c": ["p", "q", "q", "q", "p"], "v": [1.0, 2.0, 3.0, 4.0, 6.0]})
some = df.assign(r=["x", None, "x", "y", "x"], n=[1.0, 2.0, float("nan"), 2.0, 1.0])
"""


@pytest.mark.parametrize(
    "expression",
    [
        "df.pivot_table(index='r', columns='c', values='v', aggfunc='sum', margins=True).fillna(0).values.tolist()",
        "df.pivot_table(index='r', columns='c', values='v', margins=True, fill_value=0)['All'].tolist()",
        "list(df.pivot_table(index='r', columns='c', values='v', margins=True, margins_name='total').columns)",
        "pd.pivot_table(df, index='r', values='v', aggfunc='sum', margins=True)['v'].to_dict()",
        "some.pivot_table(index='r', columns='c', values='v').fillna(0).to_dict()",
        "some.pivot_table(index='n', values='v', aggfunc='sum')['v'].to_dict()",
        "some.pivot_table(index=['r', 'c'], values='v', aggfunc='sum')['v'].tolist()",
    ],
)
def test_expressions_give_what_pandas_gives(expression: str) -> None:
    source = f"{SETUP}\nfound = {expression}"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    "expression",
    ["some.pivot_table(index='r', values='v', margins=True)", "some.pivot(index='r', columns='v', values='n')"],
)
def test_what_is_not_known_of_missing_keys(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{SETUP}\nfound = {expression}")


@pytest.mark.parametrize(("rows", "micros", "size"), [(1_000, 22_900, 224_800), (10_000, 38_500, 895_000)])
def test_totals_take_what_was_measured(rows: int, micros: float, size: int) -> None:
    text = (
        "def f(df):\n    df.groupby(['r', 'c'])\n"
        "    return df.pivot_table(index='r', columns='c', values='v', aggfunc='sum', margins=True)\n\n"
        "import pandas as pd\n"
    )
    found = dict(zip(NAMES, Trials(text).estimate(parse(f"df: DataFrame[{rows}, 3]")), strict=True))
    assert micros / 1.5 < 2.0 ** found["trial_time"] / 1_000 < 1.5 * micros
    assert size / 1.5 < 2.0 ** found["trial_peak"] < 1.5 * size


@pytest.mark.parametrize(
    "expression",
    [
        "df[df['v'] > 9].pivot_table(index='r', columns='c', values='v', margins=True).shape",
        "pd.crosstab(df[df['v'] > 9]['r'], df[df['v'] > 9]['c'], margins=True).shape",
    ],
)
def test_tables_of_no_rows_have_no_totals(expression: str) -> None:
    source = f"{SETUP}\nfound = {expression}"
    assert interpreted(source) == run(source) == (0, 0)


def test_totals_of_no_rows_alone_are_not_known() -> None:
    with pytest.raises(Unsupported, match="no rows"):
        interpreted(f"{SETUP}\nfound = df[df['v'] > 9].pivot_table(index='r', values='v', margins=True)")
