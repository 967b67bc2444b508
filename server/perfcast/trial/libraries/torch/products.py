"""Products of tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.index_sums import index_steps
from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.dtypes import BOOL, Kind, of_number, promoted
from perfcast.trial.libraries.torch.elementwise import check_shapes
from perfcast.trial.libraries.torch.prices import CONVERTED, HALVES, PRODUCT, STREAMED
from perfcast.trial.libraries.torch.shape_only import are_left_out
from perfcast.trial.libraries.torch.values import (
    MOST_PRODUCTS,
    Array,
    Tensor,
    allow,
    check_broadcast,
    check_room,
    check_work,
    fresh,
)

#: How much longer whole numbers take, without vector units.
_SLOW: Final = 9.0


def products_time(steps: float, kind: Kind, right: int = 0) -> float:
    """Nanoseconds of so many multiplications with an addition.

    Args:
        right: elements of the right operand.
    """
    time = PRODUCT * steps * kind.itemsize / 4 * (_SLOW if kind.category < 2 else 1.0)
    return time + STREAMED * right * kind.itemsize / 4 if are_left_out() else time


def _kind_of(*tensors: Tensor) -> Kind:
    """What tensors are multiplied as: their type, or a lower precision where one is asked for. Raises RuntimeError."""
    lower = tensors[0].machine.lower_precision
    if lower is not None and all(one.kind.category == 2 for one in tensors):
        return lower  # type: ignore[no-any-return]
    kinds = {one.kind for one in tensors}
    if len(kinds) > 1:
        raise RuntimeError("expected m1 and m2 to have the same dtype")
    return tensors[0].kind


def product_steps(left: Array, right: Array) -> float:
    """Multiplications of a product of matrices. Raises Unsupported for too many."""
    inner = max(1, left.shape[-1] if left.ndim else 1)
    rows = left.shape[-2] if left.ndim > 1 else 1
    columns = right.shape[-1] if right.ndim > 1 else 1
    batches = prod(check_broadcast(left.shape[:-2], right.shape[:-2]))
    steps = float(max(1, rows)) * inner * max(1, columns) * max(1, batches)
    check_room(steps / inner)
    check_work(steps)
    return steps


def multiplied(left: Any, right: Any, name: str = "matmul") -> Tensor:
    """As ``matmul``. Raises RuntimeError where the shapes do not fit."""
    if not isinstance(left, Tensor) or not isinstance(right, Tensor):
        raise TypeError("matmul(): arguments must be Tensors")
    machine = left.machine
    kind = _kind_of(left, right)
    steps = product_steps(left.array, right.array)
    try:
        values = np.matmul(left.array, right.array)
    except ValueError:
        raise RuntimeError("mat1 and mat2 shapes cannot be multiplied") from None
    found = fresh(machine, values, kind)
    converted = sum(one.elements * kind.itemsize for one in (left, right) if one.kind is not kind)
    packed = kind.category == 2 and kind.itemsize == 2 and steps > _FEW_PRODUCTS
    batches = prod(found.shape[:-2])
    call = HALVES * packed + (CONVERTED * 2 if converted else 0.0) + (_BATCH * batches if batches > 1 else 0.0)
    settled(name, found, [left, right], work=products_time(steps, kind, right.elements), call=call)
    machine.briefly(converted)
    return found


#: Nanoseconds of one of several products.
_BATCH: Final = 250.0


#: Multiplications of halves for which their way is changed.
_FEW_PRODUCTS: Final = 2_000


def _checked(name: str, *axes: int) -> Callable[..., Tensor]:
    """A product of tensors of so many axes."""

    def run(left: Tensor, right: Tensor) -> Tensor:
        if (left.array.ndim, right.array.ndim) != axes:
            raise RuntimeError(f"{name}: tensors of other axes are expected")
        return multiplied(left, right, name)

    return run


def _added(tensor: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Any = 1, alpha: Any = 1) -> Tensor:
    """As ``addmm``."""
    kind = _kind_of(tensor, mat1, mat2)
    steps = product_steps(mat1.array, mat2.array)
    if mat1.array.ndim != mat2.array.ndim or mat1.array.ndim not in {2, 3}:
        raise RuntimeError("mat1 and mat2 must be matrices")
    of_number(beta)
    of_number(alpha)
    product = (*mat1.shape[:-1], mat2.shape[-1])
    if check_broadcast(tensor.shape, product) != product:
        raise RuntimeError("The expanded size of the tensor must match the existing size")
    try:
        values = beta * tensor.array + alpha * np.matmul(mat1.array, mat2.array)
    except ValueError:
        raise RuntimeError("mat1 and mat2 shapes cannot be multiplied") from None
    found = fresh(tensor.machine, values, kind)
    settled("addmm", found, [tensor, mat1, mat2], work=products_time(steps, kind))
    return found


def _outer(left: Tensor, right: Tensor) -> Tensor:
    if left.array.ndim != 1 or right.array.ndim != 1:
        raise RuntimeError("outer: Expected 1-D arguments")
    check_room(left.elements * right.elements)
    found = fresh(left.machine, np.outer(left.array, right.array), promoted(left.kind, right.kind))
    settled("outer", found, [left, right])
    return found


def _einsum(equation: Any, *operands: Any) -> Tensor:
    if not isinstance(equation, str) or len(equation) > _LONGEST:
        raise Unsupported("indices of another kind")
    several = operands[0] if len(operands) == 1 and isinstance(operands[0], list | tuple) else operands
    if not several or not all(isinstance(one, Tensor) for one in several):
        raise TypeError("einsum(): operands must be Tensors")
    arrays = [one.array for one in several]
    steps = index_steps([equation, *arrays])
    check_work(steps, MOST_PRODUCTS / 4)
    kind = _kind_of(*several)
    allow(several[0].machine, steps / _ALLOWED)
    try:
        values = np.einsum(equation, *arrays)
    except ValueError as error:
        raise RuntimeError(str(error)) from None
    found = fresh(several[0].machine, values, kind)
    # Two operands become one product of matrices.
    settled("einsum", found, list(several), work=products_time(steps, kind))
    return found


_LONGEST: Final = 100


#: Steps of ``einsum`` that take as much of the allowance as one of its nanoseconds.
_ALLOWED: Final = 40.0


def _distances(left: Tensor, right: Tensor, p: Any = 2.0) -> Tensor:
    """As ``cdist``."""
    if left.array.ndim < 2 or right.array.ndim < 2:
        raise RuntimeError("cdist only supports at least 2D tensors")
    ours, theirs = left.array[..., :, None, :], right.array[..., None, :, :]
    try:
        count = prod(np.broadcast_shapes(ours.shape, theirs.shape))
    except ValueError:
        raise RuntimeError("X1 and X2 must have the same number of columns") from None
    check_room(count)
    between = np.abs(ours - theirs)
    if p == 2:
        values = np.sqrt((between * between).sum(-1))
    elif p == 1:
        values = between.sum(-1)
    else:
        raise Unsupported("a distance of another kind")
    found = fresh(left.machine, values, left.kind)
    settled("cdist", found, [left, right], work=products_time(count, left.kind) + _DISTANCE * found.elements)
    # Of each point its squares and a one stand beside it.
    points = left.elements + right.elements
    left.machine.briefly(points // max(1, left.shape[-1]) * (left.shape[-1] + 3) * left.kind.itemsize)
    return found


#: Nanoseconds of a distance, without the products.
_DISTANCE: Final = 3.0


def _is_close(left: Tensor, right: Tensor, rtol: Any = 1e-5, atol: Any = 1e-8) -> Any:
    check_shapes(left, right)
    found = bool(np.allclose(left.array, right.array, float(rtol), float(atol)))
    settled("allclose", left, [left, right])
    return found


def _close(tensor: Tensor, other: Tensor, rtol: Any = 1e-5, atol: Any = 1e-8) -> Tensor:
    check_shapes(tensor, other)
    found = fresh(tensor.machine, np.isclose(tensor.array, other.array, float(rtol), float(atol)), BOOL)
    settled("isclose", found, [tensor, other])
    return found


def _tensordot(a: Tensor, b: Tensor, dims: Any = 2) -> Tensor:
    kind = _kind_of(a, b)
    if isinstance(dims, int):
        inner = prod(a.shape[a.array.ndim - dims :])
    elif len(dims) == 2 and all(isinstance(one, list | tuple) for one in dims):
        inner = prod(a.shape[axis] for axis in dims[0])
    else:
        raise Unsupported("axes of another kind")
    steps = float(a.elements) * b.elements / max(1, inner)
    check_room(steps / max(1, inner))
    check_work(steps)
    try:
        values = np.tensordot(a.array, b.array, dims)
    except ValueError as error:
        raise RuntimeError(str(error)) from None
    found = fresh(a.machine, values, kind)
    settled("tensordot", found, [a, b], work=products_time(steps, kind))
    return found


def _equal(left: Tensor, right: Tensor) -> bool:
    settled("equal", left, [left, right])
    return bool(np.array_equal(left.array, right.array))


def _unknown_product() -> Any:
    raise Unsupported("an inner product of another kind")


METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "matmul": multiplied,
    "mm": _checked("mm", 2, 2),
    "bmm": _checked("bmm", 3, 3),
    "mv": _checked("mv", 2, 1),
    "dot": _checked("dot", 1, 1),
    "inner": lambda left, right: multiplied(left, right) if right.array.ndim == 1 else _unknown_product(),
    "addmm": _added,
    "baddbmm": _added,
    "isclose": _close,
    **dict.fromkeys(("outer", "ger"), _outer),
    "allclose": _is_close,
    "equal": _equal,
}
#: Of the module ``torch`` alone.
FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "einsum": _einsum,
    "cdist": _distances,
    "tensordot": _tensordot,
}

setattr(Tensor, "__matmul__", multiplied)  # noqa: B010
