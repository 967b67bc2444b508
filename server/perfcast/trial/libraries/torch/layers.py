"""Layers of neural networks, those of ``torch.nn``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch import convolutions, neural, upsampling
from perfcast.trial.libraries.torch.charging import settled
from perfcast.trial.libraries.torch.dtypes import FLOAT32
from perfcast.trial.libraries.torch.elementwise import METHODS as ELEMENTWISE
from perfcast.trial.libraries.torch.function_calls import forgiving, gated
from perfcast.trial.libraries.torch.layer_subclasses import layer_class
from perfcast.trial.libraries.torch.modules import Forward, Layer, LayerKind, WeightKind, check_module, module_class
from perfcast.trial.libraries.torch.prices import PARAMETER
from perfcast.trial.libraries.torch.recurrent import cell, recurrent
from perfcast.trial.libraries.torch.reshaping import METHODS as SHAPING
from perfcast.trial.libraries.torch.transformers import LAYERS as TRANSFORMERS
from perfcast.trial.libraries.torch.values import Tensor, check_room, fresh
from perfcast.trial.libraries.torch.weights import constant, drawn_weight

#: Nanoseconds that making some modules takes besides.
_CONVOLUTION: Final = 17_000.0
_BATCH_NORM: Final = 14_000.0
_BAG: Final = 16_000.0
_WEIGHTS: Final = 1_500.0


def _linear(machine: Machine, in_features: Any, out_features: Any, bias: bool = True) -> Layer:
    weights = {"weight": drawn_weight(machine, out_features, in_features)}
    if bias:
        weights["bias"] = drawn_weight(machine, out_features)
    options = {"in_features": in_features, "out_features": out_features}
    return Layer(machine, lambda x: neural.linear(x, weights["weight"], weights.get("bias")), weights, options=options)


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
        padding_mode: Any = "zeros",
    ) -> Layer:
        size = tuple(kernel_size) if isinstance(kernel_size, list | tuple) else (kernel_size,) * axes
        weights = {"weight": drawn_weight(machine, out_channels, int(in_channels) // max(1, int(groups)), *size)}
        if bias:
            weights["bias"] = drawn_weight(machine, out_channels)
        given = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
        told = {"in_channels": in_channels, "out_channels": out_channels, "kernel_size": size}
        return _convolving(machine, convolutions.convolved(axes), weights, given, told)

    return make


def _convolving(
    machine: Machine,
    run: Callable[..., Tensor],
    weights: dict[str, Tensor],
    given: dict[str, Any],
    told: dict[str, Any],
) -> Layer:
    """
    Args:
        run: with a tensor, the weights and what is given; told: other attributes.
    """
    return Layer(
        machine,
        lambda x: run(x, weights["weight"], weights.get("bias"), **given),
        weights,
        options=given | told,
        made=_CONVOLUTION,
    )


def _transposed(axes: int) -> Callable[..., Layer]:
    """As ``ConvTranspose1d`` and its like."""

    def make(
        machine: Machine,
        in_channels: Any,
        out_channels: Any,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: Any = 1,
        bias: bool = True,
        dilation: Any = 1,
    ) -> Layer:
        size = tuple(kernel_size) if isinstance(kernel_size, list | tuple) else (kernel_size,) * axes
        weights = {"weight": drawn_weight(machine, in_channels, int(out_channels) // max(1, int(groups)), *size)}
        if bias:
            weights["bias"] = drawn_weight(machine, out_channels)
        given = {"stride": stride, "padding": padding, "output_padding": output_padding, "groups": groups}
        told = {"in_channels": in_channels, "out_channels": out_channels, "kernel_size": size}
        return _convolving(machine, upsampling.transposed(axes), weights, given | {"dilation": dilation}, told)

    return make


def _padding(axes: int, mode: str) -> Callable[..., Layer]:
    """As ``ReflectionPad2d`` and its like."""

    def make(machine: Machine, padding: Any, value: Any = 0.0) -> Layer:
        widths = list(padding) if isinstance(padding, list | tuple) else [padding] * (2 * axes)
        return Layer(machine, lambda x: convolutions.padded(x, widths, mode, value))

    return make


def _embedding(
    machine: Machine,
    num_embeddings: Any,
    embedding_dim: Any,
    padding_idx: Any = None,
    max_norm: Any = None,
    norm_type: Any = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Layer:
    return _table(machine, drawn_weight(machine, num_embeddings, embedding_dim, spread=1.0))


def _embedding_of(machine: Machine, embeddings: Any, freeze: bool = True, padding_idx: Any = None, **_: Any) -> Layer:
    """As ``Embedding.from_pretrained``."""
    if not isinstance(embeddings, Tensor) or embeddings.array.ndim != 2:
        raise Unsupported("a table of something else")
    weight = parameter(machine, embeddings, not freeze)
    return _table(machine, weight)


def _table(machine: Machine, weight: Tensor) -> Layer:
    weights = {"weight": weight}
    options = {"num_embeddings": weight.shape[0], "embedding_dim": weight.shape[1]}
    return Layer(machine, lambda tokens: neural.embedded(tokens, weights["weight"]), weights, options=options)


def _bag(machine: Machine, num_embeddings: Any, embedding_dim: Any, mode: Any = "mean") -> Layer:
    if mode == "max":
        raise Unsupported("bags of another kind")
    weights = {"weight": drawn_weight(machine, num_embeddings, embedding_dim, spread=1.0)}

    def forward(tokens: Tensor) -> Tensor:
        table = weights["weight"]
        check_room(tokens.elements * table.shape[-1])
        if tokens.array.ndim != 2:
            raise Unsupported("bags of another kind")
        rows = table.array[tokens.array.astype(np.int64)]
        found = fresh(machine, rows.mean(-2), FLOAT32)
        settled("embedding_bag", found, [tokens, table], elements=tokens.elements, work=0.09 * rows.size)
        return found

    return Layer(machine, forward, weights, made=_BAG)


def _scale(machine: Machine, *shape: Any) -> dict[str, Tensor]:
    """Of a layer that brings numbers to one scale."""
    return {"weight": constant(machine, 1.0, *shape), "bias": constant(machine, 0.0, *shape)}


def _layer_norm(
    machine: Machine, normalized_shape: Any, eps: Any = 1e-5, elementwise_affine: bool = True, bias: bool = True
) -> Layer:
    shape = tuple(normalized_shape) if isinstance(normalized_shape, list | tuple) else (normalized_shape,)
    weights = _scale(machine, *shape) if elementwise_affine else {}
    if not bias:
        weights.pop("bias", None)
    return Layer(
        machine,
        lambda tensor: neural.layer_norm(tensor, shape, weights.get("weight"), weights.get("bias"), eps),
        weights,
    )


def _group_norm(machine: Machine, num_groups: Any, num_channels: Any, eps: Any = 1e-5) -> Layer:
    weights = _scale(machine, num_channels)
    return Layer(
        machine, lambda tensor: neural.group_norm(tensor, num_groups, weights["weight"], weights["bias"], eps), weights
    )


def _batch_norm(
    machine: Machine,
    num_features: Any,
    eps: Any = 1e-5,
    momentum: Any = 0.1,
    affine: bool = True,
    track_running_stats: bool = True,
) -> Layer:
    weights = _scale(machine, num_features) if affine else {}
    return Layer(
        machine,
        lambda tensor: neural.batch_norm(tensor, None, None, weights.get("weight"), weights.get("bias"), eps=eps),
        weights,
        options={"num_features": num_features},
        made=_BATCH_NORM,
    )


def _instance_norm(
    machine: Machine,
    num_features: Any,
    eps: Any = 1e-5,
    momentum: Any = 0.1,
    affine: bool = False,
    track_running_stats: bool = False,
) -> Layer:
    weights = _scale(machine, num_features) if affine else {}
    return Layer(
        machine,
        lambda tensor: neural.instance_norm(tensor, None, None, weights.get("weight"), weights.get("bias"), eps=eps),
        weights,
        made=_BATCH_NORM,
    )


def _rms_norm(machine: Machine, normalized_shape: Any, eps: Any = None, elementwise_affine: bool = True) -> Layer:
    shape = tuple(normalized_shape) if isinstance(normalized_shape, list | tuple) else (normalized_shape,)
    weights = {"weight": constant(machine, 1.0, *shape)} if elementwise_affine else {}
    return Layer(machine, lambda tensor: neural.rms_norm(tensor, shape, weights.get("weight"), eps), weights)


def _rectifier(machine: Machine, num_parameters: Any = 1, init: Any = 0.25) -> Layer:
    """As ``PReLU``."""
    weights = {"weight": constant(machine, float(init), num_parameters)}
    return Layer(machine, lambda tensor: neural.rectified(tensor, weights["weight"]), weights)


def _plain(function: Forward, *names: str) -> Callable[..., Layer]:
    """Of a layer without weights that calls a function with what it was made with."""

    def make(machine: Machine, *args: Any, **kwargs: Any) -> Layer:
        if len(args) > len(names):
            raise Unsupported("a layer with other arguments")
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
    if len(layers) == 1 and isinstance(layers[0], dict):
        layers = tuple(layers[0].values())
    row = _numbered(machine, layers)

    def forward(found: Any) -> Any:
        for one in row.values():
            found = one(found)
        return found

    return Layer(machine, forward, layers=row)


def _numbered(machine: Machine, layers: Iterable[Any]) -> dict[str, Any]:
    """Modules by their numbers. Raises Unsupported for what is none."""
    found: dict[str, Any] = {}
    for one in machine.counted(layers):
        check_module(one)
        check_room(_MODULE_ROOM * len(found))
        found[str(len(found))] = one
    return found


#: How many elements of a tensor a module counts as.
_MODULE_ROOM: Final = 100


def _list(machine: Machine, modules: Any = ()) -> Layer:
    return Layer(machine, None, layers=_numbered(machine, modules))


def _by_name(machine: Machine, modules: Any = ()) -> Layer:
    """As ``ModuleDict``."""
    found = dict(modules)
    for name, one in found.items():
        check_module(one)
        if not isinstance(name, str):
            raise TypeError("module name should be a string")
    return Layer(machine, None, layers=found)


def _weights(machine: Machine, values: Any = None) -> Layer:
    """As ``ParameterList``."""
    return _held(machine, {} if values is None else {str(place): one for place, one in enumerate(values)})


def _weights_by_name(machine: Machine, parameters: Any = None) -> Layer:
    """As ``ParameterDict``."""
    return _held(machine, {} if parameters is None else dict(parameters))


def _held(machine: Machine, weights: dict[str, Any]) -> Layer:
    found = Layer(machine, None, made=_WEIGHTS)
    for name, weight in weights.items():
        found[name] = weight if isinstance(weight, Tensor) and weight.is_weight else parameter(machine, weight)
    return found


def parameter(machine: Machine, data: Any, requires_grad: bool = True) -> Tensor:
    """As ``nn.Parameter``."""
    if not isinstance(data, Tensor):
        raise Unsupported("a parameter of something else")
    found = data.view(data.array)
    found.is_view, found.is_weight = False, True
    found.needs_gradient = bool(requires_grad)
    machine.array(0, PARAMETER, 0.0)
    machine.made_of(found, (data,))
    return found


_FUNCTIONS: Final = {
    **{layer: ELEMENTWISE[name] for layer, name in (
        ("Tanh", "tanh"), ("Sigmoid", "sigmoid"), ("Softplus", "softplus"), ("Softsign", "softsign"),
        ("LogSigmoid", "logsigmoid"), ("Tanhshrink", "tanhshrink"),
    )},
    "Identity": lambda tensor: tensor,
    **{layer: neural.FUNCTIONS[name] for layer, name in (
        ("MSELoss", "mse_loss"), ("L1Loss", "l1_loss"), ("SmoothL1Loss", "smooth_l1_loss"), ("HuberLoss", "huber_loss"),
        ("CrossEntropyLoss", "cross_entropy"), ("NLLLoss", "nll_loss"), ("KLDivLoss", "kl_div"),
        ("BCELoss", "binary_cross_entropy"), ("BCEWithLogitsLoss", "binary_cross_entropy_with_logits"),
    )},
}  # fmt: skip
_OPTIONS: Final[Mapping[str, tuple[Forward, tuple[str, ...]]]] = {
    "Hardtanh": (ELEMENTWISE["hardtanh"], ("min_val", "max_val")),
    "LeakyReLU": (ELEMENTWISE["leaky_relu"], ("negative_slope", "inplace")),
    "ELU": (ELEMENTWISE["elu"], ("alpha", "inplace")),
    "CELU": (ELEMENTWISE["celu"], ("alpha", "inplace")),
    "Hardshrink": (ELEMENTWISE["hardshrink"], ("lambd",)),
    "Softshrink": (ELEMENTWISE["softshrink"], ("lambd",)),
    "Threshold": (ELEMENTWISE["threshold"], ("threshold", "value", "inplace")),
    **{
        layer: (ELEMENTWISE[name], ("inplace",))
        for layer, name in (
            ("ReLU", "relu"),
            ("ReLU6", "relu6"),
            ("SiLU", "silu"),
            ("Hardswish", "hardswish"),
            ("Mish", "mish"),
            ("SELU", "selu"),
            ("Hardsigmoid", "hardsigmoid"),
        )
    },
    "GELU": (ELEMENTWISE["gelu"], ("approximate",)),
    "GLU": (neural.FUNCTIONS["glu"], ("dim",)),
    "Unflatten": (SHAPING["unflatten"], ("dim", "sizes")),
    "Upsample": (neural.FUNCTIONS["interpolate"], ("size", "scale_factor", "mode", "align_corners")),
    "UpsamplingNearest2d": (neural.FUNCTIONS["interpolate"], ("size", "scale_factor")),
    "UpsamplingBilinear2d": (neural.FUNCTIONS["interpolate"], ("size", "scale_factor")),
    "PixelShuffle": (upsampling.shuffled, ("upscale_factor",)),
    "Softmax2d": (partial(neural.FUNCTIONS["softmax"], dim=-3), ()),
    "Softmin": (neural.FUNCTIONS["softmin"], ("dim",)),
    "Softmax": (neural.FUNCTIONS["softmax"], ("dim",)),
    "LogSoftmax": (neural.FUNCTIONS["log_softmax"], ("dim",)),
    "Flatten": (lambda x, start_dim=1, end_dim=-1: SHAPING["flatten"](x, start_dim, end_dim), ("start_dim", "end_dim")),
    **{
        f"MaxPool{axes}d": (
            neural.FUNCTIONS[f"max_pool{axes}d"],
            ("kernel_size", "stride", "padding", "dilation", "return_indices", "ceil_mode"),
        )
        for axes in (1, 2, 3)
    },
    **{
        f"AvgPool{axes}d": (
            neural.FUNCTIONS[f"avg_pool{axes}d"],
            ("kernel_size", "stride", "padding", "ceil_mode", "count_include_pad"),
        )
        for axes in (1, 2, 3)
    },
    **{
        f"Adaptive{name}Pool{axes}d": (neural.FUNCTIONS[f"adaptive_{name.lower()}_pool{axes}d"], ("output_size",))
        for name, axes in (("Avg", 1), ("Avg", 2), ("Avg", 3), ("Max", 1), ("Max", 2))
    },
    "CosineSimilarity": (neural.FUNCTIONS["cosine_similarity"], ("dim", "eps")),
}
_WITH_WEIGHTS: Final[Mapping[str, Callable[..., Any]]] = {
    "Linear": _linear,
    **{f"Conv{axes}d": _convolution(axes) for axes in (1, 2, 3)},
    **{f"ConvTranspose{axes}d": _transposed(axes) for axes in (1, 2, 3)},
    **{f"{name}Pad{axes}d": _padding(axes, mode) for axes in (1, 2, 3) for name, mode in (
        ("Reflection", "reflect"), ("Replication", "replicate"), ("Constant", "constant"), ("Zero", "constant"),
    )},
    "Embedding": _embedding,
    "EmbeddingBag": _bag,
    "LayerNorm": _layer_norm,
    "GroupNorm": _group_norm,
    "RMSNorm": _rms_norm,
    "PReLU": _rectifier,
    **{f"BatchNorm{axes}d": _batch_norm for axes in (1, 2, 3)},
    **{f"InstanceNorm{axes}d": _instance_norm for axes in (1, 2, 3)},
    **dict.fromkeys(("Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "AlphaDropout"), _dropout),
    "RNN": recurrent(1),
    "GRU": recurrent(3),
    "LSTM": recurrent(4),
    "RNNCell": cell(1),
    "GRUCell": cell(3),
    "LSTMCell": cell(4),
}  # fmt: skip


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``torch.nn`` holds, without its modules."""
    makers: dict[str, Callable[..., Any]] = {
        **{name: partial(make, machine) for name, make in _WITH_WEIGHTS.items()},
        **{name: partial(_plain(function), machine) for name, function in _FUNCTIONS.items()},
        **{name: partial(_plain(*_both(value)), machine) for name, value in _OPTIONS.items()},
    }
    found = {
        "Module": module_class(machine),
        "Sequential": LayerKind("Sequential", partial(_sequential, machine)),
        "ModuleList": LayerKind("ModuleList", partial(_list, machine)),
        "ModuleDict": LayerKind("ModuleDict", partial(_by_name, machine)),
        "ParameterList": LayerKind("ParameterList", partial(_weights, machine)),
        "ParameterDict": LayerKind("ParameterDict", partial(_weights_by_name, machine)),
        "Parameter": WeightKind(forgiving(partial(parameter, machine), "Parameter")),
        **{name: LayerKind(name, partial(make, machine)) for name, make in TRANSFORMERS.items()},
        **{name: LayerKind(name, gated(machine, make, name)) for name, make in makers.items()},
        # What spreads a module over machines runs as it does here.
        **dict.fromkeys(("DataParallel",), Guarded(lambda module, *_, **__: module)),
    }
    module = found["Module"]
    for kind in found.values():
        if isinstance(kind, LayerKind) and isinstance(module, Class):
            kind.as_class = cache(partial(layer_class, machine, kind, module))
    embedding = found["Embedding"]
    assert isinstance(embedding, LayerKind)
    embedding.members["from_pretrained"] = Guarded(forgiving(partial(_embedding_of, machine), "from_pretrained"))
    return found


def _both(value: tuple[Forward, tuple[str, ...]]) -> tuple[Any, ...]:
    return value[0], *value[1]
