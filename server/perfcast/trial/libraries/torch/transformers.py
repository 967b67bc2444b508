"""Attention and transformers, those of ``torch.nn``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch import neural
from perfcast.trial.libraries.torch.charging import remember
from perfcast.trial.libraries.torch.elementwise import METHODS as ELEMENTWISE
from perfcast.trial.libraries.torch.modules import Layer
from perfcast.trial.libraries.torch.shape_only import in_order
from perfcast.trial.libraries.torch.values import Array, Tensor
from perfcast.trial.libraries.torch.weights import drawn_weight

#: Nanoseconds that making them takes besides, bytes of the modules that a transformer's layer consists of; of calling.
_ATTENTION: Final = 40_000.0
_TRANSFORMER: Final = 220_000.0
_TRANSFORMER_BYTES: Final = 25_000
_ATTENTION_CALL: Final = 60_000.0
_TRANSFORMER_CALL: Final = 80_000.0
#: How wide a transformer's layer is inside, where nothing is said.
_WIDER: Final = 2_048
_MOST_LAYERS: Final = 100


def attention(
    machine: Machine, embed_dim: Any, num_heads: Any, dropout: Any = 0.0, bias: bool = True, batch_first: bool = False
) -> Layer:
    """As ``MultiheadAttention``."""
    weights = _attending(machine, embed_dim)

    def forward(
        query: Tensor,
        key: Tensor,
        value: Tensor,
        key_padding_mask: Any = None,
        need_weights: bool = True,
        attn_mask: Any = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> Any:
        machine.array(0, _ATTENTION_CALL, 0.0)
        if key.shape != query.shape or value.shape != query.shape:
            return _attended_to(machine, query, key, int(num_heads), weights, batch_first), None
        return _attended(machine, query, int(num_heads), weights, batch_first), None

    return Layer(machine, forward, weights, made=_ATTENTION)


def _attending(machine: Machine, embed_dim: Any) -> dict[str, Tensor]:
    size = int(embed_dim)
    return {
        "in_proj_weight": drawn_weight(machine, 3 * size, size),
        "in_proj_bias": drawn_weight(machine, 3 * size),
        "out_proj": drawn_weight(machine, size, size),
    }


def _attended(machine: Machine, x: Tensor, heads: int, weights: dict[str, Tensor], batch_first: bool) -> Tensor:
    """Attention of a sequence to itself, by several heads."""
    size = _checked(x, heads)
    both = neural.linear(x, weights["in_proj_weight"])
    rows = both.array if batch_first or both.array.ndim < 3 else both.array.swapaxes(0, 1)
    parts = [rows[..., place * size : (place + 1) * size] for place in range(3)]
    query, key, value = several = [Tensor(machine, _by_heads(part, heads), x.kind, both.storage) for part in parts]
    remember("view", [both], several)
    return _joined(machine, neural.attended(query, key, value), x, weights["out_proj"], batch_first)


def _attended_to(
    machine: Machine, x: Tensor, memory: Tensor, heads: int, weights: dict[str, Tensor], batch_first: bool
) -> Tensor:
    """Attention of a sequence to another one, by several heads."""
    size = _checked(x, heads)
    inner = weights["in_proj_weight"]
    several = []
    for of, (first, end) in ((x, (0, 1)), (memory, (1, 2)), (memory, (2, 3))):
        part = inner.view(inner.array[first * size : end * size])
        one = neural.linear(of, part)
        rows = one.array if batch_first or one.array.ndim < 3 else one.array.swapaxes(0, 1)
        split = Tensor(machine, _by_heads(rows, heads), x.kind, one.storage)
        remember("view", [one], [split])
        several.append(split)
    found = neural.attended(several[0], several[1], several[2])
    return _joined(machine, found, x, weights["out_proj"], batch_first)


def _checked(x: Tensor, heads: int) -> int:
    """The width of a sequence. Raises RuntimeError where heads do not divide it."""
    size: int = x.array.shape[-1]
    if heads < 1 or size % heads:
        raise RuntimeError("embed_dim must be divisible by num_heads")
    return size


def _by_heads(rows: Array, heads: int) -> Array:
    return np.swapaxes(rows.reshape(*rows.shape[:-1], heads, -1), -2, -3)


def _joined(machine: Machine, found: Tensor, x: Tensor, outer: Tensor, batch_first: bool) -> Tensor:
    """What heads have found, put side by side again."""
    rows = np.swapaxes(found.array, -2, -3)
    merged = rows.reshape(*rows.shape[:-2], -1)
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
    layer_norm_eps: Any = 1e-5,
    batch_first: bool = False,
    norm_first: bool = False,
    bias: bool = True,
    *,
    looks_at_other: bool = False,
) -> Layer:
    """As ``TransformerEncoderLayer``, and ``TransformerDecoderLayer`` which `looks_at_other` sequences."""
    size, wide = int(d_model), int(dim_feedforward)
    weights = {
        "in_proj_weight": drawn_weight(machine, 3 * size, size),
        "out_proj": drawn_weight(machine, size, size),
        "linear1": drawn_weight(machine, wide, size),
        "linear2": drawn_weight(machine, size, wide),
        "norm1": drawn_weight(machine, size),
        "norm2": drawn_weight(machine, size),
    }
    other = _attending(machine, size) if looks_at_other else {}
    weights |= {f"other_{name}": one for name, one in other.items()}

    def forward(x: Tensor, *others: Any, memory: Any = None, **_: Any) -> Tensor:
        machine.array(0, _TRANSFORMER_CALL, 0.0)
        heads = _attended(machine, x, int(nhead), weights, batch_first)
        x = neural.layer_norm(ELEMENTWISE["add"](x, heads), (size,), weights["norm1"])
        if looks_at_other:
            seen = memory if memory is not None else others[0]
            x = ELEMENTWISE["add"](x, _attended_to(machine, x, seen, int(nhead), other, batch_first))
            x = neural.layer_norm(x, (size,), weights["norm1"])
        inner = ELEMENTWISE["relu"](neural.linear(x, weights["linear1"]))
        return neural.layer_norm(
            ELEMENTWISE["add"](x, neural.linear(inner, weights["linear2"])), (size,), weights["norm2"]
        )

    def remade() -> Layer:
        return transformer_layer(
            machine, size, nhead, wide, dropout, batch_first=batch_first, looks_at_other=looks_at_other
        )

    options = {"d_model": size, "again": remade}
    return Layer(machine, forward, weights, options=options, made=_TRANSFORMER, nbytes=_TRANSFORMER_BYTES)


def stacked(machine: Machine, layer: Any, num_layers: Any, norm: Any = None, **_: Any) -> Layer:
    """As ``TransformerEncoder`` and ``TransformerDecoder``: copies of a layer, one after the other."""
    if not isinstance(layer, Layer) or "again" not in layer.options or not 0 < int(num_layers) <= _MOST_LAYERS:
        raise Unsupported("a stack of other layers")
    layers: dict[str, Any] = {str(number): layer.options["again"]() for number in range(int(num_layers))}
    if norm is not None:
        layers["norm"] = norm

    def forward(x: Tensor, *others: Any, **named: Any) -> Any:
        for name, one in layers.items():
            x = one(x) if name == "norm" else one.run(x, *others, **named)
        return x

    return Layer(machine, forward, layers=layers)


def transformer(
    machine: Machine,
    d_model: Any = 512,
    nhead: Any = 8,
    num_encoder_layers: Any = 6,
    num_decoder_layers: Any = 6,
    dim_feedforward: Any = _WIDER,
    dropout: Any = 0.1,
    activation: Any = None,
    custom_encoder: Any = None,
    custom_decoder: Any = None,
    layer_norm_eps: Any = 1e-5,
    batch_first: bool = False,
    norm_first: bool = False,
    bias: bool = True,
) -> Layer:
    """As ``Transformer``."""

    def layer(looks_at_other: bool) -> Layer:
        return transformer_layer(
            machine, d_model, nhead, dim_feedforward, dropout, batch_first=batch_first, looks_at_other=looks_at_other
        )

    layers: dict[str, Any] = {
        "encoder": stacked(machine, layer(False), num_encoder_layers),
        "decoder": stacked(machine, layer(True), num_decoder_layers),
    }

    def forward(src: Tensor, tgt: Tensor, *_: Any, **__: Any) -> Any:
        return layers["decoder"].run(tgt, layers["encoder"].run(src))

    return Layer(machine, forward, layers=layers)


#: Those of them by their names in ``torch.nn``, told the machine.
LAYERS: Final[dict[str, Callable[..., Layer]]] = {
    "MultiheadAttention": attention,
    "TransformerEncoderLayer": transformer_layer,
    "TransformerDecoderLayer": lambda machine, *args, **named: transformer_layer(
        machine, *args, **named, looks_at_other=True
    ),
    "TransformerEncoder": stacked,
    "TransformerDecoder": stacked,
    "Transformer": transformer,
}
