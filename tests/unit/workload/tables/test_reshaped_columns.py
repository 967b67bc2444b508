"""Columns that reshaping a table asks for and makes."""

from __future__ import annotations

import ast

import pytest

from perfcast.workload.tables.columns import NamedColumns


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("t = df.melt(id_vars=['place'], value_name='heat'); return t.groupby('place')['heat'].mean()", {"place"}),
        ("return df.melt(id_vars='place').groupby('variable')['value'].sum()", {"place"}),
        ("t = pd.melt(df, id_vars=['place'], var_name='hour'); return t['hour'], t['value']", {"place"}),
        (
            "t = pd.wide_to_long(df, ['heat', 'rain'], i='place', j='year', sep='_'); return t['heat']",
            {"place", *(f"{name}_{number}" for name in ("heat", "rain") for number in (1, 2, 3))},
        ),
    ],
)
def test_those_that_it_makes_are_not_there_before(body: str, names: set[str]) -> None:
    columns = NamedColumns(ast.parse(f"def f(df):\n    {body}"))
    assert set(columns.of("df", ["df"])) == names
