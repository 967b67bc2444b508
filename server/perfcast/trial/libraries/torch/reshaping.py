"""Views, transposes and conversions of dtype."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import pay, settled
from perfcast.trial.libraries.torch.dtypes import KINDS, Kind, named
from perfcast.trial.libraries.torch.function_calls import axes_of, axis_of, shape_of
from perfcast.trial.libraries.torch.shape_only import are_left_out, hollow, in_order
from perfcast.trial.libraries.torch.values import Array, Tensor, check_room, fresh

_REPEATED: Final = "a repeat of another kind"


def viewed(name: str, tensor: Tensor, array: Array) -> Tensor:
    """The same elements otherwise. Raises Unsupported for what would be too large if it were copied."""
    check_room(array.size)
    found = tensor.view(array)
    settled(name, found, [tensor], elements=0)
    return found


def laid_out(tensor: Tensor) -> Tensor:
    """As ``contiguous``: itself, where its elements lie in order."""
    if tensor.array.flags.c_contiguous:
        pay(tensor, 70.0)
        return tensor
    found = Tensor(tensor.machine, in_order(tensor.array), tensor.kind)
    settled("layout", found, [tensor])
    return found


def _reshape(tensor: Tensor, *sizes: Any, name: str = "reshape", must_view: bool = False) -> Tensor:
    shape = shape_of(sizes)
    found = tensor.array.reshape(_completed(tensor.elements, shape))
    if np.may_share_memory(found, tensor.array) or not tensor.elements:
        return viewed(name, tensor, found)
    if must_view:
        raise RuntimeError("view size is not compatible with input tensor's size and stride")
    result = Tensor(tensor.machine, in_order(found), tensor.kind)
    settled("layout", result, [tensor])
    return result


def _completed(elements: int, shape: Sequence[int]) -> tuple[int, ...]:
    """With the size that is given as -1. Raises RuntimeError where it does not fit."""
    known = prod(size for size in shape if size >= 0)
    is_open = -1 in shape
    if shape.count(-1) > 1 or (is_open and (not known or elements % known)) or (not is_open and known != elements):
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {elements}")
    return tuple(elements // known if size < 0 else size for size in shape)


def _view(tensor: Tensor, *sizes: Any) -> Tensor:
    if sizes and isinstance(sizes[0], Kind):
        raise Unsupported("a view of another type")
    return _reshape(tensor, *sizes, name="view", must_view=True)


def _flatten(tensor: Tensor, start_dim: Any = 0, end_dim: Any = -1) -> Tensor:
    first, last = axis_of(tensor, start_dim), axis_of(tensor, end_dim)
    shape = tensor.array.shape
    if first == last and shape:
        return tensor
    return _reshape(tensor, (*shape[:first], prod(shape[first : last + 1]), *shape[last + 1 :]), name="flatten")


def _unflatten(tensor: Tensor, dim: Any, sizes: Any) -> Tensor:
    axis = axis_of(tensor, dim)
    shape = tensor.array.shape
    inner = _completed(shape[axis], shape_of((sizes,)))
    return _reshape(tensor, (*shape[:axis], *inner, *shape[axis + 1 :]))


def transposed(tensor: Tensor, dim0: Any = 0, dim1: Any = 1) -> Tensor:
    """With two axes exchanged."""
    if not tensor.array.ndim:
        return viewed("transpose", tensor, tensor.array[...])
    return viewed("transpose", tensor, np.swapaxes(tensor.array, axis_of(tensor, dim0), axis_of(tensor, dim1)))


def turned(tensor: Tensor) -> Tensor:
    """As ``T``."""
    return viewed("transpose", tensor, tensor.array.T)


def _t(tensor: Tensor) -> Tensor:
    if tensor.array.ndim > 2:
        raise RuntimeError("t() expects a tensor with <= 2 dimensions")
    return turned(tensor)


def _permute(tensor: Tensor, *dims: Any) -> Tensor:
    order = dims[0] if len(dims) == 1 and isinstance(dims[0], list | tuple) else dims
    axes = axes_of(tensor, order)
    if sorted(axes) != list(range(tensor.array.ndim)):
        raise RuntimeError("permute(sparse_coo): number of dimensions in the tensor input does not match")
    return viewed("permute", tensor, np.transpose(tensor.array, axes))


def _movedim(tensor: Tensor, source: Any, destination: Any) -> Tensor:
    return viewed("movedim", tensor, np.moveaxis(tensor.array, axes_of(tensor, source), axes_of(tensor, destination)))


def _unsqueeze(tensor: Tensor, dim: Any) -> Tensor:
    return viewed("unsqueeze", tensor, np.expand_dims(tensor.array, axis_of(tensor, dim, 1)))


def _squeeze(tensor: Tensor, dim: Any = None) -> Tensor:
    if dim is None:
        return viewed("squeeze", tensor, tensor.array.squeeze())
    axes = tuple(axis for axis in axes_of(tensor, dim) if tensor.array.ndim and tensor.array.shape[axis] == 1)
    return viewed("squeeze", tensor, tensor.array.squeeze(axes) if axes else tensor.array[...])


def _expand(tensor: Tensor, *sizes: Any) -> Tensor:
    wanted = shape_of(sizes)
    ours = (1,) * (len(wanted) - tensor.array.ndim) + tensor.array.shape
    shape = tuple(own if size < 0 else size for size, own in zip(wanted, ours, strict=True))
    check_room(prod(shape))
    return viewed("expand", tensor, broadcast(tensor.array, shape))


def broadcast(array: Array, shape: tuple[int, ...]) -> Array:
    """A view of that shape. Raises RuntimeError where it does not fit."""
    try:
        found = np.broadcast_to(array, shape)
    except ValueError:
        raise RuntimeError("The expanded size of the tensor must match the existing size") from None
    return _writable(found)


def _writable(view: Array) -> Array:
    """The same view, which may be written through: NumPy warns of what PyTorch allows."""
    return np.lib.stride_tricks.as_strided(view, view.shape, view.strides, subok=True, writeable=True)


def _many(tensor: Tensor) -> Array:
    """Its elements, which are about to be many."""
    array: Array = hollow(tensor.shape, tensor.kind.held) if are_left_out() else tensor.array
    return array


def _repeat(tensor: Tensor, *times: Any) -> Tensor:
    counts = shape_of(times)
    check_room(prod(counts) * max(1, tensor.elements))
    found = fresh(tensor.machine, np.tile(_many(tensor), counts), tensor.kind)
    settled("repeat", found, [tensor])
    return found


def _repeat_interleave(tensor: Tensor, repeats: Any, dim: Any = None) -> Tensor:
    counts = repeats.array if isinstance(repeats, Tensor) else repeats
    if not isinstance(counts, int | np.ndarray):
        raise Unsupported(_REPEATED)
    largest = int(np.max(counts)) if np.size(counts) else 0
    check_room(max(0, largest) * max(1, tensor.elements))
    axis = None if dim is None else axis_of(tensor, dim)
    found = fresh(tensor.machine, np.repeat(_many(tensor), counts, axis=axis), tensor.kind)
    settled("repeat_interleave", found, [tensor])
    return found


def _unfold(tensor: Tensor, dimension: Any, size: Any, step: Any) -> Tensor:
    """Windows along an axis."""
    axis = axis_of(tensor, dimension)
    width, stride = int(size), int(step)
    if not 0 < width <= tensor.array.shape[axis] or stride <= 0:
        raise RuntimeError("maximum size for tensor at dimension does not fit")
    windows = _writable(np.lib.stride_tricks.sliding_window_view(tensor.array, width, axis, writeable=True))
    part = (slice(None),) * axis + (slice(None, None, stride),)
    return viewed("unfold", tensor, windows[part])


def _narrow(tensor: Tensor, dim: Any, start: Any, length: Any) -> Tensor:
    axis = axis_of(tensor, dim)
    first, count = int(start), int(length)
    if first < 0 or count < 0 or first + count > tensor.array.shape[axis]:
        raise RuntimeError("start + length exceeds dimension size")
    return viewed("narrow", tensor, tensor.array[(slice(None),) * axis + (slice(first, first + count),)])


def _select(tensor: Tensor, dim: Any, index: Any) -> Tensor:
    axis, place = axis_of(tensor, dim), int(index)
    if not -tensor.array.shape[axis] <= place < tensor.array.shape[axis]:
        raise IndexError("select(): index out of range")
    # Ellipsis, or NumPy would give a number for the only axis.
    return viewed("select", tensor, tensor.array[(slice(None),) * axis + (place, ...)])


def _flip(tensor: Tensor, *dims: Any) -> Tensor:
    order = dims[0] if len(dims) == 1 and isinstance(dims[0], list | tuple) else dims
    found = Tensor(tensor.machine, np.flip(tensor.array, axes_of(tensor, order)).copy(), tensor.kind)
    settled("flip", found, [tensor])
    return found


def _roll(tensor: Tensor, shifts: Any, dims: Any = None) -> Tensor:
    axes = None if dims is None else axes_of(tensor, dims)
    if axes is not None and not isinstance(shifts, list | tuple):
        shifts = (shifts,)
    if len(axes or ()) > _MOST_ROLLED:
        raise Unsupported("so many axes")
    found = Tensor(tensor.machine, np.roll(tensor.array, shifts, axes), tensor.kind)
    settled("roll", found, [tensor])
    return found


#: NumPy takes twice as long for each.
_MOST_ROLLED: Final = 4


def _triangle(name: str, cut: Callable[..., Any]) -> Callable[..., Any]:
    def run(tensor: Tensor, diagonal: Any = 0) -> Tensor:
        if tensor.array.ndim < 2:
            raise RuntimeError(f"{name}: input tensor must have at least 2 dimensions")
        found = Tensor(tensor.machine, cut(tensor.array, int(diagonal)), tensor.kind)
        settled(name, found, [tensor])
        return found

    return run


def _diagonal(tensor: Tensor, offset: Any = 0, dim1: Any = 0, dim2: Any = 1) -> Tensor:
    axes = axis_of(tensor, dim1), axis_of(tensor, dim2)
    return viewed("diagonal", tensor, _writable(tensor.array.diagonal(int(offset), *axes)))


def _diag(tensor: Tensor, diagonal: Any = 0) -> Tensor:
    if tensor.array.ndim == 1:
        check_room((tensor.elements + abs(int(diagonal))) ** 2)
    found = Tensor(tensor.machine, np.array(np.diag(tensor.array, int(diagonal))), tensor.kind)
    settled("diag", found, [tensor])
    return found


def _diff(tensor: Tensor, n: Any = 1, dim: Any = -1) -> Tensor:
    if not 0 <= int(n) <= _MOST_TIMES:
        raise Unsupported("so many differences")
    found = fresh(tensor.machine, np.diff(tensor.array, int(n), axis_of(tensor, dim)), tensor.kind)
    settled("diff", found, [tensor])
    return found


_MOST_TIMES: Final = 10


def _in_place(change: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """Of a method that gives a view the one that turns its tensor into it."""

    def run(tensor: Tensor, *args: Any) -> Tensor:
        tensor.array = change(tensor, *args).array
        return tensor

    return run


def converted(tensor: Tensor, kind: Kind, *, anew: bool = False) -> Tensor:
    """As ``to``: itself, where it is of the type."""
    if kind is tensor.kind and not anew:
        pay(tensor, 190.0)
        return tensor
    found = Tensor(tensor.machine, tensor.array.astype(kind.held), kind)
    settled("to", found, [tensor])
    return found


def _to(tensor: Tensor, *args: Any, dtype: Any = None, copy: bool = False, memory_format: Any = None) -> Tensor:
    if memory_format is not None:
        return _reordered(tensor)
    wanted = dtype if dtype is not None else next((one for one in args if isinstance(one, Kind)), None)
    other = next((one for one in args if isinstance(one, Tensor)), None)
    if wanted is None and other is not None:
        wanted = other.kind
    if any(isinstance(one, str) and one != "cpu" for one in args):
        raise Unsupported("another device")
    return converted(tensor, tensor.kind if wanted is None else named(wanted), anew=bool(copy))


def _reordered(tensor: Tensor) -> Tensor:
    """As ``to(memory_format=torch.channels_last)``."""
    if tensor.array.ndim != 4:
        raise RuntimeError("required rank 4 tensor to use channels_last format")
    array = in_order(tensor.array.transpose(0, 2, 3, 1)).transpose(0, 3, 1, 2)
    found = Tensor(tensor.machine, array, tensor.kind)
    settled("layout", found, [tensor])
    return found


def _clone(tensor: Tensor, *, memory_format: Any = None) -> Tensor:
    order: Any = "K" if memory_format is None else "C"
    found = Tensor(tensor.machine, tensor.array.copy(order=order), tensor.kind)
    settled("clone", found, [tensor])
    return found


def _detach(tensor: Tensor) -> Tensor:
    found = tensor.view(tensor.array)
    found.is_view = False
    settled("detach", found, [tensor], elements=0)
    found.step, found.needs_gradient = None, False
    return found


def as_type(name: str) -> Callable[..., Any]:
    return lambda tensor: converted(tensor, KINDS[name])


def _as_complex(tensor: Tensor) -> Tensor:
    """As ``view_as_complex``."""
    if tensor.kind.name not in {"float32", "float64"} or not tensor.array.ndim or tensor.shape[-1] != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")
    kind = KINDS["complex64" if tensor.kind.itemsize == 4 else "complex128"]
    found = Tensor(tensor.machine, in_order(tensor.array).view(kind.held)[..., 0], kind, tensor.storage)
    settled("view", found, [tensor], elements=0)
    return found


def _as_real(tensor: Tensor) -> Tensor:
    """As ``view_as_real``."""
    if not tensor.kind.is_complex:
        raise RuntimeError("view_as_real is only supported for complex tensors")
    kind = KINDS["float32" if tensor.kind.itemsize == 8 else "float64"]
    pairs = in_order(tensor.array)[..., None].view(kind.held)
    found = Tensor(tensor.machine, pairs, kind, tensor.storage)
    settled("view", found, [tensor], elements=0)
    return found


METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "reshape": _reshape,
    "view": _view,
    "view_as": lambda tensor, other: _view(tensor, other.array.shape),
    "reshape_as": lambda tensor, other: _reshape(tensor, other.array.shape),
    "flatten": _flatten,
    "ravel": _flatten,
    "unflatten": _unflatten,
    "transpose": transposed,
    "swapaxes": transposed,
    "t": _t,
    "permute": _permute,
    "movedim": _movedim,
    "unsqueeze": _unsqueeze,
    "squeeze": _squeeze,
    "expand": _expand,
    "broadcast_to": _expand,
    "expand_as": lambda tensor, other: _expand(tensor, other.array.shape),
    "repeat": _repeat,
    "tile": _repeat,
    "repeat_interleave": _repeat_interleave,
    "unfold": _unfold,
    "narrow": _narrow,
    "select": _select,
    "flip": _flip,
    "fliplr": lambda tensor: _flip(tensor, 1),
    "flipud": lambda tensor: _flip(tensor, 0),
    "roll": _roll,
    "tril": _triangle("tril", np.tril),
    "triu": _triangle("triu", np.triu),
    "diagonal": _diagonal,
    "diag": _diag,
    "diff": _diff,
    "atleast_1d": lambda tensor: tensor if tensor.array.ndim else _reshape(tensor, 1),
    "swapdims": transposed,
    "unsqueeze_": _in_place(_unsqueeze),
    "squeeze_": _in_place(_squeeze),
    "t_": _in_place(_t),
    "transpose_": _in_place(transposed),
    "moveaxis": _movedim,
    "contiguous": lambda tensor, memory_format=None: _reordered(tensor)
    if memory_format == "channels_last"
    else laid_out(tensor),
    "to": _to,
    "type": lambda tensor, dtype: converted(tensor, named(dtype)),
    "type_as": lambda tensor, other: converted(tensor, other.kind),
    "clone": _clone,
    "detach": _detach,
    **{name: as_type(kind) for name, kind in (
        ("float", "float32"), ("double", "float64"), ("half", "float16"), ("bfloat16", "bfloat16"), ("long", "int64"),
        ("int", "int32"), ("short", "int16"), ("bool", "bool"), ("char", "int8"), ("byte", "uint8"),
    )},
    "cpu": lambda tensor: tensor,
    "view_as_complex": _as_complex,
    "view_as_real": _as_real,
}  # fmt: skip
