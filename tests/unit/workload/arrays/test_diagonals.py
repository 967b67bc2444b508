"""What a diagonal is taken of is a matrix; what a matrix is made of is a vector."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default


@pytest.mark.parametrize(
    ("body", "shape"),
    [
        ("return np.diag(m).sum()", "32, 32"),
        ("return np.mean(np.diag(m))", "32, 32"),
        ("return m.diagonal()", "32, 32"),
        ("d = np.diag(m)\n    return m - np.diagflat(d)", "32, 32"),
        ("return np.diag(np.diag(m))", "32, 32"),
        ("return np.diag(m)", "1000"),
        ("return np.diag(m) @ m", "1000"),
    ],
)
def test_what_is_done_with_a_diagonal_tells_of_what_it_is(body: str, shape: str) -> None:
    assert default(f"def f(m: np.ndarray):\n    {body}\n") == f"m: float64[{shape}]"


def test_letters_of_matrices_are_capital_ones() -> None:
    solving = "def f(A: np.ndarray, b: np.ndarray):\n    d = np.diag(A)\n    return b / d\n"
    assert default(solving) == "A: float64[32, 32]; b: float64[32]"
    whole = "def f(S: np.ndarray):\n    return np.diag(S) @ np.ones(len(S))\n"
    assert default(whole) == "S: float64[1000]"
