"""Convolutions, pooling and padding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.prices import (
    BLOCK,
    BLOCKED,
    LARGE_CONVOLUTION,
    PATCHED,
    PATCHED_ELEMENTS,
    PATCHED_WIDTH,
)
from perfcast.trial.libraries.torch.shape_only import are_left_out, in_order, made
from perfcast.trial.libraries.torch.values import Array, Tensor, allow, check_room, check_work, fresh

_UNKNOWN_PADDING: Final = "padding of another kind"


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


def lengths(value: Any, axes: int) -> tuple[int, ...]:
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


#: Groups of channels, each of which NumPy multiplies by itself.
_MOST_GROUPS: Final = 64


_TOGETHER: Final = 8


#: What a place of an image takes of the allowance.
_PLACE: Final = 100.0


#: Multiplications that take as much of the allowance as one of its nanoseconds.
_ALLOWED: Final = 40.0


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
        steps, between = lengths(stride, axes), lengths(dilation, axes)
        if padding == "same":
            totals = [(one - 1) * apart for one, apart in zip(size, between, strict=True)]
            widths = [(total // 2, total - total // 2) for total in totals]
        else:
            widths = [(one, one) for one in ((0,) * axes if padding == "valid" else lengths(padding, axes))]
        count = int(groups)
        if count > _MOST_GROUPS and not are_left_out():
            raise Unsupported("so many groups")
        if array.ndim != axes + 2 or count < 1 or array.shape[1] != weight.array.shape[1] * count:
            raise RuntimeError("expected input to have other channels")
        whole = prod(one + sum(w) for one, w in zip(array.shape, ((0, 0), (0, 0), *widths), strict=True))
        check_room(whole)
        allow(tensor.machine, whole / _ALLOWED)
        array = np.pad(array, [(0, 0), (0, 0), *widths])
        windows = windows_of(array, size, steps, between)
        outputs, inputs = weight.array.shape[0] // count, weight.array.shape[1]
        places = prod(windows.shape[2 : 2 + axes])
        work = float(len(array)) * places * weight.elements
        check_work(work)
        allow(tensor.machine, work / _ALLOWED)
        shape = (len(array), outputs * count, *windows.shape[2 : 2 + axes])
        contracted = ([1, *range(2 + axes, 2 + 2 * axes)], list(range(1, axes + 2)))

        def by_groups() -> Array:
            values = np.empty(shape, dtype=array.dtype)
            for group in range(count):
                part = windows[:, group * inputs : (group + 1) * inputs]
                own = weight.array[group * outputs : (group + 1) * outputs]
                found = np.tensordot(part, own, contracted)
                values[:, group * outputs : (group + 1) * outputs] = np.moveaxis(found, -1, 1)
            return values

        values = made(shape, array.dtype, by_groups)
        if bias is not None:
            values += bias.array.reshape(1, -1, *([1] * axes))
        result = fresh(tensor.machine, values[0] if is_single else values, tensor.kind)
        operands = [tensor, weight] if bias is None else [tensor, weight, bias]
        pay_for_convolution(tensor, weight, result, work, operands, is_plain=max(steps) == max(between) == 1)
        return result

    return run


def pay_for_convolution(
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
        channels = tensor.array.shape[-1 - len(size)]
        made = tensor.elements / max(1, channels) * BLOCK * -(-channels // BLOCK)
    if are_left_out():
        # Channels are multiplied eight at a time.
        inner = weight.array.shape[1]
        each *= LARGE_CONVOLUTION * -(-inner // _TOGETHER) * _TOGETHER / max(1, inner)
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
        return_indices: Any = False,
        ceil_mode: Any = False,
        count_include_pad: Any = True,
    ) -> Tensor:
        if return_indices:
            raise Unsupported("places of what was pooled")
        if tensor.array.ndim not in {axes + 1, axes + 2}:
            raise Unsupported("pooling of another kind")
        size, widths = lengths(kernel_size, axes), lengths(padding, axes)
        steps = size if stride is None or stride == [] else lengths(stride, axes)
        array = tensor.array
        behind = [0] * axes
        if ceil_mode:
            # A last window may begin within and end beyond.
            behind = [
                -(length + 2 * width - one) % max(1, step)
                for length, width, one, step in zip(array.shape[-axes:], widths, size, steps, strict=True)
            ]
        if any(widths) or any(behind):
            around = [(0, 0)] * (array.ndim - axes) + [
                (one, one + more) for one, more in zip(widths, behind, strict=True)
            ]
            check_room(prod(one + sum(w) for one, w in zip(array.shape, around, strict=True)))
            array = np.pad(array, around, constant_values=0 if name.startswith("avg") else -np.inf)
        windows = windows_of(array, size, steps, lengths(dilation, axes))
        allow(tensor.machine, windows.size / _ALLOWED)
        found = fresh(tensor.machine, run(windows, axis=tuple(range(-axes, 0))), tensor.kind)
        settled(name, found, [tensor], elements=max(tensor.elements, found.elements))
        return found

    return pool


def adaptive(name: str, axes: int, run: Callable[..., Any]) -> Callable[..., Tensor]:
    """As ``adaptive_avg_pool2d`` and its like."""

    def pool(tensor: Tensor, output_size: Any) -> Tensor:
        wanted = output_size if isinstance(output_size, list | tuple) else (output_size,) * axes
        own = tensor.array.shape[-axes:]
        sizes = lengths([here if one is None else one for one, here in zip(wanted, own, strict=True)], axes)
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
    widths = lengths(padding, 2)
    array = np.pad(tensor.array, [(0, 0), (0, 0), *((one, one) for one in widths)])
    check_room(array.size)
    windows = windows_of(array, lengths(kernel_size, 2), lengths(stride, 2), lengths(dilation, 2))
    check_room(windows.size)
    turned = windows.transpose(0, 1, 4, 5, 2, 3)
    values = turned.reshape(len(array), prod(turned.shape[1:4]), prod(turned.shape[4:]))
    found = fresh(tensor.machine, in_order(values), tensor.kind)
    settled("unfold_images", found, [tensor])
    return found


def _interpolate(
    tensor: Tensor, size: Any = None, scale_factor: Any = None, mode: Any = "nearest", align_corners: Any = None
) -> Tensor:
    axes = tensor.array.ndim - 2
    if axes not in {1, 2}:
        raise Unsupported("images of other axes")
    if isinstance(size, list | tuple) and len(size) != axes:
        raise ValueError("Input and output must have the same number of spatial dimensions")
    own = tensor.array.shape[2:]
    factors = scale_factor if isinstance(scale_factor, list | tuple) else [scale_factor] * axes
    if size is None:
        size = [int(one * float(factor)) for one, factor in zip(own, factors, strict=True)]
    sizes = lengths(size, axes)
    array = tensor.array
    for axis, (length, wanted) in enumerate(zip(own, sizes, strict=True), 2):
        check_room(array.size / max(1, length) * wanted)
        array = np.take(array, np.arange(wanted) * length // max(1, wanted), axis)
    found = fresh(tensor.machine, in_order(array), tensor.kind)
    each = 1.0 if mode == "nearest" else 6.0
    settled("interpolate", found, [tensor], elements=each * found.elements)
    return found


FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "pad": padded,
    **{f"conv{axes}d": convolved(axes) for axes in (1, 2, 3)},
    **{f"max_pool{axes}d": pooled(f"max_pool{axes}d", axes, np.max) for axes in (1, 2, 3)},
    **{f"avg_pool{axes}d": pooled(f"avg_pool{axes}d", axes, np.mean) for axes in (1, 2, 3)},
    **{f"adaptive_avg_pool{axes}d": adaptive(f"adaptive_avg_pool{axes}d", axes, np.mean) for axes in (1, 2, 3)},
    **{f"adaptive_max_pool{axes}d": adaptive(f"adaptive_max_pool{axes}d", axes, np.max) for axes in (1, 2)},
    "unfold": _unfold,
    "interpolate": _interpolate,
}
