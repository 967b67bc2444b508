"""What columns of tables hold, as a unit's text tells by what it does with them."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from perfcast.workload import build, parse
from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.tables.columns import ALONE, Content, NamedColumn, NamedColumns, contents


def _holds(body: str, name: str = "x") -> Content:
    columns = NamedColumns(ast.parse(f"def f(df):\n    {body}"))
    return columns.of("df", ["df"])[name].content


@pytest.mark.parametrize(
    ("body", "content"),
    [
        ("return df['x'].map({'a': 1, 'b': 2})", Content.TEXTS),
        ("names = {'a': 'one'}\n    return df['x'].map(names)", Content.TEXTS),
        ("return df['x'].map({1: 'a', 2: 'b'})", Content.NUMBERS),
        ("return df['x'].replace({'Y': 1, 'N': 0})", Content.TEXTS),
        ("return df['x'].replace('?', 'none')", Content.TEXTS),
        ("return df['x'].astype('category')", Content.TEXTS),
        ("return df['x'].astype(float)", Content.NUMBERS),
        ("return df.fillna({'x': 'none', 'y': 0})", Content.TEXTS),
        ("return df.fillna({'x': 0, 'y': 'none'})", Content.NUMBERS),
        ("return df['x'].fillna('none')", Content.TEXTS),
        ("return df.astype({'x': 'float32'})", Content.NUMBERS),
        ("return df['x'].str.replace('$', '').str.strip().astype(float)", Content.NUMERALS),
        ("return pd.to_numeric(df['x'].str.strip())", Content.NUMERALS),
        ("return pd.to_numeric(df['x'], errors='coerce')", Content.NUMERALS),
        ("return pd.to_numeric(df['x'], downcast='float')", Content.NUMBERS),
        ("return pd.factorize(df['x'])", Content.TEXTS),
        ("return pd.crosstab(df['x'], df['y'])", Content.GROUPS),
        ("for one in df['x'].unique():\n        print(df[df['x'] == one])", Content.GROUPS),
        ("return df['x'].value_counts()", Content.GROUPS),
        ("return df['x'] + pd.Timedelta(days=1)", Content.TIMES),
        ("return df['x'] - pd.offsets.MonthEnd(1)", Content.TIMES),
        ("return pd.Timestamp.now() - df['x']", Content.TIMES),
        ("return df[df['x'] >= '2024-01-31']", Content.TIMES),
        ("return df[df['x'] >= 2024]", Content.NUMBERS),
        ("return df.groupby(pd.Grouper(key='x', freq='D'))['y'].sum()", Content.TIMES),
        ("return df.set_index('x')['y'].resample('ME').sum()", Content.TIMES),
        ("by = df.set_index('x')\n    return by['y'].rolling('7D').mean()", Content.TIMES),
        ("return df.set_index('x')['y'].rolling(7).mean()", Content.NUMBERS),
        ("return df.resample('D', on='x')['y'].sum()", Content.TIMES),
        ("return df.groupby('y')['x'].apply(lambda one: ', '.join(one))", Content.TEXTS),
        ("return df.groupby('y')['x'].agg(', '.join)", Content.TEXTS),
        ("return df.groupby('y')['x'].apply(list)", Content.NUMBERS),
        ("return [row.x.lower() for row in df.itertuples()]", Content.TEXTS),
        ("return [row['x'].split('-') for _, row in df.iterrows()]", Content.TEXTS),
        ("return df['y'].str.cat(df['x'], sep=' ')", Content.TEXTS),
        ("return [one.split() for one in df['x']]", Content.TEXTS),
        ("for one in df['x']:\n        print(one.lower())", Content.TEXTS),
        ("return df['x'].apply(lambda one: one.strip())", Content.TEXTS),
        ("return df['x'].apply(lambda one: one + 1)", Content.NUMBERS),
    ],
)
def test_uses_tell_what_columns_hold(body: str, content: Content) -> None:
    assert _holds(body) is content


def test_texts_that_are_looked_up_are_there() -> None:
    columns = NamedColumns(ast.parse("def f(df):\n    return df['x'].map({'A': 1, 'B': 2})"))
    found = contents(columns.of("df", ["df"])["x"], np.random.default_rng(0).uniform(0, 1, 1000))
    assert set(found) > {"A", "B"}


def test_numerals_say_whole_numbers() -> None:
    found = contents(NamedColumn(Content.NUMERALS), np.random.default_rng(0).uniform(0, 1, 1000))
    assert len({int(text) for text in found}) > 900


@pytest.mark.parametrize(
    ("body", "kind"),
    [("return s.str.lower()", str), ("return s.dt.year", np.datetime64), ("return s * 2", float)],
)
def test_columns_that_are_given_alone_hold_what_they_are_asked_for(body: str, kind: type) -> None:
    columns = NamedColumns(ast.parse(f"def f(s):\n    {body}"))
    column = columns.of("s", ["s"]).get(ALONE, NamedColumn())
    found = contents(column, np.arange(10.0))
    assert all(isinstance(value, kind) for value in found)


def test_which_table_a_row_is_of_is_no_column_that_is_asked_for() -> None:
    text = "def f(a, b):\n    c = a.merge(b, on='k', indicator=True)\n    return c[c['_merge'] == 'both']"
    assert set(NamedColumns(ast.parse(text)).of("a", ["a", "b"])) == {"k"}


def _workload(text: str, **options: bool) -> str:
    node = ast.parse(text).body[0]
    assert isinstance(node, ast.FunctionDef)
    return str(default_workload(node, 1000, drop_first=False, **options))


@pytest.mark.parametrize(
    ("text", "workload"),
    [
        ("def f(df):\n    return (df - df.min()) / df.max()", "df: DataFrame[1000, 3]"),
        ("def f(df):\n    a = df[df['v'] == 'A']['x']\n    return a.mean()", "df: DataFrame[1000, 3]"),
        ("def f(frames: list[pd.DataFrame]):\n    return pd.concat(frames)", "frames: list[DataFrame[1000, 3]] * 10"),
    ],
)
def test_tables_are_seen_by_their_names(text: str, workload: str) -> None:
    assert _workload(text) == workload


def test_tables_are_joined_with_tables() -> None:
    text = "def f(left, right):\n    return left.merge(right[['id']], on='id', how='left')"
    assert _workload(text) == "left: DataFrame[1000, 3]; right: DataFrame[1000, 3]"


def test_what_has_texts_in_a_column_is_a_table() -> None:
    assert _workload("def f(posts):\n    return posts['body'].str.len()") == "posts: DataFrame[1000, 3]"


def test_a_column_alone_of_texts_is_gone_through() -> None:
    columns = NamedColumns(ast.parse("def f(texts: pd.Series):\n    return [one.split() for one in texts]"))
    assert columns.of("texts", ["texts"])[ALONE].content is Content.TEXTS


def test_a_column_alone_is_built_as_it_is_tried() -> None:
    pandas = pytest.importorskip("pandas")
    text = "def f(s):\n    return s.str.upper()"
    _, named = build(parse("s: Series[10]"), 0, columns=NamedColumns(ast.parse(text)))
    assert isinstance(named["s"], pandas.Series)
    assert all(isinstance(value, str) for value in named["s"])


@pytest.mark.parametrize(
    ("body", "is_number"),
    [
        ("return df.groupby('g').agg({'city': 'mean'})", True),
        ("return df.groupby('g').agg({'city': ['count', 'std'], 'other': 'first'})", True),
        ("return df.groupby('g').agg(average=('city', np.mean))", True),
        ("return df.groupby('g')['city'].agg(['min', 'mean'])", True),
        ("return df.groupby('g')['city'].transform('mean')", True),
        ("return df['city'].std()", True),
        ("return df.groupby('g').agg({'city': 'first', 'other': 'mean'})", False),
        ("return df.groupby('g').agg(n=('city', 'nunique'), average=('other', 'mean'))", False),
    ],
)
def test_what_is_averaged_is_a_number_whatever_it_is_called(body: str, is_number: bool) -> None:
    assert (_holds(body, "city") is Content.NUMBERS) is is_number
