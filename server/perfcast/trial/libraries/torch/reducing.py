"""Reductions and cumulative operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.dtypes import BOOL, FLOAT32, INT64, Kind, named
from perfcast.trial.libraries.torch.elementwise import operated
from perfcast.trial.libraries.torch.function_calls import axes_of, axis_of
from perfcast.trial.libraries.torch.prices import ALONG, ROWS
from perfcast.trial.libraries.torch.values import Array, Tensor, check_room, fresh


class Chosen(NamedTuple):
    """Elements and their places."""

    values: Tensor
    indices: Tensor


def _along(name: str, tensor: Tensor, axes: Any) -> float:
    """Nanoseconds of the rows beside those of the elements; other axes than the last one take vectors of rows."""
    last = tensor.array.ndim - 1
    if axes is None or last not in axes:
        return 0.0
    width, axis = 1, last
    while axis in axes:
        width *= tensor.array.shape[axis]
        axis -= 1
    return ROWS.get(name, ALONG) * tensor.elements / max(1, width)


def _axes(tensor: Tensor, dim: Any) -> tuple[int, ...] | None:
    if dim is None or dim == ():
        return None
    return axes_of(tensor, dim) if tensor.array.ndim else None


def _reduced(name: str, tensor: Tensor, values: Any, kind: Kind, axes: Any) -> Tensor:
    found = fresh(tensor.machine, values, kind)
    settled(name, found, [tensor], work=_along(name, tensor, axes))
    return found


def _adding(name: str, run: Callable[..., Any], *, to_fractions: bool) -> Callable[..., Any]:
    def reduce(tensor: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
        axes = _axes(tensor, dim)
        kind = tensor.kind if dtype is None else named(dtype)
        if kind.category < 2:
            if to_fractions:
                raise RuntimeError("mean(): could not infer output dtype")
            kind = INT64 if dtype is None else kind
        values = run(tensor.array.astype(kind.held, copy=False), axis=axes, keepdims=bool(keepdim))
        found = _reduced(name, tensor, values, kind, axes)
        if kind is not tensor.kind:
            # It is converted first.
            tensor.machine.briefly(tensor.elements * kind.itemsize)
        return found

    return reduce


def _spread(name: str, *, is_root: bool) -> Callable[..., Any]:
    def reduce(
        tensor: Tensor, dim: Any = None, unbiased: Any = True, keepdim: bool = False, *, correction: Any = 1
    ) -> Tensor:
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        if tensor.kind.category < 2:
            raise RuntimeError(f"{name} only support floating point and complex dtypes")
        axes = _axes(tensor, dim)
        values = np.var(tensor.array, axis=axes, ddof=int(correction) if unbiased else 0, keepdims=bool(keepdim))
        found = np.sqrt(values) if is_root else values
        return _reduced(name if axes is None else f"{name}_axis", tensor, found, tensor.kind, axes)

    return reduce


def _logical(name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    def reduce(tensor: Tensor, dim: Any = None, keepdim: bool = False) -> Tensor:
        axes = _axes(tensor, dim)
        price = f"{name}_of_truth" if tensor.kind is BOOL else name
        return _reduced(price, tensor, run(tensor.array, axis=axes, keepdims=bool(keepdim)), BOOL, axes)

    return reduce


def _require_elements(tensor: Tensor, name: str) -> None:
    if not tensor.elements:
        raise RuntimeError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0.")


def _choosing(name: str, run: Callable[..., Any], place: Callable[..., Any], pairwise: str) -> Callable[..., Any]:
    """As ``max`` and ``min``, with an axis the places too."""

    def choose(tensor: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
        if isinstance(dim, Tensor):
            return operated(pairwise, tensor, dim)
        _require_elements(tensor, name)
        if dim is None:
            return _reduced(name, tensor, run(tensor.array), tensor.kind, None)
        axis = axis_of(tensor, dim)
        if not tensor.array.ndim:
            return _chosen(f"{name}_axis", tensor, tensor.array, np.zeros((), np.int64))
        places = place(tensor.array, axis=axis, keepdims=True)
        return _picked(f"{name}_axis", tensor, axis, places, keepdim, _along(f"{name}_axis", tensor, (axis,)))

    return choose


def _chosen(name: str, tensor: Tensor, values: Array, places: Array, work: float = 0.0) -> Chosen:
    found = Chosen(fresh(tensor.machine, values, tensor.kind), fresh(tensor.machine, places, INT64))
    settled(name, found, [tensor], work=work)
    return found


def _largest(name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    """As ``amax`` and ``amin``."""

    def reduce(tensor: Tensor, dim: Any = (), keepdim: bool = False) -> Tensor:
        axes = _axes(tensor, dim)
        return _reduced(name, tensor, run(tensor.array, axis=axes, keepdims=bool(keepdim)), tensor.kind, axes)

    return reduce


def _place(name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    def reduce(tensor: Tensor, dim: Any = None, keepdim: bool = False) -> Tensor:
        _require_elements(tensor, name)
        axis = None if dim is None or not tensor.array.ndim else axis_of(tensor, dim)
        places = run(tensor.array, axis=axis, keepdims=bool(keepdim))
        return _reduced(name, tensor, places, INT64, None if axis is None else (axis,))

    return reduce


def _norm(tensor: Tensor, p: Any = 2, dim: Any = None, keepdim: bool = False, *, name: str = "norm") -> Tensor:
    if tensor.kind.category < 2:
        raise RuntimeError("linalg.vector_norm: Expected a floating point or complex tensor as input.")
    axes = _axes(tensor, dim)
    absolute = np.abs(tensor.array)
    options: dict[str, Any] = {"axis": axes, "keepdims": bool(keepdim)}
    if p in {"fro", None} or p == 2:
        values = np.sqrt(np.sum(absolute * absolute, **options))
    elif p == 1:
        values = np.sum(absolute, **options)
    elif p in {float("inf"), float("-inf")}:
        values = (np.max if p > 0 else np.min)(absolute, **options)
    elif isinstance(p, int | float) and p:
        values = np.sum(absolute**p, **options) ** (1.0 / p)
    else:
        raise Unsupported("a norm of another kind")
    return _reduced(name, tensor, values, tensor.kind, axes)


def norm_of(tensor: Tensor, ord: Any = None, dim: Any = None, keepdim: bool = False) -> Tensor:
    """As ``torch.linalg.norm``. Raises Unsupported for norms of matrices that are none of their elements."""
    axes = tensor.array.ndim if dim is None else len(dim) if isinstance(dim, list | tuple) else 1
    if ord not in {None, "fro"} and axes > 1:
        raise Unsupported("a norm of a matrix")
    return _norm(tensor, 2 if ord is None else ord, dim, keepdim, name="vector_norm")


def _median(tensor: Tensor, dim: Any = None, keepdim: bool = False) -> Any:
    _require_elements(tensor, "median")
    if dim is None:
        flat = np.sort(tensor.array, axis=None)
        return _reduced("median", tensor, flat[(flat.size - 1) // 2], tensor.kind, None)
    axis = axis_of(tensor, dim)
    return _ranked("median_axis", tensor, axis, (tensor.array.shape[axis] - 1) // 2, keepdim)


def _smallest(tensor: Tensor, k: Any, dim: Any = -1, keepdim: bool = False) -> Chosen:
    """As ``kthvalue``."""
    axis = axis_of(tensor, dim)
    if not 0 < int(k) <= tensor.array.shape[axis]:
        raise RuntimeError("kthvalue(): selected number k out of range")
    return _ranked("kthvalue", tensor, axis, int(k) - 1, keepdim)


def _ranked(name: str, tensor: Tensor, axis: int, rank: int, keepdim: bool) -> Chosen:
    """The elements that come after `rank` others along an axis."""
    order = np.argsort(tensor.array, axis=axis, kind="stable")
    return _picked(name, tensor, axis, np.take(order, [rank], axis), keepdim)


def _picked(name: str, tensor: Tensor, axis: int, places: Array, keepdim: bool, work: float = 0.0) -> Chosen:
    """The elements at places along an axis, which is still there in them."""
    values = np.take_along_axis(tensor.array, places, axis)
    if not keepdim:
        places, values = places.squeeze(axis), values.squeeze(axis)
    return _chosen(name, tensor, values, places, work)


def _log_sum(tensor: Tensor, dim: Any, keepdim: bool = False) -> Tensor:
    axes = _axes(tensor, dim)
    values = tensor.array.astype(np.float64)
    most = np.max(values, axis=axes, keepdims=True)
    most = np.where(np.isfinite(most), most, 0)
    found = np.log(np.sum(np.exp(values - most), axis=axes, keepdims=True)) + most
    kind = FLOAT32 if tensor.kind.category < 2 else tensor.kind
    return _reduced("logsumexp", tensor, found if keepdim else np.squeeze(found, axes), kind, axes)


def _running(name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    """As ``cumsum`` and ``cumprod``."""

    def accumulate(tensor: Tensor, dim: Any, *, dtype: Any = None) -> Tensor:
        kind = named(dtype) if dtype is not None else INT64 if tensor.kind.category < 2 else tensor.kind
        if not tensor.array.ndim:
            axis_of(tensor, dim)
            return _reduced(name, tensor, tensor.array.copy(), kind, None)
        axis = axis_of(tensor, dim)
        values = run(tensor.array.astype(kind.held, copy=False), axis=axis)
        return _reduced(name, tensor, values, kind, None)

    return accumulate


def _extreme(name: str, run: Callable[..., Any]) -> Callable[..., Any]:
    """As ``cummax`` and ``cummin``."""

    def accumulate(tensor: Tensor, dim: Any) -> Chosen:
        axis = axis_of(tensor, dim)
        values = run.accumulate(tensor.array, axis=axis)  # type: ignore[attr-defined]
        shape = [1] * tensor.array.ndim
        shape[axis] = -1
        counted = np.arange(tensor.array.shape[axis]).reshape(shape)
        places = np.maximum.accumulate(np.where(tensor.array == values, counted, 0), axis=axis)
        return _chosen(name, tensor, values, places)

    return accumulate


def _log_sums(array: Array, axis: int) -> Array:
    found: Array = np.logaddexp.accumulate(array, axis=axis)
    return found


def _count(tensor: Tensor, dim: Any = None) -> Tensor:
    axes = _axes(tensor, dim)
    return _reduced("count_nonzero", tensor, np.count_nonzero(tensor.array, axis=axes), INT64, axes)


def _quantile(tensor: Tensor, q: Any, dim: Any = None, keepdim: bool = False) -> Tensor:
    shares = q.array if isinstance(q, Tensor) else np.asarray(q, dtype=float)
    if shares.size > _MOST_SHARES:
        raise Unsupported("so many quantiles")
    if not ((shares >= 0) & (shares <= 1)).all():
        raise RuntimeError("quantile() q values must be in the range [0, 1]")
    axis = None if dim is None else axis_of(tensor, dim)
    check_room(shares.size * tensor.elements / max(1, tensor.elements if axis is None else tensor.shape[axis]))
    values = np.quantile(tensor.array, shares, axis=axis, keepdims=bool(keepdim))
    return _reduced("quantile", tensor, values, tensor.kind, None)


_MOST_SHARES: Final = 100


def _trace(tensor: Tensor) -> Tensor:
    return _reduced("trace", tensor, np.trace(tensor.array), tensor.kind, None)


def _with_mean(name: str) -> Callable[..., Any]:
    """As ``var_mean`` and ``std_mean``."""

    def reduce(
        tensor: Tensor, dim: Any = None, unbiased: Any = True, keepdim: bool = False, *, correction: Any = 1
    ) -> tuple[Tensor, Tensor]:
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        spread = METHODS[name](tensor, dim, unbiased, keepdim, correction=correction)
        return spread, METHODS["mean"](tensor, dim, keepdim)

    return reduce


METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "sum": _adding("sum", np.sum, to_fractions=False),
    "nansum": _adding("nansum", np.nansum, to_fractions=False),
    "prod": _adding("prod", np.prod, to_fractions=False),
    "mean": _adding("mean", np.mean, to_fractions=True),
    "nanmean": _adding("nanmean", np.nanmean, to_fractions=True),
    "std": _spread("std", is_root=True),
    "var": _spread("var", is_root=False),
    "any": _logical("any", np.any),
    "all": _logical("all", np.all),
    "max": _choosing("max", np.max, np.argmax, "maximum"),
    "min": _choosing("min", np.min, np.argmin, "minimum"),
    "amax": _largest("amax", np.max),
    "amin": _largest("amin", np.min),
    "argmax": _place("argmax", np.argmax),
    "argmin": _place("argmin", np.argmin),
    "norm": _norm,
    "median": _median,
    "kthvalue": _smallest,
    "logsumexp": _log_sum,
    "cumsum": _running("cumsum", np.cumsum),
    "cumprod": _running("cumprod", np.cumprod),
    "logcumsumexp": _running("logcumsumexp", _log_sums),
    "cummax": _extreme("cummax", np.maximum),
    "cummin": _extreme("cummin", np.minimum),
    "count_nonzero": _count,
    "quantile": _quantile,
    "trace": _trace,
    "aminmax": lambda tensor: (METHODS["amin"](tensor), METHODS["amax"](tensor)),
    "var_mean": _with_mean("var"),
    "std_mean": _with_mean("std"),
}
