"""Columns that a unit asks for behind the dot of a table."""

from __future__ import annotations

import ast

import pytest

from perfcast.workload.tables.columns import Content, NamedColumns


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("return df.area * df.price", {"area", "price"}),
        ("df['total'] = df.area * 2\n    return df[df.total > df.total.mean()]", {"area"}),
        ("return df.shape, df.price.quantile(0.9), df.describe()", {"price"}),
        (
            "open_ones = df[df.amount > 2]\n    return open_ones.groupby(open_ones.region).amount.sum()",
            {"amount", "region"},
        ),
        ("return df.apply(lambda row: row.price * row.qty, axis=1)", {"price", "qty"}),
        ("return df['day'].apply(lambda day: day.year)", {"day"}),
        ("return [row.price for _, row in df.iterrows()]", set()),
        ("total = 0\n    for _, row in df.iterrows():\n        total += row.price\n    return total", {"price"}),
        ("return df.assign(total=lambda made: made.price * 2)", {"price"}),
        ("return df['x'] * options.rate, other.price", {"x"}),
    ],
)
def test_they_are_those_of_the_table(body: str, names: set[str]) -> None:
    columns = NamedColumns(ast.parse(f"def f(df, options):\n    {body}"))
    assert columns.of("df", ["df"]).keys() == names


def test_each_table_has_its_own() -> None:
    columns = NamedColumns(ast.parse("def f(df, other):\n    return df.price.sum() + other.cost.sum()"))
    assert [set(columns.of(name, ["df", "other"])) for name in ("df", "other")] == [{"price"}, {"cost"}]


def test_what_they_hold_is_told_by_what_is_done_with_them() -> None:
    body = "return df[df.state == 'open'], df.code.str.upper(), df.price * 2"
    columns = NamedColumns(ast.parse(f"def f(df):\n    {body}")).of("df", ["df"])
    held = {name: column.content for name, column in columns.items()}
    assert held == {"state": Content.TEXTS, "code": Content.TEXTS, "price": Content.NUMBERS}
