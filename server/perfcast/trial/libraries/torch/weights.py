"""Weights of layers, and what ``torch.nn.init`` and ``torch.nn.utils`` do with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.dtypes import FLOAT32
from perfcast.trial.libraries.torch.function_calls import shape_of
from perfcast.trial.libraries.torch.shape_only import Hollow, made
from perfcast.trial.libraries.torch.values import Tensor, fresh, worked

_SEED: Final = 17
#: Nanoseconds of a gradient that is looked at.
_CLIPPED: Final = 6_000.0


def drawn_weight(machine: Machine, *shape: Any, spread: float | None = None) -> Tensor:
    """Drawn by chance, within one over the root of its last axis where no spread is given."""
    sizes = shape_of(shape)
    within = 1.0 / sqrt(max(1, sizes[-1])) if spread is None else spread
    drawn = made(sizes, FLOAT32.held, lambda: np.random.default_rng(_SEED).uniform(-within, within, sizes))
    return _wanted(fresh(machine, drawn, FLOAT32))


def constant(machine: Machine, value: float, *shape: Any) -> Tensor:
    """Of one value."""
    sizes = shape_of(shape)
    return _wanted(fresh(machine, made(sizes, FLOAT32.held, lambda: np.full(sizes, value)), FLOAT32))


def _wanted(weight: Tensor) -> Tensor:
    weight.needs_gradient = weight.is_weight = True
    return weight


def _drawn(tensor: Tensor, *_: Any, **__: Any) -> Tensor:
    within = 1.0 / sqrt(max(1, tensor.shape[-1] if tensor.array.ndim else 1))
    if not isinstance(tensor.array, Hollow):
        tensor.array[...] = np.random.default_rng(_SEED).uniform(-within, within, tensor.shape)
    settled("rand", tensor, [tensor])
    return tensor


def _filled(tensor: Tensor, val: Any) -> Tensor:
    tensor.array[...] = float(val)
    settled("fill_", tensor, [tensor])
    return tensor


def _diagonal(tensor: Tensor) -> Tensor:
    if tensor.array.ndim != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    if not isinstance(tensor.array, Hollow):
        tensor.array[...] = np.eye(tensor.shape[0], tensor.shape[1])
    settled("eye", tensor, [tensor], call=_MADE_ANEW)
    return tensor


#: Nanoseconds of a tensor that is made into one that there is.
_MADE_ANEW: Final = 5_000.0
_BY_CHANCE: Final = (
    *("normal_", "uniform_", "xavier_uniform_", "xavier_normal_", "kaiming_uniform_", "kaiming_normal_"),
    *("trunc_normal_", "orthogonal_", "sparse_"),
)
#: What the module ``torch.nn.init`` holds.
INIT: Final[Mapping[str, Callable[..., Any]]] = {
    **dict.fromkeys(_BY_CHANCE, _drawn),
    "zeros_": lambda tensor: _filled(tensor, 0.0),
    "ones_": lambda tensor: _filled(tensor, 1.0),
    "constant_": _filled,
    "eye_": _diagonal,
}


def gain(nonlinearity: Any, param: Any = None) -> float:
    """As ``calculate_gain``."""
    slope = 0.01 if param is None else float(param)
    gains = {"tanh": 5.0 / 3, "relu": sqrt(2.0), "leaky_relu": sqrt(2.0 / (1 + slope**2)), "selu": 0.75}
    return gains.get(str(nonlinearity), 1.0)


def clip_norm(machine: Machine, parameters: Iterable[Any], max_norm: Any, **_: Any) -> Tensor:
    """As ``clip_grad_norm_``; gradients are small as they are made up."""
    weights = [parameters] if isinstance(parameters, Tensor) else list(machine.counted(parameters))
    gradients = [one.gradient for one in weights if isinstance(one, Tensor) and one.gradient is not None]
    machine.array(worked(sum(one.elements for one in gradients)), _CLIPPED * (1 + len(gradients)), 0.0)
    total = sqrt(sum(float((one.array.astype(np.float64) ** 2).sum()) for one in gradients))
    return fresh(machine, np.float32(total))
