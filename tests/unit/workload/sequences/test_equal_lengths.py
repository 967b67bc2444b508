"""Sequences that a function wants to be of one length, and the names of columns beside rows."""

import pytest

from perfcast.workload import parse
from perfcast.workload.defaults.assembly import default_workload
from perfcast.workload.language.resizing import resized
from tests.unit.workload.made_up import default, function

ROWS = "rows: list[list[str]] * 32 * 32 * 8 in 'a'..'z'"
BESIDE = "def f(rows: list[list[float]], v: np.ndarray): return [list(zip(row, v)) for row in rows]"
HEAD = "headers: list[str] * 32 * 8 in 'a'..'z'"


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("for row in rows:\n  if len(row) != len(other): raise ValueError", 32),
        ("return [list(zip(row, other, strict=True)) for row in rows]", 32),
        ("return [list(zip(other, row)) for row in rows]", 32),
        ("return list(zip(rows, other, strict=True))", 32),
        ("return list(zip(rows, other))", 1000),
        ("return [list(zip(row, other[0])) for row in rows]", 1000),
    ],
)
def test_what_is_to_be_of_one_length_is(body: str, wanted: int) -> None:
    found = default(f"def f(rows: list[list[int]], other: list[int]):\n {body}")
    assert found == f"rows: list[list[int]] * 32 * 32 in 0..1000; other: list[int] * {wanted} in 0..1000"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(rows: list[list[float]], v: np.ndarray): return [list(zip(row, v, strict=True)) for row in rows]",
            "rows: list[list[float]] * 32 * 32; v: float64[32]",
        ),
        (
            "def f(rows: list[list[float]], v: np.ndarray): return [np.dot(np.array(row), v) for row in rows]",
            "rows: list[list[float]] * 32 * 32; v: float64[32]",
        ),
        (
            "def f(rows: list[list[float]], v: np.ndarray): return [np.asarray(row) - v for row in rows]",
            "rows: list[list[float]] * 32 * 32; v: float64[32]",
        ),
        (
            "def f(data: np.ndarray, weights: list[float]): return [list(zip(row, weights)) for row in data]",
            "data: float64[32, 32]; weights: list[float] * 32",
        ),
        (
            "def f(v: np.ndarray, names: list[str]): return list(zip(v, names, strict=True))",
            "v: float64[1000]; names: list[str] * 1000 * 8 in 'a'..'z'",
        ),
        ("def f(data: np.ndarray): return [[2 * x for x in row] for row in data]", "data: float64[32, 32]"),
    ],
)
def test_rows_and_arrays_beside_them_are_of_one_length(source: str, workload: str) -> None:
    assert default(source) == workload


def test_an_array_as_long_as_a_row_grows_no_faster_than_it() -> None:
    grown = default_workload(function(BESIDE), 1000, drop_first=False)
    assert str(resized(grown, 100_000)) == "rows: list[list[float]] * 1e5 * 32; v: float64[32]"


def test_a_text_is_no_list() -> None:
    found = default("def f(paths: list[str], path): return len(paths) == len(path)")
    assert found == "paths: list[str] * 1000 * 8 in 'a'..'z'; path: str * 10 in 'a'..'z'"


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ("def f(rows: list[list[str]], headers): return [dict(zip(headers, row)) for row in rows]", f"{ROWS}; {HEAD}"),
        (
            "def f(rows: list[list[str]], headers):\n for row in rows:\n  if len(row) == len(headers): use(row)\n"
            " return [max(len(row[i]) for row in rows) for i, h in enumerate(headers)]",
            f"{ROWS}; {HEAD}",
        ),
        ("def f(headers): return {k: v for k, v in headers.items()}", "headers: dict[str, int] * 1000 in 0..1000"),
        ("def f(config): return [f'{k}' for k in config]", "config: dict[str, int] * 1000 in 0..1000"),
    ],
)
def test_headers_beside_rows_are_names_of_columns(source: str, workload: str) -> None:
    assert default(source) == workload


@pytest.mark.parametrize(
    ("said", "grown"),
    [
        ("X: float64[32, 32]; y: int64[32] in 0..9", "X: float64[100, 100]; y: int64[100] in 0..9"),
        ("query: float64[32]; rows: float64[32, 32]", "query: float64[100]; rows: float64[100, 100]"),
        (
            "grid: list[list[int]] * 32 * 32; row: list[int] * 32",
            "grid: list[list[int]] * 100 * 100; row: list[int] * 100",
        ),
        (
            "points: list[list[int]] * 100 * 2; names: list[int] * 50",
            "points: list[list[int]] * 10000 * 2; names: list[int] * 5000",
        ),
    ],
)
def test_what_is_as_long_as_a_dimension_of_the_largest_stays_so(said: str, grown: str) -> None:
    assert str(resized(parse(said), 10_000)) == str(parse(grown))
