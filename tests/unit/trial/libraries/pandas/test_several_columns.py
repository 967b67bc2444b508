"""Several columns at once: filled in, set, named and held against others."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, peak_of, run

SETUP = """
import numpy as np
import pandas as pd
df = pd.DataFrame({"a": [1.0, None, 3.0, 3.0], "b": [2.0, 4.0, None, 4.0], "k": ["x", "y", "x", "x"]})
whole = pd.DataFrame({"a": [1, 2, 3, 5], "b": [5, 3, 8, 1]})
days = pd.Series(pd.date_range("2024-01-01", periods=3))
def put(names, value):
    made = whole.copy()
    made[names] = value
    return made.to_dict("list")
def named(names):
    made = whole.copy()
    made.columns = names
    return made.to_dict("list")
"""
EXPRESSIONS = (
    "df.fillna({'a': 0.0, 'q': 1.0})['a'].tolist(), df.fillna({'b': 7.0, 'k': 'z'})['b'].tolist()",
    "df[['a', 'b']].fillna(df[['a', 'b']].mean())['a'].tolist()",
    "df[['a', 'b']].fillna(-1.0).to_dict('list')",
    "put(['a', 'b'], 0), put(['b', 'c'], [1, 2]), put(['a', 'c'], np.arange(8).reshape(4, 2))",
    "put(['a', 'b'], whole[['b', 'a']] * 2), put(whole.columns, whole + 1)",
    "put(['c', 'd'], [[1, 2], [3, 4], [5, 6], [7, 8.5]]), put(['c', 'd'], ['x', 0])",
    "put('c', pd.DataFrame({'q': [1, 2, 3, 4]}, index=[3, 2, 1, 0]))",
    "put(['c', 'd', 'e', 'a'], [1, 2, 3, 4]), put(['c', 'd'], np.array([1, 2]))",
    "len(put('c', pd.DataFrame({'q': [1, 2]}))['c'])",
    "named(['x', 'y']), named(whole.columns.str.upper())",
    "whole.corrwith(whole['b']).round(9).to_dict()",
    "whole['a'].isin(whole['b']).tolist(), whole['a'].isin(np.array([1, 5])).tolist(), df['k'].isin({'y'}).tolist()",
    "df['a'].isin([np.nan, 3]).tolist(), df['a'].isin([None, 3]).tolist(), df['k'].isin([np.nan, 'y']).tolist()",
    "whole.isin({'a': [1, 3], 'q': [2]}).to_dict('list'), whole.isin([1, 3]).to_dict('list')",
    "days.isin([pd.Timestamp('2024-01-02')]).tolist(), days.isin(days[:1]).tolist()",
    "df.groupby('k').agg({'a': 'nunique'})['a'].tolist(), df.groupby('k')['a'].nunique(dropna=False).tolist()",
    "df.groupby('k').agg(n=('a', 'nunique'), s=('b', 'sum')).to_dict('list')",
)
#: Bodies -> microseconds and bytes measured at 10,000 rows of three columns of fractions, 'key' of groups; of the time
#: those that asking for them first takes are no part.
MEASURED = {
    "return df.fillna({'x': 0.0, 'y': 1.0})": (170, 18_860),
    "return df.loc[:, ['x', 'y']].sum()": (335, 28_000),
    "return df[['x', 'y']].corrwith(df['y'])": (530, 267_000),
    "return df['x'].isin(df['y'])": (175, 147_000),
    "return df.groupby('key').agg({'x': 'nunique'})": (1_450, 698_000),
    "df.columns = ['a', 'b', 'c']": (35, 5_730),
    "df[['x', 'y']] = 0.0": (115, 166_000),
    "df[['x', 'y']] = df[['x', 'y']] * 2": (700, 172_000),
    "return df.replace({-i - 1.0: 5.0 for i in range(100)})": (3_650, 127_000),
    "return (df > 0.5).astype(float).replace({float(i): 5.0 + i for i in range(20)})": (990, 847_000),
}


def _asking(body: str) -> str:
    return f"import pandas as pd\ndef f(df):\n    df.groupby('key'), df['x'], df['y']\n    {body}\n"


def _micros(body: str, rows: int) -> float:
    times = []
    for text in (_asking(body), _asking("")):
        trials = Trials(text)
        found = dict(zip(NAMES, trials.estimate(parse(f"df: DataFrame[{rows}, 3]")), strict=True))
        assert not trials.stopped_at
        times.append(2.0 ** found["trial_time"] / 1_000)
    return times[0] - times[1]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions_give_what_pandas_gives(expression: str) -> None:
    source = f"{SETUP}\nfound = {expression}"
    assert interpreted(source) == run(source)


@pytest.mark.parametrize(
    "expression",
    ["whole.isin(whole)", "whole.isin(whole['a'])", "days.isin(['2024-01-02'])", "put(['c', 'd'], whole['a'])"]
    + [f"df[['a', 'b']].{call}" for call in ("ffill(axis=1)", "bfill(axis='columns')", "fillna(0, axis=1)")],
)
def test_what_is_not_known_of_them(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{SETUP}\nfound = {expression}")


@pytest.mark.parametrize("names", ["['a', 'b', 'c']", "['a']"])
def test_as_many_columns_are_put_as_are_named(names: str) -> None:
    source = f"{SETUP}\ntry:\n    found = put({names}, whole)\nexcept ValueError:\n    found = 'refused'"
    assert interpreted(source) == run(source) == "refused"


@pytest.mark.parametrize("body", MEASURED)
def test_operations_take_what_was_measured(body: str) -> None:
    micros, size = MEASURED[body]
    assert micros / 1.6 < _micros(body, 10_000) < 1.6 * micros
    assert size / 1.5 < peak_of(_asking(body), "df: DataFrame[10000, 3]") < 1.5 * size + 4_000


@pytest.mark.parametrize("body", ["return df.head()", "return df.select_dtypes('number')", "return df[['x', 'y']]"])
def test_what_is_shared_takes_no_longer_where_there_is_more(body: str) -> None:
    assert _micros(body, 1_000_000) < 1.1 * _micros(body, 1_000)


def test_texts_among_which_others_are_looked_for_become_arrows_one_by_one() -> None:
    # Measured: 10 ms.
    assert 5_000 < _micros("names = df['x'].str.upper()\n    return names.isin(names)", 1_000) < 20_000
