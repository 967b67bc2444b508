"""Functions of neural networks, those of ``torch.nn.functional``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod, sqrt
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch import convolutions, losses, upsampling
from perfcast.trial.libraries.torch.charging import remember, settled
from perfcast.trial.libraries.torch.dtypes import INT64
from perfcast.trial.libraries.torch.elementwise import METHODS as ELEMENTWISE
from perfcast.trial.libraries.torch.elementwise import check_shapes, sigmoid
from perfcast.trial.libraries.torch.function_calls import axis_of
from perfcast.trial.libraries.torch.products import product_steps, products_time
from perfcast.trial.libraries.torch.reshaping import laid_out
from perfcast.trial.libraries.torch.shape_only import made
from perfcast.trial.libraries.torch.softmax import METHODS as SHARES
from perfcast.trial.libraries.torch.softmax import check_fractions, softened
from perfcast.trial.libraries.torch.values import Tensor, check_broadcast, check_room, check_work, fresh

#: Nanoseconds of an element of tensors that are repeated along each other's axes.
_REPEATED: Final = 2.7


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
    settled("linear", found, operands, work=products_time(steps, kind, weight.elements), call=400.0)
    return found


def _check_size(weight: Any, size: int) -> None:
    """Raises RuntimeError for a weight or a bias of another size."""
    if weight is not None and weight.elements != size:
        raise RuntimeError("weight should contain other elements")


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


def embedded(tokens: Tensor, weight: Tensor, padding_idx: Any = None) -> Tensor:
    """Rows of a table. Raises IndexError."""
    if tokens.elements and not (int(tokens.array.min()) >= 0 and int(tokens.array.max()) < len(weight.array)):
        raise IndexError("index out of range in self")
    if weight.array.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    check_room(tokens.elements * weight.array.shape[-1])
    shape = (*tokens.array.shape, weight.array.shape[-1])
    rows = made(shape, weight.array.dtype, lambda: weight.array[tokens.array.astype(np.int64)])
    found = fresh(tokens.machine, rows, weight.kind)
    settled("embedding", found, [tokens, weight], elements=found.elements, work=3.0 * tokens.elements)
    return found


def normed(name: str, tensor: Tensor, axes: tuple[int, ...], weight: Any, bias: Any, eps: Any, shape: Any) -> Tensor:
    """Of no mean and a variance of one along axes, times a weight and with a bias, both of `shape`."""
    check_fractions(tensor)
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


def instance_norm(
    tensor: Tensor,
    running_mean: Any = None,
    running_var: Any = None,
    weight: Any = None,
    bias: Any = None,
    use_input_stats: bool = True,
    momentum: Any = 0.1,
    eps: Any = 1e-5,
) -> Tensor:
    shape = (1, -1, *([1] * (tensor.array.ndim - 2)))
    return normed("instance_norm", tensor, tuple(range(2, tensor.array.ndim)), weight, bias, eps, shape)


def rms_norm(tensor: Tensor, normalized_shape: Any, weight: Any = None, eps: Any = None) -> Tensor:
    check_fractions(tensor)
    shape = tuple(normalized_shape) if isinstance(normalized_shape, list | tuple) else (normalized_shape,)
    if tensor.array.shape[tensor.array.ndim - len(shape) :] != shape:
        raise RuntimeError("Given normalized_shape, expected input with another shape")
    array = tensor.array
    squares = (array * array).mean(tuple(range(-len(shape), 0)), keepdims=True)
    values = array / np.sqrt(squares + (1.2e-7 if eps is None else float(eps)))
    if weight is not None:
        values = values * weight.array
    found = fresh(tensor.machine, values, tensor.kind)
    settled("layer_norm", found, [tensor, *([] if weight is None else [weight])], elements=tensor.elements)
    return found


def rectified(tensor: Tensor, weight: Tensor) -> Tensor:
    """As ``prelu``."""
    shape = (1, -1, *([1] * (tensor.array.ndim - 2))) if weight.elements > 1 else (1,)
    values = np.where(tensor.array > 0, tensor.array, tensor.array * weight.array.reshape(shape))
    found = fresh(tensor.machine, values, tensor.kind)
    settled("leaky_relu", found, [tensor, weight])
    return found


def gated_linear(tensor: Tensor, dim: Any = -1) -> Tensor:
    """As ``glu``."""
    axis = axis_of(tensor, dim)
    if tensor.shape[axis] % 2:
        raise RuntimeError("Halving dimension must be even")
    left, right = np.split(tensor.array, 2, axis)
    found = fresh(tensor.machine, left * sigmoid(right), tensor.kind)
    settled("sigmoid", found, [tensor])
    return found


def dropped(tensor: Tensor, p: Any = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """As ``dropout``."""
    if not training or p == 0:
        return tensor
    chances = made(tensor.shape, np.float64, lambda: np.random.default_rng(_SEED).random(tensor.shape))
    keeps = chances >= float(p)
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
    check_work(steps)
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
    # With four axes scores are made block by block, unless some are dropped; else all are there, with their shares.
    is_blocked = query.array.ndim == _BLOCKED_AXES and not dropout_p
    query.machine.briefly(0 if is_blocked else int(2 * scores * query.kind.itemsize))
    return found


#: Nanoseconds of a score of attention.
_SCORE: Final = 3.3


_BLOCKED_AXES: Final = 4


FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    **SHARES,
    **convolutions.FUNCTIONS,
    **upsampling.FUNCTIONS,
    **losses.FUNCTIONS,
    **{
        name: ELEMENTWISE[name]
        for name in (
            *("relu", "sigmoid", "tanh", "gelu", "silu", "softplus", "leaky_relu", "elu", "mish", "logsigmoid"),
            *("relu6", "hardtanh", "hardsigmoid", "relu_", "elu_", "leaky_relu_"),
            *("hardswish", "selu", "celu", "softsign", "tanhshrink", "hardshrink", "softshrink", "threshold"),
        )
    },
    "linear": linear,
    "normalize": _normalize,
    "cosine_similarity": _cosine,
    "one_hot": _one_hot,
    "embedding": embedded,
    "layer_norm": layer_norm,
    "group_norm": group_norm,
    "batch_norm": batch_norm,
    "instance_norm": instance_norm,
    "rms_norm": rms_norm,
    "softmin": lambda tensor, dim=None: SHARES["softmax"](ELEMENTWISE["neg"](tensor), dim),
    "prelu": rectified,
    "glu": gated_linear,
    **dict.fromkeys(("dropout", "dropout1d", "dropout2d", "dropout3d", "alpha_dropout"), dropped),
    "upsample": convolutions.FUNCTIONS["interpolate"],
    "scaled_dot_product_attention": attended,
}
