"""Linear programs: SciPy 1.17 gave the values and the costs that are written here."""

from __future__ import annotations

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted

_BEGIN = "import numpy as np\nfrom scipy.optimize import linprog\n"
_PLAN = """
def plan(costs):
    k = len(costs)
    rows, columns = np.kron(np.eye(k), np.ones(k)), np.kron(np.ones(k), np.eye(k))
    return linprog(costs.ravel(), A_ub=rows, b_ub=np.full(k, 2.0), A_eq=columns, b_eq=np.ones(k))
"""


@pytest.mark.parametrize(
    ("arguments", "least", "numbers"),
    [
        ("[-1, 4], A_ub=[[-3, 1], [1, 2]], b_ub=[6, 4], bounds=[(None, None), (-3, None)]", -22.0, [10.0, -3.0]),
        ("[1, 2], A_eq=[[1, 1]], b_eq=[3], bounds=[(None, None), (0, 5)]", 3.0, [3.0, 0.0]),
        ("[-3, -2], A_ub=[[1, 1], [1, 3]], b_ub=[4, 6], bounds=(0, 3)", -11.0, [3.0, 1.0]),
    ],
)
def test_the_least_is_found(arguments: str, least: float, numbers: list[float]) -> None:
    source = f"{_BEGIN}r = linprog({arguments})\nfound = r.fun, r.x.tolist(), r.success, r.status\n"
    fun, x, success, status = interpreted(source, 1e9)
    assert fun == pytest.approx(least, abs=1e-5)
    assert x == pytest.approx(numbers, abs=1e-5)
    assert (success, status) == (True, 0)


@pytest.mark.parametrize(
    "program",
    ["[1, 1], A_ub=[[1, 1]], b_ub=[-1]", "[1, -1], bounds=[(0, None), (0, None)]", "[-1], A_ub=[[-1]], b_ub=[1]"],
)
def test_why_there_is_no_solution_nobody_finds_out(program: str) -> None:
    with pytest.raises(Unsupported, match="without a solution"):
        interpreted(f"{_BEGIN}r = linprog({program})\n", 1e9)


def test_a_corner_is_a_corner() -> None:
    source = f"{_BEGIN}r = linprog([-1, -2], A_ub=[[1, 1]], b_ub=[4], bounds=[(0, 3), (0, 3)])\nfound = [*r.x]\n"
    assert interpreted(source, 1e9) == [1.0, 3.0]


@pytest.mark.parametrize(("size", "time", "peak"), [(10, 1.5e6, 400e3), (32, 4.3e6, 2.4e6)])
def test_a_plan_costs_what_it_costs_in_scipy(size: int, time: float, peak: float) -> None:
    told = dict(zip(NAMES, Trials(_BEGIN + _PLAN).estimate(parse(f"costs: float64[{size}, {size}]")), strict=True))
    assert 0.5 * time < 2 ** told["trial_time"] < 2 * time
    assert 0.5 * peak < 2 ** told["trial_peak"] < 2 * peak


def test_middles_of_parts_are_those_of_their_weights() -> None:
    source = """
import numpy as np
from scipy import ndimage
x = np.array([[1.0, 3.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, 2.0]])
labels = np.array([[1, 1, 0], [0, 0, 2], [0, 0, 2]])
several = ndimage.center_of_mass(x, labels, [1, 2])
found = [tuple(map(float, one)) for one in several], tuple(map(float, ndimage.center_of_mass(x, labels, 2)))
"""
    assert interpreted(source, 1e9) == ([(0.0, 0.75), (1.5, 2.0)], (1.5, 2.0))
