"""Columns that are asked for by their type."""

from __future__ import annotations

import ast

import pytest

from perfcast.workload.tables.columns import Content, NamedColumns


@pytest.mark.parametrize(
    ("asked", "is_there"),
    [
        ("'object'", True),
        ("include=['object', 'category']", True),
        ("exclude=[np.number]", True),
        ("include='number'", False),
        ("exclude='object'", False),
    ],
)
def test_a_table_that_is_asked_for_texts_has_some(asked: str, is_there: bool) -> None:
    columns = NamedColumns(ast.parse(f"def f(df):\n    return pd.get_dummies(df.select_dtypes({asked}))"))
    assert (Content.TEXTS in {one.content for one in columns.of("df", ["df"]).values()}) is is_there
