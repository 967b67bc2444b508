"""Columns that a unit asks its tables for by name."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from perfcast.workload import build, parse
from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.tables.columns import Content, NamedColumn, NamedColumns, contents


def test_what_columns_hold_is_read_off_their_use() -> None:
    columns = NamedColumns(
        ast.parse("""
def f(df, other):
    df = df[df["kind"].isin(["a", "b"])]
    df["made"] = df["x"] + 1
    other = other.assign(more=df["made"].dt.year)
    return df.merge(other[["key", "y"]], on="key").groupby("city")["x"].sum(), df["when"].dt.hour
""")
    )
    ours, theirs = columns.of("df", ["df", "other"]), columns.of("other", ["df", "other"])
    assert {name: column.content for name, column in ours.items()} == {
        "kind": Content.TEXTS,
        "x": Content.NUMBERS,
        "key": Content.KEYS,
        "city": Content.GROUPS,
        "when": Content.TIMES,
    }
    assert ours["kind"].among == ["a", "b"]
    assert set(theirs) == {"key", "y"}


def test_tables_of_workloads_keep_their_names_where_those_are_used() -> None:
    columns = NamedColumns(ast.parse("def f(df): return df['c0'] + df['x'] if 'x' in df else df['c1']"))
    assert columns.of("df", ["df"]) == {}


def test_new_names_are_not_asked_for() -> None:
    columns = NamedColumns(
        ast.parse("""
def f(df):
    totals = df.groupby("city").agg(total=("price", "sum")).rename(columns={"total": "sum"})
    return totals.sort_values("sum"), df.assign(double=df["price"] * 2)["double"]
""")
    )
    assert set(columns.of("df", ["df"])) == {"city", "price"}


def test_texts_that_are_looked_for_are_there() -> None:
    numbers = np.random.default_rng(0).uniform(0, 1, 1000)
    found = contents(NamedColumn(Content.TEXTS, ["EU", "US"]), numbers)
    assert set(found) > {"EU", "US"}
    assert 100 < list(found).count("EU") < 500


@pytest.mark.parametrize(("content", "least", "most"), [(Content.GROUPS, 50, 110), (Content.KEYS, 10_000, 10_000)])
def test_groups_are_few_and_keys_many(content: Content, least: int, most: int) -> None:
    found = contents(NamedColumn(content), np.random.default_rng(0).uniform(0, 1, 10_000))
    assert least <= len(set(np.asarray(found).tolist())) <= most


def test_values_of_a_workload_have_the_columns() -> None:
    columns = NamedColumns(ast.parse("def f(df): return df[df['kind'] == 'x'].groupby('city')['price'].mean()"))
    _, named = build(parse("df: DataFrame[100, 4]"), 0, columns)
    assert list(named["df"].columns) == ["kind", "city", "price", "df_3"]
    assert (named["df"]["kind"] == "x").any()


def test_a_table_that_nobody_describes_has_as_many_columns_as_are_asked_for() -> None:
    node = ast.parse("def f(df): return df['a'] + df['b'] * df['c'] - df['d'] / df['e']").body[0]
    assert isinstance(node, ast.FunctionDef)
    assert str(default_workload(node, 1000, drop_first=False)) == "df: DataFrame[1000, 5]"


def test_names_tell_what_a_column_holds_where_its_use_does_not() -> None:
    columns = NamedColumns(
        ast.parse("""
def f(df):
    words = [word for text in df["text"] for word in text.split()]
    return words, df["home_city"], df["time"] * 2, df["price"], df["created_date"], df["size"]
""")
    )
    assert {name: column.content for name, column in columns.of("df", ["df"]).items()} == {
        "text": Content.TEXTS,
        "home_city": Content.TEXTS,
        "time": Content.NUMBERS,
        "price": Content.NUMBERS,
        "created_date": Content.TIMES,
        "size": Content.NUMBERS,
    }


def test_columns_that_are_named_otherwise_are_asked_for() -> None:
    columns = NamedColumns(
        ast.parse("""
def f(df, other):
    df = df.rename(columns={"old": "new"}).query("price > 3 and qty < 2")
    totals = df.groupby("kind").agg({"sales": "sum", "cost": ["min", "max"]})
    named = df.groupby("kind").agg(total=("weight", "sum"))
    return totals["sales"], named["total"], df["new"], df.merge(other, left_on="id", right_on="key")
""")
    )
    assert set(columns.of("df", ["df", "other"])) == {"old", "price", "qty", "kind", "sales", "cost", "weight", "id"}
    assert set(columns.of("other", ["df", "other"])) == {"key"}


@pytest.mark.parametrize(
    "body",
    [
        "    for row in df.itertuples(): total += row.price * row.count + row.Index\n",
        "    return [row.price for row in df.itertuples(index=False) if row.count and row._fields]\n",
    ],
)
def test_rows_are_asked_for_columns_behind_a_dot(body: str) -> None:
    assert set(NamedColumns(ast.parse(f"def f(df):\n{body}")).of("df", ["df"])) == {"price", "count"}


def _default(source: str) -> str:
    [node] = ast.parse(source).body
    assert isinstance(node, ast.FunctionDef)
    return str(default_workload(node, 1000, drop_first=False))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def f(df: pd.DataFrame, column: str): return df[column].mean()", "column: str = 'column'"),
        ("def f(df: pd.DataFrame, col='close'): return df[col].mean()", "col: str = 'close'"),
        ("def f(df: pd.DataFrame, target): return df[target].mean()", "target: str = 'target'"),
        ("def f(df: pd.DataFrame, by: str): return df.groupby(by).size()", "by: str = 'by'"),
        (
            "def f(df: pd.DataFrame, cols: list[str]): return [df[c].max() for c in cols]",
            "cols: list['cols_1' | 'cols_2'] * 2",
        ),
        ("def f(df, columns: list[str]): return df[columns]", "columns: list['columns_1' | 'columns_2'] * 2"),
        (
            "def f(df, columns: MutableSequence[str]): return df[list(columns)]",
            "columns: list['columns_1' | 'columns_2'] * 2",
        ),
        ("def f(df, cols): return df[cols].sum(axis=1)", "cols: list['cols_1' | 'cols_2'] * 2"),
        ("def f(df, by: list[str]): return df.groupby(by).size()", "by: list['by_1' | 'by_2'] * 2"),
        ("def f(df, fields: list[str]): return df.dropna(subset=fields)", "fields: list['fields_1' | 'fields_2'] * 2"),
        ("def f(a: pd.DataFrame, b: pd.DataFrame, key: str): return a.merge(b, on=key)", "key: str = 'key'"),
    ],
)
def test_parameters_that_name_columns_name_some_that_there_are(source: str, said: str) -> None:
    workload = _default(source)
    assert said in workload
    columns = NamedColumns(ast.parse(source))
    _, arguments = build(parse(workload), 1, columns)
    asked = said.rpartition("'")[0].rpartition("'")[2]
    assert all(asked in table.columns for table in arguments.values() if hasattr(table, "columns"))


def test_of_as_many_columns_as_are_told_each_is_named_once() -> None:
    source = "def f(df: pd.DataFrame, cols: list[str]): return df.groupby(cols).size()"
    for seed in range(5):
        _, arguments = build(parse(_default(source)), seed, NamedColumns(ast.parse(source)))
        assert arguments["cols"] == ["cols_1", "cols_2"]
        assert {"cols_1", "cols_2"} <= set(arguments["df"].columns)


def test_a_column_is_called_what_the_workload_says() -> None:
    columns = NamedColumns(ast.parse("def f(df, by='city'): return df.groupby(by).size()"))
    _, arguments = build(parse("df: DataFrame[100, 2]; by: str = 'country'"), 1, columns)
    assert "country" in arguments["df"].columns
    assert arguments["df"]["country"].nunique() < 20


def test_rows_are_asked_for_by_their_places() -> None:
    assert "index: int = 10" in _default("def f(df: pd.DataFrame, index): return df.iloc[index]")


def test_parameters_that_are_something_else_name_no_columns() -> None:
    assert NamedColumns(ast.parse("def f(df, n: int, xs): return df['a'][n] + xs[n]")).parameters == {}


def test_columns_of_whose_values_columns_are_made_are_there() -> None:
    columns = NamedColumns(ast.parse("def f(df):\n    return pd.get_dummies(df, columns=['colour', 'size'])"))
    assert list(columns.of("df", ["df"])) == ["colour", "size"]


def test_what_moments_are_taken_off_each_other_of_holds_moments() -> None:
    node = ast.parse('def f(df, now: pd.Timestamp):\n    return (now - df["when"]).dt.days\n').body[0]
    assert isinstance(node, ast.FunctionDef)
    assert "now: datetime" in str(default_workload(node, 1000, drop_first=False))
    (column,) = NamedColumns(node).of("df", ["df"]).values()
    assert column.content is Content.TIMES


@pytest.mark.parametrize(
    "body",
    [
        "for c in ['area', 'rooms']:\n        df[c] = df[c].fillna(0)",
        "for c, value in {'area': 0, 'rooms': 1}.items():\n        df[c] = df[c].fillna(value)",
        "parts = ['area', 'rooms']\n    return df[parts].mean()",
        "parts = ['area', 'rooms']\n    return df.loc[:, parts].mean()",
        "parts = ['area']\n    return df[parts + ['rooms']].mean()",
        "return df[NAMES].describe()",
        "return df[list(names)].mean()",
        "return {c: df[c].nunique() for c in ('area', 'rooms')}",
        "named = {'area': 0, 'rooms': 1}\n    for c in named:\n        df[c] = df[c] + named[c]",
    ],
)
def test_lists_of_names_are_columns(body: str) -> None:
    source = f"def f(df, names=('area', 'rooms')):\n    {body}\n\nNAMES = ['area', 'rooms']\n"
    assert NamedColumns(ast.parse(source)).of("df", ["df"]).keys() == {"area", "rooms"}


def test_names_that_change_are_no_lists() -> None:
    source = "def f(df):\n    parts = ['area']\n    parts = ['rooms'] if len(df) else parts\n    return df[parts]\n"
    assert not NamedColumns(ast.parse(source)).of("df", ["df"])
