"""Memory of what goes other ways at other sizes: memray's figures of CPython 3.11, NumPy 2 and pandas 3."""

from __future__ import annotations

import pytest

from tests.unit.trial.peaks import peak

_IMPORTS = """
import numpy as np
import pandas as pd
"""


@pytest.mark.parametrize(
    ("rows", "columns", "measured"),
    [(300, 8, 98_288), (500, 4, 83_941), (1_000, 3, 22_880), (5_000, 4, 72_060), (10_000, 8, 172_780)],
)
def test_medians_of_long_columns_are_taken_one_by_one(rows: int, columns: int, measured: int) -> None:
    found = peak("return df.median()", f"df: DataFrame[{rows}, {columns}]", _IMPORTS)
    assert found == pytest.approx(measured, rel=0.16)


@pytest.mark.parametrize(
    ("expression", "rows", "columns", "measured"),
    [
        # What goes with each row is brought into line as long as a buffer takes two columns.
        ("df - df.mean()", 1_000, 4, 74_432),
        ("df - df.mean()", 1_000, 1, 19_560),
        ("df - df.mean()", 5_000, 4, 170_848),
        ("df - df.mean()", 10_000, 8, 651_560),
        ("df.sub(df['c0'], axis=0)", 10_000, 4, 334_623),
        # Squares take the place of differences where these are enough.
        ("df.std()", 100, 4, 17_368),
        ("df.std()", 5_000, 4, 506_760),
        ("df.std()", 10_000, 8, 1_367_768),
        ("df['c0'].std()", 10_000, 4, 261_047),
        ("df['c0'].std()", 50_000, 2, 861_993),
        ("df.std(axis=1)", 1_000, 4, 131_736),
        ("df.std(axis=1)", 10_000, 4, 1_086_824),
        ("(df - df.mean()) / df.std()", 1_000, 4, 144_120),
        ("(df - df.mean()) / df.std()", 5_000, 4, 671_112),
    ],
)
def test_tables_and_figures_of_them(expression: str, rows: int, columns: int, measured: int) -> None:
    found = peak(f"return {expression}", f"df: DataFrame[{rows}, {columns}]", _IMPORTS)
    assert found == pytest.approx(measured, rel=0.08)


@pytest.mark.parametrize(
    ("shape", "measured"), [((4, 1_000), 65_488), ((4, 5_000), 161_488), ((100, 500), 465_488), ((500, 100), 470_288)]
)
def test_rows_of_which_no_two_fit_a_buffer_are_not_gathered(shape: tuple[int, int], measured: int) -> None:
    body = "m = np.ones((len(x), 1))\nreturn x - m"
    assert peak(body, f"x: float64[{shape[0]}, {shape[1]}]", _IMPORTS) == pytest.approx(measured, rel=0.02)


@pytest.mark.parametrize(
    ("kind", "place", "into", "size", "measured"),
    [
        ("uint8", "(a, a)", "(26, 26)", 10, 22_288),
        ("uint8", "(a, a)", "(26, 26)", 300, 161_760),
        ("int32", "a", "26", 300, 144_544),
        ("uint8", "a", "26", 300, 90_544),
        ("int64", "(a, a)", "(26, 26)", 300, 156_688),
    ],
)
def test_places_of_another_kind_are_converted(kind: str, place: str, into: str, size: int, measured: int) -> None:
    body = f"a = np.zeros(n * 60, np.{kind})\nnp.add.at(np.zeros({into}), {place}, 1)"
    assert peak(body, f"n: int = {size}", _IMPORTS) == pytest.approx(measured, rel=0.1)
