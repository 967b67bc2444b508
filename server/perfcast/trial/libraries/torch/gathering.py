"""``gather``, ``scatter``, ``index_select`` and their like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import pay, remember, settled
from perfcast.trial.libraries.torch.dtypes import INT64
from perfcast.trial.libraries.torch.elementwise import as_array, check_changeable, check_shapes, common
from perfcast.trial.libraries.torch.function_calls import axis_of
from perfcast.trial.libraries.torch.indexing import put
from perfcast.trial.libraries.torch.values import Array, Tensor, check_broadcast, check_room, fresh

#: Nanoseconds of a number that is made a tensor.
_NUMBER: Final = 1_200.0
#: Bytes of adding up what comes into one place.
_ADDED_UP: Final = 824


def _where(condition: Tensor, *branches: Any) -> Any:
    if not branches:
        return _true_places(condition)
    ours, theirs = branches
    kind = common([ours, theirs])
    check_shapes(condition, ours, theirs)
    array = np.where(condition.array.astype(bool), as_array(ours, kind), as_array(theirs, kind))
    found = Tensor(condition.machine, array.astype(kind.held, copy=False), kind)
    numbers = sum(not isinstance(one, Tensor) for one in branches)
    return settled("where", found, [condition, ours, theirs], call=_NUMBER * numbers)


def _true_places(condition: Tensor) -> tuple[Tensor, ...]:
    found = tuple(fresh(condition.machine, places, INT64) for places in np.nonzero(condition.array))
    settled("where_true", found, [condition])
    return found


def _nonzero(tensor: Tensor, *, as_tuple: bool = False) -> Any:
    if as_tuple:
        return _true_places(tensor)
    found = fresh(tensor.machine, np.argwhere(tensor.array), INT64)
    settled("nonzero", found, [tensor])
    return found


def _masked_fill(tensor: Tensor, mask: Tensor, value: Any) -> Tensor:
    check_shapes(tensor, mask)
    array = np.where(mask.array, as_array(value, tensor.kind), tensor.array)
    found = Tensor(tensor.machine, array.astype(tensor.kind.held, copy=False), tensor.kind)
    settled("masked_fill", found, [tensor, mask])
    return found


def _fill_masked(tensor: Tensor, mask: Tensor, value: Any) -> Tensor:
    check_shapes(tensor, mask)
    tensor.array[np.broadcast_to(mask.array.astype(bool), tensor.array.shape)] = as_array(value, tensor.kind)
    settled("masked_fill", tensor, [tensor, mask])
    return tensor


def _masked_select(tensor: Tensor, mask: Tensor) -> Tensor:
    check_shapes(tensor, mask)
    values, chosen = np.broadcast_arrays(tensor.array, mask.array)
    found = fresh(tensor.machine, values[chosen], tensor.kind)
    settled("masked_select", found, [tensor, mask])
    tensor.machine.briefly(INT64.itemsize * found.elements)
    return found


def _index_select(tensor: Tensor, dim: Any, index: Tensor) -> Tensor:
    axis = axis_of(tensor, dim)
    check_room(tensor.elements / max(1, tensor.array.shape[axis]) * index.elements)
    found = fresh(tensor.machine, np.take(tensor.array, _in(index, tensor.array.shape[axis]), axis), tensor.kind)
    settled("index_select", found, [tensor, index], elements=found.elements)
    return found


def _in(index: Tensor, length: int) -> Array:
    """The places. Raises IndexError where one is not among so many."""
    if index.kind.category > 1:
        raise RuntimeError("expected index to be of integral type")
    if index.elements and not (-length <= int(index.array.min()) and int(index.array.max()) < length):
        raise IndexError("index out of range")
    return index.array.astype(np.int64, copy=False)


def _gather(tensor: Tensor, dim: Any, index: Tensor) -> Tensor:
    axis = axis_of(tensor, dim)
    if index.array.ndim != tensor.array.ndim:
        raise RuntimeError("Index tensor must have the same number of dimensions as input tensor")
    places = _in(index, tensor.array.shape[axis])
    part = tuple(slice(None) if place == axis else slice(size) for place, size in enumerate(places.shape))
    found = fresh(tensor.machine, np.take_along_axis(tensor.array[part], places, axis), tensor.kind)
    settled("gather", found, [tensor, index], elements=index.elements)
    return found


def _take(tensor: Tensor, index: Tensor) -> Tensor:
    found = fresh(tensor.machine, tensor.array.reshape(-1)[_in(index, tensor.elements)], tensor.kind)
    settled("take", found, [tensor, index], elements=index.elements)
    return found


def _index_add(tensor: Tensor, dim: Any, index: Tensor, source: Tensor, *, alpha: Any = 1) -> Tensor:
    axis = axis_of(tensor, dim)
    rows, values = np.moveaxis(tensor.array, axis, 0), np.moveaxis(source.array, axis, 0)
    check_room(index.elements * max(1, prod(rows.shape[1:])))
    try:
        np.add.at(rows, _in(index, len(rows)), (values * alpha).astype(tensor.kind.held))
    except ValueError:
        raise RuntimeError("index_add_(): self and source do not fit") from None
    settled("index_add", tensor, [tensor, index, source], elements=source.elements)
    return tensor


#: How elements meet in one place, by PyTorch's names.
_MEETING: Final[Mapping[str, Any]] = {
    "sum": np.add, "add": np.add, "prod": np.multiply, "multiply": np.multiply, "amax": np.maximum,
    "amin": np.minimum, "mean": np.add,
}  # fmt: skip


def _scatter(
    tensor: Tensor,
    dim: Any,
    index: Tensor,
    src: Any = None,
    reduce: Any = None,
    *,
    value: Any = None,
    include_self: bool = True,
    name: str = "scatter",
) -> Tensor:
    axis = axis_of(tensor, dim)
    source = value if src is None else src
    if index.array.ndim != tensor.array.ndim:
        raise RuntimeError("Index tensor must have the same number of dimensions as self tensor")
    places = _in(index, tensor.array.shape[axis])
    grid: list[Any] = list(np.indices(places.shape, sparse=True))
    grid[axis] = places
    values: Any = as_array(source, tensor.kind)
    if isinstance(values, np.ndarray) and values.ndim:
        values = values[tuple(slice(size) for size in places.shape)]
        if values.shape != places.shape:
            raise RuntimeError("Expected index to be smaller than src apart from dimension")
    if reduce is None:
        tensor.array[tuple(grid)] = values
    else:
        _meet(tensor.array, tuple(grid), values, reduce, include_self=include_self)
    operands = [tensor, index, *([source] if isinstance(source, Tensor) else [])]
    settled(name, tensor, operands, elements=index.elements)
    return tensor


def _meet(array: Array, places: tuple[Any, ...], values: Any, reduce: Any, *, include_self: bool) -> None:
    """Puts values into places together with what is there, or without. Raises Unsupported."""
    if reduce not in _MEETING:
        raise Unsupported("meeting in another way")
    if not include_self:
        array[places] = values if reduce in {"amax", "amin"} else 1 if reduce in {"prod", "multiply"} else 0
    _MEETING[reduce].at(array, places, values)
    if reduce == "mean":
        counts = np.full(array.shape, int(include_self))
        np.add.at(counts, places, 1)
        array[...] = array / np.maximum(counts, 1)


def _anew(change: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """Of a method that changes its tensor the one that gives a new one."""

    def run(tensor: Tensor, *args: Any, **named: Any) -> Tensor:
        copied = Tensor(tensor.machine, tensor.array.copy(), tensor.kind)
        tensor.machine.made_of(copied, (tensor,))
        remember("clone", [tensor], [copied])
        return change(copied, *args, **named)

    return run


def _scatter_add(tensor: Tensor, dim: Any, index: Tensor, src: Any) -> Tensor:
    return _scatter(tensor, dim, index, src, "sum", name="scatter_add")


def _scatter_reduce(
    tensor: Tensor, dim: Any, index: Tensor, src: Any, reduce: Any, *, include_self: bool = True
) -> Tensor:
    return _scatter(tensor, dim, index, src, reduce, include_self=include_self, name="scatter_reduce")


def _index_put(tensor: Tensor, indices: Any, values: Any, accumulate: Any = False) -> Tensor:
    """As ``index_put_``, and with `accumulate` adding up what comes into one place."""
    if not isinstance(indices, tuple | list) or not all(isinstance(one, Tensor) for one in (values, *indices)):
        raise TypeError("index_put_(): indices must be a tuple of Tensors, and values a Tensor")
    if values.kind is not tensor.kind:
        raise RuntimeError("Index put requires the source and destination dtypes match")
    check_changeable(tensor)
    if not accumulate:
        put(tensor, tuple(indices), values)
        return tensor
    if len(indices) != tensor.array.ndim or any(index.kind.category != 1 for index in indices):
        raise Unsupported("adding up at parts of a tensor")
    written = check_broadcast(*[index.shape for index in indices])
    places = tuple(_in(index, length) for index, length in zip(indices, tensor.array.shape, strict=True))
    try:
        added = np.broadcast_to(values.array, written)
    except ValueError:
        raise RuntimeError("shape mismatch: values cannot be broadcast to the indexing result") from None
    _meet(tensor.array, places, added, "add", include_self=True)
    settled("index_put", tensor, [tensor, values], elements=prod(written))
    tensor.machine.briefly(_ADDED_UP)
    return tensor


def _fill(tensor: Tensor, value: Any) -> Tensor:
    tensor.array[...] = as_array(value, tensor.kind)
    settled("fill_", tensor, [tensor])
    return tensor


def _index_fill(tensor: Tensor, dim: Any, index: Tensor, value: Any) -> Tensor:
    axis = axis_of(tensor, dim)
    np.moveaxis(tensor.array, axis, 0)[_in(index, tensor.shape[axis])] = as_array(value, tensor.kind)
    settled("index_add", tensor, [tensor, index], elements=index.elements)
    return tensor


def _fill_diagonal(tensor: Tensor, fill_value: Any) -> Tensor:
    if tensor.array.ndim != 2:
        raise Unsupported("a diagonal of several axes")
    rows = np.arange(min(tensor.shape))
    tensor.array[rows, rows] = as_array(fill_value, tensor.kind)
    settled("fill_", tensor, [tensor], elements=rows.size)
    return tensor


def _copy(tensor: Tensor, source: Tensor) -> Tensor:
    check_shapes(tensor, source)
    try:
        tensor.array[...] = source.array.astype(tensor.kind.held, copy=False)
    except ValueError:
        raise RuntimeError("The expanded size of the tensor must match the existing size") from None
    settled("copy_", tensor, [tensor, source])
    return tensor


def _clipped(tensor: Tensor, min: Any = None, max: Any = None) -> Any:
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    kind = common([one for one in (tensor, min, max) if one is not None])
    bounds = [None if one is None else as_array(one, kind) for one in (min, max)]
    check_shapes(tensor, *(one for one in (min, max) if isinstance(one, Tensor)))
    return np.clip(tensor.array.astype(kind.held, copy=False), *bounds), kind


def _clamp(tensor: Tensor, min: Any = None, max: Any = None) -> Tensor:
    array, kind = _clipped(tensor, min, max)
    found = Tensor(tensor.machine, array, kind)
    settled("clamp", found, [tensor])
    return found


def _clamp_in_place(tensor: Tensor, min: Any = None, max: Any = None) -> Tensor:
    tensor.array[...] = _clipped(tensor, min, max)[0]
    settled("clamp", tensor, [tensor])
    return tensor


def _lerp(tensor: Tensor, end: Tensor, weight: Any) -> Tensor:
    check_shapes(tensor, end, weight)
    share = as_array(weight, tensor.kind)
    found = Tensor(tensor.machine, tensor.array + share * (end.array - tensor.array), tensor.kind)
    settled("lerp", found, [tensor, end])
    return found


def _with_product(divides: bool) -> Callable[..., Tensor]:
    """As ``addcmul`` and ``addcdiv``."""

    def run(tensor: Tensor, tensor1: Tensor, tensor2: Tensor, *, value: Any = 1) -> Tensor:
        check_shapes(tensor, tensor1, tensor2)
        other = tensor1.array / tensor2.array if divides else tensor1.array * tensor2.array
        found = fresh(tensor.machine, tensor.array + as_array(value, tensor.kind) * other, tensor.kind)
        settled("addcmul", found, [tensor, tensor1, tensor2])
        return found

    return run


def _into(compute: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """Of a method that gives a new tensor the one that changes its own."""

    def run(tensor: Tensor, *args: Any, **named: Any) -> Tensor:
        found = compute(tensor, *args, **named)
        if found.shape != tensor.shape:
            raise RuntimeError("output with shape does not match the broadcast shape")
        tensor.array[...] = found.array.astype(tensor.kind.held, copy=False)
        if found.needs_gradient:
            tensor.step, tensor.needs_gradient = found.step, True
        return tensor

    return run


def _heaviside(tensor: Tensor, values: Tensor) -> Tensor:
    check_shapes(tensor, values)
    found = fresh(tensor.machine, np.heaviside(tensor.array, values.array), tensor.kind)
    settled("heaviside", found, [tensor, values])
    return found


def to_list(tensor: Tensor) -> Any:
    """Numbers of Python's, in lists."""
    pay(tensor, 250.0, _TO_NUMBER * tensor.elements)
    found = tensor.array.tolist()
    return tensor.machine.made_of(found, (tensor,)) if isinstance(found, list) else found


_TO_NUMBER: Final = 8.0


def _number(tensor: Tensor) -> Any:
    pay(tensor, 150.0)
    return tensor.machine.made(tensor.item())


METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "where": lambda tensor, condition, other: _where(condition, tensor, other),
    "nonzero": _nonzero,
    "argwhere": _nonzero,
    "masked_fill": _masked_fill,
    "masked_fill_": _fill_masked,
    "masked_select": _masked_select,
    "index_select": _index_select,
    "gather": _gather,
    "take_along_dim": lambda tensor, indices, dim: _gather(tensor, dim, indices),
    "take": _take,
    "index_add_": _index_add,
    "index_add": _anew(_index_add),
    "scatter_": _scatter,
    "scatter": _anew(_scatter),
    "scatter_add_": _scatter_add,
    "scatter_add": _anew(_scatter_add),
    "scatter_reduce_": _scatter_reduce,
    "scatter_reduce": _anew(_scatter_reduce),
    "index_put_": _index_put,
    "index_put": _anew(_index_put),
    "index_fill_": _index_fill,
    "index_fill": _anew(_index_fill),
    "fill_diagonal_": _fill_diagonal,
    "fill_": _fill,
    "zero_": lambda tensor: _fill(tensor, 0),
    "copy_": _copy,
    **dict.fromkeys(("clamp", "clip"), _clamp),
    **dict.fromkeys(("clamp_", "clip_"), _clamp_in_place),
    "clamp_min": lambda tensor, min: _clamp(tensor, min=min),
    "clamp_max": lambda tensor, max: _clamp(tensor, max=max),
    "lerp": _lerp,
    "addcmul": _with_product(divides=False),
    "addcdiv": _with_product(divides=True),
    "addcmul_": _into(_with_product(divides=False)),
    "addcdiv_": _into(_with_product(divides=True)),
    "lerp_": _into(_lerp),
    "heaviside": _heaviside,
    "tolist": to_list,
    "item": _number,
}


#: Of the module ``torch`` alone.
FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {"where": _where}
