"""Pivot tables of several aggregates, tables of counts with totals and shares, aggregates by name."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, peak_of, run

_SETUP = """
import pandas as pd
df = pd.DataFrame(
    {"r": ["x", "y", "x", "y", "x"], "c": ["p", "q", "q", "q", "p"], "v": [1.0, 2.0, 3.0, 4.0, 6.0], "w": [2.0] * 5}
)
"""


@pytest.mark.parametrize(
    "expression",
    [
        "df.pivot_table(index='r', columns='c', values='v', aggfunc=['sum', 'max']).fillna(0).values.tolist()",
        "list(df.pivot_table(index='r', columns='c', values='v', aggfunc=['sum', 'max']).columns)",
        "df.pivot_table(index='r', values='v', aggfunc=['sum', 'mean'])[('mean', 'v')].to_dict()",
        "pd.pivot_table(df, index='r', aggfunc={'v': 'sum', 'w': 'mean'})['w'].to_dict()",
        "list(pd.pivot_table(df, index='r', aggfunc={'v': ['sum', 'max'], 'w': 'mean'}).columns)",
        "list(pd.pivot_table(df, index='r', aggfunc={'w': 'sum', 'v': 'mean'}).columns)",
        "pd.crosstab(df['r'], df['c'], margins=True).values.tolist()",
        "pd.crosstab(df['r'], df['c'], normalize='index').values.tolist()",
        "pd.crosstab(df['r'], df['c'], normalize='columns').values.tolist()",
        "pd.crosstab(df['r'], df['c'], normalize=True).values.tolist()",
        "df.groupby('r').agg(total=pd.NamedAgg(column='v', aggfunc='sum'))['total'].to_dict()",
    ],
)
def test_expressions_give_what_pandas_gives(expression: str) -> None:
    source = f"{_SETUP}\nfound = {expression}"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    ("body", "measured"),
    [
        ("df.pivot_table(index='r', columns='c', values='v', aggfunc=['sum', 'mean'])", 159_000),
        ("df.pivot_table(index='r', values='v', aggfunc=['sum', 'mean', 'max'])", 145_000),
        ("pd.crosstab(df['r'], df['c'], margins=True)", 243_000),
    ],
)
def test_they_hold_what_was_measured(body: str, measured: int) -> None:
    text = (
        "import pandas as pd\n\ndef f(n):\n"
        "    numbers = [float(i) for i in range(n)]\n"
        "    keys = [[i % many for i in range(n)] for many in (5, 10)]\n"
        "    df = pd.DataFrame({'r': keys[0], 'c': keys[1], 'v': numbers, 'w': [1.0] * n})\n"
        "    del numbers, keys\n"
        f"    return {body}\n"
    )
    assert peak_of(text, "n = 1000") == pytest.approx(measured, rel=0.25)


def test_no_aggregates_are_an_error_of_pandas() -> None:
    with pytest.raises(ValueError, match="No objects to concatenate"):
        interpreted(f"{_SETUP}\nfound = df.pivot_table(index='r', values='v', aggfunc=[])")


def test_aggregates_of_the_same_name_are_not_known() -> None:
    with pytest.raises(Unsupported, match="same name"):
        interpreted(f"{_SETUP}\nfound = df.pivot_table(index='r', values='v', aggfunc=['sum', 'sum'])")
