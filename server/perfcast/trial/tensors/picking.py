"""What stands in brackets behind a tensor, and functions that take elements from places or put them there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.machine import Machine
from perfcast.trial.nesting import check_nesting
from perfcast.trial.stops import Unsupported
from perfcast.trial.tensors.calling import axis_of, given_in
from perfcast.trial.tensors.elementwise import as_array, check_shapes, common
from perfcast.trial.tensors.kinds import INT64, of_number
from perfcast.trial.tensors.paying import pay, remember, settled
from perfcast.trial.tensors.values import Array, Tensor, check_room, fresh

#: Nanoseconds of a part of an index that gives a view, and bytes of the view on the way to the next one.
_PART: Final = 600.0
_ON_THE_WAY: Final = 288
#: Of what is put into a place: a number that is made a tensor.
_PUT: Final = 1_600.0
_NUMBER: Final = 1_200.0


def item(tensor: Tensor, key: Any) -> Tensor:
    """What `tensor[key]` is. Raises IndexError, Unsupported."""
    machine = tensor.machine
    parts = _parts(machine, key)
    named = _named(parts)
    place = _place(parts)
    if not named:
        found = tensor.view(_at(tensor.array, place))
        machine.array(0, _PART * max(1, len(parts)), 0.0)
        remember("index", [tensor], [found])
        machine.made_of(found, (tensor,))
        machine.briefly(_ON_THE_WAY * (sum(type(part) is int for part in parts) > 1))
        return found
    _check(tensor.array, parts)
    result = fresh(machine, _at(tensor.array, place), tensor.kind)
    is_masked = any(one.dtype == np.bool_ for one in named)
    looked_at = max(one.size for one in named)
    settled(
        "index_mask" if is_masked else "index_places", result, [tensor, result],
        elements=max(looked_at, result.elements) if is_masked else result.elements,
    )  # fmt: skip
    if is_masked:
        machine.briefly(INT64.itemsize * len(result.array))
    return result


def put(tensor: Tensor, key: Any, value: Any) -> None:
    """What `tensor[key] = value` does. Raises IndexError, RuntimeError, Unsupported."""
    machine = tensor.machine
    parts = _parts(machine, key)
    named = _named(parts)
    _check(tensor.array, parts)
    value = given_in(machine, value)
    if not isinstance(value, Tensor):
        if isinstance(value, np.ndarray) or value is None:
            raise TypeError("can't assign to a torch tensor")
        of_number(value)
    if tensor.needs_gradient and tensor.step is None and machine.keeps_steps:
        raise RuntimeError("a view of a leaf Variable that requires grad is being used in an in-place operation.")
    try:
        array, place = _numbers_first(tensor.array, _place(parts))
        array[place] = as_array(value, tensor.kind)
    except ValueError:
        raise RuntimeError("shape mismatch") from None
    operands = [value] if isinstance(value, Tensor) else []
    elements = max([int(np.size(array[place])) if not named else 1, *(one.size for one in named)])
    call = _PART * len(parts) + (0.0 if isinstance(value, Tensor) else _NUMBER)
    if named:
        settled("index_put", tensor, [tensor, *operands], elements=elements, call=call)
    else:
        settled("copy_", tensor, [tensor, *operands], elements=elements, call=call)


def _parts(machine: Machine, key: Any) -> list[Any]:
    check_nesting(key)
    parts = key if isinstance(key, tuple) else (key,)
    return [_part(given_in(machine, part)) for part in parts]


def _part(part: Any) -> Any:
    """A part of an index: a number, a slice, nothing, an ellipsis, or an array."""
    if isinstance(part, Tensor):
        if part.kind.category > 1:
            raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
        array = part.array.astype(bool) if part.kind.name == "uint8" else part.array
        return array if array.ndim or array.dtype == np.bool_ else int(array)
    if isinstance(part, slice):
        return slice(*[None if one is None else _whole(one) for one in (part.start, part.stop, part.step)])
    if part is None or part is ... or isinstance(part, bool):
        return part
    if isinstance(part, int | np.integer):
        return int(part)
    if isinstance(part, list | tuple):
        found = np.array([_whole(one) if not isinstance(one, bool) else one for one in part])
        if found.dtype.kind not in "bi" and found.size:
            raise Unsupported("an index of another kind")
        return found if found.size else found.astype(np.int64)
    if isinstance(part, np.ndarray) and part.dtype.kind in "biu":
        return part
    raise IndexError("only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices")


def _whole(number: Any) -> int:
    if isinstance(number, Tensor):
        return int(number.item())
    if not isinstance(number, int | np.integer):
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    return int(number)


def _named(parts: list[Any]) -> list[Array]:
    return [part for part in parts if isinstance(part, np.ndarray)]


def _place(parts: list[Any]) -> tuple[Any, ...]:
    if any(part is ... for part in parts):
        first = next(place for place, part in enumerate(parts) if part is ...)
        return tuple(part for place, part in enumerate(parts) if part is not ... or place == first)
    # Or NumPy would give a number for a single element.
    return (*parts, ...)


def _numbers_first(array: Array, place: tuple[Any, ...]) -> tuple[Array, tuple[Any, ...]]:
    """What numbers pick of it, and the index without them: PyTorch does not count them among the arrays of an index."""
    if not any(type(part) is int for part in place) or not any(isinstance(part, np.ndarray) for part in place):
        return array, place
    if any(part is None or (isinstance(part, np.ndarray) and part.dtype == np.bool_) for part in place):
        return array, place
    whole = next(number for number, part in enumerate(place) if part is ...)
    rest = array.ndim - sum(part is not ... for part in place)
    parts = [*place[:whole], *[slice(None)] * rest, *place[whole + 1 :]]
    picked = array[tuple(part if type(part) is int else slice(None) for part in parts)]
    return picked, (*(part for part in parts if type(part) is not int), ...)


def _at(array: Array, place: tuple[Any, ...]) -> Array:
    if any(isinstance(part, slice) and part.step is not None and part.step <= 0 for part in place):
        raise ValueError("step must be greater than zero")
    array, place = _numbers_first(array, place)
    found: Array = array[place]
    return found


def _check(array: Array, parts: list[Any]) -> None:
    """Refuses what names more places than are tried."""
    named = _named(parts)
    if not named:
        return
    places = [max(1, part.size) for part in named]
    # Axes that no array names; a number or a slice can only make them smaller.
    rest = _rest(array, parts)
    shapes = [part.shape for part in named if part.dtype != np.bool_]
    try:
        count = prod(np.broadcast_shapes(*shapes)) if shapes else max(places)
    except ValueError:
        raise IndexError("shape mismatch: indexing tensors could not be broadcast together") from None
    check_room(max(count, *places) * max(1, rest))


def _rest(array: Array, parts: list[Any]) -> int:
    """Elements of the axes of which an index names no places by arrays."""
    axes = list(array.shape)
    before = [part for part in parts[: _whole_axes(parts)] if part is not None]
    behind = [part for part in parts[_whole_axes(parts) + 1 :] if part is not None]
    place = 0
    for part in before:
        place = _covered(axes, place, part)
    place = len(axes)
    for part in reversed(behind):
        width = part.ndim if isinstance(part, np.ndarray) and part.dtype == np.bool_ else 1
        place -= width
        _covered(axes, max(0, place), part)
    return prod(axes)


def _whole_axes(parts: list[Any]) -> int:
    """Where the ellipsis stands."""
    return next((number for number, part in enumerate(parts) if part is ...), len(parts))


def _covered(axes: list[int], place: int, part: Any) -> int:
    width = part.ndim if isinstance(part, np.ndarray) and part.dtype == np.bool_ else 1
    if isinstance(part, np.ndarray | int) and not isinstance(part, bool):
        axes[place : place + width] = [1] * len(axes[place : place + width])
    return place + width


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
    elif reduce in _MEETING:
        _MEETING[reduce].at(tensor.array, tuple(grid), values)
    else:
        raise Unsupported("meeting in another way")
    operands = [tensor, index, *([source] if isinstance(source, Tensor) else [])]
    settled(name, tensor, operands, elements=index.elements)
    return tensor


def _anew(change: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """Of a method that changes its tensor the one that gives a new one."""

    def run(tensor: Tensor, *args: Any, **named: Any) -> Tensor:
        copied = Tensor(tensor.machine, tensor.array.copy(), tensor.kind)
        tensor.machine.made_of(copied, (tensor,))
        return change(copied, *args, **named)

    return run


def _scatter_add(tensor: Tensor, dim: Any, index: Tensor, src: Any) -> Tensor:
    return _scatter(tensor, dim, index, src, "sum", name="scatter_add")


def _scatter_reduce(
    tensor: Tensor, dim: Any, index: Tensor, src: Any, reduce: Any, *, include_self: bool = True
) -> Tensor:
    return _scatter(tensor, dim, index, src, reduce, include_self=include_self, name="scatter_reduce")


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
