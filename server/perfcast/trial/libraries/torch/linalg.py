"""``torch.linalg``: what is cubic in the number of rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.prices import PRODUCT
from perfcast.trial.libraries.torch.products import products_time
from perfcast.trial.libraries.torch.reducing import norm_of
from perfcast.trial.libraries.torch.reshaping import transposed
from perfcast.trial.libraries.torch.values import MOST_PRODUCTS, Array, Tensor, check_broadcast, check_room, fresh

#: Elements of a matrix whose work is more than them.
_MOST_MATRIX: Final = 40_000


#: Multiplications that take as much of the allowance as one of its nanoseconds.
_CUBES_ALLOWED: Final = 800.0
#: Of what is made besides, the part that is of the whole matrix; the rest is of its square.
_OF_ALL: Final = 0.3
#: How many times larger what is made of a matrix may be.
_SQUARES: Final = 10
#: How many times a product of that size.
_CUBES: Final = {
    "svd": 26.0, "pinv": 26.0, "eigh": 8.0, "inv": 2.0, "solve": 2.5, "det": 0.7, "qr": 4.0, "cholesky": 1.0,
}  # fmt: skip


class Decomposed(NamedTuple):
    """Of ``svd``."""

    U: Tensor
    S: Tensor
    Vh: Tensor


class Singular(NamedTuple):
    """Of ``torch.svd``."""

    U: Tensor
    S: Tensor
    V: Tensor


class Eigen(NamedTuple):
    """Of ``eigh``."""

    eigenvalues: Tensor
    eigenvectors: Tensor


class Orthogonal(NamedTuple):
    """Of ``qr``."""

    Q: Tensor
    R: Tensor


class SignedLog(NamedTuple):
    """Of ``slogdet``."""

    sign: Tensor
    logabsdet: Tensor


def _matrix(tensor: Tensor) -> Array:
    """A matrix, or several. Raises RuntimeError, Unsupported for one too large."""
    if tensor.array.ndim < 2:
        raise RuntimeError("linalg: The input tensor must have at least 2 dimensions.")
    if tensor.kind.category < 2:
        raise RuntimeError("linalg: Expected a floating point or complex tensor as input.")
    if tensor.elements > _MOST_MATRIX:
        raise Unsupported("a matrix too large")
    return tensor.array


def _cubic(name: str, tensor: Tensor, found: Any, *others: Tensor) -> Any:
    """Pays for linear algebra: the cube of the rows."""
    rows = min(tensor.array.shape[-2:])
    work = _CUBES.get(name, 1.0) * PRODUCT * tensor.elements * rows * tensor.kind.itemsize / 4
    elements = float(tensor.elements)
    if name in {"svd", "pinv"}:
        # What is made besides is square, of the smaller side.
        elements *= _OF_ALL + (1.0 - _OF_ALL) * rows / max(1, *tensor.array.shape[-2:])
    return settled(name, found, [tensor, *others], elements=elements, work=work)


def _solved(name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    """A function of matrices that gives one tensor."""

    def solve(tensor: Tensor, *others: Tensor) -> Tensor:
        arrays = [_matrix(tensor), *(one.array for one in others)]
        for one in others:
            batches = prod(check_broadcast(tensor.shape[:-2], one.shape[:-2]))
            check_room(batches * prod(one.shape[-2:]))
        tensor.machine.allows(_CUBES.get(name, 1.0) * tensor.elements * min(tensor.array.shape[-2:]) / _CUBES_ALLOWED)
        try:
            values = run(*arrays)
        except (np.linalg.LinAlgError, ValueError) as error:
            raise RuntimeError(str(error)) from None
        found = fresh(tensor.machine, values, tensor.kind)
        _cubic(name, tensor, found, *others)
        return found

    return solve


def _several(
    name: str, run: Callable[..., Any], give: Callable[..., Any], *, options: Sequence[str] = ()
) -> Callable[..., Any]:
    """A function of a matrix that gives several tensors."""

    def solve(tensor: Tensor, **named: Any) -> Any:
        if set(named) - set(options):
            raise Unsupported(f"{name} with other arguments")
        array = _matrix(tensor)
        most, least = max(array.shape[-2:]), min(array.shape[-2:])
        is_whole = name == "svd" and named.get("full_matrices", True)
        squares = prod(array.shape[:-2]) * most * (most if is_whole else least)
        if squares > _MOST_MATRIX * _SQUARES:
            raise Unsupported("a matrix too large")
        tensor.machine.allows(_CUBES.get(name, 1.0) * squares * least / _CUBES_ALLOWED)
        try:
            values = run(array, **named)
        except (np.linalg.LinAlgError, ValueError) as error:
            raise RuntimeError(str(error)) from None
        return _cubic(name, tensor, give(*[fresh(tensor.machine, one, tensor.kind) for one in values]))

    return solve


def _low_rank(tensor: Tensor, q: Any = None, center: bool = True, niter: Any = 2) -> Any:
    """As ``pca_lowrank``."""
    array = _matrix(tensor)
    count = min(6, *array.shape[-2:]) if q is None else int(q)
    if not 0 <= count <= min(array.shape[-2:]):
        raise ValueError("q must be non-negative and not greater than min(m, n)")
    rows = min(array.shape[-2:])
    tensor.machine.allows(_CUBES["svd"] * tensor.elements * rows / _CUBES_ALLOWED)
    try:
        u, s, v = np.linalg.svd(array - array.mean(-2, keepdims=True) if center else array, full_matrices=False)
    except np.linalg.LinAlgError as error:
        raise RuntimeError(str(error)) from None
    parts = (u[..., :count], s[..., :count], np.swapaxes(v, -1, -2)[..., :count])
    found = tuple(fresh(tensor.machine, np.ascontiguousarray(part), tensor.kind) for part in parts)
    return settled(
        "pca_lowrank", found, [tensor], work=products_time(tensor.elements * count * int(niter), tensor.kind)
    )


def _correlation(name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    def compute(tensor: Tensor) -> Tensor:
        rows = len(tensor.array) if tensor.array.ndim > 1 else 1
        check_room(rows * rows)
        if tensor.elements * rows > MOST_PRODUCTS:
            raise Unsupported("a matrix too large")
        found = fresh(tensor.machine, run(tensor.array), tensor.kind)
        settled(name, found, [tensor], work=products_time(tensor.elements * rows, tensor.kind))
        return found

    return compute


def _root(matrix: Array) -> Array:
    return np.linalg.cholesky(matrix)


def _svd(tensor: Tensor, some: bool = True) -> Any:
    """As ``torch.svd``, whose last matrix stands as it is multiplied."""
    left, values, right = LINALG["svd"](tensor, full_matrices=not some)
    return Singular(left, values, transposed(right, -2, -1))


LINALG: Final[Mapping[str, Callable[..., Any]]] = {
    "svd": _several("svd", np.linalg.svd, Decomposed, options=("full_matrices",)),
    "eigh": _several("eigh", np.linalg.eigh, Eigen),
    "qr": _several("qr", np.linalg.qr, Orthogonal),
    "slogdet": _several("det", np.linalg.slogdet, SignedLog),
    "inv": _solved("inv", np.linalg.inv),
    "pinv": _solved("pinv", np.linalg.pinv),
    "det": _solved("det", np.linalg.det),
    "cholesky": _solved("cholesky", _root),
    "solve": _solved("solve", np.linalg.solve),
    "eigvalsh": _solved("eigh", np.linalg.eigvalsh),
    "svdvals": _solved("svd", lambda matrix: np.linalg.svd(matrix, compute_uv=False)),
    "norm": norm_of,
    "vector_norm": norm_of,
    "matrix_norm": norm_of,
}


METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "cov": _correlation("cov", np.cov),
    "corrcoef": _correlation("corrcoef", np.corrcoef),
    "inverse": LINALG["inv"],
    "det": LINALG["det"],
    "svd": _svd,
    "qr": LINALG["qr"],
    "pinverse": LINALG["pinv"],
    "logdet": lambda tensor: LINALG["slogdet"](tensor).logabsdet,
    "slogdet": LINALG["slogdet"],
}
#: Of the module ``torch`` alone.
FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "pca_lowrank": _low_rank,
}
