"""Functions of neural networks, those of ``torch.nn.functional``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod, sqrt
from typing import Any, Final

import numpy as np

from perfcast.trial.stops import Unsupported
from perfcast.trial.tensors.algebra import MOST_PRODUCTS, product_steps, products_time
from perfcast.trial.tensors.calling import axis_of
from perfcast.trial.tensors.elementwise import METHODS as ELEMENTWISE
from perfcast.trial.tensors.elementwise import check_shapes
from perfcast.trial.tensors.kinds import INT64, named
from perfcast.trial.tensors.paying import remember, settled
from perfcast.trial.tensors.prices import (
    BLOCK,
    BLOCKED,
    PATCHED,
    PATCHED_ELEMENTS,
    PATCHED_WIDTH,
    SHARED,
    SHARED_ROW,
    VECTOR,
)
from perfcast.trial.tensors.shaping import laid_out
from perfcast.trial.tensors.values import Array, Tensor, check_broadcast, check_room, fresh

_HALF: Final = 0.5
#: Nanoseconds of an element of tensors that are repeated along each other's axes.
_REPEATED: Final = 2.7
_UNKNOWN_PADDING: Final = "padding of another kind"


def _fractions(tensor: Tensor) -> None:
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
    _fractions(tensor)
    values = logs_of(tensor.array, _last(tensor, dim)).astype(tensor.kind.held)
    found = Tensor(tensor.machine, values, tensor.kind)
    settled("log_softmax", found, [tensor], work=_shared(tensor, _last(tensor, dim)))
    return found


def linear(tensor: Tensor, weight: Tensor, bias: Any = None) -> Tensor:
    """Of [..., inputs] and a weight of [outputs, inputs]. Raises RuntimeError where they do not fit."""
    if tensor.kind is not weight.kind and tensor.machine.lower_precision is None:
        raise RuntimeError("mat1 and mat2 must have the same dtype")
    steps = product_steps(tensor.array, weight.array.T)
    try:
        values = tensor.array @ weight.array.T
        if bias is not None:
            _check_size(bias, len(weight.array))
            values = values + bias.array
    except ValueError:
        raise RuntimeError("mat1 and mat2 shapes cannot be multiplied") from None
    kind = tensor.machine.lower_precision or tensor.kind
    found = fresh(tensor.machine, values, kind)
    operands = [tensor, weight] if bias is None else [tensor, weight, bias]
    settled("linear", found, operands, work=products_time(steps, kind), call=400.0)
    return found


def _check_size(weight: Any, size: int) -> None:
    """Raises RuntimeError for a weight or a bias of another size."""
    if weight is not None and weight.elements != size:
        raise RuntimeError("weight should contain other elements")


def padded(tensor: Tensor, pad: Any, mode: Any = "constant", value: Any = None) -> Tensor:
    """As ``pad``: from the last axis on. Raises RuntimeError, Unsupported."""
    numbers = [int(one) for one in pad]
    if len(numbers) % 2 or len(numbers) // 2 > tensor.array.ndim:
        raise RuntimeError("Padding length should be less than or equal to two times the input dimension")
    widths = [(0, 0)] * tensor.array.ndim
    for place in range(len(numbers) // 2):
        widths[-1 - place] = (numbers[2 * place], numbers[2 * place + 1])
    check_room(prod(size + max(0, a) + max(0, b) for size, (a, b) in zip(tensor.array.shape, widths, strict=True)))
    array = tensor.array[
        tuple(slice(max(0, -a), size - max(0, -b)) for size, (a, b) in zip(tensor.array.shape, widths, strict=True))
    ]
    widths = [(max(0, a), max(0, b)) for a, b in widths]
    modes = {"constant": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}
    if mode not in modes:
        raise Unsupported(_UNKNOWN_PADDING)
    if mode == "reflect" and any(max(w) >= size for w, size in zip(widths, array.shape, strict=True) if max(w)):
        raise RuntimeError("Padding size should be less than the corresponding input dimension")
    options = {"constant_values": 0 if value is None else value} if mode == "constant" else {}
    found = fresh(tensor.machine, np.pad(array, widths, modes[mode], **options), tensor.kind)  # type: ignore[call-overload]
    settled("pad", found, [tensor])
    return found


def _normalize(tensor: Tensor, p: Any = 2.0, dim: Any = 1, eps: Any = 1e-12) -> Tensor:
    axis = axis_of(tensor, dim)
    if p != 2:
        raise Unsupported("a norm of another kind")
    norms = np.sqrt((tensor.array**2).sum(axis=axis, keepdims=True))
    found = Tensor(tensor.machine, tensor.array / np.maximum(norms, float(eps)), tensor.kind)
    settled("normalize", found, [tensor])
    return found


def _cosine(left: Tensor, right: Tensor, dim: Any = 1, eps: Any = 1e-8) -> Tensor:
    check_shapes(left, right)
    ours, theirs = np.broadcast_arrays(left.array, right.array)
    axis = int(dim) if -ours.ndim <= int(dim) < ours.ndim else _missing_axis()
    norms = np.sqrt((ours**2).sum(axis)) * np.sqrt((theirs**2).sum(axis))
    found = fresh(left.machine, (ours * theirs).sum(axis) / np.maximum(norms, float(eps)), left.kind)
    is_repeated = ours.shape not in {left.shape, right.shape}
    settled("cosine_similarity", found, [left, right], elements=ours.size, work=_REPEATED * ours.size * is_repeated)
    return found


def _missing_axis() -> int:
    raise IndexError("Dimension out of range")


def _one_hot(tensor: Tensor, num_classes: Any = -1) -> Tensor:
    if tensor.kind is not INT64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    most = int(tensor.array.max(initial=-1)) + 1
    classes = most if int(num_classes) < 0 else int(num_classes)
    if most > classes or (tensor.elements and int(tensor.array.min()) < 0):
        raise RuntimeError("Class values must be smaller than num_classes.")
    check_room(tensor.elements * max(1, classes))
    values = (tensor.array[..., None] == np.arange(classes)).astype(np.int64)
    found = fresh(tensor.machine, values, INT64)
    settled("one_hot", found, [tensor], elements=found.elements / 2)
    return found


def _mean(values: Any, reduction: Any) -> Any:
    if reduction == "none":
        return values
    if reduction == "batchmean":
        return np.sum(values) / max(1, len(values))
    if reduction == "mean":
        return np.mean(values)
    if reduction == "sum":
        return np.sum(values)
    raise ValueError(f"{reduction} is not a valid value for reduction")


def _loss(name: str, compute: Callable[..., Any]) -> Callable[..., Tensor]:
    def run(tensor: Tensor, target: Tensor, reduction: Any = "mean", **named: Any) -> Tensor:
        if not set(named) <= _BOUNDS:
            raise Unsupported(f"{name} with other arguments")
        _fractions(tensor)
        check_shapes(tensor, target)
        bounds = [float(value) for value in named.values()]
        found = fresh(tensor.machine, _mean(compute(tensor.array, target.array, *bounds), reduction), tensor.kind)
        settled(name, found, [tensor, target], elements=max(tensor.elements, target.elements))
        return found

    return run


#: Where losses go from squares to lines.
_BOUNDS: Final = frozenset({"beta", "delta"})


def _smooth(left: Array, right: Array, beta: float = 1.0) -> Array:
    between = np.abs(left - right)
    found: Array = np.where(between < beta, _HALF * between**2 / max(beta, 1e-30), between - _HALF * beta)
    return found


def _huber(left: Array, right: Array, delta: float = 1.0) -> Array:
    between = np.abs(left - right)
    found: Array = np.where(between < delta, _HALF * between**2, delta * (between - _HALF * delta))
    return found


def _divergence(left: Array, right: Array) -> Array:
    found: Array = right * (np.log(np.maximum(right, 1e-30)) - left)
    return found


def _cross_entropy(tensor: Tensor, target: Tensor, **named: Any) -> Tensor:
    return _of_classes("cross_entropy", tensor, target, **named)


def _of_classes(
    name: str,
    tensor: Tensor,
    target: Tensor,
    weight: Any = None,
    reduction: Any = "mean",
    ignore_index: Any = -100,
    label_smoothing: Any = 0.0,
) -> Tensor:
    """Losses of classes. Raises RuntimeError, IndexError where classes do not fit."""
    _fractions(tensor)
    axis = 1 if tensor.array.ndim > 1 else 0
    logs = logs_of(tensor.array, axis) if name == "cross_entropy" else tensor.array
    if target.kind.category >= 2:
        check_shapes(tensor, target)
        values = -(logs * target.array).sum(axis)
    else:
        places = target.array.astype(np.int64)
        shape = tensor.array.shape[:axis] + tensor.array.shape[axis + 1 :]
        if places.shape != shape:
            raise ValueError("Expected input batch_size to match target batch_size")
        wanted = places[places != ignore_index]
        if wanted.size and not (int(wanted.min()) >= 0 and int(wanted.max()) < tensor.array.shape[axis]):
            raise IndexError("Target is out of bounds.")
        values = -np.take_along_axis(logs, np.expand_dims(np.maximum(places, 0), axis), axis).squeeze(axis)
        if label_smoothing:
            values = (1 - float(label_smoothing)) * values - float(label_smoothing) * logs.mean(axis)
        shares = (places != ignore_index) * (1.0 if weight is None else _of_class(weight, places))
        values = values * shares
        if reduction == "mean":
            values, reduction = values / np.maximum(shares.sum(), 1e-30), "sum"
    found = fresh(tensor.machine, _mean(values, reduction), tensor.kind)
    settled(name, found, [tensor, target], elements=tensor.elements)
    return found


def _of_class(weight: Tensor, places: Array) -> Array:
    found: Array = np.take(weight.array, np.maximum(places, 0), mode="clip")
    return found


def embedded(tokens: Tensor, weight: Tensor, padding_idx: Any = None) -> Tensor:
    """Rows of a table. Raises IndexError."""
    if tokens.elements and not (int(tokens.array.min()) >= 0 and int(tokens.array.max()) < len(weight.array)):
        raise IndexError("index out of range in self")
    if weight.array.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    check_room(tokens.elements * weight.array.shape[-1])
    found = fresh(tokens.machine, weight.array[tokens.array.astype(np.int64)], weight.kind)
    settled("embedding", found, [tokens, weight], elements=found.elements, work=3.0 * tokens.elements)
    return found


def _pair(value: Any, axes: int) -> tuple[int, ...]:
    values = tuple(value) if isinstance(value, list | tuple) else (value,) * axes
    if len(values) == 1:
        values *= axes
    found = tuple(int(one) for one in values)
    if len(found) != axes or any(one < 0 for one in found):
        raise RuntimeError("sizes of another number of axes")
    return found


def windows_of(array: Array, size: tuple[int, ...], stride: tuple[int, ...], dilation: tuple[int, ...]) -> Array:
    """Windows over the last axes: [..., places, places, size, size]. Raises RuntimeError where none fits."""
    axes = tuple(range(array.ndim - len(size), array.ndim))
    spans = tuple((one - 1) * step + 1 for one, step in zip(size, dilation, strict=True))
    if any(span > array.shape[axis] or span < 1 for span, axis in zip(spans, axes, strict=True)):
        raise RuntimeError("Kernel size can't be greater than actual input size")
    if any(one < 1 for one in (*stride, *dilation)):
        raise RuntimeError("non-positive stride is not supported")
    found = np.lib.stride_tricks.sliding_window_view(array, spans, axes)
    parts = [slice(None)] * (array.ndim - len(size))
    steps = [slice(None, None, one) for one in stride]
    inner = [slice(None, None, one) for one in dilation]
    windows: Array = found[(*parts, *steps, *inner)]
    check_room(windows.size / 4)
    return windows


def convolved(axes: int) -> Callable[..., Tensor]:
    """As ``conv1d`` and ``conv2d``."""

    def run(
        tensor: Tensor,
        weight: Tensor,
        bias: Any = None,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: Any = 1,
    ) -> Tensor:
        array = tensor.array
        is_single = array.ndim == axes + 1
        array = array[None] if is_single else array
        size = weight.array.shape[2:]
        steps, between = _pair(stride, axes), _pair(dilation, axes)
        if padding == "same":
            totals = [(one - 1) * apart for one, apart in zip(size, between, strict=True)]
            widths = [(total // 2, total - total // 2) for total in totals]
        else:
            widths = [(one, one) for one in ((0,) * axes if padding == "valid" else _pair(padding, axes))]
        count = int(groups)
        if array.ndim != axes + 2 or count < 1 or array.shape[1] != weight.array.shape[1] * count:
            raise RuntimeError("expected input to have other channels")
        whole = prod(one + sum(w) for one, w in zip(array.shape, ((0, 0), (0, 0), *widths), strict=True))
        check_room(whole)
        tensor.machine.allows(whole / _ALLOWED)
        array = np.pad(array, [(0, 0), (0, 0), *widths])
        windows = windows_of(array, size, steps, between)
        outputs, inputs = weight.array.shape[0] // count, weight.array.shape[1]
        places = prod(windows.shape[2 : 2 + axes])
        work = float(len(array)) * places * weight.elements
        if work > MOST_PRODUCTS:
            raise Unsupported("a convolution too large")
        tensor.machine.allows(work / _ALLOWED)
        values = np.empty((len(array), outputs * count, *windows.shape[2 : 2 + axes]), dtype=array.dtype)
        contracted = ([1, *range(2 + axes, 2 + 2 * axes)], list(range(1, axes + 2)))
        for group in range(min(count, MOST_GROUPS)):
            part = windows[:, group * inputs : (group + 1) * inputs]
            own = weight.array[group * outputs : (group + 1) * outputs]
            found = np.tensordot(part, own, contracted)
            values[:, group * outputs : (group + 1) * outputs] = np.moveaxis(found, -1, 1)
        if bias is not None:
            values += bias.array.reshape(1, -1, *([1] * axes))
        result = fresh(tensor.machine, values[0] if is_single else values, tensor.kind)
        operands = [tensor, weight] if bias is None else [tensor, weight, bias]
        _pay_for_convolution(tensor, weight, result, work, operands, is_plain=max(steps) == max(between) == 1)
        return result

    return run


MOST_GROUPS: Final = 64
#: What a place of an image takes of the allowance.
_PLACE: Final = 100.0
#: Multiplications that take as much of the allowance as one of its nanoseconds.
_ALLOWED: Final = 40.0


def _pay_for_convolution(
    tensor: Tensor, weight: Tensor, found: Tensor, work: float, operands: list[Tensor], *, is_plain: bool
) -> None:
    """PyTorch has a way for one small image, and another one."""
    size = weight.array.shape[2:]
    is_single = tensor.array.ndim == len(size) + 1 or len(tensor.array) == 1
    width = max(size) if len(size) > 1 else 1
    places = found.elements / max(1, weight.array.shape[0])
    if is_single and is_plain and tensor.elements <= PATCHED_ELEMENTS and width <= PATCHED_WIDTH:
        name, (each, moved, nbytes) = "convolution_by_patches", PATCHED
        made = places * prod(weight.array.shape[1:])
    else:
        name, (each, moved, nbytes) = "convolution_by_blocks", BLOCKED
        channels = weight.array.shape[1]
        made = tensor.elements / max(1, channels) * BLOCK * -(-channels // BLOCK)
    settled(name, found, operands, elements=0, work=each * work + moved * (made + found.elements))
    found.machine.briefly(int(nbytes * made))


def pooled(name: str, axes: int, run: Callable[..., Any]) -> Callable[..., Tensor]:
    """As ``max_pool2d`` and its like."""

    def pool(
        tensor: Tensor,
        kernel_size: Any,
        stride: Any = None,
        padding: Any = 0,
        dilation: Any = 1,
        ceil_mode: Any = False,
    ) -> Tensor:
        if tensor.array.ndim not in {axes + 1, axes + 2} or ceil_mode:
            raise Unsupported("pooling of another kind")
        size, widths = _pair(kernel_size, axes), _pair(padding, axes)
        steps = size if stride is None or stride == [] else _pair(stride, axes)
        array = tensor.array
        if any(widths):
            around = [(0, 0)] * (array.ndim - axes) + [(one, one) for one in widths]
            check_room(prod(one + sum(w) for one, w in zip(array.shape, around, strict=True)))
            array = np.pad(array, around, constant_values=0 if name.startswith("avg") else -np.inf)
        windows = windows_of(array, size, steps, _pair(dilation, axes))
        tensor.machine.allows(windows.size / _ALLOWED)
        found = fresh(tensor.machine, run(windows, axis=tuple(range(-axes, 0))), tensor.kind)
        settled(name, found, [tensor], elements=max(tensor.elements, found.elements))
        return found

    return pool


def adaptive(name: str, axes: int, run: Callable[..., Any]) -> Callable[..., Tensor]:
    """As ``adaptive_avg_pool2d`` and its like."""

    def pool(tensor: Tensor, output_size: Any) -> Tensor:
        wanted = output_size if isinstance(output_size, list | tuple) else (output_size,) * axes
        own = tensor.array.shape[-axes:]
        sizes = _pair([here if one is None else one for one, here in zip(wanted, own, strict=True)], axes)
        check_room(prod(sizes) * prod(tensor.array.shape[:-axes]))
        array = tensor.array
        for axis, size in zip(range(-axes, 0), sizes, strict=True):
            length = array.shape[axis]
            tensor.machine.allows(_PLACE * size)
            check_room(array.size / max(1, length) * size)
            rows = [
                run(np.take(array, range(place * length // size, -(-(place + 1) * length // size)), axis), axis=axis)
                for place in range(size)
            ]
            array = np.stack(rows, axis)
        found = fresh(tensor.machine, array, tensor.kind)
        settled(name, found, [tensor])
        return found

    return pool


def _unfold(tensor: Tensor, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> Tensor:
    if tensor.array.ndim != 4:
        raise Unsupported("patches of one image")
    widths = _pair(padding, 2)
    array = np.pad(tensor.array, [(0, 0), (0, 0), *((one, one) for one in widths)])
    check_room(array.size)
    windows = windows_of(array, _pair(kernel_size, 2), _pair(stride, 2), _pair(dilation, 2))
    check_room(windows.size)
    turned = windows.transpose(0, 1, 4, 5, 2, 3)
    values = turned.reshape(len(array), prod(turned.shape[1:4]), prod(turned.shape[4:]))
    found = fresh(tensor.machine, np.ascontiguousarray(values), tensor.kind)
    settled("unfold_images", found, [tensor])
    return found


def _interpolate(tensor: Tensor, size: Any = None, scale_factor: Any = None, mode: Any = "nearest", **_: Any) -> Tensor:
    axes = tensor.array.ndim - 2
    if axes not in {1, 2}:
        raise Unsupported("images of other axes")
    lengths = tensor.array.shape[2:]
    factors = scale_factor if isinstance(scale_factor, list | tuple) else [scale_factor] * axes
    if size is None:
        size = [int(one * float(factor)) for one, factor in zip(lengths, factors, strict=True)]
    sizes = _pair(size, axes)
    array = tensor.array
    for axis, (length, wanted) in enumerate(zip(lengths, sizes, strict=True), 2):
        check_room(array.size / max(1, length) * wanted)
        array = np.take(array, np.arange(wanted) * length // max(1, wanted), axis)
    found = fresh(tensor.machine, np.ascontiguousarray(array), tensor.kind)
    each = 1.0 if mode == "nearest" else 6.0
    settled("interpolate", found, [tensor], elements=each * found.elements)
    return found


def normed(name: str, tensor: Tensor, axes: tuple[int, ...], weight: Any, bias: Any, eps: Any, shape: Any) -> Tensor:
    """Of no mean and a variance of one along axes, times a weight and with a bias, both of `shape`."""
    _fractions(tensor)
    array = tensor.array
    values = (array - array.mean(axes, keepdims=True)) / np.sqrt(array.var(axes, keepdims=True) + float(eps))
    size = prod(tensor.shape[1] if one < 0 else one for one in shape)
    _check_size(weight, size)
    _check_size(bias, size)
    if weight is not None:
        values = values * weight.array.reshape(shape)
    if bias is not None:
        values = values + bias.array.reshape(shape)
    found = fresh(tensor.machine, values, tensor.kind)
    settled(name, found, [tensor, *(one for one in (weight, bias) if one is not None)], elements=tensor.elements)
    return found


def layer_norm(tensor: Tensor, normalized_shape: Any, weight: Any = None, bias: Any = None, eps: Any = 1e-5) -> Tensor:
    shape = tuple(normalized_shape) if isinstance(normalized_shape, list | tuple) else (normalized_shape,)
    if tensor.array.shape[tensor.array.ndim - len(shape) :] != shape:
        raise RuntimeError("Given normalized_shape, expected input with another shape")
    return normed("layer_norm", tensor, tuple(range(-len(shape), 0)), weight, bias, eps, shape)


def group_norm(tensor: Tensor, num_groups: Any, weight: Any = None, bias: Any = None, eps: Any = 1e-5) -> Tensor:
    tensor = laid_out(tensor)
    count, channels = int(num_groups), tensor.array.shape[1]
    if count < 1 or channels % count:
        raise RuntimeError("Expected number of channels in input to be divisible by num_groups")
    shape = (1, -1, *([1] * (tensor.array.ndim - 2)))
    grouped = Tensor(tensor.machine, tensor.array.reshape(len(tensor.array), count, -1), tensor.kind, tensor.storage)
    found = normed("group_norm", grouped, (-1,), None, None, eps, shape)
    array = found.array.reshape(tensor.array.shape)
    _check_size(weight, channels)
    _check_size(bias, channels)
    if weight is not None:
        array = array * weight.array.reshape(shape) + (0 if bias is None else bias.array.reshape(shape))
    result = Tensor(tensor.machine, array.astype(tensor.kind.held, copy=False), tensor.kind, found.storage)
    result.is_view = False
    remember("group_norm", [tensor, *(one for one in (weight, bias) if one is not None)], [result])
    return result


def batch_norm(
    tensor: Tensor,
    running_mean: Any,
    running_var: Any,
    weight: Any = None,
    bias: Any = None,
    training: bool = False,
    momentum: Any = 0.1,
    eps: Any = 1e-5,
) -> Tensor:
    axes = (0, *range(2, tensor.array.ndim))
    shape = (1, -1, *([1] * (tensor.array.ndim - 2)))
    return normed("batch_norm", tensor, axes, weight, bias, eps, shape)


def _instance_norm(tensor: Tensor, *, eps: Any = 1e-5) -> Tensor:
    return normed("instance_norm", tensor, tuple(range(2, tensor.array.ndim)), None, None, eps, ())


def dropped(tensor: Tensor, p: Any = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """As ``dropout``."""
    if not training or p == 0:
        return tensor
    keeps = np.random.default_rng(_SEED).random(tensor.array.shape) >= float(p)
    found = fresh(tensor.machine, tensor.array * keeps / max(1e-6, 1 - float(p)), tensor.kind)
    settled("dropout", found, [tensor])
    return found


_SEED: Final = 7


def attended(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Any = None,
    dropout_p: Any = 0.0,
    is_causal: bool = False,
    scale: Any = None,
) -> Tensor:
    """As ``scaled_dot_product_attention``."""
    if min(query.array.ndim, key.array.ndim, value.array.ndim) < 2:
        raise RuntimeError("attention is of two axes and more")
    batches = prod(check_broadcast(query.shape[:-2], key.shape[:-2], value.shape[:-2]))
    scored = (*check_broadcast(query.shape[:-2], key.shape[:-2]), query.shape[-2], key.shape[-2])
    if attn_mask is not None and check_broadcast(scored, attn_mask.shape) != scored:
        raise RuntimeError("The expanded size of the tensor must match the existing size")
    scores = float(batches) * query.shape[-2] * key.shape[-2]
    steps = scores * max(query.shape[-1], value.shape[-1])
    check_room(scores)
    check_room(batches * query.shape[-2] * value.shape[-1])
    if steps > MOST_PRODUCTS:
        raise Unsupported("attention too large")
    try:
        weights = query.array @ np.swapaxes(key.array, -1, -2)
        weights = weights * (1.0 / sqrt(max(1, query.array.shape[-1])) if scale is None else float(scale))
        if is_causal:
            weights = np.where(np.tri(*weights.shape[-2:]) > 0, weights, -np.inf)
        if attn_mask is not None:
            mask = attn_mask.array
            weights = np.where(mask, weights, -np.inf) if mask.dtype == np.bool_ else weights + mask
        weights = np.where(np.isneginf(weights).all(-1, keepdims=True), 0.0, weights).astype(query.kind.held)
        values = softened(weights, -1) @ value.array
    except ValueError:
        raise RuntimeError("The sizes of tensors do not match") from None
    found = fresh(query.machine, values, query.kind)
    work = 2 * products_time(steps, query.kind) + _SCORE * scores
    settled("scaled_dot_product_attention", found, [query, key, value], work=work)
    # With four axes scores are made block by block, else they are all there, with their shares.
    is_blocked = query.array.ndim == _BLOCKED_AXES
    query.machine.briefly(0 if is_blocked else int(2 * scores * query.kind.itemsize))
    return found


#: Nanoseconds of a score of attention.
_SCORE: Final = 3.3
_BLOCKED_AXES: Final = 4


def _floored(shares: Array) -> Array:
    found: Array = np.maximum(np.log(shares), -100)
    return found


METHODS: Final[Mapping[str, Callable[..., Any]]] = {"softmax": _softmax, "log_softmax": _log_softmax}
FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    **METHODS,
    **{
        name: ELEMENTWISE[name]
        for name in (
            *("relu", "sigmoid", "tanh", "gelu", "silu", "softplus", "leaky_relu", "elu", "mish", "logsigmoid"),
            *("relu6", "hardtanh", "hardsigmoid", "relu_", "elu_", "leaky_relu_"),
        )
    },
    "linear": linear,
    "pad": padded,
    "normalize": _normalize,
    "cosine_similarity": _cosine,
    "one_hot": _one_hot,
    "mse_loss": _loss("mse_loss", lambda left, right: (left - right) ** 2),
    "l1_loss": _loss("l1_loss", lambda left, right: np.abs(left - right)),
    "smooth_l1_loss": _loss("smooth_l1_loss", _smooth),
    "huber_loss": _loss("huber_loss", _huber),
    "kl_div": _loss("kl_div", _divergence),
    "binary_cross_entropy": _loss(
        "binary_cross_entropy",
        lambda left, right: -(right * _floored(left) + (1 - right) * _floored(1 - left)),
    ),
    "binary_cross_entropy_with_logits": _loss(
        "binary_cross_entropy", lambda left, right: np.logaddexp(left, 0) - left * right
    ),
    "cross_entropy": _cross_entropy,
    "nll_loss": lambda tensor, target, **named: _of_classes("nll_loss", tensor, target, **named),
    "embedding": embedded,
    "conv1d": convolved(1),
    "conv2d": convolved(2),
    "max_pool1d": pooled("max_pool1d", 1, np.max),
    "max_pool2d": pooled("max_pool2d", 2, np.max),
    "avg_pool1d": pooled("avg_pool1d", 1, np.mean),
    "avg_pool2d": pooled("avg_pool2d", 2, np.mean),
    "adaptive_avg_pool1d": adaptive("adaptive_avg_pool1d", 1, np.mean),
    "adaptive_avg_pool2d": adaptive("adaptive_avg_pool2d", 2, np.mean),
    "adaptive_max_pool2d": adaptive("adaptive_max_pool2d", 2, np.max),
    "unfold": _unfold,
    "interpolate": _interpolate,
    "layer_norm": layer_norm,
    "group_norm": group_norm,
    "batch_norm": batch_norm,
    "instance_norm": _instance_norm,
    "dropout": dropped,
    "scaled_dot_product_attention": attended,
}
