"""Chains of operations drawn by lot, on a matrix and on vectors and matrices beside it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from model_export.corpus.triton.inductor.tensors import Tensors

Step = Callable[[Any, list[Any]], Any]


def chain(tensors: Tensors, rng: random.Random) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """A function of some tensors that does two to eight things, and the tensors."""
    rows, columns = tensors.rows()
    others = [tensors.real(*rng.choice(((rows, columns), (columns,), (rows, 1)))) for _ in range(rng.randint(0, 3))]
    steps = [_drawn(rng, len(others)) for _ in range(rng.randint(2, 8))]
    ends_reduced, returns_both = rng.random() < 0.3, rng.random() < 0.25

    def run(first: Any, *more: Any) -> Any:
        value, kept = first, None
        for number, step in enumerate(steps):
            value = step(value, list(more))
            if number == len(steps) // 2:
                kept = value
        if ends_reduced:
            value = value.sum(-1)
        return (value, kept) if returns_both else value

    return run, (tensors.real(rows, columns), *others)


def _drawn(rng: random.Random, others: int) -> Step:
    kind = rng.choices(("single", "pair", "reduced", "moved", "cast"), (5, 5 if others else 0, 3, 1, 1))[0]
    number = rng.uniform(0.1, 2.0)
    if kind == "single":
        function = rng.choice(_singles(round(number, 3)))
        return lambda value, _: function(value)
    if kind == "pair":
        combine, which = rng.choice(_pairs()), rng.randrange(others)
        return lambda value, more: combine(value, more[which])
    if kind == "cast":
        dtype = rng.choice(("float32", "float16", "bfloat16"))
        return lambda value, _: value.to(_dtype(dtype))
    function = rng.choice(_reductions() if kind == "reduced" else _moves())
    return lambda value, _: function(value)


def _dtype(name: str) -> Any:
    import torch

    return getattr(torch, name)


def _singles(number: float) -> list[Callable[[Any], Any]]:
    import torch
    from torch.nn import functional

    return [
        *(torch.tanh, torch.sigmoid, torch.abs, torch.neg, torch.sin, torch.cos, torch.erf, torch.square, torch.floor),
        *(functional.relu, functional.gelu, functional.silu, functional.softplus, functional.mish, functional.elu),
        *(functional.hardswish, functional.hardsigmoid, functional.leaky_relu, functional.logsigmoid),
        lambda x: functional.gelu(x, approximate="tanh"),
        lambda x: torch.exp(-x.abs()),
        lambda x: torch.log1p(x.abs()),
        lambda x: torch.sqrt(x.abs() + number),
        lambda x: torch.rsqrt(x.square() + number),
        lambda x: x.clamp(-number, number),
        lambda x: x * number,
        lambda x: x + number,
        lambda x: number / (1 + x.square()),
        lambda x: torch.where(x > number, x, number * x),
        lambda x: (x.clamp(-1, 1) * 127).round() / 127,
        lambda x: torch.pow(x.abs() + 1, number),
    ]


def _pairs() -> list[Callable[[Any, Any], Any]]:
    import torch

    return [
        *(torch.add, torch.sub, torch.mul, torch.maximum, torch.minimum, torch.hypot, torch.atan2),
        lambda x, y: x / (y.abs() + 1),
        lambda x, y: torch.where(y > 0, x, y),
        lambda x, y: torch.sigmoid(y) * x,
        lambda x, y: torch.lerp(x, y.to(x.dtype), 0.3),
        lambda x, y: x + torch.tanh(y),
        lambda x, y: (x - y).square(),
        lambda x, y: torch.addcmul(x.float(), y.float(), y.float(), value=0.5),
    ]


def _reductions() -> list[Callable[[Any], Any]]:
    """All but some keep the shape, by setting what was reduced against the value."""
    import torch
    from torch.nn import functional

    return [
        lambda x: torch.softmax(x, -1),
        lambda x: torch.log_softmax(x, -1),
        lambda x: torch.softmax(x, 0),
        lambda x: x - x.mean(-1, keepdim=True),
        lambda x: x - x.mean(0, keepdim=True),
        lambda x: x / (x.norm(dim=-1, keepdim=True) + 1e-6),
        lambda x: x - x.amax(-1, keepdim=True),
        lambda x: x * (x.float().square().mean(-1, keepdim=True) + 1e-6).rsqrt().to(x.dtype),
        lambda x: functional.layer_norm(x, x.shape[-1:]),
        lambda x: (x - x.mean(0)) / (x.var(0) + 1e-5).sqrt(),
        lambda x: x.cumsum(-1),
        lambda x: x - torch.logsumexp(x, -1, keepdim=True),
        lambda x: x / (x.abs().sum(0, keepdim=True) + 1),
        lambda x: x / x.abs().amax().clamp(min=1e-6),
        lambda x: x + x.argmax(-1, keepdim=True),
    ]


def _moves() -> list[Callable[[Any], Any]]:
    import torch
    from torch.nn import functional

    return [
        lambda x: x.flip(-1),
        lambda x: x.roll(1, -1),
        lambda x: x + functional.pad(x[:, 1:], (0, 1)),
        lambda x: torch.cat((x[:, ::2], x[:, 1::2]), -1),
        lambda x: x.t().contiguous().t() * 2,
        lambda x: torch.cat((-x[:, x.shape[1] // 2 :], x[:, : x.shape[1] // 2]), -1),
        torch.tril,
        lambda x: x + torch.arange(x.shape[-1], dtype=x.dtype),
    ]
