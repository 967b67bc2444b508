"""Softmax and its logarithm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.dtypes import named
from perfcast.trial.libraries.torch.function_calls import axis_of
from perfcast.trial.libraries.torch.prices import SHARED, SHARED_ROW, VECTOR
from perfcast.trial.libraries.torch.values import Array, Tensor


def check_fractions(tensor: Tensor) -> None:
    """Raises RuntimeError for whole numbers."""
    if tensor.kind.category < 2:
        raise RuntimeError("not implemented for whole numbers")


def _softmax(tensor: Tensor, dim: Any = None, *, dtype: Any = None, _stacklevel: Any = 3) -> Tensor:
    kind = tensor.kind if dtype is None else named(dtype)
    if kind.category < 2:
        raise RuntimeError('"softmax_lastdim_kernel_impl" not implemented for whole numbers')
    found = Tensor(tensor.machine, softened(tensor.array.astype(kind.held, copy=False), _last(tensor, dim)), kind)
    settled("softmax", found, [tensor], work=_shared(tensor, _last(tensor, dim)))
    return found


def _shared(tensor: Tensor, axis: int) -> float:
    """Nanoseconds of rows that shares are made of, beside those of the elements."""
    width = tensor.shape[axis] if tensor.array.ndim else 1
    if axis != tensor.array.ndim - 1:
        return 0.0
    return tensor.elements * (SHARED_ROW / max(1, width) + (SHARED if width < VECTOR else 0.0))


def _last(tensor: Tensor, dim: Any) -> int:
    return axis_of(tensor, -1 if dim is None else dim)


def softened(values: Array, axis: int) -> Array:
    """Shares of one along an axis."""
    if not values.ndim:
        return np.ones_like(values)
    powers = np.exp(values - values.max(axis=axis, keepdims=True))
    found: Array = powers / powers.sum(axis=axis, keepdims=True)
    return found


def logs_of(values: Array, axis: int) -> Array:
    """Logarithms of shares of one along an axis."""
    if not values.ndim:
        return np.zeros_like(values)
    above = values - values.max(axis=axis, keepdims=True)
    found: Array = above - np.log(np.exp(above).sum(axis=axis, keepdims=True))
    return found


def _log_softmax(tensor: Tensor, dim: Any = None, *, dtype: Any = None, _stacklevel: Any = 3) -> Tensor:
    check_fractions(tensor)
    values = logs_of(tensor.array, _last(tensor, dim)).astype(tensor.kind.held)
    found = Tensor(tensor.machine, values, tensor.kind)
    settled("log_softmax", found, [tensor], work=_shared(tensor, _last(tensor, dim)))
    return found


METHODS: Final[Mapping[str, Callable[..., Any]]] = {"softmax": _softmax, "log_softmax": _log_softmax}
