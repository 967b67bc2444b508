"""Parameters that are arrays or tensors by what is asked of what is reckoned from them."""

from __future__ import annotations

import ast

import pytest

from perfcast.trial.scaling import shrunk
from perfcast.workload.corrections.clues import Clues, clues_in
from perfcast.workload.corrections.corrections import corrections
from perfcast.workload.language.parsing import parse
from perfcast.workload.language.resizing import resized
from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(first, second, share):\n"
            "    mixed = share * first + (1 - share) * second\n"
            "    return mixed.astype(np.float32)",
            "first: float64[1000]; second: float64[1000]; share: int = 10",
        ),
        ("def f(im, r): return (im * r).astype(np.uint8)", "im: float64[1000]; r: float"),
        ("def f(x): return F.hardtanh(x + 3, 0.0, 6.0) / 6.0", "x: torch.float32[1000]"),
        ("def f(x):\n    y = x * 2\n    return y.unsqueeze(0)", "x: torch.float32[1000]"),
        ("def f(im, im2): return np.concatenate((im, im2), 0)", "im: float64[1000]; im2: float64[1000]"),
        (
            "def f(m): return m.anchors.prod(-1).mean(-1), m.anchors.flip(0)",
            "m: {.anchors: torch.float32[32, 32]}",
        ),
        # Taken apart into itself.
        ("def f(node):\n    while node:\n        value, node = node", "node: tuple[int, int]"),
        ("def f(q, p):\n    p, a = q\n    a, q = p", "q: tuple[int, int]"),
        # Others have these, too.
        ("def f(x): return (x * 2).is_integer()", "x: int = 10"),
        ("def f(thing): return thing.group + thing.size", "thing: {.group: float, .size: int}"),
        ("def f(m): return m.names.copy()", "m: {.names: list[int]}"),
    ],
)
def test_what_is_reckoned_from_it_tells_what_it_is(source: str, workload: str) -> None:
    assert default(source).partition(" in ")[0] == workload


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            "def f(cov_matrix: pd.DataFrame, mu: pd.Series): return np.linalg.inv(cov_matrix) @ mu",
            "cov_matrix: DataFrame[32, 32]; mu: Series[32]",
        ),
        ("def f(table: pd.DataFrame): return np.linalg.inv(table)", "table: DataFrame[32, 32]"),
        ("def f(w, cov): return np.sqrt(w.T @ cov @ w)", "w: float64[32]; cov: float64[32, 32]"),
        ("def f(prices: pd.DataFrame): return prices.cov()", "prices: DataFrame[1000, 3]"),
    ],
)
def test_covariances_have_as_many_rows_as_columns(source: str, workload: str) -> None:
    assert default(source) == workload


def test_squares_stay_square_at_other_sizes() -> None:
    workload = parse("cov: DataFrame[32, 32]; mu: Series[32]; prices: DataFrame[32, 3]")
    assert str(resized(workload, 10_000)) == "cov: DataFrame[100, 100]; mu: Series[100]; prices: DataFrame[100, 3]"
    assert str(shrunk(workload, 0.5)) == "cov: DataFrame[6, 6]; mu: Series[6]; prices: DataFrame[6, 3]"


@pytest.mark.parametrize(
    ("text", "failure", "first"),
    [
        ("x: int = 10", "AttributeError: 'int' object has no attribute 'astype'", "x: float64[1000]"),
        ("x: {.a: str}", "AttributeError: 'str' object has no attribute 'prod'", "x: {.a: float64[1000]}"),
        ("x: float", "AttributeError: 'float' object has no attribute 'numel'", "x: torch.float32[1000]"),
        ("x: float", "TypeError: relu(): argument 'input' must be Tensor, not float", "x: torch.float32[1000]"),
        ("x: float64[9]", "AttributeError: 'numpy.ndarray' object has no attribute 'rolling'", "x: Series[9]"),
        (
            "x: float64[9, 9]",
            "AttributeError: 'numpy.ndarray' object has no attribute 'iterrows'",
            "x: DataFrame[9, 3]",
        ),
        (
            "x: float64[9]",
            "AttributeError: 'numpy.ndarray' object has no attribute 'numel'",
            "x: torch.float32[9]",
        ),
        ("x: float64[9]", "IndexError: invalid index to scalar variable.", "x: float64[32, 32]"),
    ],
)
def test_errors_tell_arrays(text: str, failure: str, first: str) -> None:
    assert str(next(corrections(parse(text), failure, Clues(), ("x",)))) == first


def test_what_tensors_alone_have_tells_what_others_have_too() -> None:
    clues = clues_in(ast.parse("def f(m): return m.a.prod(1).flip(0)"))
    found = next(
        corrections(parse("m: {.a: str}"), "AttributeError: 'str' object has no attribute 'prod'", clues, ("m",))
    )
    assert str(found) == "m: {.a: torch.float32[1000]}"
