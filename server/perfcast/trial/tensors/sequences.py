"""Layers of ``torch.nn`` that go along sequences: recurrent ones, attention, transformers."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any, Final

import numpy as np

from perfcast.trial.machine import Machine
from perfcast.trial.stops import Unsupported
from perfcast.trial.tensors import neural
from perfcast.trial.tensors.algebra import products_time
from perfcast.trial.tensors.elementwise import METHODS as ELEMENTWISE
from perfcast.trial.tensors.hollow import in_order
from perfcast.trial.tensors.modules import Layer
from perfcast.trial.tensors.paying import remember, settled
from perfcast.trial.tensors.prices import RECURRENT
from perfcast.trial.tensors.values import Tensor, check_room, fresh
from perfcast.trial.tensors.weights import drawn_weight

#: Nanoseconds that making them takes besides, bytes of the modules that a transformer's layer consists of; of calling.
_ATTENTION: Final = 40_000.0
_TRANSFORMER: Final = 220_000.0
_TRANSFORMER_BYTES: Final = 25_000
_ATTENTION_CALL: Final = 60_000.0
_TRANSFORMER_CALL: Final = 80_000.0
#: How wide a transformer's layer is inside, where nothing is said.
_WIDER: Final = 2_048


def recurrent(gates: int) -> Callable[..., Layer]:
    """As ``GRU`` and its like, with as many gates."""

    def make(
        machine: Machine,
        input_size: Any,
        hidden_size: Any,
        num_layers: Any = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: Any = 0.0,
        bidirectional: bool = False,
    ) -> Layer:
        if bidirectional or not 0 < int(num_layers) <= _MOST_LAYERS or int(hidden_size) < 1:
            raise Unsupported("a recurrent layer of another kind")
        size, weights = int(hidden_size), {}
        for place in range(int(num_layers)):
            inputs = int(input_size) if not place else size
            weights[f"weight_ih_l{place}"] = drawn_weight(machine, gates * size, inputs)
            weights[f"weight_hh_l{place}"] = drawn_weight(machine, gates * size, size)
            weights[f"bias_ih_l{place}"] = drawn_weight(machine, gates * size)
            weights[f"bias_hh_l{place}"] = drawn_weight(machine, gates * size)

        def forward(tensor: Tensor, hidden: Any = None) -> Any:
            if tensor.array.shape[-1] != int(input_size):
                raise RuntimeError("input.size(-1) must be equal to input_size")
            steps = tensor.array.shape[1 if batch_first and tensor.array.ndim > 2 else 0]
            shape = (*tensor.array.shape[:-1], size)
            check_room(prod(shape))
            values = np.tanh(tensor.array[..., :1]) * np.ones(size)
            found = fresh(machine, values.reshape(shape), tensor.kind)
            batch = shape[:1] if batch_first and tensor.array.ndim > 2 else shape[1:-1]
            last_shape = (int(num_layers), *batch, size)
            last = fresh(machine, np.zeros(last_shape), tensor.kind)
            products = float(tensor.elements) * gates * size + found.elements * gates * size * (2 * int(num_layers) - 1)
            result = (found, last if gates < 4 else (last, fresh(machine, np.zeros(last_shape), tensor.kind)))
            price = RECURRENT[gates][0 if machine.keeps_steps else 1]
            count = steps * int(num_layers)
            settled(
                "linear", result, [tensor, *weights.values()], elements=found.elements,
                work=products_time(products, tensor.kind), call=price.call + price.step * count,
            )  # fmt: skip
            kept = price.base + price.each * count + price.unit * found.elements * int(num_layers)
            machine.briefly(max(0, kept - result[0].storage.nbytes))
            return result

        return Layer(machine, forward, weights)

    return make


_MOST_LAYERS: Final = 16


def attention(
    machine: Machine, embed_dim: Any, num_heads: Any, dropout: Any = 0.0, bias: bool = True, batch_first: bool = False
) -> Layer:
    weights = {
        "in_proj_weight": drawn_weight(machine, 3 * int(embed_dim), embed_dim),
        "in_proj_bias": drawn_weight(machine, 3 * int(embed_dim)),
        "out_proj": drawn_weight(machine, embed_dim, embed_dim),
    }

    def forward(query: Tensor, key: Tensor, value: Tensor, need_weights: bool = True) -> Any:
        if key.shape != query.shape or value.shape != query.shape:
            raise Unsupported("attention to another sequence")
        machine.array(0, _ATTENTION_CALL, 0.0)
        found = _attended(machine, query, int(num_heads), weights["in_proj_weight"], weights["out_proj"], batch_first)
        return found, None

    return Layer(machine, forward, weights, made=_ATTENTION)


def _attended(machine: Machine, x: Tensor, heads: int, inner: Tensor, outer: Tensor, batch_first: bool) -> Tensor:
    """Attention of a sequence to itself, by several heads."""
    size = x.array.shape[-1]
    if heads < 1 or size % heads:
        raise RuntimeError("embed_dim must be divisible by num_heads")
    both = neural.linear(x, inner)
    rows = both.array if batch_first or both.array.ndim < 3 else both.array.swapaxes(0, 1)
    parts = [rows[..., place * size : (place + 1) * size] for place in range(3)]
    split = [np.swapaxes(part.reshape(*part.shape[:-1], heads, -1), -2, -3) for part in parts]
    query, key, value = several = [Tensor(machine, part, x.kind, both.storage) for part in split]
    remember("view", [both], several)
    found = neural.attended(query, key, value)
    merged = np.swapaxes(found.array, -2, -3).reshape(parts[0].shape)
    turned = merged if batch_first or x.array.ndim < 3 else merged.swapaxes(0, 1)
    joined = Tensor(machine, in_order(turned), x.kind, found.storage)
    remember("view", [found], [joined])
    return neural.linear(joined, outer)


def transformer_layer(
    machine: Machine,
    d_model: Any,
    nhead: Any,
    dim_feedforward: Any = _WIDER,
    dropout: Any = 0.1,
    activation: Any = None,
    batch_first: bool = False,
    norm_first: bool = False,
) -> Layer:
    size, wide = int(d_model), int(dim_feedforward)
    weights = {
        "in_proj": drawn_weight(machine, 3 * size, size),
        "out_proj": drawn_weight(machine, size, size),
        "linear1": drawn_weight(machine, wide, size),
        "linear2": drawn_weight(machine, size, wide),
        "norm1": drawn_weight(machine, size),
        "norm2": drawn_weight(machine, size),
    }

    def forward(x: Tensor, *_: Any, **__: Any) -> Tensor:
        machine.array(0, _TRANSFORMER_CALL, 0.0)
        heads = _attended(machine, x, int(nhead), weights["in_proj"], weights["out_proj"], batch_first)
        x = neural.layer_norm(ELEMENTWISE["add"](x, heads), (size,), weights["norm1"])
        inner = ELEMENTWISE["relu"](neural.linear(x, weights["linear1"]))
        return neural.layer_norm(
            ELEMENTWISE["add"](x, neural.linear(inner, weights["linear2"])), (size,), weights["norm2"]
        )

    return Layer(machine, forward, weights, made=_TRANSFORMER, nbytes=_TRANSFORMER_BYTES)
