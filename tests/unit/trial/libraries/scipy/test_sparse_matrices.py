"""Sparse matrices as SciPy has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perfcast.trial.interpreter.stops import OutOfSteps, Unsupported
from tests.unit.trial.interpreting import interpreted, soon

_BEGIN = """
import numpy as np
from scipy import sparse as sp

from scipy.sparse import csr_matrix, csc_matrix, coo_matrix, lil_matrix, csr_array, issparse
from scipy.sparse.linalg import spsolve, norm, cg, splu, factorized
from scipy.sparse.csgraph import dijkstra, connected_components, minimum_spanning_tree
d = np.array([[1.0, 0, 2, 0], [0, 0, 3, 0], [4, 5, 0, 6]])
A = csr_matrix(d)
C = csc_matrix(d)
O = coo_matrix(([1.0, 2.0, 3.0, 4.0], ([0, 1, 1, 2], [1, 0, 0, 2])), shape=(3, 4))
B = csr_matrix(([1.0, 2.0, 3.0, 4.0], ([0, 1, 1, 2], [1, 0, 0, 2])), shape=(3, 4))
R = csr_array(d)
v = np.arange(4.0); w = np.arange(3.0)
L = lil_matrix((3, 3))
for i in range(3):
    L[i, i] = 2.0
L[0, 1] = -1.0
S = sp.diags([-1.0, 2.5, -1.0], [-1, 0, 1], shape=(5, 5))
G = csr_matrix(np.array([[0, 1.0, 4, 0], [0, 0, 2, 6], [0, 0, 0, 3], [0, 0, 0, 0]]))
def T(x): return [x.shape[0], x.shape[1], x.nnz] + x.toarray().ravel().tolist()
"""


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        ("T(A)", [3, 4, 6, 1, 0, 2, 0, 0, 0, 3, 0, 4, 5, 0, 6]),
        ("T(B)", [3, 4, 3, 0, 1, 0, 0, 5, 0, 0, 0, 0, 0, 4, 0]),
        (
            "[A.indices, A.indptr, C.indices, C.indptr]",
            [0, 2, 2, 0, 1, 3, 0, 2, 3, 6, 0, 2, 2, 0, 1, 2, 0, 2, 3, 5, 6],
        ),
        (
            "[A @ v, w @ A, A.dot(v), C @ v, O @ v, A * v]",
            [4, 6, 23, 8, 10, 3, 12, 4, 6, 23, 4, 6, 23, 1, 0, 8, 4, 6, 23],
        ),
        ("A @ np.ones((4, 2))", [3, 3, 3, 3, 15, 15]),
        ("T(A @ A.T)", [3, 3, 7, 5, 6, 4, 6, 9, 0, 4, 0, 77]),
        ("T(A + B)", [3, 4, 9, 1, 1, 2, 0, 5, 0, 3, 0, 4, 5, 4, 6]),
        ("T(A - B)", [3, 4, 9, 1, -1, 2, 0, -5, 0, 3, 0, 4, 5, -4, 6]),
        ("T(A * 2 / 4)", [3, 4, 6, 0.5, 0, 1, 0, 0, 0, 1.5, 0, 2, 2.5, 0, 3]),
        ("T(A.multiply(B))", [3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ("T(A.multiply(w[:, None]))", [3, 4, 6, 0, 0, 0, 0, 0, 0, 3, 0, 8, 10, 0, 12]),
        ("T(R * R)", [3, 4, 6, 1, 0, 4, 0, 0, 0, 9, 0, 16, 25, 0, 36]),
        ("[A.sum(), A.mean(), A.max(), A.min(), norm(A)]", [21, 1.75, 6, 0, 9.53939]),
        ("splu(S.tocsc()).solve(np.arange(5.0)) - spsolve(S.tocsc(), np.arange(5.0))", [0, 0, 0, 0, 0]),
        ("factorized(S.tocsc())(np.ones((5, 2))) - splu(S.tocsc()).solve(np.ones((5, 2)))", [0] * 10),
        ("S @ splu(S.tocsc()).solve(np.arange(5.0))", [0, 1, 2, 3, 4]),
        (
            "[A.sum(axis=0), A.sum(axis=1).A1, A.mean(axis=0), R.sum(axis=0)]",
            [5, 5, 5, 6, 3, 3, 15, 1.66667, 1.66667, 1.66667, 2, 5, 5, 5, 6],
        ),
        ("T(A.max(axis=1))", [3, 1, 3, 2, 3, 6]),
        ("T(A[1])", [1, 4, 1, 0, 0, 3, 0]),
        ("T(A[:, 2])", [3, 1, 2, 2, 3, 0]),
        ("T(A[[2, 0]])", [2, 4, 5, 4, 5, 0, 6, 1, 0, 2, 0]),
        ("T(A[np.array([True, False, True])])", [2, 4, 5, 1, 0, 2, 0, 4, 5, 0, 6]),
        ("T(A[:, 1:3])", [3, 2, 3, 0, 2, 0, 3, 5, 0]),
        ("[A[0, 2], A[1, 1], A[-1, 0]]", [2, 0, 4]),
        ("[A.todense(), A.T.toarray().T]", [1, 0, 2, 0, 0, 0, 3, 0, 4, 5, 0, 6, 1, 0, 2, 0, 0, 0, 3, 0, 4, 5, 0, 6]),
        ("T(L.tocsr())", [3, 3, 4, 2, -1, 0, 0, 2, 0, 0, 0, 2]),
        ("T(S)[:9]", [5, 5, 13, 2.5, -1, 0, 0, 0, -1]),
        ("T(sp.diags(v) @ A.T)", [4, 3, 4, 0, 0, 0, 0, 0, 5, 4, 6, 0, 0, 0, 18]),
        ("[A.diagonal(), A.getnnz(axis=1)]", [1, 0, 0, 2, 1, 3]),
        ("T(sp.vstack([A, B]))", [6, 4, 9, 1, 0, 2, 0, 0, 0, 3, 0, 4, 5, 0, 6, 0, 1, 0, 0, 5, 0, 0, 0, 0, 0, 4, 0]),
        ("T(sp.hstack([A, B]))", [3, 8, 9, 1, 0, 2, 0, 0, 1, 0, 0, 0, 0, 3, 0, 5, 0, 0, 0, 4, 5, 0, 6, 0, 0, 4, 0]),
        ("[-A[0, 2], abs(A).sum(), A.power(2).sum()]", [-2, 21, 91]),
        (
            "[issparse(A), issparse(d), sp.isspmatrix_csr(A), sp.isspmatrix_csr(C), isinstance(A, "
            "csr_matrix), isinstance(C, csr_matrix)]",
            [1, 0, 1, 0, 1, 0],
        ),
        ("A.nonzero()", [0, 0, 1, 2, 2, 2, 0, 2, 2, 0, 1, 3]),
        ("spsolve(S.tocsc(), np.arange(5.0))", [0.764835, 1.91209, 3.01538, 3.62637, 3.05055]),
        ("cg(S.tocsr(), np.arange(5.0))[0]", [0.764835, 1.91209, 3.01538, 3.62637, 3.05055]),
        ("dijkstra(G, indices=0)", [0, 1, 3, 6]),
        ("dijkstra(G)[0]", [0, 1, 3, 6]),
        ("dijkstra(G, directed=False, indices=[0, 3])", [0, 1, 3, 6, 6, 5, 3, 0]),
        (
            "connected_components(csr_matrix(([1, 1], ([0, 2], [1, 3])), shape=(5, 5)), directed=False)[1]",
            [0, 0, 1, 1, 2],
        ),
        ("T(minimum_spanning_tree(G))", [4, 4, 3, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0]),
        ('[A.shape, A.nnz, A.dtype.itemsize, A.format == "csr", A.ndim]', [3, 4, 6, 8, 1, 2]),
    ],
)
def test_values(expression: str, values: list[float]) -> None:
    found = _flat(interpreted(f"{_BEGIN}\nfound = {expression}\n", 1e9))
    assert np.allclose(found, values, rtol=2e-4, atol=1e-6, equal_nan=True)


def _flat(found: Any) -> list[float]:
    if isinstance(found, list | tuple):
        return [one for part in found for one in _flat(part)]
    return [float(one) for one in np.ravel(found)]


def test_entries_that_are_compared() -> None:
    assert _flat(interpreted(f"{_BEGIN}\nfound = T(A > 2.5)[2:7]\n", 1e9)) == [4, 0, 0, 0, 0]


@pytest.mark.parametrize(
    "expression",
    [
        *(
            "A == B",
            "A < 1",
            "len(A)",
            "[row for row in A]",
            "bool(A)",
            "str(A)",
            "np.sum(A)",
            "np.asarray(A)",
            "A.nope",
        ),
        *("sorted([A, B])", "sp.random(10**6, 10**6)", "sp.eye(10**9)", "csr_matrix((10**5, 10**5)).toarray()"),
        *("csr_matrix(([1.0], ([10**9], [0])))", "sp.eye(3, k=10**9)", "sp.diags([1.0], -(10**9), format='csr')"),
        *("csc_matrix(([1.0], [10**9], [0, 1]))", "sp.vstack([csr_matrix((10**6, 1))] * 2000)"),
        *("csr_matrix(np.array(['a']))", "csr_matrix([[1j]])", "A**500", "A[[0, 1], [1, 2]]"),
    ],
)
def test_what_is_not_known_is_refused(expression: str) -> None:
    with soon(), pytest.raises((Unsupported, OutOfSteps)):
        interpreted(f"{_BEGIN}\nfound = {expression}\n")


@pytest.mark.parametrize(
    ("expression", "error"),
    [
        ("A @ np.ones(3)", ValueError),
        ("A + C.T", ValueError),
        ("A[7]", IndexError),
        ("csr_matrix(([1.0], ([5], [0])), shape=(2, 2))", ValueError),
        ("csr_matrix(([1.0], [0], [0, 9]), shape=(1, 1))", ValueError),
        ("A + 1", NotImplementedError),
    ],
)
def test_what_is_wrong_is_the_error_that_it_is(expression: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        interpreted(f"{_BEGIN}\nfound = {expression}\n")


def test_a_sum_of_products_is_that_of_both_directions() -> None:
    source = (
        f"{_BEGIN}I = sp.diags([1.0, 2.0], [0, 1], shape=(2, 2))\nfound = T(sp.kronsum(I, [[3.0]], format='csr'))\n"
    )
    assert interpreted(source, 1e9) == [2, 2, 3, 4, 2, 0, 4]
