"""Sequences that a function wants to be of one length, and the names of columns beside rows."""

import pytest

from tests.unit.workload.made_up import default

ROWS = "rows: list[list[str]] * 32 * 32 * 8 in 'a'..'z'"
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
