"""What functions of SciPy's tell of parameters that they are given."""

from __future__ import annotations

import ast

import pytest

from perfcast.source import FunctionNode
from perfcast.workload.arrays.ranks import rank
from perfcast.workload.arrays.roles import with_roles
from perfcast.workload.language.workload import Argument
from perfcast.workload.naming.names import ARRAY
from perfcast.workload.sequences.ordering import with_orders
from perfcast.workload.uses.parameter_uses import type_from_uses


def _function(source: str) -> FunctionNode:
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef)
    return node


_FIT = """def fit(x, y, scale):
    def loss(p):
        return np.sum((y - p[0] * x - scale) ** 2)
    return minimize(loss, [0.0]).x
"""


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def f(model, x, y):\n    return curve_fit(model, x, ydata=y)\n", "x y"),
        ("def f(values, at):\n    return scipy.integrate.simpson(values, x=at)\n", "values at"),
        ("def f(values, x):\n    return integrate.simpson(values, x=x)\n", "values x"),
        ("def f(costs):\n    return optimize.linear_sum_assignment(costs)\n", "costs"),
        ("def f(a, b):\n    return stats.mannwhitneyu(a, b).pvalue\n", "a b"),
        ("def f(b, a, x):\n    return signal.filtfilt(b, a, x)\n", "x"),
        ("def f(shot):\n    return ndimage.label(shot)[1]\n", "shot"),
        ("def f(places, others):\n    return KDTree(places).query(others)[0]\n", "places others"),
        (_FIT, "x y"),
    ],
)
def test_arrays(source: str, names: str) -> None:
    node = _function(source)
    told = [one.arg for one in node.args.args if type_from_uses(node, one.arg) == ARRAY]
    assert told == names.split()


@pytest.mark.parametrize(
    "source",
    [
        "def f(shot):\n    return printer.label(shot)\n",
        "def f(name):\n    return db.query(name)\n",
        "def f(x, y):\n    def g(p):\n        return x + p\n    return g(y)\n",
    ],
)
def test_others_tell_nothing(source: str) -> None:
    node = _function(source)
    assert all(type_from_uses(node, one.arg) != ARRAY for one in node.args.args)


def test_points_have_few_coordinates() -> None:
    node = _function("def f(points, others):\n    return KDTree(points).query(others)\n")
    assert [rank(node, name) for name in ("points", "others")] == [2, 2]
    given = [Argument(name, ARRAY.__class__("float64", shape=(32, 32))) for name in ("points", "others")]
    assert [one.type.shape[1] for one in with_roles(node, given, 1000)] == [2, 2]


@pytest.mark.parametrize(
    "source",
    [
        "def f(x, y):\n    return CubicSpline(x, y)(0.5)\n",
        "def f(y, x):\n    return np.interp(y, x, y)\n",
        "def f(x, y):\n    return interpolate.UnivariateSpline(x, y)\n",
    ],
)
def test_places_of_curves_are_in_order(source: str) -> None:
    node = _function(source)
    found = with_orders(node, [Argument("x", ARRAY), Argument("y", ARRAY)], {"x", "y"})
    assert [one.qualifiers for one in found] == [("sorted",), ()]


@pytest.mark.parametrize(
    ("made", "axes"),
    [("csr_matrix(x)", 2), ("sparse.coo_matrix(x, shape=(9, 9))", 2), ("csr_matrix((x, (y, z)))", 1)],
)
def test_sparse_matrices_are_made_of_matrices_or_of_their_elements(made: str, axes: int) -> None:
    assert rank(_function(f"def f(x: np.ndarray, y, z):\n    return {made}\n"), "x") == axes
