"""Losses, those of ``torch.nn.functional``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.elementwise import check_shapes
from perfcast.trial.libraries.torch.shape_only import Hollow
from perfcast.trial.libraries.torch.softmax import check_fractions, logs_of
from perfcast.trial.libraries.torch.values import Array, Tensor, fresh

_HALF: Final = 0.5


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
    def run(tensor: Tensor, target: Tensor, *weight: Any, reduction: Any = "mean", **named: Any) -> Tensor:
        named = {one: value for one, value in named.items() if one not in _WEIGHTS or value is not None}
        if not set(named) <= _BOUNDS or any(one is not None for one in weight):
            raise Unsupported(f"{name} with other arguments")
        check_fractions(tensor)
        check_shapes(tensor, target)
        bounds = [float(value) for value in named.values()]
        found = fresh(tensor.machine, _mean(compute(tensor.array, target.array, *bounds), reduction), tensor.kind)
        settled(name, found, [tensor, target], elements=max(tensor.elements, target.elements))
        return found

    return run


_WEIGHTS: Final = frozenset({"weight", "pos_weight"})
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


def _floored(shares: Array) -> Array:
    found: Array = np.maximum(np.log(shares), -100)
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
    check_fractions(tensor)
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
        wanted = places if isinstance(places, Hollow) else places[places != ignore_index]
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


FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
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
        "binary_cross_entropy_with_logits", lambda left, right: np.logaddexp(left, 0) - left * right
    ),
    "cross_entropy": _cross_entropy,
    "nll_loss": lambda tensor, target, **named: _of_classes("nll_loss", tensor, target, **named),
}
