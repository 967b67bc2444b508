"""Transposed convolutions, interpolation, pixel shuffle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.convolutions import lengths, pay_for_convolution, windows_of
from perfcast.trial.libraries.torch.shape_only import in_order, made
from perfcast.trial.libraries.torch.values import Array, Tensor, allow, check_room, check_work, fresh

#: Multiplications that take as much of the allowance as one of its nanoseconds.
_ALLOWED: Final = 40.0


def transposed(axes: int) -> Callable[..., Tensor]:
    """As ``conv_transpose1d`` and its like."""

    def run(
        tensor: Tensor,
        weight: Tensor,
        bias: Any = None,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: Any = 1,
        dilation: Any = 1,
    ) -> Tensor:
        array = tensor.array
        if array.ndim != axes + 2 or int(groups) != 1:
            raise Unsupported("a transposed convolution of another kind")
        if array.shape[1] != weight.array.shape[0]:
            raise RuntimeError("expected input to have other channels")
        size = weight.array.shape[2:]
        steps, widths = lengths(stride, axes), lengths(padding, axes)
        more, between = lengths(output_padding, axes), lengths(dilation, axes)
        spans = [apart * (one - 1) for apart, one in zip(between, size, strict=True)]
        found = [
            (length - 1) * step - 2 * width + span + extra + 1
            for length, step, width, span, extra in zip(array.shape[2:], steps, widths, spans, more, strict=True)
        ]
        if min(found) < 1:
            raise RuntimeError("calculated output size is too small")
        shape = (len(array), weight.array.shape[1], *found)
        check_room(prod(shape))
        work = float(tensor.elements) * prod(weight.array.shape[1:])
        check_work(work)
        allow(tensor.machine, work * prod(steps) / _ALLOWED)

        def values() -> Array:
            apart = np.zeros(
                (*array.shape[:2], *((one - 1) * step + 1 for one, step in zip(array.shape[2:], steps, strict=True))),
                dtype=array.dtype,
            )
            every = tuple(slice(None, None, step) for step in steps)
            apart[(slice(None), slice(None), *every)] = array
            around = [
                (span - width, span - width + extra) for span, width, extra in zip(spans, widths, more, strict=True)
            ]
            cut = tuple(
                slice(max(0, -low), one - max(0, -high))
                for (low, high), one in zip(around, apart.shape[2:], strict=True)
            )
            wider = [(0, 0), (0, 0), *((max(0, low), max(0, high)) for low, high in around)]
            wide = np.pad(apart[(slice(None), slice(None), *cut)], wider)
            turned = np.flip(weight.array, tuple(range(2, 2 + axes)))
            windows = windows_of(wide, size, (1,) * axes, between)
            inner = ([1, *range(2 + axes, 2 + 2 * axes)], [0, *range(2, 2 + axes)])
            result: Array = np.moveaxis(np.tensordot(windows, turned, inner), -1, 1)
            return result

        made_values = made(shape, array.dtype, values)
        if bias is not None:
            made_values = made_values + bias.array.reshape(1, -1, *([1] * axes))
        result = fresh(tensor.machine, made_values, tensor.kind)
        operands = [tensor, weight] if bias is None else [tensor, weight, bias]
        pay_for_convolution(tensor, weight, result, work, operands, is_plain=False)
        return result

    return run


def shuffled(tensor: Tensor, upscale_factor: Any) -> Tensor:
    """As ``pixel_shuffle``."""
    factor = int(upscale_factor)
    *batch, channels, height, width = tensor.shape if tensor.array.ndim > 2 else (1, *tensor.shape)
    if factor < 1 or channels % factor**2:
        raise RuntimeError("pixel_shuffle expects its input's channels to be divisible by the square of the factor")
    inner = channels // factor**2
    split = tensor.array.reshape(*batch, inner, factor, factor, height, width)
    first = len(batch)
    order = (*range(first), first, first + 3, first + 1, first + 4, first + 2)
    turned = in_order(split.transpose(order)).reshape(*batch, inner, height * factor, width * factor)
    found = fresh(tensor.machine, turned, tensor.kind)
    settled("layout", found, [tensor])
    return found


FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    **{f"conv_transpose{axes}d": transposed(axes) for axes in (1, 2, 3)},
    "pixel_shuffle": shuffled,
}
