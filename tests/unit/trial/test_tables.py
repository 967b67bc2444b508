"""Tables of the closed world give what pandas gives."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np
import pandas
import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.compiler import Compiler
from perfcast.trial.machine import Machine
from perfcast.trial.objects import Frame
from perfcast.trial.stops import Unsupported
from perfcast.trial.tables.values import Column, Labels, Table
from perfcast.workload import parse

#: What all expressions are about.
SETUP = """
import numpy as np
import pandas as pd
df = pd.DataFrame({"a": [3, 1.5, np.nan, 0.5, 2.5, 1.5], "b": [1, 2, 1, 3, 2, 1], "c": [0.1, 0.9, 0.4, 0.7, 0.2, 0.6]})
s = df["c"]
k = df["b"]
t = pd.Series(["ab", "c", "ab", "dd", "e", "c"])
right = pd.DataFrame({"b": [1, 2, 4], "z": [10.0, 20.0, 40.0]})
days = df.set_index(pd.date_range("2024-01-01", periods=len(df), freq="h"))
"""
EXPRESSIONS = (
    "df['a'] + df['c'] * 2",
    "2 - df",
    "df - df.mean()",
    "df.div(df['b'], axis=0)",
    "s > 0.5",
    "(s > 0.3) & (s < 0.8) | (k == 1)",
    "~(s > 0.3)",
    "abs(-s)",
    "round(s, 0)",
    "s[::-1] + s",
    "s[1:] - s[:-1]",
    "t + '-' + t",
    "t == 'c'",
    "df[df['c'] > 0.5]",
    "df[['c', 'a']]",
    "df[1:3]",
    "df.iloc[1]",
    "df.iloc[::2, 1]",
    "df.iloc[-1, 2]",
    "df.loc[2, 'c']",
    "df.loc[df['c'] > 0.5, 'b']",
    "df.loc[:, 'b':'c']",
    "df.loc[lambda d: d['b'] == 1]",
    "df.at[3, 'a']",
    "df[df > 1]",
    "s.loc[[4, 0]]",
    "s.iloc[-2:]",
    "df.fillna(0)",
    "df['a'].fillna(df['c'])",
    "df.dropna()",
    "df['a'].ffill()",
    "df['a'].interpolate()",
    "df.isna()",
    "df.isna().sum()",
    "df.clip(0.5, 2)",
    "s.clip(upper=0.5)",
    "df.round(0)",
    "df.rank()",
    "s.rank(ascending=False, pct=True)",
    "df.cumsum()",
    "s.cummax()",
    "df.diff()",
    "s.shift(2)",
    "df.shift(-1)",
    "s.pct_change()",
    "df.sum()",
    "df.mean(axis=1)",
    "df.std()",
    "df.max()",
    "df.median()",
    "df.quantile(0.25)",
    "df.describe()",
    "df.corr()",
    "df.cov()",
    "s.var()",
    "s.sum() + s.min() * s.max()",
    "s.corr(k)",
    "s.quantile([0.1, 0.9])",
    "s.idxmax()",
    "df.idxmin()",
    "k.nunique()",
    "k.unique()",
    "k.value_counts()",
    "k.value_counts(normalize=True)",
    "t.value_counts()",
    "k.isin([1, 3])",
    "s.between(0.2, 0.6)",
    "s.where(s > 0.3, 0.0)",
    "s.mask(s > 0.3)",
    "df.where(df > 1, 0)",
    "df.sort_values('c')",
    "df.sort_values(['b', 'c'], ascending=[False, True])",
    "df.sort_values('c').sort_index()",
    "df.sort_values('c', ascending=False).reset_index(drop=True)",
    "s.sort_values(ascending=False)",
    "s.nlargest(2)",
    "df.nsmallest(2, 'c')",
    "df.drop_duplicates(subset=['b'])",
    "df.duplicated(subset=['b'], keep='last')",
    "k.drop_duplicates()",
    "df.reset_index()",
    "df.set_index('b')",
    "df.set_index('b').loc[1]",
    "df.assign(d=lambda d: d['a'] * 2, e=1)",
    "df.drop(columns=['a'])",
    "df.drop(index=[0, 1])",
    "df.rename(columns={'a': 'x'})",
    "df.add_prefix('p_')",
    "df.set_axis(['x', 'y', 'z'], axis=1)",
    "df.T",
    "df.to_numpy()",
    "df['a'].tolist()",
    "df.to_dict('records')",
    "df.to_dict('list')",
    "s.to_dict()",
    "s.to_frame('x')",
    "df.head(2)",
    "df.tail(2)",
    "df.columns.tolist()",
    "[name for name in df]",
    "df.shape, len(df), df.size, df.empty",
    "[value for value in k]",
    "[(i, v) for i, v in s.items()]",
    "[row['c'] for _, row in df.iterrows()]",
    "[row.c + row.Index for row in df.itertuples()]",
    "list(zip(df['b'], df['c']))",
    "dict(k.value_counts())",
    "sum(k), max(s), sorted(s)",
    "s.map(lambda v: v * 2)",
    "k.map({1: 'x', 2: 'y'})",
    "s.apply(lambda v: str(v))",
    "df.map(lambda v: v + 1)",
    "df.apply(lambda column: column.max() - column.min())",
    "df.apply(lambda column: column.fillna(0) * 2)",
    "df.apply(lambda row: row['b'] + row['c'], axis=1)",
    "df.agg(['min', 'max'])",
    "df.agg({'a': 'sum', 'b': 'max'})",
    "df.query('0.2 < c < 0.8 and b == 1')",
    "df.eval('b * 2 + c ** 2')",
    "np.sqrt(s)",
    "np.where(s > 0.5, s, 0)",
    "np.mean(df['b'])",
    "np.column_stack([s, k])",
    "pd.concat([df, df])",
    "pd.concat([df, df], ignore_index=True)",
    "pd.concat([s, k], axis=1)",
    "pd.concat([df.head(2), right.head(2)])",
    "df.merge(right, on='b')",
    "df.merge(right, on='b', how='left')",
    "df.merge(right, on='b', how='outer')",
    "df.merge(right, on='b', how='right')",
    "df.merge(df, on='b', suffixes=('', '_2'))",
    "pd.merge_asof(df.sort_values('c')[['c']], (df + 0.05).sort_values('c')[['c', 'b']], on='c')",
    "df.join(right[['z']])",
    "df.groupby('b').mean()",
    "df.groupby('b')['c'].sum()",
    "df.groupby('b')['c'].agg(['mean', 'max'])",
    "df.groupby('b').agg({'a': 'sum', 'c': 'max'})",
    "df.groupby('b').agg(low=('c', 'min'), high=('c', 'max'))",
    "df.groupby('b').size()",
    "df.groupby('b', as_index=False)['c'].sum()",
    "df.groupby('b')['c'].transform('mean')",
    "df.groupby('b')['c'].transform(lambda g: g - g.mean())",
    "df.groupby('b')['c'].apply(lambda g: g.max() - g.min())",
    "df.groupby('b').apply(lambda g: g['c'].sum())",
    "df.groupby('b').cumcount()",
    "df.groupby('b')['c'].cumsum()",
    "df.groupby('b')['c'].rank()",
    "df.groupby('b').head(1)",
    "df.groupby('b')['c'].idxmax()",
    "df.groupby('b')['c'].nunique()",
    "df.groupby(df['c'] > 0.5)['a'].mean()",
    "df.groupby((df['c'] * 10).round())['b'].count()",
    "[(key, len(part)) for key, part in df.groupby('b')]",
    "df.groupby('b').first()",
    "s.groupby(k).median()",
    "s.groupby(k.values).std()",
    "df.groupby(['b', 'c'])['a'].sum()",
    "s.rolling(3).mean()",
    "s.rolling(3, min_periods=1).max()",
    "s.rolling(2).std()",
    "df.rolling(2).sum()",
    "s.expanding().mean()",
    "s.ewm(span=3).mean()",
    "s.rolling(3).apply(lambda w: w.max() - w.min(), raw=True)",
    "pd.cut(s, [0, 0.3, 0.6, 1.0], labels=['l', 'm', 'h']).tolist()",
    "pd.get_dummies(t)",
    "pd.get_dummies(k, prefix='k', dtype=float)",
    "pd.crosstab(k, (s > 0.5).astype(int))",
    "df.pivot_table(index='b', values='c', aggfunc='sum')",
    "df.melt(id_vars='b')",
    "df.stack()",
    "df.groupby(['b', 'c'])['a'].sum().unstack()",
    "days.resample('3h').sum().reset_index(drop=True)",
    "days.index.hour.tolist()",
    "t.str.upper()",
    "t.str.len()",
    "t.str.zfill(4)",
    "t.str.contains('b')",
    "t.str[0]",
    "k.astype(str).str.cat(t, sep='/')",
    "k.astype(float)",
    "df.astype(float)",
    "pd.DataFrame([{'x': 1, 'y': 2.0}, {'x': 3}])",
    "pd.DataFrame([(1, 2.0), (3, 4.0)], columns=['x', 'y'])",
    "pd.DataFrame(np.arange(6).reshape(3, 2), columns=['x', 'y'])",
    "pd.DataFrame([df.iloc[0], df.iloc[2]])",
    "pd.Series({'x': 1, 'y': 2})",
    "pd.Series([1, 2, 3]) * pd.Series([1.5, 2.5, 3.5])",
    "pd.isna(df['a']).sum()",
    "isinstance(df, pd.DataFrame), isinstance(s, pd.DataFrame), isinstance(s, pd.Series)",
    "'a' in df, 'q' in df, 3 in s",
    "df.reindex([5, 0, 9])",
    "df.reindex(columns=['c', 'q'])",
    "df.select_dtypes('number').shape",
    "k.mode()",
    "s.argsort()",
    "s.searchsorted(0.5)",
    "df.nunique()",
    "df.any(axis=1)",
    "(df > 0).all()",
    "df.isin([1, 0.9])",
)
#: Bodies that change ``df``.
STATEMENTS = (
    "df['d'] = df['c'] * 2",
    "df['d'] = 1",
    "df[['x', 'y']] = df[['a', 'c']]",
    "df.loc[df['c'] > 0.5, 'b'] = 9",
    "df.loc[1, 'a'] = 7.0",
    "df.iloc[0, 0] = -1.0",
    "df['c'] += 1",
    "df.columns = ['x', 'y', 'z']",
    "df.insert(0, 'first', [1, 2, 3, 4, 5, 6])",
    "df[df > 1] = 0",
    "df.rename(columns={'a': 'x'}, inplace=True)",
    "df.pop('b')",
)


def interpreted(source: str) -> Any:
    """What the name ``found`` has after the module was interpreted."""
    machine = Machine()
    machine.begin(10**7, ())
    compiler = Compiler(machine)
    module = Frame(None, builtins=compiler.world.builtins)
    for node in ast.parse(source).body:
        compiler.statements.compile(node)(module)
    return module.names["found"]


def run(source: str) -> Any:
    """The same by Python itself."""
    names: dict[str, Any] = {}
    exec(source, names)
    return names["found"]


def plain(value: Any) -> Any:  # noqa: PLR0911
    """Values and labels as lists, of pandas and of ours."""
    if isinstance(value, pandas.DataFrame | Table):
        columns = value.columns.tolist() if isinstance(value, pandas.DataFrame) else list(value.data)
        parts = [value[name] for name in columns] if isinstance(value, pandas.DataFrame) else value.data.values()
        return {"columns": columns, "labels": labels_of(value), "values": [plain(list(part)) for part in parts]}
    if isinstance(value, pandas.Series | Column):
        return {"labels": labels_of(value), "values": plain(list(value.values))}
    if isinstance(value, pandas.Index | Labels):
        return plain(list(value.values))
    if isinstance(value, np.ndarray | list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if value is None or (isinstance(value, float | np.floating) and np.isnan(value)):
        return "nothing"
    if isinstance(value, bool | np.bool_ | str):
        return bool(value) if not isinstance(value, str) else value
    return round(float(value), 9) if isinstance(value, int | float | np.number) else str(value)


def labels_of(value: Any) -> Any:
    return plain(
        value.index.tolist() if isinstance(value, pandas.DataFrame | pandas.Series) else list(value.labels.values)
    )


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expressions_give_what_pandas_gives(expression: str) -> None:
    source = f"{SETUP}\nfound = {expression}"
    assert plain(interpreted(source)) == plain(run(source))


@pytest.mark.parametrize("statement", STATEMENTS)
def test_tables_change_as_those_of_pandas_do(statement: str) -> None:
    source = f"{SETUP}\n{statement}\nfound = df"
    assert plain(interpreted(source)) == plain(run(source))


@pytest.mark.parametrize("expression", ["df['q']", "df.loc[17]", "df.drop(columns=['q'])", "s.loc['q']"])
def test_what_is_not_there_is_missed_as_in_pandas(expression: str) -> None:
    source = f"{SETUP}\ntry:\n    found = {expression}\nexcept KeyError:\n    found = 'missed'"
    assert interpreted(source) == run(source) == "missed"


@pytest.mark.parametrize(
    "expression",
    [
        "df.to_csv('/tmp/x')",
        "df.to_pickle('x')",
        "pd.read_csv('x')",
        "pd.io",
        "df.__class__",
        "df.query('@open(1)')",
        "df.eval('__import__(1)')",
        "df.query('c.values')",
        "df.plot()",
        "str(df)",
        "t.str.rjust(10 ** 9)",
        "t.str.repeat(10 ** 9)",
        "pd.date_range('2024', periods=10 ** 9)",
        "pd.cut(s, 10 ** 8)",
        "s.astype('U100000000')",
        "df.labels",
        "df.machine",
        "s.values.machine",
        "df.loc.of",
    ],
)
def test_what_reaches_out_or_is_huge_is_refused(expression: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{SETUP}\nfound = {expression}")


def test_products_of_tables_are_refused_before_they_are_made() -> None:
    for expression in ("a.merge(a, on='k')", "a.merge(a, how='cross')", "pd.concat([a] * 1000)", "pd.crosstab(b, b)"):
        with pytest.raises(Unsupported):
            interpreted(
                "import pandas as pd\na = pd.DataFrame({'k': [1] * 5000})\nb = pd.Series(range(5000))\n"
                f"found = {expression}"
            )


def test_costs_of_a_table_are_carried_to_its_size() -> None:
    source = """
def f(df):
    return df.groupby((df["c0"] * 10).astype(int))["c1"].mean(), df.sort_values("c1")
"""
    few, many = (
        dict(zip(NAMES, Trials(source).estimate(parse(f"df: DataFrame[{rows}, 3]")), strict=True))
        for rows in (10_000, 1_000_000)
    )
    assert few["trial_raised"] == many["trial_raised"] == 0
    # A copy of three columns of eight bytes, and what the order takes.
    assert 24 < 2 ** many["trial_peak"] / 1_000_000 < 80
    assert 50 < 2 ** (many["trial_peak"] - few["trial_peak"]) < 150


def test_columns_keep_their_number_while_rows_shrink() -> None:
    source = "def f(df):\n    return df['c7'].sum() + df['c0'].sum()\n"
    found = dict(zip(NAMES, Trials(source).estimate(parse("df: DataFrame[1000000, 8]")), strict=True))
    assert found["trial_raised"] == 0
    assert found["trial_runs"] > 1
