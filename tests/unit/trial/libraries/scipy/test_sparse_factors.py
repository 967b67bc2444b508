"""What sparse factors take that equations are solved by several times."""

from __future__ import annotations

import pytest

from perfcast.trial.interpreter.stops import Unsupported
from tests.unit.trial.interpreting import interpreted, time_of

_LINE = """def f(n):
    matrix = sparse.diags([-1, 2.5, -1], [-1, 0, 1], shape=(n, n), format="csc")
    side = np.ones(n)
    return {found}

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu, spsolve
"""


def _time(found: str) -> float:
    return time_of(_LINE.format(found=found), "n = 1000") - time_of(_LINE.format(found="side"), "n = 1000")


def test_they_are_found_once() -> None:
    solved = "[lu.solve(side) for lu in [splu(matrix)] for _ in range(20)]"
    # Measured: 0.1 and 0.89 of what solving all of it takes.
    whole, factors, again = (_time(found) for found in ("spsolve(matrix, side)", "splu(matrix)", solved))
    assert 0.1 / 1.7 < (again - factors) / 20 / whole < 0.1 * 1.7
    assert 0.6 < factors / whole < 1.1


@pytest.mark.parametrize(
    "expression",
    [
        "splu(np.eye(3))",
        "splu(sparse.eye(3, format='csc')).solve(np.ones(3), 'H')",
        "splu(sparse.eye(3, format='csc')).solve(np.array([1j, 2, 3]))",
        # Some are kept together, though they are none.
        "splu(sparse.eye(3, format='csc')).nnz",
    ],
)
def test_others_are_refused(expression: str) -> None:
    begin = "import numpy as np\nfrom scipy import sparse\nfrom scipy.sparse.linalg import splu"
    with pytest.raises(Unsupported):
        interpreted(f"{begin}\nfound = {expression}\n")


def test_what_has_no_solution_is_the_error_that_it_is() -> None:
    begin = "from scipy import sparse\nfrom scipy.sparse.linalg import splu"
    with pytest.raises(RuntimeError, match="singular"):
        interpreted(f"{begin}\nfound = splu(sparse.csc_matrix([[1.0, 2.0], [2.0, 4.0]]))\n")
