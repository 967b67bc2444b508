"""PyTorch's layers, by what they take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any, Final

from perfcast.workload.arrays.ranks import pattern_axes
from perfcast.workload.networks.values import COLOURS, SEQUENCE_AXES, UNKNOWN, Fields, Several, Takes, Weight, is_plain

_LARGEST: Final = 10**9


def _whole(value: Any) -> int | None:
    return value if type(value) is int and 0 < value <= _LARGEST else None


def _last(name: str, *, has_sequence: bool = False, keeps: bool = False) -> Callable[..., Any]:
    def make(*args: Any, **named: Any) -> Any:
        size = args[0] if args else named.get(name)
        if isinstance(size, list | tuple) and size:
            size = size[-1]
        return Takes(last=_whole(size), has_sequence=has_sequence, keeps=keeps)

    return make


def _channels(axes: int, name: str, *, place: int = 0, keeps: bool = False) -> Callable[..., Any]:
    def make(*args: Any, **named: Any) -> Any:
        count = args[place] if len(args) > place else named.get(name)
        return Takes(channels=_whole(count), axes=axes, keeps=keeps)

    return make


def _classes(*args: Any, **named: Any) -> Any:
    return Takes(classes=_whole(args[0] if args else named.get("num_embeddings")), has_sequence=True)


def _patterned(pattern: Any = UNKNOWN, *_: Any, **__: Any) -> Any:
    """As the layers of ``einops``: images are taken apart, by colours as a rule."""
    axes = pattern_axes(pattern) if isinstance(pattern, str) else 0
    return Takes(channels=COLOURS, axes=axes - 2) if axes > SEQUENCE_AXES else Takes(has_sequence=axes == SEQUENCE_AXES)


def _same(*_: Any, **__: Any) -> Any:
    return Takes(keeps=True)


def _chain(*layers: Any, **_: Any) -> Any:
    if len(layers) == 1 and isinstance(layers[0], dict):
        return Several(tuple(layers[0].values()), tuple(map(str, layers[0])), is_chain=True)
    return Several(tuple(layers), tuple(map(str, range(len(layers)))), is_chain=True)


def _list(layers: Any = (), **_: Any) -> Any:
    return Several(tuple(layers) if isinstance(layers, list | tuple) else (UNKNOWN,))


def _by_name(layers: Any = None, **named: Any) -> Any:
    found = (dict(layers) if isinstance(layers, dict | list | tuple) else {}) | named
    return Several(tuple(found.values()), tuple(map(str, found)))


def _dictionary(*args: Any, **named: Any) -> Any:
    return (dict(args[0]) if args and isinstance(args[0], dict | list | tuple) else {}) | named


def _weight(*sizes: Any, **_: Any) -> Any:
    shape = sizes[0] if len(sizes) == 1 and isinstance(sizes[0], list | tuple) else sizes
    whole = [_whole(size) for size in shape]
    return Weight(tuple(size for size in whole if size is not None)) if None not in whole else UNKNOWN


def _parameter(data: Any = UNKNOWN, **_: Any) -> Any:
    return data


def _is_plain_list(value: Any) -> bool:
    """Whether it is plain, or a list of what is."""
    return is_plain(value) or (isinstance(value, list | tuple) and all(map(is_plain, value)))


def _product(sizes: Any = UNKNOWN, *_: Any, **__: Any) -> Any:
    """As ``math.prod`` and NumPy's, of a shape."""
    if not isinstance(sizes, list | tuple) or len(sizes) > _MOST_AXES:
        return UNKNOWN
    return prod(sizes) if all(_whole(size) for size in sizes) else UNKNOWN


_MOST_AXES: Final = 16


def _pure(run: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **_: Any) -> Any:
        return run(*args) if all(_is_plain_list(one) for one in args) else UNKNOWN

    return call


_KEEPING: Final = (
    *("Dropout", "Dropout1d", "Dropout2d", "ReLU", "ReLU6", "GELU", "SiLU", "Tanh", "Sigmoid", "LeakyReLU", "ELU"),
    *("SELU", "Mish", "Hardswish", "Hardsigmoid", "Softplus", "Softmax", "LogSoftmax", "Identity", "PReLU", "DropPath"),
    *("Softsign", "LogSigmoid", "Hardtanh", "CELU", "GLU"),
)
_POOLING: Final = (
    *(f"{kind}Pool{axes}d" for kind in ("Max", "Avg", "AdaptiveAvg", "AdaptiveMax") for axes in (1, 2, 3)),
    *(f"{kind}Pad{axes}d" for kind in ("Reflection", "Replication", "Zero", "Constant") for axes in (1, 2, 3)),
    *("Upsample", "UpsamplingNearest2d", "UpsamplingBilinear2d"),
)
#: Callables by their last names -> what they give.
CALLS: Final[Mapping[str, Callable[..., Any]]] = {
    "Linear": _last("in_features"),
    "LazyLinear": lambda *_, **__: Takes(),
    "Bilinear": _last("in1_features"),
    **dict.fromkeys(("LSTM", "GRU", "RNN"), _last("input_size", has_sequence=True)),
    **dict.fromkeys(("LSTMCell", "GRUCell", "RNNCell"), _last("input_size")),
    "MultiheadAttention": _last("embed_dim", has_sequence=True),
    **dict.fromkeys(
        ("TransformerEncoderLayer", "TransformerDecoderLayer", "Transformer"), _last("d_model", has_sequence=True)
    ),
    "TransformerEncoder": lambda layer=UNKNOWN, *_, **__: layer,
    "TransformerDecoder": lambda layer=UNKNOWN, *_, **__: layer,
    **dict.fromkeys(("LayerNorm", "RMSNorm"), _last("normalized_shape", keeps=True)),
    **{f"Conv{axes}d": _channels(axes, "in_channels") for axes in (1, 2, 3)},
    **{f"ConvTranspose{axes}d": _channels(axes, "in_channels") for axes in (1, 2, 3)},
    **{f"BatchNorm{axes}d": _channels(axes, "num_features", keeps=True) for axes in (2, 3)},
    **{f"InstanceNorm{axes}d": _channels(axes, "num_features", keeps=True) for axes in (1, 2, 3)},
    "BatchNorm1d": _channels(0, "num_features", keeps=True),
    "GroupNorm": _channels(2, "num_channels", place=1, keeps=True),
    **dict.fromkeys(("Embedding", "EmbeddingBag"), _classes),
    **dict.fromkeys((*_KEEPING, *_POOLING), _same),
    "Flatten": lambda *_, **__: Takes(flattens=True),
    **dict.fromkeys(("Rearrange", "Reduce"), _patterned),
    "Sequential": _chain,
    "ModuleList": _list,
    "ModuleDict": _by_name,
    **dict.fromkeys(("dict", "OrderedDict"), _dictionary),
    **dict.fromkeys(("zeros", "ones", "empty", "randn", "rand", "FloatTensor", "Tensor"), _weight),
    **dict.fromkeys(("Parameter", "clone", "to", "float"), _parameter),
    **{run.__name__: _pure(run) for run in (int, float, bool, len, max, min, abs)},
    "Namespace": lambda **values: Fields(values),
    "prod": _product,
    "round": lambda number=UNKNOWN, *_: round(number) if type(number) in {int, float} else UNKNOWN,
    "list": lambda values=(): list(values) if isinstance(values, list | tuple) else UNKNOWN,
}
