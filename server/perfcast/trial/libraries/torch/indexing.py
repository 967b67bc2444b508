"""Indexing of tensors."""

from __future__ import annotations

from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import remember, settled
from perfcast.trial.libraries.torch.dtypes import INT64, of_number
from perfcast.trial.libraries.torch.elementwise import as_array
from perfcast.trial.libraries.torch.function_calls import given_in
from perfcast.trial.libraries.torch.values import Array, Tensor, check_room, fresh

#: Nanoseconds of a part of an index that gives a view, and bytes of the view on the way to the next one.
_PART: Final = 600.0
_ON_THE_WAY: Final = 288
#: Elements of rows each of which is taken as a whole, and how many times as long each of them takes as one by itself.
_ROW: Final = 16
_OF_ROW: Final = 0.27
#: Nanoseconds of a number that is made a tensor.
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
    taken = result.elements * (_OF_ROW if result.elements >= _ROW * looked_at else 1.0)
    settled(
        "index_mask" if is_masked else "index_places", result, [tensor, result],
        elements=max(looked_at, result.elements) if is_masked else taken,
    )  # fmt: skip
    if is_masked:
        # The place of each value, by each axis of the mask, which is there as well.
        masks = [part for part in parts if isinstance(part, Tensor)]
        machine.gathered(result, *masks, size=sum(one.array.nbytes for one in masks))
        axes = max(one.ndim for one in named if one.dtype == np.bool_)
        machine.briefly(INT64.itemsize * len(result.array) * axes)
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
    written = int(np.size(array[place])) if not named else max(one.size for one in named) * _rest(tensor.array, parts)
    elements = max(1, written)
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
        place -= _width(part)
        _covered(axes, max(0, place), part)
    return prod(axes)


def _whole_axes(parts: list[Any]) -> int:
    """Where the ellipsis stands."""
    return next((number for number, part in enumerate(parts) if part is ...), len(parts))


def _width(part: Any) -> int:
    """Axes that a part of an index stands for."""
    return part.ndim if isinstance(part, np.ndarray) and part.dtype == np.bool_ else 1


def _covered(axes: list[int], place: int, part: Any) -> int:
    width = _width(part)
    if isinstance(part, np.ndarray | int) and not isinstance(part, bool):
        axes[place : place + width] = [1] * len(axes[place : place + width])
    return place + width
