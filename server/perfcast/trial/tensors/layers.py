"""Layers of neural networks, those of ``torch.nn``, and the class that modules extend."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import sqrt
from typing import Any, Final

import numpy as np

from perfcast.trial.machine import Machine
from perfcast.trial.natives import Guarded
from perfcast.trial.objects import Class, Instance
from perfcast.trial.stops import Unsupported
from perfcast.trial.tensors import neural
from perfcast.trial.tensors.algebra import products_time
from perfcast.trial.tensors.calling import gated, given_in, shape_of
from perfcast.trial.tensors.elementwise import METHODS as ELEMENTWISE
from perfcast.trial.tensors.kinds import FLOAT32, KINDS, Kind, named
from perfcast.trial.tensors.paying import settled
from perfcast.trial.tensors.prices import (
    DRAWN,
    MODULE,
    MODULE_BYTES,
    MODULE_CALL,
    MODULE_CALL_ASIDE,
    OWN_MODULE,
    OWN_MODULE_CALL,
    PARAMETER,
    RECURRENT,
    WITH_WEIGHTS,
    WITH_WEIGHTS_BYTES,
)
from perfcast.trial.tensors.shaping import METHODS as SHAPING
from perfcast.trial.tensors.shaping import converted
from perfcast.trial.tensors.values import Storage, Tensor, check_room, fresh

Forward = Callable[..., Any]
_SEED: Final = 17
#: Where a unit's own module keeps what all modules have.
_OWN: Final = "_modules"
#: Nanoseconds that making some modules takes besides, and bytes of the modules that a transformer's layer consists of.
_CONVOLUTION: Final = 17_000.0
_BATCH_NORM: Final = 14_000.0
_BAG: Final = 16_000.0
_ATTENTION: Final = 40_000.0
_TRANSFORMER: Final = 220_000.0
_TRANSFORMER_BYTES: Final = 25_000
#: Of calling those that consist of several.
_ATTENTION_CALL: Final = 60_000.0
_TRANSFORMER_CALL: Final = 80_000.0
#: Times that a transformer's layer is wider inside.
_WIDER: Final = 2_048


class Layer(Guarded):
    """A module of the library's own.

    Attributes:
        parameters: its weights; layers: modules that it consists of; is_training: as ``train`` and ``eval`` set it.
    """

    __slots__ = ("is_training", "layers", "machine", "parameters")

    def __init__(
        self,
        machine: Machine,
        forward: Forward | None,
        parameters: Mapping[str, Tensor] | None = None,
        layers: list[Any] | None = None,
        *,
        made: float = 0.0,
        nbytes: int = 0,
    ) -> None:
        """
        Args:
            forward: what calling it does; made: nanoseconds that making it takes besides, nbytes: bytes of it.
        """
        self.machine, self.layers, self.is_training = machine, layers or [], True
        self.parameters = dict(parameters or {})
        held: dict[str, Any] = {**self.parameters, "weights": list(self.parameters.values()), "layers": self.layers}
        super().__init__(self._called if forward is None else partial(_run, machine, forward), held)
        numbers = sum(weight.elements for weight in self.parameters.values())
        has_weights = bool(numbers)
        self.nbytes = MODULE_BYTES + WITH_WEIGHTS_BYTES * has_weights + nbytes
        call = MODULE + WITH_WEIGHTS * has_weights + PARAMETER * len(self.parameters) + made
        machine.array(numbers, call, DRAWN * numbers)
        machine.made_of(self, self.parameters.values())

    def _called(self, *args: Any, **kwargs: Any) -> Any:
        raise Unsupported("calling a list of modules")

    def __iter__(self) -> Iterator[Any]:
        return iter(self.layers)

    def __len__(self) -> int:
        return len(self.layers)

    def __getitem__(self, place: Any) -> Any:
        return self.layers[place]


def _run(machine: Machine, forward: Forward, *args: Any, **kwargs: Any) -> Any:
    machine.array(0, MODULE_CALL, 0.0)
    given = [given_in(machine, arg) for arg in args]
    machine.waiting.extend(given)
    try:
        found = forward(*given, **{name: given_in(machine, value) for name, value in kwargs.items()})
    except TypeError as error:
        raise Unsupported("a module with other arguments") from error
    finally:
        del machine.waiting[len(machine.waiting) - len(given) :]
    machine.briefly(MODULE_CALL_ASIDE)
    return found


def _weight(machine: Machine, *shape: Any, spread: float | None = None) -> Tensor:
    sizes = shape_of(shape)
    within = 1.0 / sqrt(max(1, sizes[-1])) if spread is None else spread
    values = np.random.default_rng(_SEED).uniform(-within, within, sizes)
    found = fresh(machine, values, FLOAT32)
    found.needs_gradient = True
    return found


def _linear(machine: Machine, in_features: Any, out_features: Any, bias: bool = True) -> Layer:
    weights = {"weight": _weight(machine, out_features, in_features)}
    if bias:
        weights["bias"] = _weight(machine, out_features)
    return Layer(machine, lambda tensor: neural.linear(tensor, weights["weight"], weights.get("bias")), weights)


def _convolution(axes: int) -> Callable[..., Layer]:
    def make(
        machine: Machine,
        in_channels: Any,
        out_channels: Any,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: Any = 1,
        bias: bool = True,
    ) -> Layer:
        size = tuple(kernel_size) if isinstance(kernel_size, list | tuple) else (kernel_size,) * axes
        weights = {"weight": _weight(machine, out_channels, int(in_channels) // max(1, int(groups)), *size)}
        if bias:
            weights["bias"] = _weight(machine, out_channels)
        run = neural.convolved(axes)
        options = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
        return Layer(
            machine,
            lambda x: run(x, weights["weight"], weights.get("bias"), **options),
            weights,
            made=_CONVOLUTION,
        )

    return make


def _embedding(machine: Machine, num_embeddings: Any, embedding_dim: Any, padding_idx: Any = None) -> Layer:
    weights = {"weight": _weight(machine, num_embeddings, embedding_dim, spread=1.0)}
    return Layer(machine, lambda tokens: neural.embedded(tokens, weights["weight"]), weights)


def _bag(machine: Machine, num_embeddings: Any, embedding_dim: Any, mode: Any = "mean") -> Layer:
    weights = {"weight": _weight(machine, num_embeddings, embedding_dim, spread=1.0)}

    def forward(tokens: Tensor) -> Tensor:
        rows = weights["weight"].array[tokens.array.astype(np.int64)]
        check_room(rows.size)
        found = fresh(machine, rows.mean(-2), FLOAT32)
        settled("embedding_bag", found, [tokens, weights["weight"]], elements=tokens.elements, work=0.09 * rows.size)
        return found

    return Layer(machine, forward, weights, made=_BAG)


def _layer_norm(machine: Machine, normalized_shape: Any, eps: Any = 1e-5, elementwise_affine: bool = True) -> Layer:
    shape = tuple(normalized_shape) if isinstance(normalized_shape, list | tuple) else (normalized_shape,)
    weights = {name: _weight(machine, *shape) for name in (("weight", "bias") if elementwise_affine else ())}
    return Layer(
        machine,
        lambda tensor: neural.layer_norm(tensor, shape, weights.get("weight"), weights.get("bias"), eps),
        weights,
    )


def _group_norm(machine: Machine, num_groups: Any, num_channels: Any, eps: Any = 1e-5) -> Layer:
    weights = {name: _weight(machine, num_channels) for name in ("weight", "bias")}
    return Layer(
        machine, lambda tensor: neural.group_norm(tensor, num_groups, weights["weight"], weights["bias"], eps), weights
    )


def _batch_norm(machine: Machine, num_features: Any, eps: Any = 1e-5, momentum: Any = 0.1) -> Layer:
    weights = {name: _weight(machine, num_features) for name in ("weight", "bias")}
    return Layer(
        machine,
        lambda tensor: neural.batch_norm(tensor, None, None, weights["weight"], weights["bias"], eps=eps),
        weights,
        made=_BATCH_NORM,
    )


def _plain(function: Forward, *names: str) -> Callable[..., Layer]:
    """Of a layer without weights that calls a function with what it was made with."""

    def make(machine: Machine, *args: Any, inplace: bool = False, **kwargs: Any) -> Layer:
        options = dict(zip(names, args, strict=False)) | kwargs
        return Layer(machine, lambda *tensors: function(*tensors, **options))

    return make


def _dropout(machine: Machine, p: Any = 0.5, inplace: bool = False) -> Layer:
    layer: Layer

    def forward(tensor: Tensor) -> Tensor:
        return neural.dropped(tensor, p, layer.is_training)

    layer = Layer(machine, forward)
    return layer


def _sequential(machine: Machine, *layers: Any) -> Layer:
    if not all(isinstance(one, Layer | Instance) for one in layers):
        raise Unsupported("a row of other modules")

    def forward(found: Any) -> Any:
        for one in layers:
            found = one(found)
        return found

    return Layer(machine, forward, layers=list(layers))


def _list(machine: Machine, layers: Any = ()) -> Layer:
    several = list(layers)
    if not all(isinstance(one, Layer | Instance) for one in several):
        raise Unsupported("a list of other modules")
    return Layer(machine, None, layers=several)


def _recurrent(gates: int) -> Callable[..., Layer]:
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
        if bidirectional or int(num_layers) > _MOST_LAYERS:
            raise Unsupported("a recurrent layer of another kind")
        size, weights = int(hidden_size), {}
        for place in range(int(num_layers)):
            inputs = int(input_size) if not place else size
            weights[f"weight_ih_l{place}"] = _weight(machine, gates * size, inputs)
            weights[f"weight_hh_l{place}"] = _weight(machine, gates * size, size)
            weights[f"bias_ih_l{place}"] = _weight(machine, gates * size)
            weights[f"bias_hh_l{place}"] = _weight(machine, gates * size)

        def forward(tensor: Tensor, hidden: Any = None) -> Any:
            if tensor.array.shape[-1] != int(input_size):
                raise RuntimeError("input.size(-1) must be equal to input_size")
            steps = tensor.array.shape[1 if batch_first and tensor.array.ndim > 2 else 0]
            shape = (*tensor.array.shape[:-1], size)
            values = np.tanh(tensor.array[..., :1]) * np.ones(size)
            found = fresh(machine, values.reshape(shape), tensor.kind)
            last_shape = (int(num_layers), *(shape[:1] if batch_first else shape[1:-1]), size)
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


def _attention(
    machine: Machine, embed_dim: Any, num_heads: Any, dropout: Any = 0.0, bias: bool = True, batch_first: bool = False
) -> Layer:
    weights = {
        "in_proj_weight": _weight(machine, 3 * int(embed_dim), embed_dim),
        "in_proj_bias": _weight(machine, 3 * int(embed_dim)),
        "out_proj": _weight(machine, embed_dim, embed_dim),
    }

    def forward(query: Tensor, key: Tensor, value: Tensor, need_weights: bool = True, **_: Any) -> Any:
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
    query, key, value = (Tensor(machine, part, x.kind, both.storage) for part in split)
    found = neural.attended(query, key, value)
    merged = np.swapaxes(found.array, -2, -3).reshape(parts[0].shape)
    turned = merged if batch_first or x.array.ndim < 3 else merged.swapaxes(0, 1)
    return neural.linear(Tensor(machine, np.ascontiguousarray(turned), x.kind, found.storage), outer)


def _transformer_layer(
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
        "in_proj": _weight(machine, 3 * size, size),
        "out_proj": _weight(machine, size, size),
        "linear1": _weight(machine, wide, size),
        "linear2": _weight(machine, size, wide),
        "norm1": _weight(machine, size),
        "norm2": _weight(machine, size),
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


def parameters_of(module: Any) -> list[Tensor]:
    """Weights of a module and of those in it."""
    found: dict[int, Tensor] = {}
    waiting, seen = [module], set[int]()
    while waiting:
        one = waiting.pop(0)
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, Layer):
            found |= {id(weight): weight for weight in one.parameters.values()}
            waiting += one.layers
        elif isinstance(one, Instance):
            waiting += [part for part in one.attributes.values() if isinstance(part, Layer | Instance | Tensor)]
        elif isinstance(one, Tensor) and one.needs_gradient and one.step is None:
            found[id(one)] = one
    return list(found.values())


def _layers_of(module: Any) -> Iterator[Layer]:
    waiting, seen = [module], set[int]()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, Layer):
            yield one
            waiting += one.layers
        elif isinstance(one, Instance):
            waiting += [part for part in one.attributes.values() if isinstance(part, Layer | Instance)]


def _training(module: Any, mode: Any = True) -> Any:
    for layer in _layers_of(module):
        layer.is_training = bool(mode)
    return module


def _forget_gradients(module: Any, set_to_none: bool = True) -> None:
    for weight in parameters_of(module):
        weight.machine.array(0, _ASKED, 0.0)
        weight.gradient = None


def _moved(module: Any, *args: Any, dtype: Any = None) -> Any:
    wanted = next((one for one in (dtype, *args) if isinstance(one, Kind)), None)
    if wanted is not None:
        for weight in parameters_of(module):
            other = converted(weight, named(wanted))
            weight.array, weight.kind, weight.storage = other.array, other.kind, other.storage
    return module


def _parameters(module: Any) -> Iterator[Tensor]:
    for weight in parameters_of(module):
        weight.machine.array(0, _ASKED, 0.0)
        yield weight


#: Nanoseconds of finding a weight of a module.
_ASKED: Final = 900.0


#: What all modules may be asked for.
METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "parameters": _parameters,
    "train": _training,
    "eval": lambda module: _training(module, False),
    "zero_grad": _forget_gradients,
    "to": _moved,
    "double": lambda module: _moved(module, KINDS["float64"]),
    "half": lambda module: _moved(module, KINDS["float16"]),
    "float": lambda module: _moved(module, FLOAT32),
    "cpu": lambda module: module,
    "requires_grad_": lambda module, mode=True: _wanting(module, mode),
}


def _wanting(module: Any, mode: Any) -> Any:
    for weight in parameters_of(module):
        weight.needs_gradient = bool(mode)
    return module


def module_class(machine: Machine) -> Class:
    """``nn.Module``, for classes of the unit's that extend it."""
    found = Class("Module", [], None)
    # What else it has is not there.
    found.is_partial = True

    def begin(instance: Instance) -> None:
        machine.array(0, OWN_MODULE, 0.0)
        instance.attributes[_OWN] = Storage(MODULE_BYTES)

    def call(instance: Instance, *args: Any, **kwargs: Any) -> Any:
        machine.array(0, OWN_MODULE_CALL, 0.0)
        forward = instance.of.find("forward")
        if not callable(forward):
            raise NotImplementedError("forward")
        return forward(instance, *args, **kwargs)

    found.attributes = {
        "__init__": Guarded(begin),
        "__call__": Guarded(call),
        **{name: Guarded(method) for name, method in METHODS.items()},
    }
    return found


def parameter(machine: Machine, data: Any, requires_grad: bool = True) -> Tensor:
    """As ``nn.Parameter``."""
    if not isinstance(data, Tensor):
        raise Unsupported("a parameter of something else")
    found = data.view(data.array)
    found.is_view = False
    found.needs_gradient = bool(requires_grad)
    machine.array(0, PARAMETER, 0.0)
    machine.made_of(found, (data,))
    return found


_FUNCTIONS: Final = {
    **{layer: ELEMENTWISE[name] for layer, name in (
        ("ReLU", "relu"), ("GELU", "gelu"), ("SiLU", "silu"), ("Tanh", "tanh"), ("Sigmoid", "sigmoid"),
        ("Softplus", "softplus"), ("ReLU6", "relu6"), ("Mish", "mish"), ("Hardtanh", "hardtanh"),
    )},
    "Identity": lambda tensor: tensor,
    **{layer: neural.FUNCTIONS[name] for layer, name in (
        ("MSELoss", "mse_loss"), ("L1Loss", "l1_loss"), ("SmoothL1Loss", "smooth_l1_loss"), ("HuberLoss", "huber_loss"),
        ("CrossEntropyLoss", "cross_entropy"), ("NLLLoss", "nll_loss"), ("KLDivLoss", "kl_div"),
        ("BCELoss", "binary_cross_entropy"), ("BCEWithLogitsLoss", "binary_cross_entropy_with_logits"),
    )},
}  # fmt: skip
_OPTIONS: Final[Mapping[str, tuple[Forward, tuple[str, ...]]]] = {
    "LeakyReLU": (ELEMENTWISE["leaky_relu"], ("negative_slope",)),
    "ELU": (ELEMENTWISE["elu"], ("alpha",)),
    "Softmax": (neural.FUNCTIONS["softmax"], ("dim",)),
    "LogSoftmax": (neural.FUNCTIONS["log_softmax"], ("dim",)),
    "Flatten": (lambda x, start_dim=1, end_dim=-1: SHAPING["flatten"](x, start_dim, end_dim), ("start_dim",)),
    **{
        layer: (neural.FUNCTIONS[name], ("kernel_size", "stride", "padding"))
        for layer, name in (
            *(("MaxPool1d", "max_pool1d"), ("MaxPool2d", "max_pool2d")),
            *(("AvgPool1d", "avg_pool1d"), ("AvgPool2d", "avg_pool2d")),
        )
    },
    **{
        layer: (neural.FUNCTIONS[name], ("output_size",))
        for layer, name in (
            *(("AdaptiveAvgPool1d", "adaptive_avg_pool1d"), ("AdaptiveAvgPool2d", "adaptive_avg_pool2d")),
            ("AdaptiveMaxPool2d", "adaptive_max_pool2d"),
        )
    },
    "CosineSimilarity": (neural.FUNCTIONS["cosine_similarity"], ("dim",)),
}
_WITH_WEIGHTS: Final[Mapping[str, Callable[..., Any]]] = {
    "Linear": _linear,
    "Conv1d": _convolution(1),
    "Conv2d": _convolution(2),
    "Embedding": _embedding,
    "EmbeddingBag": _bag,
    "LayerNorm": _layer_norm,
    "GroupNorm": _group_norm,
    **dict.fromkeys(("BatchNorm1d", "BatchNorm2d"), _batch_norm),
    **dict.fromkeys(("Dropout", "Dropout2d"), _dropout),
    "RNN": _recurrent(1),
    "GRU": _recurrent(3),
    "LSTM": _recurrent(4),
    "MultiheadAttention": _attention,
    "TransformerEncoderLayer": _transformer_layer,
    "Parameter": parameter,
}


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``torch.nn`` holds, without its modules."""
    makers: dict[str, Callable[..., Any]] = {
        **{name: partial(make, machine) for name, make in _WITH_WEIGHTS.items()},
        **{name: partial(_plain(function), machine) for name, function in _FUNCTIONS.items()},
        **{name: partial(_plain(*_both(value)), machine) for name, value in _OPTIONS.items()},
    }
    return {
        "Module": module_class(machine),
        "Sequential": Guarded(partial(_sequential, machine)),
        "ModuleList": Guarded(partial(_list, machine)),
        **{name: Guarded(gated(machine, make, name)) for name, make in makers.items()},
    }


def _both(value: tuple[Forward, tuple[str, ...]]) -> tuple[Any, ...]:
    return value[0], *value[1]
