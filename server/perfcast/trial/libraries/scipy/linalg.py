"""``scipy.linalg``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.interpreter.syntax.operators import MOST_CELLS
from perfcast.trial.libraries.scipy.function_calls import Arguments, Native

_MATRIX: Final = 2
#: Terms of the exponential's series, of matrices that are halved until they are small.
_TERMS: Final = 18
_MOST_HALVED: Final = 60


def _matrix(a: Any) -> Any:
    """Raises ValueError for what is no matrix of finite numbers."""
    found = np.asarray(a)
    if found.ndim > _MATRIX:
        raise Unsupported("several matrices at once")
    if found.ndim < _MATRIX:
        raise ValueError("Expected a matrix")
    if not np.isfinite(found).all():
        raise ValueError("array must not contain infs or NaNs")
    return found if found.dtype.kind in "fc" else found.astype(np.float64)


def _square(a: Any) -> Any:
    found = _matrix(a)
    if found.shape[0] != found.shape[1]:
        raise ValueError("expected square matrix")
    return found


def _inverse(a: Any) -> Any:
    return np.linalg.inv(_square(a))


def _determinant(a: Any) -> Any:
    return np.linalg.det(_square(a))


def _solved(a: Any, b: Any, lower: Any = False, *, assume_a: Any = None, transposed: Any = False) -> Any:
    matrix = _square(a)
    return np.linalg.solve(matrix.T if transposed else matrix, np.asarray(b))


def _solved_triangle(a: Any, b: Any, trans: Any = 0, lower: Any = False, unit_diagonal: Any = False) -> Any:
    if trans not in (0, "N") or unit_diagonal:
        raise Unsupported("a triangle of another kind")
    matrix = np.tril(_square(a)) if lower else np.triu(_square(a))
    return np.linalg.solve(matrix, np.asarray(b))


def _norm(a: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> Any:
    return np.linalg.norm(np.asarray(a), ord, axis, bool(keepdims))


def _eigen(a: Any) -> Any:
    values, vectors = np.linalg.eig(_square(a))
    return values.astype(np.complex128), vectors


def _eigenvalues(a: Any) -> Any:
    return np.linalg.eigvals(_square(a)).astype(np.complex128)


def _symmetric_eigen(a: Any, *, lower: Any = True, eigvals_only: Any = False) -> Any:
    side: Any = "L" if lower else "U"
    return np.linalg.eigvalsh(_square(a), side) if eigvals_only else tuple(np.linalg.eigh(_square(a), side))


def _symmetric_eigenvalues(a: Any, *, lower: Any = True) -> Any:
    return np.linalg.eigvalsh(_square(a), "L" if lower else "U")


def _singular(a: Any, full_matrices: Any = True, compute_uv: Any = True) -> Any:
    if not compute_uv:
        return np.linalg.svd(_matrix(a), compute_uv=False)
    return tuple(np.linalg.svd(_matrix(a), full_matrices=bool(full_matrices)))


def _orthogonal(a: Any, *, mode: Any = "full") -> Any:
    if mode not in {"full", "economic", "r"}:
        raise Unsupported("another mode of qr")
    found = np.linalg.qr(_matrix(a), "reduced" if mode == "economic" else "complete")
    return (found[1],) if mode == "r" else tuple(found)


def _cholesky(a: Any, lower: Any = False) -> Any:
    found = np.linalg.cholesky(_square(a))
    return found if lower else found.T.conj().copy()


def _cholesky_factor(a: Any, lower: Any = False) -> Any:
    return _cholesky(a, lower), bool(lower)


def _solved_by_factor(c_and_lower: Any, b: Any) -> Any:
    factor, lower = c_and_lower
    triangle = np.tril(factor) if lower else np.triu(factor).T
    return np.linalg.solve(triangle @ triangle.T, np.asarray(b))


def _triangles(a: Any) -> Any:
    """Of which the lower one has ones on its diagonal, in one matrix, and with which row each was exchanged."""
    found = _matrix(a).copy()
    if found.shape[0] != found.shape[1]:
        raise Unsupported("triangles of a matrix that is not square")
    count = len(found)
    exchanged = np.arange(count, dtype=np.int32)
    for place in range(count):
        best = place + int(np.argmax(np.abs(found[place:, place])))
        exchanged[place] = best
        found[[place, best]] = found[[best, place]]
        if found[place, place]:
            found[place + 1 :, place] /= found[place, place]
            found[place + 1 :, place + 1 :] -= np.outer(found[place + 1 :, place], found[place, place + 1 :])
    return found, exchanged


def _solved_by_triangles(lu_and_piv: Any, b: Any, trans: Any = 0) -> Any:
    if trans != 0:
        raise Unsupported("equations of another kind")
    triangles, exchanged = lu_and_piv
    side = np.array(b, dtype=np.result_type(triangles, b))
    if len(side) != len(triangles):
        raise ValueError(f"Shapes of lu {triangles.shape} and b {side.shape} are incompatible")
    for place, other in enumerate(exchanged.tolist()):
        side[[place, other]] = side[[other, place]]
    lower = np.tril(triangles, -1) + np.eye(len(triangles), dtype=triangles.dtype)
    if not np.diag(triangles).all():
        # SciPy divides by zero.
        return np.full_like(side, np.nan)
    return np.linalg.solve(np.triu(triangles), np.linalg.solve(lower, side))


def _least_squares(a: Any, b: Any, cond: Any = None) -> Any:
    found, rest, rank, singular = np.linalg.lstsq(_matrix(a), np.asarray(b), rcond=cond)
    return found, rest, int(rank), singular


def _pseudo_inverse(a: Any) -> Any:
    return np.linalg.pinv(_matrix(a))


def _exponential(A: Any) -> Any:
    matrix = _square(A)
    size = float(np.abs(matrix).sum(axis=0).max(initial=0.0))
    halved = int(max(0.0, np.ceil(np.log2(size)) + 1.0)) if size else 0
    if halved > _MOST_HALVED:
        raise Unsupported("the exponential of a huge matrix")
    matrix = matrix / 2.0**halved
    found = term = np.eye(len(matrix), dtype=matrix.dtype)
    for number in range(1, _TERMS + 1):
        term = term @ matrix / number
        found = found + term
    for _ in range(halved):
        found = found @ found
    return found


def _toeplitz(c: Any, r: Any = None) -> Any:
    column = np.ravel(c)
    row = np.conj(column) if r is None else np.ravel(r)
    places = np.arange(len(column))[:, None] - np.arange(len(row))[None, :]
    values = np.concatenate((row[:0:-1], column))
    return values[places + len(row) - 1]


def _circulant(c: Any) -> Any:
    column = np.ravel(c)
    return column[(np.arange(len(column))[:, None] - np.arange(len(column))[None, :]) % max(1, len(column))]


def _block_diagonal(*arrs: Any) -> Any:
    blocks = [np.atleast_2d(block) for block in arrs]
    if any(block.ndim > _MATRIX for block in blocks):
        raise ValueError("arguments must have dimension at most 2")
    rows, columns = (sum(block.shape[side] for block in blocks) for side in (0, 1))
    found = np.zeros((rows, columns), dtype=np.result_type(*blocks) if blocks else np.float64)
    row = column = 0
    for block in blocks:
        found[row : row + block.shape[0], column : column + block.shape[1]] = block
        row, column = row + block.shape[0], column + block.shape[1]
    return found


def _cube(arguments: Arguments) -> float:
    """As the product of the matrix with itself."""
    value = next(iter(arguments.values()))
    first = np.asarray(value[0] if isinstance(value, tuple) else value)
    if first.ndim != _MATRIX:
        return float(first.size)
    # What all rows' vectors take, of a matrix of few columns.
    return float(first.size * min(first.shape))


def _full(arguments: Arguments) -> float:
    steps = _cube(arguments)
    _check_cells(max(np.shape(arguments["a"]) or (0,)) ** 2)
    return steps


def _check_cells(cells: float) -> None:
    if cells > MOST_CELLS:
        raise Unsupported("arrays too large")


def _cells(arguments: Arguments) -> float:
    column, row = arguments["c"], arguments.get("r")
    return float(np.size(column) * np.size(column if row is None else row))


def _block_cells(arguments: Arguments) -> float:
    shapes = [np.shape(np.atleast_2d(block))[-2:] for block in arguments["arrs"]]
    return float(sum(rows for rows, _ in shapes) * sum(columns for _, columns in shapes))


FUNCTIONS: Final[Mapping[str, Native]] = {
    "inv": Native(_inverse, _cube),
    "det": Native(_determinant, _cube),
    "solve": Native(_solved, _cube),
    "solve_triangular": Native(_solved_triangle, _cube),
    "norm": Native(_norm),
    "eig": Native(_eigen, _cube, here=10),
    "eigvals": Native(_eigenvalues, _cube, here=10),
    "eigh": Native(_symmetric_eigen, _cube),
    "eigvalsh": Native(_symmetric_eigenvalues, _cube),
    "svd": Native(_singular, _full, here=10),
    "svdvals": Native(lambda a: _singular(a, compute_uv=False), _cube),
    "qr": Native(_orthogonal, _full),
    "cholesky": Native(_cholesky, _cube),
    "cho_factor": Native(_cholesky_factor, _cube, here=0.5),
    "cho_solve": Native(_solved_by_factor, _cube, here=0.2),
    "lu_factor": Native(_triangles, _cube, here=2.0),
    "lu_solve": Native(_solved_by_triangles, _cube, here=0.2),
    "lstsq": Native(_least_squares, _cube),
    "pinv": Native(_pseudo_inverse, _cube, here=10),
    "expm": Native(_exponential, _cube, here=10),
    "toeplitz": Native(_toeplitz, _cells),
    "circulant": Native(_circulant, _cells),
    "block_diag": Native(_block_diagonal, _block_cells),
}
OTHERS: Final[Mapping[str, Any]] = {"LinAlgError": np.linalg.LinAlgError}
