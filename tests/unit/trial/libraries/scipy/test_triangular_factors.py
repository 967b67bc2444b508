"""Equations that are solved by factors which were found once."""

from __future__ import annotations

import numpy as np
import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, peak_of, time_of

_BEGIN = """
import numpy as np
from scipy.linalg import lu_factor, lu_solve
a = np.array([[0.0, 2.0, 1.0], [4.0, 1.0, -1.0], [2.0, 5.0, 3.0]])
factors = lu_factor(a)
"""
_MATRIX = "import numpy as np\nfrom scipy import linalg\ndef f(a):\n    return "


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        ("factors[0]", [[4.0, 1.0, -1.0], [0.5, 4.5, 3.5], [0.0, 0.44444, -0.55556]]),
        ("factors[1]", [1, 2, 2]),
        ("lu_solve(factors, np.array([1.0, 2.0, 3.0]))", [0.3, 0.6, -0.2]),
        ("lu_solve(factors, a)", np.eye(3)),
        ("lu_solve(lu_factor(np.float32(a)), np.ones(3, dtype=np.float32)).itemsize", 4),
        ("np.isfinite(lu_solve(lu_factor([[1.0, 2.0], [2.0, 4.0]]), [1.0, 2.0])).any()", False),
    ],
)
def test_values(expression: str, values: object) -> None:
    assert np.allclose(interpreted(f"{_BEGIN}\nfound = {expression}\n", 1e9), values, atol=1e-4)


def test_right_sides_of_another_length_are_the_error_that_they_are() -> None:
    with pytest.raises(ValueError, match="incompatible"):
        interpreted(f"{_BEGIN}\nfound = lu_solve(factors, np.ones(4))\n", 1e9)


def test_factors_of_more_rows_than_columns_are_refused() -> None:
    with pytest.raises(Unsupported):
        interpreted(f"{_BEGIN}\nfound = lu_factor(np.ones((3, 2)))\n")


def test_factors_are_one_matrix() -> None:
    # Measured: the matrix and 1.1 kB besides, with 200 rows.
    assert 300_000 < peak_of(f"{_MATRIX}linalg.lu_factor(a)\n", "a: float64[200, 200]") < 340_000


def test_factors_take_longer_than_those_of_a_symmetric_matrix() -> None:
    symmetric = "def f(a):\n    return linalg.cho_factor(a @ a.T)\n\nimport numpy as np\nfrom scipy import linalg\n"
    general = symmetric.replace("cho_factor", "lu_factor")
    # Measured: 1.28 times of those alone.
    assert time_of(general, "a: float64[200, 200]") > 1.02 * time_of(symmetric, "a: float64[200, 200]")


@pytest.mark.parametrize(("factored", "solved"), [("lu_factor", "lu_solve"), ("cho_factor", "cho_solve")])
def test_many_right_sides_leave_room_for_runs_of_more_than_a_few_rows(factored: str, solved: str) -> None:
    source = (
        "def f(n):\n    a = np.random.default_rng(0).random((n, n))\n    a = a @ a.T + n * np.eye(n)\n"
        f"    factors = linalg.{factored}(a)\n    return [linalg.{solved}(factors, np.ones(n)) for _ in range(20)]\n\n"
        "import numpy as np\nfrom scipy import linalg\n"
    )
    # Measured: 966 kB, of which three matrices are.
    assert 966_000 / 1.3 < peak_of(source, "n = 200") < 1.3 * 966_000
