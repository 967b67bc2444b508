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


@pytest.mark.parametrize(
    ("expression", "workload", "measured"),
    [
        # Parts that are arguments' are nobody else's.
        ("pd.DataFrame(rows)", "rows: list[{user: label, tags: list[str]}] * 500", 41_080),
        ("pd.DataFrame(rows)", "rows: list[{user: label, tags: list[str]}] * 5000", 303_080),
        ("pd.DataFrame(rows)", "rows: list[{user: label, v: float, tags: list[str]}] * 500", 48_340),
        ("pd.DataFrame(rows).explode('tags')", "rows: list[{user: label, tags: list[str]}] * 500", 150_655),
        ("pd.DataFrame(rows).explode('tags')", "rows: list[{v: float, tags: list[int]}] * 5000", 1_510_942),
        # What waits for the rest of a display is there too.
        ("pd.DataFrame({'b': [f'n{i}' for i in range(n)], 'c': np.linspace(0, 1, n)})", "n: int = 1000", 134_400),
        ("x.T", "x: DataFrame[500, 4]", 4_236),
        ("x.T", "x: DataFrame[3000, 4]", 4_236),
        # Masks alone, where no value is beyond a bound.
        ("x.clip(0, 1)", "x: DataFrame[500, 8]", 46_624),
        ("x.clip(0, 1)", "x: DataFrame[5000, 4]", 142_420),
        ("x.clip(0.2, 0.8)", "x: DataFrame[5000, 4]", 425_436),
        ("x.clip(lower=0.5)", "x: DataFrame[5000, 4]", 258_484),
        ("x['c0'].clip(0, 1)", "x: DataFrame[5000, 4]", 43_051),
        ("x.value_counts()", "x: DataFrame[500, 4]", 87_939),
        ("x.value_counts()", "x: DataFrame[2000, 1]", 142_170),
        ("x.value_counts()", "x: DataFrame[2000, 8]", 502_360),
        ("(x > 0.5).value_counts()", "x: DataFrame[2000, 4]", 192_781),
        ("x.interpolate()", "x: DataFrame[500, 8]", 45_365),
        ("x.interpolate()", "x: DataFrame[5000, 4]", 224_333),
        # Twice as much room as before each time, beside the text; on the stack so long as it is short.
        ("x.to_json()", "x: DataFrame[500, 4]", 48_179),
        ("x.to_json()", "x: DataFrame[500, 8]", 217_283),
        ("x.to_json()", "x: DataFrame[3000, 4]", 527_230),
        ("pd.cut(x['c0'], 5)", "x: DataFrame[500, 4]", 29_737),
        ("pd.cut(x['c0'], 5)", "x: DataFrame[5000, 4]", 114_367),
        ("pd.cut(x['c0'], [0, .2, .5, 1], labels=['a', 'b', 'c'])", "x: DataFrame[5000, 4]", 102_363),
        ("pd.cut(x['c0'], 5, labels=False)", "x: DataFrame[5000, 4]", 97_503),
        ("pd.qcut(x['c0'], 4)", "x: DataFrame[5000, 4]", 112_552),
        ("x.pivot_table(index=x['c0'] > 0.5, values='c1')", "x: DataFrame[500, 4]", 43_122),
        ("x.pivot_table(index=x['c0'] > 0.5, values='c1')", "x: DataFrame[10000, 4]", 269_340),
        ("x.pivot_table(index='c0', values='c1')", "x: DataFrame[2000, 4]", 139_239),
    ],
)
def test_tables_that_are_made_of_others(expression: str, workload: str, measured: int) -> None:
    assert peak(f"return {expression}", workload, _IMPORTS) == pytest.approx(measured, rel=0.16)


@pytest.mark.parametrize(
    ("rule", "rows", "measured"),
    [
        ("ME", 3_000, 91_231),
        ("D", 300, 21_374),
        ("D", 3_000, 90_652),
        ("D", 10_000, 284_130),
        ("2h", 3_000, 195_506),
        ("min", 1_000, 2_051_493),
    ],
)
def test_groups_of_times_follow_each_other(rule: str, rows: int, measured: int) -> None:
    made = "pd.Series(np.arange(n, dtype=float), index=pd.date_range('2024-01-01', periods=n, freq='h'))"
    found = peak(f"return {made}.resample('{rule}').mean()", f"n: int = {rows}", _IMPORTS)
    assert found == pytest.approx(measured, rel=0.17)


@pytest.mark.parametrize(
    ("expression", "words", "measured"),
    [
        ("np.char.upper(a)", "200 * 8", 18_802),
        ("np.char.upper(a)", "2000 * 8", 134_002),
        ("np.char.upper(a)", "2000 * 20", 326_026),
        ("np.char.str_len(a)", "2000 * 8", 80_464),
        ("np.strings.add(a, 'x')", "2000 * 8", 136_752),
        ("np.char.startswith(a, 'x')", "2000 * 8", 66_896),
        ("np.char.strip(a)", "2000 * 8", 128_464),
    ],
)
def test_texts_of_arrays(expression: str, words: str, measured: int) -> None:
    body = f"a = np.array(words)\nreturn {expression}"
    assert peak(body, f"words: list[str] * {words}", _IMPORTS) == pytest.approx(measured, rel=0.03)


@pytest.mark.parametrize(
    ("rows", "bins", "measured"), [(1_000, 10, 46_576), (1_000, 60, 105_776), (100, 20, 13_584), (10_000, 20, 422_016)]
)
def test_bins_of_two_sides(rows: int, bins: int, measured: int) -> None:
    workload = f"x: float64[{rows}]; y: float64[{rows}]"
    found = peak(f"return np.histogram2d(x, y, bins={bins})", workload, _IMPORTS)
    assert found == pytest.approx(measured, rel=0.12)


@pytest.mark.parametrize(("rows", "measured"), [(500, 85_291), (1_000, 161_731), (3_000, 510_323)])
def test_figures_of_rows_leave_nothing(rows: int, measured: int) -> None:
    body = "return x.apply(lambda row: row.sum(), axis=1)"
    assert peak(body, f"x: DataFrame[{rows}, 4]", _IMPORTS) == pytest.approx(measured, rel=0.15)


@pytest.mark.parametrize(("elements", "measured"), [(1_000, 37_900), (100_000, 2_050_000), (1_000_000, 2_296_000)])
def test_bins_are_told_a_block_at_a_time(elements: int, measured: int) -> None:
    found = peak("return np.histogram(x, bins=256)[0]", f"x: float64[{elements}]", _IMPORTS)
    assert found == pytest.approx(measured, rel=0.25)


@pytest.mark.parametrize(
    ("workload", "measured"),
    [
        ("x: list[int] * 10000 in 0..1000", 741_000),
        # From here on pieces are joined before all are there.
        ("x: list[int] * 200000 in 0..1000", 4_373_000),
        ("x: dict[str, int] * 60000 in 0..1000", 8_470_000),
        ("x: list[list[float]] * 60000 * 3", 7_540_000),
    ],
)
def test_json_is_joined_now_and_then(workload: str, measured: int) -> None:
    assert peak("return json.dumps(x)", workload, "import json\n") == pytest.approx(measured, rel=0.2)


def test_pieces_of_a_few_records_are_no_power_of_how_many_there_are() -> None:
    # So much work that no run has more than some tens of records.
    body = """rows = []
for name in x:
    n = 0
    for k in range(2000):
        n += k & 3
    rows.append({"name": name, "n": n, "a": name, "b": name, "c": 0.5, "tags": [name, name, name, name]})
return json.dumps(rows)"""
    found = peak(body, "x: list[str] * 1000 * 8", "import json\n")
    assert found == pytest.approx(1_650_000, rel=0.2)


@pytest.mark.parametrize(
    ("expression", "measured"),
    [("df[df['c0'] > -1]", 25_700), ("df.loc[df['c0'] > -1]", 186_000), ("df.query('c0 > -1')", 485_000)],
)
def test_rows_that_are_all_chosen_are_not_copied(expression: str, measured: int) -> None:
    assert peak(f"return {expression}", "df: DataFrame[20000, 3]", _IMPORTS) == pytest.approx(measured, rel=0.2)
