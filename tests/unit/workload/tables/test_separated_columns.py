"""Columns of texts that are split."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from perfcast.workload.tables.columns import NamedColumns, contents


@pytest.mark.parametrize(
    ("body", "separator", "parts"),
    [
        ("parts = df['x'].str.split('@', expand=True)\n    return parts[1]", "@", 2),
        ("df[['a', 'b', 'c']] = df['x'].str.strip().str.split(' - ', expand=True)", " - ", 3),
        ("return df['x'].str.rsplit('/', n=1).str[-1]", "/", 2),
    ],
)
def test_their_texts_have_the_parts(body: str, separator: str, parts: int) -> None:
    column = NamedColumns(ast.parse(f"def f(df):\n    {body}")).of("df", ["df"])["x"]
    found = contents(column, np.random.default_rng(0).uniform(0, 1, 100))
    assert {len(str(text).split(separator)) for text in found} == {parts}
